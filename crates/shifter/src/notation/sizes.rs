//! Lines of sizes above boards, as courses and contests write them: `2 4`, the rows and the columns or the other way round, or
//! `3` for a square; once, or above each board.

use super::lines::{Kind, Piece, Row};
use crate::rules::MAX_CELLS;

/// Marks the lines of sizes among rows, and the rows where second boards begin. A line is one of a size if exactly so many
/// rows follow, twice; once only if the text has no other rows.
pub(super) fn mark(text: &str, pieces: &mut [Piece]) {
    let (mut at, mut after) = (0, 0);
    while at < pieces.len() {
        let Some((sizes, second, end)) = row(pieces, at).and_then(|_| boards_below(text, pieces, at, after)) else {
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

/// The pieces of sizes, the first row of the second board, and the piece behind it. After `after` a row above
/// means that this is one, too.
fn boards_below(text: &str, pieces: &[Piece], at: usize, after: usize) -> Option<(Vec<usize>, usize, usize)> {
    let size = size(text, row(pieces, at)?)?;
    let is_again = |other: usize| {
        row(pieces, other).is_some() && text[pieces[other].place.clone()] == text[pieces[at].place.clone()]
    };
    let skip = |at: usize| {
        let is_between = |kind: &Kind| !matches!(kind, Kind::Rows(_) | Kind::Text | Kind::Size);
        at + pieces[at.min(pieces.len())..].iter().take_while(|piece| is_between(&piece.kind)).count()
    };
    let width = |at: usize| row(pieces, at).map(|row| row.width);
    [size, [size[1], size[0]]].into_iter().find_map(|[height, columns]| {
        let run = |at: usize| {
            let is_comment = |at: &usize| !matches!(pieces[*at].kind, Kind::Comment);
            let mut rows =
                (at..pieces.len()).filter(is_comment).take(height).take_while(|at| width(*at) == Some(columns));
            let last = rows.clone().last();
            (rows.by_ref().count() == height).then(|| last.unwrap_or(at) + 1)
        };
        if at > after && width(at - 1) == Some(columns) {
            return None;
        }
        let below = skip(at + 1);
        // A number above the keyword of a board is a title.
        let is_keyword = |piece: &Piece| matches!(piece.kind, Kind::Name(name) if name.is_keyword);
        let first = run(below).filter(|_| !pieces[at..below].iter().any(is_keyword))?;
        let second = skip(first);
        if pieces[second.min(pieces.len())..]
            .iter()
            .chain(&pieces[..at])
            .all(|piece| !matches!(piece.kind, Kind::Rows(_)))
        {
            return Some((vec![at], pieces.len(), first));
        }
        let is_end = |end: &usize| is_again(*end) || width(*end) != Some(columns);
        let again = is_again(second)
            .then(|| skip(second + 1))
            .and_then(|below| Some((vec![at, second], below, run(below).filter(is_end)?)));
        again.or_else(|| Some((vec![at], second, run(second).filter(is_end)?)))
    })
}
