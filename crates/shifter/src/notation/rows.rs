//! Boards that are typed without any notation, one row at a time: which lines may be rows, and what comes next.

use std::borrow::Cow;

use lurd_puzzle::puzzle::NextRow;

use super::labels::plain_row;
use super::scan::{ANY, arrow, colour_name, is_tile, label_of_colour, row_width};
use super::sizes;
use super::tables::name_of_board;
use crate::rules::MAX_CELLS;

/// The widths of boards that are recognised by a single row.
const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

/// What the rows typed so far are taken for; `None` if the first line is no row, if both boards are complete, or
/// after two blank lines.
pub(crate) fn next_row(text: &str) -> Option<NextRow> {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(|line| plain_row(line.trim())).collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    // The name of the first board may stand above it.
    let named = lines.first().filter(|name| name.ends_with(':')).and_then(|name| name_of_board(name));
    let lines = if named.is_some() { &lines[1..] } else { &lines[..] };
    let [first_board, second_board] = if named == Some(false) { ["target", "source"] } else { ["source", "target"] };
    let Some(&first) = lines.first() else {
        let taken_for = format!("the name of a board? Next: its rows, a blank line, the rows of the {second_board}");
        return Some(NextRow::Expected { taken_for, form: form("1221") });
    };
    // A line of sizes may stand above the rows.
    let height = lines.get(1).and_then(|row| sizes::rows_below(first, row_width(row)?));
    let size = height.and(Some(first));
    let lines = &lines[usize::from(size.is_some())..];
    let first = lines[0];
    // The wall of a level is drawn with one picture.
    let is_wall = text.starts_with(['⬛', '⬜']) && first.chars().all(|tile| first.starts_with(tile));
    let width = width_of_first(first).filter(|_| !is_wall)?;
    if lines.len() > 2 && lines[lines.len() - 2..].iter().all(|line| line.is_empty()) {
        return None;
    }
    let is_name = |line: &str| name_of_board(line).is_some() && row_width(line) != Some(width);
    let is_between = |line: &&str| {
        let is_drawn = is_line(line) || arrow(line) == Some(line.len());
        line.is_empty() || is_drawn || is_name(line) || size == Some(*line)
    };
    let end = lines.iter().position(is_between);
    let end = height.filter(|height| *height <= end.unwrap_or(lines.len())).or(end);
    let above = &lines[..end.unwrap_or(lines.len())];
    let below: Vec<&str> = lines[above.len()..].iter().copied().filter(|line| !is_between(line)).collect();
    let wrong = |row: usize, what: &str, line: &str| {
        let found = row_width(line);
        (found != Some(width)).then(|| {
            NextRow::Wrong(match found {
                Some(found) => format!("row {row} of the {what} has {found} tiles, the first row has {width}"),
                None => format!("row {row} of the {what} is no row of {width} tiles"),
            })
        })
    };
    let rows = |rows: &[&str], what: &str| rows.iter().zip(1..).find_map(|(line, row)| wrong(row, what, line));
    if let Some(wrong) = rows(above, first_board).or_else(|| rows(&below, second_board)) {
        return Some(wrong);
    }
    if end.is_some() && above.len() < 2 {
        return Some(NextRow::Wrong("a shifter has at least two rows".to_owned()));
    }
    if below.len() >= above.len() && end.is_some() {
        return None;
    }
    let taken_for = if end.is_none() {
        format!(
            "row {} of a shifter, {width} tiles wide? Next: its other rows, a blank line, the rows of the {second_board}",
            above.len()
        )
    } else {
        format!("{} of {} rows of the {second_board}", below.len(), above.len())
    };
    Some(NextRow::Expected { taken_for, form: form(first) })
}

/// Whether a line is one that is drawn between boards.
fn is_line(line: &str) -> bool {
    line.len() > 1 && line.chars().all(|letter| letter == '-') || line == "="
}

/// The number of tiles of a line that may be the first row of a board, and hardly anything else: tiles between blanks,
/// or digits, capital letters or letters of colours without blanks.
fn width_of_first(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.split([' ', ',', '\t']).filter(|word| !word.is_empty()).take(MAX_CELLS).collect();
    let is_row = match words.as_slice() {
        [word] => {
            let all = |matches: fn(char) -> bool| word.chars().all(matches);
            all(|c| c.is_ascii_digit())
                || all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || ANY.contains(c))
                || all(|c| c.is_ascii_lowercase() && is_letter_of_colour(c))
        }
        words => {
            let is_number = |word: &&str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
            let is_letter = |word: &&str| word.chars().count() == 1 && word.chars().all(is_tile);
            words.iter().all(|word| is_number(word) || is_letter(word) || label_of_colour(word).is_some())
        }
    };
    row_width(line).filter(|width| is_row && WIDTHS.contains(width))
}

/// Whether a letter stands for a colour and is not the vowel among them: words of consonants are rare.
fn is_letter_of_colour(letter: char) -> bool {
    letter != 'o' && colour_name(letter.to_ascii_uppercase().encode_utf8(&mut [0; 4])).is_some()
}

