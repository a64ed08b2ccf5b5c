//! An answer of unknown quality for an optimal search: it ends the search as soon as the lower bound reaches its cost, and
//! remains if a limit is reached first.
//!
//! It is searched for in turns with the proof: by a short greedy search, then by the portfolio, without blind search if that
//! has turns of its own. The portfolio keeps its states from turn to turn, so it finds a solution after the effort that it
//! takes alone. Levels that the portfolio does not suit get a greedy search of pushes without an end.

use std::cell::OnceCell;

use lurd_engine::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Proof, Stop},
    search::{Settings, proved_by},
};
use lurd_puzzle::puzzle::{Answer, Ending, Objective, Unanswered};

use super::{
    any_solution::{greedy_turn, quick_rules},
    configurations::CONFIGURATIONS,
    context::{Context, Finished, SliceResult},
    objectives::PUSHES,
    portfolio::{self, Portfolio, PushSearch, Spaces},
};
use crate::{
    board::Board, bounds::Distances, fess::LevelAnalysis, level::Level, optimise::Optimised, spaces::PushSpace,
};

/// The expansions of A* that take as long as one of feature-space search. Measured: 8 to 20.
pub(super) const INFORMED_PER_FEATURES: u64 = 10;

/// The best answer known.
pub(super) struct Incumbent {
    pub(super) solution: String,
    pub(super) cost: Cost,
}

impl Incumbent {
    /// Takes a solution of the optimiser, if it is better, and what is proved of it.
    pub(super) fn replace(&mut self, optimised: &Optimised, budget: &mut Budget<'_>) {
        let cost = Cost::try_from(optimised.cost).unwrap_or(Cost::MAX);
        if (cost, optimised.solution.len()) < (self.cost, self.solution.len()) {
            self.solution.clone_from(&optimised.solution);
            self.cost = cost;
        }
        if optimised.is_first_optimal {
            budget.raise_bound(cost);
        }
    }

    /// The answer under a lower bound. It is optimal if nothing costs less.
    pub(super) fn answer(&self, lower_bound: Cost, stopped: Option<Stop>) -> Answer {
        let Self { ref solution, cost } = *self;
        let proof = if lower_bound >= cost { Proof::Optimal } else { proved_by(lower_bound, cost) };
        let stopped = stopped.filter(|_| proof != Proof::Optimal);
        Answer { solution: solution.clone(), cost, proof, lower_bound: Some(lower_bound.min(cost)), stopped }
    }

    /// An answer that was found, or `None` if there is none.
    ///
    /// # Errors
    /// The ending, if there is proved to be no answer, or an internal error.
    pub(super) fn of(found: Ending, objective: &Objective, budget: &mut Budget<'_>) -> Result<Option<Self>, Ending> {
        match found {
            Ok(Answer { solution, cost: pushes, proof, .. }) => {
                if proof == Proof::Optimal {
                    // No solution has fewer moves than pushes, so this is a bound for both objectives.
                    budget.raise_bound(pushes);
                }
                let moves = Cost::try_from(solution.len()).unwrap_or(Cost::MAX);
                let cost = if *objective == PUSHES { pushes } else { moves };
                Ok(Some(Self { solution, cost }))
            }
            Err(Unanswered::Unsolvable { .. } | Unanswered::Bug { .. }) => Err(found),
            Err(_) => Ok(None),
        }
    }
}

/// The part of the free memory that the search may use, as a divisor.
const MEMORY_PART: u64 = 2;

/// What the portfolio refers to, each built when it is needed.
struct Tables<'t, 'b> {
    distances: &'b OnceCell<Distances>,
    analysis: &'b OnceCell<LevelAnalysis<'b>>,
    context: &'b OnceCell<Context<'b>>,
    spaces: &'t Spaces<'b>,
    quick: &'t OnceCell<PushSpace<'b>>,
}

/// The portfolio of a level, or a greedy search of pushes where that does not suit.
pub(super) struct IncumbentSearch<'t, 'b> {
    level: &'b Level,
    board: &'b Board,
    settings: &'b Settings,
    tables: Tables<'t, 'b>,
    /// `None` before the first turn, and where it does not suit the level.
    portfolio: Option<Portfolio<'t, 'b>>,
    /// The search of a level that the portfolio does not suit.
    greedy: PushSearch<'t, PushSpace<'b>>,
    /// The expansions that it was to make so far.
    greedy_expansions: u64,
    /// Whether the proof counts something else than pushes, so that its lower bound is none for the portfolio.
    has_own_costs: bool,
    allotment: Allotment,
    /// The expansions that remain of its part of a limit of expansions.
    nodes: u64,
    /// The effort that all turns so far were to spend together.
    granted: u64,
}

/// The end of a turn.
pub(super) enum IncumbentTurn {
    /// The level is decided.
    Ended(Finished),
    Paused,
    /// The budget has stopped the search.
    GivenUp,
}

