//! LURD, the notation of solutions: a letter a step, a capital where a box is pushed.
//!
//! The case is ignored in reading (the rules decide whether a step pushes) and right in writing.

use std::ops::Range;

use super::Direction;
use crate::puzzle::Misread;

/// One letter that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter as it was written.
    pub letter: char,
    /// Where it goes.
    pub direction: Direction,
    /// Its byte in the text.
    pub byte: usize,
}

impl Letter {
    /// Its place in the text.
    #[must_use]
    pub fn place(self) -> Range<usize> {
        self.byte..self.byte + 1
    }
}

/// Reads `text`. Blanks and line breaks may stand anywhere.
///
/// # Errors
/// The first character that is no step.
pub fn read(text: &str) -> Result<Vec<Letter>, Misread> {
    let mut letters = Vec::with_capacity(text.len());
    for (byte, letter) in text.char_indices() {
        if letter.is_ascii_whitespace() {
            continue;
        }
        let Some(direction) = Direction::of_letter(letter) else {
            return Err(Misread {
                place: byte..byte + letter.len_utf8(),
                message: format!("'{}' is no step", letter.escape_debug()),
                help: Some("steps are l, u, r and d, or capitals where a box is pushed".to_owned()),
            });
        };
        letters.push(Letter { letter, direction, byte });
    }
    Ok(letters)
}

/// Writes steps; each is a direction and whether it pushes.
pub fn write(steps: impl IntoIterator<Item = (Direction, bool)>) -> String {
    steps.into_iter().map(|(direction, push)| direction.letter(push)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn places_are_bytes_and_blanks_are_skipped() {
        let letters = read("l U\r\n\tR").expect("steps");
        let found: Vec<(char, usize)> = letters.iter().map(|step| (step.letter, step.byte)).collect();
        assert_eq!(found, [('l', 0), ('U', 2), ('R', 6)]);
    }

    #[test]
    fn anything_else_is_refused_at_its_place() {
        let error = read("lu→r").expect_err("an arrow");
        assert_eq!((error.place, error.message.as_str()), (2..5, "'→' is no step"));
        assert_eq!(read("3r").expect_err("a number").place, 0..1);
    }

    proptest! {
        #[test]
        fn writes_what_it_reads(text in "[lurdLURD]{0,40}") {
            let letters = read(&text).expect("steps");
            prop_assert_eq!(write(letters.iter().map(|step| (step.direction, step.letter.is_uppercase()))), text);
        }

        #[test]
        fn no_text_breaks_it(text in any::<String>()) {
            if let Err(error) = read(&text) {
                prop_assert!(text.get(error.place).is_some());
            }
        }
    }
}
