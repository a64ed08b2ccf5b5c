//! Boards that are typed without any notation, one row at a time: which lines may be rows, and what comes next.

use lurd_puzzle::puzzle::NextRow;

use super::lines::{self, Kind, Piece, Row, is_packed, place_of};
use super::sizes;
use super::tokens::{is_label, is_letter};

/// The widths of boards that are recognised by a single row.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

/// The small letters that rows may have: those of colours without the vowel, as words of consonants are rare.
const SMALL_LETTERS: &str = "rbygpcwk";

/// What the rows typed so far are taken for; `None` if the first line is no row, if both boards are complete, or
/// after two blank lines.
pub(crate) fn next_row(text: &str) -> Option<NextRow> {
    let pieces = lines::pieces(text);
    let name = match pieces.first() {
        Some(Piece { kind: Kind::Name(name), line, .. }) if text[line.clone()].ends_with(':') => Some(name),
        _ => None,
    };
    let names = if name.is_some_and(|name| !name.is_source) { ["target", "source"] } else { ["source", "target"] };
    let next = |rows: &str| format!("Next: {rows}, a blank line, the rows of the {}", names[1]);
    let head = usize::from(name.is_some());
    if pieces.len() == head && head > 0 {
        let taken_for = format!("the name of a board? {}", next("its rows"));
        return Some(NextRow::Expected { taken_for, form: "1221/1221 -> 2211/1221".to_owned() });
    }
    // A line of sizes may stand above the rows, again above those of the second board.
    let row = |at: usize| sizes::row(&pieces, at);
    let size = row(head).and_then(|row| Some((row.len(), sizes::size(text, row)?)));
    let height = row(head + 1).zip(size).and_then(|(row, (width, [one, other]))| {
        [(one, other), (other, one)].into_iter().find(|it| it.1 == row.len() && row.len() != width)
    });
    let height = height.map(|(height, _)| height);
    let first = head + usize::from(height.is_some());
    let first_row = row(first).filter(|row| is_first(text, row) && !text.ends_with("\n\n"))?;
    let width = first_row.len();
    let (mut counts, mut is_second) = ([0, 0], false);
    for (at, piece) in pieces.iter().enumerate().skip(first) {
        match &piece.kind {
            Kind::Blank | Kind::Divider | Kind::Arrow | Kind::Name(_) => is_second = true,
            Kind::Comment | Kind::Frame => {}
            _ if height.is_some() && text[piece.place.clone()] == text[pieces[head].place.clone()] => is_second = true,
            _ => {
                is_second |= height == Some(counts[0]);
                let board = usize::from(is_second);
                counts[board] += 1;
                if row(at).is_none_or(|row| row.len() != width) {
                    let (count, name) = (counts[board], names[board]);
                    return Some(NextRow::Wrong(format!(
                        "row {count} of the {name} is no row of {width} tiles, as the first is"
                    )));
                }
            }
        }
    }
    let [above, below] = counts;
    is_second |= text.ends_with('\n') || height == Some(above);
    let taken_for = match is_second {
        true if above < 2 => return Some(NextRow::Wrong("a shifter has at least two rows".to_owned())),
        true if below >= above => return None,
        true => format!("{below} of {above} rows of the {}", names[1]),
        false => format!("row {above} of a shifter, {width} tiles wide? {}", next("its other rows")),
    };
    Some(NextRow::Expected { taken_for, form: form(first_row) })
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
