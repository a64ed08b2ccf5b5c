//! An answer without a search, for any board that has one: tile by tile with cycles of three.
//!
//! A free row and a free column share one cell, so shifting the one, then the other, then both back
//! (a commutator) exchanges three tiles in a circle and leaves all others. Any three tiles can be
//! brought to these three cells, so any circle of three can be made, and circles of three make every
//! even permutation. An odd one becomes even by one shift of a line of even length, or by exchanging
//! in mind two tiles that look alike. Some sixteen shifts a tile: an answer, and no more.

use std::collections::VecDeque;

use super::super::board::{Board, Direction, Shift, WILD};
use super::tidy::tidy;
use crate::budget::Budget;
use crate::outcome::Stop;

/// Beyond so many movable cells the table of all threes is too large: 4 bytes times their third power.
const MOST_CELLS: usize = 100;
/// Not reached.
const NONE: u16 = u16::MAX;

/// Where a shift takes the tile of each cell.
type Map = Vec<usize>;

/// A way from `source` to `target`, if there are not too many cells; the target can be reached, and
/// some row and some column are free.
pub(super) fn construct(
    source: &Board,
    target: &Board,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Shift>>, Stop> {
    let movable: Vec<usize> = (0..source.cells().len()).filter(|&cell| source.is_movable(cell)).collect();
    if movable.len() > MOST_CELLS {
        return Ok(None);
    }
    let bytes = 3 * movable.len().pow(3) as u64;
    if budget.grow(bytes).is_err() {
        return Ok(None);
    }
    let answer = Circles::new(source, &movable, budget).map(|circles| circles.solve(source, target));
    budget.shrink(bytes);
    answer
}

struct Circles<'b> {
    board: &'b Board,
    movable: &'b [usize],
    shifts: Vec<Shift>,
    maps: Vec<Map>,
    /// The commutator, and the cells that it exchanges: the first goes to the second.
    commutator: [Shift; 4],
    base: [usize; 3],
    /// For every three cells, by their places among the movable: the shift that brings them nearer to
    /// the base, and how many there are to go.
    nearer: Vec<u16>,
    steps: Vec<u8>,
    place: Vec<usize>,
}

impl<'b> Circles<'b> {
    fn new(board: &'b Board, movable: &'b [usize], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let shifts = board.shifts();
        let maps: Vec<Map> = shifts.iter().map(|&shift| map_of(board, &[shift])).collect();
        let free = |direction| {
            let line = (0..board.lines(direction)).find(|&line| board.is_free(direction, line)).unwrap_or(0);
            Shift { direction, line: u16::try_from(line).unwrap_or(0) }
        };
        let (row, column) = (free(Direction::Left), free(Direction::Up));
        let commutator = [row, column, row.inverse(), column.inverse()];
        let map = map_of(board, &commutator);
        let first = (0..map.len()).find(|&cell| map[cell] != cell).unwrap_or(0);
        let base = [first, map[first], map[map[first]]];
        let mut place = vec![0; board.cells().len()];
        for (nth, &cell) in movable.iter().enumerate() {
            place[cell] = nth;
        }
        let nearer = vec![NONE; movable.len().pow(3)];
        let steps = vec![0; nearer.len()];
        let mut circles = Self { board, movable, shifts, maps, commutator, base, nearer, steps, place };
        circles.fill(budget)?;
        Ok(circles)
    }

    fn index(&self, cells: [usize; 3]) -> usize {
        cells.iter().fold(0, |index, &cell| index * self.movable.len() + self.place[cell])
    }

    /// Breadth-first from the base, backward.
    fn fill(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let undone: Vec<Map> = self
            .maps
            .iter()
            .map(|map| {
                let mut undone = vec![0; map.len()];
                map.iter().enumerate().for_each(|(from, &to)| undone[to] = from);
                undone
            })
            .collect();
        let mut queue = VecDeque::from([self.base]);
        let base = self.index(self.base);
        self.nearer[base] = 0;
        while let Some(cells) = queue.pop_front() {
            budget.check()?;
            let steps = self.steps[self.index(cells)].saturating_add(1);
            for (shift, map) in (0..).zip(&undone) {
                let before = cells.map(|cell| map[cell]);
                let index = self.index(before);
                if self.nearer[index] == NONE {
                    self.nearer[index] = shift;
                    self.steps[index] = steps;
                    queue.push_back(before);
                }
            }
        }
        Ok(())
    }

    /// Takes the tile of each of three cells to the next, and that of the last to the first. `None` if
    /// they cannot be brought to the base.
    fn circle(&self, mut cells: [usize; 3], answer: &mut Vec<Shift>) -> Option<()> {
        let mut setup = Vec::new();
        while cells != self.base {
            let shift = usize::from(self.nearer[self.index(cells)]);
            cells = cells.map(|cell| self.maps.get(shift).map_or(cell, |map| map[cell]));
            setup.push(*self.shifts.get(shift)?);
        }
        answer.extend(&setup);
        answer.extend(self.commutator);
        answer.extend(setup.iter().rev().map(|shift| shift.inverse()));
        Some(())
    }

