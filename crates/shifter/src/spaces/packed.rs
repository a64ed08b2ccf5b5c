//! The space of small boards: at most 16 cells of at most 16 colours in one `u64`.

use lurd_atlas::{Ranked, Walker};
use lurd_engine::program::outcome::Cost;
use lurd_engine::program::space::{Backward, DEAD_END, Guarantee, Heuristic, MovePruning, Space, Successors};

use super::{
    fields::{Fields, MAX_FIELDS, PackedMove},
    move_pruning::prune,
    rank::{LazyRanking, Permutation, Ranking, Turn, is_even},
};
use crate::rules::{Board, Goal, Moves, Slide};

/// A puzzle as a space of `u64`: a board of at most 16 cells of at most 16 colours.
#[derive(Clone)]
pub struct Packed {
    fields: Fields,
    start: u64,
    target: u64,
    /// The cells that the target names.
    named: u64,
    /// All boards that the target accepts.
    goals: Vec<u64>,
    moves: Moves,
    rotations: Vec<PackedMove<u64>>,
    rows: usize,
    columns: usize,
    estimate: MisplacedCells,
    rate: MisplacedCells,
    lazy: LazyRanking,
}

impl Packed {
    /// Creates the space of the paths from `source` to `target` by single shifts. `blocked`: it is known
    /// that there is none.
    ///
    /// # Panics
    /// If the boards are too large, have too many colours, or differ in shape.
    #[must_use]
    pub fn new(source: &Board, target: &Board, blocked: bool) -> Self {
        Self::by(Moves::Single, source, target, blocked)
    }

    /// Creates the space with other moves.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub(crate) fn by(moves: Moves, source: &Board, target: &Board, blocked: bool) -> Self {
        assert!(source.rows() == target.rows() && source.columns() == target.columns(), "boards of one shape");
        let goal = Goal::new(source, target);
        assert!(Self::fits(&goal.source), "16 cells of 16 colours at most");
        let fields = Fields::of(&[&goal.source, &goal.target]);
        let mut goals = Vec::new();
        goal.each_board(|board| goals.push(fields.pack(board)));
        let (target, named) = (fields.pack(&goal.target), fields.named(&goal.target));
        let misplaced = |per_move, guarantee| MisplacedCells::new(fields, target, named, per_move, guarantee, blocked);
        Self {
            fields,
            start: fields.pack(&goal.source),
            target,
            named,
            goals,
            moves,
            rotations: fields.moves(source, moves),
            rows: source.rows(),
            columns: source.columns(),
            estimate: misplaced(source.longest_line(), Guarantee::Consistent),
            rate: misplaced(1, Guarantee::Guess),
            lazy: LazyRanking::default(),
        }
    }

    /// The successors of a state, in the order in which searches generate them.
    pub fn successors(&self, state: u64) -> impl Iterator<Item = u64> {
        self.rotations.iter().map(move |it| it.rotation.apply(state))
    }

    /// The state after the move with this index, or before it.
    pub(crate) fn moved(&self, state: u64, index: usize, back: bool) -> u64 {
        let rotation = self.rotations[index].rotation;
        if back { rotation.undo(state) } else { rotation.apply(state) }
    }

    pub(crate) fn colours(&self, state: u64) -> Vec<u8> {
        let colour = |cell| self.fields.colour(state, cell).to_le_bytes()[0];
        (0..self.rows * self.columns).map(colour).collect()
    }

    /// The permutation of the cells by each move.
    pub(crate) fn permutations(&self) -> Vec<Permutation> {
        let permutation = |it: &PackedMove<u64>| {
            let place = |cell| {
                let image = it.rotation.apply(self.fields.field(cell));
                (0..self.rows * self.columns).find(|&to| image == self.fields.field(to)).unwrap_or(cell)
            };
            std::array::from_fn(|cell| u8::try_from(place(cell)).expect("at most 16"))
        };
        self.rotations.iter().map(permutation).collect()
    }

    /// Whether a puzzle fits, once the colours that the target does not name are merged.
    pub(crate) fn fits_both(source: &Board, target: &Board) -> bool {
        source.cells().len() <= MAX_FIELDS && Self::fits(&Goal::new(source, target).source)
    }

    pub(crate) fn fits(board: &Board) -> bool {
        let is_colour = |&colour: &u8| usize::from(colour) < MAX_FIELDS;
        board.cells().len() <= MAX_FIELDS && board.cells().iter().all(is_colour)
    }

    pub(crate) fn fields(&self) -> Fields {
        self.fields
    }

    fn ranking(&self) -> &Ranking {
        self.lazy.ranking(self.fields, self.start, self.rows * self.columns)
    }
}

