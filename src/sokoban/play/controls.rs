//! A level under keys and a pointer: directions move the player, a click walks, a box that was taken up
//! is pushed to where it is put down.

use crate::puzzle::{Cells, Controls, InputResult, PadDirection, Panel, Place, Tile};
use crate::sokoban::direction::Direction;
use crate::sokoban::level::Level;
use crate::sokoban::play::click_path;
use crate::sokoban::play::click_path::NoWay;
use crate::sokoban::position::{SokobanPosition, cell_role};
use crate::sokoban::rules::Game;
use crate::sokoban::square::Square;
use crate::sokoban::xsb::letter;

impl Direction {
    /// The direction of a pad's way.
    pub(in crate::sokoban) fn of_way(way: PadDirection) -> Self {
        match way {
            PadDirection::Left => Self::Left,
            PadDirection::Up => Self::Up,
            PadDirection::Right => Self::Right,
            PadDirection::Down => Self::Down,
        }
    }
}

/// How a square is drawn.
pub(in crate::sokoban) fn tile(square: Square) -> Tile {
    let letter = letter(square);
    let (text, sign) = match square {
        Square::Floor => (" ", None),
        Square::Wall => ("#", Some('█')),
        Square::Goal => (".", Some('·')),
        Square::Box => ("$", Some('□')),
        Square::BoxOnGoal => ("*", Some('■')),
        Square::Player => ("@", None),
        Square::PlayerOnGoal => ("+", None),
    };
    Tile { text: text.into(), sign, cell_role: cell_role(letter) }
}

/// The only board of a level.
pub(in crate::sokoban) fn panel(rows: usize, columns: usize) -> Panel {
    Panel { name: "level", rows, columns, width: 1, numbered: false }
}

fn place(level: &Level, square: usize) -> Place {
    Place::new(square / level.width(), square % level.width())
}

fn square(level: &Level, place: Place) -> Result<usize, String> {
    if place.row < level.height() && place.column < level.width() {
        Ok(place.row * level.width() + place.column)
    } else {
        Err(format!("{place} is not on the board of {} rows and {} columns", level.height(), level.width()))
    }
}

fn motion(way: &[Direction]) -> InputResult {
    let steps = way.iter().map(|direction| direction.letter(false).to_string()).collect();
    InputResult { steps, cursor: Place::default() }
}

impl SokobanPosition {
    fn at(&self, place: Place) -> Result<usize, String> {
        square(self.game().level(), place)
    }
}

impl Cells for SokobanPosition {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.game().level().height(), self.game().level().width())]
    }

    fn tile(&self, _: usize, place: Place) -> Tile {
        self.at(place).map_or_else(|_| Tile::default(), |square| tile(stands(self.game(), square)))
    }

    fn focus(&self) -> Option<Place> {
        Some(place(self.game().level(), self.game().player()))
    }
}

/// What stands on a square now.
fn stands(game: &Game, square: usize) -> Square {
    let (level, is_player) = (game.level(), square == game.player());
    match (level.is_goal(square), game.is_box(square)) {
        _ if level.is_wall(square) => Square::Wall,
        (true, true) => Square::BoxOnGoal,
        (false, true) => Square::Box,
        (true, false) if is_player => Square::PlayerOnGoal,
        (false, false) if is_player => Square::Player,
        (true, false) => Square::Goal,
        (false, false) => Square::Floor,
    }
}

impl Controls for SokobanPosition {
    fn press(&self, way: PadDirection, _: bool, _: Place) -> InputResult {
        motion(&[Direction::of_way(way)])
    }

    fn can_take(&self, place: Place) -> bool {
        self.at(place).is_ok_and(|square| self.game().is_box(square))
    }

    fn go(&self, to: Place) -> Result<InputResult, String> {
        let game = self.game();
        let square = self.at(to)?;
        if game.level().is_wall(square) {
            return Err(format!("a wall at {to}"));
        }
        if game.is_box(square) {
            return Err(format!("a box at {to}"));
        }
        let way = click_path::walk(game, square)
            .ok_or_else(|| format!("no way to {to}: boxes or walls are between"))?;
        Ok(motion(&way))
    }

    fn bring(&self, from: Place, to: Place) -> Result<InputResult, String> {
        let game = self.game();
        let (start, end) = (self.at(from)?, self.at(to)?);
        if !game.is_box(start) {
            return Err(format!("no box at {from}"));
        }
        if game.level().is_wall(end) {
            return Err(format!("a wall at {to}"));
        }
        if game.is_box(end) && start != end {
            return Err(format!("another box at {to}"));
        }
        match click_path::bring(game, start, end) {
            Ok(way) => Ok(motion(&way)),
            Err(NoWay::None) => {
                Err(format!("the box at {from} cannot be pushed to {to} while the others stay"))
            }
            Err(NoWay::TooFar) => {
                Err(format!("{to} is too far from {from} to find the shortest way; go in parts"))
            }
        }
    }
}
