//! Which letter stands for which square: the dialects people write levels in.
//!
//! Sinks: sokobano.de, "Level format" (XSB); the header of YASC's reader of `.sok` files (its
//! letters for mail, `o` for a goal among them); begoon's extractor (pusher); a school project in
//! C# of 30 by 20 squares; the tutorial of GEM Sokoban for the Atari ST (`o` is a *box* there);
//! issue 4 of dangarfield's sokoban-solver; SokoSolve's console.

use crate::sokoban::square::Square;

/// An alphabet and what can be said of it.
#[derive(Debug)]
pub struct Dialect {
    /// The word after `--dialect`.
    pub name: &'static str,
    /// The letters in words.
    pub legend: &'static str,
    /// The letters; of several for a square the first is written.
    letters: &'static [(u8, Square)],
    table: [Option<Square>; 256],
    /// A run of rows is a board if it has one of these letters.
    pub(super) marks: &'static [u8],
    /// Whether counts may stand before letters (RLE) and `>` before rows (mail).
    pub(super) is_compact: bool,
}

/// Separates rows, as a line break does.
pub(super) const ROW_END: u8 = b'|';

impl Dialect {
    const fn new(
        name: &'static str,
        letters: &'static [(u8, Square)],
        marks: &'static [u8],
        is_compact: bool,
        legend: &'static str,
    ) -> Self {
        let mut table = [None; 256];
        let mut index = 0;
        while index < letters.len() {
            table[letters[index].0 as usize] = Some(letters[index].1);
            index += 1;
        }
        Self { name, legend, letters, table, marks, is_compact }
    }

    /// The square of a letter.
    #[inline]
    pub(super) fn square(&self, letter: u8) -> Option<Square> {
        self.table[usize::from(letter)]
    }

    /// Whether `letter` may stand in a board: a square, or the separator of rows.
    #[inline]
    pub(super) fn is_letter(&self, letter: u8) -> bool {
        letter == ROW_END || self.table[usize::from(letter)].is_some()
    }

    /// The letter of a square, if this alphabet has one.
    #[must_use]
    pub fn letter(&self, square: Square) -> Option<char> {
        self.letters.iter().find(|(_, of)| *of == square).map(|(letter, _)| char::from(*letter))
    }

    /// The letter of a wall.
    pub(super) fn wall(&self) -> u8 {
        self.letters.iter().find(|(_, of)| *of == Square::Wall).map_or(b'#', |(letter, _)| *letter)
    }

    /// Tells the reader what was assumed.
    pub(super) fn note(&self) -> String {
        format!("read in the letters of {}: {}", self.name, self.legend)
    }
}

use Square::{Box, BoxOnGoal, Floor, Goal, Player, PlayerOnGoal, Wall};

/// The letters that all Sokoban programs agree on.
pub static XSB: Dialect = Dialect::new(
    "xsb",
    &[
        (b' ', Floor),
        (b'-', Floor),
        (b'_', Floor),
        (b'#', Wall),
        (b'.', Goal),
        (b'$', Box),
        (b'*', BoxOnGoal),
        (b'@', Player),
        (b'+', PlayerOnGoal),
    ],
    b"#@+$*",
    true,
    "# wall, @ player, + player on goal, $ box, * box on goal, . goal, and space, - or _ floor",
);

/// YASC's letters for mail, beside those of XSB.
pub static SOK: Dialect = Dialect::new(
    "sok",
    &[
        (b' ', Floor),
        (b'-', Floor),
        (b'_', Floor),
        (b'#', Wall),
        (b'.', Goal),
        (b'b', Box),
        (b'B', BoxOnGoal),
        (b'p', Player),
        (b'P', PlayerOnGoal),
        (b'o', Goal),
        (b'$', Box),
        (b'*', BoxOnGoal),
        (b'@', Player),
        (b'm', Player),
        (b'+', PlayerOnGoal),
        (b'M', PlayerOnGoal),
    ],
    b"#",
    true,
    "# wall, p player, P player on goal, b box, B box on goal, . or o goal, and those of XSB",
);

/// `pusher.exe`, a Sokoban for DOS.
pub(super) static PUSHER: Dialect = Dialect::new(
    "pusher",
    &[(b' ', Floor), (b'X', Wall), (b'.', Goal), (b'*', Box), (b'&', BoxOnGoal), (b'@', Player)],
    b"X",
    false,
    "X wall, * box, & box on goal, . goal, @ player, space floor",
);

/// A school project whose levels have 30 by 20 squares.
pub(super) static SCHOOL: Dialect = Dialect::new(
    "school",
    &[
        (b' ', Floor),
        (b'#', Wall),
        (b'.', Goal),
        (b'O', Box),
        (b'Q', BoxOnGoal),
        (b'@', Player),
        (b'+', PlayerOnGoal),
    ],
    b"#",
    false,
    "# wall, O box, Q box on goal, . goal, @ player, + player on goal, space floor",
);

/// GEM Sokoban for the Atari ST.
static GEM: Dialect = Dialect::new(
    "gem",
    &[
        (b' ', Floor),
        (b'#', Wall),
        (b'.', Goal),
        (b'o', Box),
        (b'$', Box),
        (b'*', BoxOnGoal),
        (b'@', Player),
        (b'+', PlayerOnGoal),
    ],
    b"#",
    false,
    "# wall, o or $ box, * box on goal, . goal, @ player, + player on goal, space floor",
);

/// A solver on the web.
static DANGARFIELD: Dialect = Dialect::new(
    "dangarfield",
    &[(b' ', Floor), (b'#', Wall), (b'.', Goal), (b'B', Box), (b'X', BoxOnGoal), (b'&', Player)],
    b"#",
    false,
    "# wall, B box, X box on goal, . goal, & player, space floor",
);

/// SokoSolve's console.
static SOKOSOLVE: Dialect = Dialect::new(
    "sokosolve",
    &[
        (b'.', Floor),
        (b'~', Floor),
        (b' ', Floor),
        (b'#', Wall),
        (b'O', Goal),
        (b'X', Box),
        (b'$', BoxOnGoal),
        (b'P', Player),
    ],
    b"#",
    false,
    "# wall, X box, $ box on goal, O goal, P player, . floor, ~ void",
);

/// All dialects, XSB first.
pub static DIALECTS: [&Dialect; 7] = [&XSB, &SOK, &PUSHER, &SCHOOL, &GEM, &DANGARFIELD, &SOKOSOLVE];

/// Their names.
pub const NAMES: &[&str] = &["xsb", "sok", "pusher", "school", "gem", "dangarfield", "sokosolve"];

/// The dialect of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Dialect> {
    DIALECTS.into_iter().find(|dialect| dialect.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(DIALECTS.map(|dialect| dialect.name), NAMES);
        for dialect in DIALECTS {
            for square in [Floor, Wall, Goal, Box, BoxOnGoal, Player] {
                let letter = dialect.letter(square).expect("a letter");
                assert_eq!(dialect.square(letter as u8), Some(square), "{} {letter}", dialect.name);
            }
            for (letter, square) in dialect.letters {
                assert_eq!(dialect.square(*letter), Some(*square), "{}: a letter twice", dialect.name);
            }
            assert!(matches!(dialect.wall(), b'#' | b'X'));
        }
    }
}
