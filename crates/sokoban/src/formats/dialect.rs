//! Dialects: the letters in which levels are written. Each is a row of one table.
//!
//! Sources: sokobano.de, "Level format" (XSB); the header of YASC's reader of `.sok` files (its letters for mail, `o`
//! for a goal among them); begoon's extractor (pusher); a school project in C# of 30 by 20 squares; the tutorial of
//! GEM Sokoban for the Atari ST (`o` is a *box* there); issue 4 of dangarfield's sokoban-solver; SokoSolve's console;
//! the tasks of reasoning-gym and ragen; emoji as people paste them; gym-sokoban's arrays.

use std::{borrow::Cow, sync::LazyLock};

use lurd_puzzle::diagnostic::Diagnostic;

use crate::square::Square::{self, Box, BoxOnGoal, Floor, Goal, Player, PlayerOnGoal, Wall};

/// Separates rows, as a line break does.
pub(super) const ROW_END: char = '|';

/// The squares in the order of the columns of [`ROWS`], with their names, the first of which is written.
const SQUARES: [(Square, &[&str]); 7] = [
    (Wall, &["wall"]),
    (Player, &["player", "man", "pusher", "you"]),
    (PlayerOnGoal, &["player on goal", "man on goal", "pusher on goal", "player on target"]),
    (Box, &["box", "boulder", "crate"]),
    (BoxOnGoal, &["box on goal", "box on target", "placed"]),
    (Goal, &["goal", "target", "storage"]),
    (Floor, &["floor", "empty", "void"]),
];

/// The dialects: the value of `--dialect`, and the letters of each square, the first of which is written. A space is floor in
/// all of them.
const ROWS: [(&str, [&str; 7]); 11] = [
    ("xsb", ["#", "@", "+", "$", "*", ".", " -_"]),
    ("sok", ["#", "p@m", "P+M", "b$", "B*", ".o", " -_"]),
    ("pusher", ["X", "@", "", "*", "&", ".", " "]),
    ("school", ["#", "@", "+", "O", "Q", ".", " "]),
    ("gem", ["#", "@", "+", "o$", "*", ".", " "]),
    ("dangarfield", ["#", "&", "%", "B", "X", ".", " "]),
    ("sokosolve", ["#", "P", "*", "X", "$", "O", ".~ "]),
    ("reasoning-gym", ["+", "*", "%", "@", "$", "X", "- "]),
    ("ragen", ["#", "P", "S", "X", "√", "O", "_ "]),
    ("blocks", ["█▓■⬛🧱", "@🧍", "+", "$📦", "*✅", ".🎯", "_-⬜ "]),
    ("gym-sokoban", ["0", "5", "", "4", "3", "2", "1 "]),
];

/// The names of the dialects.
pub static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| ROWS.iter().map(|(name, _)| *name).collect());

/// Dialects whose letters may have counts.
const COMPACT: [&str; 2] = ["xsb", "sok"];
/// The dialect of the listing that the extractor of pusher's levels prints.
const LISTING: &str = "pusher";
/// Rows of digits may be anything, so that this dialect has to be named.
const NOT_GUESSED: &str = "gym-sokoban";

static DIALECTS: LazyLock<Vec<Dialect>> = LazyLock::new(|| ROWS.iter().map(Dialect::of_row).collect());

/// An alphabet of board letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The name of a known dialect, or the letters as the user gave them.
    pub(super) name: Cow<'static, str>,
    /// The letters; the first one of a square is written.
    letters: Vec<(char, Square)>,
    /// The squares of the letters of ASCII.
    ascii: [Option<Square>; 128],
    /// Whether letters that are not given mean what they mean in XSB.
    extends_xsb: bool,
    /// Whether letters may have counts (RLE).
    pub(super) is_compact: bool,
    /// Whether its boards are part of the listing that the extractor of pusher's levels prints.
    pub(super) is_listing: bool,
}

