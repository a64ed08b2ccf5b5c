//! Every wish, wildcards, locked lines and lists of all answers against searches by the plain rules.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use super::super::gamepad::{Lit, Pad};
use super::super::{Board, Direction, Shift, ShifterPuzzle, WILD};
use super::*;
use crate::puzzle::{Listing, Wish};

/// A number below `limit`; the state goes on.
fn below(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    usize::try_from((u128::from(mixed ^ mixed >> 31) * limit as u128) >> 64).expect("below")
}

/// A small puzzle with colours, wildcards and locked lines by chance.
fn random(state: &mut u64, sizes: &[(usize, usize)]) -> ShifterPuzzle {
    let (rows, columns) = sizes[below(state, sizes.len())];
    let cells = rows * columns;
    let colours = 1 + below(state, cells.min(9));
    let target: Vec<usize> = (0..cells).map(|_| 1 + below(state, colours)).collect();
    let mut source = target.clone();
    for last in (1..cells).rev() {
        source.swap(last, below(state, last + 1));
    }
    let wild = if below(state, 2) == 0 { below(state, cells) } else { 0 };
    let mut wanted: Vec<String> = target.iter().map(ToString::to_string).collect();
    for _ in 0..wild {
        wanted[below(state, cells)] = "?".to_owned();
    }
    let source: Vec<String> = source.iter().map(ToString::to_string).collect();
    let text = |cells: &[String]| cells.chunks(columns).map(<[String]>::concat).collect::<Vec<_>>().join("/");
    let mut locked = Vec::new();
    for (word, lines) in [("row", rows), ("column", columns)] {
        for line in 0..lines {
            if below(state, 5) == 0 {
                locked.push(format!("{word} {line}"));
            }
        }
    }
    let locked = if locked.is_empty() { String::new() } else { format!(" locked: {}", locked.join(", ")) };
    puzzle(&format!("{} -> {}{locked}", text(&source), text(&wanted)))
}

/// The least cost by the plain rules: shifts by one cell, or of a line by any number of cells, or presses.
fn oracle(puzzle: &ShifterPuzzle, wish: &str, pad: &Pad) -> Option<u32> {
    type State = (Vec<u8>, usize, usize);
    let (rows, columns) = (puzzle.source().rows(), puzzle.source().columns());
    let lit = pad.start(rows, columns);
    let start: State = (puzzle.source().cells().to_vec(), lit.row, lit.column);
    let mut costs: HashMap<State, u32> = HashMap::from([(start.clone(), 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, state))) = queue.pop() {
        if costs[&state] < cost {
            continue;
        }
        let board = puzzle.source().with_cells(state.0.clone());
        if puzzle.target().accepts(&board) {
            return Some(cost);
        }
        let mut reach = |next: State, price: u32| {
            let total = cost + price;
            if costs.get(&next).is_none_or(|&before| total < before) {
                costs.insert(next.clone(), total);
                queue.push(Reverse((total, next)));
            }
        };
        for shift in board.shifts() {
            let mut moved = board.clone();
            let line = usize::from(shift.line);
            match wish {
                "buttons" => {
                    let lit = if shift.direction.is_row() { state.1 } else { state.2 };
                    if lit == line {
                        moved.shift(shift).expect("free");
                        let price = pad.cost(&[shift], Lit { row: state.1, column: state.2 }, rows, columns);
                        reach(
                            (moved.cells().to_vec(), state.1, state.2),
                            u32::try_from(price).expect("small"),
                        );
                    }
                }
                "grouped" => {
                    for _ in 1..board.line_length(shift.direction) {
                        moved.shift(shift).expect("free");
                        reach((moved.cells().to_vec(), 0, 0), 1);
                    }
                }
                _ => {
                    moved.shift(shift).expect("free");
                    reach((moved.cells().to_vec(), 0, 0), 1);
                }
            }
        }
        if wish == "buttons" {
            for direction in Direction::ALL {
                let (at, lines) = if direction.is_row() { (state.2, columns) } else { (state.1, rows) };
                if let Some((to, price)) = pad.step(direction, at, lines) {
                    let (row, column) = if direction.is_row() { (state.1, to) } else { (to, state.2) };
                    reach((state.0.clone(), row, column), price);
                }
            }
        }
    }
    None
}

fn solved(puzzle: &ShifterPuzzle, wish: &Wish, strategy: Strategy) -> Option<u32> {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    match puzzle.solve(wish, strategy, &Settings::default(), &mut budget).ending {
        Ending::Solved(answer) => {
            let replay = verify::replay(puzzle, &answer.solution).expect("the answer is right");
            assert_eq!(replay.metric(wish.metric), Some(u64::from(answer.cost)), "{}", puzzle.id());
            assert_eq!(answer.proof, Proof::Optimal, "{}", puzzle.id());
            Some(answer.cost)
        }
        Ending::Unsolvable { .. } => None,
        other => panic!("{other:?}"),
    }
}

