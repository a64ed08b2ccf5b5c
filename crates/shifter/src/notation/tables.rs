//! Two boards as tables, lists or pictures: what people copy from pages, spreadsheets, chats and programs.
//!
//! This is read where no other notation fits, and not if the text has only what other notations have: then it has an error
//! that is to be reported. A text has one puzzle if it has two boards of the same shape and with the
//! same tiles, the source first, and otherwise only words, separators of cells and rules. So text that merely resembles
//! boards is not taken for a puzzle.

use std::collections::BTreeMap;

use super::scan::{ANY, arrow, checked_label, find_arrow, is_label, is_tile};
use crate::rules::MAX_CELLS;

/// Pictures of colours, and the letters of the colours.
const PICTURES: [(&str, char); 8] = [
    ("🟥🔴❤", 'R'),
    ("🟦🔵💙", 'B'),
    ("🟨🟡💛", 'Y'),
    ("🟩🟢💚", 'G'),
    ("🟧🟠🧡", 'O'),
    ("🟪🟣💜", 'P'),
    ("⬜⚪🤍", 'W'),
    ("⬛⚫🖤", 'K'),
];

/// Words beside boards.
const WORDS: [&str; 18] = [
    "source", "start", "begin", "current", "now", "from", "initial", "before", "board", "target", "goal", "end",
    "final", "finish", "after", "to", "into", "solved",
];

/// The longest text that is read so, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// The one puzzle of a text as `SOURCE -> TARGET`, if its two boards are such.
pub(super) fn two_boards(text: &str) -> Option<String> {
    // Locked lines are not read here.
    if text.len() > MAX_TEXT || text.to_ascii_lowercase().contains("locked") {
        return None;
    }
    let rows = Some(rows(text)?).filter(|_| is_of_tables(text))?;
    let (source, target) = rows.split_at(rows.len() / 2);
    let width = source.first()?.len();
    let is_board = source.len() == target.len() && source.len() > 1 && width > 1 && rows.len() * width <= 2 * MAX_CELLS;
    if !is_board || rows.iter().any(|row| row.len() != width) || !have_same_tiles(source, target) {
        return None;
    }
    let written = |rows: &[Vec<String>]| {
        let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        rows.join("/")
    };
    Some(format!("{} -> {}", written(source), written(target)))
}

/// Whether the two boards have the same tiles, as far as the target names them.
fn have_same_tiles(source: &[Vec<String>], target: &[Vec<String>]) -> bool {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for tile in source.iter().flatten() {
        *left.entry(tile).or_default() += 1;
    }
    let named = target.iter().flatten().filter(|tile| *tile != ANY);
    named.into_iter().all(|tile| {
        let Some(count) = left.get_mut(tile.as_str()).filter(|count| **count > 0) else { return false };
        *count -= 1;
        true
    })
}

/// The rows of all boards; `None` if there is something else than words, separators and rules beside them.
fn rows(text: &str) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let arrow = arrow(rest).filter(|_| !is_tile(next));
        rest = &rest[arrow.unwrap_or(next.len_utf8())..];
        if is_tile(next) {
            word.push(next);
            continue;
        }
        if let Some(letter) = letter_of(next) {
            word.push(letter);
            continue;
        }
        // What makes a picture of the character before it.
        if matches!(next, '\u{fe0f}' | '\u{20e3}') {
            continue;
        }
        end_word(&mut word, &mut words, &mut rows)?;
        match next {
            // What stands before a colon is a name.
            ':' => words.clear(),
            // An empty row is an error.
            '/' if words.is_empty() => return None,
            '\n' | ';' | '/' | ']' | '}' | ')' => end_row(&mut words, &mut rows)?,
            _ if arrow.is_some() => end_row(&mut words, &mut rows)?,
            _ if next.is_whitespace() || is_separator(next) => {}
            _ => return None,
        }
    }
    end_word(&mut word, &mut words, &mut rows)?;
    end_row(&mut words, &mut rows)?;
    Some(rows)
}

/// Ends a word, which belongs to a row or stands beside boards, as `to` does.
fn end_word(word: &mut String, words: &mut Vec<String>, rows: &mut Vec<Vec<String>>) -> Option<()> {
    let word = std::mem::take(word);
    if is_word(&word) {
        return end_row(words, rows);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    Some(())
}

/// Whether the text has something that no other notation has: a separator of cells or rows, a picture, or a word beside a
/// board; around an arrow only a semicolon, a quotation mark or a picture.
fn is_of_tables(text: &str) -> bool {
    let has_arrow = text.lines().any(|line| find_arrow(line).is_some());
    let is_other = |c| match c {
        ';' | '"' | '\'' => true,
        ',' | '/' | '|' | ':' => false,
        _ if has_arrow => letter_of(c).is_some(),
        _ => !is_tile(c) && !char::is_whitespace(c),
    };
    text.contains(is_other) || (!has_arrow && text.split(|c| !is_tile(c)).any(is_word))
}

/// Whether a word stands beside boards.
fn is_word(word: &str) -> bool {
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The letter of the colour that a character is a picture of.
fn letter_of(picture: char) -> Option<char> {
    PICTURES.iter().find(|(pictures, _)| pictures.contains(picture)).map(|(_, letter)| *letter)
}

/// Whether this character stands between cells, or is a part of a rule between rows.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | '|' | '"' | '\'' | '`' | '[' | '{' | '(' | '-' | '=' | '+' | '_' | '*' | '\u{2500}'..='\u{257f}')
}

/// Ends a row of words: of tiles, of several rows of tiles, or of text, which is left out.
fn end_row(words: &mut Vec<String>, rows: &mut Vec<Vec<String>>) -> Option<()> {
    let characters = |word: &String| word.chars().map(String::from).collect::<Vec<_>>();
    match words.as_slice() {
        [] => {}
        [word] if is_label(word) && word.chars().count() == 1 => return None,
        [word] => rows.push(characters(word)),
        words if words.iter().all(|word| is_label(word)) => {
            rows.push(words.iter().map(|word| checked_label(word).map(str::to_owned)).collect::<Option<_>>()?);
        }
        words => {
            let length = words[0].chars().count();
            if words.iter().any(|word| word.chars().count() != length) {
                return None;
            }
            rows.extend(words.iter().map(characters));
        }
    }
    words.clear();
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_something_else_is_no_puzzle() {
        for text in [
            "12,21",
            "12;21;12",
            "12;21;11;22;1",
            "12;21 -> 12;22",
            "12;13 -> ??;22",
            "12;21 -> 21.12",
            "12;21 -> 21;12 #",
            "12;21 -> 21;12; locked: row 0",
            "an;ox",
            "there;goes;the;last",
            "1;2;2;1",
            "12//21 -> 21/12",
            "12/21/21/12",
            "12/21\n12/21",
        ] {
            assert_eq!(two_boards(text), None, "{text}");
        }
        assert_eq!(two_boards("12;21 -> ??;12").as_deref(), Some("1,2/2,1 -> ?,?/1,2"));
        assert_eq!(two_boards("('AB', 'BC'), ('CB', 'AB')").as_deref(), Some("A,B/B,C -> C,B/A,B"));
    }
}
