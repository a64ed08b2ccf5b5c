//! The catalog of the program: both plug-ins and the collections of `puzzles/`.

use lurd_shifter::Shifter;
use lurd_sokoban::Sokoban;

pub use lurd_puzzle::catalog::*;

/// The names of the files in `puzzles/` and their texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// The built-in plug-ins and collections.
#[must_use]
pub fn builtin() -> Catalog {
    let catalog = Catalog::default().with(Shifter).with(Sokoban);
    EMBEDDED.iter().fold(catalog, |catalog, (file, text)| catalog.with_collection(file, text))
}
