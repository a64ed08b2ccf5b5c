//! The puzzle that a report is about.

use lurd_puzzle::puzzle::Puzzle;

/// A puzzle with its name and origin, at the head of most reports.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Title, or the reference of a puzzle without one.
    pub name: &'a str,
    /// Reference that resolves to the puzzle.
    pub reference: &'a str,
    /// File or collection, or `<prompt>`.
    pub source: &'a str,
    /// Index within the source, from 1.
    pub index: usize,
    /// The puzzle itself.
    pub puzzle: &'a dyn Puzzle,
}
