//! The pushes that a single box needs from each cell to each goal.

use std::{collections::VecDeque, mem::size_of};

use lurd_engine::program::{budget::Budget, outcome::Stop};

use crate::board::{Balance, Board, Cell, WALL};
use crate::direction::{Direction, SearchDirection};

/// A distance that does not exist.
pub const UNREACHABLE: u32 = u32::MAX;

/// The least number of pushes that bring a box, alone on the board, from each cell to each goal: with the
/// player on the best side of it at the start, and for each side that the player may be on.
///
/// A distance never exceeds the pushes that the box needs among others, and a push changes it by at most one.
/// So the sum over an assignment of boxes to goals is an admissible and consistent heuristic. That also holds
/// for the distances by side, because the player never gets to another side of a box that stands still.
#[derive(Clone, Debug)]
pub struct Distances {
    /// A row of goals for each cell.
    by_cell: Vec<u32>,
    /// A row of goals for each [`BoxAndSide`].
    by_side: Vec<u32>,
    /// The first side of each cell.
    first: Vec<BoxAndSide>,
    goals: usize,
    /// Whether each goal is a place, and not one that stands for all places.
    are_places: bool,
    live: Vec<bool>,
}

/// The number of goals to assign. Surplus boxes may stay anywhere; for each of them there is one more goal,
/// which is everywhere.
fn columns(board: &Board) -> usize {
    let goals = board.goals().len();
    match board.balance() {
        Balance::MoreBoxes => goals.max(board.boxes().len()),
        Balance::Even | Balance::MoreGoals => goals,
    }
}

/// Allocates a table of unknown distances. Doing so for a hundred megabytes takes time, so the budget is asked.
fn unreachable(count: usize, budget: &mut Budget<'_>) -> Result<Vec<u32>, Stop> {
    const AT_ONCE: usize = 1 << 20;
    let mut distances = Vec::with_capacity(count);
    while distances.len() < count {
        budget.check_now()?;
        distances.resize((distances.len() + AT_ONCE).min(count), UNREACHABLE);
    }
    Ok(distances)
}

/// The number of a cell with a box and the side of it that the player is on, in the order of the cells.
pub type BoxAndSide = u32;

impl Distances {
    /// Pulls a box backward from each goal, breadth-first over (cell, side of the player): where a box splits
    /// the floor, the player's side matters. O(goals * cells) time and memory.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Self::by(SearchDirection::Push, board, budget)
    }

    /// The same where boxes are pushed or pulled to the goals.
    ///
    /// # Errors
    /// As [`Distances::new`].
    pub fn by(way: SearchDirection, board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let goals = columns(board);
        budget.grow((goals * board.cells() * size_of::<u32>()) as u64)?;
        let mut first = Vec::with_capacity(board.cells());
        let mut count: BoxAndSide = 0;
        for cell in board.all() {
            first.push(count);
            count += BoxAndSide::from(board.count_sides(cell));
        }
        budget.grow((goals * count as usize * size_of::<u32>()) as u64)?;
        let mut by_side = unreachable(goals * count as usize, budget)?;
        let mut by_cell = unreachable(goals * board.cells(), budget)?;
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
                let best = &mut by_cell[usize::from(cell) * goals + goal];
                *best = (*best).min(distance);
                if side < usize::from(board.count_sides(cell)) {
                    by_side[(first[usize::from(cell)] as usize + side) * goals + goal] = distance;
                }
                for direction in Direction::ALL {
                    let behind = direction.opposite();
                    // After a push in `direction` the player is behind the box. A pull undoes a push in `direction`.
                    let (before, stand) = match way {
                        SearchDirection::Push => {
                            let before = board.next(cell, behind);
                            (before, if before == WALL { WALL } else { board.next(before, behind) })
                        }
                        SearchDirection::Pull => (board.next(cell, direction), board.next(cell, behind)),
                    };
                    if before == WALL || stand == WALL || usize::from(board.side(cell, behind)) != side {
                        continue;
                    }
                    let stood = usize::from(board.side(before, behind));
                    let known = &mut seen[usize::from(before) * 4 + stood];
                    if *known == UNREACHABLE {
                        *known = distance + 1;
                        queue.push_back((before, stood));
                    }
                }
            }
        }
        for goal in board.goals().len()..goals {
            by_cell.iter_mut().skip(goal).step_by(goals).for_each(|distance| *distance = 0);
            by_side.iter_mut().skip(goal).step_by(goals).for_each(|distance| *distance = 0);
        }
        // The work that follows asks less often than these loops.
        budget.check_now()?;
        let live = (0..board.cells())
            .map(|cell| by_cell[cell * goals..(cell + 1) * goals].iter().any(|&distance| distance != UNREACHABLE))
            .collect();
        let are_places = goals == board.goals().len();
        Ok(Self { by_cell, by_side, first, goals, are_places, live })
    }

    /// Whether each goal is a place. Then a push changes the distance to it, where there is one, by an odd number, because
    /// squares with an even sum of row and column alternate with the others.
    pub(super) fn are_places(&self) -> bool {
        self.are_places
    }

    /// The number of a box on `cell` with the player on `player`.
    #[inline]
    pub(crate) fn box_and_side(&self, board: &Board, cell: Cell, player: Cell) -> BoxAndSide {
        self.first[usize::from(cell)] + BoxAndSide::from(board.side_of(cell, player))
    }

    /// The same as [`Distances::to_goals`], with the player on a known side.
    #[inline]
    #[must_use]
    pub fn from_side(&self, place: BoxAndSide) -> &[u32] {
        let row = place as usize * self.goals;
        &self.by_side[row..row + self.goals]
    }

    /// The number of goals, including those for surplus boxes.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.goals
    }

    /// The distances from `cell` to each goal in the order of [`Board::goals`], or [`UNREACHABLE`], then 0
    /// for each surplus box.
    #[inline]
    #[must_use]
    pub fn to_goals(&self, cell: Cell) -> &[u32] {
        let row = usize::from(cell) * self.goals;
        &self.by_cell[row..row + self.goals]
    }

    /// Whether a box on `cell` can reach some goal, alone on the board. If not, the cell is a *dead square*:
    /// other boxes only restrict it, so no solution has a box there, as long as every box must end on a goal.
    #[inline]
    #[must_use]
    pub fn is_live(&self, cell: Cell) -> bool {
        self.live[usize::from(cell)]
    }
}
