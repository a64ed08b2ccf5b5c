//! `school`: the levels of a school project in C#, one board of 30 by 20 squares per file.

use std::fmt::Write as _;

use crate::formats::dialect::SCHOOL;
use crate::formats::level_record::{Extra, LevelRecord, losses};
use crate::formats::row::{Container, FormatRow};
use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "school",
        summary: "one board of 30 by 20 squares",
        endings: &[],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Boards(&SCHOOL),
    write,
};

/// The number of columns and rows.
const SIZE: (usize, usize) = (30, 20);

fn write(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    let [record] = records else {
        let count = records.len();
        let message =
            format!("a school file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let (width, height) = SIZE;
    if record.level.width() > width || record.level.height() > height {
        let size = format!("{} x {}", record.level.width(), record.level.height());
        return Err(format!("a school level has {width} x {height} squares, this one has {size}").into());
    }
    let rows = record.rows(&SCHOOL, 1)?;
    let mut text = String::new();
    for row in rows.into_iter().chain(std::iter::repeat(String::new())).take(height) {
        let _ = writeln!(text, "{row:width$}");
    }
    Ok(Output { bytes: text.into_bytes(), losses: losses(records, &Extra::ALL) })
}
