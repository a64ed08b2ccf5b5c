//! The plain text of `pusher.exe`, a Sokoban for DOS: other letters for walls and boxes.
//!
//! `X` wall, `*` box, `.` goal, `&` box on a goal, `@` player (never on a goal), space floor. `*` is
//! a box *on* a goal in XSB, so the two are told apart by the letter of the wall.

use super::alphabet::Alphabet;
use super::grid::Square;

pub(super) const ALPHABET: Alphabet = Alphabet {
    square,
    wall: b'X',
    // Not `*`: the extractor of these levels underlines with it.
    marks: b"X",
    legend: "a board of pusher is made of X wall, * box, & box on goal, . goal, @ player and space floor",
};

/// Tells the reader what was assumed.
pub(super) const NOTE: &str = "read as pusher's alphabet (X wall, * box, & box on goal)";

fn square(letter: u8) -> Option<Square> {
    Some(match letter {
        b' ' => Square::Floor,
        b'X' => Square::Wall,
        b'.' => Square::Goal,
        b'*' => Square::Box,
        b'&' => Square::BoxOnGoal,
        b'@' => Square::Player,
        _ => return None,
    })
}
