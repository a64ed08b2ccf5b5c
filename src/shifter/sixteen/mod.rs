//! Boards of four rows and columns with too many arrangements to meet in the middle: IDA* (Korf, 1985)
//! with walking distance, and, where all tiles differ and a board proves hard, with the pattern table.
//!
//! - `walking`: the bound that needs no table
//! - `pattern`, `layout`, `symmetry`: the table of eight tiles and its look-ups
//! - `build`, `cache`: where it comes from
//!
//! Every shift is an odd permutation, so where all tiles differ the lengths of all ways to the target
//! have one parity, and bounds rise by two.

mod build;
mod cache;
mod layout;
mod pattern;
mod symmetry;
#[cfg(test)]
mod tests;
mod walking;

use std::sync::Arc;
use std::time::Duration;

use super::board::Board;
use super::goal::Goal;
use super::packed::pack;
use super::redundant::is_redundant;
use super::slide::{Moves, Slide};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};
use pattern::{Effort, Table, Tiles};
use walking::Walking;

/// Rows, and columns.
const SIDE: usize = 4;
/// Expansions after which a stored table is read: some hundredths of a second.
const WORTH_READING: u64 = 2_000_000;
/// Expansions after which a table is built: about half of what building costs.
const WORTH_BUILDING: u64 = 60_000_000;
/// A table is not begun with less time left than this.
const TIME_TO_BUILD: Duration = Duration::from_secs(8);

/// A move on the board and on the transposed board.
#[derive(Clone, Copy)]
struct Turn {
    slide: Slide,
    board: Rotation,
    transposed: Rotation,
}

#[derive(Clone, Copy)]
struct Rotation {
    mask: u64,
    up: u32,
    down: u32,
}

impl Rotation {
    /// Of the line at that place among rows (or columns), towards its first cell.
    fn new(is_row: bool, line: usize, by: usize) -> Self {
        let (first, distance) = if is_row { (4 * line, 1) } else { (line, 4) };
        let mask = (0..4).fold(0, |mask, index| mask | 0xF << (4 * (first + index * distance)));
        let bits = |cells: usize| u32::try_from(4 * cells).expect("16 cells");
        Self { mask, up: bits(distance * (4 - by)), down: bits(distance * by) }
    }

    #[inline]
    fn of(self, board: u64) -> u64 {
        let line = board & self.mask;
        (board & !self.mask) | (((line << self.up) | (line >> self.down)) & self.mask)
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
    turns: Vec<Turn>,
    /// After each move, and at first: the moves that are not redundant.
    next: Vec<Vec<u8>>,
    start: u64,
    target: u64,
    rows: Walking,
    columns: Walking,
    /// Whether all tiles differ and one shift is one move.
    by_parity: bool,
    table: Option<Arc<Table>>,
    path: Vec<u8>,
    /// The bound of the table to look at first, by depth.
    first_look: [usize; 64],
    expanded: u64,
    enough: u64,
    next_bound: Cost,
}

impl Search {
    fn new(goal: &Goal, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let slides = moves.on(&goal.source);
        let turn = |&slide: &Slide| {
            let times = usize::from(slide.times);
            let by = if slide.shift.direction.is_first() { times } else { SIDE - times };
            let (is_row, line) = (slide.is_row(), usize::from(slide.shift.line));
            Turn { slide, board: Rotation::new(is_row, line, by), transposed: Rotation::new(!is_row, line, by) }
        };
        let after = |previous: Option<Slide>| -> Vec<u8> {
            let kept = |&(_, &slide): &(u8, &Slide)| {
                previous.is_none_or(|previous| !is_redundant(previous, slide, SIDE, moves))
            };
            (0..).zip(&slides).filter(kept).map(|(index, _)| index).collect()
        };
        let next = slides.iter().map(|&slide| after(Some(slide))).chain([after(None)]).collect();
        let (start, target, distinct) = named(goal);
        let rows = Walking::new(target, moves, None, budget)?;
        let columns = Walking::new(transposed(target), moves, Some(&rows), budget)?;
        Ok(Self {
            turns: slides.iter().map(turn).collect(),
            next,
            start,
            target,
            rows,
            columns,
            by_parity: distinct && moves == Moves::Single,
            table: None,
            path: Vec::new(),
            first_look: [0; 64],
            expanded: 0,
            enough: u64::MAX,
            next_bound: 0,
        })
    }

    /// Gives the memory back.
    fn release(&mut self, budget: &mut Budget<'_>) {
        let table = self.table.take().map_or(0, |table| table.bytes());
        budget.shrink(table + self.rows.bytes() + self.columns.bytes());
    }

