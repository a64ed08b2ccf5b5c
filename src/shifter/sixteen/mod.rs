//! Boards of four rows and columns with too many arrangements to meet in the middle: IDA* (Korf, 1985)
//! with walking distance, and, where all tiles differ and a board proves hard, with the pattern table.
//!
//! - `walking`: the bound that needs no table
//! - `ground`: that bound, and the boards around the target
//! - `pattern`, `layout`, `symmetry`: the table of eight tiles and its look-ups
//! - `build`, `cache`: where it comes from
//!
//! Every shift is an odd permutation, so where all tiles differ the lengths of all ways to the target
//! have one parity, and bounds rise by two.

mod build;
mod cache;
mod ground;
mod layout;
mod pattern;
mod symmetry;
#[cfg(test)]
mod tests;
mod walking;

use std::sync::Arc;
use std::time::Duration;

use super::board::Board;
use super::cells::Cells;
use super::goal::Goal;
use super::redundant::is_redundant;
use super::slide::{Moves, Slide};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use ground::Ground;
use pattern::{Effort, Table, Tiles};

/// Rows, and columns.
const SIDE: usize = 4;
/// The most moves there are.
const MOVES: usize = 24;
/// The longest path; no board is that far away.
const LONGEST: usize = 64;
/// Expansions after which a stored table is read: some hundredths of a second.
const WORTH_READING: u64 = 100_000;
/// Expansions after which a table is built: about half of what building costs.
const WORTH_BUILDING: u64 = 10_000_000;
/// A table is not begun with less time left than this.
const TIME_TO_BUILD: Duration = Duration::from_secs(8);

/// A move on both planes.
#[derive(Clone, Copy, Default)]
struct Turn {
    rows: Rotation,
    columns: Rotation,
}

#[derive(Clone, Copy, Default)]
struct Rotation {
    mask: u32,
    up: u32,
    down: u32,
}

impl Rotation {
    /// Of the line at that place along the bytes of a plane (or across them), towards its first cell.
    fn new(along: bool, line: usize, by: usize) -> Self {
        let (first, distance) = if along { (4 * line, 1) } else { (line, 4) };
        let mask = (0..4).fold(0, |mask, index| mask | 3 << (2 * (first + index * distance)));
        let bits = |cells: usize| u32::try_from(2 * cells).expect("16 cells");
        Self { mask, up: bits(distance * (4 - by)), down: bits(distance * by) }
    }

    #[inline]
    fn of(self, plane: u32) -> u32 {
        let line = plane & self.mask;
        (plane & !self.mask) | (((line << self.up) | (line >> self.down)) & self.mask)
    }
}

/// What the bounds know of a board: two bits a cell for the class of its tile among the rows, row by
/// row, and two bits for its class among the columns, column by column. Where all tiles differ the
/// two say which tile it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Planes {
    rows: u32,
    columns: u32,
}

impl Planes {
    #[inline]
    fn word(self) -> u64 {
        u64::from(self.rows) << 32 | u64::from(self.columns)
    }
}

/// Whether the search is for boards like this one.
pub(super) fn fits(goal: &Goal) -> bool {
    goal.source.rows() == SIDE
        && goal.source.columns() == SIDE
        && !goal.target.has_wildcards()
        && goal.source.cells().iter().all(|&colour| colour < 16)
}

/// How far the search may go for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tables {
    /// As the board and the limits suggest.
    AsNeeded,
    /// Never; for measurements and tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "what the tests compare with"))]
    Never,
}

/// A shortest way.
///
/// # Errors
/// When the budget stops it.
///
/// # Panics
/// If the puzzle does not [fit](fits).
pub(super) fn search(
    goal: &Goal,
    moves: Moves,
    tables: Tables,
    budget: &mut Budget<'_>,
) -> Result<Conclusion<Slide>, Stop> {
    assert!(fits(goal), "a board of 4 x 4 without wildcards");
    let mut search = Search::new(goal, moves, budget)?;
    let end = search.run(tables, budget);
    search.release(budget);
    end
}

/// What is put off or given up.
enum Halt {
    Stop(Stop),
    /// So many expansions are over.
    Enough,
}

struct Search {
    slides: Vec<Slide>,
    turns: [Turn; MOVES],
    /// The moves of rows.
    of_rows: u32,
    /// After each move, and at first: a bit for each move that is not redundant.
    next: [u32; MOVES + 1],
    start: Board,
    target: Board,
    from: Planes,
    to: Planes,
    ground: Arc<Ground>,
    /// Whether all tiles differ.
    distinct: bool,
    /// Whether they do and one shift is one move.
    by_parity: bool,
    is_odd: bool,
    table: Option<Arc<Table>>,
    path: [u8; LONGEST],
    /// How long it is, once it leads to the target.
    length: usize,
    /// The bound of the table to look at first, by depth.
    first_look: [usize; LONGEST],
    expanded: u64,
    /// Of those, the ones that the budget knows of.
    told: u64,
    enough: u64,
    next_bound: Cost,
}

