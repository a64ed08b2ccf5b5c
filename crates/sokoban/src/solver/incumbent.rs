//! An answer of unknown quality for an optimal search: it ends the search as soon as the lower bound reaches its cost, and
//! remains if a limit is reached first.
//!
//! It is searched for in turns with the proof: by a short greedy search, then by the portfolio, without blind search if that
//! has turns of its own. The portfolio keeps its states from turn to turn, so it finds a solution after the effort that it
//! takes alone. Levels that the portfolio does not suit get its best-first searches of pushes, and
//! those with unequal numbers of boxes and goals also the portfolio of an `evened` level.

use std::cell::OnceCell;

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Proof, Stop},
    search::{Settings, Strategy, proved_by},
};
use lurd_puzzle::puzzle::{Answer, Ending, Objective, Unanswered};

use super::{
    configurations::CONFIGURATIONS,
    context::{Context, Finished, TurnResult, affordable},
    evened::evened,
    improve::{improved, with_shorter_walks},
    objectives::{MOVES, PUSHES},
    portfolio::{self, Portfolio, PortfolioEnd, Spaces},
    push_searches::{BestFirst, StrategyTurn},
    single_search::{greedy_turn, unsolvable_at_start},
};
use crate::{
    board::Board, bounds::Distances, deadlock::Rules, fess::LevelAnalysis, level::Level, notation::metrics::Primary,
    optimise::Optimised,
};

/// The expansions of A* that take as long as one of feature-space search. Measured: 8 to 20.
pub(super) const INFORMED_PER_FEATURES: u64 = 10;

/// The best answer known.
#[derive(Clone, Debug)]
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

/// The cells from which on the tables of a proof take longer to compute than a short greedy search.
const CELLS_OF_SLOW_TABLES: usize = 200;

/// Whether a proof begins with a short greedy search, before its tables are computed. If that finds nothing, the search for an
/// incumbent does not repeat it.
pub(super) fn greedy_comes_first(board: &Board) -> bool {
    board.cells() >= CELLS_OF_SLOW_TABLES
}

