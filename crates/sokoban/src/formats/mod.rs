//! Texts of levels: reading and writing, one file per format.
//!
//! [`read`] and [`read_with`] detect the format and the dialect of a text and read its levels; [`write_as`]
//! writes levels in one of [`FORMATS`] and lists what the format cannot hold. A reader makes a [`Grid`] of
//! each board; [`Level::from_grid`](crate::level::Level::from_grid) decides whether the grid is a
//! legal level.
//!
//! To add a format, write a file with its reader, its writer and its `ROW`, add the row to `registry::ROWS`,
//! and give `tests/library/formats/every_format.rs` a sample.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `detect` | reading a text whose format or dialect may be unknown |
//! | `registry` | the table of formats |
//! | `xsb`, `sok`, `rle`, `slc`, `pusher`, `pusher_db`, `pusher_bin`, `school` | one format each |
//! | `board_text` | boards among titles, notes and games, in any dialect |
//! | [`packed_levels`] | the packed levels of `pusher.exe` |
//! | `row` | the type of a row of the table |
//! | `level_record` | a level to be written |
//! | `reading` | the levels read from a text |
//! | `validate` | from grids to legal levels |
//! | `grid`, [`dialect`] | boards as written; alphabets |

mod board_text;
mod detect;
pub mod dialect;
mod grid;
mod level_record;
pub mod packed_levels;
mod pusher;
mod pusher_bin;
mod pusher_db;
mod reading;
mod registry;
mod rle;
mod row;
mod school;
mod slc;
mod sok;
mod validate;
mod xsb;

pub(crate) use detect::has_walls;
pub use detect::{read, read_with, wants_more};
pub use grid::{Cell, Grid, Row};
pub(crate) use grid::{MAX_HEIGHT, MAX_WIDTH};
pub use level_record::LevelRecord;
pub use reading::LevelEntry;
pub(crate) use registry::claims_bytes;
pub use registry::{FORMATS, write_as};
pub(crate) use sok::add_to_sok;
pub(crate) use validate::MAX_INSIDE;
pub(crate) use validate::counted;
