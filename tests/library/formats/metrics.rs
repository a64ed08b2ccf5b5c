//! The six counts against a second, naive implementation on random games.

use std::sync::Arc;

use lurd::sokoban::notation::metrics::{Metrics, Primary, replay};
use lurd::sokoban::rules::Game;
use lurd::sokoban::{Direction, Level};

use crate::common::levels::pulled;
use crate::common::random::Random;

/// A game as letters, played on rows of letters: nothing is shared with the rules.
struct Naive {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
    /// The letter of each step and the square of the pushed box before the push.
    steps: Vec<(char, Option<(usize, usize)>)>,
}

impl Naive {
    fn new(level: &Level) -> Self {
        let text = lurd::sokoban::xsb::write_xsb(level);
        let mut rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let (row, column) = rows
            .iter()
            .enumerate()
            .find_map(|(row, line)| line.iter().position(|it| "@+".contains(*it)).map(|column| (row, column)))
            .expect("a player");
        rows[row][column] = ' ';
        Self { rows, row, column, steps: Vec::new() }
    }

    fn at(&self, row: usize, column: usize) -> char {
        self.rows[row].get(column).copied().unwrap_or(' ')
    }

    fn step(&mut self, letter: char) -> bool {
        let (down, right): (isize, isize) = match letter {
            'l' => (0, -1),
            'u' => (-1, 0),
            'r' => (0, 1),
            _ => (1, 0),
        };
        let ahead = |row: usize, column: usize| {
            (row.checked_add_signed(down).expect("closed"), column.checked_add_signed(right).expect("closed"))
        };
        let to = ahead(self.row, self.column);
        match self.at(to.0, to.1) {
            '#' => return false,
            '$' | '*' => {
                let behind = ahead(to.0, to.1);
                if matches!(self.at(behind.0, behind.1), '#' | '$' | '*') {
                    return false;
                }
                self.rows[to.0][to.1] = ' ';
                self.rows[behind.0][behind.1] = '$';
                self.steps.push((letter, Some(to)));
            }
            _ => self.steps.push((letter, None)),
        }
        (self.row, self.column) = to;
        true
    }

    /// moves, pushes, lines, changes, sessions, player lines; and the lines of YASC.
    fn counts(&self) -> [u64; 6] {
        let mut counts = [0; 6];
        // Where the box pushed last came to rest.
        let mut rests: Option<(usize, usize)> = None;
        for (index, &(letter, pushed)) in self.steps.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| self.steps[before]);
            counts[0] += 1;
            counts[5] += u64::from(before.is_none_or(|(other, _)| other != letter));
            let Some(from) = pushed else { continue };
            counts[1] += 1;
            let walked = before.is_none_or(|(_, pushed)| pushed.is_none());
            let turned = before.is_some_and(|(other, _)| other != letter);
            counts[2] += u64::from(walked || turned);
            counts[3] += u64::from(rests != Some(from));
            counts[4] += u64::from(walked);
            rests = Some(match letter {
                'l' => (from.0, from.1 - 1),
                'u' => (from.0 - 1, from.1),
                'r' => (from.0, from.1 + 1),
                _ => (from.0 + 1, from.1),
            });
        }
        counts
    }
}

#[test]
fn ten_thousand_games_are_counted_alike() {
    let mut pushed = 0;
    for seed in 0..10_000 {
        let level = Arc::new(pulled(seed / 10));
        let mut random = Random::new(seed);
        let mut game = Game::new(Arc::clone(&level));
        let mut naive = Naive::new(&level);
        let mut directions = Vec::new();
        for _ in 0..60 {
            let direction = Direction::ALL[random.below(4)];
            let is_legal = game.step(direction).is_ok();
            assert_eq!(is_legal, naive.step(direction.letter(false)), "seed {seed}");
            if is_legal {
                directions.push(direction);
            }
        }
        let steps = replay(&level, directions).expect("legal steps");
        let metrics = Metrics::of(&steps);
        let values: Vec<u64> = metrics.named().iter().map(|metric| metric.value).collect();
        let counts = naive.counts();
        assert_eq!(values, counts, "seed {seed}");
        assert!(metrics.pushing_sessions <= metrics.box_lines && metrics.box_changes <= metrics.box_lines);
        assert!(metrics.box_lines <= metrics.pushes);
        assert!(metrics.pushes <= metrics.moves && metrics.player_lines <= metrics.moves);
        pushed += metrics.pushes;
    }
    assert!(pushed > 20_000, "the games push: {pushed}");
}

#[test]
fn solutions_are_ranked_by_first_and_then_by_second_values() {
    let metrics =
        |moves, pushes, box_lines, box_changes| Metrics { moves, pushes, box_lines, box_changes, ..Metrics::default() };
    let few_moves = metrics(10, 6, 4, 2);
    let few_pushes = metrics(12, 5, 4, 2);
    assert!(few_moves.rank(Primary::Moves) < few_pushes.rank(Primary::Moves));
    assert!(few_pushes.rank(Primary::Pushes) < few_moves.rank(Primary::Pushes));
    assert!(metrics(10, 6, 3, 9).rank(Primary::Moves) < few_moves.rank(Primary::Moves));
    assert!(metrics(10, 6, 4, 1).rank(Primary::Pushes) < few_moves.rank(Primary::Pushes));
}
