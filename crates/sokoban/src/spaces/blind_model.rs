//! What the spaces of pushes and of moves for blind search have in common: positions in one word.
//!
//! A state is one word: the boxes and above them a cell of the player. The boxes are a bit for each *useful* cell or, where
//! these are too many, the rank of that set of bits ([`SetRanks`]). A cell is useful if a box can
//! reach a goal from it and can have come to it from some box of the start, each alone on the board. Every box of every
//! position of a solution stands on a useful cell: other boxes only restrict, so the box's own pushes before and after
//! are possible alone on the board, too. Positions with a box elsewhere are therefore left out in both directions, and so
//! are pushes that complete a freeze deadlock (see [`FreezeSets`]). Every solution remains, so the first meeting of two
//! breadth-first searches is optimal, and if either side runs out of states, there is no solution.
//!
//! Under [`Rule::Symmetry`] a state is the representative of its class in both directions, and the images of useful
//! cells are useful, too.

use std::cell::RefCell;

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::{Cost, Stop};

use crate::{
    board::{Board, Cell, WALL},
    bounds::Distances,
    deadlock::{Rule, RuleCounts, Rules},
    direction::Direction,
    state::{
        Representatives, Symmetry,
        cell_set::{self, CellSet, CellsOf, contains, single},
    },
};

/// A set of useful cells, by their bits.
pub(super) type BoxBits = u128;

/// The most bits of a rank. With more sets of boxes on so much floor, blind search does not end, and delays others: level 32 of
/// XSokoban (2^45 sets of 59 cells) then has no solution for its proof of fewest pushes within 10 s.
const MAX_RANK_BITS: u32 = 36;

/// The positions of a level that fit in one word.
pub(super) struct BlindModel<'b> {
    pub(super) board: &'b Board,
    /// For each cell a word with its bit, or none.
    masks: Vec<BoxBits>,
    /// The cell of each bit.
    pub(super) cells: Vec<Cell>,
    /// The number of bits that stand for boxes; those above them are the player's.
    boxes: u32,
    /// Where the useful cells have too many bits, the ranks of their sets.
    ranks: Option<SetRanks>,
    pub(super) goals: BoxBits,
    /// The boxes of a state with every box on a goal.
    goals_of_state: u64,
    /// All cells.
    pub(super) floor: CellSet,
    pub(super) useful: CellSet,
    /// For each cell the sets of its neighbours in the order of [`Direction::ALL`], none for a wall.
    steps: Vec<[CellSet; 4]>,
    freeze: Option<FreezeSets>,
    counts: RuleCounts,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) representatives: RefCell<Representatives>,
}

impl<'b> BlindModel<'b> {
    /// The positions of a board under the rules for dead squares, freeze deadlocks and symmetry. `origins` are the pulls
    /// to the cells of the boxes ([`Distances::by`]). `None` if a position does not fit in a word, if the player's room
    /// has not as many goals as boxes, if a box elsewhere is off goal, or if a box is on a cell that is not useful.
    ///
    /// # Errors
    /// When the budget has too little memory.
    pub(super) fn new(
        board: &'b Board,
        distances: &Distances,
        origins: &Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        Self::by(board, (distances, origins), rules, |bits, most| bits > most, budget)
    }

