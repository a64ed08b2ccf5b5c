//! The plug-ins of the program and some of its collections, for tests.

use lurd_puzzle::catalog::Catalog;

/// Both plug-ins, and the collections that tests name.
#[must_use]
pub fn builtin() -> Catalog {
    Catalog::default()
        .with(lurd_shifter::Shifter)
        .with(lurd_sokoban::Sokoban)
        .with_collection("missile.shift", include_str!("../../../puzzles/missile.shift"))
        .with_collection("primer.xsb", include_str!("../../../puzzles/primer.xsb"))
        .with_collection("pusher.xsb", include_str!("../../../puzzles/pusher.xsb"))
        .with_collection("stuck.xsb", include_str!("../../../puzzles/stuck.xsb"))
}
