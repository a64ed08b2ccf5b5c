//! What leads a search to a solution, and proves nothing: rooms and the links between them, a packing
//! plan from a search backward, the features of positions and the advisors (Shoham & Schaeffer, *The
//! FESS algorithm*, 2020).

mod access;
mod advisors;
mod best;
mod chance;
mod guide;
mod hotspots;
mod loosen;
mod novelty;
mod order;
mod outside;
mod rooms;
mod routes;
mod seen;
mod side;
mod sources;
mod supply;
mod terrain;
mod toward;
mod unpack;
mod walks;

pub(super) use best::Best;
pub use guide::{Guide, Style};
pub(super) use loosen::Loosen;
pub use loosen::Looseness;
pub use novelty::Novel;
pub use order::{Plan, Step};
pub use seen::Tie;
pub use terrain::Terrain;
pub(super) use toward::Toward;
pub use toward::Yardstick;
pub use unpack::{First, Taste};

use crate::budget::{Allotment, Budget};
use crate::outcome::{Limit, Outcome, Stop};
use crate::search::{Settings, Stepper, Strategy};
use crate::sokoban::board::WALL;
use unpack::Unpack;

/// Looks for a packing plan, in at most `expansions` expansions. An empty plan says that none was
/// found.
///
/// # Errors
/// When the budget ends the search.
pub fn find(
    terrain: &Terrain<'_>,
    taste: Taste,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> Result<Plan, Stop> {
    let board = terrain.board;
    if board.boxes().len() != board.goals().len() {
        return Ok(Plan::default());
    }
    let mut allotment = Allotment::default();
    let plan = budget.with_allotment(&mut allotment, expansions, None, |budget| {
        let space = Unpack::new(board, &terrain.sources, terrain.rooms.clone(), taste);
        let search = Stepper::new(&space, Strategy::Fess, &Settings::default());
        match search.map(|mut search| search.finish(budget)) {
            Ok(Outcome::Solved { plan, .. }) => {
                let pulls = plan.actions.iter().filter(|pull| pull.from != WALL);
                let moves: Vec<_> =
                    pulls.map(|pull| (pull.from, (!pull.removed).then_some(pull.to))).collect();
                Ok(Plan::from_backward(&moves))
            }
            Ok(Outcome::Stopped {
                stop: stop @ (Stop::Cancelled | Stop::Limit(Limit::Time | Limit::Nodes)),
                ..
            }) => Err(stop),
            // Too few expansions, too little memory, or no way: it has to do without.
            _ => Ok(Plan::default()),
        }
    });
    budget.reclaim(&allotment);
    plan
}
