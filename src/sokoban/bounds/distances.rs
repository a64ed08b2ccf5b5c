//! How many pushes a single box needs from any cell to any goal.

use std::collections::VecDeque;
use std::mem::size_of;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Balance, Board, Cell, WALL};
use crate::sokoban::bounds::UNREACHABLE;
use crate::sokoban::direction::Direction;
use crate::sokoban::search_direction::SearchDirection;

/// The least number of pushes that bring a box, alone on the board, from each cell to each goal:
/// with the player on whichever side of it is best at the start, and for each side that he may be on.
///
/// It never exceeds what the box needs among others, and a push changes it by at most one: the sum
/// over an assignment of boxes to goals is an admissible and consistent estimate. That holds for the
/// side that the player is on, too, because he never gets to another side of a box that stands still.
#[derive(Clone, Debug)]
pub struct Distances {
    /// A row of goals for each cell.
    table: Vec<u32>,
    /// A row of goals for each stance.
    stances: Vec<u32>,
    /// The first stance of each cell.
    first: Vec<BoxAndSide>,
    goals: usize,
    live: Vec<bool>,
}

/// How many goals there are to assign. Where boxes are more than goals, those that are left over may
/// stay anywhere: for each there is one more goal that is everywhere.
fn columns(board: &Board) -> usize {
    let goals = board.goals().len();
    match board.balance() {
        Balance::MoreBoxes => goals.max(board.boxes().len()),
        Balance::Even | Balance::MoreGoals => goals,
    }
}

/// So many distances yet unknown. To take a hundred megabytes from the system takes long, too.
fn unreachable(count: usize, budget: &mut Budget<'_>) -> Result<Vec<u32>, Stop> {
    const AT_ONCE: usize = 1 << 20;
    let mut distances = Vec::with_capacity(count);
    while distances.len() < count {
        budget.check_now()?;
        distances.resize((distances.len() + AT_ONCE).min(count), UNREACHABLE);
    }
    Ok(distances)
}

/// A box on a cell with the player on one of its sides, by number; in the order of the cells.
pub type BoxAndSide = u32;

impl Distances {
    /// Pulls a box backward from each goal, breadth-first over (cell, region of the player): a box
    /// can split the floor, and then it matters on which side the player is.
    /// O(goals * cells) time and memory.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        Self::by(SearchDirection::Push, board, budget)
    }

    /// The same where boxes are pushed to the goals, or pulled there.
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
        let mut stances = unreachable(goals * count as usize, budget)?;
        let mut table = unreachable(goals * board.cells(), budget)?;
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
                if side < usize::from(board.count_sides(cell)) {
                    stances[(first[usize::from(cell)] as usize + side) * goals + goal] = distance;
                }
                for direction in Direction::ALL {
                    let behind = direction.opposite();
                    // The push that came here in `direction` left the player behind the box; a pull
                    // that came here is a push in `direction` undone.
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
            table.iter_mut().skip(goal).step_by(goals).for_each(|distance| *distance = 0);
            stances.iter_mut().skip(goal).step_by(goals).for_each(|distance| *distance = 0);
        }
        // What follows asks less often than these loops did.
        budget.check_now()?;
        let live = (0..board.cells())
            .map(|cell| {
                table[cell * goals..(cell + 1) * goals].iter().any(|&distance| distance != UNREACHABLE)
            })
            .collect();
        Ok(Self { table, stances, first, goals, live })
    }

    /// The stance of a box on `cell` with the player on `player`.
    #[inline]
    #[must_use]
    pub fn stance(&self, board: &Board, cell: Cell, player: Cell) -> BoxAndSide {
        self.first[usize::from(cell)] + BoxAndSide::from(board.side_of(cell, player))
    }

    /// The distances to each goal from a stance, as [`Distances::to_goals`].
    #[inline]
    #[must_use]
    pub fn from_stance(&self, stance: BoxAndSide) -> &[u32] {
        let row = stance as usize * self.goals;
        &self.stances[row..row + self.goals]
    }

    /// How many goals there are, those for boxes that are left over included.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.goals
    }

    /// The distances from `cell` to each goal, in the order of [`Board::goals`], then 0 for each box
    /// that may be left over; [`UNREACHABLE`] where there is no way.
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
