//! Plain listings: that of `pusher.exe`'s levels as their extractor prints them, and the boards of
//! the school project, which has one level of 30 by 20 squares a file.

use std::fmt::Write as _;

use crate::puzzle::Output;
use crate::sokoban::formats::dialect::{Dialect, PUSHER, SCHOOL};
use crate::sokoban::formats::level_record::LevelRecord;
use crate::sokoban::formats::pusher_packed;

/// What the extractor writes between levels.
const LINE: &str = "*************************************\n";

/// The listing of levels in pusher's letters. Offsets are those of the file that the levels were
/// unpacked from, or else those that they would have packed one behind the other.
pub(super) fn write_pusher(leaves: &[LevelRecord<'_>]) -> Result<Output, String> {
    let mut text = String::new();
    let mut next = 0;
    let first = leaves
        .first()
        .and_then(|level_record| level_record.metadata.bytes.clone())
        .map_or(0, |bytes| bytes.start);
    for (level_record, number) in leaves.iter().zip(1..) {
        let rows = rows(level_record, &PUSHER, number)?;
        let bytes = match level_record.metadata.bytes.clone() {
            Some(bytes) => Some(bytes),
            None => pusher_packed::pack(&level_record.level).ok().map(|packed| next..next + packed.len()),
        };
        let _ = writeln!(text, "{LINE}Maze: {number}");
        if let Some(bytes) = bytes {
            let table = bytes.start.saturating_sub(first);
            let _ = writeln!(text, "File offset: {:04X}, table offset: {table:04X}", bytes.start);
            let _ = writeln!(
                text,
                "Size X: {}\nSize Y: {}",
                level_record.level.width(),
                level_record.level.height()
            );
            let last = bytes.end.saturating_sub(1);
            let _ = writeln!(text, "End: {last:04X}\nLength: {}", bytes.len());
            next = bytes.end;
        }
        text.push('\n');
        for row in rows {
            text.push_str(&row);
            text.push('\n');
        }
        text.push('\n');
    }
    text.push_str(LINE);
    let mut losses = LevelRecord::losses(leaves, &["header", "authors", "notes", "games", "flags"]);
    let titled = leaves.iter().zip(1..).filter(|(level_record, number)| {
        level_record.level.title().is_some_and(|title| title != format!("Maze {number}"))
    });
    match titled.count() {
        0 => {}
        1 => losses.push("1 title".to_owned()),
        count => losses.push(format!("{count} titles")),
    }
    Ok(Output { bytes: text.into_bytes(), losses })
}

/// The columns and rows of a level of the school project.
const SCHOOL_SIZE: (usize, usize) = (30, 20);

/// The one level of a file, filled up with floor.
pub(super) fn write_school(leaves: &[LevelRecord<'_>]) -> Result<Output, String> {
    let [level_record] = leaves else {
        return Err(format!(
            "a school file holds one level, not {}: choose one, as in levels.xsb:12",
            leaves.len()
        ));
    };
    let (width, height) = SCHOOL_SIZE;
    if level_record.level.width() > width || level_record.level.height() > height {
        let size = format!("{} x {}", level_record.level.width(), level_record.level.height());
        return Err(format!("a school level has {width} x {height} squares, this one {size}"));
    }
    let mut text = String::new();
    let rows = rows(level_record, &SCHOOL, 1)?;
    for row in rows.into_iter().chain(std::iter::repeat(String::new())).take(height) {
        let _ = writeln!(text, "{row:width$}");
    }
    let losses = LevelRecord::losses(leaves, &["header", "titles", "authors", "notes", "games", "flags"]);
    Ok(Output { bytes: text.into_bytes(), losses })
}

/// The rows of a level in the letters of a dialect, filled up with floor.
fn rows(level_record: &LevelRecord<'_>, dialect: &Dialect, number: usize) -> Result<Vec<String>, String> {
    let level = &level_record.level;
    (0..level.height())
        .map(|row| {
            (row * level.width()..(row + 1) * level.width())
                .map(|square| {
                    dialect.letter(level.square(square)).ok_or_else(|| {
                        format!(
                            "level {number}: the player at {} stands on a goal, for which {} has no letter",
                            level.place(square),
                            dialect.name
                        )
                    })
                })
                .collect()
        })
        .collect()
}
