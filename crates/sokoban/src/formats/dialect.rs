//! Dialects: the alphabets in which levels are written.
//!
//! Sources: sokobano.de, "Level format" (XSB); the header of YASC's reader of `.sok` files (its letters for mail, `o`
//! for a goal among them); begoon's extractor (pusher); a school project in C# of 30 by 20 squares; the tutorial of
//! GEM Sokoban for the Atari ST (`o` is a *box* there); issue 4 of dangarfield's sokoban-solver; SokoSolve's console.

use crate::square::Square;

/// An alphabet of board letters.
#[derive(Debug)]
pub struct Dialect {
    /// The value of `--dialect`.
    pub name: &'static str,
    /// A description of the letters.
    pub legend: &'static str,
    /// The letters; the first one of a square is written.
    letters: &'static [(u8, Square)],
    table: [Option<Square>; 256],
    /// Rows are a board if they contain one of these letters.
    pub(super) marks: &'static [u8],
    /// Whether letters may have counts (RLE), and rows may begin with `>` (mail).
    pub(super) is_compact: bool,
    /// Whether its boards are part of the listing that the extractor of pusher's levels prints.
    pub(super) is_listing: bool,
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
        Self { name, legend, letters, table, marks, is_compact, is_listing: false }
    }

    #[inline]
    pub(super) fn square(&self, letter: u8) -> Option<Square> {
        self.table[usize::from(letter)]
    }

    /// Whether `letter` can be part of a board: a square, or the separator of rows.
    #[inline]
    pub(super) fn is_letter(&self, letter: u8) -> bool {
        letter == ROW_END || self.table[usize::from(letter)].is_some()
    }

    pub(super) fn letter(&self, square: Square) -> Option<char> {
        self.letters.iter().find(|(_, of)| *of == square).map(|(letter, _)| char::from(*letter))
    }

    pub(super) fn wall(&self) -> u8 {
        self.letters.iter().find(|(_, of)| *of == Square::Wall).map_or(b'#', |(letter, _)| *letter)
    }

    /// Whether one of these bytes is a wall.
    pub(super) fn has_wall_among(&self, present: &[bool; 256]) -> bool {
        self.letters.iter().any(|&(letter, of)| of == Square::Wall && present[usize::from(letter)])
    }

    /// The note on a text whose dialect was detected as this one.
    pub(super) fn note(&self) -> String {
        format!("read in the dialect {}: {}", self.name, self.legend)
    }
}

use Square::{Box, BoxOnGoal, Floor, Goal, Player, PlayerOnGoal, Wall};

pub(super) static XSB: Dialect = Dialect::new(
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

/// YASC's letters for mail, and those of XSB.
pub(super) static SOK: Dialect = Dialect::new(
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
pub(super) static PUSHER: Dialect = Dialect {
    is_listing: true,
    ..Dialect::new(
        "pusher",
        &[(b' ', Floor), (b'X', Wall), (b'.', Goal), (b'*', Box), (b'&', BoxOnGoal), (b'@', Player)],
        b"X",
        false,
        "X wall, * box, & box on goal, . goal, @ player, space floor",
    )
};

/// A school project whose levels have 30 by 20 squares.
pub(super) static SCHOOL: Dialect = Dialect::new(
    "school",
    &[(b' ', Floor), (b'#', Wall), (b'.', Goal), (b'O', Box), (b'Q', BoxOnGoal), (b'@', Player), (b'+', PlayerOnGoal)],
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

/// dangarfield's web solver.
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

pub(super) static DIALECTS: [&Dialect; 7] = [&XSB, &SOK, &PUSHER, &SCHOOL, &GEM, &DANGARFIELD, &SOKOSOLVE];

/// The names of the dialects, and of the alphabets that are translated to XSB.
pub const NAMES: &[&str] = &[
    "xsb",
    "sok",
    "pusher",
    "school",
    "gem",
    "dangarfield",
    "sokosolve",
    "reasoning-gym",
    "ragen",
    "blocks",
    "gym-sokoban",
];

pub(super) fn named(name: &str) -> Option<&'static Dialect> {
    DIALECTS.into_iter().find(|dialect| dialect.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::alphabet;

    #[test]
    fn the_table_is_whole() {
        let names: Vec<_> = DIALECTS.iter().map(|dialect| dialect.name).chain(alphabet::NAMES).collect();
        assert_eq!(names, NAMES);
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
