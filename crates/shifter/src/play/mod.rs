//! Playing and editing: positions, keys and pointer, answers press by press, boards being drawn.

mod controls;
pub(crate) mod draft;
pub(crate) mod instructions;
pub(crate) mod pad_words;
pub(crate) mod position;
