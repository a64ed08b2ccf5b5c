//! A way through the positions of two solutions.

use super::{Improver, OnBetter};
use crate::notation::metrics::Primary;
use crate::optimise::order::Order;
use crate::optimise::pass::search_among;
use crate::optimise::slice::SliceVerdict;
use crate::optimise::solution::Solution;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The radii of the searches for a way through two solutions.
const RELINK_RADII: [u8; 2] = [0, 1];
/// The most expansions of such a search.
const RELINK_EFFORT: u64 = 100_000;
impl Improver<'_> {
    /// Looks for a way through the positions of this solution and another one.
    pub(super) fn relink(
        &mut self,
        other: &Solution,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Result<(), Stop> {
        let (others, _) = other.positions(self.board, &(0..other.pushes.len()));
        for radius in RELINK_RADII {
            for order in [Order::Pushes, Order::of(self.primary)] {
                if order == Order::Pushes && self.primary == Primary::Moves {
                    continue;
                }
                let whole = 0..self.solution.pushes.len();
                let (mut spine, _) = self.solution.positions(self.board, &whole);
                spine.extend_from_slice(&others);
                let verdict = search_among(
                    self.board,
                    &self.solution,
                    &whole,
                    order,
                    Some((&spine, self.board.boxes().len(), radius)),
                    RELINK_EFFORT,
                    &mut self.searchers[0],
                    budget,
                )?;
                if let SliceVerdict::Cheaper(way) = verdict {
                    self.replace(whole, way, budget, on_better);
                }
            }
        }
        Ok(())
    }
}
