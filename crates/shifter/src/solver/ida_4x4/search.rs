//! The search: IDA* with walking distance, a perimeter around the target, and, where all tiles differ and
//! a board proves hard, the pattern database.
//!
//! Every shift is an odd permutation, so where all tiles differ the lengths of all paths to the target
//! have one parity, and the bound rises by two.
//!
//! Of sixteen different tiles the IDA* of `lurd_engine::program::search` solves no random board within a minute; this search
//! takes 0.23 s without the pattern database and 0.05 s with it (means of 60 random boards; 17 s instead of
//! more than 100 s for the transposed board, one of the hardest known).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::{Conclusion, Plan, Stop};
use rustc_hash::FxHashSet;

use super::pattern_database::{self, Effort, PatternDatabase};
use super::walking_distance::{PlaneMove, Planes, Renamed, SIDE, WalkingDistance, pack, transposed};
use crate::{
    rules::{Board, Goal, Moves, Slide, plan, shifts_of},
    solver::layered_bidirectional::{BoardFilter, BoardSet},
    spaces::{fields::Fields, move_pruning::is_redundant},
};

/// Expansions after which a board is hard, and other work gets a share of the effort: a quarter of a second. Each next
/// turn comes after twice as many. With limited expansions it is [`HARD_IF_LIMITED`].
const HARD: u64 = 4_000_000;
/// The same where expansions are limited.
const HARD_IF_LIMITED: u64 = 500_000;
/// The expansions without the table that take as long as one with it.
const TABLE_EFFORT: u64 = 16;
/// One of so many expansions is for other work, and at least [`LEAST_SHARE`].
const SHARE: u64 = 4;
/// Expansions of other work per turn, at least.
const LEAST_SHARE: u64 = 250_000;

/// Expansions between two checks of the limits, where expansions are not limited.
const LIMITS_EVERY: u64 = 256;

/// The most moves of a board.
const MAX_MOVES: usize = 24;
/// The longest path; no board is that far from its target.
const MAX_PATH: usize = 64;
/// Expansions after which a stored table is read, which takes some hundredths of a second.
const EXPANSIONS_TO_READ: u64 = 100_000;
/// Expansions after which a table is built: about half of the effort of building it.
const EXPANSIONS_TO_BUILD: u64 = 10_000_000;
/// A table is not built with less time left than this.
const TIME_TO_BUILD: Duration = Duration::from_secs(8);

/// Whether the board is of 4 x 4, without wildcards.
pub(in crate::solver) fn fits(goal: &Goal) -> bool {
    goal.source.rows() == SIDE
        && goal.source.columns() == SIDE
        && !goal.target.has_wildcards()
        && goal.source.cells().iter().all(|&colour| colour < 16)
}

/// Whether the search may use the pattern database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum TableUse {
    /// If the board proves hard and the limits allow it.
    AsNeeded,
    /// Never: for searches with limited effort.
    Never,
}

/// Other work during a long search, which gets the number of expansions that it may make.
pub(in crate::solver) type Meanwhile<'m> = dyn FnMut(u64, &mut Budget<'_>) -> Result<(), Stop> + 'm;

/// Finds an optimal plan.
///
/// # Errors
/// When the budget stops it.
///
/// # Panics
/// If the puzzle does not [fit](fits).
pub(in crate::solver) fn search(
    goal: &Goal,
    moves: Moves,
    tables: TableUse,
    budget: &mut Budget<'_>,
) -> Result<Conclusion<Slide>, Stop> {
    search_with(goal, moves, tables, &mut |_, _| Ok(()), budget)
}

/// [`search`], which calls `meanwhile` now and then once a board proves hard: for [`SHARE`] of the expansions.
///
/// # Errors
/// When the budget stops it, or the error of `meanwhile`.
///
/// # Panics
/// If the puzzle does not [fit](fits).
pub(in crate::solver) fn search_with(
    goal: &Goal,
    moves: Moves,
    tables: TableUse,
    meanwhile: &mut Meanwhile<'_>,
    budget: &mut Budget<'_>,
) -> Result<Conclusion<Slide>, Stop> {
    assert!(fits(goal), "a board of 4 x 4 without wildcards");
    let mut search = IdaSearch::new(goal, moves, meanwhile, budget)?;
    let end = search.run(tables, budget);
    search.release(budget);
    end
}

