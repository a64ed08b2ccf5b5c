//! The table of formats: the only place that lists them.

use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

use crate::formats::{
    board_formats,
    level_record::{Container, FormatRow, LevelRecord},
    pusher_db, slc,
};

/// All formats, in the order of help.
pub(super) const ROWS: [FormatRow; 8] = [
    board_formats::XSB_ROW,
    board_formats::SOK_ROW,
    slc::ROW,
    board_formats::RLE_ROW,
    board_formats::LISTING_ROW,
    pusher_db::ROW,
    pusher_db::BYTES_ROW,
    board_formats::SCHOOL_ROW,
];

/// The descriptions of all formats, in the order of help.
pub const FORMATS: &[Format] = &{
    let mut formats = [ROWS[0].format; ROWS.len()];
    let mut index = 1;
    while index < ROWS.len() {
        formats[index] = ROWS[index].format;
        index += 1;
    }
    formats
};

pub(super) fn row(name: &str) -> Option<FormatRow> {
    ROWS.into_iter().find(|row| row.format.name == name)
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
    let row = row(format.name).ok_or_else(|| format!("levels cannot be written as {}", format.name))?;
    (row.write)(levels)
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
