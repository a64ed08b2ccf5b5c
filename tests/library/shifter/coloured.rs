//! The coloured boards of `docs/atlas.md`, counted again.

use lurd::puzzle::mean;

use super::atlas::{count, number, table};
use super::notation::read_one;

const HEAD: &str = "| target | states | shifts | mean | grouped | mean |";

/// Counts the boards of the rows again, by shifts and by grouped shifts.
fn recount(is_meant: impl Fn(u64) -> bool) -> usize {
    let rows: Vec<_> = table(HEAD).into_iter().filter(|row| is_meant(number(row[1]))).collect();
    for row in &rows {
        let target = row[0].trim_matches('`');
        let puzzle = read_one(&format!("{target} -> {target}"));
        for (moves, farthest) in [("shifts", 2), ("grouped", 4)] {
            let layers = count(puzzle.as_ref(), moves).layers;
            let found = [layers.iter().sum::<u64>(), layers.len() as u64 - 1];
            assert_eq!(found, [number(row[1]), number(row[farthest])], "{target}, {moves}");
            assert_eq!(format!("{:.4}", mean(&layers)), row[farthest + 1], "{target}, {moves}");
        }
    }
    rows.len()
}

#[test]
fn coloured_boards_of_up_to_210_000_states_are_counted_again() {
    assert_eq!(recount(|states| states <= 210_000), 3);
}

#[test]
#[ignore = "minutes"]
fn coloured_boards_of_more_states_are_counted_again() {
    assert!(recount(|states| states > 210_000) > 5);
}
