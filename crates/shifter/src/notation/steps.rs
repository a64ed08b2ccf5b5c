//! Reads answers: `left 0, right 2, up 3`, separated by commas, blanks or line breaks; `['left' , 1]`, as
//! written by a script of 2009; `R0,1` and `C2,-1` of Simon Tatham's Sixteen (positive is right and down); `R0`, `U2`,
//! `0R`, `2R3` of Loopover (a line and a direction, in either order, and how often). `#` begins a comment. A `;` separates
//! steps if steps follow it, and begins a comment otherwise; a line that begins with it, of several, is a comment.

use std::ops::Range;

use lurd_puzzle::diagnostic::edit_distance;
use lurd_puzzle::puzzle::{Misread, StepText};

use crate::rules::{DIRECTIONS, Direction, Shift};

/// The most cells of one move in Tatham's notation.
const MAX_REPEATS: usize = 1024;

/// Splits `text` into steps. Whether the board has the lines is not checked.
pub(crate) fn read_steps(text: &str) -> Result<Vec<StepText>, Misread> {
    let (mut steps, mut at) = (Vec::new(), 0);
    while let Some(start) = next_word(text, at) {
        at = step(text, start, &mut steps)?;
    }
    Ok(steps)
}

/// The shifts of steps that have been replayed.
pub(crate) fn shifts(steps: &[String]) -> Vec<Shift> {
    steps.iter().filter_map(|step| step.parse().ok()).collect()
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || ",[]()'\"".contains(c)
}

/// Where the characters that match end, from byte `at` on.
fn end_of(text: &str, at: usize, matches: impl Fn(char) -> bool) -> usize {
    text[at..].find(|c| !matches(c)).map_or(text.len(), |length| at + length)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The next byte at which a step should begin; `None` at the end of the text.
fn next_word(text: &str, mut at: usize) -> Option<usize> {
    let is_of_several = || text.trim_matches(['\n', '\r', ' ']).contains('\n');
    let begins_line = |at: usize| text[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    loop {
        at = end_of(text, at, is_between);
        at = match text[at..].chars().next()? {
            ';' if !begins_line(at) || !is_of_several() => {
                let end = end_of(text, at + 1, |c| !";\n#".contains(c));
                if begins_with_step(&text[at + 1..end]) { at + 1 } else { end }
            }
            ';' | '#' => end_of(text, at, |c| c != '\n'),
            _ => return Some(at),
        };
    }
}

/// Reads the step at byte `start`, and returns where it ends: a word or a letter with digits before or behind it.
fn step(text: &str, start: usize, steps: &mut Vec<StepText>) -> Result<usize, Misread> {
    let misread =
        |message: String, place: Range<usize>, help: &str| Misread { message, place, help: Some(help.to_owned()) };
    let word = end_of(text, start, is_digit);
    let number = end_of(text, word, char::is_alphabetic);
    let mut end = end_of(text, number, is_digit);
    let letters = &text[word..number];
    let letter = DIRECTIONS.into_iter().find(|it| letters.len() == 1 && it.word()[..1].eq_ignore_ascii_case(letters));
    let letter = letter.filter(|_| letters.contains(char::is_uppercase));
    // `R0,1` is a move of Sixteen, `R0,1D` are two of Loopover.
    let amount = end + if text[end..].starts_with(",-") { 2 } else { 1 };
    let behind = text.get(amount..).map_or(end, |_| end_of(text, amount, is_digit));
    let is_sixteen = word == start && number < end && text[end..].starts_with(',') && behind > amount;
    let is_sixteen = is_sixteen && !text[behind..].starts_with(char::is_alphabetic);
    let (direction, line, times) = match (letters, letter) {
        ("R" | "C", _) if is_sixteen || (letters == "C" && word == start && number < end) => {
            let positive = if letters == "R" { Direction::Right } else { Direction::Down };
            let direction = if text[end..].starts_with(",-") { positive.opposite() } else { positive };
            let line = number..end;
            end = if is_sixteen { behind } else { end };
            (direction, line, text.get(amount..end).unwrap_or_default())
        }
        (_, Some(direction)) if start < word || number < end && !text[end..].starts_with(char::is_alphabetic) => {
            if start < word {
                (direction, start..word, &text[number..end])
            } else {
                (direction, number..end, "1")
            }
        }
        _ => {
            let word = start..end_of(text, start, char::is_alphabetic);
            if word.is_empty() {
                let what = start..end_of(text, start, |c| !c.is_whitespace() && !c.is_alphabetic() && c != ',');
                let message = format!("'{}' where a shift should begin", shortened(&text[what.clone()]));
                return Err(misread(message, what, "shifts are written like left 0, up 3"));
            }
            let Some(direction) = Direction::of_word(letters) else {
                let help = nearest(letters).map_or_else(
                    || "a shift is left, right, up or down and the number of a line".to_owned(),
                    |near| format!("did you mean '{near}'?"),
                );
                return Err(misread(format!("unknown direction '{}'", shortened(letters)), word, &help));
            };
            let line = end_of(text, number, is_between);
            end = end_of(text, line, is_digit);
            if line == end {
                let name = direction.word();
                let help = format!("write the line after it, counted from 0, for instance {name} 0");
                return Err(misread(format!("'{name}' without the number of a line"), word, &help));
            }
            (direction, line..end, "1")
        }
    };
    let count = if times.is_empty() && start < word { Some(1) } else { times.parse().ok() };
    let Some(count) = count.filter(|&count: &usize| count <= MAX_REPEATS) else {
        let written = shortened(&text[start..end]);
        return Err(if start < word {
            let help = "such moves are written <line><R, L, U or D><how often>, for instance 2R3";
            misread(format!("'{written}' shifts a line more than {MAX_REPEATS} times"), start..end, help)
        } else {
            let help = "such moves are written R<row>,<cells to the right> or C<column>,<cells down>";
            misread(format!("'{written}' is not a move of Sixteen"), start..end, help)
        });
    };
    let line = text[line].trim_start_matches('0');
    let word = format!("{} {}", direction.word(), if line.is_empty() { "0" } else { line });
    steps.extend(std::iter::repeat_n(StepText { word, place: start..end }, count));
    Ok(end)
}

/// Whether a text after a `;` begins with a step, or is so similar to steps that it has a mistake rather than is a comment:
/// `rigth 1`, or a direction alone.
fn begins_with_step(part: &str) -> bool {
    let is_step = |text: &str| step(text, end_of(text, 0, is_between), &mut Vec::new()).is_ok();
    let part = part.trim_matches(is_between);
    let (word, rest) = part.split_at(end_of(part, 0, char::is_alphabetic));
    let rest = rest.trim_start_matches(is_between);
    let after = rest.trim_start_matches(is_digit);
    let is_end =
        after.is_empty() || after.starts_with([',', ')', ']']) || after.starts_with(is_between) && is_step(after);
    let is_nearly = after.len() < rest.len() && is_end && nearest(word).is_some();
    is_step(part) || Direction::of_word(part).is_some() || is_nearly
}

/// The direction that a word with a mistake may stand for.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = word.chars().take(20).collect::<String>().to_lowercase();
    let distances = DIRECTIONS.into_iter().map(|it| (edit_distance(&lower, it.word()), it.word()));
    let (distance, near) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= 2 && lower.len() > 1).then_some(near)
}

