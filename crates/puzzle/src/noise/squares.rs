//! How squares stand beside each other, and boards: separators between squares, and boards side by side.

use std::ops::Range;

use super::{
    RowIn, is_row,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::{Line, lines};

/// What may separate squares: the first that fits all lines of a board. A blank may be a square, too.
const SEPARATORS: [(&str, &str); 8] = [
    (" | ", "separators"),
    (", ", "separators"),
    ("  ", "blanks"),
    (" ", "blanks"),
    (",", "separators"),
    ("\t", "tabs"),
    ("|", "separators"),
    (";", "separators"),
];
/// The minimum and the maximum number of lines of a board.
const LINES: std::ops::RangeInclusive<usize> = 3..=2_000;
/// The maximum number of lines directly above a board.
const MAX_TITLE: usize = 2;
/// The minimum width of a board beside another, and its minimum number of rows; the maximum number of boards, of lines, and of
/// bytes.
const MIN_SIDE: usize = 3;
const MAX_BOARDS: usize = 30;
const MAX_LINES: usize = 1_000;
const MAX_BYTES: usize = 1 << 18;

/// The lines of a text between blank lines, and the blank ones.
fn blocks<'l, 't>(lines: &'l [Line<'t>]) -> impl Iterator<Item = &'l [Line<'t>]> {
    lines.chunk_by(|one, other| one.is_blank() == other.is_blank())
}

