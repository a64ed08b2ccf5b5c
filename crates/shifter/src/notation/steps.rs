//! Reads answers. Each step is written in one of these ways:
//!
//! | step | example |
//! |---|---|
//! | a word and a line; between them and between steps commas, blanks, line breaks, quotation marks and brackets | `left 0, up 3`, `['left' , 1]` |
//! | a move of Simon Tatham's Sixteen: a row or a column, and how far it goes to the right or down | `R0,1`, `C2,-1` |
//! | a letter and a line of Loopover | `R0`, `U2` |
//! | a line, a letter, and how often | `0R`, `2R3` |
//!
//! `#` begins a comment. A `;` separates steps if steps follow it, and begins a comment otherwise; a line that begins with
//! it, of several, is a comment.

use lurd_puzzle::diagnostic::edit_distance;
use lurd_puzzle::puzzle::{Misread, StepText};

use crate::rules::{DIRECTIONS, Direction, Shift};

/// The most shifts that one step stands for.
const MAX_REPEATS: usize = 1024;

/// Splits `text` into steps. Whether the board has the lines is not checked.
pub(crate) fn read_steps(text: &str) -> Result<Vec<StepText>, Misread> {
    let mut steps = Vec::new();
    let mut rest = behind_comments(text, text);
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let (word, count, after) =
            step(rest).map_err(|error| Misread { place: start..start + error.place.len(), ..error })?;
        let place = start..text.len() - after.len();
        steps.extend(std::iter::repeat_n(StepText { word, place }, count));
        rest = behind_comments(text, after);
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

/// The characters at the beginning of a text that match, and the rest.
fn split(text: &str, matches: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !matches(c)).unwrap_or(text.len()))
}

fn digits(text: &str) -> (&str, &str) {
    split(text, |c| c.is_ascii_digit())
}

/// The rest of a text behind separators and comments.
fn behind_comments<'t>(text: &'t str, mut rest: &'t str) -> &'t str {
    loop {
        rest = rest.trim_start_matches(is_between);
        let before = text[..text.len() - rest.len()].trim_end_matches([' ', '\t']);
        let begins_line = before.is_empty() || before.ends_with('\n');
        let length = match rest.chars().next() {
            Some(';') if !begins_line || !text.trim().contains('\n') => {
                let (part, _) = split(&rest[1..], |c| !";\n#".contains(c));
                if begins_with_step(part) { 1 } else { 1 + part.len() }
            }
            Some(';' | '#') => split(rest, |c| c != '\n').0.len(),
            _ => return rest,
        };
        rest = &rest[length..];
    }
}

/// The step that begins a text, how often it is repeated, and the rest. A mistake begins with the text.
fn step(text: &str) -> Result<(String, usize, &str), Misread> {
    let misread = |message, what: &str, help| Err(Misread { message, place: 0..what.len(), help: Some(help) });
    let is_joined = |rest: &str| rest.starts_with(char::is_alphabetic);
    let (before, rest) = digits(text);
    let (word, behind_word) = split(rest, char::is_alphabetic);
    let (behind, rest) = digits(behind_word);
    let amount = rest.strip_prefix(',').unwrap_or_default();
    let (amount, behind_amount) = digits(amount.strip_prefix('-').unwrap_or(amount));
    // `R0,1` is a move of Sixteen, `R0,1D` are two of Loopover.
    let is_sixteen = matches!(word, "R" | "C") && !amount.is_empty() && !is_joined(behind_amount);
    let letter = DIRECTIONS.into_iter().find(|it| it.word()[..1].to_uppercase() == word);
    let (direction, line, times, rest) = match (letter, before, behind) {
        (_, "", line) if is_sixteen && !line.is_empty() => {
            let positive = if word == "R" { Direction::Right } else { Direction::Down };
            (if rest.starts_with(",-") { positive.opposite() } else { positive }, line, amount, behind_amount)
        }
        (Some(letter), "", line) if !line.is_empty() && !is_joined(rest) => (letter, line, "1", rest),
        (Some(letter), line, "") if !line.is_empty() => (letter, line, "1", rest),
        (Some(letter), line, times) if !line.is_empty() => (letter, line, times, rest),
        _ => {
            let Some(direction) = Direction::of_word(word).filter(|_| before.is_empty()) else {
                let is_word = is_joined(text);
                let what = split(text, |c| c.is_alphabetic() == is_word && !c.is_whitespace() && c != ',').0;
                let help = match nearest(what) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => "a shift is left, right, up or down and the number of a line: left 0, up 3".to_owned(),
                };
                return misread(format!("unknown direction '{what:.20}'"), what, help);
            };
            let (line, rest) = digits(behind_word.trim_start_matches(is_between));
            if line.is_empty() {
                let help = format!("write the line after it, counted from 0, for instance {} 0", direction.word());
                return misread(format!("'{}' without the number of a line", direction.word()), word, help);
            }
            (direction, line, "1", rest)
        }
    };
    let Some(times) = times.parse().ok().filter(|times| *times <= MAX_REPEATS) else {
        let step = &text[..text.len() - rest.len()];
        let help = "write <line><R, L, U or D><how often>, for instance 2R3, or R<row>,<cells>, for instance R0,1";
        return misread(format!("'{step:.20}' shifts a line more than {MAX_REPEATS} times"), step, help.to_owned());
    };
    let line = line.trim_start_matches('0');
    Ok((format!("{} {}", direction.word(), if line.is_empty() { "0" } else { line }), times, rest))
}

/// Whether a text after a `;` begins with a step, or is so similar to steps that it has a mistake rather than is a comment:
/// `rigth 1`, or a direction alone.
fn begins_with_step(part: &str) -> bool {
    let is_step = |part: &str| step(part.trim_start_matches(is_between)).is_ok();
    let part = part.trim_matches(is_between);
    let (word, number) = split(part, char::is_alphabetic);
    let number = number.trim_start_matches(is_between);
    let after = digits(number).1;
    let is_end = after.is_empty() || (after.starts_with(is_between) && is_step(after));
    let is_nearly = after.len() < number.len() && is_end && nearest(word).is_some();
    is_nearly || is_step(part) || Direction::of_word(part).is_some()
}

/// The direction that a word with a mistake may stand for.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = format!("{word:.20}").to_lowercase();
    let distances = DIRECTIONS.into_iter().map(|it| (edit_distance(&lower, it.word()), it.word()));
    let (distance, near) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= 2 && lower.len() > 1).then_some(near)
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
            ("left 0 -1", 7..9, "unknown direction '-1'"),
            ("left 1; rigth 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; rigth 1; up 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; rigth 1 up 1", 8..13, "unknown direction 'rigth'"),
            ("left 1; up", 8..10, "'up' without the number of a line"),
            ("left 1; up 1 adn down 1", 13..16, "unknown direction 'adn'"),
            ("C1", 0..1, "unknown direction 'C'"),
            ("2R99999", 0..7, "'2R99999' shifts a line more than 1024 times"),
            ("R1,99999", 0..8, "'R1,99999' shifts a line more than 1024 times"),
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