impl Search {
    fn new(goal: &Goal, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let slides = moves.on(&goal.source);
        let turn = |slide: &Slide| {
            let times = usize::from(slide.times);
            let by = if slide.shift.direction.is_first() { times } else { SIDE - times };
            let (is_row, line) = (slide.is_row(), usize::from(slide.shift.line));
            Turn { rows: Rotation::new(is_row, line, by), columns: Rotation::new(!is_row, line, by) }
        };
        let after = |previous: Option<Slide>| {
            let kept = |&(_, &slide): &(u32, &Slide)| {
                previous.is_none_or(|previous| !is_redundant(previous, slide, SIDE, moves))
            };
            (0..).zip(&slides).filter(kept).fold(0, |all, (index, _)| all | 1 << index)
        };
        let (start, target, distinct) = named(goal);
        let ground = Ground::of(&target, moves, budget)?;
        let mut turns = [Turn::default(); MOVES];
        let mut next = [0; MOVES + 1];
        for (index, slide) in slides.iter().enumerate() {
            turns[index] = turn(slide);
            next[index] = after(Some(*slide));
        }
        next[MOVES] = after(None);
        let of_rows = (0..)
            .zip(&slides)
            .filter(|(_, slide)| slide.is_row())
            .fold(0, |all, (index, _)| all | 1 << index);
        Ok(Self {
            turns,
            of_rows,
            next,
            slides,
            from: ground.planes(pack(&start)),
            to: ground.planes(pack(&target)),
            is_odd: distinct && is_odd(pack(&start)),
            start,
            target,
            ground,
            distinct,
            by_parity: distinct && moves == Moves::Single,
            table: None,
            path: [0; LONGEST],
            length: 0,
            first_look: [0; LONGEST],
            expanded: 0,
            told: 0,
            enough: u64::MAX,
            next_bound: 0,
        })
    }

    /// Gives the memory back, and tells what was done.
    fn release(&mut self, budget: &mut Budget<'_>) {
        let table = self.table.take().map_or(0, |table| table.bytes());
        budget.shrink(table + self.ground.bytes());
        self.tell(budget);
    }

    fn tell(&mut self, budget: &mut Budget<'_>) {
        budget.expanded_elsewhere(self.expanded - self.told);
        self.told = self.expanded;
    }

