//! Play by keys and a pointer: directions move the player, a click walks, a dragged box is pushed along the
//! shortest path.

use super::click_path::{self, NoPath};
use super::overlays;
use crate::direction::Direction;
use crate::level::Level;
use crate::position::{SokobanPosition, cell_role};
use crate::rules::Game;
use crate::square::Square;
use crate::xsb::letter;
use lurd_puzzle::puzzle::{Cells, Controls, InputResult, Overlay, Panel, Place, Tile, Unreachable};

pub(crate) fn tile(square: Square) -> Tile {
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
pub(crate) fn panel(rows: usize, columns: usize) -> Panel {
    Panel { name: "level", rows, columns, width: 1, numbered: false }
}

fn place(level: &Level, square: usize) -> Place {
    Place::new(square / level.width(), square % level.width())
}

fn square(level: &Level, place: Place) -> Result<usize, Unreachable> {
    if place.row < level.height() && place.column < level.width() {
        Ok(place.row * level.width() + place.column)
    } else {
        Err(format!("{place} is not on the board of {} rows and {} columns", level.height(), level.width())
            .into())
    }
}

fn input_result(path: &[Direction]) -> InputResult {
    let steps = path.iter().map(|direction| direction.letter(false).to_string()).collect();
    InputResult { steps, cursor: Place::default() }
}

impl SokobanPosition {
    fn at(&self, place: Place) -> Result<usize, Unreachable> {
        square(self.game().level(), place)
    }
}

impl Cells for SokobanPosition {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.game().level().height(), self.game().level().width())]
    }

    fn tile(&self, _: usize, place: Place) -> Tile {
        self.at(place).map_or_else(|_| Tile::default(), |square| tile(contents(self.game(), square)))
    }

    fn focus(&self) -> Option<Place> {
        Some(place(self.game().level(), self.game().player()))
    }
}

/// The current contents of a square.
fn contents(game: &Game, square: usize) -> Square {
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
    fn press(&self, direction: Direction, _: bool, _: Place) -> InputResult {
        input_result(&[direction])
    }

    fn can_take(&self, place: Place) -> bool {
        self.at(place).is_ok_and(|square| self.game().is_box(square))
    }

    fn overlays(&self) -> &'static [Overlay] {
        overlays::OVERLAYS
    }

    fn marked(&self, overlay: &Overlay, chosen: Option<Place>) -> Result<Vec<Place>, Unreachable> {
        let too_large = || format!("the level is too large to show '{}'", overlay.name);
        let mut squares = if *overlay == overlays::REACHABLE {
            overlays::reachable(self)
        } else if *overlay == overlays::DEAD {
            overlays::dead(self).ok_or_else(too_large)?
        } else if *overlay == overlays::FROZEN {
            overlays::frozen(self).ok_or_else(too_large)?
        } else {
            let Some(chosen) = chosen else { return Err("no box is chosen".into()) };
            if !self.can_take(chosen) {
                return Err(format!("there is no box at {chosen}").into());
            }
            overlays::targets(self, self.at(chosen)?)
        };
        squares.sort_unstable();
        Ok(squares.into_iter().map(|square| place(self.game().level(), square)).collect())
    }

    fn go(&self, to: Place) -> Result<InputResult, Unreachable> {
        let game = self.game();
        let square = self.at(to)?;
        if game.level().is_wall(square) {
            return Err(format!("there is a wall at {to}").into());
        }
        if game.is_box(square) {
            return Err(format!("there is a box at {to}").into());
        }
        let path = click_path::walk(game, square)
            .ok_or_else(|| format!("no path to {to}: boxes or walls are in the way"))?;
        Ok(input_result(&path))
    }

    fn bring(&self, from: Place, to: Place) -> Result<InputResult, Unreachable> {
        let game = self.game();
        let (start, end) = (self.at(from)?, self.at(to)?);
        if !game.is_box(start) {
            return Err(format!("there is no box at {from}").into());
        }
        if game.level().is_wall(end) {
            return Err(format!("there is a wall at {to}").into());
        }
        if game.is_box(end) && start != end {
            return Err(format!("there is another box at {to}").into());
        }
        let path = click_path::bring(game, start, end).map_err(|error| match error {
            NoPath::None => {
                format!("the box at {from} cannot be pushed to {to} without moving another box")
            }
            NoPath::TooFar => {
                format!("{to} is too far from {from} to find the shortest path; use several shorter drags")
            }
        })?;
        Ok(input_result(&path))
    }
}
