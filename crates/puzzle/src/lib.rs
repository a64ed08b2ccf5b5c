//! The interface of a kind of puzzle, apart from how it is searched: the traits of a plug-in, errors in inputs with their
//! places, and the replay of answers by the plain rules. It contains no code for a particular puzzle.
//!
//! | module | contents |
//! |---|---|
//! | [`catalog`] | the plug-ins and collections of a program, and references to puzzles |
//! | [`verify`] | replay of answers by the plain rules |
//! | [`puzzle`] | the traits of a plug-in: a puzzle as the user sees it |
//! | [`links`] | links to the page in the browser, which carry a puzzle |
//! | [`noise`] | what copying adds to texts, taken off |
//! | [`diagnostic`] | what is wrong with an input, where, and how to fix it |
//!
//! ```
//! use lurd_puzzle::diagnostic::Diagnostic;
//!
//! let error = Diagnostic::new("row 2 has 3 tiles, row 1 has 4").at(5..8, "one tile missing").help("add a tile");
//! assert_eq!(error.to_string(), "row 2 has 3 tiles, row 1 has 4; add a tile");
//! ```

pub mod catalog;
pub mod diagnostic;
pub mod lines;
pub mod links;
pub mod noise;
pub mod puzzle;
pub mod verify;