/// A puzzle in one line: two such rows, of which the first is to be shifted.
fn form(row: &str) -> String {
    let words: Vec<&str> = row.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    let mut tiles: Vec<String> = match words.as_slice() {
        [word] => word.chars().map(String::from).collect(),
        words => words.iter().map(|word| label_of_colour(word).unwrap_or(word).to_owned()).collect(),
    };
    let between = if tiles.iter().all(|tile| tile.chars().count() == 1) { "" } else { "," };
    let row = tiles.join(between);
    tiles.rotate_left(1);
    format!("{row}/{row} -> {}/{row}", tiles.join(between))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(text: &str) -> Option<String> {
        match next_row(text)? {
            NextRow::Expected { taken_for, .. } => Some(taken_for),
            NextRow::Wrong(error) => panic!("{text:?}: {error}"),
        }
    }

    #[test]
    fn rows_lead_to_the_next_row() {
        for first in ["RRBG", "R R B G", "red red blue green", "1221", "1 2 2 1", "1,2,2,1", "rrbg", "10 11 12 1"] {
            let said = expected(first).unwrap_or_else(|| panic!("{first}: a row"));
            assert!(said.starts_with("row 1 of a shifter, 4 tiles wide"), "{said}");
        }
        let source = "RRBG\nGGBB";
        assert!(expected(source).is_some_and(|said| said.starts_with("row 2 of")));
        for between in ["", "to", "->", "=>", "target", "Goal:", "---", "="] {
            let text = format!("{source}\n{between}");
            assert_eq!(expected(&text).as_deref(), Some("0 of 2 rows of the target"), "{text:?}");
            assert_eq!(expected(&format!("{text}\nRRBG")).as_deref(), Some("1 of 2 rows of the target"));
            assert_eq!(next_row(&format!("{text}\nRRBG\nGGBB")), None);
        }
        assert_eq!(next_row(&format!("{source}\n\n")), None, "two blank lines end it");
    }

    #[test]
    fn labels_and_pictures_are_rows_too() {
        for text in [
            "Row 1: R R B G\nRow 2: G G B B\nTarget:\nRow 1: G R R B\nRow 2: G G B B",
            "1) RRBG\n2) GGBB\n\n1) GRRB\n2) GGBB",
            "[R][R][B][G]\n[G][G][B][B]\n\n[G][R][R][B]\n[G][G][B][B]",
            "🟥🟥🟦🟩\n🟩🟩🟦🟦\nto\n🟩🟥🟥🟦\n🟩🟩🟦🟦",
            "Start:\nRRBG\nGGBB\nGoal:\nGRRB\nGGBB",
            "Goal:\nRRBG\nGGBB\nStart:\nGRRB\nGGBB",
            "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7",
            "4 2\n1 2 3 4\n5 6 7 8\n\n4 2\n2 5 6 1\n8 3 4 7",
            "Start:\n2 3\n1 2 3\n4 5 6\nGoal:\n3 1 2\n4 5 6",
        ] {
            let lines: Vec<&str> = text.split('\n').collect();
            for end in 1..lines.len() {
                assert!(expected(&lines[..end].join("\n")).is_some(), "{text}: {end}");
            }
            assert_eq!(next_row(text), None, "{text}");
            let entries = super::super::reader::read(text).expect("a puzzle");
            assert!(entries.len() == 1 && entries[0].puzzle.is_ok(), "{text}");
        }
        for line in ["⬛⬛⬛⬛", "Start", "1: #####", "2. list"] {
            assert_eq!(next_row(line), None, "{line}");
        }
    }

    #[test]
    fn a_row_that_does_not_fit_is_named() {
        let wrong = |text: &str| match next_row(text) {
            Some(NextRow::Wrong(error)) => error,
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(wrong("RRBG\nGGB"), "row 2 of the source has 3 tiles, the first row has 4");
        assert_eq!(wrong("RRBG\nGGBB\n\nGGBBB"), "row 1 of the target has 5 tiles, the first row has 4");
        assert_eq!(wrong("RRBG\nsolve it now!"), "row 2 of the source is no row of 4 tiles");
        assert_eq!(wrong("Goal:\nRRBG\nGGBB\nStart:\nGGBBB"), "row 1 of the source has 5 tiles, the first row has 4");
        assert_eq!(wrong("RRBG\n"), "a shifter has at least two rows");
    }

    #[test]
    fn other_lines_are_no_rows() {
        for line in
            ["", "R", "RRBGRRBGR", "solve", "quit", "hlep", "left 0", "new", "missile", "a b!", "####", "up", "new 4x4"]
        {
            assert_eq!(next_row(line), None, "{line:?}");
        }
    }

    #[test]
    fn the_form_is_a_puzzle() {
        for (row, form) in [
            ("RRBG", "RRBG/RRBG -> RBGR/RRBG"),
            ("red red blue green", "RRBG/RRBG -> RBGR/RRBG"),
            ("10 11", "10,11/10,11 -> 11,10/10,11"),
        ] {
            assert_eq!(super::form(row), form);
        }
    }
}
