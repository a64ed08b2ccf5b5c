//! Lines of sizes above boards, as courses and contests write them: `2 4`, the rows and the columns or the other way round, or
//! `3` for a square; once, or above each board.

use super::lines::{Kind, Piece, Row, place_of};
use crate::rules::MAX_CELLS;

/// Marks the lines of sizes among rows. A line is one of a size if exactly so many rows follow, twice; once only if the text
/// has no other rows.
pub(super) fn mark(text: &str, pieces: &mut [Piece<'_>]) {
    let (mut at, mut after) = (0, 0);
    while at < pieces.len() {
        let Some((height, again, end)) = boards_below(text, pieces, at, after) else {
            at += 1;
            continue;
        };
        for at in [at, again] {
            pieces[at].kind = Kind::Size(height);
        }
        (at, after) = (end, end);
    }
}

/// The number of rows that a row says above rows of a width, of which it says that, too; of a square, its side.
pub(super) fn height(text: &str, row: &Row<'_>, width: usize) -> Option<usize> {
    let words = text[place_of([row])].split([' ', '\t', ',', 'x', 'X', '\u{d7}']).filter(|word| !word.is_empty());
    let sides: Vec<usize> = words.map(|word| word.parse().ok().filter(|side| *side > 1)).collect::<Option<_>>()?;
    let ([one, other] | [one @ other]) = sides[..] else { return None };
    let height = if width == other { one } else { other };
    ([one, other].contains(&width) && one.saturating_mul(other) <= MAX_CELLS).then_some(height)
}

/// The number of rows of two boards, the piece of the size that the second board has, or else that of the first, and the
/// piece behind both. After `after` a row above means that this is one, too.
fn boards_below(text: &str, pieces: &[Piece<'_>], at: usize, after: usize) -> Option<(usize, usize, usize)> {
    let are_rows = |piece: &Piece<'_>| matches!(piece.kind, Kind::Rows(_) | Kind::List(..));
    // The next row, or line of other text.
    let is_line = |at: &usize| are_rows(&pieces[*at]) || matches!(pieces[*at].kind, Kind::Text | Kind::Size(_));
    let below = |at: usize| (at..pieces.len()).find(is_line).unwrap_or(pieces.len());
    let row = |at: usize| pieces.get(at).and_then(Piece::row);
    let (size, start) = (row(at)?, below(at + 1));
    let columns = row(start)?.len();
    let height = height(text, size, columns)?;
    let is_size = |other: usize| row(other).is_some_and(|row| text[place_of([row])] == text[place_of([size])]);
    let is_wide = |at: usize| row(at).is_some_and(|row| row.len() == columns);
    let end = |start: usize| {
        let mut lines = (start..pieces.len()).filter(|at| !matches!(pieces[*at].kind, Kind::Comment)).take(height);
        let last = lines.clone().nth(height - 1)?;
        lines.all(is_wide).then_some(last + 1)
    };
    // A number above the keyword of a board is a title.
    let is_title = pieces[at..start].iter().any(|piece| piece.keyword().is_some());
    let first = end(start).filter(|_| !is_title && (at <= after || !is_wide(at - 1)))?;
    let next = below(first);
    if !pieces[next..].iter().chain(&pieces[..at]).any(are_rows) {
        return Some((height, at, first));
    }
    let (again, second) = if is_size(next) { (next, below(next + 1)) } else { (at, next) };
    let behind = end(second).filter(|end| is_size(*end) || !is_wide(*end))?;
    Some((height, again, behind))
}