const SMALL: &[(usize, usize)] = &[(1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4)];

#[test]
fn every_wish_is_optimal() {
    let mut state = 4;
    let mut reachable = 0;
    for _ in 0..300 {
        let puzzle = random(&mut state, SMALL);
        for wish in &WISHES[..2] {
            let expected = oracle(&puzzle, wish.name, &Pad::default());
            reachable += usize::from(expected.is_some());
            assert_eq!(expected.is_none(), puzzle.obstacle().is_some(), "{}", puzzle.id());
            for strategy in
                [Strategy::Auto, Strategy::Bfs, Strategy::Astar, Strategy::Idastar, Strategy::Enumerate]
            {
                assert_eq!(solved(&puzzle, wish, strategy), expected, "{} {}", puzzle.id(), wish.name);
            }
            let moves = if wish.name == "grouped" { Moves::Grouped } else { Moves::Single };
            let wide = puzzle.wide_by(moves);
            for strategy in [Strategy::Astar, Strategy::Bidirectional] {
                let found = search::solve(&wide, strategy).map(|plan| plan.cost);
                assert_eq!(found, expected, "{} {}", puzzle.id(), wish.name);
            }
        }
    }
    assert!((200..580).contains(&reachable), "{reachable}");
}

#[test]
fn presses_are_the_fewest() {
    let other = Pad::read(include_str!("../../../examples/gamepad.toml")).expect("a layout");
    let mut state = 500;
    for nth in 0..500 {
        let puzzle = random(&mut state, SMALL);
        let pad = if nth % 3 == 0 { other.clone() } else { Pad::default() };
        let puzzle = puzzle.played_with(pad.clone());
        let expected = oracle(&puzzle, "buttons", &pad);
        assert_eq!(solved(&puzzle, &WISHES[2], Strategy::Auto), expected, "{}", puzzle.id());
        if nth % 10 == 0 {
            assert_eq!(solved(&puzzle, &WISHES[2], Strategy::Astar), expected, "{}", puzzle.id());
        }
    }
}

#[test]
fn a_limit_on_presses_leaves_an_answer_and_a_bound() {
    let board = "1,5,9,13/2,6,10,14/3,7,11,15/4,8,12,16 -> 1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16";
    let puzzle = puzzle(board);
    for (nodes, least) in [(210_000, 10), (1000, 4)] {
        let mut no_observer = ();
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let report = puzzle.solve(&WISHES[2], Strategy::Auto, &Settings::default(), &mut budget);
        let Ending::Solved(answer) = report.ending else { panic!("{report:?}") };
        let replay = verify::replay(&puzzle, &answer.solution).expect("the answer is right");
        assert_eq!(replay.metric("presses"), Some(u64::from(answer.cost)));
        let bound = answer.lower_bound.expect("a bound");
        assert!((least..answer.cost).contains(&bound));
        assert_eq!(answer.proof, search::proved_by(bound, answer.cost));
        assert_eq!(answer.stopped, Some(crate::outcome::Stop::Limit(crate::outcome::Limit::Nodes)));
    }
}

/// All sequences of shifts of that cost, by trying them all.
fn all_by_trying(puzzle: &ShifterPuzzle, wish: &str, cost: u64) -> BTreeSet<String> {
    fn walk(
        puzzle: &ShifterPuzzle,
        board: &Board,
        shifts: &mut Vec<Shift>,
        metric: &str,
        cost: u64,
        found: &mut BTreeSet<String>,
    ) {
        let words: Vec<String> = shifts.iter().map(ToString::to_string).collect();
        let metrics = puzzle.metrics(&words);
        let spent = metrics.iter().find(|it| it.name == metric).expect("it has it").value;
        if spent == cost && puzzle.target().accepts(board) {
            found.insert(words.join(", "));
        }
        // A grouped move may go on at no cost.
        let longest = if metric == "grouped_shifts" { 3 * cost } else { cost };
        if spent > cost || shifts.len() as u64 >= longest {
            return;
        }
        for shift in board.shifts() {
            let mut next = board.clone();
            next.shift(shift).expect("free");
            shifts.push(shift);
            walk(puzzle, &next, shifts, metric, cost, found);
            shifts.pop();
        }
    }
    let metric = WISHES.iter().find(|it| it.name == wish).expect("a wish").metric;
    let mut found = BTreeSet::new();
    walk(puzzle, puzzle.source(), &mut Vec::new(), metric, cost, &mut found);
    found
}

fn listed(puzzle: &ShifterPuzzle, wish: &Wish, cost: u32, canonical: bool) -> Vec<String> {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let mut found = Vec::new();
    assert_eq!(puzzle.all_optimal(wish, cost, canonical, &mut budget, &mut found), Listing::Complete);
    found
}

