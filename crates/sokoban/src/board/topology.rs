//! The cells that the player could ever reach, their neighbours, and the sides of a box that stay connected.

use std::cmp::Ordering;

use crate::board::biconnected::{BoxSides, NO_SIDE};
use crate::board::cell::{Cell, WALL};
use crate::direction::Direction;
use crate::level::Level;

/// The part of a level that never changes. Squares that the player can never reach are walls here.
#[derive(Clone, Debug)]
pub struct Board {
    /// For each cell, its square of the level.
    squares: Vec<usize>,
    neighbours: Vec<[Cell; 4]>,
    goals: Vec<Cell>,
    is_goal: Vec<bool>,
    sides: BoxSides,
    /// The eight squares around each cell, clockwise from the left one.
    rings: Vec<[Cell; 8]>,
    boxes: Vec<Cell>,
    player: Cell,
    unreachable_boxes: Vec<usize>,
    balance: Balance,
    unreachable_goals: Vec<usize>,
}

/// How the numbers of boxes and goals of a level compare. They differ only in levels that were read with
/// leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// As many boxes as goals.
    Even,
    /// More goals than boxes: solved when every box is on a goal.
    MoreGoals,
    /// More boxes than goals: solved when every goal has a box. A box that can reach no goal then proves
    /// nothing.
    MoreBoxes,
}

impl Board {
    /// Analyses a level. O(squares).
    #[must_use]
    pub fn new(level: &Level) -> Self {
        let squares = reachable(level);
        let mut cell_of = vec![WALL; level.squares()];
        for (cell, &square) in squares.iter().enumerate() {
            // A level has fewer squares than there are cells to count with.
            cell_of[square] = Cell::try_from(cell).unwrap_or(WALL);
        }
        let neighbours: Vec<[Cell; 4]> = squares
            .iter()
            .map(|&square| {
                Direction::ALL
                    .map(|direction| level.neighbour(square, direction).map_or(WALL, |next| cell_of[next]))
            })
            .collect();
        let rings = squares
            .iter()
            .map(|&square| ring(level, square).map(|at| at.map_or(WALL, |at| cell_of[at])))
            .collect();
        let goals = level.goals().map(|square| cell_of[square]).filter(|&cell| cell != WALL).collect();
        let boxes = level.boxes().map(|square| cell_of[square]).filter(|&cell| cell != WALL).collect();
        let unreachable_boxes =
            level.boxes().filter(|&square| cell_of[square] == WALL && !level.is_goal(square)).collect();
        let balance = match level.boxes().count().cmp(&level.goals().count()) {
            Ordering::Less => Balance::MoreGoals,
            Ordering::Equal => Balance::Even,
            Ordering::Greater => Balance::MoreBoxes,
        };
        let unreachable_goals =
            level.goals().filter(|&square| cell_of[square] == WALL && !level.is_box(square)).collect();
        Self {
            balance,
            unreachable_goals,
            sides: BoxSides::new(&neighbours),
            rings,
            is_goal: squares.iter().map(|&square| level.is_goal(square)).collect(),
            player: cell_of[level.player()],
            squares,
            neighbours,
            goals,
            boxes,
            unreachable_boxes,
        }
    }

    /// The same floor with other goals, in ascending order.
    #[must_use]
    pub fn aiming_at(&self, goals: &[Cell]) -> Self {
        let is_goal = self.all().map(|cell| goals.contains(&cell)).collect();
        Self { goals: goals.to_vec(), is_goal, ..self.clone() }
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// All cells, in order.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        #[expect(clippy::cast_possible_truncation, reason = "a level has fewer squares than 2^16")]
        let end = self.cells() as Cell;
        0..end
    }

    /// The cell next to `cell`, or [`WALL`].
    #[inline]
    #[must_use]
    pub fn next(&self, cell: Cell, direction: Direction) -> Cell {
        self.neighbours[usize::from(cell)][direction as usize]
    }

