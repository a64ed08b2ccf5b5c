//! The table of formats: the only place that lists them.

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{CannotWrite, Format, Output, ReadOptions};

use super::board_formats::{self, LISTING_LACKS, write_listing, write_school};
use super::level_record::Container::{self, Boards};
use super::level_record::{ALL, Extra, FormatRow, GAMES, LevelRecord};
use super::{pusher_db, slc};

const XSB: Format = text("xsb", "boards with titles, authors and notes", &["xsb"]);
const SOK: Format = Format {
    holds_solutions: true,
    ..text("sok", "boards, titles, authors, notes and games, as YASC and others read them", &["sok"])
};
const SLC: Format = text("slc", "XML of sourcecode.se: boards, titles, authors", &["slc"]);
const RLE: Format = text("rle", "as xsb, with each board on one line and counts before letters", &["rle"]);
const PUSHER: Format = text("pusher", "the listing of the levels of pusher.exe", &[]);
const PUSHER_DB: Format = text("pusher-db", "levels packed for pusher.exe, as assembler text", &["asm", "db"]);
const PUSHER_BIN: Format = Format {
    is_text: false,
    ..text("pusher-bin", "levels packed for pusher.exe, as bytes; read from anywhere in a file", &["bin", "exe", "com"])
};
const SCHOOL: Format = text("school", "one board of 30 by 20 squares", &[]);

const fn text(name: &'static str, summary: &'static str, extensions: &'static [&'static str]) -> Format {
    Format { name, summary, extensions, is_text: true, holds_solutions: false }
}

/// The descriptions of all formats, in the order of help.
pub const FORMATS: &[Format] = &[XSB, SOK, SLC, RLE, PUSHER, PUSHER_DB, PUSHER_BIN, SCHOOL];

/// All formats; the first that claims a text is its format.
pub(super) const ROWS: [FormatRow; FORMATS.len()] = [
    FormatRow { format: XSB, container: Boards("xsb"), lacks: &[GAMES], write: board_formats::XSB },
    FormatRow { format: SOK, container: Boards("sok"), lacks: &[], write: board_formats::SOK },
    FormatRow { format: SLC, container: slc::XML, lacks: slc::LACKS, write: slc::WRITE },
    FormatRow { format: RLE, container: Boards("xsb"), lacks: &[GAMES], write: board_formats::RLE },
    FormatRow { format: PUSHER, container: Boards("pusher"), lacks: LISTING_LACKS, write: write_listing },
    FormatRow { format: PUSHER_DB, container: pusher_db::LISTED, lacks: ALL, write: pusher_db::write },
    FormatRow { format: PUSHER_BIN, container: pusher_db::BYTES, lacks: ALL, write: pusher_db::write_bytes },
    FormatRow { format: SCHOOL, container: Boards("school"), lacks: ALL, write: write_school },
];

/// The format of that name.
pub(super) fn named(name: &str) -> Result<FormatRow, Diagnostic> {
    let unknown = || {
        let names = FORMATS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ");
        Diagnostic::new(format!("unknown format '{name}'")).help(format!("formats: {names}"))
    };
    ROWS.into_iter().find(|row| row.format.name == name).ok_or_else(unknown)
}

/// The container of a text in an unknown format: that of the first format that claims it, or boards, for which an extension
/// may name another dialect than XSB to try first.
pub(super) fn detected(text: &str, options: &ReadOptions) -> Container {
    let claims = |row: &&FormatRow| match row.container {
        Container::Bytes { .. } => options.is_binary,
        Container::Text { claims, .. } => !options.is_binary && claims(text),
        Boards(_) => false,
    };
    let has_ending = |row: &&FormatRow| {
        let extensions = row.format.extensions;
        matches!(row.container, Boards(_)) && options.extension.as_deref().is_some_and(|it| extensions.contains(&it))
    };
    let row = ROWS.iter().find(claims).or_else(|| ROWS.iter().find(has_ending));
    row.map_or(ROWS[0].container, |row| row.container)
}

/// Whether a binary file holds levels in one of the formats.
pub(crate) fn claims_bytes(bytes: &[u8]) -> bool {
    ROWS.iter().any(|row| matches!(row.container, Container::Bytes { claims, .. } if claims(bytes)))
}

/// Writes levels in one of [`FORMATS`].
///
/// # Errors
/// The format is not a format of levels, or cannot hold one of them.
pub fn write_as(format: &Format, levels: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    let row = named(format.name).map_err(|_| format!("levels cannot be written as {}", format.name))?;
    let lost = |(one, several, count): &Extra| match levels.iter().zip(1..).map(|(level, at)| count(level, at)).sum() {
        0_usize => None,
        1 => Some((*one).to_owned()),
        number => Some(several.replace('#', &number.to_string())),
    };
    Ok(Output { bytes: (row.write)(levels)?, losses: row.lacks.iter().filter_map(lost).collect() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_extensions_are_unique() {
        let names: BTreeSet<_> = FORMATS.iter().map(|format| format.name).collect();
        assert_eq!(names.len(), ROWS.len());
        let extensions: Vec<_> = FORMATS.iter().flat_map(|format| format.extensions).collect();
        let unique: BTreeSet<_> = extensions.iter().collect();
        assert_eq!(unique.len(), extensions.len());
    }

    #[test]
    fn only_binary_formats_are_no_text() {
        for row in ROWS {
            let is_binary = matches!(row.container, Container::Bytes { .. });
            assert_eq!(row.format.is_text, !is_binary, "{}", row.format.name);
        }
    }
}
