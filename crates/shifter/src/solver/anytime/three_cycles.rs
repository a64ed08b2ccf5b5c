//! An answer without a search, for any board that has one, composed of 3-cycles.
//!
//! A free row and a free column share one cell, so shifting the row, then the column, then both back
//! (a commutator) permutes three tiles cyclically and leaves all others in place. Any three tiles can be
//! brought to these three cells, so every 3-cycle can be made, and the 3-cycles generate every even
//! permutation. An odd one becomes even by one shift of a line of even length, or by exchanging two tiles
//! that look alike. The answers have some sixteen shifts per tile.

use std::collections::VecDeque;

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::simplify;
use crate::rules::{Board, Direction, Shift, WILD, is_odd};

/// The most movable cells: the table of all triples takes 3 bytes times their third power.
const MAX_MOVABLE: usize = 100;
/// Marks a triple that has not been reached.
const UNREACHED: u16 = u16::MAX;

/// The cell to which the tile of each cell goes.
type CellMap = Vec<usize>;

/// An answer from `source` to `target`, if there are not too many cells; the target can be reached, and
/// some row and some column are free.
pub(super) fn construct(source: &Board, target: &Board, budget: &mut Budget<'_>) -> Result<Option<Vec<Shift>>, Stop> {
    let movable = source.movable_cells();
    if movable.len() > MAX_MOVABLE {
        return Ok(None);
    }
    let bytes = 3 * movable.len().pow(3) as u64;
    if budget.grow(bytes).is_err() {
        return Ok(None);
    }
    let answer = ThreeCycles::new(source, &movable, budget).map(|cycles| cycles.solve(source, target));
    budget.shrink(bytes);
    answer
}

/// All 3-cycles of the movable cells of a board.
struct ThreeCycles<'b> {
    board: &'b Board,
    movable: &'b [usize],
    shifts: Vec<Shift>,
    permutations: Vec<CellMap>,
    /// The commutator, and the cells of its 3-cycle: the tile of the first goes to the second.
    commutator: [Shift; 4],
    base: [usize; 3],
    /// For every triple of cells, by their indices among the movable: the shift that brings it nearer to
    /// the base, and the number of such shifts.
    nearer: Vec<u16>,
    steps: Vec<u8>,
    /// The index of each cell among the movable ones.
    place: Vec<usize>,
}

impl<'b> ThreeCycles<'b> {
    fn new(board: &'b Board, movable: &'b [usize], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let shifts = board.shifts();
        let permutations = shifts.iter().map(|&shift| permutation_of(board, &[shift])).collect();
        let free = |direction| Shift::new(direction, board.free_lines(direction).next().unwrap_or(0));
        let (row, column) = (free(Direction::Left), free(Direction::Up));
        let commutator = [row, column, row.inverse(), column.inverse()];
        let image = permutation_of(board, &commutator);
        let first = (0..image.len()).find(|&cell| image[cell] != cell).unwrap_or(0);
        let base = [first, image[first], image[image[first]]];
        let mut place = vec![0; board.cells().len()];
        for (nth, &cell) in movable.iter().enumerate() {
            place[cell] = nth;
        }
        let nearer = vec![UNREACHED; movable.len().pow(3)];
        let steps = vec![0; nearer.len()];
        let mut cycles = Self { board, movable, shifts, permutations, commutator, base, nearer, steps, place };
        cycles.fill(budget)?;
        Ok(cycles)
    }

    fn index(&self, cells: [usize; 3]) -> usize {
        cells.iter().fold(0, |index, &cell| index * self.movable.len() + self.place[cell])
    }

    /// Fills the tables by breadth-first search backward from the base.
    fn fill(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let inverse = |permutation: &CellMap| {
            let mut inverse = vec![0; permutation.len()];
            permutation.iter().enumerate().for_each(|(from, &to)| inverse[to] = from);
            inverse
        };
        let inverses: Vec<CellMap> = self.permutations.iter().map(inverse).collect();
        let mut queue = VecDeque::from([self.base]);
        let base = self.index(self.base);
        self.nearer[base] = 0;
        while let Some(cells) = queue.pop_front() {
            budget.check()?;
            let steps = self.steps[self.index(cells)].saturating_add(1);
            for (shift, inverse) in (0..).zip(&inverses) {
                let before = cells.map(|cell| inverse[cell]);
                let index = self.index(before);
                if self.nearer[index] == UNREACHED {
                    self.nearer[index] = shift;
                    self.steps[index] = steps;
                    queue.push_back(before);
                }
            }
        }
        Ok(())
    }

