//! Directions as LURD writes them.

pub use lurd_puzzle::puzzle::PadDirection as Direction;
