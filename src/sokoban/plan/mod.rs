//! What leads a search to a solution, and proves nothing: rooms and the links between them, a packing
//! plan from a search backward, the features of positions and the advisors (Shoham & Schaeffer, *The
//! FESS algorithm*, 2020).

mod guide;
mod hotspots;
mod order;
mod outside;
mod rooms;
mod routes;
mod sources;
mod supply;
mod unpack;
mod walks;

pub use guide::{Guide, OPT};
pub use order::{Plan, Step};

use super::board::Board;
use crate::budget::Budget;
use crate::outcome::{Outcome, Stop};
use crate::search::{Settings, Step as Slice, Stepper, Strategy};
use crate::sokoban::board::WALL;
use rooms::Rooms;
use sources::Sources;
use unpack::Unpack;

/// Looks for a packing plan, in at most `expansions` expansions. An empty plan says that none was
/// found.
///
/// # Errors
/// When the budget ends the search.
pub fn find(board: &Board, expansions: u64, budget: &mut Budget<'_>) -> Result<Plan, Stop> {
    budget.grow((board.cells() * (board.boxes().len() * 2 + 64)) as u64)?;
    if board.boxes().len() != board.goals().len() {
        return Ok(Plan::default());
    }
    let sources = Sources::new(board);
    let rooms = Rooms::new(board);
    for least_steps in [6, 3, 1] {
        let space = Unpack::new(board, &sources, rooms.clone(), least_steps);
        let Ok(mut search) = Stepper::new(&space, Strategy::Fess, &Settings::default()) else { break };
        match search.advance(expansions / 3, budget) {
            Slice::Paused => {}
            Slice::Ended(Outcome::Stopped { stop, .. }) => return Err(stop),
            Slice::Ended(Outcome::Unsolvable) => {}
            Slice::Ended(Outcome::Solved { plan, .. }) => {
                let moves: Vec<_> = plan
                    .actions
                    .iter()
                    .filter(|pull| pull.from != WALL)
                    .map(|pull| (pull.from, (!pull.removed).then_some(pull.to)))
                    .collect();
                return Ok(Plan::from_backward(&moves));
            }
        }
    }
    Ok(Plan::default())
}