    /// Appends the shifts that take the tile of each of three cells to the next, and that of the last to
    /// the first. `None` if they cannot be brought to the base.
    fn append(&self, mut cells: [usize; 3], answer: &mut Vec<Shift>) -> Option<()> {
        let mut setup = Vec::new();
        while cells != self.base {
            let shift = usize::from(self.nearer[self.index(cells)]);
            cells = cells.map(|cell| self.permutations.get(shift).map_or(cell, |image| image[cell]));
            setup.push(*self.shifts.get(shift)?);
        }
        answer.extend(&setup);
        answer.extend(self.commutator);
        answer.extend(setup.iter().rev().map(|shift| shift.inverse()));
        Some(())
    }

    /// Of the 3-cycles of misplaced tiles that bring the first one home, the one that brings the most tiles
    /// home per shift.
    fn cheapest(&self, homes: &[usize]) -> Option<[usize; 3]> {
        let misplaced: Vec<usize> = self.movable.iter().copied().filter(|&cell| homes[cell] != cell).collect();
        let mut best = None;
        for &first in &misplaced {
            let second = homes[first];
            for &third in misplaced.iter().filter(|&&third| third != first && third != second) {
                let home = 1 + usize::from(homes[second] == third) + usize::from(homes[third] == first);
                let cells = [first, second, third];
                let index = self.index(cells);
                let shifts = 4 + 2 * usize::from(self.steps[index]);
                if cells == self.base || self.nearer[index] != UNREACHED {
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
            // No two tiles look alike, so a line of even length changes the parity.
            let even = |shift: &&Shift| self.board.line_length(shift.direction).is_multiple_of(2);
            let shift = *self.shifts.iter().find(even)?;
            let mut board = source.clone();
            board.shift(shift).ok()?;
            homes = assign(&board, target, self.movable)?;
            answer.push(shift);
        }
        while let Some([cell, second, third]) = self.cheapest(&homes) {
            self.append([cell, second, third], &mut answer)?;
            let moved = [homes[third], homes[cell], homes[second]];
            (homes[cell], homes[second], homes[third]) = (moved[0], moved[1], moved[2]);
        }
        homes.iter().enumerate().all(|(cell, &home)| cell == home).then(|| simplify(self.board, &answer))
    }
}

fn permutation_of(board: &Board, shifts: &[Shift]) -> CellMap {
    let mut image: CellMap = (0..board.cells().len()).collect();
    for &shift in shifts {
        let line = board.line(shift);
        let by = if shift.direction.is_first() { line.length - 1 } else { 1 };
        let mut step: CellMap = (0..image.len()).collect();
        for index in 0..line.length {
            step[line.cell(index)] = line.cell((index + by) % line.length);
        }
        for cell in &mut image {
            *cell = step[*cell];
        }
    }
    image
}

/// A target cell for the tile of each cell: its own where it may stay.
fn assign(source: &Board, target: &Board, movable: &[usize]) -> Option<CellMap> {
    let mut homes: Vec<Option<usize>> = vec![None; source.cells().len()];
    let mut taken = vec![false; source.cells().len()];
    for cell in 0..source.cells().len() {
        if !source.is_movable(cell) || source.cells()[cell] == target.cells()[cell] {
            (homes[cell], taken[cell]) = (Some(cell), true);
        }
    }
    // First the cells that require a colour, then those that accept any tile, their own first.
    for &home in movable {
        let colour = target.cells()[home];
        if !taken[home] && colour != WILD {
            let cell = movable.iter().find(|&&cell| homes[cell].is_none() && source.cells()[cell] == colour)?;
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

/// Exchanges the target cells of two tiles that look alike. Returns whether there are such tiles.
fn exchange(source: &Board, target: &Board, movable: &[usize], homes: &mut [usize]) -> bool {
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
