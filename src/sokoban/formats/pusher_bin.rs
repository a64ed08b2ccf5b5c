//! `pusher-bin`: packed levels as bytes, one after the other, read from anywhere in a file.

use crate::puzzle::{CannotWrite, Format, Output};
use crate::sokoban::formats::level_record::{Extra, LevelRecord, losses};
use crate::sokoban::formats::packed_levels::{pack_all, scan};
use crate::sokoban::formats::row::{Container, FormatRow};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "pusher-bin",
        summary: "levels packed for pusher.exe, as bytes; read from anywhere in a file",
        endings: &["bin", "exe", "com"],
        is_text: false,
        holds_solutions: false,
    },
    container: Container::Bytes { claims: scan::holds_levels, read: scan::read },
    write,
};

fn write(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    Ok(Output { bytes: pack_all(records)?.concat(), losses: losses(records, &Extra::ALL) })
}