/// How many there are if neighbours that commute may be exchanged.
fn classes(all: &BTreeSet<String>) -> usize {
    let mut left = all.clone();
    let mut classes = 0;
    while let Some(first) = left.pop_first() {
        classes += 1;
        let mut open = vec![first];
        while let Some(answer) = open.pop() {
            let words: Vec<&str> = answer.split(", ").collect();
            for at in 1..words.len() {
                let shift = |word: &str| word.parse::<Shift>().expect("a shift");
                let (one, two) = (shift(words[at - 1]), shift(words[at]));
                if one.direction.is_row() == two.direction.is_row() && one.line != two.line {
                    let mut other = words.clone();
                    other.swap(at - 1, at);
                    let other = other.join(", ");
                    if left.remove(&other) {
                        open.push(other);
                    }
                }
            }
        }
    }
    classes
}

#[test]
fn all_answers_are_listed_once() {
    let mut state = 77;
    let mut checked = 0;
    while checked < 60 {
        let puzzle = random(&mut state, &[(2, 2), (2, 3), (3, 2), (1, 4)]);
        for (wish, most) in WISHES.iter().zip([6, 3, 7]) {
            let Some(cost) = solved(&puzzle, wish, Strategy::Auto).filter(|&cost| cost <= most) else {
                continue;
            };
            let mut expected = all_by_trying(&puzzle, wish.name, cost.into());
            let found = listed(&puzzle, wish, cost, false);
            let unique: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(unique.len(), found.len(), "each once");
            if wish.name == "grouped" {
                // Of the ways to write one turn of a line only the shortest is listed.
                assert!(unique.is_subset(&expected), "{}", puzzle.id());
                expected.retain(|answer| unique.contains(answer));
                assert!(!expected.is_empty());
            }
            assert_eq!(unique, expected, "{} {}", puzzle.id(), wish.name);
            if wish.name == "shifts" && cost > 0 {
                assert_eq!(listed(&puzzle, wish, cost, true).len(), classes(&expected), "{}", puzzle.id());
            }
            checked += 1;
        }
    }
}

#[test]
fn the_missiles_by_every_wish() {
    for (puzzle, (grouped, count)) in missiles().iter().zip([(3, 24), (4, 2), (5, 5), (8, 16), (5, 40)]) {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        let mut found = Vec::new();
        let cost = cost(puzzle.as_ref(), Strategy::Auto).0;
        assert_eq!(puzzle.all_optimal(&WISHES[0], cost, false, &mut budget, &mut found), Listing::Complete);
        assert_eq!(found.len(), count);
        let report = puzzle.solve(&WISHES[1], Strategy::Auto, &Settings::default(), &mut budget);
        let Ending::Solved(answer) = report.ending else { panic!("solved") };
        assert_eq!((answer.cost, answer.proof), (grouped, Proof::Optimal));
        let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("right");
        assert_eq!(replay.metric("grouped_shifts"), Some(u64::from(grouped)));
    }
}

/// Each target that the rules can reach, with every choice of locked lines.
#[test]
fn obstacles_with_locked_lines_are_exact() {
    for (tiles, columns) in
        [("1234", 2), ("1233", 2), ("123456", 3), ("112233", 3), ("123456", 2), ("12345", 5)]
    {
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
                .map(
                    |line| {
                        if line < rows { format!("row {line}") } else { format!("column {}", line - rows) }
                    },
                )
                .collect();
            let locked =
                if words.is_empty() { String::new() } else { format!(" locked: {}", words.join(", ")) };
            let alone = puzzle(&format!("{0} -> {0}{locked}", text(&cells)));
            let space = alone.packed().expect("small");
            let reachable = layers(&space, space.start());
            for board in &boards {
                let other = puzzle(&format!("{} -> {}{locked}", text(&cells), text(board)));
                let there = other.packed().expect("small");
                let mut goals = Vec::new();
                crate::space::Backward::roots(&there, &mut goals);
                assert_eq!(other.obstacle().is_none(), reachable.contains_key(&goals[0]), "{}", other.id());
            }
        }
    }
}

