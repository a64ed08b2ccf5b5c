//! Boards that only their walls separate: side by side, as in a table of pictures, or one directly below the other.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten, lines},
};

/// The minimum width of a board, and its minimum number of rows.
const MIN_SIDE: usize = 3;
/// The maximum number of lines of boards side by side, and of boards.
const MAX_LINES: usize = 1_000;
const MAX_BOARDS: usize = 30;
/// The maximum length of boards side by side, in bytes.
const MAX_BYTES: usize = 1 << 18;

/// The place of a line, without and with its end.
type Line = (Range<usize>, Range<usize>);

/// Writes boards that stand side by side one below the other. The lines above them are their titles.
pub(super) fn beside(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<Line> = lines(text).collect();
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    let mut rewriter = Rewriter::new(text);
    for block in all.chunk_by(|(one, _), (other, _)| is_blank(one) == is_blank(other)) {
        let is_row = |(line, _): &&Line| row_in(&text[line.clone()]).is_some();
        let title = block.iter().take_while(|line| !is_row(line)).count();
        let rows = block[title..].iter().take_while(is_row).count();
        let length = block.last().map_or(0, |(line, _)| line.end) - block[0].0.start;
        let columns = if (MIN_SIDE..=MAX_LINES).contains(&rows) && length <= MAX_BYTES {
            columns_of(text, &block[title..title + rows], row_in)
        } else {
            Vec::new()
        };
        if columns.len() < 2 {
            for (_, whole) in block {
                rewriter.copy(whole.clone());
            }
            continue;
        }
        for column in &columns {
            for (line, _) in &block[..title + rows] {
                let part = part_of(text, line, column);
                if !text[part.clone()].trim().is_empty() {
                    rewriter.copy(part.clone());
                    rewriter.write(part.end..part.end, "\n");
                }
            }
            rewriter.write(block[title].0.start..block[title].0.start, "\n");
        }
        for (_, whole) in &block[title + rows..] {
            rewriter.copy(whole.clone());
        }
    }
    rewriter.finish("boards side by side are read one after the other", false)
}

/// The columns of each board: blank ones separate them. A title may reach up to the next board. Text behind rows is no board.
fn columns_of(text: &str, rows: &[Line], row_in: &RowIn<'_>) -> Vec<Range<usize>> {
    let mut filled: Vec<bool> = Vec::new();
    for (line, _) in rows {
        for (column, letter) in text[line.clone()].chars().enumerate() {
            if column >= filled.len() {
                filled.push(false);
            }
            filled[column] |= !letter.is_whitespace();
        }
    }
    let mut boards: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for run in filled.chunk_by(|one, other| one == other) {
        if run[0] {
            boards.push(at..at + run.len());
        }
        at += run.len();
    }
    if boards.len() > MAX_BOARDS || boards.iter().any(|board| board.len() < MIN_SIDE) {
        return Vec::new();
    }
    let starts: Vec<usize> = boards.iter().skip(1).map(|board| board.start).chain([usize::MAX]).collect();
    let is_row = |row: &str| row_in(row).is_some_and(|place| place == (0..row.len()));
    let has_rows = |columns: &Range<usize>| {
        rows.iter().filter(|(line, _)| is_row(text[part_of(text, line, columns)].trim())).count() >= MIN_SIDE
    };
    let columns: Vec<_> = boards.into_iter().zip(starts).map(|(board, next)| board.start..next).collect();
    if columns.iter().all(has_rows) { columns } else { Vec::new() }
}

/// The part of a line in these columns, without blanks behind it.
fn part_of(text: &str, line: &Range<usize>, columns: &Range<usize>) -> Range<usize> {
    let content = &text[line.clone()];
    let byte = |column: usize| content.char_indices().nth(column).map_or(content.len(), |(at, _)| at);
    let (start, end) = (byte(columns.start), byte(columns.end));
    let length = content[start..end].trim_end().len();
    line.start + start..line.start + start + length
}

/// Writes an empty line between boards of which one ends and the next one begins with a row of walls only.
pub(super) fn stacked(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let mut rewriter = Rewriter::new(text);
    // Whether the row above is one of walls, the number of rows above since the last empty line, and whether there is
    // something between walls among them.
    let (mut after_walls, mut rows, mut has_squares) = (false, 0, false);
    for (line, whole) in lines(text) {
        let content = text[line].trim();
        let is_row = row_in(content).is_some_and(|row| row == (0..content.len()));
        let wall = content.chars().next();
        let is_walls = is_row && content.chars().all(|letter| Some(letter) == wall);
        if is_walls && after_walls && has_squares && rows >= MIN_SIDE {
            rewriter.write(whole.start..whole.start, "\n");
            (rows, has_squares) = (0, false);
        }
        rows = if is_row { rows + 1 } else { 0 };
        has_squares = is_row && (has_squares || !is_walls);
        after_walls = is_walls;
        rewriter.copy(whole);
    }
    rewriter.finish("boards directly below each other are read as several", false)
}
