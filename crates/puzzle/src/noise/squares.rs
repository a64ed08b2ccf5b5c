//! How squares stand beside each other, and boards: separators between squares, and boards side by side.

use std::ops::{Range, RangeInclusive};

use super::{
    RowIn, is_row,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::{Line, lines};

/// What may separate squares: the first that fits all lines of a board. A blank may be a square, too.
const SEPARATORS: [(&str, &[&str]); 4] =
    [("separators", &[" | ", ", "]), ("blanks", &["  ", " "]), ("tabs", &["\t"]), ("separators", &[",", "|", ";"])];
/// The minimum and the maximum number of lines of a board.
const LINES: RangeInclusive<usize> = 3..=2_000;
/// The maximum number of lines directly above a board.
const MAX_TITLE: usize = 2;
/// The minimum width of a board beside another, its number of rows, the maximum number of boards, and of bytes.
const MIN_SIDE: usize = 3;
const ROWS: RangeInclusive<usize> = 3..=1_000;
const MAX_BOARDS: usize = 30;
const MAX_BYTES: usize = 1 << 18;

/// The lines of a text between blank lines, and the blank ones.
fn blocks<'l, 't>(lines: &'l [Line<'t>]) -> impl Iterator<Item = &'l [Line<'t>]> {
    lines.chunk_by(|one, other| one.is_blank() == other.is_blank())
}

/// The bytes of a part of a text.
fn place_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// Takes off what stands between the squares of boards.
pub(super) fn separators(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<_> = lines(text).collect();
    // `|---|---|`
    let is_rule = |line: &str| {
        line.contains("---") && line.contains(['|', '+']) && line.chars().all(|letter| "|+-=: ".contains(letter))
    };
    let mut replacements = Vec::new();
    let mut what = None;
    for block in blocks(&all) {
        // A table has rules between its rows.
        let filled: Vec<_> = block.iter().filter(|line| !is_rule(line.text)).copied().collect();
        // The first lines may be a title.
        let found = (0..=MAX_TITLE.min(filled.len())).find_map(|title| {
            let rows = &filled[title..];
            let squares = |of: &[&str]| of.iter().find_map(|separator| squares(rows, separator, row_in));
            SEPARATORS.iter().find_map(|(name, of)| Some((rows, name, squares(of)?)))
        });
        let Some((rows, name, squares)) = found else { continue };
        what.get_or_insert(name);
        let mut at = rows[0].start;
        for (line, squares) in rows.iter().zip(squares) {
            for place in squares.into_iter().map(|square| place_in(text, square)) {
                replacements.push((at..place.start, ""));
                at = place.end;
                if place.is_empty() {
                    replacements.push((place, " "));
                }
            }
            replacements.push((at..line.end, ""));
            at = line.next;
        }
        replacements.push((at..block[block.len() - 1].next, ""));
    }
    Rewriter::with(text, replacements).finish(format!("{} between squares are taken off", what?), false)
}

