//! A level as a space of single pushes and of pulls, for blind search from both ends.
//!
//! A state is one word: a bit for each *useful* cell (boxes) and the least cell of the player's region. A
//! cell is useful if a box can reach a goal from it and can have come to it from some box of the start, each
//! alone on the board. Every box of every position of a solution stands on a useful cell: other boxes only
//! restrict, so the box's own pushes before and after are a way alone on the board, too. Positions with a
//! box elsewhere are therefore left out in either direction, and so are pushes that complete a freeze
//! deadlock (see [`Freeze`]). What remains keeps every solution, so the first meeting of two breadth-first
//! searches is push-optimal, and if either side runs out of states, there is no solution.

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Freeze, Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::state::region_update::{least_after_pull, least_after_push};
use crate::sokoban::state::{PlayerRegion, Push};
use crate::space::{Backward, Space, Successors};

/// No bit of a state stands for this cell.
const NO_BIT: u8 = u8::MAX;

/// A level with so few useful cells that a position is one word.
pub struct BlindPushSpace<'b> {
    board: &'b Board,
    /// The bit of each cell.
    bits: Vec<u8>,
    /// The cell of each bit.
    cells: Vec<Cell>,
    /// The number of bits that stand for boxes; those above them are the player's.
    boxes: u32,
    goals: u64,
    freezes: bool,
    scratch: RefCell<Scratch>,
}

struct Scratch {
    boxes: Vec<Cell>,
    occupied: Vec<bool>,
    here: PlayerRegion,
    there: PlayerRegion,
    freeze: Freeze,
}

impl<'b> BlindPushSpace<'b> {
    /// The space of a board that has as many goals as boxes, under the rules for dead squares and freeze
    /// deadlocks. `origins` are the pulls to the cells of the boxes ([`Distances::by`]). `None` if a position
    /// does not fit in a word.
    ///
    /// # Errors
    /// When the budget does not suffice.
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
        let fits = cells.len() + player_bits as usize <= u64::BITS as usize;
        let has_bit = |cell: &Cell| cells.contains(cell);
        if !fits || !board.boxes().iter().chain(board.goals()).all(has_bit) {
            return Ok(None);
        }
        budget.grow(board.cells() as u64 * 32)?;
        let mut bits = vec![NO_BIT; board.cells()];
        for (bit, &cell) in (0..).zip(&cells) {
            bits[usize::from(cell)] = bit;
        }
        let scratch = Scratch {
            boxes: Vec::new(),
            occupied: vec![false; board.cells()],
            here: PlayerRegion::new(board.cells()),
            there: PlayerRegion::new(board.cells()),
            freeze: Freeze::default(),
        };
        let mut space = Self {
            board,
            bits,
            boxes: u32::try_from(cells.len()).unwrap_or(u32::MAX),
            cells,
            goals: 0,
            freezes: rules.has(Rule::Freeze),
            scratch: RefCell::new(scratch),
        };
        space.goals = space.packed(board.goals());
        Ok(Some(space))
    }

    fn packed(&self, cells: &[Cell]) -> u64 {
        cells.iter().fold(0, |state, &cell| state | 1 << self.bits[usize::from(cell)])
    }

    fn with_player(&self, boxes: u64, player: Cell) -> u64 {
        boxes | u64::from(player) << self.boxes
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

    fn load(&self, state: u64, scratch: &mut Scratch) {
        for &cell in &scratch.boxes {
            scratch.occupied[usize::from(cell)] = false;
        }
        scratch.boxes.clear();
        let mut left = self.boxes_of(state);
        while left != 0 {
            let cell = self.cells[left.trailing_zeros() as usize];
            scratch.boxes.push(cell);
            scratch.occupied[usize::from(cell)] = true;
            left &= left - 1;
        }
    }

    fn is_useful(&self, cell: Cell) -> bool {
        self.bits[usize::from(cell)] != NO_BIT
    }
}

impl Space for BlindPushSpace<'_> {
    type State = u64;
    type Action = Push;

    fn start(&self) -> u64 {
        let boxes = self.packed(self.board.boxes());
        let scratch = &mut *self.scratch.borrow_mut();
        self.load(boxes, scratch);
        let player = scratch.here.fill(self.board, &scratch.occupied, self.board.player());
        self.with_player(boxes, player)
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.boxes_of(*state) == self.goals
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let scratch = &mut *self.scratch.borrow_mut();
        self.load(*state, scratch);
        let Scratch { boxes, occupied, here, there, freeze } = scratch;
        let (board, packed, least) = (self.board, self.boxes_of(*state), self.player_of(*state));
        here.fill(board, occupied, least);
        for index in 0..boxes.len() {
            let from = boxes[index];
            for direction in Direction::ALL {
                let stand = board.next(from, direction.opposite());
                let to = board.next(from, direction);
                if stand == WALL || to == WALL || !here.contains(stand) {
                    continue;
                }
                if occupied[usize::from(to)] || !self.is_useful(to) {
                    continue;
                }
                occupied[usize::from(from)] = false;
                occupied[usize::from(to)] = true;
                let moved = boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let is_dead =
                    self.freezes && freeze.completes(board, |cell| self.is_useful(cell), moved, occupied, to);
                if !is_dead {
                    let player = least_after_push(board, occupied, here, least, from, to)
                        .unwrap_or_else(|| there.fill(board, occupied, from));
                    let child = self.with_player(self.moved(packed, from, to), player);
                    children.push(&child, Push { from, direction, count: 1 }, 1);
                }
                occupied[usize::from(from)] = true;
                occupied[usize::from(to)] = false;
            }
        }
    }

    fn state_bits(&self) -> u32 {
        self.boxes + usize::BITS - self.board.cells().leading_zeros()
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl Backward<Self> for BlindPushSpace<'_> {
    /// Every box on a goal, the player in any region: one state a region.
    fn goal_states(&self, goals: &mut Vec<u64>) {
        let scratch = &mut *self.scratch.borrow_mut();
        self.load(self.goals, scratch);
        for cell in self.board.all() {
            if !scratch.occupied[usize::from(cell)]
                && scratch.here.fill(self.board, &scratch.occupied, cell) == cell
            {
                goals.push(self.with_player(self.goals, cell));
            }
        }
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let scratch = &mut *self.scratch.borrow_mut();
        self.load(*state, scratch);
        let Scratch { boxes, occupied, here, there, .. } = scratch;
        let (board, packed, least) = (self.board, self.boxes_of(*state), self.player_of(*state));
        here.fill(board, occupied, least);
        for &to in boxes.iter() {
            for direction in Direction::ALL {
                // The push ended with the player where the box had been.
                let from = board.next(to, direction.opposite());
                if from == WALL || !here.contains(from) || !self.is_useful(from) {
                    continue;
                }
                let stood = board.next(from, direction.opposite());
                if stood == WALL || occupied[usize::from(stood)] {
                    continue;
                }
                occupied[usize::from(to)] = false;
                occupied[usize::from(from)] = true;
                let player = least_after_pull(board, occupied, here, least, to, from)
                    .unwrap_or_else(|| there.fill(board, occupied, stood));
                occupied[usize::from(to)] = true;
                occupied[usize::from(from)] = false;
                let child = self.with_player(self.moved(packed, to, from), player);
                children.push(&child, Push { from, direction, count: 1 }, 1);
            }
        }
    }
}
