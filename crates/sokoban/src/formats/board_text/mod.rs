//! Boards among titles, notes and games, in any dialect: the formats `xsb`, `sok`, `rle`, `pusher` and `school`.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `writer` | writing a text |
//! | `reader` | reading a text, line by line: rows of boards, notes, games, and what becomes of them |
//! | `metadata_block` | the text between two boards: titles, authors, flags |
//! | `games` | which lines are games, also those with a fault |
//! | `lines` | lines and their kinds; lines `Key: value`; blocks of comment; rows that belong to no level |

mod games;
pub(super) mod lines;
mod metadata_block;
pub(super) mod reader;
pub(super) mod writer;