/// The lines of three cells that cross: five tiles, and the same with parity.
#[test]
fn obstacles_on_larger_boards_with_locked_lines() {
    let mut state = 9;
    let locks = ["rows 1 2, columns 1 2", "row 2, column 0", "row 1", "columns 0 2", "rows 0 1 2, column 1"];
    for nth in 0..400 {
        let cells: Vec<u8> = if nth % 2 == 0 { (1..=9).collect() } else { vec![1, 2, 3, 4, 5, 6, 7, 8, 8] };
        let mut target = cells.clone();
        let exchanges = below(&mut state, 4);
        for _ in 0..exchanges {
            let (one, two) = (below(&mut state, 9), below(&mut state, 9));
            target.swap(one, two);
        }
        let wild = below(&mut state, 3);
        for _ in 0..wild {
            target[below(&mut state, 9)] = WILD;
        }
        let text = |cells: &[u8]| {
            let cell = |&it: &u8| if it == WILD { "?".to_owned() } else { it.to_string() };
            cells.chunks(3).map(|row| row.iter().map(cell).collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let lock = locks[nth % locks.len()];
        let puzzle = puzzle(&format!("{} -> {} locked: {lock}", text(&cells), text(&target)));
        assert_eq!(puzzle.obstacle().is_none(), search_blindly(&puzzle), "{}", puzzle.id());
    }
}

/// Whether the target can be reached, by a search that does not know the obstacle.
fn search_blindly(puzzle: &ShifterPuzzle) -> bool {
    let space = super::super::Packed::new(puzzle.source(), puzzle.target(), false);
    search::solve(&space, Strategy::Bidirectional).is_some()
}

/// Lengths of random boards against a table of all boards.
fn lengths_are_those_of_the_table(target: &str, boards: usize) {
    use crate::space::{Ranked, Space};
    let alone = puzzle(&format!("{target} -> {target}"));
    let space = alone.packed().expect("a small board");
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let all = search::enumerate_all(&space, &space, search::Origin::Goals(&space), 2, &mut budget)
        .expect("no limit");
    let mut state = 1;
    for _ in 0..boards {
        let mut cells = alone.source().cells().to_vec();
        for last in (1..cells.len()).rev() {
            cells.swap(last, below(&mut state, last + 1));
        }
        let puzzle = alone.starting_at(alone.source().with_cells(cells), &[]);
        let start = puzzle.packed().expect("a small board").start();
        assert!(Ranked::rank(&space, &start).is_some());
        assert_eq!(solved(&puzzle, &WISHES[0], Strategy::Auto), all.distance_of(&start), "{}", puzzle.id());
    }
}

#[test]
fn a_thousand_boards_of_missiles_2_and_3() {
    lengths_are_those_of_the_table("1111/1331/1221/1111", 1000);
    lengths_are_those_of_the_table("3123/2111/1112/3213", 1000);
}

/// Tables of 25 to 63 million boards each.
#[test]
#[ignore = "a minute"]
fn a_thousand_boards_of_the_larger_targets() {
    for target in [
        "1234/1234/1234/1234",
        "4342/3124/4243/2431",
        "1122/1342/3344/1342",
        "1111/2222/3333/4444",
        "1122/1122/3344/3344",
    ] {
        lengths_are_those_of_the_table(target, 1000);
    }
}

#[test]
fn whole_spaces() {
    use crate::puzzle::CensusFrom;
    let count = |text: &str, wish: usize, from| {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        puzzle(text).census(&WISHES[wish], from, 1, &mut budget).expect("no limit")
    };
    let missile = "1111/1231/1321/1111 -> 1111/1331/1221/1111";
    let census = count(missile, 0, CensusFrom::Target);
    assert_eq!(census.layers, [1, 8, 60, 392, 1644, 4046, 3832, 914, 23]);
    assert_eq!((census.size, census.other_end), (Some(10_920), Some(4)));
    assert_eq!(format!("{:.3}", census.mean), "5.282");
    for example in &census.examples {
        let far = puzzle(&format!("{example} -> 1111/1331/1221/1111"));
        assert_eq!(solved(&far, &WISHES[0], Strategy::Auto), Some(8));
    }
    let source = count(missile, 0, CensusFrom::Source);
    assert_eq!((source.layers.iter().sum::<u64>(), source.other_end), (10_920, Some(4)));
    // Grouped moves are never more; presses never fewer than shifts.
    assert!(count(missile, 1, CensusFrom::Target).mean < census.mean);
    let pressed = count("12/34 -> 12/34", 2, CensusFrom::Target);
    assert_eq!(pressed.layers.iter().sum::<u64>(), 24 * 4);
    assert_eq!(pressed.layers[0], 4, "any lines may be lit");
    let merged = count("123/456 -> 12?/???", 0, CensusFrom::Target);
    assert_eq!((merged.size, merged.layers[0]), (Some(30), 1));
    for (text, farthest) in [
        ("12/34 -> 12/34", 4),
        ("123/456 -> 123/456", 7),
        ("1234/5678 -> 1234/5678", 10),
        ("123/456/789 -> 123/456/789", 8),
    ] {
        assert_eq!(count(text, 0, CensusFrom::Target).layers.len() - 1, farthest, "{text}");
    }
    // Too many colours for a table, and few boards nevertheless.
    let wide: Vec<String> = (1..=17).map(|tile| tile.to_string()).collect();
    let row = wide.join(",");
    assert_eq!(count(&format!("{row} -> {row}"), 0, CensusFrom::Target).layers, [1, 2, 2, 2, 2, 2, 2, 2, 2]);
}