/// Takes off what stands between the squares of boards.
pub(super) fn separators(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<_> = lines(text).collect();
    let mut rewriter = Rewriter::new(text);
    let mut what = None;
    for block in blocks(&all) {
        // A table has rules between its rows.
        let filled: Vec<_> = block.iter().filter(|line| !is_rule(line.text)).copied().collect();
        // The first lines may be a title.
        let found = (0..=MAX_TITLE.min(filled.len())).find_map(|title| {
            let of =
                |&(separator, name): &(&str, &'static str)| Some((name, squares(&filled[title..], separator, row_in)?));
            SEPARATORS.iter().find_map(of).map(|(name, squares)| (title, name, squares))
        });
        let Some((title, name, squares)) = found else { continue };
        what.get_or_insert(name);
        for (line, row) in filled[title..].iter().zip(squares) {
            if rewriter.text().is_empty() || line.start == filled[title].start {
                rewriter.copy_to(line.start);
            }
            for square in row {
                if square.is_empty() { rewriter.write(square, " ") } else { rewriter.copy(square) }
            }
            rewriter.copy(line.end..line.next);
        }
        rewriter.skip_to(block[block.len() - 1].next);
    }
    rewriter.copy_to(text.len());
    rewriter.finish(format!("{} between squares are taken off", what?), false)
}

/// The squares of each line, if all lines consist of squares with that separator and several are rows of a board. An empty place
/// is a square without a letter.
fn squares(lines: &[Line<'_>], separator: &str, row_in: &RowIn<'_>) -> Option<Vec<Vec<Range<usize>>>> {
    if !LINES.contains(&lines.len()) || !lines[1].text.contains(separator) {
        return None;
    }
    let is_blank = separator.trim().is_empty() && separator != "\t";
    let margin = |line: &Line<'_>| line.text.len() - line.text.trim_start_matches(' ').len();
    let opened = |text: &str| text.len() - text.trim_start_matches([' ', '[', '{', '(']).len();
    // Otherwise the first bar stands behind an empty place.
    let is_framed = lines.iter().all(|line| line.text[opened(line.text)..].starts_with('|'));
    let margin = if is_blank { lines.iter().map(margin).min().unwrap_or(0) } else { 0 };
    let mut rows = 0;
    let mut found = Vec::with_capacity(lines.len());
    for line in lines {
        let cut = if is_blank { margin } else { opened(line.text) + usize::from(is_framed) };
        let mut content = line.behind(cut);
        if !is_blank {
            content.text = content.text.trim_end_matches([' ', ']', '}', ')', ';', ',', '|']);
        }
        let squares = if is_blank { stepped(&content, separator)? } else { split(&content, separator)? };
        let letter = |square: &Range<usize>| {
            let inner = square.start - content.start..square.end - content.start;
            content.text.get(inner).filter(|letter| !letter.is_empty()).unwrap_or(" ")
        };
        let row: String = squares.iter().map(letter).collect();
        rows += usize::from(row.trim().chars().count() > 2 && is_row(row_in, &row));
        found.push(squares);
    }
    (rows >= 2).then_some(found)
}

/// Whether a line is a rule of a table: `|---|---|`.
fn is_rule(line: &str) -> bool {
    line.contains("---") && line.contains(['|', '+']) && line.chars().all(|letter| "|+-=: ".contains(letter))
}

/// Squares at equal distances: a blank may be a square, too.
fn stepped(line: &Line<'_>, separator: &str) -> Option<Vec<Range<usize>>> {
    let letters: Vec<(usize, char)> = line.text.char_indices().collect();
    let square = |chunk: &[(usize, char)]| {
        let (&(at, letter), blanks) = chunk.split_first()?;
        let start = line.start + at;
        blanks.iter().all(|(_, blank)| *blank == ' ').then(|| start..start + letter.len_utf8())
    };
    letters.chunks(1 + separator.len()).map(square).collect()
}

/// Squares between separators, of at most one letter each.
fn split(line: &Line<'_>, separator: &str) -> Option<Vec<Range<usize>>> {
    let square = |square: &str| {
        let inner = square.trim_matches([' ', '\'', '"']);
        let start = line.start + (inner.as_ptr() as usize - line.text.as_ptr() as usize);
        (inner.chars().count() <= 1).then(|| start..start + inner.len())
    };
    line.text.split(separator).map(square).collect()
}

/// Writes boards that stand side by side one below the other. The lines above them are their titles.
pub(super) fn beside(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<_> = lines(text).collect();
    let mut rewriter = Rewriter::new(text);
    for block in blocks(&all) {
        let has_row = |line: &&Line<'_>| row_in(line.text).is_some();
        let title = block.iter().take_while(|line| !has_row(line)).count();
        let rows = block[title..].iter().take_while(has_row).count();
        let length = block[block.len() - 1].end - block[0].start;
        if !(MIN_SIDE..=MAX_LINES).contains(&rows) || length > MAX_BYTES {
            continue;
        }
        let columns = columns_of(&block[title..title + rows], row_in);
        if columns.len() < 2 {
            continue;
        }
        rewriter.copy_to(block[0].start);
        for column in &columns {
            for part in block[..title + rows].iter().map(|line| part_of(line, column)).filter(|part| !part.is_empty()) {
                rewriter.copy(part.clone());
                rewriter.write(part.end..part.end, "\n");
            }
            rewriter.write(block[title].start..block[title].start, "\n");
        }
        rewriter.skip_to(block[title + rows - 1].next);
    }
    rewriter.copy_to(text.len());
    rewriter.finish("boards side by side are read one after the other", false)
}

/// The columns of each board: blank ones separate them. A title may reach up to the next board. Text behind rows is no board.
fn columns_of(rows: &[Line<'_>], row_in: &RowIn<'_>) -> Vec<Range<usize>> {
    let mut filled: Vec<bool> = Vec::new();
    for (column, letter) in rows.iter().flat_map(|line| line.text.chars().enumerate()) {
        filled.resize(filled.len().max(column + 1), false);
        filled[column] |= !letter.is_whitespace();
    }
    let is_start = |column: &usize| filled[*column] && (*column == 0 || !filled[*column - 1]);
    let starts: Vec<usize> = (0..filled.len()).filter(is_start).take(MAX_BOARDS + 1).collect();
    let is_wide = |start: &usize| filled[*start..].iter().take_while(|is_filled| **is_filled).count() >= MIN_SIDE;
    if starts.len() > MAX_BOARDS || !starts.iter().all(is_wide) {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
    let columns: Vec<_> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    let has_rows = |columns: &Range<usize>| {
        let parts = rows.iter().map(|line| {
            let part = part_of(line, columns);
            line.text.get(part.start - line.start..part.end - line.start).unwrap_or_default()
        });
        parts.filter(|part| is_row(row_in, part)).count() >= MIN_SIDE
    };
    if columns.iter().all(has_rows) { columns } else { Vec::new() }
}

/// The part of a line in these columns, without blanks behind it.
fn part_of(line: &Line<'_>, columns: &Range<usize>) -> Range<usize> {
    let byte = |column: usize| line.text.char_indices().nth(column).map_or(line.text.len(), |(at, _)| at);
    let (start, end) = (byte(columns.start), byte(columns.end));
    line.start + start..line.start + start + line.text[start..end].trim_end().len()
}
