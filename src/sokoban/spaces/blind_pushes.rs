//! The space of single pushes and pulls of a level, for blind search from both ends.
//!
//! A state is one word: a bit for each *useful* cell (boxes) and the least cell of the player's region. A
//! cell is useful if a box can reach a goal from it and can have come to it from some box of the start, each
//! alone on the board. Every box of every position of a solution stands on a useful cell: other boxes only
//! restrict, so the box's own pushes before and after are possible alone on the board, too. Positions with a
//! box elsewhere are therefore left out in both directions, and so are pushes that complete a freeze
//! deadlock (see [`Freeze`]). Every solution remains, so the first meeting of two breadth-first searches is
//! push-optimal, and if either side runs out of states, there is no solution.

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Freeze, Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::state::Push;
use crate::sokoban::state::cell_set::{self, Adjacency, CellSet, contains, single};
use crate::space::{Backward, Space, Successors};

/// No bit of a state stands for this cell.
const NO_BIT: u8 = u8::MAX;

/// The space of a level whose positions fit in one word.
pub struct BlindPushSpace<'b> {
    board: &'b Board,
    /// The bit of each cell.
    bits: Vec<u8>,
    /// The cell of each bit.
    cells: Vec<Cell>,
    /// The number of bits that stand for boxes; those above them are the player's.
    boxes: u32,
    goals: u64,
    /// All cells.
    floor: CellSet,
    useful: CellSet,
    adjacency: Adjacency,
    /// The freeze rule, with a map of boxes that is empty between checks.
    freeze: Option<RefCell<(Freeze, Vec<bool>)>>,
}

impl<'b> BlindPushSpace<'b> {
    /// The space of a board under the rules for dead squares and freeze deadlocks. `origins` are the pulls to
    /// the cells of the boxes ([`Distances::by`]). `None` if a position does not fit in a word, if the player's
    /// room has not as many goals as boxes, if a box elsewhere is off goal, or if a box is on a cell that is not
    /// useful.
    ///
    /// # Errors
    /// When the budget has too little memory.
    pub fn new(
        board: &'b Board,
        distances: &Distances,
        origins: &Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let prunes = rules.has(Rule::DeadSquares);
        let is_useful = |cell: &Cell| !prunes || distances.is_live(*cell) && origins.is_live(*cell);
        let cells: Vec<Cell> = board.all().filter(is_useful).collect();
        let player_bits = usize::BITS - board.cells().leading_zeros();
        let fits =
            cells.len() + player_bits as usize <= u64::BITS as usize && board.cells() <= cell_set::MAX_CELLS;
        let has_bit = |cell: &Cell| cells.contains(cell);
        let is_complete = board.boxes().len() == board.goals().len() && board.unreachable_boxes().is_empty();
        if !fits || !is_complete || !board.boxes().iter().chain(board.goals()).all(has_bit) {
            return Ok(None);
        }
        budget.grow(board.cells() as u64 * 64)?;
        let mut bits = vec![NO_BIT; board.cells()];
        for (bit, &cell) in (0..).zip(&cells) {
            bits[usize::from(cell)] = bit;
        }
        let freeze = || RefCell::new((Freeze::default(), vec![false; board.cells()]));
        let mut space = Self {
            board,
            bits,
            boxes: u32::try_from(cells.len()).unwrap_or(u32::MAX),
            goals: 0,
            floor: board.all().map(single).sum(),
            useful: cells.iter().copied().map(single).sum(),
            cells,
            adjacency: Adjacency::new(board),
            freeze: rules.has(Rule::Freeze).then(freeze),
        };
        space.goals = space.packed(board.goals());
        Ok(Some(space))
    }

    fn packed(&self, cells: &[Cell]) -> u64 {
        cells.iter().fold(0, |state, &cell| state | 1 << self.bits[usize::from(cell)])
    }

    fn with_player(&self, boxes: u64, region: CellSet) -> u64 {
        boxes | u64::from(region.trailing_zeros()) << self.boxes
    }