impl Dialect {
    fn of_row((name, columns): &(&'static str, [&'static str; 7])) -> Self {
        let columns = SQUARES.iter().zip(columns);
        let letters =
            columns.flat_map(|((square, _), letters)| letters.chars().map(|letter| (letter, *square))).collect();
        let is_compact = COMPACT.contains(name);
        Self { is_compact, is_listing: *name == LISTING, ..Self::new(Cow::Borrowed(name), letters) }
    }

    fn new(name: Cow<'static, str>, letters: Vec<(char, Square)>) -> Self {
        let mut ascii = [None; 128];
        for &(letter, square) in letters.iter().filter(|(letter, _)| letter.is_ascii()) {
            ascii[letter as usize] = Some(square);
        }
        Self { name, letters, ascii, extends_xsb: false, is_compact: false, is_listing: false }
    }

    /// XSB with other letters for some squares.
    pub(super) fn extended(name: String, letters: Vec<(char, Square)>) -> Self {
        let mut dialect = Self { extends_xsb: true, ..Self::new(Cow::Owned(name), letters) };
        for (own, of_xsb) in dialect.ascii.iter_mut().zip(&xsb().ascii) {
            *own = own.or(*of_xsb);
        }
        dialect
    }

    #[inline]
    pub(super) fn square(&self, letter: char) -> Option<Square> {
        match self.ascii.get(letter as usize) {
            Some(square) => *square,
            None => self.letters.iter().find(|(known, _)| *known == letter).map(|(_, square)| *square),
        }
    }

    /// Whether `letter` can be part of a board: a square, or the separator of rows.
    pub(super) fn is_letter(&self, letter: char) -> bool {
        letter == ROW_END || self.square(letter).is_some()
    }

    pub(super) fn letter(&self, square: Square) -> Option<char> {
        self.letters.iter().find(|(_, of)| *of == square).map(|(letter, _)| *letter)
    }

    /// The squares with which rows are a board, and not only runs of dots and dashes. Letters may also be those of words.
    pub(super) fn marks(&self) -> &'static [Square] {
        if self.name == NAMES[0] { &[Wall, Player, PlayerOnGoal, Box, BoxOnGoal] } else { &[Wall] }
    }

    /// Its letters, for messages.
    pub(super) fn legend(&self) -> String {
        let of = |&(square, names): &(Square, &[&str])| {
            let letters = self.letters.iter().filter(|(_, of)| *of == square);
            let written = |letter: char| if letter == ' ' { "space".to_owned() } else { letter.to_string() };
            let letters: Vec<_> = letters.map(|(letter, _)| written(*letter)).collect();
            let (last, others) = letters.split_last()?;
            let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
            Some(format!("{others}{last} {}", names[0]))
        };
        let mut named: Vec<_> = SQUARES.iter().filter_map(of).collect();
        named.extend(self.extends_xsb.then(|| "the other letters of XSB".to_owned()));
        let last = named.pop().unwrap_or_default();
        if named.is_empty() { last } else { format!("{}, and {last}", named.join(", ")) }
    }
}

/// XSB, the letters that all Sokoban programs agree on.
pub(super) fn xsb() -> &'static Dialect {
    &DIALECTS[0]
}

/// The dialects whose letters may have counts: those of files with titles and notes.
pub(super) fn compact() -> impl Iterator<Item = &'static Dialect> {
    DIALECTS.iter().filter(|dialect| dialect.is_compact)
}

/// The dialects that may be those of a text, because it has one of their walls.
pub(super) fn guesses(text: &str) -> impl Iterator<Item = &'static Dialect> {
    let has_wall = |dialect: &&Dialect| dialect.letters.iter().any(|&(it, square)| square == Wall && text.contains(it));
    DIALECTS.iter().filter(|dialect| dialect.name != NOT_GUESSED).filter(has_wall)
}

