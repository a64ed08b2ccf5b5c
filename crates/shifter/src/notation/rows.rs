//! Boards that are typed without any notation, one row at a time: which lines may be rows, and what comes next.

use lurd_puzzle::puzzle::NextRow;

use super::lines::{self, Kind, Piece, Row, Split};
use super::sizes;
use super::tokens::{ANY, colour_name, is_letter, letter_of};

/// The widths of boards that are recognised by a single row.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

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
    if name.is_some() && pieces.len() == 1 {
        let (taken_for, form) =
            (format!("the name of a board? {}", next("its rows")), "1221/1221 -> 2211/1221".to_owned());
        return Some(NextRow::Expected { taken_for, form });
    }
    // A line of sizes may stand above the rows.
    let row = |at: usize| sizes::row(&pieces, at);
    let size = row(head)
        .and_then(|row| sizes::size(text, row))
        .zip(row(head + 1))
        .filter(|(_, below)| row(head).is_some_and(|it| it.width != below.width));
    let height = size.and_then(|([one, other], below)| {
        [(one, other), (other, one)].into_iter().find(|(_, width)| *width == below.width)
    });
    let (height, size) = (height.map(|(height, _)| height), pieces.get(head).map(|piece| &text[piece.place.clone()]));
    let head = head + usize::from(height.is_some());
    let first = row(head).filter(|row| is_first(text, row) && !text.ends_with("\n\n"))?;
    // The widths of the rows of both boards; none of lines that are no rows.
    let mut boards: [Vec<Option<usize>>; 2] = [Vec::new(), Vec::new()];
    let mut is_second = false;
    for at in head..pieces.len() {
        let is_size = height.is_some() && Some(&text[pieces[at].place.clone()]) == size;
        match &pieces[at].kind {
            Kind::Blank | Kind::Divider | Kind::Arrow { .. } | Kind::Name(_) => is_second = true,
            Kind::Comment | Kind::Frame => {}
            _ if is_size => is_second = true,
            _ => {
                is_second |= height.is_some_and(|height| boards[0].len() >= height);
                boards[usize::from(is_second)].push(row(at).map(|row| row.width));
            }
        }
    }
    is_second |= text.ends_with('\n') || height.is_some_and(|height| boards[0].len() >= height);
    for (rows, name) in boards.iter().zip(names) {
        if let Some(odd) = rows.iter().position(|width| *width != Some(first.width)) {
            let (number, width) = (odd + 1, first.width);
            return Some(NextRow::Wrong(match rows[odd] {
                Some(found) => format!("row {number} of the {name} has {found} tiles, the first row has {width}"),
                None => format!("row {number} of the {name} is no row of {width} tiles"),
            }));
        }
    }
    let [above, below] = boards.map(|rows| rows.len());
    if is_second && above < 2 {
        return Some(NextRow::Wrong("a shifter has at least two rows".to_owned()));
    }
    let taken_for = match is_second {
        true if below >= above => return None,
        true => format!("{below} of {above} rows of the {}", names[1]),
        false => format!("row {above} of a shifter, {} tiles wide? {}", first.width, next("its other rows")),
    };
    Some(NextRow::Expected { taken_for, form: form(text, first)? })
}

/// Whether a row may be the first row of a board, and hardly anything else: tiles between blanks, or digits, capital
/// letters, letters of colours or pictures without blanks. The wall of a level is drawn with one picture.
fn is_first(text: &str, row: &Row) -> bool {
    let written = &text[row.place.clone()];
    let mut letters = written.chars().filter(|c| is_letter(*c));
    let is_row = match row.split {
        Split::Words => row
            .places(text)
            .into_iter()
            .all(|word| word.len() <= 2 || !text[word].contains(|c: char| c.is_ascii_digit())),
        Split::Pairs => false,
        Split::Letters => {
            letters.clone().all(|c| c.is_ascii_digit())
                || letters.clone().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || ANY.contains(c))
                || letters.clone().all(is_small_letter_of_colour)
                || letters.clone().all(|c| letter_of(c).is_some())
        }
    };
    let is_wall = written.starts_with(['⬛', '⬜']) && letters.all(|c| written.starts_with(c));
    is_row && !is_wall && WIDTHS.contains(&row.width)
}

/// Whether a letter stands for a colour and is not the vowel among them: words of consonants are rare.
fn is_small_letter_of_colour(letter: char) -> bool {
    letter.is_ascii_lowercase()
        && letter != 'o'
        && colour_name(letter.to_ascii_uppercase().encode_utf8(&mut [0; 4])).is_some()
}

/// A puzzle in one line: two such rows, of which the first is to be shifted.
fn form(text: &str, row: &Row) -> Option<String> {
    let tiles = row.tiles(text).ok()?;
    let mut tiles: Vec<&str> = tiles.iter().map(|tile| tile.label).collect();
    let between = if tiles.iter().all(|tile| tile.chars().count() == 1) { "" } else { "," };
    let row = tiles.join(between);
    tiles.rotate_left(1);
    Some(format!("{row}/{row} -> {}/{row}", tiles.join(between)))
}
