//! LURD, the notation of solutions: one letter per step, a capital where a box is pushed.
//!
//! Reading ignores the case (the rules decide whether a step pushes); writing uses the correct case. Also read:
//!
//! * counts: `3r4U`, `2(3(dr)R)`;
//! * `h j k l` for left, down, up, right, as in the scorefile of XSokoban (recognized by a letter that is not
//!   in LURD; the two cannot be mixed);
//! * `*`, which marks the current position of a saved game and is ignored;
//! * `[rr]` (`<rr>` in old files), a jump of the player in games that go backward from the solved position by
//!   pulls; such a game begins with a jump. See [`reverse_mode`](super::reverse_mode).
//!
//! Of several lines, those that announce a solution (`Solution 41/13`, `Solution name: ..`) are skipped.
//! Sources: the `.sok` format (YASC), JSoko's text format, the scorefile of XSokoban.

use std::ops::Range;

use lurd_puzzle::puzzle::Misread;

use crate::direction::Direction;

/// One step as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter as written.
    pub letter: char,
    /// The direction.
    pub direction: Direction,
    /// The byte in the text.
    pub byte: usize,
    /// Whether it is part of a jump.
    pub jumps: bool,
}

impl Letter {
    /// The place in the text.
    #[must_use]
    pub fn place(self) -> Range<usize> {
        self.byte..self.byte + 1
    }
}

/// A text of steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The steps in order.
    pub steps: Vec<Letter>,
    /// Whether it begins with a jump, so it goes backward.
    pub(crate) is_backward: bool,
}

/// The maximum number of steps in a text.
pub(crate) const MAX_STEPS: usize = 1_000_000;

/// Reads `text`. Blanks and line breaks may be anywhere. Takes time and memory proportional to the text and
/// the steps.
///
/// # Errors
/// The first character that is not a step; more than `MAX_STEPS`.
pub fn parse(text: &str) -> Result<Notation, Misread> {
    parse_up_to(text, MAX_STEPS)
}

/// [`parse`] with another limit.
pub(crate) fn parse_up_to(text: &str, max_steps: usize) -> Result<Notation, Misread> {
    // Lines about the solution become blanks of the same length, so places remain correct.
    let mut bytes = text.as_bytes().to_vec();
    let mut start = 0;
    let several = text.trim().contains('\n');
    for line in text.split_inclusive('\n') {
        if several && announces(line) {
            bytes[start..start + line.len()].fill(b' ');
        }
        start += line.len();
    }
    let steps = Alphabet::of(&bytes);
    let refused = |byte: usize| {
        let letter = text.get(byte..).and_then(|rest| rest.chars().next());
        let help = "steps are l, u, r and d, or capitals for pushes; 3r is rrr".to_owned();
        match letter {
            Some('{' | '}') => Misread {
                place: byte..byte + 1,
                message: "a change of players, as in Multiban".to_owned(),
                help: Some("a Sokoban level has one player".to_owned()),
            },
            Some(letter) => Misread {
                place: byte..byte + letter.len_utf8(),
                message: format!("'{}' is not a step", letter.escape_debug()),
                help: Some(help),
            },
            None => Misread {
                place: text.len()..text.len(),
                message: "a count without a step".to_owned(),
                help: Some(help),
            },
        }
    };
    let is_letter = |letter: u8| steps.direction(letter).is_some() || b"[]<>".contains(&letter);
    let is_blank = |letter: u8| letter.is_ascii_whitespace() || letter == b'*';
    let letters = expand(&bytes, is_letter, is_blank, max_steps).map_err(|fault| match fault {
        Fault::Letter(byte) => refused(byte),
        Fault::TooMany(byte) => {
            Misread { place: byte..byte + 1, message: format!("more than {max_steps} steps"), help: None }
        }
    })?;
    let mut notation = Notation { steps: Vec::with_capacity(letters.len()), is_backward: false };
    let mut jump: Option<u8> = None;
    for Repeated { letter, byte } in letters {
        match (letter, jump) {
            (b'[' | b'<', None) if notation.steps.is_empty() || notation.is_backward => {
                notation.is_backward = true;
                jump = Some(letter);
            }
            (b']', Some(b'[')) | (b'>', Some(b'<')) => jump = None,
            _ => {
                let Some(direction) = steps.direction(letter) else { return Err(refused(byte)) };
                let jumps = jump.is_some();
                notation.steps.push(Letter { letter: char::from(letter), direction, byte, jumps });
            }
        }
    }
    if jump.is_some() {
        return Err(refused(text.len()));
    }
    Ok(notation)
}

