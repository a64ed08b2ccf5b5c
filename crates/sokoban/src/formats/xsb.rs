//! `xsb`: boards whose titles and notes are comments, which programs that know only boards can read.

use crate::formats::board_text::writer::{TextStyle, write};
use crate::formats::dialect::XSB;
use crate::formats::level_record::{Extra, losses};
use crate::formats::row::{Container, FormatRow};
use crate::xsb;
use lurd_puzzle::puzzle::{Format, Output};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "xsb",
        summary: "boards with titles, authors and notes",
        endings: &["xsb"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards(&XSB),
    write: |records| {
        let text = write(records, TextStyle { is_commented: true, board: xsb::rows });
        Ok(Output { bytes: text.into_bytes(), losses: losses(records, &[Extra::Games]) })
    },
};