enum Interruption {
    Stop(Stop),
    /// The expansions up to the next attempt to get a table are over.
    Table,
}

/// A board on the path, and the state of the iteration there.
#[derive(Clone, Copy)]
struct Node {
    planes: Planes,
    /// The bounds of the moves of columns and of rows.
    by_rows: u8,
    by_columns: u8,
    /// The moves that remain within the bound of the iteration.
    left: u32,
    depth: usize,
    /// The index of the previous move; [`MAX_MOVES`] at the start.
    previous: usize,
}

struct IdaSearch<'m, 'w> {
    meanwhile: &'m mut Meanwhile<'w>,
    slides: Vec<Slide>,
    plane_moves: [PlaneMove; MAX_MOVES],
    /// A bit for each move of a row.
    of_rows: u32,
    /// After each move, and at the start: a bit for each move that is not redundant.
    next: [u32; MAX_MOVES + 1],
    puzzle: Renamed,
    from: Planes,
    to: Planes,
    perimeter: Arc<Perimeter>,
    /// Whether all tiles differ and a move is one shift.
    by_parity: bool,
    is_odd: bool,
    table: Option<Arc<PatternDatabase>>,
    path: [u8; MAX_PATH],
    /// The length of the path, once it leads to the target.
    length: usize,
    /// The bound of the table to look up first, by depth.
    first_bound: [usize; MAX_PATH],
    expanded: u64,
    /// Of those, the ones reported to the budget.
    reported: u64,
    /// Expansions up to the next attempt to get a table.
    expansions_to_table: u64,
    /// Expansions up to the next turn of other work.
    expansions_to_meanwhile: u64,
    /// The expansions between two checks of the limits: one if expansions are limited.
    limits_every: u64,
    /// The lowest number of expansions at which one of these is due.
    next_event: u64,
    /// The effort between the last turn and the next one, and the expansions at the last one.
    turn: u64,
    last_turn: u64,
    next_bound: u32,
}

impl<'m, 'w> IdaSearch<'m, 'w> {
    fn new(goal: &Goal, moves: Moves, meanwhile: &'m mut Meanwhile<'w>, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let slides = moves.on(&goal.source);
        let after = |previous: Option<Slide>| {
            let kept = |&(_, &slide): &(u32, &Slide)| {
                previous.is_none_or(|previous| !is_redundant(previous, slide, SIDE, moves))
            };
            (0..).zip(&slides).filter(kept).fold(0, |all, (index, _)| all | 1 << index)
        };
        let puzzle = Renamed::new(goal);
        let perimeter = Perimeter::of(&puzzle.target, moves, budget)?;
        let mut plane_moves = [PlaneMove::default(); MAX_MOVES];
        let mut next = [0; MAX_MOVES + 1];
        for (index, slide) in slides.iter().enumerate() {
            plane_moves[index] = PlaneMove::new(&goal.source, *slide);
            next[index] = after(Some(*slide));
        }
        next[MAX_MOVES] = after(None);
        let of_rows =
            (0..).zip(&slides).filter(|(_, slide)| slide.is_row()).fold(0, |all, (index, _)| all | 1 << index);
        Ok(Self {
            meanwhile,
            plane_moves,
            of_rows,
            next,
            slides,
            from: perimeter.planes(pack(&puzzle.start)),
            to: perimeter.planes(pack(&puzzle.target)),
            is_odd: puzzle.is_odd(),
            by_parity: puzzle.distinct && moves == Moves::Single,
            puzzle,
            perimeter,
            table: None,
            path: [0; MAX_PATH],
            length: 0,
            first_bound: [0; MAX_PATH],
            expanded: 0,
            reported: 0,
            expansions_to_table: u64::MAX,
            expansions_to_meanwhile: u64::MAX,
            limits_every: 1,
            next_event: 0,
            turn: if budget.counts_expansions() { HARD_IF_LIMITED } else { HARD },
            last_turn: 0,
            next_bound: 0,
        })
    }

