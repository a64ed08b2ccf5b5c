//! Texts of levels: reading and writing, in every format.
//!
//! [`read`] and [`read_with`] detect the format and the dialect of a text and read its levels; [`write_as`] writes
//! levels in one of [`FORMATS`] and lists what the format cannot hold. A reader makes a [`Grid`] of each board;
//! [`Level::from_grid`](crate::level::Level::from_grid) decides whether the grid is a legal level.
//!
//! To add a format, write its writer and, unless it is boards among text, its reader, add its row to `registry::ROWS`,
//! and give `tests/library/formats/every_format.rs` a sample.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `detect` | reading a text whose format or dialect may be unknown, with what copying has added |
//! | `registry` | the table of formats |
//! | `board_formats` | writing the formats that are boards among text: `xsb`, `sok`, `rle`, `pusher`, `school` |
//! | `slc` | the format `slc`, which is XML |
//! | `pusher_db` | the formats of packed levels: `pusher-db`, `pusher-bin` |
//! | `board_text` | boards among titles, notes and games, in any dialect |
//! | [`packed_levels`] | the packed levels of `pusher.exe` |
//! | `level_record` | a level to be written; the levels read from a text; the type of a row of the table |
//! | `validate` | from grids to legal levels |
//! | `grid`, [`dialect`] | boards as written; alphabets |

mod board_formats;
mod board_text;
mod detect;
pub mod dialect;
mod grid;
mod level_record;
pub mod packed_levels;
mod pusher_db;
mod registry;
mod slc;
mod validate;

pub use detect::{read, read_with};
pub use grid::{Grid, GridCell, Row};
pub use level_record::{LevelEntry, LevelRecord};
pub use registry::{FORMATS, write_as};

pub(crate) use board_text::writer::add_to_sok;
pub(crate) use detect::{confidence, is_dialect, of_first_board, typed_so_far};
pub(crate) use grid::{MAX_HEIGHT, MAX_WIDTH};
pub(crate) use registry::claims_bytes;
pub(crate) use validate::{MAX_INSIDE, counted};
