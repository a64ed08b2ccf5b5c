//! Every way to write puzzles and answers.
//!
//! A text becomes a puzzle in steps: lines, tokens, rows, boards, pairs of a source and a target. The source has a name
//! (`source:`, `Start:`), or an arrow or the target follows it; a game id of Sixteen has both. In a target `?` accepts any
//! tile. After a target `locked: row 0, columns 2 3` names lines that cannot be shifted. Lines that begin with `;` are
//! comments: `; lurd: FLAGS`, games (`; solution: ..`), and notes on the puzzle above or below them. Of other lines, the
//! last before a puzzle is its title. A puzzle that cannot be read does not prevent the next one from being read.
//!
//! # The grammar
//!
//! ```text
//! text   = { line }
//! line   = blank | comment | game id | drawn line | name | "Moves:" steps | other text
//!        | [ "Row 2:" | "Size:" ] { name ":" | arrow | list | rows | "locked:" lines } [ comment ]
//! rows   = row { row end row } [ row end ]          row  = word | tile { separator tile }
//! list   = "[" tiles or rows or lists of tiles "]"   tile = character | number | colour | picture
//! board  = [ size ] list | [ size ] { rows on lines below one another }
//! pair   = [ name ] board [ arrow | name ] board [ "locked:" lines ]
//! puzzle = pair | board, whose tiles become those in order | game id
//! ```
//!
//! | sign | in a line | in a table | in a list |
//! |---|---|---|---|
//! | blank | ends a tile, or a row of letters where no slash does (`RRBG GGBB`) | ends a tile | ends a tile |
//! | comma | ends a tile | ends a tile | ends a tile |
//! | bar | ends a row | ends a tile | ends a row |
//! | slash, semicolon | ends a row | ends a row | ends a row |
//! | closing bracket | nothing | nothing | ends a row |
//! | end of the line | ends a row | ends a row | nothing, or the row of a flat list |
//!
//! The words of names are a table in `labels`, the characters that separate and the arrows are tables in `tokens`. A line
//! without `->` and `source:` that has anything else than these is other text; with them it is a board that cannot be read.
//! Two boards are a pair if a keyword (`source:`) or an arrow says so; if a name or a word in place of an arrow does, and they
//! look like boards; or if nothing does, and an even number of boards of one shape follow one another.
//!
//! Modules import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `reader` | the puzzles of a text with their titles, notes and games; whether a text is a shifter |
//! | `rows` | boards typed row by row |
//! | `pairs` | from pieces to boards, and from boards to pairs |
//! | `sizes` | lines that say how many rows and columns the boards below them have |
//! | `lines` | from lines to pieces: rows, names of boards, arrows, other text |
//! | `sixteen` | game ids of Simon Tatham's Sixteen |
//! | `build` | from two boards to a puzzle: shape, tiles, lines that cannot be shifted |
//! | `labels` | the words beside boards: a table with their meanings |
//! | `tokens` | from characters to tokens: tables of separators, arrows, pictures and colours; labels of tiles |
//! | `games` | games, notes and flags in comments |
//! | `steps` | answers |

mod build;
pub(crate) mod games;
mod labels;
mod lines;
mod pairs;
pub(crate) mod reader;
pub(crate) mod rows;
mod sixteen;
mod sizes;
pub(crate) mod steps;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tokens;
