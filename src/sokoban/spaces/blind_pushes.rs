//! The space of single pushes and pulls of a level, for blind search from both ends.
//!
//! A state is one word: a bit for each *useful* cell (boxes) and the least cell of the player's region. A
//! cell is useful if a box can reach a goal from it and can have come to it from some box of the start, each
//! alone on the board. Every box of every position of a solution stands on a useful cell: other boxes only
//! restrict, so the box's own pushes before and after are possible alone on the board, too. Positions with a
//! box elsewhere are therefore left out in both directions, and so are pushes that complete a freeze
//! deadlock (see [`Freeze`]). Every solution remains, so the first meeting of two breadth-first searches is
//! push-optimal, and if either side runs out of states, there is no solution.
//!
//! Under [`Rule::Symmetry`] a state is the representative of its class in both directions, and the images of useful
//! cells are useful, too.

use std::cell::RefCell;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::{Freeze, Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::spaces::from_start::FromStart;
use crate::sokoban::state::cell_set::{self, Adjacency, CellSet, contains, single};
use crate::sokoban::state::symmetries::pushes_from_start;
use crate::sokoban::state::{Push, Representatives, Symmetry};
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
    symmetries: Vec<Symmetry>,
    representatives: RefCell<Representatives>,
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
        let symmetries = if rules.has(Rule::Symmetry) { Symmetry::all(board) } else { Vec::new() };
        let mut cells: Vec<Cell> = board.all().filter(is_useful).collect();
        let images = symmetries.iter().flat_map(|symmetry| cells.iter().map(|&cell| symmetry.image(cell)));
        cells.extend(images.collect::<Vec<_>>());
        cells.sort_unstable();
        cells.dedup();
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
        let image_of_bit = |symmetry: &Symmetry| {
            cells.iter().map(|&cell| Cell::from(bits[usize::from(symmetry.image(cell))])).collect()
        };
        let images = symmetries.iter().map(image_of_bit).collect();
        let mut space = Self {
            representatives: RefCell::new(Representatives::new(images, 1)),
            symmetries,
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

    /// The state of the representative, and the symmetry that maps the position onto it, by number. `push`: the bits
    /// before and after the last push, if the parent of [`Representatives`] is the position before it.
    fn represent(
        &self,
        representatives: &mut Representatives,
        boxes: u64,
        push: Option<(Cell, Cell)>,
        region: CellSet,
    ) -> (u64, Option<usize>) {
        let mut set = [boxes];
        let (player, symmetry) = representatives.choose(&mut set, push, |symmetry| {
            let image = |cell| symmetry.map_or(cell, |number| self.symmetries[number].image(cell));
            CellsOf(region).map(image).min().unwrap_or(WALL)
        });
        (set[0] | u64::from(player) << self.boxes, symmetry)
    }

    fn bit(&self, cell: Cell) -> Cell {
        Cell::from(self.bits[usize::from(cell)])
    }

    /// Sets the boxes of the parent, by their bits.
    fn set_parent(&self, representatives: &mut Representatives, boxes: CellSet) {
        if !representatives.are_trivial() {
            representatives.set_parent(&CellsOf(boxes).map(|cell| self.bit(cell)));
        }
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
#[derive(Clone)]
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
        let set = self.set_of(boxes);
        let region = self.adjacency.flood(self.floor & !set, self.board.player());
        let representatives = &mut *self.representatives.borrow_mut();
        self.set_parent(representatives, set);
        self.represent(representatives, boxes, None, region).0
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.boxes_of(*state) == self.goals
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.boxes_of(*state);
        let boxes = self.set_of(packed);
        let free = self.floor & !boxes;
        let region = self.adjacency.flood(free, self.player_of(*state));
        let representatives = &mut *self.representatives.borrow_mut();
        self.set_parent(representatives, boxes);
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
                let child = self.moved(packed, from, to);
                let child = if representatives.are_trivial() {
                    self.with_player(child, region)
                } else {
                    let push = Some((self.bit(from), self.bit(to)));
                    self.represent(representatives, child, push, region).0
                };
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

impl FromStart for BlindPushSpace<'_> {
    fn pushes(&self, path: &[Push]) -> Vec<Push> {
        if self.symmetries.is_empty() {
            return path.to_vec();
        }
        let representatives = &mut *self.representatives.borrow_mut();
        pushes_from_start(self.board, &self.symmetries, path, |boxes, player| {
            let packed = self.packed(boxes);
            let set = self.set_of(packed);
            let region = self.adjacency.flood(self.floor & !set, player);
            self.set_parent(representatives, set);
            self.represent(representatives, packed, None, region).1
        })
    }
}

impl Backward<Self> for BlindPushSpace<'_> {
    /// The states with every box on a goal, one for each region of the player.
    fn goal_states(&self, goals: &mut Vec<u64>) {
        let mut free = self.floor & !self.set_of(self.goals);
        let representatives = &mut *self.representatives.borrow_mut();
        self.set_parent(representatives, self.set_of(self.goals));
        while let Some(cell) = CellsOf(free).next() {
            let region = self.adjacency.flood(free, cell);
            let (goal, _) = self.represent(representatives, self.goals, None, region);
            if !goals.contains(&goal) {
                goals.push(goal);
            }
            free &= !region;
        }
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let packed = self.boxes_of(*state);
        let boxes = self.set_of(packed);
        let free = self.floor & !boxes;
        let region = self.adjacency.flood(free, self.player_of(*state));
        let representatives = &mut *self.representatives.borrow_mut();
        self.set_parent(representatives, boxes);
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
                let (child, push) = (self.moved(packed, to, from), Push { from, direction, count: 1 });
                if representatives.are_trivial() {
                    children.push(&self.with_player(child, region), push, 1);
                    continue;
                }
                let pull = Some((self.bit(to), self.bit(from)));
                let (child, symmetry) = self.represent(representatives, child, pull, region);
                // The push starts from the representative.
                let push = symmetry.map_or(push, |number| self.symmetries[number].image_of(push));
                children.push(&child, push, 1);
            }
        }
    }
}