    fn boxes_of(&self, state: u64) -> u64 {
        state & ((1 << self.boxes) - 1)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a cell was packed")]
    fn player_of(&self, state: u64) -> Cell {
        (state >> self.boxes) as Cell
    }

    fn moved(&self, boxes: u64, from: Cell, to: Cell) -> u64 {
        boxes & !(1 << self.bits[usize::from(from)]) | 1 << self.bits[usize::from(to)]
    }

    /// The cells of the boxes of a state.
    fn set_of(&self, mut boxes: u64) -> CellSet {
        let mut set = 0;
        while boxes != 0 {
            set |= single(self.cells[boxes.trailing_zeros() as usize]);
            boxes &= boxes - 1;
        }
        set
    }

    /// Whether the box on `to`, one of `boxes`, completes a freeze deadlock.
    fn is_frozen(&self, boxes: CellSet, to: Cell) -> bool {
        let Some(freeze) = &self.freeze else { return false };
        let open = |cell: Cell| cell != WALL && !contains(boxes, cell);
        let axis_is_open = |direction: Direction| {
            let (one, other) = (self.board.next(to, direction), self.board.next(to, direction.opposite()));
            open(one) && open(other) && (contains(self.useful, one) || contains(self.useful, other))
        };
        if axis_is_open(Direction::Left) || axis_is_open(Direction::Up) {
            return false;
        }
        let (freeze, occupied) = &mut *freeze.borrow_mut();
        let all = || CellsOf(boxes);
        all().for_each(|cell| occupied[usize::from(cell)] = true);
        let is_useful = |cell: Cell| contains(self.useful, cell);
        let is_frozen = freeze.frozen_off_goal(self.board, is_useful, all(), occupied);
        all().for_each(|cell| occupied[usize::from(cell)] = false);
        is_frozen
    }
}

/// The cells of a set, in order.
struct CellsOf(CellSet);

impl Iterator for CellsOf {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        #[expect(clippy::cast_possible_truncation, reason = "a set has few bits")]
        let cell = self.0.trailing_zeros() as Cell;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            cell
        })
    }
}

impl Space for BlindPushSpace<'_> {
    type State = u64;
    type Action = Push;

    fn start(&self) -> u64 {
        let boxes = self.packed(self.board.boxes());
        let region = self.adjacency.flood(self.floor & !self.set_of(boxes), self.board.player());
        self.with_player(boxes, region)
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.boxes_of(*state) == self.goals
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.boxes_of(*state);
        let boxes = self.set_of(packed);
        let free = self.floor & !boxes;
        let region = self.adjacency.flood(free, self.player_of(*state));
        for from in CellsOf(boxes) {
            for direction in Direction::ALL {
                let to = self.board.next(from, direction);
                let stand = self.board.next(from, direction.opposite());
                if !contains(region, stand) || !contains(free & self.useful, to) {
                    continue;
                }
                let boxes = boxes ^ single(from) | single(to);
                if self.is_frozen(boxes, to) {
                    continue;
                }
                let region = self.adjacency.region_after(region, (from, to), self.floor & !boxes, from);
                let child = self.with_player(self.moved(packed, from, to), region);
                children.push(&child, Push { from, direction, count: 1 }, 1);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn state_bits(&self) -> u32 {
        self.boxes + usize::BITS - self.board.cells().leading_zeros()
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl Backward<Self> for BlindPushSpace<'_> {
    /// The states with every box on a goal, one for each region of the player.
    fn goal_states(&self, goals: &mut Vec<u64>) {
        let mut free = self.floor & !self.set_of(self.goals);
        while let Some(cell) = CellsOf(free).next() {
            let region = self.adjacency.flood(free, cell);
            goals.push(self.with_player(self.goals, region));
            free &= !region;
        }
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.boxes_of(*state);
        let boxes = self.set_of(packed);
        let free = self.floor & !boxes;
        let region = self.adjacency.flood(free, self.player_of(*state));
        for to in CellsOf(boxes) {
            for direction in Direction::ALL {
                // The push ended with the player on the box's previous cell.
                let from = self.board.next(to, direction.opposite());
                if !contains(region & self.useful, from) {
                    continue;
                }
                let stood = self.board.next(from, direction.opposite());
                if !contains(free, stood) {
                    continue;
                }
                let boxes = boxes ^ single(to) | single(from);
                let region = self.adjacency.region_after(region, (to, from), self.floor & !boxes, stood);
                let child = self.with_player(self.moved(packed, to, from), region);
                children.push(&child, Push { from, direction, count: 1 }, 1);
            }
        }
    }
}
