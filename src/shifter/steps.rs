//! Reads the text of an answer: `left 0, right 2, up 3`, with commas, blanks and line breaks as one
//! likes; the `['left' , 1]` of the script of 2009; and the `R0,1` and `C2,-1` of Simon Tatham's
//! Sixteen (positive is right and down). `;` and `#` begin a comment.

use std::ops::Range;

use super::board::{Direction, Shift};
use crate::puzzle::{Misread, StepText};

/// The most single shifts that one move in Tatham's notation may stand for.
const MOST_REPEATS: u32 = 1024;

/// Splits `text` into steps; a line that the board does not have is left to the rules to refuse.
pub(super) fn read_steps(text: &str) -> Result<Vec<StepText>, Misread> {
    let mut steps = Vec::new();
    let mut reader = Reader { text, at: 0 };
    while reader.skip_to_word() {
        reader.step(&mut steps)?;
    }
    Ok(steps)
}

/// The shifts of steps that have been replayed.
pub(super) fn shifts(steps: &[String]) -> Vec<Shift> {
    steps.iter().filter_map(|step| step.parse().ok()).collect()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> Range<usize> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        start..self.at
    }

    fn skip_separators(&mut self) {
        self.take(|c| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')' | '\'' | '"'));
    }

    /// Goes to the next thing that is neither separator nor comment; whether there is one.
    fn skip_to_word(&mut self) -> bool {
        loop {
            self.skip_separators();
            if !self.rest().starts_with([';', '#']) {
                return !self.rest().is_empty();
            }
            self.take(|c| c != '\n');
        }
    }

    fn step(&mut self, steps: &mut Vec<StepText>) -> Result<(), Misread> {
        let start = self.at;
        let word = self.take(char::is_alphabetic);
        let digit_follows = self.rest().starts_with(|c: char| c.is_ascii_digit());
        match &self.text[word.clone()] {
            "R" if digit_follows => return self.tatham(start, Direction::Right, steps),
            "C" if digit_follows => return self.tatham(start, Direction::Down, steps),
            _ => {}
        }
        let Some(direction) = Direction::of_word(&self.text[word.clone()]) else {
            return Err(self.no_direction(word));
        };
        self.skip_separators();
        let line = self.take(|c| c.is_ascii_digit());
        if line.is_empty() {
            return Err(Misread {
                message: format!("'{}' without the number of a line", direction.word()),
                place: word,
                help: Some(format!(
                    "write the line after it, counted from 0, for instance {} 0",
                    direction.word()
                )),
            });
        }
        let number = match self.text[line.clone()].trim_start_matches('0') {
            "" => "0",
            digits => digits,
        };
        steps.push(StepText { word: format!("{} {number}", direction.word()), place: start..line.end });
        Ok(())
    }

    fn no_direction(&mut self, word: Range<usize>) -> Misread {
        if word.is_empty() {
            let what = self.take(|c| !c.is_whitespace() && !c.is_alphabetic() && c != ',');
            return Misread {
                message: format!("'{}' where a shift should begin", shortened(&self.text[what.clone()])),
                place: what,
                help: Some("shifts are written like left 0, up 3".to_owned()),
            };
        }
        let lower = self.text[word.clone()].chars().take(20).collect::<String>().to_lowercase();
        let near = Direction::ALL
            .into_iter()
            .map(|direction| (strsim::damerau_levenshtein(&lower, direction.word()), direction.word()))
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= 2 && lower.len() > 1);
        Misread {
            message: format!("unknown direction '{}'", shortened(&self.text[word.clone()])),
            place: word,
            help: Some(near.map_or_else(
                || "a shift is left, right, up or down and the number of a line".to_owned(),
                |(_, near)| format!("did you mean '{near}'?"),
            )),
        }
    }

    /// `R0,1`: the rest after the letter.
    fn tatham(
        &mut self,
        start: usize,
        positive: Direction,
        steps: &mut Vec<StepText>,
    ) -> Result<(), Misread> {
        let line = self.take(|c| c.is_ascii_digit());
        let comma = self.take(|c| c == ',');
        let minus = self.take(|c| c == '-');
        let amount = self.take(|c| c.is_ascii_digit());
        let place = start..amount.end;
        let times = self.text[amount.clone()].parse().ok().filter(|&times: &u32| times <= MOST_REPEATS);
        let (1, 0 | 1, Some(times)) = (comma.len(), minus.len(), times) else {
            return Err(Misread {
                message: format!("'{}' is no move of Sixteen", shortened(&self.text[place.clone()])),
                place,
                help: Some(
                    "such moves are written R<row>,<cells to the right> or C<column>,<cells down>".to_owned(),
                ),
            });
        };
        let direction = if minus.is_empty() { positive } else { positive.opposite() };
        let line = self.text[line].trim_start_matches('0');
        let line = if line.is_empty() { "0" } else { line };
        for _ in 0..times {
            steps.push(StepText { word: format!("{} {line}", direction.word()), place: place.clone() });
        }
        Ok(())
    }
}

/// The beginning of a word that may be very long.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(20) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        ] {
            assert_eq!(words(text), ["left 0", "up 3"], "{text}");
        }
        assert_eq!(words("R1,2"), ["right 1", "right 1"]);
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
            ("R1", 0..2, "'R1' is no move of Sixteen"),
            ("R1,99999", 0..8, "'R1,99999' is no move of Sixteen"),
        ] {
            let misread = read_steps(text).expect_err("a mistake");
            assert_eq!((misread.place, misread.message.as_str()), (place, message));
        }
        assert_eq!(read_steps("lfet 1").unwrap_err().help.as_deref(), Some("did you mean 'left'?"));
    }

    proptest! {
        #[test]
        fn no_text_is_a_panic(text in "(\\PC|left|up|[0-9 ,R-])*") {
            if let Err(misread) = read_steps(&text) {
                prop_assert!(text.get(misread.place).is_some());
            }
        }
    }
}