/// The squares of each line, if all lines consist of squares with that separator and several are rows of a board. An empty place
/// is a square without a letter.
fn squares<'t>(lines: &[Line<'t>], separator: &str, row_in: &RowIn<'_>) -> Option<Vec<Vec<&'t str>>> {
    if !LINES.contains(&lines.len()) || !lines[1].text.contains(separator) {
        return None;
    }
    let margin = lines.iter().map(|line| line.text.len() - line.text.trim_start_matches(' ').len()).min()?;
    let inside = |line: &Line<'t>| line.text.trim_start_matches([' ', '[', '{', '(']);
    // Otherwise the first bar stands behind an empty place.
    let is_framed = lines.iter().all(|line| inside(line).starts_with('|'));
    let row = |line: &Line<'t>| -> Option<Vec<&'t str>> {
        if separator.trim_matches(' ').is_empty() {
            // A square and as many blanks; a blank may be a square, too.
            let letters: Vec<&str> = line.text[margin..].split_inclusive(|_| true).collect();
            let square = |chunk: &[&'t str]| chunk[1..].iter().all(|blank| *blank == " ").then_some(chunk[0]);
            return letters.chunks(1 + separator.len()).map(square).collect();
        }
        let row = &inside(line)[usize::from(is_framed)..];
        let squares = row.trim_end_matches([' ', ']', '}', ')', ';', ',', '|']).split(separator);
        let squares = squares.map(|square| square.trim_matches([' ', '\'', '"']));
        squares.map(|square| square.chars().nth(1).is_none().then_some(square)).collect()
    };
    let found = lines.iter().map(row).collect::<Option<Vec<_>>>()?;
    let is_row = |squares: &&Vec<&str>| {
        let row: String = squares.iter().map(|square| if square.is_empty() { " " } else { square }).collect();
        row.trim().chars().nth(2).is_some() && is_row(row_in, &row)
    };
    (found.iter().filter(is_row).count() >= 2).then_some(found)
}

/// Takes off the blank lines between the rows of a text in which all rows stand alone, as a page shows paragraphs.
pub(super) fn double_spacing(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let all: Vec<_> = lines(text).map(|line| (is_row(row_in, line.text), line)).collect();
    if all.windows(2).any(|pair| pair[0].0 && pair[1].0) {
        return None;
    }
    let is_between = |three: &&[(bool, Line<'_>)]| three[0].0 && three[1].1.is_blank() && three[2].0;
    let blanks = all.windows(3).filter(is_between).map(|three| (three[1].1.start..three[1].1.next, ""));
    Rewriter::with(text, blanks).finish("blank lines between rows are taken off", false)
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
        if !ROWS.contains(&rows) || length > MAX_BYTES {
            continue;
        }
        let (lines, board) = (&block[..title + rows], &block[title..title + rows]);
        rewriter.copy_to(block[0].start);
        for columns in columns_of(board, row_in) {
            for part in lines.iter().map(|line| part_of(line.text, &columns)).filter(|part| !part.is_empty()) {
                let place = place_in(text, part);
                rewriter.copy(place.clone());
                rewriter.write(place.end..place.end, "\n");
            }
            rewriter.write(board[0].start..board[0].start, "\n");
            rewriter.write(board[rows - 1].next..board[rows - 1].next, "");
        }
    }
    rewriter.copy_to(text.len());
    rewriter.finish("boards side by side are read one after the other", false)
}

/// The columns of each board, if there are several: blank ones separate them. A title may reach up to the next board. Text
/// behind rows is no board.
fn columns_of(rows: &[Line<'_>], row_in: &RowIn<'_>) -> Vec<Range<usize>> {
    let mut filled: Vec<bool> = Vec::new();
    for (column, letter) in rows.iter().flat_map(|line| line.text.chars().enumerate()) {
        filled.resize(filled.len().max(column + 1), false);
        filled[column] |= !letter.is_whitespace();
    }
    let filled: Vec<usize> = (0..filled.len()).filter(|column| filled[*column]).collect();
    let all: Vec<&[usize]> = filled.chunk_by(|one, next| *next == one + 1).take(MAX_BOARDS + 1).collect();
    let ends = all.iter().skip(1).map(|columns| columns[0]).chain([usize::MAX]);
    let columns: Vec<_> = all.iter().zip(ends).map(|(columns, end)| columns[0]..end).collect();
    let is_board = |columns: &Range<usize>| {
        let parts = rows.iter().map(|line| part_of(line.text, columns));
        parts.filter(|part| is_row(row_in, part)).count() >= *ROWS.start()
    };
    let are_wide = all.iter().all(|columns| columns.len() >= MIN_SIDE);
    let are_boards = are_wide && (2..=MAX_BOARDS).contains(&columns.len()) && columns.iter().all(is_board);
    if are_boards { columns } else { Vec::new() }
}

/// The part of a line in these columns, without blanks behind it.
fn part_of<'t>(line: &'t str, columns: &Range<usize>) -> &'t str {
    let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    line[byte(columns.start)..byte(columns.end)].trim_end()
}
