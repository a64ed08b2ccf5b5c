//! Boards among titles, notes and games, in any dialect.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `writer` | writing a text |
//! | `reader` | reading a text, line by line: boards, notes, games |
//! | `games` | which lines are games, also those with a fault |
//! | `letters` | boards in letters that nothing explains |
//! | `distribution` | what the texts between boards say of which level |
//! | `about` | the text between two boards: what its lines are, the title by position |
//! | `left_out` | rows that belong to no level |
//! | `keys` | lines `Key: value`; blocks of comment |
//! | `rows` | which lines are rows; boards that nothing separates |
//! | `walled` | rows as parts of lines |
//! | `legend` | what texts say about their letters |

mod about;
pub(super) mod distribution;
mod games;
mod keys;
pub(super) mod left_out;
pub(super) mod legend;
pub(super) mod letters;
pub(super) mod reader;
pub(super) mod rows;
pub(super) mod walled;
pub(super) mod writer;
