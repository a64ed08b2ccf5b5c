//! A puzzle as a space to search, in three encodings, with its heuristics and its move pruning.
//!
//! - `button_space`: boards with the lit row and column, for the fewest presses
//! - `byte_space`: boards of any size, a byte per cell; `packed`: small boards in one word
//! - `move_pruning`: pairs of moves that need not follow each other; the distance of the tiles from their targets
//! - `cursor_view`: boards relative to the lit lines, for counting by presses; `symmetry`: classes of boards
//! - `rank`: a number for every arrangement of a small board; `reduced`: of one of each class; `orbits`: how many classes
//!   there are; `fields`: the fields of a word

pub(crate) mod button_space;
pub(crate) mod byte_space;
pub(crate) mod cursor_view;
pub(crate) mod fields;
pub(crate) mod move_pruning;
pub(crate) mod orbits;
pub(crate) mod packed;
pub(crate) mod rank;
pub(crate) mod reduced;
pub(crate) mod symmetry;