/// The first characters of a word.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        read_steps(text).expect("steps").into_iter().map(|step| step.word).collect()
    }

    #[test]
    fn every_way_to_write_them() {
        for text in [
            "left 0, up 3",
            "LEFT 00\nUp3",
            "left,0,,up 3,",
            "['left' , 0] #сдвиг\n['up' , 3] ; done",
            "R0,-1 C3,-1",
            "R0,-1,C3,-1",
            "0L,3U",
            "0L1 3U1",
            "[\"L0\", \"U3\"]",
            "left 0; up 3",
            "left 0;up 3;",
            "; L0; U3 ;; done",
            "left 0; the hard part; up 3 # left 1",
            "left 0 ; done\nup 3 ; 2 of 2",
            "; left 1 was worse\nleft 0\n ; left 1\nup 3\n",
            "left 0\n; left 1\nup 3",
        ] {
            assert_eq!(words(text), ["left 0", "up 3"], "{text}");
        }
        assert_eq!(words("R1,2"), ["right 1", "right 1"]);
        assert_eq!(words("R1,2R"), ["right 1", "right 2"]);
        assert_eq!(words("2R3,1D"), ["right 2", "right 2", "right 2", "down 1"]);
        assert_eq!(words(" \n "), [""; 0]);
        let steps = read_steps("left 0, up 3").expect("steps");
        assert_eq!(steps.iter().map(|step| step.place.clone()).collect::<Vec<_>>(), [0..6, 8..12]);
    }

    #[test]
    fn places_of_errors() {
        for (text, place, message) in [
            ("left 0, lfet 1", 8..12, "unknown direction 'lfet'"),
            ("left 0, up", 8..10, "'up' without the number of a line"),
            ("left 0 -1", 7..9, "'-1' where a shift should begin"),
            ("left 1; rigth 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; rigth 1; up 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; rigth 1 up 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; up", 8..10, "'up' without the number of a line"),
            ("left 1; up 1 adn down 1", 13..16, "unknown direction 'adn'"),
            ("C1", 0..2, "'C1' is not a move of Sixteen"),
            ("2R99999", 0..7, "'2R99999' shifts a line more than 1024 times"),
            ("R1,99999", 0..8, "'R1,99999' is not a move of Sixteen"),
        ] {
            let misread = read_steps(text).expect_err("a mistake");
            assert_eq!((misread.place, misread.message.as_str()), (place, message));
        }
        let help = read_steps("lfet 1").unwrap_err().help.expect("help");
        assert_eq!(help, "did you mean 'left'?");
    }

    proptest! {
        #[test]
        fn semicolons_and_commas_separate_alike(
            steps in prop::collection::vec(("left|right|up|down", 0..9_usize), 0..9),
        ) {
            let steps: Vec<_> = steps.into_iter().map(|(word, line)| format!("{word} {line}")).collect();
            prop_assert_eq!(words(&steps.join("; ")), words(&steps.join(", ")));
        }

        #[test]
        fn no_text_is_a_panic(text in "(\\PC|left|up|[0-9 ,;\n#R-])*") {
            if let Err(misread) = read_steps(&text) {
                prop_assert!(text.get(misread.place).is_some());
            }
        }
    }
}
