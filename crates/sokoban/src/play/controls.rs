//! Play by keys and a pointer: directions move the player, a click walks, a dragged box is pushed along the
//! shortest path. Also finds the squares that can be marked on the board.

use lurd_puzzle::puzzle::{CellRole, Cells, Controls, Coordinates, InputResult, Overlay, Panel, Tile, Unreachable};

use super::click_path::{self, Flood, NoPath};
use crate::{
    board::Cell,
    deadlock::Freeze,
    direction::{Direction, SearchDirection},
    floor::Floor,
    level::Level,
    puzzle::{SokobanPosition, cell_role},
    rules::Game,
    square::Square,
    state::UnpackedState,
    xsb::letter,
};

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

fn coordinates(level: &Level, square: usize) -> Coordinates {
    Coordinates::new(square / level.width(), square % level.width())
}

fn square(level: &Level, place: Coordinates) -> Result<usize, Unreachable> {
    if place.row < level.height() && place.column < level.width() {
        Ok(place.row * level.width() + place.column)
    } else {
        Err(format!("{place} is not on the board of {} rows and {} columns", level.height(), level.width()).into())
    }
}

fn input_result(path: &[Direction]) -> InputResult {
    let steps = path.iter().map(|direction| direction.letter(false).to_string()).collect();
    InputResult { steps, cursor: Coordinates::default() }
}

impl SokobanPosition {
    fn at(&self, place: Coordinates) -> Result<usize, Unreachable> {
        square(self.game().level(), place)
    }
}

impl Cells for SokobanPosition {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.game().level().height(), self.game().level().width())]
    }

    fn tile(&self, _: usize, place: Coordinates) -> Tile {
        self.at(place).map_or_else(|_| Tile::default(), |square| tile(contents(self.game(), square)))
    }

    fn focus(&self) -> Option<Coordinates> {
        Some(coordinates(self.game().level(), self.game().player()))
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
    fn press(&self, direction: Direction, _: bool, _: Coordinates) -> InputResult {
        input_result(&[direction])
    }

    fn can_take(&self, place: Coordinates) -> bool {
        self.at(place).is_ok_and(|square| self.game().is_box(square))
    }

    fn overlays(&self) -> &'static [Overlay] {
        OVERLAYS
    }

    fn marked(&self, overlay: &Overlay, chosen: Option<Coordinates>) -> Result<Vec<Coordinates>, Unreachable> {
        let too_large = || format!("the level is too large to show '{}'", overlay.name);
        let mut squares = if *overlay == REACHABLE {
            reachable(self)
        } else if *overlay == DEAD {
            dead(self).ok_or_else(too_large)?
        } else if *overlay == FROZEN {
            frozen(self).ok_or_else(too_large)?
        } else {
            let Some(chosen) = chosen else { return Err("no box is chosen".into()) };
            if !self.can_take(chosen) {
                return Err(format!("there is no box at {chosen}").into());
            }
            targets(self, self.at(chosen)?)
        };
        squares.sort_unstable();
        Ok(squares.into_iter().map(|square| coordinates(self.game().level(), square)).collect())
    }

    fn go(&self, to: Coordinates) -> Result<InputResult, Unreachable> {
        let game = self.game();
        let square = self.at(to)?;
        if game.level().is_wall(square) {
            return Err(format!("there is a wall at {to}").into());
        }
        if game.is_box(square) {
            return Err(format!("there is a box at {to}").into());
        }
        let path =
            click_path::walk(game, square).ok_or_else(|| format!("no path to {to}: boxes or walls are in the way"))?;
        Ok(input_result(&path))
    }

    fn bring(&self, from: Coordinates, to: Coordinates) -> Result<InputResult, Unreachable> {
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

// Squares that can be marked on the board: where the player and a box can go, dead squares, frozen boxes. What
// they are is decided by the rules that searches use.

pub(super) const REACHABLE: Overlay = Overlay {
    name: "reachable",
    summary: "squares that the player can reach",
    is_of_piece: false,
    sign: ',',
    sign_on_goal: ';',
    cell_role: CellRole::Marked,
};

pub(super) const DEAD: Overlay = Overlay {
    name: "dead",
    summary: "dead squares: a box there can reach no goal",
    is_of_piece: false,
    sign: 'x',
    sign_on_goal: 'X',
    cell_role: CellRole::Danger,
};

pub(super) const TARGETS: Overlay = Overlay {
    name: "targets",
    summary: "squares to which the chosen box can be pushed",
    is_of_piece: true,
    sign: 'o',
    sign_on_goal: 'O',
    cell_role: CellRole::Marked,
};

pub(super) const FROZEN: Overlay = Overlay {
    name: "frozen",
    summary: "frozen boxes: they can never move again",
    is_of_piece: false,
    sign: 'F',
    sign_on_goal: 'f',
    cell_role: CellRole::Danger,
};

/// All overlays. A target or a frozen box is shown even where the player can walk.
pub(super) const OVERLAYS: &[Overlay] = &[REACHABLE, DEAD, TARGETS, FROZEN];

/// The squares that the player can reach without a push, with the player's own.
pub(super) fn reachable(position: &SokobanPosition) -> Vec<usize> {
    let game = position.game();
    let mut flood = Flood::new(game.level().squares());
    flood.run(game, game.player(), None, None);
    flood.reached().to_vec()
}

/// The dead squares; `None` if the level is too large.
pub(super) fn dead(position: &SokobanPosition) -> Option<Vec<usize>> {
    let Floor { board, distances, .. } = position.floor();
    let distances = distances.as_ref()?;
    Some(board.all().filter(|&cell| !distances.is_live(cell)).map(|cell| board.square(cell)).collect())
}

/// The other squares to which the box on `chosen` can be pushed while all other boxes stay.
pub(super) fn targets(position: &SokobanPosition, chosen: usize) -> Vec<usize> {
    let (floor, game) = (position.floor(), position.game());
    let board = &floor.board;
    let (Some(from), Some(player)) = (floor.cell(chosen), floor.cell(game.player())) else {
        return Vec::new();
    };
    let mut state = UnpackedState::new(board.cells());
    (state.boxes, state.occupied) = boxes(position);
    state.regions.fill(board, &state.occupied);
    let region = state.regions.of(player);
    if !state.remove_box(SearchDirection::Push, board, from, region, |_| true) {
        return Vec::new();
    }
    let mut squares: Vec<usize> = state.stops().iter().map(|stop| board.square(stop.cell)).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.retain(|&square| square != chosen);
    squares
}

/// The boxes that can never move again; `None` if the level is too large.
pub(super) fn frozen(position: &SokobanPosition) -> Option<Vec<usize>> {
    let Floor { board, distances, .. } = position.floor();
    let distances = distances.as_ref()?;
    let (boxes, mut occupied) = boxes(position);
    let mut freeze = Freeze::default();
    freeze.frozen_off_goal(board, |cell| distances.is_live(cell), boxes.into_iter(), &mut occupied);
    Some(freeze.frozen().iter().map(|&cell| board.square(cell)).collect())
}

/// The cells of the boxes in the player's room, as a list and as a map.
fn boxes(position: &SokobanPosition) -> (Vec<Cell>, Vec<bool>) {
    let floor = position.floor();
    let mut occupied = vec![false; floor.board.cells()];
    let cells: Vec<Cell> = position.game().boxes().filter_map(|square| floor.cell(square)).collect();
    for &cell in &cells {
        occupied[usize::from(cell)] = true;
    }
    (cells, occupied)
}
