//! Optimal search: A* and a rival, blind breadth-first search from both ends, take turns under one lower bound. If
//! they take long, any answer is searched for in between, the incumbent, and the optimiser makes it shorter, in
//! turns a third as long.
//!
//! Neither search is better on all levels. The estimate of A* is close on levels with much floor; on small dense
//! floors it is not, and there blind search passes over the few positions much faster. The one that ends first
//! decides. A search that is expected to end much sooner than the other gets most of the time ([`Share`]).
//!
//! A* expands no position before all those with a smaller f, and blind search has passed all shorter paths when
//! a layer ends. So the incumbent is proved optimal once the lower bound of either reaches its cost. If a limit
//! is reached first, there is an answer nevertheless, and the bound says how much better another could be.
//!
//! Turns are counted in expansions, so the same level is always solved the same way.

use std::sync::Arc;

use super::context::EXHAUSTED;
use super::forecast::{Forecast, Share};
use super::incumbent::Incumbent;
use super::incumbent_search::{IncumbentSearch, IncumbentTurn, with_incumbent_search};
use super::shortening::{INFORMED_PER_FEATURES, OPTIMISER_PER_INFORMED, Shortening};
use crate::board::Board;
use crate::level::Level;
use crate::solver::runner::{Runner, TurnEnd};
use crate::spaces::{FromStart, PatternBound};
use crate::state::Push;
use crate::state::lurd_from_pushes;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::{Outcome, Proof};
use lurd_engine::search::{Searched, Settings, Stepper, Strategy};
use lurd_puzzle::puzzle::{Ending, Objective, Report};

/// The expansions of A* before the search for an incumbent.
const FIRST_TURN: u64 = 20_000;

/// The expansions of A* for each expansion of feature-space search for an incumbent, which takes as long as 8 to 20. Beside
/// blind search, which also finds solutions, the incumbent is less urgent.
const INFORMED_PER_EFFORT: u64 = 5;
const INFORMED_PER_EFFORT_BESIDE_BLIND: u64 = 20;

/// How much blind search does in its turn for each expansion of A*.
#[derive(Clone, Copy, Debug)]
pub(super) enum BlindRate {
    Expansions(u64),
    /// Pushes have more successors on some levels than on others, and take time accordingly.
    Successors(u64),
}

/// Measured: 8 to 12 expansions of pushes with about four successors each, or about 20 of steps, take as long as one
/// expansion of A*. Blind search gets twice the time, because where its states fit in memory it decides most levels.
pub(super) const BLIND_PUSHES: BlindRate = BlindRate::Successors(80);
pub(super) const BLIND_STEPS: BlindRate = BlindRate::Expansions(40);

/// The expansions of A* that take as long as blind search for one of A* at these rates.
const BLIND_TIME: u64 = 2;

/// The successors of an expansion, before any was measured.
const USUAL_SUCCESSORS: u64 = 4;

/// The space of blind search.
pub(super) struct Rival<R> {
    pub(super) space: R,
    pub(super) rate: BlindRate,
}

/// A proof, or what came of the attempt.
pub(super) struct Proved {
    pub(super) report: Report,
    /// The expansions of A*, and as many for the other searches as take as long as they did, but half for blind search.
    pub(super) effort: u64,
}

impl From<Report> for Proved {
    /// The report of one search, none of it blind.
    fn from(report: Report) -> Self {
        Self { effort: report.statistics.expanded, report }
    }
}

/// Searches `space` by A*, in turns with `rival` if there is one, and with an incumbent from the second turn on.
pub(super) fn prove<'s, S, R>(
    space: &'s S,
    rival: Option<&'s Rival<R>>,
    level: &Level,
    board: &Board,
    objective: &Objective,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Proved
where
    S: Searched<Action = Push> + FromStart + PatternBound,
    R: Searched + FromStart,
{
    let informed = match Stepper::new(space, Strategy::Astar, settings) {
        Ok(search) => search,
        Err(reason) => {
            let ending = Ending::Unsupported { reason: reason.to_string() };
            return Proved { report: report(Strategy::Astar, ending, budget), effort: 0 };
        }
    };
    let blind = rival.and_then(|Rival { space, .. }| {
        Some(Runner::new(space, Stepper::bidirectional(space, settings).ok()?))
    });
    let shared = Arc::new(level.clone());
    // A limit of expansions is mainly for A*, which needs few.
    let part_of_nodes = |part: u64| budget.expansions_left().map_or(u64::MAX, |left| left / part);
    let mut race = Race {
        board,
        shortening: Some(Shortening::new(&shared, board, objective, settings, part_of_nodes(4))),
        informed: Some(Runner::new(space, informed)),
        blind,
        incumbent: None,
        turn: FIRST_TURN,
        incumbent_effort: 0,
        optimiser_expanded: 0,
        blind_rate: rival.map_or(BLIND_PUSHES, |rival| rival.rate),
        blind_nodes: part_of_nodes(2),
        blind_expanded: 0,
        blind_generated: 0,
        blind_effort: 0,
        informed_expanded: 0,
        informed_forecast: Forecast::default(),
        blind_forecast: Forecast::default(),
    };
    let nodes = part_of_nodes(4);
    let first = with_incumbent_search(level, board, settings, nodes, budget, |search, budget| {
        let end = race.rounds(Some(search), objective, budget);
        race.incumbent_effort = search.effort();
        end
    });
    let (strategy, ending) = first.unwrap_or_else(|| {
        loop {
            if let Some(end) = race.rounds(None, objective, budget) {
                break end;
            }
        }
    });
    let others = race.blind_effort
        + race.optimiser_expanded / OPTIMISER_PER_INFORMED
        + race.incumbent_effort * INFORMED_PER_FEATURES;
    let effort = race.informed_expanded + others;
    Proved { effort, report: report(strategy, ending, budget) }
}