    /// Returns the memory to the budget, and reports the expansions.
    fn release(&mut self, budget: &mut Budget<'_>) {
        let table = self.table.take().map_or(0, |table| table.bytes());
        budget.shrink(table + self.perimeter.bytes());
        self.report(budget);
    }

    fn report(&mut self, budget: &mut Budget<'_>) {
        budget.expanded_elsewhere(self.expanded - self.reported);
        self.reported = self.expanded;
    }

    fn run(&mut self, tables: TableUse, budget: &mut Budget<'_>) -> Result<Conclusion<Slide>, Stop> {
        // With limited expansions the outcome must not depend on the contents of a cache.
        let may_use = tables == TableUse::AsNeeded && self.by_parity && !budget.counts_expansions();
        if may_use {
            self.table = pattern_database::load(Effort::InMemory, budget)?;
        }
        self.expansions_to_table = if may_use && self.table.is_none() { EXPANSIONS_TO_READ } else { u64::MAX };
        self.set_next_turn();
        let perimeter = Arc::clone(&self.perimeter);
        let by_rows = perimeter.rows.of(self.from.rows);
        let by_columns = perimeter.columns.of(self.from.columns);
        let mut bound = u32::from(by_rows + by_columns);
        loop {
            if self.by_parity && self.is_odd != (bound % 2 == 1) {
                bound += 1;
            }
            budget.raise_bound(bound.into());
            self.next_bound = u32::MAX;
            let (planes, previous) = (self.from, MAX_MOVES);
            let start = Node { planes, by_rows, by_columns, left: bound, depth: 0, previous };
            match self.descend(&perimeter, start, budget) {
                Ok(true) => return Ok(Conclusion::Found(self.plan())),
                Ok(false) if self.next_bound == u32::MAX => return Ok(Conclusion::Exhausted),
                Ok(false) => bound = self.next_bound.max(bound + 1),
                Err(Interruption::Stop(stop)) => return Err(stop),
                Err(Interruption::Table) => self.get_table(budget)?,
            }
        }
    }

    /// Reads or builds the table, because the board has proved hard.
    fn get_table(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.report(budget);
        let read = self.expansions_to_table == EXPANSIONS_TO_READ;
        let used = Duration::from_secs_f64(budget.statistics().seconds);
        let in_time = budget.limits().time.is_none_or(|time| time.saturating_sub(used) > TIME_TO_BUILD);
        self.table = match (read, in_time) {
            (true, _) => pattern_database::load(Effort::Read, budget)?,
            (false, true) => pattern_database::load(Effort::Build, budget)?,
            (false, false) => None,
        };
        self.expansions_to_table = if self.table.is_none() && read { EXPANSIONS_TO_BUILD } else { u64::MAX };
        self.set_next_turn();
        // Expansions that look up the table take many times as long, so the clock must be read more often.
        budget.check_now()
    }

    /// Counts an expansion, and checks the limits: each time if expansions are limited, else now and then.
    #[inline]
    fn count_expansion(&mut self, budget: &mut Budget<'_>) -> Result<(), Interruption> {
        self.expanded += 1;
        if self.expanded < self.next_event { Ok(()) } else { self.handle_event(budget) }
    }

    /// Does what is due after so many expansions.
    #[cold]
    fn handle_event(&mut self, budget: &mut Budget<'_>) -> Result<(), Interruption> {
        if budget.counts_expansions() {
            if let Err(stop) = budget.expand() {
                self.expanded -= 1;
                return Err(Interruption::Stop(stop));
            }
            self.reported += 1;
        } else {
            budget.check().map_err(Interruption::Stop)?;
            self.report(budget);
        }
        self.limits_every = if budget.counts_expansions() { 1 } else { LIMITS_EVERY };
        if self.expanded > self.expansions_to_table {
            return Err(Interruption::Table);
        }
        if self.expanded >= self.expansions_to_meanwhile {
            self.take_turns(budget).map_err(Interruption::Stop)?;
        }
        self.set_next_event();
        Ok(())
    }

