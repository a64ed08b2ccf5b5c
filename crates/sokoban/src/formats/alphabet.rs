//! Alphabets of letters outside the table of dialects: those that the user names (`X=box,_=floor`), and those of other
//! programs that are not ASCII or whose walls are neither `#` nor `X`. A text in such an alphabet is translated to XSB.

use std::{borrow::Cow, ops::Range, sync::LazyLock};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::noise::rewriter::{PositionMap, Rewriter};

use super::{board_text::lines, dialect::XSB};
use crate::square::Square;

/// An alphabet with names of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alphabet {
    /// The name of a known alphabet, or the letters as the user wrote them.
    pub(super) name: Cow<'static, str>,
    letters: Vec<(char, Square)>,
    /// Whether letters that it does not name mean what they mean in XSB.
    extends_xsb: bool,
}

/// An alphabet of another program.
struct Known {
    name: &'static str,
    letters: &'static str,
    /// Whether it is tried where the dialect is not given.
    is_guessed: bool,
}

const KNOWN: [Known; 4] = [
    Known {
        name: "reasoning-gym",
        letters: "+=wall,@=box,$=box-on-goal,X=goal,*=player,%=player-on-goal,-=floor",
        is_guessed: true,
    },
    Known {
        name: "ragen",
        letters: "#=wall,X=box,√=box-on-goal,O=goal,P=player,S=player-on-goal,_=floor",
        is_guessed: true,
    },
    Known {
        name: "blocks",
        letters: "█▓■⬛🧱=wall,$📦=box,*✅=box-on-goal,.🎯=goal,@🧍=player,+=player-on-goal,_-⬜=floor",
        is_guessed: true,
    },
    Known { name: "gym-sokoban", letters: "0=wall,4=box,3=box-on-goal,2=goal,5=player,1=floor", is_guessed: false },
];

/// The names of these alphabets.
#[cfg(test)]
pub(super) const NAMES: [&str; KNOWN.len()] = {
    let mut names = [""; KNOWN.len()];
    let mut index = 0;
    while index < KNOWN.len() {
        names[index] = KNOWN[index].name;
        index += 1;
    }
    names
};

/// Whether `text` gives letters rather than the name of a dialect.
pub(crate) fn gives_letters(text: &str) -> bool {
    text.contains('=')
}

/// The words for squares, the first of each in messages.
const WORDS: [(&str, Square); 18] = [
    ("wall", Square::Wall),
    ("box", Square::Box),
    ("box-on-goal", Square::BoxOnGoal),
    ("goal", Square::Goal),
    ("player", Square::Player),
    ("player-on-goal", Square::PlayerOnGoal),
    ("floor", Square::Floor),
    ("placed", Square::BoxOnGoal),
    ("target", Square::Goal),
    ("storage", Square::Goal),
    ("box-on-target", Square::BoxOnGoal),
    ("man", Square::Player),
    ("pusher", Square::Player),
    ("man-on-goal", Square::PlayerOnGoal),
    ("pusher-on-goal", Square::PlayerOnGoal),
    ("player-on-target", Square::PlayerOnGoal),
    ("empty", Square::Floor),
    ("void", Square::Floor),
];

/// The square of a word, or of a letter of XSB.
fn square(word: &str) -> Option<Square> {
    let small = word.to_ascii_lowercase().replace([' ', '_'], "-");
    let named = WORDS.iter().find(|(name, _)| *name == small).map(|(_, square)| *square);
    named.or_else(|| match word.as_bytes() {
        [letter] => XSB.square(*letter),
        _ => None,
    })
}

/// Whether a character only selects a variant of the one before it.
fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{200d}')
}

impl Alphabet {
    /// The alphabet of that name, or with the letters that `text` gives: `X=box,_=floor`.
    pub(super) fn of(text: &str) -> Option<Result<Self, Diagnostic>> {
        if let Some(known) = KNOWN.iter().find(|known| known.name == text) {
            return Some(Ok(Self::known(known)));
        }
        gives_letters(text).then(|| Self::given(text))
    }

    fn known(known: &Known) -> Self {
        let letters = parse(known.letters).unwrap_or_default();
        Self { name: Cow::Borrowed(known.name), letters, extends_xsb: false }
    }

