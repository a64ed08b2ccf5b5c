//! What several tests need: a solver too simple to be wrong, and small random levels.

#![allow(dead_code, unreachable_pub, reason = "every test uses its own part")]

pub mod collections;
pub mod levels;
pub mod notes;
pub mod oracle;
pub mod processor;
pub mod random;

use std::ops::Div;

use lurd::sokoban::{Level, formats};

/// Whether tests take all of their random samples: if `LURD_FULL` is set, as `tests/opt-in.sh` does.
pub fn takes_all() -> bool {
    std::env::var_os("LURD_FULL").is_some()
}

/// How many of so many random samples a test takes: an eighth, or [all](takes_all).
pub fn samples<T: Div<Output = T> + From<u8>>(all: T) -> T {
    if takes_all() { all } else { all / T::from(8) }
}

/// The only level in `text`, which is legal.
pub fn level(text: &str) -> Level {
    let mut entries = formats::read(text).expect("a text with a level");
    assert_eq!(entries.len(), 1, "{text}");
    entries.remove(0).level.expect("a legal level")
}
