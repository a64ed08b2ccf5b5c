//! Any solution, soon: searches of different kinds, in turns under one budget.
//!
//! Feature-space searches along packing plans solve large levels that no other search does. On a small floor
//! best-first searches of single pushes are often quicker, and where the positions can be counted, blind
//! search from both ends always finds the shortest answer. Each kind has a share of the effort that depends
//! on what the level is like ([`Shares`]).
//!
//! A search that exhausts its space has proved that there is no solution: all of them search the same
//! positions, in another order or from the other end.

use std::cell::{OnceCell, RefCell};

use super::configurations::{CONFIGURATIONS, Configuration};
use super::context::{Context, SliceResult};
use super::effort::{ExpansionCosts, SearchKind, Shares, log2_choices};
use super::plan_attempts::PlanAttempts;
use super::push_searches::PushSearch;
use crate::budget::Budget;
use crate::outcome::{Limit, Stop};
use crate::puzzle::Ending;
use crate::search::{Settings, Strategy};
use crate::sokoban::board::Board;
use crate::sokoban::bounds::{Distances, assignment};
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::fess::LevelAnalysis;
use crate::sokoban::spaces::{BlindPushSpace, PushSpace};

/// How a run of the portfolio ended.
pub struct Conclusion {
    /// The strategy whose conclusion it is.
    pub strategy: Strategy,
    /// The conclusion.
    pub ending: Ending,
    /// The effort it took, in expansions by features.
    pub effort: u64,
}

/// Runs the attempts of `configurations` by turns, on a board with as many boxes as goals, and nothing else.
///
/// # Errors
/// When the budget ends the search.
pub fn run(
    board: &Board,
    distances: &Distances,
    configurations: &[Configuration],
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Ending, Stop> {
    let analysis = analysis(board, distances, settings, budget)?;
    let context = context(board, distances, settings, &analysis);
    let spaces: Vec<OnceCell<_>> = configurations.iter().map(|_| OnceCell::new()).collect();
    let mut plans = PlanAttempts::new(&context, configurations, &spaces);
    loop {
        match plans.advance(budget)? {
            SliceResult::Ended(ending) => return Ok(ending),
            SliceResult::Paused => {}
            SliceResult::GivenUp => return Err(Stop::Limit(Limit::Memory)),
        }
    }
}

/// Runs searches of every kind by turns, on a board with as many boxes as goals.
///
/// # Errors
/// When the budget ends the search.
pub fn run_all(
    board: &Board,
    distances: &Distances,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Conclusion, Stop> {
    let analysis = analysis(board, distances, settings, budget)?;
    let context = context(board, distances, settings, &analysis);
    let costs = ExpansionCosts::of(board);
    let origins = analysis.origins();
    let useful = board.all().filter(|&cell| distances.is_live(cell) && origins.is_live(cell)).count();
    let positions = log2_choices(useful, board.boxes().len());
    let mut shares = Shares::of(positions);
    budget.note(|| format!("{useful} useful cells, 2^{positions:.0} sets of cells for the boxes"));

    let spaces: Vec<OnceCell<_>> = CONFIGURATIONS.iter().map(|_| OnceCell::new()).collect();
    let mut plans = PlanAttempts::new(&context, CONFIGURATIONS, &spaces);
    let push_space = OnceCell::new();
    let mut best_first = [Strategy::Greedy, Strategy::WeightedAstar].map(PushSearch::new);
    let mut next_best_first = 0;
    let blind_space = BlindPushSpace::new(board, distances, origins, context.rules, budget)?;
    let mut blind = PushSearch::new(Strategy::Bidirectional);
    if blind_space.is_none() {
        shares.end(SearchKind::Blind);
    }
    // The turns of the searches on pushes, in effort; each is half as long again as the one before.
    let (mut push_turn, mut blind_turn) = (FIRST_TURN, FIRST_TURN);
    // A limit of expansions is mainly for the searches that need few.
    let nodes = budget.limits().nodes.unwrap_or(u64::MAX);
    let (mut push_nodes, mut blind_nodes) = (nodes / 8, nodes / 4);
    while let Some(kind) = shares.next() {
        let before = budget.statistics().expanded;
        let (strategy, result) = match kind {
            SearchKind::Plans => (Strategy::Fess, plans.advance(budget)?),
            SearchKind::Pushes => {
                if push_space.get().is_none() {
                    let space = PushSpace::new(board, push_rules(board, context.rules), budget)?;
                    let _ = push_space.set(space);
                }
                let Some(space) = push_space.get() else { continue };
                let search = &mut best_first[next_best_first];
                next_best_first = 1 - next_best_first;
                let expansions = (push_turn * costs.expansions(search.strategy())).min(push_nodes);
                push_turn += push_turn / 2;
                (search.strategy(), search.advance(&context, space, expansions, 8, budget)?)
            }
            SearchKind::Blind => {
                let Some(space) = &blind_space else { continue };
                let expansions = (blind_turn * costs.expansions(Strategy::Bidirectional)).min(blind_nodes);
                blind_turn += blind_turn / 2;
                (Strategy::Bidirectional, blind.advance(&context, space, expansions, 2, budget)?)
            }
        };
        let expansions = budget.statistics().expanded - before;
        let effort =
            if kind == SearchKind::Plans { expansions } else { expansions / costs.expansions(strategy) };
        shares.spend(kind, effort.max(1));
        match kind {
            SearchKind::Plans => {}
            SearchKind::Pushes => push_nodes = push_nodes.saturating_sub(expansions),
            SearchKind::Blind => blind_nodes = blind_nodes.saturating_sub(expansions),
        }
        match result {
            SliceResult::Ended(ending) => {
                return Ok(Conclusion { strategy, ending, effort: shares.effort() });
            }
            SliceResult::Paused => {}
            SliceResult::GivenUp => shares.end(kind),
        }
        if push_nodes == 0 {
            shares.end(SearchKind::Pushes);
        }
        if blind_nodes == 0 {
            shares.end(SearchKind::Blind);
        }
    }
    Err(Stop::Limit(Limit::Memory))
}

/// The effort of the first turn of a search on pushes.
const FIRST_TURN: u64 = 1000;

/// Cells beyond which a table for every pair of cells takes too long.
const MAX_FOR_PAIRS: usize = 250;

/// The rules for best-first searches of pushes on a board.
fn push_rules(board: &Board, rules: Rules) -> Rules {
    if board.cells() > MAX_FOR_PAIRS { rules.without(Rule::Pairs) } else { rules }
}

fn analysis<'b>(
    board: &'b Board,
    distances: &'b Distances,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<LevelAnalysis<'b>, Stop> {
    let bound = assignment::assignment(distances, board.boxes(), &budget.deadline());
    budget.raise_bound(bound.unwrap_or(0));
    LevelAnalysis::new(board, distances, Rules::for_pushes().except(settings.without), budget)
}

fn context<'b>(
    board: &'b Board,
    distances: &'b Distances,
    settings: &'b Settings,
    analysis: &'b LevelAnalysis<'b>,
) -> Context<'b> {
    let rules = Rules::for_pushes().except(settings.without);
    Context { board, distances, settings, analysis, rules, plans: RefCell::default() }
}