    fn run(&mut self, tables: Tables, budget: &mut Budget<'_>) -> Result<Conclusion<Slide>, Stop> {
        // With limited expansions the outcome must not depend on what is in a cache.
        let may_use = tables == Tables::AsNeeded && self.by_parity && !budget.counts_expansions();
        if may_use {
            self.table = pattern::table(Effort::AtHand, budget)?;
        }
        self.enough = if may_use && self.table.is_none() { WORTH_READING } else { u64::MAX };
        let (board, other) = (self.start, transposed(self.start));
        let (by_rows, by_columns) = (self.rows.of(board), self.columns.of(other));
        let mut bound = Cost::from(by_rows + by_columns);
        if self.by_parity && is_odd(board) != (bound % 2 == 1) {
            bound += 1;
        }
        loop {
            budget.raise_bound(bound);
            self.next_bound = Cost::MAX;
            let none = self.turns.len();
            match self.descend(board, other, (by_rows, by_columns), bound, none, budget) {
                Ok(true) => return Ok(Conclusion::Found(self.plan())),
                Ok(false) if self.next_bound == Cost::MAX => return Ok(Conclusion::Exhausted),
                Ok(false) => {
                    bound = self.next_bound.max(bound + 1);
                    if self.by_parity && (bound % 2 == 1) != is_odd(board) {
                        bound += 1;
                    }
                }
                Err(Halt::Stop(stop)) => return Err(stop),
                Err(Halt::Enough) => self.look_for_table(budget)?,
            }
        }
    }

    /// The board has proved hard: a table may be worth its cost.
    fn look_for_table(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.path.clear();
        let read = self.enough == WORTH_READING;
        let in_time =
            budget.limits().time.is_none_or(|time| time.as_secs_f64() - budget.statistics().seconds > TIME_TO_BUILD.as_secs_f64());
        self.table = match (read, in_time) {
            (true, _) => pattern::table(Effort::Read, budget)?,
            (false, true) => pattern::table(Effort::Build, budget)?,
            (false, false) => None,
        };
        self.enough = if self.table.is_none() && read { WORTH_BUILDING } else { u64::MAX };
        Ok(())
    }

    /// Whether the target is within `left` moves of a board; `path` then leads to it.
    fn descend(
        &mut self,
        board: u64,
        other: u64,
        (by_rows, by_columns): (u8, u8),
        left: Cost,
        previous: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        if board == self.target {
            return Ok(true);
        }
        if left == 0 {
            self.next_bound = self.next_bound.min(self.depth() + 1);
            return Ok(false);
        }
        budget.expand().map_err(Halt::Stop)?;
        self.expanded += 1;
        if self.expanded > self.enough {
            return Err(Halt::Enough);
        }
        let left = left - 1;
        for nth in 0..self.next[previous].len() {
            let index = self.next[previous][nth];
            let turn = self.turns[usize::from(index)];
            let (child, mirrored) = (turn.board.of(board), turn.transposed.of(other));
            // A shift of a row leaves every tile in its row.
            let bounds = if turn.slide.is_row() {
                (by_rows, self.columns.of(mirrored))
            } else {
                (self.rows.of(child), by_columns)
            };
            let bound = Cost::from(bounds.0 + bounds.1);
            if bound > left {
                self.next_bound = self.next_bound.min(self.depth() + 1 + bound);
                continue;
            }
            if let Some(table) = &self.table
                && left > 2
            {
                let depth = self.path.len() & 63;
                let most = u8::try_from(left).unwrap_or(u8::MAX);
                if table.exceeds(&Tiles::of(child), most, &mut self.first_look[depth]) {
                    self.next_bound = self.next_bound.min(self.depth() + 2 + left);
                    continue;
                }
            }
            self.path.push(index);
            if self.descend(child, mirrored, bounds, left, usize::from(index), budget)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    fn depth(&self) -> Cost {
        Cost::try_from(self.path.len()).unwrap_or(Cost::MAX)
    }

    fn plan(&self) -> Plan<Slide> {
        let actions: Vec<_> = self.path.iter().map(|&index| self.turns[usize::from(index)].slide).collect();
        Plan { cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX), actions }
    }
}

/// Source and target; where all tiles differ, tile *i* is the one that belongs in cell *i*.
fn named(goal: &Goal) -> (u64, u64, bool) {
    let (source, target) = (goal.source.cells(), goal.target.cells());
    let distinct = (0..16).all(|cell| !target[..cell].contains(&target[cell]));
    if !distinct {
        return (pack(&goal.source), pack(&goal.target), false);
    }
    let name = |&colour: &u8| target.iter().position(|&it| it == colour).and_then(|it| u8::try_from(it).ok()).unwrap_or(0);
    let renamed = |cells: &[u8]| pack(&Board::new(SIDE, cells.iter().map(name).collect()));
    (renamed(source), renamed(target), true)
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
            cell = (board >> (4 * cell)) as usize & 0xF;
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