/// The answer of a short greedy search, if it finds one; for other costs than pushes with the improvements that any answer
/// gets.
///
/// # Errors
/// The ending, if there is proved to be no answer, or an internal error.
pub(super) fn greedy_incumbent(
    level: &Level,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Option<Incumbent>, Ending> {
    let search = |budget: &mut Budget<'_>| greedy_turn(level, board, settings, budget);
    let report = if *objective == PUSHES {
        search(budget)
    } else {
        budget.with_own_bounds(|budget| {
            let report = search(budget)?;
            let effort = report.statistics.expanded;
            Some(improved(report, effort, level, board, settings, budget))
        })
    };
    let Some(report) = report else { return Ok(None) };
    // The walks of a greedy answer are long, and after a limit of time little can be done about them.
    let report = with_shorter_walks(report, (level, board, Primary::Pushes), budget);
    Incumbent::of(report.ending, objective, budget)
}

/// The search may use 1/`MEMORY_PART` of the free memory.
const MEMORY_PART: u64 = 2;

/// What the portfolio refers to, each built when it is needed.
struct Tables<'t, 'b> {
    evened: &'b OnceCell<Board>,
    distances: &'b OnceCell<Distances>,
    analysis: &'b OnceCell<LevelAnalysis<'b>>,
    context: &'b OnceCell<Context<'b>>,
    spaces: &'t Spaces<'b>,
}

/// The portfolio of a level, or best-first searches of pushes where that does not suit.
pub(super) struct IncumbentSearch<'t, 'b> {
    level: &'b Level,
    board: &'b Board,
    settings: &'b Settings,
    tables: Tables<'t, 'b>,
    /// That of the evened level, if the portfolio does not suit the level. `None` before the first turn.
    portfolio: Option<Portfolio<'t, 'b>>,
    /// The searches of a level that the portfolio does not suit.
    pushes: Option<BestFirst<'t, 'b>>,
    /// Whether the portfolio has begun on the evened level.
    is_evened: bool,
    /// Whether the proof counts something else than pushes, so that its lower bound is none for the portfolio.
    has_own_costs: bool,
    is_beside_pushes: bool,
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
    let evened = OnceCell::new();
    let (distances, analysis, context) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    let spaces = Spaces::new(CONFIGURATIONS.len());
    let push_space = OnceCell::new();
    let mut search = IncumbentSearch {
        level,
        board,
        settings,
        tables: Tables {
            evened: &evened,
            distances: &distances,
            analysis: &analysis,
            context: &context,
            spaces: &spaces,
        },
        portfolio: None,
        pushes: (!portfolio::suits(board))
            .then(|| BestFirst::alone((board, settings), Rules::for_pushes().except(settings.without), &push_space)),
        is_evened: false,
        has_own_costs: *objective == MOVES,
        is_beside_pushes: *objective == PUSHES,
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
            Ok(Some(conclusion)) => IncumbentTurn::Ended(conclusion.end),
            Err(stop @ Stop::Contradiction(_)) => IncumbentTurn::Ended(Err(Unanswered::stopped(stop, None)).into()),
            Ok(None) if self.nodes > 0 => IncumbentTurn::Paused,
            Ok(None) | Err(_) => IncumbentTurn::GivenUp,
        }
    }

    /// The effort spent so far.
    pub(super) fn effort(&self) -> u64 {
        let pushes = self.pushes.as_ref().map_or(0, BestFirst::effort);
        self.portfolio.as_ref().map_or(0, Portfolio::effort).saturating_add(pushes)
    }

    /// Searches a level that the portfolio does not suit to the end, with all the memory and no proof beside it, unless it is
    /// unsolvable at the start.
    ///
    /// # Errors
    /// When the budget stops the search, or there is too little memory.
    pub(super) fn finish(&mut self, budget: &mut Budget<'_>) -> Result<PortfolioEnd, Stop> {
        if let Some(pushes) = &self.pushes
            && let Some(space) = pushes.space(budget)?
            && let (distances, deadline) = (space.distances(), budget.deadline())
            && let Some(dead) = unsolvable_at_start(self.level, self.board, pushes.rules(), distances, &deadline)
        {
            return Ok(PortfolioEnd { strategy: Strategy::Greedy, end: Err(dead).into(), effort: 0 });
        }
        self.granted = u64::MAX;
        self.turns(budget)?.ok_or(Stop::Limit(Limit::Memory))
    }

    fn turns(&mut self, budget: &mut Budget<'_>) -> Result<Option<PortfolioEnd>, Stop> {
        if !portfolio::suits(self.board) {
            return self.turns_of_unsuited(budget);
        }
        if self.portfolio.is_none() {
            if !greedy_comes_first(self.board)
                && let Some(conclusion) = self.greedy_turn(budget)
            {
                return Ok(Some(conclusion));
            }
            self.portfolio = Some(self.begin(self.board, budget)?);
        }
        let Some(portfolio) = &mut self.portfolio else { return Ok(None) };
        while portfolio.effort() < self.granted {
            if let Some(conclusion) = portfolio.turn(budget)? {
                return Ok(Some(conclusion));
            }
        }
        Ok(None)
    }

    fn greedy_turn(&self, budget: &mut Budget<'_>) -> Option<PortfolioEnd> {
        let report = greedy_turn(self.level, self.board, self.settings, budget)?;
        let effort = report.statistics.expanded;
        Some(PortfolioEnd { strategy: report.strategy, end: report.ending.into(), effort })
    }

    /// Searches of single pushes, and the portfolio on the evened level, with equal shares.
    fn turns_of_unsuited(&mut self, budget: &mut Budget<'_>) -> Result<Option<PortfolioEnd>, Stop> {
        if !self.is_evened {
            self.is_evened = true;
            // Its answers have fewer moves than those of weighted A*, which pushes now this box and now that one. Where there
            // is no proof, there has been one already.
            let is_beside_proof = self.has_own_costs || self.is_beside_pushes;
            if is_beside_proof
                && !greedy_comes_first(self.board)
                && !portfolio::is_too_large_for_macro_pushes(self.board)
                && let Some(conclusion) = self.greedy_turn(budget)
            {
                return Ok(Some(conclusion));
            }
            self.portfolio = self.begin_evened(budget)?;
        }
        while self.effort() < self.granted {
            let pushes = self
                .pushes
                .as_mut()
                .filter(|pushes| self.portfolio.as_ref().is_none_or(|portfolio| pushes.effort() < portfolio.effort()));
            if let Some(pushes) = pushes {
                let StrategyTurn { strategy, result } = pushes.turn(budget)?;
                match result {
                    TurnResult::Ended(end) => return Ok(Some(PortfolioEnd { strategy, end, effort: self.effort() })),
                    TurnResult::Paused => {}
                    TurnResult::GivenUp => self.pushes = None,
                }
            } else if let Some(portfolio) = &mut self.portfolio {
                match budget.with_own_bounds(|budget| portfolio.turn(budget)) {
                    Ok(None) => {}
                    Ok(Some(PortfolioEnd {
                        end: Finished { ending: Err(Unanswered::Unsolvable { .. }), .. }, ..
                    }))
                    | Err(Stop::Limit(Limit::Memory)) => self.portfolio = None,
                    Ok(Some(conclusion)) => return Ok(Some(of_evened(conclusion, budget))),
                    Err(stop) => return Err(stop),
                }
            } else {
                return Err(Stop::Limit(Limit::Memory));
            }
        }
        Ok(None)
    }

    /// The portfolio on the evened level, if there is one that it suits, and memory for it.
    fn begin_evened(&self, budget: &mut Budget<'_>) -> Result<Option<Portfolio<'t, 'b>>, Stop> {
        let space = self.pushes.as_ref().map_or(Ok(None), |pushes| pushes.space(budget))?;
        let level = space.and_then(|space| evened(self.level, self.board, space.distances(), &budget.deadline()));
        let Some(level) = level else { return Ok(None) };
        let board = self.tables.evened.get_or_init(|| Board::new(&level));
        if !portfolio::suits(board) {
            return Ok(None);
        }
        affordable(budget.with_own_bounds(|budget| self.begin(board, budget)))
    }

    fn begin(&self, board: &'b Board, budget: &mut Budget<'_>) -> Result<Portfolio<'t, 'b>, Stop> {
        let Tables { distances, analysis, context, spaces, .. } = self.tables;
        let settings = self.settings;
        let found = Distances::new(board, budget)?;
        let distances = distances.get_or_init(|| found);
        let found = portfolio::analysis(board, distances, settings, budget)?;
        let analysis = analysis.get_or_init(|| found);
        let context = context.get_or_init(|| portfolio::context(board, distances, settings, analysis));
        let shares = portfolio::shares(context, budget);
        if !self.is_beside_pushes {
            // Beside a proof of the fewest pushes, blind search is the rival of A*.
            spaces.add_blind(context, budget)?;
        }
        Ok(Portfolio::new(context, shares, CONFIGURATIONS, spaces, Some(self.nodes)))
    }
}

