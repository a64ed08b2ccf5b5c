//! The test of solvability against searches, on boards with locked lines.

use std::collections::BTreeSet;

use lurd_engine::program::search::{self, Unsolved};

use super::Random;
use super::*;
use crate::{Packed, rules::WILD};

/// Every target of small boards, with every choice of locked lines.
#[test]
fn solvability_with_locked_lines_is_exact() {
    for (tiles, columns) in [("1234", 2), ("1233", 2), ("123456", 3), ("112233", 3), ("123456", 2), ("12345", 5)] {
        let cells: Vec<char> = tiles.chars().collect();
        let rows = cells.len() / columns;
        let text = |cells: &[char]| {
            cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let mut boards = BTreeSet::from([cells.clone()]);
        let mut open = vec![cells.clone()];
        while let Some(board) = open.pop() {
            for other in 1..board.len() {
                let mut next = board.clone();
                next.swap(0, other);
                if boards.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        for lock in 0..1_u32 << (rows + columns) {
            let lines = (0..rows + columns).filter(|line| lock >> line & 1 == 1);
            let words: Vec<String> = lines
                .map(|line| if line < rows { format!("row {line}") } else { format!("column {}", line - rows) })
                .collect();
            let locked = if words.is_empty() { String::new() } else { format!(" locked: {}", words.join(", ")) };
            let alone = puzzle(&format!("{0} -> {0}{locked}", text(&cells)));
            let space = alone.packed(Moves::Single).expect("small");
            let reachable = layers(&space, space.start());
            for board in &boards {
                let other = puzzle(&format!("{} -> {}{locked}", text(&cells), text(board)));
                let there = other.packed(Moves::Single).expect("small");
                let goals = lurd_engine::Backward::goal_states(&there);
                assert_eq!(other.unsolvable_reason().is_none(), reachable.contains_key(&goals[0]), "{}", other.id());
            }
        }
    }
}

/// Crossing lines of three cells: five tiles, also with parity.
#[test]
fn solvability_of_larger_boards_with_locked_lines_is_exact() {
    let mut random = Random(9);
    let locks = ["rows 1 2, columns 1 2", "row 2, column 0", "row 1", "columns 0 2", "rows 0 1 2, column 1"];
    for nth in 0..super::samples(400) {
        let cells: Vec<u8> = if nth % 2 == 0 { (1..=9).collect() } else { vec![1, 2, 3, 4, 5, 6, 7, 8, 8] };
        let mut target = cells.clone();
        let exchanges = random.below(4);
        for _ in 0..exchanges {
            let (one, two) = (random.below(9), random.below(9));
            target.swap(one, two);
        }
        let wild = random.below(3);
        for _ in 0..wild {
            target[random.below(9)] = WILD;
        }
        let text = |cells: &[u8]| {
            let cell = |&it: &u8| if it == WILD { "?".to_owned() } else { it.to_string() };
            cells.chunks(3).map(|row| row.iter().map(cell).collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let lock = locks[nth % locks.len()];
        let puzzle = puzzle(&format!("{} -> {} locked: {lock}", text(&cells), text(&target)));
        assert_eq!(puzzle.unsolvable_reason().is_none(), is_reached(&puzzle), "{}", puzzle.id());
    }
}

/// Whether the target can be reached, by a search.
fn is_reached(puzzle: &ShifterPuzzle) -> bool {
    let space = Packed::new(puzzle.source(), puzzle.target(), false);
    match search::solve(&space, Strategy::Bidirectional) {
        Ok(_) => true,
        Err(Unsolved::Unsolvable) => false,
        Err(other) => panic!("{other}"),
    }
}
