//! Reads answers: `left 0, right 2, up 3`, separated by commas, blanks or line breaks; `['left' , 1]`, as
//! written by a script of 2009; `R0,1` and `C2,-1` of Simon Tatham's Sixteen (positive is right and down); `R0`, `U2`,
//! `0R`, `2R3` of Loopover (a line and a direction, in either order, and how often). `#` begins a comment. A `;` separates
//! steps if steps follow it, and begins a comment otherwise; a line that begins with it, of several, is a comment.

use std::ops::Range;

use lurd_puzzle::diagnostic::edit_distance;
use lurd_puzzle::puzzle::{Misread, StepText};

use super::scan::Cursor;
use crate::rules::{DIRECTIONS, Direction, Shift};

/// The most cells of one move in Tatham's notation.
const MAX_REPEATS: u32 = 1024;

/// Splits `text` into steps. Whether the board has the lines is not checked.
pub(crate) fn read_steps(text: &str) -> Result<Vec<StepText>, Misread> {
    let mut steps = Vec::new();
    let mut reader = StepReader { cursor: Cursor { text, at: 0 } };
    while reader.skip_to_word() {
        reader.step(&mut steps)?;
    }
    Ok(steps)
}

/// The shifts of steps that have been replayed.
pub(crate) fn shifts(steps: &[String]) -> Vec<Shift> {
    steps.iter().filter_map(|step| step.parse().ok()).collect()
}

struct StepReader<'t> {
    cursor: Cursor<'t>,
}

