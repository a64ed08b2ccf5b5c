//! `pusher-bin`: packed levels as bytes, one after the other, read from anywhere in a file.

use crate::formats::level_record::{Extra, LevelRecord, losses};
use crate::formats::packed_levels::{pack_all, scan};
use crate::formats::row::{Container, FormatRow};
use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

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