    fn set_next_event(&mut self) {
        let other = self.expansions_to_meanwhile.min(self.expansions_to_table.saturating_add(1));
        self.next_event = other.min(self.expanded + self.limits_every);
    }

    /// Sets when other work has its next turn.
    fn set_next_turn(&mut self) {
        let effort = if self.table.is_some() { TABLE_EFFORT } else { 1 };
        self.expansions_to_meanwhile = self.expanded + self.turn / effort;
        self.set_next_event();
    }

    /// Lets other work have its share of the expansions since its last turn.
    fn take_turns(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.report(budget);
        let share = LEAST_SHARE.max((self.expanded - self.last_turn) / SHARE);
        self.last_turn = self.expanded;
        self.turn *= 2;
        self.set_next_turn();
        (self.meanwhile)(share, budget)?;
        budget.check_now()
    }

    /// Whether the target is within `left` moves of a board; the path then leads to it.
    fn descend(&mut self, perimeter: &Perimeter, node: Node, budget: &mut Budget<'_>) -> Result<bool, Interruption> {
        let Node { planes, depth, .. } = node;
        if planes == self.to && (self.puzzle.distinct || self.is_solved(depth)) {
            self.length = depth;
            return Ok(true);
        }
        if node.left == 0 || depth + 1 == MAX_PATH {
            self.cut_off(depth, 1);
            return Ok(false);
        }
        self.count_expansion(budget)?;
        let mut child = Node { left: node.left - 1, depth: depth + 1, ..node };
        // The least bound of the children that are cut off.
        let mut least = u32::MAX;
        let mut moves = self.next[node.previous] & self.of_rows;
        while moves != 0 {
            let index = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            // A shift of a row leaves every tile in its row.
            child.planes.columns = self.plane_moves[index].columns.apply(planes.columns);
            child.by_columns = perimeter.columns.of(child.planes.columns);
            let bound = u32::from(node.by_rows + child.by_columns);
            if bound > child.left {
                least = least.min(bound);
                continue;
            }
            child.planes.rows = self.plane_moves[index].rows.apply(planes.rows);
            child.previous = index;
            if self.visit(perimeter, child, budget)? {
                return Ok(true);
            }
        }
        child.by_columns = node.by_columns;
        let mut moves = self.next[node.previous] & !self.of_rows;
        while moves != 0 {
            let index = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            child.planes.rows = self.plane_moves[index].rows.apply(planes.rows);
            child.by_rows = perimeter.rows.of(child.planes.rows);
            let bound = u32::from(child.by_rows + node.by_columns);
            if bound > child.left {
                least = least.min(bound);
                continue;
            }
            child.planes.columns = self.plane_moves[index].columns.apply(planes.columns);
            child.previous = index;
            if self.visit(perimeter, child, budget)? {
                return Ok(true);
            }
        }
        if least != u32::MAX {
            self.cut_off(depth, 1 + least);
        }
        Ok(false)
    }

    /// Descends into a board unless the perimeter or the table proves that the target is farther.
    #[inline]
    fn visit(&mut self, perimeter: &Perimeter, child: Node, budget: &mut Budget<'_>) -> Result<bool, Interruption> {
        let parent = child.depth - 1;
        let is_far = if child.left == perimeter.depth {
            !perimeter.contains(child.planes)
        } else if child.left > perimeter.depth
            && let Some(table) = &self.table
        {
            let left = u8::try_from(child.left).unwrap_or(u8::MAX);
            table.exceeds(&child.planes.tiles(), left, &mut self.first_bound[parent])
        } else {
            false
        };
        if is_far {
            self.cut_off(parent, child.left + 2);
            return Ok(false);
        }
        self.path[parent] = u8::try_from(child.previous).unwrap_or(u8::MAX);
        self.descend(perimeter, child, budget)
    }

    /// Lowers the next bound to that of a path through a board at `depth` with at least `more` moves more.
    #[inline]
    fn cut_off(&mut self, depth: usize, more: u32) {
        self.next_bound = self.next_bound.min(u32::try_from(depth).unwrap_or(u32::MAX).saturating_add(more));
    }

