//! The default strategy of spaces: bidirectional search if the space has moves backward, otherwise A* if
//! it has an admissible estimate, otherwise a blind search. Puzzles have plans of their own.

use super::{
    best_first::{astar, uniform},
    bfs, bidirectional,
};
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row =
    Row { summary: "chooses a strategy by puzzle and objective", ..Row::new(Strategy::Auto, "auto", Family::Plan) };

/// The strategy chosen for a space.
pub(in crate::search) fn choose<S: Space>(space: &S) -> Strategy {
    let candidates = [bidirectional::ROW, astar::ROW, bfs::ROW];
    candidates.into_iter().find(|row| row.fits(space).is_ok()).unwrap_or(uniform::ROW).strategy
}

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    match choose(space) {
        Strategy::Bidirectional => bidirectional::begin(space, settings),
        Strategy::Astar => astar::begin(space, settings),
        Strategy::Bfs => bfs::begin(space, settings),
        _ => uniform::begin(space, settings),
    }
}
