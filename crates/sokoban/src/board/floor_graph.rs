//! The floor when some cells are walls, and the pushes of a single box on it.

use crate::board::topology::{self, Board, Cell, WALL};
use crate::direction::Direction;

/// The cells that are left and their connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloorGraph {
    /// The neighbours of each cell; a wall has none.
    pub(crate) neighbours: Vec<[Cell; 4]>,
    /// The sides of a box on each cell, as [`topology::sides`] numbers them.
    sides: Vec<[u8; 4]>,
}

impl FloorGraph {
    /// Creates the floor of `board` without the cells that are walls. O(cells).
    pub(crate) fn among(board: &Board, is_wall: impl Fn(Cell) -> bool) -> Self {
        let walls: Vec<bool> = board.all().map(is_wall).collect();
        let open = |next: Cell| if next == WALL || walls[usize::from(next)] { WALL } else { next };
        let neighbours: Vec<[Cell; 4]> = board
            .all()
            .map(|cell| if walls[usize::from(cell)] { [WALL; 4] } else { board.neighbours(cell).map(open) })
            .collect();
        Self { sides: topology::sides(&neighbours), neighbours }
    }

    /// Makes this the part of the floor of `board` whose cells are `open`. `side` numbers the side of a box on
    /// its first cell on which its second, a neighbour, lies. O(cells), without the pass that finds the sides.
    pub(crate) fn set(&mut self, board: &Board, open: impl Fn(Cell) -> bool, side: impl Fn(Cell, Cell) -> u16) {
        self.neighbours.clear();
        self.sides.clear();
        for cell in board.all() {
            let (mut neighbours, mut sides) = ([WALL; 4], [topology::NO_SIDE; 4]);
            if open(cell) {
                let mut numbers = [0; 4];
                for (at, &next) in board.neighbours(cell).iter().enumerate() {
                    if next != WALL && open(next) {
                        neighbours[at] = next;
                        numbers[at] = side(cell, next);
                        let is_same = |&other: &usize| neighbours[other] != WALL && numbers[other] == numbers[at];
                        let first = (0..at).find(is_same).unwrap_or(at);
                        #[expect(clippy::cast_possible_truncation, reason = "one of four")]
                        let number = first as u8;
                        sides[at] = number;
                    }
                }
            }
            self.neighbours.push(neighbours);
            self.sides.push(sides);
        }
    }

    /// The neighbour of `cell` in `direction`, or [`WALL`].
    #[inline]
    pub(crate) fn next(&self, cell: Cell, direction: Direction) -> Cell {
        self.neighbours[usize::from(cell)][direction as usize]
    }

    /// The side of a box on `cell` on which its neighbour in `direction` lies.
    #[inline]
    pub(crate) fn side(&self, cell: Cell, direction: Direction) -> u8 {
        self.sides[usize::from(cell)][direction as usize]
    }

    /// The push in `direction` that leaves a box on `cell` with the player on `side` of it: the cell of the box
    /// before, and the side of it that the player was on.
    #[inline]
    pub(crate) fn push_to(&self, cell: Cell, side: u8, direction: Direction) -> Option<(Cell, u8)> {
        let back = direction.opposite();
        let before = self.next(cell, back);
        // The player ends on the box's former cell and pushed from behind it.
        let fits = before != WALL && self.side(cell, back) == side && self.next(before, back) != WALL;
        fits.then(|| (before, self.side(before, back)))
    }

    /// The push in `direction` of a box on `cell` by a player on `side` of it: the cell of the box afterwards,
    /// and the side of it that the player is on.
    #[inline]
    pub(crate) fn push_from(&self, cell: Cell, side: u8, direction: Direction) -> Option<(Cell, u8)> {
        let (to, back) = (self.next(cell, direction), direction.opposite());
        let fits = to != WALL && self.next(cell, back) != WALL && self.side(cell, back) == side;
        fits.then(|| (to, self.side(to, back)))
    }
}