fn report(strategy: Strategy, ending: Ending, budget: &Budget<'_>) -> Report {
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}

/// The searches that have not been given up, and the incumbent.
struct Race<'s, S, R>
where
    S: Searched<Action = Push> + FromStart + PatternBound,
    R: Searched + FromStart,
{
    board: &'s Board,
    informed: Option<Runner<'s, S>>,
    blind: Option<Runner<'s, R>>,
    incumbent: Option<Incumbent>,
    /// The expansions of the next turn of A*, if it has its usual share.
    turn: u64,
    /// The expansions of feature-space search for the incumbent.
    incumbent_effort: u64,
    shortening: Option<Shortening<'s>>,
    optimiser_expanded: u64,
    blind_rate: BlindRate,
    /// The expansions that remain for blind search.
    blind_nodes: u64,
    blind_expanded: u64,
    blind_generated: u64,
    /// The expansions of blind search in units of its rate. Each takes as long as [`BLIND_TIME`] of A*.
    blind_effort: u64,
    informed_expanded: u64,
    informed_forecast: Forecast,
    blind_forecast: Forecast,
}

impl<S, R> Race<'_, S, R>
where
    S: Searched<Action = Push> + FromStart + PatternBound,
    R: Searched + FromStart,
{
    /// Runs rounds of turns until the race ends. Returns `None` if it goes on without `search`: because there is an incumbent,
    /// or because the search has given up.
    fn rounds(
        &mut self,
        mut search: Option<&mut IncumbentSearch<'_, '_>>,
        objective: &Objective,
        budget: &mut Budget<'_>,
    ) -> Option<(Strategy, Ending)> {
        loop {
            let (turn, share) = (self.turn, self.share());
            for strategy in [Strategy::Astar, Strategy::Bidirectional] {
                let end = match strategy {
                    Strategy::Astar => {
                        self.informed_turn(turn * share.informed / Share::USUAL.informed, budget)
                    }
                    _ => self.blind_turn(turn * share.blind / Share::USUAL.blind, budget),
                };
                if let Some(TurnEnd::Ended(outcome)) = end {
                    return Some((strategy, self.ending(outcome)));
                }
            }
            let mut goes_on_without = false;
            if self.incumbent.is_some() {
                // Where A* gets little time, the optimiser does, too.
                let part = share.informed.min(Share::USUAL.informed);
                if let Err(ending) = self.shorten_incumbent(turn * part / Share::USUAL.informed, budget) {
                    return Some((Strategy::Astar, ending));
                }
            } else if let Some(search) = &mut search {
                let part =
                    if self.blind.is_some() { INFORMED_PER_EFFORT_BESIDE_BLIND } else { INFORMED_PER_EFFORT };
                match search.advance(turn / part, budget) {
                    IncumbentTurn::Ended(ending) => match Incumbent::of(ending, objective, budget) {
                        Ok(incumbent) => self.incumbent = incumbent,
                        Err(ending) => return Some((Strategy::Astar, ending)),
                    },
                    IncumbentTurn::Paused => {}
                    IncumbentTurn::GivenUp => goes_on_without = true,
                }
            }
            if let Some(ending) = self.use_incumbent(budget) {
                return Some((Strategy::Astar, ending));
            }
            self.turn += turn / 2;
            if search.is_some() && (goes_on_without || self.incumbent.is_some()) {
                return None;
            }
        }
    }

    /// Passes the cost of the incumbent to the budget and to the searches. Returns the ending if it is proved optimal.
    fn use_incumbent(&mut self, budget: &mut Budget<'_>) -> Option<Ending> {
        let incumbent = self.incumbent.as_ref()?;
        budget.found(incumbent.cost);
        let answer = incumbent.answer(budget.lower_bound(), None);
        if answer.proof == Proof::Optimal {
            return Some(Ending::Solved(answer));
        }
        if let Some(informed) = &mut self.informed {
            informed.search.prune_from(incumbent.cost);
        }
        if let Some(blind) = &mut self.blind {
            blind.search.prune_from(incumbent.cost);
        }
        None
    }

    /// The shares of the searches in the next round.
    fn share(&self) -> Share {
        let (Some(informed), Some(blind)) = (&self.informed, &self.blind) else { return Share::USUAL };
        let bound = informed.search.lower_bound().max(blind.search.lower_bound());
        let incumbent = self.incumbent.as_ref().map(|incumbent| incumbent.cost);
        Share::expected(&self.informed_forecast, &self.blind_forecast, bound, incumbent)
    }

    /// Makes the incumbent shorter, if there is one.
    ///
    /// # Errors
    /// The ending, if the budget stops it.
    fn shorten_incumbent(&mut self, turn: u64, budget: &mut Budget<'_>) -> Result<(), Ending> {
        let Some(incumbent) = &mut self.incumbent else { return Ok(()) };
        let Some(shortening) = &mut self.shortening else { return Ok(()) };
        let result = shortening.turn(&incumbent.solution, turn, budget);
        if let Some(best) = shortening.best() {
            incumbent.replace(best, budget);
        }
        self.optimiser_expanded = shortening.expanded;
        if result == Ok(false) {
            self.shortening = None;
        }
        result.map(|_| ()).map_err(|stop| {
            let lower_bound = budget.lower_bound();
            self.ending(Outcome::Stopped { stop, lower_bound })
        })
    }

    /// A turn of A*, unless it was given up: without memory for it, the rival gets all.
    fn informed_turn(&mut self, turn: u64, budget: &mut Budget<'_>) -> Option<TurnEnd> {
        let runner = self.informed.as_mut()?;
        if self.informed_expanded > 0
            && let Err(stop) = runner.space.build_patterns(self.informed_expanded, budget)
        {
            let lower_bound = budget.lower_bound();
            return Some(TurnEnd::Ended(Outcome::Stopped { stop, lower_bound }));
        }
        let before = budget.statistics().expanded;
        let end = runner.turn(turn, 1, budget);
        self.informed_expanded += budget.statistics().expanded - before;
        self.informed_forecast.record(self.informed_expanded, runner.search.lower_bound());
        if Runner::<S>::is_out_of_memory(&end) && self.blind.is_some() {
            let runner = self.informed.take()?;
            drop(runner.search);
            budget.reclaim(&runner.allotment);
            runner.space.drop_patterns(budget);
            return None;
        }
        Some(end)
    }

    /// A turn of blind search, with half of the memory at most, unless it was given up.
    fn blind_turn(&mut self, turn: u64, budget: &mut Budget<'_>) -> Option<TurnEnd> {
        let runner = self.blind.as_mut()?;
        let (part, nodes) = if self.informed.is_some() { (2, self.blind_nodes) } else { (1, u64::MAX) };
        let rate = match self.blind_rate {
            BlindRate::Expansions(rate) => rate,
            BlindRate::Successors(rate) if self.blind_generated == 0 => rate / USUAL_SUCCESSORS,
            BlindRate::Successors(rate) => (rate * self.blind_expanded / self.blind_generated).max(1),
        };
        let expansions = turn.saturating_mul(rate).min(nodes);
        let generated = budget.statistics().generated;
        let before = budget.statistics().expanded;
        let end = runner.turn(expansions, part, budget);
        let spent = budget.statistics().expanded - before;
        self.blind_expanded += spent;
        self.blind_generated += budget.statistics().generated - generated;
        self.blind_effort += spent / rate;
        self.blind_forecast.record(BLIND_TIME * self.blind_effort, runner.search.lower_bound());
        self.blind_nodes = self.blind_nodes.saturating_sub(spent);
        let is_given_up =
            Runner::<R>::is_out_of_memory(&end) || (matches!(end, TurnEnd::Paused) && self.blind_nodes == 0);
        if is_given_up && self.informed.is_some() {
            let runner = self.blind.take()?;
            drop(runner.search);
            budget.reclaim(&runner.allotment);
            return None;
        }
        Some(end)
    }

    /// What an outcome means, given the incumbent.
    fn ending(&self, outcome: Outcome<Push>) -> Ending {
        match (outcome, &self.incumbent) {
            (Outcome::Stopped { stop, lower_bound }, Some(incumbent)) => {
                Ending::Solved(incumbent.answer(lower_bound, Some(stop)))
            }
            // A* leaves out paths that cost as much as the incumbent; blind search finds one if there is any.
            (Outcome::Unsolvable, Some(incumbent)) => Ending::Solved(incumbent.answer(incumbent.cost, None)),
            (outcome, _) => Ending::of_outcome(
                outcome,
                // An empty answer to an unsolved puzzle is rejected by the replay.
                |pushes| lurd_from_pushes::lurd(self.board, pushes).unwrap_or_default(),
                || EXHAUSTED.to_owned(),
            ),
        }
    }
}
