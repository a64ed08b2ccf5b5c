//! Compares solutions by the rule of Sokoban score files.
//!
//! The metrics of the objectives (for Sokoban pushes and moves) count first: a solution is at least as good
//! as another if it is at least as good in each of them. If they are equal, the other metrics decide in their
//! order (box lines, box changes, pushing sessions, ..).

use lurd_puzzle::puzzle::{Metric, Puzzle};

/// The metrics of the objectives, which count first.
pub fn primary(puzzle: &dyn Puzzle) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for objective in puzzle.objectives() {
        if !names.contains(&objective.metric) {
            names.push(objective.metric);
        }
    }
    names
}

/// Whether `one` makes `other` superfluous. Both are metrics of the same puzzle.
pub fn at_least_as_good(primary: &[&str], one: &[Metric], other: &[Metric]) -> bool {
    let pairs = || one.iter().zip(other).map(|(one, other)| (one.name, one.value, other.value));
    let mut equal = true;
    for (_, one, other) in pairs().filter(|(name, ..)| primary.contains(name)) {
        if one > other {
            return false;
        }
        equal &= one == other;
    }
    let rest = || pairs().filter(|(name, ..)| !primary.contains(name));
    !equal || rest().map(|(_, one, _)| one).le(rest().map(|(_, _, other)| other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(moves: u64, pushes: u64, lines: u64, changes: u64) -> Vec<Metric> {
        [("moves", moves), ("pushes", pushes), ("box_lines", lines), ("box_changes", changes)]
            .map(|(name, value)| Metric { name, value })
            .to_vec()
    }

    #[test]
    fn first_values_then_second_ones() {
        let better = |one: &[Metric], other: &[Metric]| at_least_as_good(&["pushes", "moves"], one, other);
        let middle = metrics(10, 5, 3, 3);
        for (other, forth, back) in [
            (metrics(10, 5, 3, 3), true, true),
            (metrics(11, 5, 1, 1), true, false),
            (metrics(9, 6, 1, 1), false, false),
            (metrics(10, 5, 2, 9), false, true),
            (metrics(10, 5, 3, 4), true, false),
        ] {
            assert_eq!((better(&middle, &other), better(&other, &middle)), (forth, back), "{other:?}");
        }
    }
}
