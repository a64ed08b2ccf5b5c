//! The plug-ins, the built-in puzzles, and references to puzzles.
//!
//! `build.rs` lists the folder `puzzles/`; its files are embedded, so lurd works in any folder. [`Catalog::resolve`]
//! turns what the user typed (`missile/4`, `levels.xsb:12`, `-`, or the puzzle itself) into [`Item`]s.

mod files;
mod reference;
mod registered;
mod suggestions;

pub use files::{decode, text_of};
pub use reference::{NumberRange, Reference, is_puzzle_text};
pub use registered::{Catalog, Collection, FolderCollection, InputError, Item, Source, Typed};
pub use suggestions::{did_you_mean, nearest};