/// The conclusion for a level, of a solution of its evened level: only the bound of the level itself proves anything.
fn of_evened(mut conclusion: PortfolioEnd, budget: &Budget<'_>) -> PortfolioEnd {
    if let Ok(answer) = &mut conclusion.end.ending {
        let bound = budget.lower_bound();
        answer.proof = if bound >= answer.cost { Proof::Optimal } else { Proof::Nothing };
        answer.lower_bound = Some(bound);
    }
    conclusion
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::{
        budget::{Cancel, Limits},
        outcome::Limit,
    };
    use lurd_puzzle::puzzle::ReadOptions;

    use super::*;
    use crate::{formats::read_with, solver::ANY};

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

    /// The evened level has no solution, because the box above would have to come back to its square; the level has one.
    #[test]
    fn an_evened_level_without_a_solution_proves_nothing() {
        let text = "#########|#@ $  ###|### #####|###  $ .#|###     #|#########";
        let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
        let level = read_with(text, &options).expect("a level").remove(0).level.expect("legal");
        let board = Board::new(&level);
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        let settings = Settings::default();
        let level = (&level, &board, &ANY);
        let stopped = with_incumbent_search(level, &settings, u64::MAX, &mut budget, |search, budget| {
            let evened = search.begin_evened(budget).expect("no limit");
            assert!(evened.is_some(), "it suits the portfolio");
            (search.portfolio, search.pushes, search.is_evened) = (evened, None, true);
            search.finish(budget).err()
        });
        assert_eq!(stopped, Some(Stop::Limit(Limit::Memory)), "nothing is left to search");
        let found = with_incumbent_search(level, &settings, u64::MAX, &mut budget, |search, budget| {
            search.finish(budget).expect("no limit").end.ending
        });
        let solution = found.expect("a solution").solution;
        assert_eq!(solution, "rRddrRR");
    }
}
