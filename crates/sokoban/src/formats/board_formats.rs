//! The formats that are boards among text: `xsb`, `sok`, `rle`, `school` and `pusher`.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::{CannotWrite, Format, Metadata, Output, SavedGame};

use super::{
    board_text::writer::{TextStyle, append, insert_game, write},
    level_record::{Container, Extra, FormatRow, LevelRecord, losses},
    packed_levels,
};
use crate::{level::Level, notation::lurd, xsb};

// `xsb`: boards whose titles and notes are comments, which programs that know only boards can read.

pub(super) const XSB_ROW: FormatRow = FormatRow {
    format: Format {
        name: "xsb",
        summary: "boards with titles, authors and notes",
        extensions: &["xsb"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards("xsb"),
    write: |records| {
        let text = write(records, TextStyle { is_commented: true, titles_are_keys: false, board: xsb::rows });
        Ok(Output { bytes: text.into_bytes(), losses: losses(records, &[Extra::Games]) })
    },
};

// `sok`: boards with titles, authors, notes and games, as YASC and others read them.

pub(super) const SOK_ROW: FormatRow = FormatRow {
    format: Format {
        name: "sok",
        summary: "boards, titles, authors, notes and games, as YASC and others read them",
        extensions: &["sok"],
        is_text: true,
        holds_solutions: true,
    },
    container: Container::Boards("sok"),
    write: |records| Ok(Output { bytes: write(records, STYLE).into_bytes(), losses: Vec::new() }),
};

const STYLE: TextStyle = TextStyle { is_commented: false, titles_are_keys: false, board: xsb::rows };

/// Adds a game to a text: at byte `end`, where the data of its level ends, or together with the level at the
/// end of the text. Everything else is unchanged.
pub(crate) fn add_to_sok(
    text: &str,
    end: Option<usize>,
    level: &Level,
    metadata: &Metadata,
    game: Option<&SavedGame>,
) -> String {
    if let Some((before, after)) = end.and_then(|end| text.split_at_checked(end)) {
        return insert_game(before, after, level, game);
    }
    let mut games = metadata.games.clone();
    games.extend(game.cloned());
    let metadata = Metadata { games, header: String::new(), ..metadata.clone() };
    append(text, &LevelRecord { level: level.clone(), metadata: &metadata, flags: "" }, STYLE)
}

// `rle`: one board per line, with counts before letters: `5#|#@$.#|5#`. Floor is `-`, which survives mail.
// Sources: sokobano.de; the manual of YSokoban.

pub(super) const RLE_ROW: FormatRow = FormatRow {
    format: Format {
        name: "rle",
        summary: "as xsb, with each board on one line and counts before letters",
        extensions: &["rle"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards("xsb"),
    write: |records| {
        let text =
            write(records, TextStyle { is_commented: true, titles_are_keys: false, board: |level| vec![line(level)] });
        Ok(Output { bytes: text.into_bytes(), losses: losses(records, &[Extra::Games]) })
    },
};

fn line(level: &Level) -> String {
    let rows = xsb::rows(level).into_iter().map(|row| row.replace(' ', "-"));
    rows.map(|row| lurd::shorten(row.as_bytes(), 2)).collect::<Vec<_>>().join("|")
}

// `school`: the levels of a school project in C#, one board of 30 by 20 squares per file.

pub(super) const SCHOOL_ROW: FormatRow = FormatRow {
    format: Format {
        name: "school",
        summary: "one board of 30 by 20 squares",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards("school"),
    write: write_school,
};

/// The number of columns and rows.
const SIZE: (usize, usize) = (30, 20);

fn write_school(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    let [record] = records else {
        let count = records.len();
        let message = format!("a school file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let (width, height) = SIZE;
    if record.level.width() > width || record.level.height() > height {
        let size = format!("{} x {}", record.level.width(), record.level.height());
        return Err(format!("a school level has {width} x {height} squares, this one has {size}").into());
    }
    let rows = record.rows("school", 1)?;
    let mut text = String::new();
    for row in rows.into_iter().chain(std::iter::repeat(String::new())).take(height) {
        let _ = writeln!(text, "{row:width$}");
    }
    Ok(Output { bytes: text.into_bytes(), losses: losses(records, &Extra::ALL) })
}

// `pusher`: the listing that the extractor of `pusher.exe`'s levels prints.

pub(super) const LISTING_ROW: FormatRow = FormatRow {
    format: Format {
        name: "pusher",
        summary: "the listing of the levels of pusher.exe",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards("pusher"),
    write: write_listing,
};

const SEPARATOR: &str = "*************************************\n";

/// Writes a listing. The offsets are those of the file that the levels were unpacked from, or those that the
/// levels would have if they were packed one after the other.
fn write_listing(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    let mut text = String::new();
    let mut next = 0;
    let first = records.first().and_then(|record| record.metadata.bytes.as_ref()).map_or(0, |bytes| bytes.start);
    for (record, number) in records.iter().zip(1..) {
        let level = &record.level;
        let rows = record.rows("pusher", number)?;
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
    let mut losses = losses(records, &[Extra::Header, Extra::Author, Extra::Notes, Extra::Games, Extra::Flags]);
    let is_lost = |(record, number): &(&LevelRecord<'_>, i32)| {
        record.level.title().is_some_and(|title| title != format!("Maze {number}"))
    };
    match records.iter().zip(1..).filter(is_lost).count() {
        0 => {}
        count => losses.push(Extra::Title.describe(count)),
    }
    Ok(Output { bytes: text.into_bytes(), losses })
}
