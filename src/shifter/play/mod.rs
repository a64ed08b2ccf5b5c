//! Playing and editing: positions, keys and pointer, boards being drawn.

mod controls;
pub(crate) mod draft;
pub(crate) mod position;
