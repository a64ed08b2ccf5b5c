//! Playing and editing: positions, keys and pointer, answers press by press, boards being drawn.

pub(crate) mod controls;
pub(crate) mod draft;
pub(crate) mod instructions;