/// Whether a line is about a solution.
fn announces(line: &str) -> bool {
    line.contains(':') || line.to_ascii_lowercase().contains("solution")
}

/// The letters of steps.
#[derive(Clone, Copy)]
enum Alphabet {
    Lurd,
    Hjkl,
}

impl Alphabet {
    fn of(bytes: &[u8]) -> Self {
        let has = |letters: &[u8]| bytes.iter().any(|letter| letters.contains(&letter.to_ascii_lowercase()));
        if has(b"hjk") && !has(b"urd") { Self::Hjkl } else { Self::Lurd }
    }

    fn direction(self, letter: u8) -> Option<Direction> {
        match (self, letter.to_ascii_lowercase()) {
            (Self::Lurd, _) => Direction::of_letter(char::from(letter)),
            (Self::Hjkl, b'h') => Some(Direction::Left),
            (Self::Hjkl, b'j') => Some(Direction::Down),
            (Self::Hjkl, b'k') => Some(Direction::Up),
            (Self::Hjkl, b'l') => Some(Direction::Right),
            _ => None,
        }
    }
}

/// Reads a forward game.
///
/// # Errors
/// As [`parse`]; the game goes backward.
pub fn read(text: &str) -> Result<Vec<Letter>, Misread> {
    let notation = parse(text)?;
    if notation.is_backward {
        return Err(Misread {
            place: 0..text.len().min(1),
            message: "this game goes backward, by pulls".to_owned(),
            help: None,
        });
    }
    Ok(notation.steps)
}

/// Writes steps, each given by its direction and whether it pushes.
pub fn write(steps: impl IntoIterator<Item = (Direction, bool)>) -> String {
    steps.into_iter().map(|(direction, push)| direction.letter(push)).collect()
}

/// Shortens steps: three or more equal letters become a count and the letter.
#[must_use]
pub fn shortened(steps: &str) -> String {
    shorten(steps.as_bytes(), 3)
}

// Counts before letters: `3r4U` is `rrrUUUU`, `2(3(dr)R)` repeats groups. Levels and solutions are shortened
// in this way (run-length encoding; sokobano.de, and version 0.17 of the `.sok` format).

/// A letter and the byte it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeated {
    pub(crate) letter: u8,
    pub(crate) byte: usize,
}

/// Why a text cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// This byte is not a letter, or a bracket is missing there.
    Letter(usize),
    /// At this byte the number of letters exceeds the limit.
    TooMany(usize),
}

const MAX_DEPTH: usize = 64;

/// An open group: its count, and where it begins in the result and in the text.
struct Group {
    times: usize,
    start: usize,
    byte: usize,
}

