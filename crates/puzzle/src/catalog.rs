//! The plug-ins, the built-in puzzles, and references to puzzles.
//!
//! `build.rs` lists the folder `puzzles/`; its files are embedded, so lurd works in any folder.
//! [`Catalog::resolve`] turns what the user typed (`missile/4`, `levels.xsb:12`, `-`, or the puzzle itself)
//! into [`Item`]s.

mod choose;
mod files;
mod item;
mod nearest;
mod reference;
mod registered;
mod resolve;

pub use files::{Encoding, decode, text_of};
pub use item::{InputError, Item, Source, Typed};
pub use nearest::{did_you_mean, nearest};
pub use reference::{NumberRange, Reference, is_puzzle_text};
pub use registered::{Catalog, Collection};
