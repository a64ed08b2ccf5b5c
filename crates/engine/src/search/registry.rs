//! The registry: the row and the start of every strategy, collected from their files.

use std::sync::{PoisonError, RwLock};

#[cfg(feature = "pathfinding")]
use super::strategies::pathfinding;
use super::{
    closed_list::Searched,
    settings::Settings,
    strategies::{auto, beam, best_first, bfs, bidirectional, dfs, fess, greedy, iterative_deepening, resort},
    strategy::{BoxedSearch, Family, Need, Outside, Row, Strategy, UnmetNeeds},
};
use crate::space::Space;

macro_rules! registry {
    ($($(#[$when:meta])? $name:ident: $($file:ident)::+,)*) => {
        /// The rows of all strategies, in the order in which they are shown.
        pub const STRATEGIES: &[Row] = &[$($(#[$when])? $($file)::+::ROW,)*];

        /// Starts a strategy on a space that has what it needs.
        pub(super) fn begin<'s, S: Searched>(
            space: &'s S,
            strategy: Strategy,
            settings: &Settings,
        ) -> BoxedSearch<'s, S> {
            match strategy {
                $($(#[$when])? Strategy::$name => $($file)::+::begin(space, settings),)*
                Strategy::Outside(_) => unreachable!("`Stepper::new` refuses it"),
            }
        }

        impl Strategy {
            /// The row of the strategy.
            #[must_use]
            pub fn row(self) -> &'static Row {
                match self {
                    $($(#[$when])? Self::$name => &$($file)::+::ROW,)*
                    Self::Outside(Outside(row)) => row,
                }
            }
        }
    };
}

for_each_strategy!(registry);

/// The rows of strategies of other crates that are found by name.
static REGISTERED: RwLock<Vec<&'static Row>> = RwLock::new(Vec::new());

impl Row {
    /// Makes [`Strategy::named`] find this strategy of another crate, so that a program can read its name from a command
    /// line. Only puzzles whose `solve` begins it can use it. Returns false if another strategy has the name.
    pub fn register(&'static self) -> bool {
        let mut rows = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
        let is_free = STRATEGIES.iter().chain(rows.iter().copied()).all(|row| row.name != self.name);
        if is_free {
            rows.push(self);
        }
        is_free || rows.iter().any(|row| std::ptr::eq(*row, self))
    }
}

impl Strategy {
    /// The name of the strategy.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Finds a strategy of this crate, or a [registered](Row::register) one, by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let own = STRATEGIES.iter().find(|row| row.name == name);
        own.map(|row| row.strategy).or_else(|| {
            let rows = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
            rows.iter().find(|row| row.name == name).map(|row| row.strategy)
        })
    }

    /// Whether a puzzle may give the strategy a space reduced by pruning rules: it is informed and
    /// does not search backward, where states appear that no rule has examined.
    #[must_use]
    pub fn takes_pruned_spaces(self) -> bool {
        self.is_informed() && !self.row().needs.contains(&Need::Backward)
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

#[cfg(test)]
mod tests {
    use super::*;

    static OURS: Row = Row::outside(&OURS, "registered", Family::Blind);
    static OF_THE_SAME_NAME: Row = Row::outside(&OF_THE_SAME_NAME, "registered", Family::Blind);
    static TAKEN: Row = Row::outside(&TAKEN, "bfs", Family::Blind);

    #[test]
    fn a_strategy_of_another_crate_is_found_once_it_is_registered() {
        assert_eq!(Strategy::named("registered"), None);
        assert!(OURS.register() && OURS.register());
        assert!(!OF_THE_SAME_NAME.register() && !TAKEN.register());
        assert_eq!(Strategy::named("registered"), Some(OURS.strategy));
        assert_eq!(Strategy::named("bfs"), Some(Strategy::Bfs));
        assert_eq!(OURS.strategy.row().name, "registered");
        assert_eq!(format!("{:?}", OURS.strategy), "Outside(\"registered\")");
    }
}