    fn given(text: &str) -> Result<Self, Diagnostic> {
        let letters = parse(text)?;
        Ok(Self { name: Cow::Owned(text.to_owned()), letters, extends_xsb: true })
    }

    /// The alphabets that may be tried on a text, because it has one of their walls.
    pub(super) fn guesses(text: &str) -> impl Iterator<Item = &'static Self> {
        static GUESSED: LazyLock<Vec<Alphabet>> =
            LazyLock::new(|| KNOWN.iter().filter(|known| known.is_guessed).map(Alphabet::known).collect());
        GUESSED.iter().filter(|alphabet| {
            alphabet.letters.iter().any(|&(letter, square)| square == Square::Wall && text.contains(letter))
        })
    }

    /// The square of a letter.
    pub(super) fn square(&self, letter: char) -> Option<Square> {
        let own = self.letters.iter().find(|(known, _)| *known == letter).map(|(_, square)| *square);
        let default = || u8::try_from(letter).ok().and_then(|letter| XSB.square(letter));
        match own {
            None if self.extends_xsb => default(),
            None if letter == ' ' => Some(Square::Floor),
            own => own,
        }
    }

    /// Its letters, for messages.
    pub(super) fn legend(&self) -> String {
        let of = |square: Square| {
            let letters = self.letters.iter().filter(|(_, of)| *of == square);
            letters.map(|(letter, _)| letter.to_string()).collect::<Vec<_>>().join(" or ")
        };
        let named = WORDS.iter().take(7).map(|(word, square)| (of(*square), word));
        let named = named.filter(|(letters, _)| !letters.is_empty());
        let legend = named.map(|(letters, word)| format!("{letters} {}", word.replace('-', " "))).collect::<Vec<_>>();
        let rest = if self.extends_xsb { ", and the other letters of XSB" } else { "" };
        format!("{}{rest}", legend.join(", "))
    }

    /// The note on a text that was read in it.
    pub(super) fn note(&self) -> String {
        format!("read in the dialect {}: {}", self.name, self.legend())
    }

    /// The text with the letters of XSB in the rows of boards, and whether all letters of its rows belong to the
    /// alphabet.
    pub(super) fn translate(&self, text: &str) -> Translation {
        let mut rewriter = Rewriter::new(text);
        let (mut in_board, mut is_whole) = (false, true);
        for line in lines::lines(text) {
            let kind = self.kind(line.text, in_board);
            in_board = kind != Row::None;
            is_whole &= kind != Row::Broken;
            let end = line.start + line.text.len();
            if in_board {
                for (at, letter) in line.text.char_indices() {
                    let place = line.start + at..line.start + at + letter.len_utf8();
                    match self.square(letter).and_then(|square| XSB.letter(square)) {
                        Some(letter) => rewriter.write(place, letter.encode_utf8(&mut [0; 4])),
                        None if is_selector(letter) => {}
                        None => rewriter.copy(place),
                    }
                }
            } else {
                rewriter.copy(line.start..end);
            }
            let next = text[end..].find(['\n', '\r']).map_or(text.len(), |at| end + at);
            let after = if text[next..].starts_with("\r\n") { next + 2 } else { (next + 1).min(text.len()) };
            rewriter.copy(next..after);
        }
        match rewriter.finish("", false) {
            Some(rewritten) => Translation { text: rewritten.text, map: Some(rewritten.map), is_whole },
            None => Translation { text: text.to_owned(), map: None, is_whole },
        }
    }

    fn kind(&self, line: &str, in_board: bool) -> Row {
        let squares = line.chars().filter(|&letter| !letter.is_whitespace() && letter != '|' && !is_selector(letter));
        let is_wall = |letter: Option<char>| letter.is_some_and(|it| self.square(it) == Some(Square::Wall));
        let is_walled = is_wall(line.trim().chars().next()) && is_wall(line.trim().chars().next_back());
        let (mut all, mut foreign, mut has_wall) = (0, 0, false);
        for letter in squares {
            let square = self.square(letter);
            all += 1;
            foreign += usize::from(square.is_none());
            has_wall |= square == Some(Square::Wall);
        }
        match foreign {
            _ if all == 0 => Row::None,
            0 if has_wall || in_board => Row::Whole,
            _ if foreign > 0 && has_wall && (is_walled || 3 * foreign <= all) => Row::Broken,
            _ => Row::None,
        }
    }
}

