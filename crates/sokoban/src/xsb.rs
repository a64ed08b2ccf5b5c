//! XSB, the letters that all Sokoban programs agree on.
//!
//! `#` wall, `@` player, `+` player on a goal, `$` box, `*` box on a goal, `.` goal; a space, `-` or `_` is floor
//! (the latter two survive mail and web pages); `|` separates rows on one line. Source: sokobano.de, "Level format".

use crate::{level::Level, square::Square};

/// The letter of a square.
#[must_use]
pub fn letter(square: Square) -> char {
    match square {
        Square::Floor => ' ',
        Square::Wall => '#',
        Square::Goal => '.',
        Square::Box => '$',
        Square::BoxOnGoal => '*',
        Square::Player => '@',
        Square::PlayerOnGoal => '+',
    }
}

pub(super) fn square(letter: char) -> Option<Square> {
    Some(match letter {
        ' ' | '-' | '_' => Square::Floor,
        '#' => Square::Wall,
        '.' => Square::Goal,
        '$' => Square::Box,
        '*' => Square::BoxOnGoal,
        '@' => Square::Player,
        '+' => Square::PlayerOnGoal,
        _ => return None,
    })
}

/// The board as lines, each ended by a line break, without its title.
///
/// Reading it gives the same level. A row of floor is written `-`, because an empty line would end the board.
#[must_use]
pub fn write_xsb(level: &Level) -> String {
    rows(level).into_iter().map(|row| row + "\n").collect()
}

/// The board on one line, with `|` between rows, without its title.
#[must_use]
pub fn write_line(level: &Level) -> String {
    rows(level).join("|")
}

/// The rows; a row of floor is `-`.
pub(super) fn rows(level: &Level) -> Vec<String> {
    let row = |row: usize| {
        let squares = row * level.width()..(row + 1) * level.width();
        let text: String = squares.map(|square| letter(level.square(square))).collect();
        match text.trim_end_matches(' ') {
            "" => "-".to_owned(),
            text => text.to_owned(),
        }
    };
    (0..level.height()).map(row).collect()
}
