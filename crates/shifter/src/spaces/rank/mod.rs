//! A number for every arrangement of the cells of a small board.
//!
//! The colours are split into two groups. A rank has three digits: which cells belong to the first
//! group (a set of cells, numbered in the order of their bit patterns), how the first group is arranged
//! within its cells, how the second is arranged within the others. A shift takes a set of cells to a set
//! of cells, and permutes each group by a permutation that depends on the set alone; with two groups of
//! about equal size there are few arrangements of each, so that what a permutation does to them fits
//! into tables of some hundred bytes. All states with one set of cells are adjacent, and so are their
//! neighbours by one shift: the table of distances is read and written block by block.

mod combinations;
mod group;
pub(crate) mod ranking;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod walker;
