//! Reads answers. Each step is written in one of these ways:
//!
//! | step | example |
//! |---|---|
//! | a word and a line; between them and between steps commas, blanks, line breaks, quotation marks and brackets | `left 0, up 3`, `['left' , 1]` |
//! | a move of Simon Tatham's Sixteen: a row or a column, and how far it goes to the right or down | `R0,1`, `C2,-1` |
//! | a letter and a line of Loopover | `R0`, `U2` |
//!
//! `#` begins a comment. A `;` separates steps if steps follow it, and begins a comment otherwise; a line that begins with
//! it, of several, is a comment.

use lurd_puzzle::catalog::nearest;
use lurd_puzzle::puzzle::{Misread, StepText};

use super::tokens::place_of;
use crate::rules::{DIRECTIONS, Direction, Shift};

/// The words of the directions.
const WORDS: [&str; 4] = ["left", "right", "up", "down"];

/// Splits `text` into steps. Whether the board has the lines is not checked.
pub(crate) fn read_steps(text: &str) -> Result<Vec<StepText>, Misread> {
    let (mut steps, mut rest) = (Vec::new(), behind_comments(text, text));
    while !rest.is_empty() {
        let (shift, count, after) = step(text, rest)?;
        let step = StepText { word: shift.to_string(), place: text.len() - rest.len()..text.len() - after.len() };
        steps.extend((0..count).map(|_| step.clone()));
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

/// The rest of a text behind separators and comments.
fn behind_comments<'t>(text: &'t str, mut rest: &'t str) -> &'t str {
    loop {
        rest = rest.trim_start_matches(is_between);
        if !rest.starts_with([';', '#']) {
            return rest;
        }
        let before = text[..text.len() - rest.len()].trim_end_matches([' ', '\t']);
        let begins_line = before.is_empty() || before.ends_with('\n');
        let is_line = rest.starts_with('#') || (begins_line && text.trim().contains('\n'));
        let (part, after) = split(&rest[1..], |c| c != '\n' && (is_line || !";#".contains(c)));
        rest = if !is_line && begins_with_step(part) { &rest[1..] } else { after };
    }
}

/// The step that begins the rest of a text, how often it is repeated, and what follows it.
fn step<'t>(text: &str, rest: &'t str) -> Result<(Shift, u8, &'t str), Misread> {
    let misread = |what, message, help| Misread { place: place_of(text, what), message, help: Some(help) };
    let (word, behind_word) = split(rest, char::is_alphabetic);
    let (line, behind) = split(behind_word.trim_start_matches(is_between), |c| c.is_ascii_digit());
    let amount = behind.strip_prefix(',').map(|amount| split(amount, |c| c == '-' || c.is_ascii_digit()));
    // No board of Sixteen is so large that a byte does not hold how far a line goes.
    let amount = amount.and_then(|(amount, after)| Some((amount.parse::<i8>().ok()?, after)));
    let (direction, count, behind) = if let ("R" | "C", Some((amount, behind))) = (word, amount) {
        let positive = if word == "R" { Direction::Right } else { Direction::Down };
        (Some(if amount < 0 { positive.opposite() } else { positive }), amount.unsigned_abs(), behind)
    } else {
        let letter = DIRECTIONS.into_iter().find(|it| it.letter(true).to_string() == word);
        (letter.or(Direction::of_word(word)), 1, behind)
    };
    let direction = direction.ok_or_else(|| {
        let what = if word.is_empty() { split(rest, |c| !is_between(c) && c != ';').0 } else { word };
        let help = match nearest(what, &WORDS) {
            Some(near) => format!("did you mean '{near}'?"),
            None => "a shift is left, right, up or down and the number of a line: left 0, up 3".to_owned(),
        };
        misread(what, format!("unknown direction '{what:.20}'"), help)
    })?;
    if line.is_empty() {
        let help = format!("write the line after it, counted from 0, for instance {} 0", direction.word());
        return Err(misread(word, format!("'{word}' without the number of a line"), help));
    }
    Ok((Shift::new(direction, line.parse().unwrap_or(usize::MAX)), count, behind))
}

/// Whether a text after a `;` begins with a step, perhaps with a mistake, rather than is a comment: `rigth 1`, or a
/// direction alone.
fn begins_with_step(part: &str) -> bool {
    let part = part.trim_matches(is_between);
    let (word, behind) = split(part, char::is_alphabetic);
    let has_number = behind.trim_start_matches(is_between).starts_with(|c: char| c.is_ascii_digit());
    Direction::of_word(part).is_some() || (has_number && (nearest(word, &WORDS).is_some() || step(part, part).is_ok()))
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
            "L0,U3",
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
        assert_eq!(words("R1,D2"), ["right 1", "down 2"]);
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
            ("2R3", 0..3, "unknown direction '2R3'"),
            ("R1,99999", 3..8, "unknown direction '99999'"),
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
