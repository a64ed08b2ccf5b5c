//! What the classes of difficulty begin with.

use std::ops::RangeInclusive;

use lurd_engine::search::random::Random;
use lurd_puzzle::puzzle::Difficulty;

/// Where to look for levels of a class. The rating decides what is kept.
pub(super) struct ClassPlan {
    /// Columns and rows, including walls.
    pub(super) columns: RangeInclusive<usize>,
    pub(super) rows: RangeInclusive<usize>,
    pub(super) boxes: RangeInclusive<usize>,
    /// The changes that are tried on each shape and its goals.
    pub(super) changes: usize,
    /// The positions that are stored for each of them.
    pub(super) positions: usize,
    /// The pushes of the answer, of which each level aims at one.
    pub(super) pushes: RangeInclusive<usize>,
}

impl ClassPlan {
    pub(super) fn of(class: Difficulty) -> Self {
        match class {
            Difficulty::Easy => Self {
                columns: 6..=8,
                rows: 6..=7,
                boxes: 2..=2,
                changes: 10,
                positions: 20_000,
                pushes: 7..=14,
            },
            Difficulty::Medium => Self {
                columns: 7..=8,
                rows: 7..=8,
                boxes: 3..=3,
                changes: 60,
                positions: 20_000,
                pushes: 14..=26,
            },
            Difficulty::Hard => Self {
                columns: 7..=8,
                rows: 7..=8,
                boxes: 3..=3,
                changes: 250,
                positions: 20_000,
                pushes: 26..=45,
            },
            Difficulty::Expert => Self {
                columns: 7..=9,
                rows: 7..=8,
                boxes: 4..=4,
                changes: 300,
                positions: 60_000,
                pushes: 35..=80,
            },
        }
    }
}

/// A random number in a range.
pub(super) fn pick(range: &RangeInclusive<usize>, random: &mut Random) -> usize {
    range.start() + random.below(range.end() - range.start() + 1)
}
