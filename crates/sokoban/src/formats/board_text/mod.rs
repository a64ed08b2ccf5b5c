//! Boards among titles, notes and games, in any dialect: the formats `xsb`, `sok`, `rle`, `pusher` and
//! `school`.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `reader` | reading a text, line by line |
//! | `saved_games` | the lines of games below a board |
//! | `entries` | what becomes of a board at its end |
//! | `reader_state` | the state of the reader |
//! | `writer` | writing a text |
//! | `games` | which lines are games |
//! | `board_rows` | the rows of a board while they are read |
//! | `notes`, `metadata_block` | the text between two boards: titles, authors, notes, flags |
//! | `line_kind`, `keys` | kinds of lines; lines `Key: value` |
//! | `comment`, `left_out` | blocks of comment; rows that belong to no level |
//! | `lines` | the lines of a text |

mod board_rows;
mod comment;
mod entries;
mod games;
mod keys;
pub(super) mod left_out;
mod line_kind;
pub(super) mod lines;
mod metadata_block;
mod notes;
pub(super) mod reader;
mod reader_state;
mod saved_games;
pub(super) mod writer;
