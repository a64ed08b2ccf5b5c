//! LURD, the notation of solutions: one letter per step, a capital where a box is pushed.
//!
//! Reading ignores the case (the rules decide whether a step pushes); writing uses the correct case. Also
//! read:
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

use crate::direction::Direction;
use crate::notation::run_length;
use lurd_puzzle::puzzle::Misread;

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
    let letters =
        run_length::expand(&bytes, is_letter, is_blank, max_steps).map_err(|fault| match fault {
            run_length::Fault::Letter(byte) => refused(byte),
            run_length::Fault::TooMany(byte) => {
                Misread { place: byte..byte + 1, message: format!("more than {max_steps} steps"), help: None }
            }
        })?;
    let mut notation = Notation { steps: Vec::with_capacity(letters.len()), is_backward: false };
    let mut jump: Option<u8> = None;
    for run_length::Repeated { letter, byte } in letters {
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
    run_length::shorten(steps.as_bytes(), 3)
}