/// Calls `work` with a search that uses at most `nodes` expansions in all. Afterwards all its memory is free.
pub(super) fn with_incumbent_search<T>(
    (level, board, objective): (&Level, &Board, &Objective),
    settings: &Settings,
    nodes: u64,
    budget: &mut Budget<'_>,
    work: impl FnOnce(&mut IncumbentSearch<'_, '_>, &mut Budget<'_>) -> T,
) -> T {
    let (distances, analysis, context) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    let spaces = Spaces::new(CONFIGURATIONS.len());
    let quick = OnceCell::new();
    let mut search = IncumbentSearch {
        level,
        board,
        settings,
        tables: Tables {
            distances: &distances,
            analysis: &analysis,
            context: &context,
            spaces: &spaces,
            quick: &quick,
        },
        portfolio: None,
        greedy: PushSearch::greedy(),
        greedy_expansions: 0,
        has_own_costs: *objective != PUSHES,
        allotment: Allotment::default(),
        nodes,
        granted: 0,
    };
    let result = work(&mut search, budget);
    budget.reclaim(&search.allotment);
    result
}

impl<'t, 'b> IncumbentSearch<'t, 'b> {
    /// Searches until so much more `effort` is spent, in expansions of feature-space search. The last turn of the portfolio
    /// may spend more, which the next turns then have less.
    pub(super) fn advance(&mut self, effort: u64, budget: &mut Budget<'_>) -> IncumbentTurn {
        self.granted = self.granted.saturating_add(effort);
        let memory = budget.memory_left().map(|left| (left + self.allotment.used()) / MEMORY_PART);
        let before = budget.statistics().expanded;
        let mut allotment = std::mem::take(&mut self.allotment);
        let (nodes, has_own_costs) = (self.nodes, self.has_own_costs);
        let mut turns =
            |budget: &mut Budget<'_>| budget.with_allotment(&mut allotment, nodes, memory, |budget| self.turns(budget));
        let end = if has_own_costs { budget.with_own_bounds(turns) } else { turns(budget) };
        self.allotment = allotment;
        self.nodes = self.nodes.saturating_sub(budget.statistics().expanded - before);
        match end {
            Ok(Some(end)) => IncumbentTurn::Ended(end),
            Err(stop @ Stop::Contradiction(_)) => IncumbentTurn::Ended(Err(Unanswered::stopped(stop, None)).into()),
            Ok(None) if self.nodes > 0 => IncumbentTurn::Paused,
            Ok(None) | Err(_) => IncumbentTurn::GivenUp,
        }
    }

    /// The effort spent so far.
    pub(super) fn effort(&self) -> u64 {
        let greedy = self.greedy_expansions / INFORMED_PER_FEATURES;
        self.portfolio.as_ref().map_or(greedy, Portfolio::effort)
    }

    fn turns(&mut self, budget: &mut Budget<'_>) -> Result<Option<Finished>, Stop> {
        if !portfolio::suits(self.board) {
            return self.greedy_turn(budget);
        }
        if self.portfolio.is_none() {
            if let Some(report) = greedy_turn(self.level, self.board, self.settings, budget) {
                return Ok(Some(report.ending.into()));
            }
            self.portfolio = Some(self.begin(budget)?);
        }
        let Some(portfolio) = &mut self.portfolio else { return Ok(None) };
        while portfolio.effort() < self.granted {
            if let Some(conclusion) = portfolio.turn(budget)? {
                return Ok(Some(conclusion.end));
            }
        }
        Ok(None)
    }

    fn greedy_turn(&mut self, budget: &mut Budget<'_>) -> Result<Option<Finished>, Stop> {
        let Self { board, settings, .. } = *self;
        let space = if let Some(space) = self.tables.quick.get() {
            space
        } else {
            let space = PushSpace::new(board, quick_rules(settings), budget)?;
            self.tables.quick.get_or_init(|| space)
        };
        let expansions = (INFORMED_PER_FEATURES * self.granted).saturating_sub(self.greedy_expansions);
        self.greedy_expansions += expansions;
        match self.greedy.advance((board, settings), space, expansions, 1, budget)? {
            SliceResult::Ended(end) => Ok(Some(end)),
            SliceResult::Paused => Ok(None),
            SliceResult::GivenUp => Err(Stop::Limit(Limit::Memory)),
        }
    }

    fn begin(&self, budget: &mut Budget<'_>) -> Result<Portfolio<'t, 'b>, Stop> {
        let Tables { distances, analysis, context, spaces, .. } = self.tables;
        let Self { board, settings, .. } = *self;
        let found = Distances::new(board, budget)?;
        let distances = distances.get_or_init(|| found);
        let found = portfolio::analysis(board, distances, settings, budget)?;
        let analysis = analysis.get_or_init(|| found);
        let context = context.get_or_init(|| portfolio::context(board, distances, settings, analysis));
        let shares = portfolio::shares(context, budget);
        if self.has_own_costs {
            // Beside a proof of the fewest pushes, blind search is the rival of A*.
            spaces.add_blind(context, budget)?;
        }
        Ok(Portfolio::new(context, shares, CONFIGURATIONS, spaces, Some(self.nodes)))
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::outcome::Limit;

    use super::*;

    /// A cost is optimal if nothing costs less, and not one push before that.
    #[test]
    fn an_incumbent_is_optimal_at_its_own_cost_only() {
        let stop = Some(Stop::Limit(Limit::Nodes));
        for (bound, is_optimal) in [(0, false), (8, false), (9, false), (10, true), (11, true)] {
            let incumbent = Incumbent { solution: "rR".to_owned(), cost: 10 };
            let answer = incumbent.answer(bound, stop);
            assert_eq!(answer.proof == Proof::Optimal, is_optimal, "{bound}");
            assert_eq!(answer.stopped, stop.filter(|_| !is_optimal), "{bound}");
            assert_eq!(answer.lower_bound, Some(bound.min(10)));
        }
        let incumbent = Incumbent { solution: "rR".to_owned(), cost: 10 };
        assert_eq!(incumbent.answer(0, stop).proof, Proof::Nothing);
    }
}
