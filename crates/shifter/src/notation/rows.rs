//! Boards that are typed without any notation, one row at a time: which lines may be rows, what comes next, and the colours of
//! their tiles.

use lurd_puzzle::puzzle::{CellRole, NextRow, tile_roles};

use super::lines::{self, Kind, Piece, Row, is_packed, place_of};
use super::sizes;
use super::tokens::{Tile, is_label, is_letter};

/// The widths of boards that are recognised by a single row.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

/// The small letters that rows may have: those of colours without the vowel, as words of consonants are rare.
const SMALL_LETTERS: &str = "rbygpcwk";

/// What the rows typed so far are taken for; `None` if the first line is no row, if both boards are complete, or
/// after two blank lines.
pub(crate) fn next_row(text: &str) -> Option<NextRow> {
    let pieces = lines::pieces(text);
    let first_name = match pieces.first() {
        Some(Piece { kind: Kind::Name(name), line, .. }) if text[line.clone()].ends_with(':') => Some(name.is_source),
        _ => None,
    };
    let names = if first_name == Some(false) { ["target", "source"] } else { ["source", "target"] };
    let next = |rows: &str| format!("Next: {rows}, a blank line, the rows of the {}", names[1]);
    let head = usize::from(first_name.is_some());
    if pieces.len() == head && head > 0 {
        let taken_for = format!("the name of a board? {}", next("its rows"));
        return Some(NextRow::Expected { taken_for, form: "1221/1221 -> 2211/1221".to_owned() });
    }
    // A line of sizes may stand above the rows, again above those of the second board.
    let width = |at: usize| pieces.get(at).and_then(Piece::row).map(Vec::len);
    let below = width(head + 1).filter(|below| width(head) != Some(*below));
    let height = below.and_then(|below| sizes::height(text, pieces[head].row()?, below));
    let first = head + usize::from(height.is_some());
    let row = pieces.get(first)?.row().filter(|row| is_first(text, row) && !text.ends_with("\n\n"))?;
    // The width of each line; none of those that end a board.
    let typed = |piece: &Piece<'_>| match &piece.kind {
        Kind::Comment | Kind::Frame => None,
        Kind::Blank | Kind::Arrow | Kind::Name(_) => Some(None),
        _ if height.is_some() && text[piece.place.clone()] == text[pieces[head].place.clone()] => Some(None),
        _ => Some(Some(piece.row().map_or(0, Vec::len))),
    };
    let typed: Vec<Option<usize>> = pieces[first..].iter().filter_map(typed).collect();
    let end = typed.iter().position(Option::is_none).unwrap_or(typed.len()).min(height.unwrap_or(typed.len()));
    let boards = [&typed[..end], &typed[end..]].map(|lines| lines.iter().flatten().collect::<Vec<_>>());
    for (board, name) in boards.iter().zip(names) {
        if let Some(wrong) = board.iter().position(|width| **width != row.len()) {
            let (count, width) = (wrong + 1, row.len());
            let error = format!("row {count} of the {name} is no row of {width} tiles, as the first is");
            return Some(NextRow::Wrong(error));
        }
    }
    let [above, below] = boards.map(|board| board.len());
    let is_second = end < typed.len() || text.ends_with('\n') || height == Some(above);
    let taken_for = match is_second {
        true if above < 2 => return Some(NextRow::Wrong("a shifter has at least two rows".to_owned())),
        true if below >= above => return None,
        true => format!("{below} of {above} rows of the {}", names[1]),
        false => format!("row {above} of a shifter, {} tiles wide? {}", row.len(), next("its other rows")),
    };
    Some(NextRow::Expected { taken_for, form: form(row) })
}

/// Whether a row may be the first row of a board, and hardly anything else: tiles between blanks, or digits, capital
/// letters, letters of colours or pictures without blanks. The wall of a level is drawn with one picture.
fn is_first(text: &str, row: &Row<'_>) -> bool {
    let written = &text[place_of([row])];
    let are = |is_one: &dyn Fn(char) -> bool| written.chars().filter(|c| is_letter(*c)).all(is_one);
    let is_picture = |c: char| !c.is_alphanumeric() && is_label(c.encode_utf8(&mut [0; 4]));
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || is_picture(c);
    let is_short = |word: &str| word.len() <= 2 || !word.contains(|c: char| c.is_ascii_digit());
    let is_row = if is_packed(row) {
        are(&is_capital) || are(&|c| SMALL_LETTERS.contains(c))
    } else {
        written.split(|c| !is_letter(c)).all(is_short)
    };
    let is_wall = written.starts_with(['⬛', '⬜']) && are(&|c| written.starts_with(c));
    is_row && !is_wall && WIDTHS.contains(&row.len())
}

/// A puzzle in one line: two such rows, of which the first is to be shifted.
fn form(row: &Row<'_>) -> String {
    let mut tiles: Vec<&str> = row.iter().map(|tile| tile.label).collect();
    let between = if tiles.iter().all(|tile| tile.chars().count() == 1) { "" } else { "," };
    let row = tiles.join(between);
    tiles.rotate_left(1);
    format!("{row}/{row} -> {}/{row}", tiles.join(between))
}

/// The roles of the characters of a text: those of the tiles of its rows.
pub(crate) fn roles(text: &str) -> Vec<CellRole> {
    let rows = lines::pieces(text).into_iter().filter_map(|piece| match piece.kind {
        Kind::Rows(rows) | Kind::List(rows, _) => Some(rows),
        _ => None,
    });
    let tiles: Vec<Tile<'_>> = rows.flatten().flatten().collect();
    let roles = tile_roles(tiles.iter().map(|tile| tile.label));
    let mut found = vec![CellRole::default(); text.len()];
    for tile in tiles {
        found[tile.place].fill(roles.get(tile.label).copied().unwrap_or_default());
    }
    text.char_indices().map(|(at, _)| found[at]).collect()
}
