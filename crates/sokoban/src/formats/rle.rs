//! `rle`: one board per line, with counts before letters: `5#|#@$.#|5#`. Floor is `-`, which survives mail.
//! Sources: sokobano.de; the manual of YSokoban.

use crate::formats::board_text::writer::{TextStyle, write};
use crate::formats::dialect::XSB;
use crate::formats::level_record::{Extra, losses};
use crate::formats::row::{Container, FormatRow};
use crate::level::Level;
use crate::notation::run_length;
use crate::xsb;
use lurd_puzzle::puzzle::{Format, Output};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "rle",
        summary: "as xsb, with each board on one line and counts before letters",
        endings: &["rle"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards(&XSB),
    write: |records| {
        let text = write(records, TextStyle { is_commented: true, board: |level| vec![line(level)] });
        Ok(Output { bytes: text.into_bytes(), losses: losses(records, &[Extra::Games]) })
    },
};

fn line(level: &Level) -> String {
    let rows = xsb::rows(level).into_iter().map(|row| row.replace(' ', "-"));
    rows.map(|row| run_length::shorten(row.as_bytes(), 2)).collect::<Vec<_>>().join("|")
}