/// Expands every repetition in `text`, up to `max_letters` letters. Blanks are skipped.
///
/// Takes time and memory proportional to the text and to the result.
pub(crate) fn expand(
    text: &[u8],
    is_letter: impl Fn(u8) -> bool,
    is_blank: impl Fn(u8) -> bool,
    max_letters: usize,
) -> Result<Vec<Repeated>, Fault> {
    let mut out: Vec<Repeated> = Vec::with_capacity(text.len().min(max_letters));
    let mut groups: Vec<Group> = Vec::new();
    let mut count: Option<usize> = None;
    for (byte, &letter) in text.iter().enumerate() {
        let times = |count: Option<usize>| count.unwrap_or(1);
        match letter {
            b'0'..=b'9' => {
                let digit = usize::from(letter - b'0');
                count = Some(times(count.or(Some(0))).saturating_mul(10).saturating_add(digit));
            }
            _ if is_blank(letter) => {}
            b'(' if groups.len() < MAX_DEPTH => {
                groups.push(Group { times: times(count.take()), start: out.len(), byte });
            }
            b')' if count.is_none() => {
                let Some(Group { times, start, .. }) = groups.pop() else {
                    return Err(Fault::Letter(byte));
                };
                let length = out.len() - start;
                if length.saturating_mul(times) > max_letters.saturating_sub(start) {
                    return Err(Fault::TooMany(byte));
                }
                match times {
                    _ if length == 0 => {}
                    0 => out.truncate(start),
                    _ => (1..times).for_each(|_| out.extend_from_within(start..start + length)),
                }
            }
            _ if is_letter(letter) => {
                let times = times(count.take());
                if times > max_letters - out.len().min(max_letters) {
                    return Err(Fault::TooMany(byte));
                }
                out.extend(std::iter::repeat_n(Repeated { letter, byte }, times));
            }
            _ => return Err(Fault::Letter(byte)),
        }
    }
    match (count, groups.first()) {
        (Some(_), _) => Err(Fault::Letter(text.len())),
        (_, Some(&Group { byte, .. })) => Err(Fault::Letter(byte)),
        _ => Ok(out),
    }
}

/// Replaces sequences of at least `min_length` equal letters by a count and the letter.
pub(crate) fn shorten(letters: &[u8], min_length: usize) -> String {
    let mut text = String::new();
    for equal in letters.chunk_by(|a, b| a == b) {
        let letter = char::from(equal[0]);
        if equal.len() >= min_length {
            text.push_str(&equal.len().to_string());
            text.push(letter);
        } else {
            text.extend(std::iter::repeat_n(letter, equal.len()));
        }
    }
    text
}

#[cfg(test)]
mod run_length_tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> Result<String, Fault> {
        let letters = expand(text.as_bytes(), |byte| b"lurdLURD".contains(&byte), |byte| byte == b' ', 1000)?;
        Ok(letters.into_iter().map(|it| char::from(it.letter)).collect())
    }

    #[test]
    fn counts_and_groups() {
        assert_eq!(written("3r4U"), Ok("rrrUUUU".to_owned()));
        assert_eq!(written("2(3(dr)R)"), Ok("drdrdrRdrdrdrR".to_owned()));
        assert_eq!(written("l 2 u"), Ok("luu".to_owned()));
        assert_eq!(written("0(lr)u0d"), Ok("u".to_owned()));
        assert_eq!(written("600000000000()u"), Ok("u".to_owned()));
        assert_eq!(written(""), Ok(String::new()));
        for (text, fault) in [("3", 1), ("l)", 1), ("l(r", 1), ("lx", 1), ("2)", 1), ("2(l3)", 4)] {
            assert_eq!(written(text), Err(Fault::Letter(fault)), "{text}");
        }
        for text in ["9999(9999(9999l))", "99999999999999999999999r", "1000l(r)"] {
            assert!(matches!(written(text), Err(Fault::TooMany(_))), "{text}");
        }
        assert!(written(&"(".repeat(1000)).is_err());
    }

    proptest! {
        #[test]
        fn shortened_is_expanded_to_the_same(text in "[lurdLURD]{0,60}", shortest in 2_usize..5) {
            prop_assert_eq!(written(&shorten(text.as_bytes(), shortest)), Ok(text));
        }

        #[test]
        fn nothing_breaks_it(text in "[lr0-9() |]{0,40}") {
            if let Ok(text) = written(&text) {
                prop_assert!(text.len() <= 1000);
            }
        }
    }
}