    /// The same. `is_ranked`: whether the boxes are written as a rank, by the number of useful cells and the width that
    /// the player leaves.
    pub(super) fn by(
        board: &'b Board,
        (distances, origins): (&Distances, &Distances),
        rules: Rules,
        is_ranked: impl FnOnce(usize, usize) -> bool,
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
        let most = u64::BITS - player_bits;
        let is_ranked = is_ranked(cells.len(), most as usize) && cells.len() <= cell_set::MAX_CELLS;
        let ranks = if is_ranked { SetRanks::new(cells.len(), board.boxes().len()) } else { None };
        let boxes = ranks.as_ref().map_or(u32::try_from(cells.len()).unwrap_or(u32::MAX), SetRanks::bits);
        let few = ranks.as_ref().is_none_or(|ranks| ranks.bits() <= MAX_RANK_BITS);
        let fits = boxes <= most && few && board.cells() <= cell_set::MAX_CELLS;
        let has_bit = |cell: &Cell| cells.contains(cell);
        let is_complete = board.boxes().len() == board.goals().len() && board.unreachable_boxes().is_empty();
        if !fits || !is_complete || !board.boxes().iter().chain(board.goals()).all(has_bit) {
            return Ok(None);
        }
        let ways = ranks.as_ref().map_or(0, |ranks| ranks.ways.len() as u64 * 8);
        budget.grow(board.cells() as u64 * 64 + ways)?;
        let mut masks = vec![0; board.cells()];
        for (bit, &cell) in cells.iter().enumerate() {
            masks[usize::from(cell)] = 1 << bit;
        }
        let useful = cells.iter().copied().map(single).sum();
        let steps_from = |cell| {
            let beside = |direction| board.next(cell, direction);
            Direction::ALL.map(beside).map(|next| if next == WALL { 0 } else { single(next) })
        };
        let steps: Vec<_> = board.all().map(steps_from).collect();
        let mut model = Self {
            representatives: RefCell::default(),
            symmetries,
            board,
            masks,
            boxes,
            ranks,
            goals: 0,
            goals_of_state: 0,
            floor: board.all().map(single).sum(),
            useful,
            cells,
            freeze: rules.has(Rule::Freeze).then(|| FreezeSets::new(board, useful)),
            counts: RuleCounts::new(budget.tally()),
            steps,
        };
        let image_of_bit =
            |symmetry: &Symmetry| model.cells.iter().map(|&cell| model.bit(symmetry.image(cell))).collect();
        let images = model.symmetries.iter().map(image_of_bit).collect();
        model.representatives = RefCell::new(Representatives::new(images, 2));
        model.goals = model.packed(board.goals());
        model.goals_of_state = model.with_boxes(model.goals);
        Ok(Some(model))
    }

    /// The remainder modulo 2 of the pushes of every solution: each push takes a box from a square of one colour of a
    /// chessboard to one of the other.
    pub(super) fn parity_of_pushes(&self) -> Cost {
        let mut is_dark = vec![None; self.board.cells()];
        let mut reached = vec![self.board.player()];
        is_dark[usize::from(self.board.player())] = Some(false);
        while let Some(cell) = reached.pop() {
            let other = is_dark[usize::from(cell)].map(|is_dark: bool| !is_dark);
            for &next in self.board.neighbours(cell).iter().filter(|&&next| next != WALL) {
                if is_dark[usize::from(next)].is_none() {
                    is_dark[usize::from(next)] = other;
                    reached.push(next);
                }
            }
        }
        let cells = self.board.boxes().iter().chain(self.board.goals());
        cells.fold(0, |parity, &cell| parity ^ Cost::from(is_dark[usize::from(cell)] == Some(true)))
    }

    /// Whether the boxes of a state are a rank.
    pub(super) fn is_ranked(&self) -> bool {
        self.ranks.is_some()
    }

    /// The width of a state.
    pub(super) fn bits(&self) -> u32 {
        self.boxes + usize::BITS - self.board.cells().leading_zeros()
    }

    pub(super) fn packed(&self, cells: &[Cell]) -> BoxBits {
        cells.iter().fold(0, |state, &cell| state | self.masks[usize::from(cell)])
    }

    #[inline]
    pub(super) fn with_player(&self, boxes: BoxBits, player: Cell) -> u64 {
        self.with_boxes(boxes) | u64::from(player) << self.boxes
    }

    /// The part of a state that stands for its boxes.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "without ranks the bits fit")]
    fn with_boxes(&self, boxes: BoxBits) -> u64 {
        self.ranks.as_ref().map_or(boxes as u64, |ranks| ranks.rank(boxes))
    }

    /// Whether every box of a state is on a goal.
    #[inline]
    pub(super) fn is_solved(&self, state: u64) -> bool {
        state & ((1 << self.boxes) - 1) == self.goals_of_state
    }