impl Space for Packed {
    type State = u64;
    type Action = Slide;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        (*state ^ self.target) & self.named == 0
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        children.extend(self.rotations.iter().map(|it| (it.rotation.apply(*state), it.slide)), 1);
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn state_bits(&self) -> u32 {
        self.fields.width(self.rows * self.columns)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(&self.estimate)
    }

    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        Some(&self.rate)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }
}

impl Backward<Self> for Packed {
    fn goal_states(&self) -> Vec<u64> {
        self.goals.clone()
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        children.extend(self.rotations.iter().map(|it| (it.rotation.undo(*state), it.slide)), 1);
    }
}

impl MovePruning<Self> for Packed {
    fn prune(&self, previous: Slide, children: &mut Successors<Self>) {
        prune(previous, children, self.rows, self.columns, self.moves);
    }
}

impl Ranked<Self> for Packed {
    fn size(&self) -> u64 {
        self.ranking().size()
    }

    fn rank(&self, state: &u64) -> Option<u64> {
        self.ranking().rank(*state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.ranking().unrank(rank)
    }

    /// Half of the boards if all tiles differ and every move is an even permutation.
    fn within_reach(&self) -> u64 {
        let halved = self.ranking().all_differ() && self.permutations().iter().all(is_even);
        if halved { self.size() / 2 } else { self.size() }
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        let turns = || self.permutations().into_iter().map(Turn::of_places).collect();
        Some(self.lazy.walker(self.ranking(), turns))
    }
}

/// The number of misplaced cells among those that the target names, divided by the number that one
/// move can correct, rounded up.
///
/// *Consistent*: a shift changes the cells of one line only, so the number *m* of misplaced cells falls by at most
/// the length *l* of the longest line that can move, and ceil(m / l) by at most 1, which is the cost of a shift. It
/// is 0 on the target, hence *admissible* too. With *l* = 1 it is the number of misplaced cells: the rate.
#[derive(Clone)]
struct MisplacedCells {
    target: u64,
    named: u64,
    ones: u64,
    half: u32,
    guarantee: Guarantee,
    /// The estimate for each number of misplaced cells.
    table: [Cost; MAX_FIELDS + 1],
}

impl MisplacedCells {
    fn new(fields: Fields, target: u64, named: u64, per_move: usize, guarantee: Guarantee, blocked: bool) -> Self {
        let table = std::array::from_fn(|misplaced| {
            if blocked { DEAD_END } else { Cost::try_from(misplaced.div_ceil(per_move)).unwrap_or(DEAD_END) }
        });
        Self { target, named, ones: fields.ones(), half: fields.half(), guarantee, table }
    }

    #[inline]
    fn look_up(&self, state: u64) -> Cost {
        let differing = (state ^ self.target) & self.named;
        let pairs = differing | differing >> self.half;
        let cells = (pairs | pairs >> 1) & self.ones;
        self.table[cells.count_ones() as usize]
    }
}

impl Heuristic<Packed> for MisplacedCells {
    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    fn of(&self, state: &u64) -> Cost {
        self.look_up(*state)
    }
}