/// The dialect of that name, or with the letters that `text` gives: `X=box,_=floor`.
pub(super) fn named(text: &str) -> Result<Cow<'static, Dialect>, Diagnostic> {
    match DIALECTS.iter().find(|dialect| dialect.name == text) {
        Some(dialect) => Ok(Cow::Borrowed(dialect)),
        None if text.contains('=') => Ok(Cow::Owned(Dialect::extended(text.to_owned(), given(text)?))),
        None => {
            Err(Diagnostic::new(format!("unknown dialect '{text}'")).help(format!("dialects: {}", NAMES.join(", "))))
        }
    }
}

/// Whether a character only selects a variant of the one before it.
pub(super) fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{200d}')
}

/// The square of a name, or of a letter of XSB.
pub(super) fn square_of(word: &str) -> Option<Square> {
    let small = word.to_ascii_lowercase().replace(['-', '_'], " ");
    let named = SQUARES.iter().find(|(_, names)| names.contains(&&*small)).map(|(square, _)| *square);
    named.or_else(|| xsb().square(word.chars().next()?).filter(|_| word.len() == 1))
}

/// The name of a square, as `--dialect` takes it.
pub(super) fn named_square(square: Square) -> String {
    SQUARES.iter().find(|(of, _)| *of == square).map_or("floor", |(_, names)| names[0]).replace(' ', "-")
}

/// Letters that the user gives for squares.
fn given(text: &str) -> Result<Vec<(char, Square)>, Diagnostic> {
    let wrong = |message: String| {
        let names = SQUARES.map(|(square, _)| named_square(square)).join(", ");
        Diagnostic::new(format!("--dialect: {message}"))
            .help(format!("write letters and squares, for example 'X=box,_=floor'; squares: {names}"))
    };
    // A blank may itself be a letter.
    let bare = |part: &str| if part.trim().is_empty() { part.to_owned() } else { part.trim().to_owned() };
    // The first letter may itself be an equals sign or a comma, and so may a square.
    let behind_first = |part: &str, sign| part.char_indices().skip(1).find(|&(_, it)| it == sign).map(|(at, _)| at);
    let mut letters: Vec<(char, Square)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let sign = behind_first(rest, '=').ok_or_else(|| wrong(format!("'{}' names no square", rest.trim())))?;
        let (own, after) = (bare(&rest[..sign]), &rest[sign + 1..]);
        let (word, more) = after.split_at(behind_first(after, ',').unwrap_or(after.len()));
        let square = square_of(&bare(word)).ok_or_else(|| wrong(format!("unknown square '{word}'")))?;
        for letter in own.chars().filter(|&letter| !is_selector(letter)) {
            if letters.iter().any(|&(known, other)| known == letter && other != square) {
                return Err(wrong(format!("'{letter}' stands for two squares")));
            }
            letters.push((letter, square));
        }
        rest = more.strip_prefix(',').unwrap_or("");
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        for dialect in DIALECTS.iter() {
            for (square, names) in SQUARES {
                let letter = dialect.letter(square);
                assert!(letter.is_some() || square == PlayerOnGoal, "{}: {names:?}", dialect.name);
            }
            for &(letter, square) in &dialect.letters {
                assert_eq!(dialect.square(letter), Some(square), "{}: '{letter}' twice", dialect.name);
            }
        }
    }

    #[test]
    fn letters_are_given_for_squares() {
        let dialect = named("X=box, _ =floor,,=wall,OQ=goal, =$").expect("a dialect");
        for (letter, square) in [('X', Box), ('_', Floor), (',', Wall), ('Q', Goal), (' ', Box), ('#', Wall)] {
            assert_eq!(dialect.square(letter), Some(square), "{letter}");
        }
        assert_eq!(dialect.square('é'), None);
        for (wrong, message) in [
            ("X=bix", "--dialect: unknown square 'bix'"),
            ("X=", "--dialect: unknown square ''"),
            ("X=box,X=goal", "--dialect: 'X' stands for two squares"),
            ("X=box,Y", "--dialect: 'Y' names no square"),
        ] {
            assert_eq!(named(wrong).map_err(|error| error.message), Err(message.to_owned()));
        }
    }
}
