//! Lines of sizes above boards, as courses and contests write them: `2 4`, the rows and the columns or the other way round, or
//! `3` for a square; once, or above each board.

use super::lines::{Kind, Piece, Row};
use crate::rules::MAX_CELLS;

/// Marks the lines of sizes among rows, and the rows where second boards begin. A line is one of a size if exactly so many
/// rows follow, twice; once only if the text has no other rows.
pub(super) fn mark(text: &str, pieces: &mut [Piece]) {
    let (mut at, mut after) = (0, 0);
    while at < pieces.len() {
        let Some((sizes, second, end)) = boards_below(text, pieces, at, after) else {
            at += 1;
            continue;
        };
        for at in sizes {
            pieces[at].kind = Kind::Size;
        }
        if let Some(Piece { kind: Kind::Rows(rows), .. }) = pieces.get_mut(second) {
            rows.is_first = true;
        }
        (at, after) = (end, end);
    }
}

/// The row of a piece that has one.
pub(super) fn row(pieces: &[Piece], at: usize) -> Option<&Row> {
    let [row] = pieces.get(at)?.plain()? else { return None };
    Some(row)
}

/// The numbers of a row that may say a size; of a square, its side twice.
pub(super) fn size(text: &str, row: &Row) -> Option<[usize; 2]> {
    let words = text[row.place.clone()].split([' ', '\t', ',', 'x', 'X', '\u{d7}']).filter(|word| !word.is_empty());
    let side = |word: &str| word.parse().ok().filter(|side| (2..=MAX_CELLS).contains(side));
    let sides: Vec<usize> = words.take(3).map(side).collect::<Option<_>>()?;
    let (height, width) = match sides.as_slice() {
        [side] => (*side, *side),
        [first, last] => (*first, *last),
        _ => return None,
    };
    (height * width <= MAX_CELLS).then_some([height, width])
}

/// The pieces of sizes, the first row of the second board, and the piece behind it. After `after` a row above means that this
/// is one, too.
fn boards_below(text: &str, pieces: &[Piece], at: usize, after: usize) -> Option<(Vec<usize>, usize, usize)> {
    let [height, width] = size(text, row(pieces, at)?)?;
    let is_size =
        |other: usize| row(pieces, other).is_some_and(|row| text[row.place.clone()] == text[pieces[at].place.clone()]);
    let is_wide = |at: usize, columns: usize| row(pieces, at).is_some_and(|row| row.width == columns);
    let are_rows = |piece: &Piece| matches!(piece.kind, Kind::Rows(_));
    // The next row, or line of other text.
    let is_line = |at: &usize| are_rows(&pieces[*at]) || matches!(pieces[*at].kind, Kind::Text | Kind::Size);
    let below = |at: usize| (at..pieces.len()).find(is_line).unwrap_or(pieces.len());
    [[height, width], [width, height]].into_iter().find_map(|[height, columns]| {
        let end = |start: usize| {
            let lines = (start..pieces.len()).filter(|at| !matches!(pieces[*at].kind, Kind::Comment)).take(height);
            let rows: Vec<usize> = lines.filter(|at| is_wide(*at, columns)).collect();
            (rows.len() == height).then(|| rows[height - 1] + 1)
        };
        // A number above the keyword of a board is a title.
        let is_keyword = |piece: &Piece| matches!(piece.kind, Kind::Name(name) if name.is_keyword);
        let is_other = pieces[at..below(at + 1)].iter().any(is_keyword) || (at > after && is_wide(at - 1, columns));
        let first = end(below(at + 1)).filter(|_| !is_other)?;
        let next = below(first);
        if !pieces[next..].iter().chain(&pieces[..at]).any(are_rows) {
            return Some((vec![at], pieces.len(), first));
        }
        let sizes = if is_size(next) { vec![at, next] } else { vec![at] };
        let second = if is_size(next) { below(next + 1) } else { next };
        let behind = end(second).filter(|end| is_size(*end) || !is_wide(*end, columns))?;
        Some((sizes, second, behind))
    })
}