    /// Whether the path leads to the target by the plain rules: where tiles look alike, their classes do not suffice.
    fn is_solved(&self, length: usize) -> bool {
        let slides: Vec<Slide> = self.slides_of(length).collect();
        self.puzzle.start.after(&shifts_of(&slides)) == self.puzzle.target
    }

    fn slides_of(&self, length: usize) -> impl Iterator<Item = Slide> {
        self.path[..length].iter().map(|&index| self.slides[usize::from(index)])
    }

    fn plan(&self) -> Plan<Slide> {
        plan(self.slides_of(self.length).collect())
    }
}

// The bounds of one target, and a perimeter around it.
//
// The boards of one layer around the target (Dillenburg and Nelson, *Perimeter search*, 1994) end a
// depth-first search early: with that many moves left, a board is in the layer or the target is
// farther away. It cannot be nearer, because an earlier iteration would have found it.

/// The layer is the last one with no more boards than this.
const MAX_LAYER: usize = 50_000;

/// The bounds and the perimeter of one target.
pub(super) struct Perimeter {
    target: Board,
    moves: Moves,
    pub(super) rows: WalkingDistance,
    pub(super) columns: WalkingDistance,
    /// The distance of the layer from the target.
    pub(super) depth: u32,
    layer: BoardSet<u64>,
    filter: BoardFilter,
}

/// The last one made in this process, because consecutive boards often have the same target.
static LAST: Mutex<Option<Arc<Perimeter>>> = Mutex::new(None);

impl Perimeter {
    pub(super) fn of(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Arc<Self>, Stop> {
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(perimeter) = last.filter(|it| it.moves == moves && it.target == *target) {
            budget.grow(perimeter.bytes())?;
            return Ok(perimeter);
        }
        let perimeter = Arc::new(Self::new(target, moves, budget)?);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&perimeter));
        Ok(perimeter)
    }

    fn new(target: &Board, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let board = pack(target);
        let rows = WalkingDistance::new(board, moves, None, budget)?;
        let columns = WalkingDistance::new(transposed(board), moves, Some(&rows), budget)?;
        let packed_moves = Fields::FOUR_BITS.moves(target, moves);
        // The boards up to the layer, some 30 bytes each while the table grows.
        let (layer, depth) = budget.in_scope(|budget| {
            budget.grow(32 * MAX_LAYER as u64)?;
            let mut visited = FxHashSet::from_iter([board]);
            let (mut layer, mut depth) = (vec![board], 0);
            loop {
                let mut next = Vec::new();
                for &board in &layer {
                    budget.check()?;
                    let children = packed_moves.iter().map(|it| it.rotation.apply(board));
                    next.extend(children.filter(|&child| visited.insert(child)));
                }
                if next.is_empty() || next.len() > MAX_LAYER {
                    return Ok::<_, Stop>((layer, depth));
                }
                (layer, depth) = (next, depth + 1);
            }
        })?;
        let planes = |board| planes(&rows, &columns, board).word();
        let layer: Vec<u64> = layer.into_iter().map(planes).collect();
        let filter = BoardFilter::of(&layer);
        budget.grow(filter.bytes())?;
        let mut boards = BoardSet::new(budget)?;
        boards.reserve(layer.len(), budget)?;
        for word in layer {
            boards.insert(word);
        }
        Ok(Self { target: target.clone(), moves, rows, columns, depth, layer: boards, filter })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.rows.bytes() + self.columns.bytes() + self.layer.bytes() + self.filter.bytes()
    }

    /// The classes of the tiles of a board.
    pub(super) fn planes(&self, board: u64) -> Planes {
        planes(&self.rows, &self.columns, board)
    }

    /// Whether a board with these classes is in the layer.
    #[inline]
    pub(super) fn contains(&self, planes: Planes) -> bool {
        // Some tile is of the first class, so the word is never that of a free slot.
        let word = planes.word();
        self.filter.may_contain(word) && self.layer.contains(word)
    }
}

fn planes(rows: &WalkingDistance, columns: &WalkingDistance, board: u64) -> Planes {
    Planes { rows: rows.plane(board), columns: columns.plane(transposed(board)) }
}