    fn run(&mut self, tables: Tables, budget: &mut Budget<'_>) -> Result<Conclusion<Slide>, Stop> {
        // With limited expansions the outcome must not depend on what is in a cache.
        let may_use = tables == Tables::AsNeeded && self.by_parity && !budget.counts_expansions();
        if may_use {
            self.table = pattern::table(Effort::AtHand, budget)?;
        }
        self.enough = if may_use && self.table.is_none() { WORTH_READING } else { u64::MAX };
        let ground = Arc::clone(&self.ground);
        let bounds = (self.ground.rows.of(self.from.rows), self.ground.columns.of(self.from.columns));
        let mut bound = Cost::from(bounds.0 + bounds.1);
        loop {
            if self.by_parity && self.is_odd != (bound % 2 == 1) {
                bound += 1;
            }
            budget.raise_bound(bound);
            self.next_bound = Cost::MAX;
            match self.descend(&ground, self.from, bounds, bound, 0, MOVES, budget) {
                Ok(true) => return Ok(Conclusion::Found(self.plan())),
                Ok(false) if self.next_bound == Cost::MAX => return Ok(Conclusion::Exhausted),
                Ok(false) => bound = self.next_bound.max(bound + 1),
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Enough) => self.look_for_table(budget)?,
            }
        }
    }

    /// The board has proved hard: a table may be worth its cost.
    fn look_for_table(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.tell(budget);
        let read = self.enough == WORTH_READING;
        let used = Duration::from_secs_f64(budget.statistics().seconds);
        let in_time = budget.limits().time.is_none_or(|time| time.saturating_sub(used) > TIME_TO_BUILD);
        self.table = match (read, in_time) {
            (true, _) => pattern::table(Effort::Read, budget)?,
            (false, true) => pattern::table(Effort::Build, budget)?,
            (false, false) => None,
        };
        self.enough = if self.table.is_none() && read { WORTH_BUILDING } else { u64::MAX };
        Ok(())
    }

    /// Asks the budget: each time where expansions are limited, else now and then.
    #[inline]
    fn ask(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        if budget.counts_expansions() {
            budget.expand().map_err(Halt::Stop)?;
            self.told += 1;
        } else if self.expanded.is_multiple_of(256) {
            budget.check().map_err(Halt::Stop)?;
            self.tell(budget);
        }
        self.expanded += 1;
        if self.expanded > self.enough { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Whether the target is within `left` moves of a board, `depth` moves from the start; the path then
    /// leads to it.
    #[expect(clippy::too_many_arguments, reason = "a call a board: what changes is passed in registers")]
    fn descend(
        &mut self,
        ground: &Ground,
        board: Planes,
        (by_rows, by_columns): (u8, u8),
        left: Cost,
        depth: usize,
        previous: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        if board == self.to && (self.distinct || self.is_solved(depth)) {
            self.length = depth;
            return Ok(true);
        }
        if left == 0 || depth + 1 == LONGEST {
            self.cut_off(depth, 1);
            return Ok(false);
        }
        self.ask(budget)?;
        let left = left - 1;
        // The least bound of what is cut off here.
        let mut least = Cost::MAX;
        let mut moves = self.next[previous] & self.of_rows;
        while moves != 0 {
            let index = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            // A shift of a row leaves every tile in its row.
            let columns = self.turns[index].columns.of(board.columns);
            let bounds = (by_rows, ground.columns.of(columns));
            let bound = Cost::from(bounds.0 + bounds.1);
            if bound > left {
                least = least.min(bound);
                continue;
            }
            let child = Planes { rows: self.turns[index].rows.of(board.rows), columns };
            if self.child(ground, child, bounds, left, depth, index, budget)? {
                return Ok(true);
            }
        }
        let mut moves = self.next[previous] & !self.of_rows;
        while moves != 0 {
            let index = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let rows = self.turns[index].rows.of(board.rows);
            let bounds = (ground.rows.of(rows), by_columns);
            let bound = Cost::from(bounds.0 + bounds.1);
            if bound > left {
                least = least.min(bound);
                continue;
            }
            let child = Planes { rows, columns: self.turns[index].columns.of(board.columns) };
            if self.child(ground, child, bounds, left, depth, index, budget)? {
                return Ok(true);
            }
        }
        if least != Cost::MAX {
            self.cut_off(depth, 1 + least);
        }
        Ok(false)
    }

    /// The same for a board to which a move leads, unless something says that the target is farther.
    #[expect(clippy::too_many_arguments, reason = "as above")]
    #[inline]
    fn child(
        &mut self,
        ground: &Ground,
        child: Planes,
        bounds: (u8, u8),
        left: Cost,
        depth: usize,
        index: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        let is_far = if left == ground.depth {
            !ground.has(child)
        } else if left > ground.depth
            && let Some(table) = &self.table
        {
            let most = u8::try_from(left).unwrap_or(u8::MAX);
            table.exceeds(&child.tiles(), most, &mut self.first_look[depth])
        } else {
            false
        };
        if is_far {
            self.cut_off(depth, left + 2);
            return Ok(false);
        }
        self.path[depth] = u8::try_from(index).unwrap_or(u8::MAX);
        self.descend(ground, child, bounds, left, depth + 1, index, budget)
    }

    /// Notes that a way through a board at `depth` takes so many moves more at least.
    #[inline]
    fn cut_off(&mut self, depth: usize, more: Cost) {
        self.next_bound =
            self.next_bound.min(Cost::try_from(depth).unwrap_or(Cost::MAX).saturating_add(more));
    }

    /// Whether the path leads to the target, by the plain rules: classes of tiles do not tell it where
    /// tiles look alike.
    fn is_solved(&self, length: usize) -> bool {
        let mut board = self.start.clone();
        for &index in &self.path[..length] {
            let slide = self.slides[usize::from(index)];
            for _ in 0..slide.times {
                if board.shift(slide.shift).is_err() {
                    return false;
                }
            }
        }
        board == self.target
    }

    fn plan(&self) -> Plan<Slide> {
        let actions: Vec<_> =
            self.path[..self.length].iter().map(|&index| self.slides[usize::from(index)]).collect();
        Plan { cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX), actions }
    }
}

impl Planes {
    /// The tiles, where the planes tell them apart.
    fn tiles(self) -> Tiles {
        Tiles::of(|cell| {
            let across = cell % 4 * 4 + cell / 4;
            ((self.rows >> (2 * cell) & 3) << 2 | (self.columns >> (2 * across) & 3)).to_le_bytes()[0]
        })
    }
}

/// Source and target; where all tiles differ, tile *i* is the one that belongs in cell *i*.
fn named(goal: &Goal) -> (Board, Board, bool) {
    let target = goal.target.cells();
    let distinct = (0..16).all(|cell| !target[..cell].contains(&target[cell]));
    if !distinct {
        return (goal.source.clone(), goal.target.clone(), false);
    }
    let name = |&colour: &u8| {
        target.iter().position(|&it| it == colour).and_then(|it| u8::try_from(it).ok()).unwrap_or(0)
    };
    let renamed = |board: &Board| board.with_cells(board.cells().iter().map(name).collect());
    (renamed(&goal.source), renamed(&goal.target), true)
}

fn pack(board: &Board) -> u64 {
    Cells::NIBBLES.pack(board)
}

fn transposed(board: u64) -> u64 {
    (0..16).fold(0, |other, cell| other | (board >> (4 * cell) & 0xF) << (4 * (cell % 4 * 4 + cell / 4)))
}

/// Whether a board of sixteen tiles is an odd permutation of the solved one.
fn is_odd(board: u64) -> bool {
    let (mut seen, mut odd) = (0_u16, false);
    for start in 0..16 {
        let (mut cell, mut length) = (start, 0);
        while seen >> cell & 1 == 0 {
            seen |= 1 << cell;
            cell = usize::from((board >> (4 * cell)).to_le_bytes()[0] & 0xF);
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