    /// The state of the representative, and the symmetry that maps the position onto it, by number. `push`: the bits
    /// before and after the last push, if the parent of [`Representatives`] is the position before it. `player` returns
    /// the image of the player's cell under a symmetry.
    pub(super) fn represent(
        &self,
        representatives: &mut Representatives,
        boxes: BoxBits,
        push: Option<(Cell, Cell)>,
        player: impl Fn(Option<&Symmetry>) -> Cell,
    ) -> (u64, Option<usize>) {
        let mut set = words(boxes);
        let (player, symmetry) =
            representatives.choose(&mut set, push, |symmetry| player(symmetry.map(|number| &self.symmetries[number])));
        (self.with_player(BoxBits::from(set[0]) | BoxBits::from(set[1]) << u64::BITS, player), symmetry)
    }

    /// The bit of a useful cell.
    #[expect(clippy::cast_possible_truncation, reason = "a bit of a word")]
    pub(super) fn bit(&self, cell: Cell) -> Cell {
        self.masks[usize::from(cell)].trailing_zeros() as Cell
    }

    #[inline]
    pub(super) fn boxes_of(&self, state: u64) -> BoxBits {
        let boxes = state & ((1 << self.boxes) - 1);
        self.ranks.as_ref().map_or(BoxBits::from(boxes), |ranks| ranks.set(boxes))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell was packed")]
    pub(super) fn player_of(&self, state: u64) -> Cell {
        (state >> self.boxes) as Cell
    }

    /// Whether one of `boxes` is on `cell`, which is not a wall.
    #[inline]
    pub(super) fn is_box(&self, boxes: BoxBits, cell: Cell) -> bool {
        boxes & self.masks[usize::from(cell)] != 0
    }

    /// Whether a box may stand on `cell`, which may be a wall, beside `boxes`.
    #[inline]
    pub(super) fn has_room(&self, boxes: BoxBits, cell: Cell) -> bool {
        cell != WALL && self.masks[usize::from(cell)] & !boxes != 0
    }

    #[inline]
    pub(super) fn moved(&self, boxes: BoxBits, from: Cell, to: Cell) -> BoxBits {
        boxes & !self.masks[usize::from(from)] | self.masks[usize::from(to)]
    }

    /// The cells of the boxes of a state.
    #[inline]
    pub(super) fn set_of(&self, mut boxes: BoxBits) -> CellSet {
        let mut set = 0;
        while boxes != 0 {
            set |= single(self.cells[boxes.trailing_zeros() as usize]);
            boxes &= boxes - 1;
        }
        set
    }

    /// The neighbour of `cell` in a direction as a set, which is empty for a wall.
    #[inline]
    pub(super) fn step(&self, cell: Cell, direction: Direction) -> CellSet {
        self.steps[usize::from(cell)][direction as usize]
    }

    /// Whether the box on `to`, one of `boxes`, completes a freeze deadlock.
    #[inline]
    pub(super) fn is_frozen(&self, boxes: CellSet, to: Cell) -> bool {
        let completes = |freeze: &FreezeSets| self.counts.prune_often(Rule::Freeze, || freeze.completes(boxes, to));
        self.freeze.as_ref().is_some_and(completes)
    }
}

/// Sets the boxes of the parent, by their bits.
pub(super) fn set_parent(representatives: &mut Representatives, boxes: BoxBits) {
    if !representatives.are_trivial() {
        representatives.set_parent(&CellsOf(boxes));
    }
}

/// The words of a set of bits, the lowest first.
#[expect(clippy::cast_possible_truncation, reason = "each is a word of it")]
fn words(boxes: BoxBits) -> [u64; 2] {
    [boxes as u64, (boxes >> u64::BITS) as u64]
}

// Sets of bits by rank.

/// The ranks of the sets of a fixed number of bits (the combinatorial number system: Knuth, *The Art of Computer
/// Programming* 4A, section 7.2.1.3): the `i`-th lowest bit of a set adds the number of ways to choose `i` of the bits
/// below it.
struct SetRanks {
    /// The bits of a set.
    members: usize,
    /// For each bit and each number of bits from 1 to `members` the ways to choose as many of the bits below it.
    ways: Vec<u64>,
    /// The number of sets.
    sets: u64,
}

impl SetRanks {
    /// The ranks of the sets of `members` among `bits`; `None` if there are too many for a word.
    fn new(bits: usize, members: usize) -> Option<Self> {
        let mut ways = vec![0_u64; (bits + 1) * members];
        for bit in 1..=bits {
            let (below, row) = ((bit - 1) * members, bit * members);
            for chosen in 0..members {
                // With the highest bit below or without it. A number that does not fit belongs to no set if all sets do.
                let with = if chosen == 0 { 1 } else { ways[below + chosen - 1] };
                ways[row + chosen] = with.saturating_add(ways[below + chosen]);
            }
        }
        let sets = if members == 0 { 1 } else { ways[bits * members + members - 1] };
        (1..u64::MAX).contains(&sets).then_some(Self { members, ways, sets })
    }

