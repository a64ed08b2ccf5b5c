//! Drawing levels.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `draft` | a level that is being drawn |
//! | `check` | the problems of a draft |
//! | `brush` | painting a square |
//! | `canvas` | a rectangle of squares, and transformations of it |

mod brush;
mod canvas;
mod check;
pub(super) mod draft;
