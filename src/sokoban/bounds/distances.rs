//! How many pushes a single box needs from any cell to any goal.

use std::collections::VecDeque;
use std::mem::size_of;

use super::UNREACHABLE;
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, Cell, WALL};

/// The least number of pushes that bring a box, alone on the board, from each cell to each goal,
/// with the player on whichever side of it is best at the start.
///
/// It never exceeds what the box needs among others, and a push changes it by at most one: the sum
/// over an assignment of boxes to goals is an admissible and consistent estimate.
#[derive(Clone, Debug)]
pub struct Distances {
    /// A row of goals for each cell.
    table: Vec<u32>,
    goals: usize,
    live: Vec<bool>,
}

impl Distances {
    /// Pulls a box backward from each goal, breadth-first over (cell, region of the player): a box
    /// can split the floor, and then it matters on which side the player is.
    /// O(goals * cells) time and memory.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let goals = board.goals().len();
        budget.grow((goals * board.cells() * size_of::<u32>()) as u64)?;
        let mut table = vec![UNREACHABLE; goals * board.cells()];
        let mut seen = vec![UNREACHABLE; board.cells() * 4];
        let mut queue = VecDeque::new();
        for (goal, &at) in board.goals().iter().enumerate() {
            seen.fill(UNREACHABLE);
            for side in 0..4 {
                seen[usize::from(at) * 4 + side] = 0;
                queue.push_back((at, side));
            }
            while let Some((cell, side)) = queue.pop_front() {
                budget.check()?;
                let distance = seen[usize::from(cell) * 4 + side];
                let best = &mut table[usize::from(cell) * goals + goal];
                *best = (*best).min(distance);
                // The push that came here in `direction` left the player behind the box.
                for direction in Direction::ALL {
                    let before = board.next(cell, direction.opposite());
                    if before == WALL || usize::from(board.side(cell, direction.opposite())) != side {
                        continue;
                    }
                    if board.next(before, direction.opposite()) == WALL {
                        continue;
                    }
                    let stood = usize::from(board.side(before, direction.opposite()));
                    let known = &mut seen[usize::from(before) * 4 + stood];
                    if *known == UNREACHABLE {
                        *known = distance + 1;
                        queue.push_back((before, stood));
                    }
                }
            }
        }
        // What follows asks less often than these loops did.
        budget.check_now()?;
        let live = (0..board.cells())
            .map(|cell| {
                table[cell * goals..(cell + 1) * goals].iter().any(|&distance| distance != UNREACHABLE)
            })
            .collect();
        Ok(Self { table, goals, live })
    }

    /// The distances from `cell` to each goal, in the order of [`Board::goals`];
    /// [`UNREACHABLE`] where there is no way.
    #[inline]
    #[must_use]
    pub fn to_goals(&self, cell: Cell) -> &[u32] {
        let row = usize::from(cell) * self.goals;
        &self.table[row..row + self.goals]
    }

    /// Whether a box on `cell` can reach some goal, alone on the board. If not, the cell is a *dead
    /// square*: other boxes only restrict, so no solution ever has a box there (as long as every box
    /// must end on a goal).
    #[inline]
    #[must_use]
    pub fn is_live(&self, cell: Cell) -> bool {
        self.live[usize::from(cell)]
    }
}