    /// Of the circles of three wrong tiles that bring the first home the one that brings most tiles home
    /// for its shifts.
    fn cheapest(&self, homes: &Map) -> Option<[usize; 3]> {
        let wrong: Vec<usize> = self.movable.iter().copied().filter(|&cell| homes[cell] != cell).collect();
        let mut best = None;
        for &first in &wrong {
            let second = homes[first];
            for &third in wrong.iter().filter(|&&third| third != first && third != second) {
                let home = 1 + usize::from(homes[second] == third) + usize::from(homes[third] == first);
                let cells = [first, second, third];
                let index = self.index(cells);
                let shifts = 4 + 2 * usize::from(self.steps[index]);
                if cells == self.base || self.nearer[index] != NONE {
                    let worth = 1000 * home / shifts;
                    if best.is_none_or(|(most, _)| worth > most) {
                        best = Some((worth, cells));
                    }
                }
            }
        }
        best.map(|(_, cells)| cells)
    }

    fn solve(&self, source: &Board, target: &Board) -> Option<Vec<Shift>> {
        let mut answer = Vec::new();
        let mut homes = assign(source, target, self.movable)?;
        if is_odd(&homes) && !exchange(source, target, self.movable, &mut homes) {
            // No two tiles look alike, so a line of even length makes the difference.
            let even = |shift: &&Shift| self.board.line_length(shift.direction).is_multiple_of(2);
            let shift = *self.shifts.iter().find(even)?;
            let mut board = source.clone();
            board.shift(shift).ok()?;
            homes = assign(&board, target, self.movable)?;
            answer.push(shift);
        }
        while let Some([cell, second, third]) = self.cheapest(&homes) {
            self.circle([cell, second, third], &mut answer)?;
            let moved = [homes[third], homes[cell], homes[second]];
            (homes[cell], homes[second], homes[third]) = (moved[0], moved[1], moved[2]);
        }
        // Nothing is left wrong; were it so, it would be no answer.
        homes.iter().enumerate().all(|(cell, &home)| cell == home).then(|| tidy(self.board, &answer))
    }
}

/// Where some shifts take the tile of each cell.
fn map_of(board: &Board, shifts: &[Shift]) -> Map {
    let columns = board.columns();
    let step = |cell: usize, shift: &Shift| {
        let (line, length) = (usize::from(shift.line), board.line_length(shift.direction));
        let (row, column) = (cell / columns, cell % columns);
        let by = if shift.direction.is_first() { length - 1 } else { 1 };
        match shift.direction.is_row() {
            true if row == line => row * columns + (column + by) % length,
            false if column == line => (row + by) % length * columns + column,
            _ => cell,
        }
    };
    (0..board.cells().len()).map(|cell| shifts.iter().fold(cell, step)).collect()
}

/// A home for the tile of each cell: its own where it may stay.
fn assign(source: &Board, target: &Board, movable: &[usize]) -> Option<Map> {
    let mut homes: Vec<Option<usize>> = vec![None; source.cells().len()];
    let mut taken = vec![false; source.cells().len()];
    for cell in 0..source.cells().len() {
        if !source.is_movable(cell) || source.cells()[cell] == target.cells()[cell] {
            (homes[cell], taken[cell]) = (Some(cell), true);
        }
    }
    // First the cells that ask for a colour, then those that take any tile: their own first.
    for &home in movable {
        let colour = target.cells()[home];
        if !taken[home] && colour != WILD {
            let cell =
                movable.iter().find(|&&cell| homes[cell].is_none() && source.cells()[cell] == colour)?;
            (homes[*cell], taken[home]) = (Some(home), true);
        }
    }
    for &home in movable {
        if !taken[home] && homes[home].is_none() {
            (homes[home], taken[home]) = (Some(home), true);
        }
    }
    for &home in movable {
        if !taken[home] {
            let cell = movable.iter().find(|&&cell| homes[cell].is_none())?;
            (homes[*cell], taken[home]) = (Some(home), true);
        }
    }
    homes.into_iter().collect()
}

/// Exchanges the homes of two tiles, if that makes no difference.
fn exchange(source: &Board, target: &Board, movable: &[usize], homes: &mut Map) -> bool {
    for (nth, &one) in movable.iter().enumerate() {
        for &other in &movable[nth + 1..] {
            let alike = source.cells()[one] == source.cells()[other];
            let any = target.cells()[homes[one]] == WILD && target.cells()[homes[other]] == WILD;
            if alike || any {
                homes.swap(one, other);
                return true;
            }
        }
    }
    false
}

fn is_odd(homes: &Map) -> bool {
    let mut seen = vec![false; homes.len()];
    let mut odd = false;
    for start in 0..homes.len() {
        let (mut cell, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut seen[cell], true) {
            cell = homes[cell];
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}