    /// The four neighbours of `cell`, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> &[Cell; 4] {
        &self.neighbours[usize::from(cell)]
    }

    /// Whether the sides of a single box on `cell` in the directions `a` and `b` are connected. Both must be
    /// cells.
    #[inline]
    pub(crate) fn connected_around(&self, cell: Cell, a: Direction, b: Direction) -> bool {
        self.side(cell, a) == self.side(cell, b)
    }

    /// The number (0 to 3) of the region that lies in `direction` of a single box on `cell`. Equal numbers
    /// are one region.
    #[inline]
    #[must_use]
    pub fn side(&self, cell: Cell, direction: Direction) -> u8 {
        self.sides.sides[usize::from(cell)][direction as usize]
    }

    /// The number of the region in which `other` lies when a single box stands on `cell`, numbered as by
    /// [`Board::side`]. O(1).
    #[inline]
    pub(crate) fn side_of(&self, cell: Cell, other: Cell) -> u8 {
        self.sides.side_of(cell, other)
    }

    /// The number of regions into which a single box on `cell` divides the floor, at least 1.
    pub(crate) fn count_sides(&self, cell: Cell) -> u8 {
        let sides = self.sides.sides[usize::from(cell)];
        sides.into_iter().filter(|&side| side != NO_SIDE).max().map_or(1, |side| side + 1)
    }

    /// Visits the cells connected with `root`. `enter` is called for each neighbour of a visited cell; it
    /// returns whether that cell is free and new, and marks it. The caller marks `root`. `stack` is scratch.
    #[inline]
    pub(crate) fn flood(&self, stack: &mut Vec<Cell>, root: Cell, mut enter: impl FnMut(Cell) -> bool) {
        stack.push(root);
        while let Some(cell) = stack.pop() {
            for &next in self.neighbours(cell) {
                if next != WALL && enter(next) {
                    stack.push(next);
                }
            }
        }
    }

    /// The eight cells around `cell`, clockwise from the left one; [`WALL`] for walls.
    #[inline]
    pub(crate) fn ring(&self, cell: Cell) -> &[Cell; 8] {
        &self.rings[usize::from(cell)]
    }

    /// Whether `cell` is a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.is_goal[usize::from(cell)]
    }

    /// The goals in the player's room, in ascending order.
    #[must_use]
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The boxes in the player's room at the start, in ascending order.
    #[must_use]
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The player's cell at the start.
    #[must_use]
    pub fn player(&self) -> Cell {
        self.player
    }

    /// The square of `cell` in the level.
    #[must_use]
    pub fn square(&self, cell: Cell) -> usize {
        self.squares[usize::from(cell)]
    }

    /// How the numbers of boxes and goals of the whole level compare.
    #[must_use]
    pub fn balance(&self) -> Balance {
        self.balance
    }

    /// Goals outside the player's room without a box, as squares of the level. They stay empty.
    pub(crate) fn unreachable_goals(&self) -> &[usize] {
        &self.unreachable_goals
    }

    /// Boxes outside the player's room that are off goal, as squares of the level. They never move.
    #[must_use]
    pub fn unreachable_boxes(&self) -> &[usize] {
        &self.unreachable_boxes
    }
}

/// The eight squares around a square, clockwise from the left one.
fn ring(level: &Level, square: usize) -> [Option<usize>; 8] {
    let at = |square: Option<usize>, direction| square.and_then(|square| level.neighbour(square, direction));
    let [left, up, right, down] = Direction::ALL.map(|direction| level.neighbour(square, direction));
    let [up_left, up_right] = [Direction::Left, Direction::Right].map(|direction| at(up, direction));
    let [down_right, down_left] = [Direction::Right, Direction::Left].map(|direction| at(down, direction));
    [left, up_left, up, up_right, right, down_right, down, down_left]
}

/// The squares that the player can reach if there are no boxes, in reading order.
fn reachable(level: &Level) -> Vec<usize> {
    let seen = level.flood(|_| true);
    (0..level.squares()).filter(|&square| seen[square]).collect()
}
