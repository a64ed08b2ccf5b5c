//! The one table of strategies: name, paper, needs and claim of each.

pub use super::rows::STRATEGIES;
use crate::space::{Quality, Space};

/// A strategy, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strategy {
    /// The puzzle's own plan.
    Auto,
    /// Breadth-first.
    Bfs,
    /// Uniform cost (Dijkstra).
    Uniform,
    /// Depth-first.
    Dfs,
    /// Depth-first with iterative deepening.
    Iddfs,
    /// Breadth-first from both ends.
    Bidirectional,
    /// Best-first on the rate.
    Greedy,
    /// First in, first out, re-sorted by rate now and then.
    Resort,
    /// Greedy with exploration.
    Egreedy,
    /// A*.
    Astar,
    /// A* with a weighted estimate.
    WeightedAstar,
    /// Partial-expansion A*.
    Pea,
    /// Iterative-deepening A*.
    Idastar,
    /// Near-optimal bidirectional search.
    Nbs,
    /// Anytime repairing A*.
    Ara,
    /// Monotonic beam search.
    Beam,
    /// Rectangle search.
    Rectangle,
    /// Breadth-first over a table of the whole space.
    Enumerate,
    /// Feature-space search.
    Fess,
    /// Several strategies in turn.
    Portfolio,
    /// `pathfinding::bfs`.
    PathfindingBfs,
    /// `pathfinding::dijkstra`.
    PathfindingDijkstra,
    /// `pathfinding::astar`.
    PathfindingAstar,
    /// `pathfinding::idastar`.
    PathfindingIdastar,
}

/// What an answer of a strategy may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The cost is optimal.
    Optimal,
    /// The cost is within the weight of the optimum.
    Within,
    /// An answer early, better ones later; the last is optimal unless a limit came first.
    Improving,
    /// Nothing is claimed of the cost.
    Nothing,
}

/// What a strategy needs of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Every action costs 1.
    UnitCosts,
    /// An admissible estimate.
    Estimate,
    /// A consistent estimate.
    ConsistentEstimate,
    /// A rate.
    Rate,
    /// Moves backward from the goals.
    Backward,
    /// A number for every state.
    Ranked,
    /// Features and advisors.
    Features,
}

impl Need {
    /// What a space lacks that does not meet this need.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::UnitCosts => "actions that all cost 1",
            Self::Estimate => "an admissible estimate",
            Self::ConsistentEstimate => "a consistent estimate",
            Self::Rate => "a rate function",
            Self::Backward => "moves backward from the goal",
            Self::Ranked => "a number for every state",
            Self::Features => "features",
        }
    }

    fn is_met<S: Space>(self, space: &S) -> bool {
        let quality = || space.estimate().map(crate::space::Estimate::quality);
        match self {
            Self::UnitCosts => space.unit_costs(),
            Self::Estimate => quality().is_some_and(|quality| quality >= Quality::Admissible),
            Self::ConsistentEstimate => quality() == Some(Quality::Consistent),
            Self::Rate => space.rate().is_some(),
            Self::Backward => space.backward().is_some(),
            Self::Ranked => space.ranked().is_some(),
            Self::Features => space.featured().is_some(),
        }
    }
}

/// What kind of strategy it is: decides which ones a comparison runs unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Chooses among the others, or runs several of them.
    Plan,
    /// Uses nothing but the rules: no estimate, and no pruning rule of the puzzle.
    Blind,
    /// Uses the puzzle's estimate, its rate and its pruning rules.
    Informed,
    /// Blind, and takes room for every state of the space before it starts.
    Exhaustive,
    /// A blind strategy of the `pathfinding` crate, for reference.
    BlindReference,
    /// An informed strategy of the `pathfinding` crate, for reference.
    InformedReference,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which strategy it is.
    pub strategy: Strategy,
    /// Its name at the prompt and after `--strategy`.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its kind.
    pub family: Family,
    /// What it needs of a space.
    pub needs: &'static [Need],
    /// What its answers may claim.
    pub claim: Claim,
    /// Whether it keeps the states it has seen.
    pub stores: bool,
    /// Whether a comparison runs it unless told which ones to run. Depth-first and exhaustive
    /// strategies say no: they mostly show how long a limit is. So does the portfolio, which is made
    /// of the others.
    pub compared: bool,
}

impl Strategy {
    /// Its row in the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        // The order of the table is the order of the enum, which a test checks.
        &STRATEGIES[self as usize]
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The strategy of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        STRATEGIES.iter().find(|row| row.name == name).map(|row| row.strategy)
    }

    /// Whether a puzzle may give it a space that its pruning rules have thinned out: it is informed,
    /// and does not go backward, where states appear that no rule has judged. (The portfolio does
    /// wherever it can, so a space that was thinned out should not offer it.)
    #[must_use]
    pub fn takes_pruned_spaces(self) -> bool {
        self == Self::Portfolio || (self.is_informed() && !self.row().needs.contains(&Need::Backward))
    }

    /// Whether it uses estimates, rates and pruning rules of the puzzle.
    #[must_use]
    pub fn is_informed(self) -> bool {
        matches!(self.row().family, Family::Informed | Family::InformedReference)
    }
}

/// Whether `space` has what `strategy` needs.
///
/// # Errors
/// What it lacks, in words.
pub fn fits<S: Space>(strategy: Strategy, space: &S) -> Result<(), String> {
    let lacking: Vec<_> =
        strategy.row().needs.iter().filter(|need| !need.is_met(space)).map(|need| need.in_words()).collect();
    if lacking.is_empty() { Ok(()) } else { Err(format!("needs {}", lacking.join(" and "))) }
}

/// What `auto` means for a space about which nothing more is known: from both ends where that is
/// possible, else with the estimate, else blind.
#[must_use]
pub fn choose<S: Space>(space: &S) -> Strategy {
    [Strategy::Bidirectional, Strategy::Astar, Strategy::Bfs]
        .into_iter()
        .find(|&strategy| fits(strategy, space).is_ok())
        .unwrap_or(Strategy::Uniform)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, row) in STRATEGIES.iter().enumerate() {
            assert_eq!(row.strategy as usize, index, "{}", row.name);
            assert_eq!(row.strategy.row().name, row.name);
            assert_eq!(Strategy::named(row.name), Some(row.strategy));
        }
        assert_eq!(Strategy::PathfindingIdastar as usize, STRATEGIES.len() - 1);
    }

    #[test]
    fn names_are_one_word_and_differ() {
        let names: HashSet<_> = STRATEGIES.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), STRATEGIES.len());
        for row in STRATEGIES {
            assert!(row.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", row.name);
            assert!(!row.summary.is_empty() && !row.source.is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn only_informed_strategies_need_an_estimate() {
        for row in STRATEGIES {
            let estimates = row.needs.iter().any(|need| {
                matches!(need, Need::Estimate | Need::ConsistentEstimate | Need::Rate | Need::Features)
            });
            assert_eq!(estimates, row.strategy.is_informed(), "{}", row.name);
        }
    }
}