    /// The width of a rank.
    fn bits(&self) -> u32 {
        u64::BITS - (self.sets - 1).leading_zeros()
    }

    #[inline]
    fn rank(&self, set: BoxBits) -> u64 {
        CellsOf(set).enumerate().map(|(member, bit)| self.ways[usize::from(bit) * self.members + member]).sum()
    }

    #[inline]
    fn set(&self, mut rank: u64) -> BoxBits {
        let mut set = 0;
        let mut row = self.ways.len() - self.members;
        for member in (0..self.members).rev() {
            // The highest bit whose ways fit. The lowest one has none.
            loop {
                row -= self.members;
                if self.ways[row + member] <= rank {
                    break;
                }
            }
            rank -= self.ways[row + member];
            set |= 1 << (row / self.members);
        }
        set
    }
}

#[cfg(test)]
mod set_ranks_tests {
    use super::*;

    #[test]
    fn ranks_number_the_sets_of_a_size() {
        for bits in 1..10 {
            for members in 1..=bits {
                let ranks = SetRanks::new(bits, members).expect("they fit");
                let sets: Vec<BoxBits> =
                    (0..1 << bits).filter(|set: &BoxBits| set.count_ones() as usize == members).collect();
                assert_eq!(ranks.sets, sets.len() as u64);
                for (rank, &set) in (0..).zip(&sets) {
                    assert_eq!((ranks.rank(set), ranks.set(rank)), (rank, set), "{members} of {bits}");
                }
            }
        }
    }

    #[test]
    fn ranks_of_many_bits() {
        assert!(SetRanks::new(128, 30).is_none());
        let ranks = SetRanks::new(128, 11).expect("they fit");
        assert_eq!(ranks.bits(), 52);
        for rank in [0, 1, 1 << 40, ranks.sets / 3, ranks.sets - 1] {
            let set = ranks.set(rank);
            assert_eq!((ranks.rank(set), set.count_ones()), (rank, 11));
        }
        // Nearly all bits are in a set.
        let ranks = SetRanks::new(120, 117).expect("they fit");
        assert_eq!(ranks.sets, 120 * 119 * 118 / 6);
        assert!((0..ranks.sets).all(|rank| ranks.rank(ranks.set(rank)) == rank));
    }
}

// The freeze rule on sets of cells.
//
// See `Freeze` for the argument. Here only the sets that the pushed box completes count: a set without it is blocked
// by walls and its own boxes alone, so it was frozen before the push, too.

/// The rule for one board.
pub(super) struct FreezeSets {
    /// For each cell and axis the cells that must be free for a push along it: the two neighbours, and if a box
    /// can never be pushed along the axis, the cell itself.
    axes: Vec<[CellSet; 2]>,
    goals: CellSet,
}

impl FreezeSets {
    /// The rule for a board on which boxes may be pushed to the cells of `useful`.
    pub(super) fn new(board: &Board, useful: CellSet) -> Self {
        let axis = |cell, direction: Direction| {
            let (one, other) = (board.next(cell, direction), board.next(cell, direction.opposite()));
            let can_be_pushed = one != WALL && other != WALL && (contains(useful, one) || contains(useful, other));
            if can_be_pushed { single(one) | single(other) } else { single(cell) }
        };
        Self {
            axes: board.all().map(|cell| [axis(cell, Direction::Left), axis(cell, Direction::Up)]).collect(),
            goals: board.goals().iter().copied().map(single).sum(),
        }
    }

