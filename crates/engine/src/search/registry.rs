//! The registry: the row and the start of every strategy, collected from their files.

#[cfg(feature = "pathfinding")]
use super::strategies::pathfinding;
use super::{
    closed_list::Searched,
    settings::Settings,
    strategies::{
        ara, astar, auto, beam, bfs, bidirectional, dfs, egreedy, enumerate, fess, greedy, idastar, iddfs, nbs, pea,
        portfolio, rectangle, resort, uniform, weighted_astar,
    },
    strategy::{BoxedSearch, Family, Need, Row, Strategy, UnmetNeeds},
};
use crate::space::Space;

macro_rules! registry {
    ($($(#[$when:meta])? $name:ident: $($file:ident)::+ $(($starter:ident))?,)*) => {
        /// The rows of all strategies, in the order in which they are shown.
        pub const STRATEGIES: &[Row] = &[$($(#[$when])? $($file)::+::ROW,)*];

        /// Starts a strategy on a space that has what it needs.
        pub(super) fn begin<'s, S: Searched>(
            space: &'s S,
            strategy: Strategy,
            settings: &Settings,
        ) -> BoxedSearch<'s, S> {
            match strategy {
                $($(#[$when])? Strategy::$name => $($file)::+::begin(space, settings $(, $starter)?),)*
            }
        }
    };
}

for_each_strategy!(registry);

impl Strategy {
    /// The row of the strategy.
    #[must_use]
    pub fn row(self) -> &'static Row {
        // Both follow the order of the list.
        &STRATEGIES[self as usize]
    }

    /// The name of the strategy.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Finds a strategy by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        STRATEGIES.iter().find(|row| row.name == name).map(|row| row.strategy)
    }

    /// Whether a puzzle may give the strategy a space reduced by pruning rules: it is informed and
    /// does not search backward, where states appear that no rule has examined. (The portfolio
    /// searches backward where it can, so a reduced space should not offer it.)
    #[must_use]
    pub fn takes_pruned_spaces(self) -> bool {
        self == Self::Portfolio || (self.is_informed() && !self.row().needs.contains(&Need::Backward))
    }

    /// Whether the strategy uses estimates, rates and pruning rules of the puzzle.
    #[must_use]
    pub fn is_informed(self) -> bool {
        matches!(self.row().family, Family::Informed | Family::InformedReference)
    }
}

/// Checks that `space` has what `strategy` needs.
///
/// # Errors
/// The needs that are not met.
pub fn fits<S: Space>(strategy: Strategy, space: &S) -> Result<(), UnmetNeeds> {
    strategy.row().fits(space)
}