/// Whether a line is a row of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    None,
    Whole,
    /// With some letters that are not squares.
    Broken,
}

/// A text in the letters of XSB.
pub(super) struct Translation {
    pub(super) text: String,
    map: Option<PositionMap>,
    pub(super) is_whole: bool,
}

impl Translation {
    /// The place in the original of a place in the translation.
    pub(super) fn origin(&self, place: Range<usize>) -> Range<usize> {
        self.map.as_ref().map_or(place.clone(), |map| map.origin(place))
    }
}

fn parse(text: &str) -> Result<Vec<(char, Square)>, Diagnostic> {
    let wrong = |message: String| {
        let words: Vec<_> = WORDS.iter().take(7).map(|(word, _)| *word).collect();
        Diagnostic::new(format!("--dialect: {message}"))
            .help(format!("write letters and squares, for example 'X=box,_=floor'; squares: {}", words.join(", ")))
    };
    let mut letters: Vec<(char, Square)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let first = rest.chars().next().map_or(0, char::len_utf8);
        // The first letter may itself be an equals sign or a comma.
        let Some(at) = rest[first..].find('=').map(|at| at + first) else {
            return Err(wrong(format!("'{}' names no square", rest.trim())));
        };
        let (own, after) = (&rest[..at], &rest[at + 1..]);
        let length = after[after.len().min(1)..].find(',').map_or(after.len(), |at| at + after.len().min(1));
        let length = (0..=length).rev().find(|&at| after.is_char_boundary(at)).unwrap_or(0);
        let word = &after[..length];
        let Some(square) = square(if word.trim().is_empty() { word } else { word.trim() }) else {
            return Err(wrong(format!("unknown square '{word}'")));
        };
        let trimmed = own.trim();
        for letter in (if trimmed.is_empty() { own } else { trimmed }).chars().filter(|&letter| !is_selector(letter)) {
            if let Some((_, other)) = letters.iter().find(|(known, _)| *known == letter)
                && *other != square
            {
                return Err(wrong(format!("'{letter}' stands for two squares")));
            }
            letters.push((letter, square));
        }
        rest = after[length..].strip_prefix(',').unwrap_or("");
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_given_for_squares() {
        let alphabet = Alphabet::given("X=box, _ =floor,,=wall,OQ=goal, =$").expect("an alphabet");
        for (letter, square) in
            [('X', Square::Box), ('_', Square::Floor), (',', Square::Wall), ('Q', Square::Goal), (' ', Square::Box)]
        {
            assert_eq!(alphabet.square(letter), Some(square), "{letter}");
        }
        assert_eq!(alphabet.square('#'), Some(Square::Wall));
        assert_eq!(alphabet.square('é'), None);
        for (wrong, message) in [
            ("X=bix", "--dialect: unknown square 'bix'"),
            ("X", "--dialect: 'X' names no square"),
            ("X=box,X=goal", "--dialect: 'X' stands for two squares"),
            ("X=box,Y", "--dialect: 'Y' names no square"),
        ] {
            assert_eq!(Alphabet::given(wrong).map_err(|error| error.message), Err(message.to_owned()));
        }
    }

    #[test]
    fn known_alphabets_are_whole() {
        for known in &KNOWN {
            let letters = parse(known.letters).expect("letters and squares");
            for square in [Square::Wall, Square::Box, Square::BoxOnGoal, Square::Goal, Square::Player, Square::Floor] {
                assert!(letters.iter().any(|(_, of)| *of == square), "{}: {square:?}", known.name);
            }
        }
    }

    #[test]
    fn rows_are_translated_and_titles_are_not() {
        let alphabet = Alphabet::given("X=box,w=wall,.=floor,o=goal").expect("an alphabet");
        let text = "Xmas, row two\nwwwww\r\nw@Xow\nwwwww\n";
        let translation = alphabet.translate(text);
        assert_eq!(translation.text, "Xmas, row two\n#####\r\n#@$.#\n#####\n");
        assert!(translation.is_whole);
        let place = translation.text.find('$').expect("a box");
        assert_eq!(&text[translation.origin(place..place + 1)], "X");
    }
}