    /// Whether the box just pushed onto `pushed`, one of `boxes`, completes a set of frozen boxes with one off goal.
    #[inline]
    pub(super) fn completes(&self, boxes: CellSet, pushed: Cell) -> bool {
        !self.can_move(boxes, pushed) && self.is_frozen(boxes, pushed)
    }

    /// Takes away all boxes that could be pushed, one after the other.
    fn is_frozen(&self, boxes: CellSet, pushed: Cell) -> bool {
        let mut left = boxes;
        loop {
            let before = left;
            for cell in CellsOf(before) {
                if self.can_move(left, cell) {
                    left &= !single(cell);
                }
            }
            if !contains(left, pushed) || left & !self.goals == 0 {
                return false;
            }
            if left == before {
                return true;
            }
        }
    }

    /// Whether the box on `cell` could be pushed if the player could stand anywhere.
    #[inline]
    fn can_move(&self, boxes: CellSet, cell: Cell) -> bool {
        self.axes[usize::from(cell)].iter().any(|axis| boxes & axis == 0)
    }
}

#[cfg(test)]
mod freeze_sets_tests {
    use super::*;
    use crate::{deadlock::Freeze, formats};

    /// Compares the two forms of the rule on the boxes of a level after each push by one cell. Returns how many
    /// pushes complete a frozen set, and how many do not.
    fn check(text: &str, useful: CellSet) -> (u32, u32) {
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let is_useful = |cell: Cell| contains(useful, cell);
        let occupied = |boxes| board.all().map(|cell| contains(boxes, cell)).collect::<Vec<bool>>();
        let (mut freeze, sets) = (Freeze::default(), FreezeSets::new(&board, useful));
        let boxes: CellSet = board.boxes().iter().copied().map(single).sum();
        let (mut complete, mut incomplete) = (0, 0);
        if freeze.frozen_off_goal(&board, is_useful, CellsOf(boxes), &mut occupied(boxes)) {
            return (0, 0);
        }
        for &from in board.boxes() {
            for direction in Direction::ALL {
                let to = board.next(from, direction);
                if to == WALL || contains(boxes, to) {
                    continue;
                }
                let boxes = boxes ^ single(from) | single(to);
                let expected = freeze.completes(&board, is_useful, CellsOf(boxes), &mut occupied(boxes), to);
                assert_eq!(sets.completes(boxes, to), expected, "{text}{from} {to}");
                *(if expected { &mut complete } else { &mut incomplete }) += 1;
            }
        }
        (complete, incomplete)
    }

    proptest::proptest! {
        #[test]
        fn as_by_the_rule_on_lists(cells in proptest::collection::vec(0_u8..14, 40), useful: u128, more: u128) {
            let count = |square| cells.iter().filter(|&&cell| square_of(cell) == square).count();
            // As many boxes as goals: the first ones too many become floor.
            let mut surplus = [('$', count('$').saturating_sub(count('.'))), ('.', count('.').saturating_sub(count('$')))];
            let mut row = |cells: &[u8]| {
                let squares = cells.iter().map(|&cell| {
                    let square = square_of(cell);
                    let left = surplus.iter_mut().find(|(other, left)| *other == square && *left > 0);
                    left.map_or(square, |(_, left)| {
                        *left -= 1;
                        ' '
                    })
                });
                format!("#{}#\n", squares.collect::<String>())
            };
            let inside: String = cells.chunks(8).map(&mut row).collect();
            let text = format!("##########\n#@ $.    #\n{inside}##########\n");
            check(&text, useful | more);
            check(&text, CellSet::MAX);
        }
    }

    /// The square of a random number.
    fn square_of(number: u8) -> char {
        match number {
            0..=7 => ' ',
            8 | 9 => '#',
            10 => '.',
            11 => '*',
            _ => '$',
        }
    }

    #[test]
    fn a_square_of_boxes_is_completed() {
        let text = "########\n#      #\n# $$ . #\n# $ $ .#\n# @   .#\n#     .#\n########\n";
        let (complete, incomplete) = check(text, CellSet::MAX);
        assert!(complete > 0 && incomplete > 0, "{complete} {incomplete}");
    }
}
