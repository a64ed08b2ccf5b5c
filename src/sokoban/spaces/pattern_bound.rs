//! A lower bound that is worth more time the longer a search takes.

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::Space;

/// A space whose estimates can be improved by a pattern database ([`Heuristic::improved`](crate::space::Heuristic)).
pub trait PatternBound: Space {
    /// Builds the largest database that takes no longer than `expansions` of a search did, if it is larger than that of
    /// the space. To be called again as the search goes on.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop>;
}
