//! `pusher`: the listing that the extractor of `pusher.exe`'s levels prints.

use std::fmt::Write as _;

use crate::formats::dialect::PUSHER;
use crate::formats::level_record::{Extra, LevelRecord, losses};
use crate::formats::packed_levels;
use crate::formats::row::{Container, FormatRow};
use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "pusher",
        summary: "the listing of the levels of pusher.exe",
        endings: &[],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards(&PUSHER),
    write,
};

const SEPARATOR: &str = "*************************************\n";

/// Writes a listing. The offsets are those of the file that the levels were unpacked from, or those that the
/// levels would have if they were packed one after the other.
fn write(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    let mut text = String::new();
    let mut next = 0;
    let first =
        records.first().and_then(|record| record.metadata.bytes.as_ref()).map_or(0, |bytes| bytes.start);
    for (record, number) in records.iter().zip(1..) {
        let level = &record.level;
        let rows = record.rows(&PUSHER, number)?;
        let packed = || packed_levels::pack(level).ok().map(|packed| next..next + packed.len());
        let bytes = record.metadata.bytes.clone().or_else(packed);
        let _ = writeln!(text, "{SEPARATOR}Maze: {number}");
        if let Some(bytes) = bytes {
            let table = bytes.start.saturating_sub(first);
            let _ = writeln!(text, "File offset: {:04X}, table offset: {table:04X}", bytes.start);
            let _ = writeln!(text, "Size X: {}\nSize Y: {}", level.width(), level.height());
            let last = bytes.end.saturating_sub(1);
            let _ = writeln!(text, "End: {last:04X}\nLength: {}", bytes.len());
            next = bytes.end;
        }
        let _ = writeln!(text, "\n{}\n", rows.join("\n"));
    }
    text.push_str(SEPARATOR);
    let mut losses =
        losses(records, &[Extra::Header, Extra::Author, Extra::Notes, Extra::Games, Extra::Flags]);
    let is_lost = |(record, number): &(&LevelRecord<'_>, i32)| {
        record.level.title().is_some_and(|title| title != format!("Maze {number}"))
    };
    match records.iter().zip(1..).filter(is_lost).count() {
        0 => {}
        count => losses.push(Extra::Title.describe(count)),
    }
    Ok(Output { bytes: text.into_bytes(), losses })
}