impl StepReader<'_> {
    fn skip_separators(&mut self) {
        self.cursor.take(|c| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')' | '\'' | '"'));
    }

    /// Moves to the next word; `false` at the end of the text.
    fn skip_to_word(&mut self) -> bool {
        loop {
            self.skip_separators();
            match self.cursor.rest().chars().next() {
                None => return false,
                Some('#') => _ = self.cursor.take(|c| c != '\n'),
                Some(';') if self.is_comment_line() => _ = self.cursor.take(|c| c != '\n'),
                Some(';') => {
                    self.cursor.at += 1;
                    let part = self.cursor.rest();
                    let part = &part[..part.find([';', '\n', '#']).unwrap_or(part.len())];
                    if !begins_with_step(part) {
                        self.cursor.at += part.len();
                    }
                }
                Some(_) => return true,
            }
        }
    }

    /// Whether the line before the cursor is blank and one of several.
    fn is_comment_line(&self) -> bool {
        let before = &self.cursor.text[..self.cursor.at];
        let line = before.rfind('\n').map_or(before, |end| &before[end..]);
        line.trim().is_empty() && self.cursor.text.trim_matches(['\n', '\r', ' ']).contains('\n')
    }

    fn step(&mut self, steps: &mut Vec<StepText>) -> Result<(), Misread> {
        let start = self.cursor.at;
        if self.loopover(steps)? {
            return Ok(());
        }
        let word = self.cursor.take(char::is_alphabetic);
        let digit_follows = self.cursor.rest().starts_with(|c: char| c.is_ascii_digit());
        match &self.cursor.text[word.clone()] {
            "R" if digit_follows => return self.tatham(start, Direction::Right, steps),
            "C" if digit_follows => return self.tatham(start, Direction::Down, steps),
            _ => {}
        }
        let Some(direction) = Direction::of_word(&self.cursor.text[word.clone()]) else {
            return Err(self.no_direction(word));
        };
        self.skip_separators();
        let line = self.cursor.take(|c| c.is_ascii_digit());
        if line.is_empty() {
            return Err(Misread {
                message: format!("'{}' without the number of a line", direction.word()),
                place: word,
                help: Some(format!("write the line after it, counted from 0, for instance {} 0", direction.word())),
            });
        }
        let number = without_zeros(&self.cursor.text[line.clone()]);
        steps.push(StepText { word: format!("{} {number}", direction.word()), place: start..line.end });
        Ok(())
    }

    /// Reads a move of Loopover: `0R`, `2R3`, `R0`, `U2`. `false` if there is none.
    fn loopover(&mut self, steps: &mut Vec<StepText>) -> Result<bool, Misread> {
        let rest = self.cursor.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let before = digits(rest);
        let direction = match rest[before..].chars().next() {
            Some('R') => Direction::Right,
            Some('L') => Direction::Left,
            Some('U') => Direction::Up,
            Some('D') => Direction::Down,
            _ => return Ok(false),
        };
        let behind = digits(&rest[before + 1..]);
        let end = before + 1 + behind;
        let after = &rest[end..];
        // `R0,1` is a move of Sixteen.
        let is_sixteen = before == 0 && direction == Direction::Right && {
            let amount = after.strip_prefix(',').map(|amount| amount.strip_prefix('-').unwrap_or(amount));
            amount.is_some_and(|amount| {
                let rest = amount.trim_start_matches(|letter: char| letter.is_ascii_digit());
                rest.len() < amount.len() && !rest.starts_with(char::is_alphabetic)
            })
        };
        if before + behind == 0 || is_sixteen || after.starts_with(char::is_alphabetic) {
            return Ok(false);
        }
        let place = self.cursor.at..self.cursor.at + end;
        let (line, amount) = match before {
            0 => (&rest[1..end], ""),
            _ => (&rest[..before], &rest[before + 1..end]),
        };
        let line = without_zeros(line).to_owned();
        let times = if amount.is_empty() { Some(1) } else { amount.parse().ok() };
        let Some(times) = times.filter(|&times: &u32| times <= MAX_REPEATS) else {
            return Err(Misread {
                message: format!("'{}' shifts a line more than {MAX_REPEATS} times", shortened(&rest[..end])),
                place,
                help: Some("such moves are written <line><R, L, U or D><how often>, for instance 2R3".to_owned()),
            });
        };
        self.cursor.at += end;
        for _ in 0..times {
            steps.push(StepText { word: format!("{} {line}", direction.word()), place: place.clone() });
        }
        Ok(true)
    }

    fn no_direction(&mut self, word: Range<usize>) -> Misread {
        if word.is_empty() {
            let what = self.cursor.take(|c| !c.is_whitespace() && !c.is_alphabetic() && c != ',');
            return Misread {
                message: format!("'{}' where a shift should begin", shortened(&self.cursor.text[what.clone()])),
                place: what,
                help: Some("shifts are written like left 0, up 3".to_owned()),
            };
        }
        let near = nearest(&self.cursor.text[word.clone()]);
        Misread {
            message: format!("unknown direction '{}'", shortened(&self.cursor.text[word.clone()])),
            place: word,
            help: Some(near.map_or_else(
                || "a shift is left, right, up or down and the number of a line".to_owned(),
                |near| format!("did you mean '{near}'?"),
            )),
        }
    }

    /// Reads the rest of `R0,1` after the letter.
    fn tatham(&mut self, start: usize, positive: Direction, steps: &mut Vec<StepText>) -> Result<(), Misread> {
        let line = self.cursor.take(|c| c.is_ascii_digit());
        let comma = self.cursor.take(|c| c == ',');
        let minus = self.cursor.take(|c| c == '-');
        let amount = self.cursor.take(|c| c.is_ascii_digit());
        let place = start..amount.end;
        let times = self.cursor.text[amount.clone()].parse().ok().filter(|&times: &u32| times <= MAX_REPEATS);
        let (1, 0 | 1, Some(times)) = (comma.len(), minus.len(), times) else {
            return Err(Misread {
                message: format!("'{}' is not a move of Sixteen", shortened(&self.cursor.text[place.clone()])),
                place,
                help: Some("such moves are written R<row>,<cells to the right> or C<column>,<cells down>".to_owned()),
            });
        };
        let direction = if minus.is_empty() { positive } else { positive.opposite() };
        let line = without_zeros(&self.cursor.text[line]);
        for _ in 0..times {
            steps.push(StepText { word: format!("{} {line}", direction.word()), place: place.clone() });
        }
        Ok(())
    }
}

/// Whether a text after a `;` begins with a step, or is so similar to steps that it has a mistake rather than is a comment:
/// `rigth 1`, or a direction alone.
fn begins_with_step(part: &str) -> bool {
    let is_step = |text: &str| {
        let mut reader = StepReader { cursor: Cursor { text, at: 0 } };
        reader.skip_separators();
        reader.step(&mut Vec::new()).is_ok()
    };
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')' | '\'' | '"');
    let part = part.trim_matches(is_between);
    if is_step(part) || Direction::of_word(part).is_some() {
        return true;
    }
    let (word, rest) = part.split_at(part.find(|c: char| !c.is_alphabetic()).unwrap_or(part.len()));
    let rest = rest.trim_start_matches(is_between);
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_end =
        after.is_empty() || after.starts_with(is_between) && is_step(after) || after.starts_with([',', ')', ']']);
    after.len() < rest.len() && is_end && nearest(word).is_some()
}

/// The direction that a word with a mistake may stand for.
fn nearest(word: &str) -> Option<&'static str> {
    let lower = word.chars().take(20).collect::<String>().to_lowercase();
    let distances = DIRECTIONS.into_iter().map(|it| (edit_distance(&lower, it.word()), it.word()));
    let (distance, near) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= 2 && lower.len() > 1).then_some(near)
}

fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
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
