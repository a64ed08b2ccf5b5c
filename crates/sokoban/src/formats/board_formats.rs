//! The writers of the formats that are boards among text: `xsb`, `sok`, `rle`, `school` and `pusher`.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::CannotWrite;

use super::board_text::writer::write;
use super::level_record::{AUTHORS, Extra, FLAGS, GAMES, HEADERS, LevelRecord, NOTES, Write};
use super::packed_levels;
use crate::{level::Level, notation::lurd, xsb};

/// Writes `xsb`: boards whose titles and notes are comments, which programs that know only boards can read.
pub(super) const XSB: Write = |levels| Ok(write(levels, true, xsb::write_xsb).into_bytes());

/// Writes `sok`: boards with titles, authors, notes and games, as YASC and others read them.
pub(super) const SOK: Write = |levels| Ok(write(levels, false, xsb::write_xsb).into_bytes());

/// Writes `rle`: one board per line, with counts before letters: `5#|#@$.#|5#`. Floor is `-`, which survives mail.
/// Sources: sokobano.de; the manual of YSokoban.
pub(super) const RLE: Write = |levels| {
    let line = |level: &Level| lurd::shorten(xsb::write_line(level).replace(' ', "-").as_bytes(), 2) + "\n";
    Ok(write(levels, true, line).into_bytes())
};

/// Writes `school`: the levels of a school project in C#, one board of 30 by 20 squares per file.
pub(super) fn write_school(records: &[LevelRecord<'_>]) -> Result<Vec<u8>, CannotWrite> {
    const WIDTH: usize = 30;
    const HEIGHT: usize = 20;
    let [record] = records else {
        let count = records.len();
        let message = format!("a school file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let (width, height) = (record.level.width(), record.level.height());
    if width > WIDTH || height > HEIGHT {
        let message = format!("a school level has {WIDTH} x {HEIGHT} squares, this one has {width} x {height}");
        return Err(message.into());
    }
    let mut rows = record.rows("school", 1)?;
    rows.resize(HEIGHT, String::new());
    Ok((rows.iter().map(|row| format!("{row:WIDTH$}")).collect::<Vec<_>>().join("\n") + "\n").into_bytes())
}

const SEPARATOR: &str = "*************************************\n";

pub(super) const LISTING_LACKS: &[Extra] = &[HEADERS, AUTHORS, NOTES, GAMES, FLAGS, OTHER_TITLES];

/// Titles that a listing does not give its levels anyway.
const OTHER_TITLES: Extra = ("1 title", "# titles", |record, number| {
    usize::from(record.level.title().is_some_and(|title| title != format!("Maze {number}")))
});

/// Writes `pusher`, the listing that the extractor of `pusher.exe`'s levels prints. The offsets are those of the file that the
/// levels were unpacked from, or those that the levels would have if they were packed one after the other.
pub(super) fn write_listing(records: &[LevelRecord<'_>]) -> Result<Vec<u8>, CannotWrite> {
    let (mut text, mut next) = (String::new(), 0);
    let first = records.first().and_then(|record| record.metadata.bytes.as_ref()).map_or(0, |bytes| bytes.start);
    for (record, number) in records.iter().zip(1..) {
        let (level, rows) = (&record.level, record.rows("pusher", number)?.join("\n"));
        let packed = || packed_levels::pack(level).ok().map(|packed| next..next + packed.len());
        let _ = writeln!(text, "{SEPARATOR}Maze: {number}");
        if let Some(bytes) = record.metadata.bytes.clone().or_else(packed) {
            next = bytes.end;
            let (table, last) = (bytes.start.saturating_sub(first), bytes.end.saturating_sub(1));
            let _ = writeln!(text, "File offset: {:04X}, table offset: {table:04X}", bytes.start);
            let _ = writeln!(text, "Size X: {}\nSize Y: {}", level.width(), level.height());
            let _ = writeln!(text, "End: {last:04X}\nLength: {}", bytes.len());
        }
        let _ = writeln!(text, "\n{rows}\n");
    }
    Ok((text + SEPARATOR).into_bytes())
}
