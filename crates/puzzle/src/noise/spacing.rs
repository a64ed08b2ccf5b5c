//! Separators between the squares of a board: blanks, commas, tabs, bars.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten, lines},
};

const SEPARATORS: [&str; 8] = [" | ", ", ", "  ", " ", ",", "\t", "|", ";"];
/// The minimum and the maximum number of lines of a board.
const LINES: std::ops::RangeInclusive<usize> = 3..=2_000;
/// The maximum number of lines directly above a board.
const MAX_TITLE: usize = 2;

/// Takes off what stands between the squares of boards.
pub(super) fn between_squares(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<_> = lines(text).collect();
    let is_blank = |line: &Range<usize>| text[line.clone()].trim().is_empty();
    let mut rewriter = Rewriter::new(text);
    let mut note = None;
    for all_of_block in all.chunk_by(|(one, _), (other, _)| is_blank(one) == is_blank(other)) {
        // A table has rules between its rows.
        let block: Vec<_> = all_of_block.iter().filter(|(line, _)| !is_rule(&text[line.clone()])).collect();
        let places: Vec<_> = block.iter().map(|(line, _)| line.clone()).collect();
        // The first lines may be a title.
        let found = (0..=MAX_TITLE.min(places.len())).find_map(|title| {
            let board = &places[title..];
            SEPARATORS.iter().find_map(|separator| {
                let squares = squares(text, board, separator, row_in)?;
                Some((title, separator, squares))
            })
        });
        let Some((title, separator, squares)) = found else {
            for (_, whole) in all_of_block {
                rewriter.copy(whole.clone());
            }
            continue;
        };
        note.get_or_insert(match separator.trim() {
            "" if *separator == "\t" => "tabs between squares are taken off",
            "" => "blanks between squares are taken off",
            _ => "separators between squares are taken off",
        });
        for (_, whole) in &block[..title] {
            rewriter.copy(whole.clone());
        }
        for ((line, whole), row) in block[title..].iter().zip(squares) {
            for square in row {
                if square.is_empty() {
                    rewriter.write(square, " ");
                } else {
                    rewriter.copy(square);
                }
            }
            rewriter.copy(line.end..whole.end);
        }
    }
    rewriter.finish(note?, false)
}

/// The squares of each line, if all lines consist of squares with that separator and several are rows of a board.
/// An empty place is a square without a letter.
fn squares(text: &str, lines: &[Range<usize>], separator: &str, row_in: &RowIn<'_>) -> Option<Vec<Vec<Range<usize>>>> {
    if !LINES.contains(&lines.len()) || !text[lines[1].clone()].contains(separator) {
        return None;
    }
    let is_blank = separator.trim().is_empty() && separator != "\t";
    let margin = |line: &Range<usize>| text[line.clone()].len() - text[line.clone()].trim_start_matches(' ').len();
    let opened = |line: &Range<usize>| text[line.clone()].trim_start_matches([' ', '[', '{', '(']);
    // Otherwise the first bar stands behind an empty place.
    let is_framed = lines.iter().all(|line| opened(line).starts_with('|'));
    let margin = if is_blank { lines.iter().map(margin).min().unwrap_or(0) } else { 0 };
    let mut rows = 0;
    let mut found = Vec::with_capacity(lines.len());
    for line in lines {
        let content = if is_blank {
            line.start + margin..line.end
        } else {
            let inner = &opened(line)[usize::from(is_framed)..];
            let start = line.end - inner.len();
            start..start + inner.trim_end_matches([' ', ']', '}', ')', ';', ',', '|']).len()
        };
        let squares = if is_blank { stepped(text, content, separator)? } else { split(text, content, separator)? };
        let row: String =
            squares.iter().map(|square| text.get(square.clone()).filter(|it| !it.is_empty()).unwrap_or(" ")).collect();
        let row = row.trim();
        rows += usize::from(row_in(row).is_some_and(|place| place == (0..row.len())) && row.chars().count() > 2);
        found.push(squares);
    }
    (rows >= 2).then_some(found)
}

/// Whether a line is a rule of a table: `|---|---|`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains("---") && line.contains(['|', '+']) && line.chars().all(|letter| "|+-=: ".contains(letter))
}

/// Squares at equal distances: a blank may be a square, too.
fn stepped(text: &str, line: Range<usize>, separator: &str) -> Option<Vec<Range<usize>>> {
    let letters: Vec<(usize, char)> = text[line.clone()].char_indices().collect();
    let step = 1 + separator.len();
    let mut squares = Vec::new();
    for chunk in letters.chunks(step) {
        let (square, blanks) = chunk.split_first()?;
        if blanks.iter().any(|(_, letter)| *letter != ' ') {
            return None;
        }
        let start = line.start + square.0;
        squares.push(start..start + square.1.len_utf8());
    }
    Some(squares)
}

/// Squares between separators, of at most one letter each.
fn split(text: &str, line: Range<usize>, separator: &str) -> Option<Vec<Range<usize>>> {
    let mut squares = Vec::new();
    let mut start = line.start;
    for square in text[line].split(separator) {
        let next = start + square.len() + separator.len();
        let inner = square.trim_matches([' ', '\'', '"']);
        if inner.chars().count() > 1 {
            return None;
        }
        let at = start + square.find(inner).unwrap_or(0);
        squares.push(at..at + inner.len());
        start = next;
    }
    Some(squares)
}
