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
//! Where the bound of A* stands still, it may have come to the optimum. Then bounded-cost search ([`bounded_cost`]) has
//! turns, too: a solution that costs as much as the bound is proved optimal by it.
//!
//! [`bounded_cost`]: super::bounded_cost
//!
//! Turns are counted in expansions, so the same level is always solved the same way.

use std::{cell::OnceCell, sync::Arc};

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Outcome, Proof, Stop},
    search::{Searched, Settings, Stepper, Strategy},
};
use lurd_puzzle::puzzle::{Ending, Objective, Report, Unanswered, ending_of_outcome};

use super::{
    bounded_cost::BoundedCost,
    context::{EXHAUSTED, Finished, Runner, TurnEnd},
    incumbent::{INFORMED_PER_FEATURES, Incumbent, IncumbentSearch, IncumbentTurn, with_incumbent_search},
    objectives::PUSHES,
    portfolio,
    room_bound::{RoomBoard, RoomBound},
    solution_pool::{KEPT, SolutionPool},
};
use crate::{
    board::Board,
    level::Level,
    notation::metrics::Primary,
    optimise::{Effort, Optimised},
    spaces::{FromStart, PatternBound, PushSpace},
    state::{Push, lurd_from_pushes},
};

/// The expansions of A* before the search for an incumbent, fewer where these have more successors than usual.
const FIRST_TURN: u64 = 20_000;

/// The expansions of A* for each expansion of feature-space search for an incumbent, which takes as long as 8 to 20. Beside
/// blind search, which also finds solutions, the incumbent is less urgent.
const INFORMED_PER_EFFORT: u64 = 5;
const INFORMED_PER_EFFORT_BESIDE_BLIND: u64 = 20;

/// As [`INFORMED_PER_EFFORT`], once A* has made [`MANY_WITHOUT_ANSWER`] expansions and there is no incumbent: then a proof
/// is not near, and an answer is worth more than a higher bound.
const INFORMED_PER_URGENT_EFFORT: u64 = 2;
const MANY_WITHOUT_ANSWER: u64 = 100_000;

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

/// Result of a proof attempt.
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

/// Searches `space` by A*, in turns with `rival` if there is one, and with an incumbent from the second turn on, unless one is
/// known. `pushes` is the same space if the cost is the number of pushes.
pub(super) fn prove<'s, S, R>(
    (space, pushes): (&'s S, Option<&'s PushSpace<'s>>),
    rival: Option<&'s Rival<R>>,
    (level, board, objective): (&Level, &'s Board, &Objective),
    known: Option<Incumbent>,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Proved
where
    S: Searched<Action = Push> + FromStart + PatternBound,
    R: Searched + FromStart,
{
    let informed = match Stepper::astar(space, settings) {
        Ok(search) => search,
        Err(reason) => {
            let ending = Err(Unanswered::unsupported(reason.to_string()));
            return Proved { report: Report::new(Strategy::Astar, ending, budget), effort: 0 };
        }
    };
    let blind =
        rival.and_then(|Rival { space, .. }| Some(Runner::new(space, Stepper::bidirectional(space, settings).ok()?)));
    let shared = Arc::new(level.clone());
    // A limit of expansions is mainly for A*, which needs few.
    let part_of_nodes = |part: u64| budget.expansions_left().map_or(u64::MAX, |left| left / part);
    let is_suited = portfolio::suits(board);
    let (room_boards, room_spaces) = (RoomBoard::default(), OnceCell::new());
    let mut race = Race {
        board,
        room: pushes
            .filter(|_| is_suited)
            .map(|space| RoomBound::new(space, board, &room_boards, &room_spaces, settings)),
        shortening: Some(Shortening::new(&shared, board, objective, settings, part_of_nodes(4))),
        informed: Some(Runner::new(space, informed)),
        bounded: pushes
            .filter(|_| is_suited)
            .map(|space| BoundedCost::new(space, board, settings.seed, part_of_nodes(4))),
        bounded_turns: 0,
        cut: Cost::MAX / 2,
        blind,
        incumbent: known,
        incumbent_method: None,
        blind_finds_answers: pushes.is_some() && rival.is_some(),
        turn: FIRST_TURN,
        spent: 0,
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
    let first = if race.incumbent.is_some() {
        race.use_incumbent(budget).map(|ending| (Strategy::Astar, ending))
    } else {
        with_incumbent_search((level, board, objective), settings, nodes, budget, |search, budget| {
            let end = race.rounds(Some(search), objective, budget);
            race.incumbent_effort = search.effort();
            end
        })
    };
    let (strategy, ending) = first.unwrap_or_else(|| {
        loop {
            if let Some(end) = race.rounds(None, objective, budget) {
                break end;
            }
        }
    });
    race.release(budget);
    let report = Report { method: race.incumbent_method, ..Report::new(strategy, ending, budget) };
    Proved { effort: race.effort(), report }
}

/// The searches that have not been given up, and the incumbent.
struct Race<'s, 'r, 'b, S, R>
where
    S: Searched<Action = Push> + FromStart + PatternBound,
    R: Searched + FromStart,
{
    board: &'s Board,
    informed: Option<Runner<'s, S>>,
    blind: Option<Runner<'s, R>>,
    bounded: Option<BoundedCost<'s>>,
    /// The turns of bounded-cost search so far.
    bounded_turns: u64,
    /// How much shorter than the incumbent a solution is searched for that costs more than the bound.
    cut: Cost,
    room: Option<RoomBound<'r, 'b>>,
    incumbent: Option<Incumbent>,
    /// The search that found it, if it is not a strategy of the registry.
    incumbent_method: Option<&'static str>,
    /// Whether blind search counts pushes, as the searches for any answer do.
    blind_finds_answers: bool,
    /// The expansions of the next turn of A*, if it has its usual share.
    turn: u64,
    /// Those of all turns so far.
    spent: u64,
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

impl<S, R> Race<'_, '_, '_, S, R>
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
            // Where blind search gets little time, the rest is as without it.
            let without_blind = self.blind.is_none() || share == Share::MOSTLY_INFORMED;
            let stands_still = without_blind && self.stands_still(budget.lower_bound());
            let informed_turn = turn * share.informed / Share::USUAL.informed;
            let room_bounds = self.room_bounds();
            let leads = room_bounds.is_some_and(|(room, informed)| room > informed);
            let part_beside_room = if leads { PART_BESIDE_LEADING_ROOM } else { 1 };
            let informed_turn = informed_turn / part_beside_room;
            let informed_turn = if stands_still { informed_turn / PART_OF_STANDING } else { informed_turn };
            let (generated, expanded) = (budget.statistics().generated, self.informed_expanded);
            let end = self.informed_turn(informed_turn, budget);
            // The turn of A* is over sooner where its expansions have many successors; then so are the others.
            let turn = match self.informed {
                Some(_) => share_of(turn, self.informed_expanded - expanded, informed_turn).max(1),
                None => turn,
            };
            self.spent += turn;
            // The turns of the others fit the time that A* took, or would have taken with no more than its usual share.
            let generated = budget.statistics().generated - generated;
            let usual = Share::USUAL.informed;
            let effort = match self.informed {
                Some(_) => generated * part_beside_room / SUCCESSORS_PER_EFFORT * usual / share.informed.max(usual),
                None => turn,
            };
            if let Some(TurnEnd::Ended(outcome)) = end {
                return Some((Strategy::Astar, self.ending(outcome)));
            }
            if let Err(ending) = self.room_turn(turn / room_part(room_bounds), budget) {
                return Some((Strategy::Astar, ending));
            }
            let end = self.blind_turn(turn * share.blind / Share::USUAL.blind, budget);
            if let Some(TurnEnd::Ended(outcome)) = end {
                return Some((Strategy::Bidirectional, self.ending(outcome)));
            }
            let mut goes_on_without = false;
            if self.incumbent.is_some() {
                // On small levels, blind search decides.
                let effort = if self.blind.is_some() { effort.min(turn) } else { effort };
                if let Err(ending) = self.shorten_incumbent(effort, budget) {
                    return Some((Strategy::Astar, ending));
                }
            } else if let Some(search) = &mut search {
                match self.incumbent_turn(search, effort.max(turn), objective, budget) {
                    Ok(goes_on) => goes_on_without = !goes_on,
                    Err(ending) => return Some((Strategy::Astar, ending)),
                }
            }
            let bounded_effort = if stands_still {
                PART_OF_STANDING * effort
            } else if !without_blind {
                effort / BOUNDED_PART_BESIDE_BLIND
            } else if self.incumbent.is_none() && search.is_some() {
                effort / BOUNDED_PART_WITHOUT_ANSWER
            } else {
                effort / BOUNDED_PART
            };
            if let Err(ending) = self.bounded_turn(bounded_effort, budget) {
                return Some((Strategy::Astar, ending));
            }
            if let Some(ending) = self.use_incumbent(budget) {
                return Some((Strategy::Astar, ending));
            }
            self.turn += self.turn / 2;
            if search.is_some() && (goes_on_without || self.incumbent.is_some()) {
                return None;
            }
        }
    }

    /// A turn of the search for an incumbent. Returns whether it goes on.
    ///
    /// # Errors
    /// The ending, if there is no solution or the budget stops the search.
    fn incumbent_turn(
        &mut self,
        search: &mut IncumbentSearch<'_, '_>,
        effort: u64,
        objective: &Objective,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Ending> {
        let part = match &self.blind {
            Some(_) if self.blind_finds_answers => INFORMED_PER_EFFORT_BESIDE_BLIND,
            _ if self.spent >= MANY_WITHOUT_ANSWER => INFORMED_PER_URGENT_EFFORT,
            _ => INFORMED_PER_EFFORT,
        };
        match search.advance(effort / part, budget) {
            IncumbentTurn::Ended(Finished { ending, method }) => {
                self.incumbent_method = method;
                self.incumbent = Incumbent::of(ending, objective, budget)?;
                Ok(true)
            }
            IncumbentTurn::Paused => Ok(true),
            IncumbentTurn::GivenUp => Ok(false),
        }
    }

    /// Passes the cost of the incumbent to the budget and to the searches. Returns the ending if it is proved optimal.
    fn use_incumbent(&mut self, budget: &mut Budget<'_>) -> Option<Ending> {
        let incumbent = self.incumbent.as_ref()?;
        budget.found(incumbent.cost);
        let answer = incumbent.answer(budget.lower_bound(), None);
        if answer.proof == Proof::Optimal {
            return Some(Ok(answer));
        }
        if let Some(informed) = &mut self.informed {
            informed.search.prune_from(incumbent.cost);
        }
        if let Some(blind) = &mut self.blind {
            blind.search.prune_from(incumbent.cost);
        }
        None
    }

    /// The expansions of A*, and as many for the other searches as take as long as they did, but half for blind search.
    fn effort(&self) -> u64 {
        let bounded = self.bounded.as_ref().map_or(0, |bounded| bounded.effort);
        let room = self.room.as_ref().map_or(0, |room| room.expanded);
        let optimiser = self.optimiser_expanded / OPTIMISER_PER_INFORMED;
        let incumbent = self.incumbent_effort * INFORMED_PER_FEATURES;
        self.informed_expanded + self.blind_effort + bounded + room + optimiser + incumbent
    }

    /// Returns the memory of the searches beside A* and blind search to the budget.
    fn release(&mut self, budget: &mut Budget<'_>) {
        if let Some(shortening) = &mut self.shortening {
            shortening.release(budget);
        }
        if let Some(bounded) = &mut self.bounded {
            bounded.release(budget);
        }
        if let Some(room) = &mut self.room {
            room.release(budget);
        }
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
        let result = budget.in_part("optimiser", |budget| shortening.turn(&incumbent.solution, turn, budget));
        if let Some(best) = shortening.best() {
            incumbent.replace(best, budget);
        }
        self.optimiser_expanded = shortening.expanded;
        if result == Ok(false)
            && let Some(mut shortening) = self.shortening.take()
        {
            shortening.release(budget);
        }
        result.map(|_| ()).map_err(|stop| self.stopped(stop, budget))
    }

    /// Whether A* has come to a layer that takes long, and bounded-cost search may find a solution in it.
    fn stands_still(&self, bound: Cost) -> bool {
        let may_run = self.bounded.as_ref().is_some_and(|bounded| bounded.may_run(bound));
        // Any solution comes first.
        self.incumbent.is_some() && may_run && self.informed_forecast.stands_still()
    }

    /// A turn of bounded-cost search for a solution that costs as much as the lower bound, or in every other turn for one that
    /// is shorter than the incumbent: if the bound is not the optimum, a better incumbent ends the search sooner.
    ///
    /// # Errors
    /// The ending, if the budget stops it.
    fn bounded_turn(&mut self, effort: u64, budget: &mut Budget<'_>) -> Result<(), Ending> {
        let bound = budget.lower_bound();
        let Some(bounded) = &mut self.bounded else { return Ok(()) };
        let mut limit = bound;
        if let Some(incumbent) = &self.incumbent {
            let gap = incumbent.cost.saturating_sub(bound);
            self.cut = self.cut.clamp(LEAST_CUT, (gap / 2).max(LEAST_CUT));
            if !self.bounded_turns.is_multiple_of(2) && self.cut < gap {
                limit = incumbent.cost - self.cut;
            }
            if let Some(pushes) = lurd_from_pushes::pushes(self.board, &incumbent.solution) {
                bounded.follow(&pushes);
            }
        }
        let before = bounded.effort;
        let found = budget.in_part(BoundedCost::METHOD, |budget| bounded.turn(limit, effort, budget));
        let has_run = bounded.effort > before;
        let found = found.map_err(|stop| self.stopped(stop, budget))?;
        self.bounded_turns += u64::from(has_run);
        if limit > bound && has_run {
            self.cut = if found.is_some() { 2 * self.cut } else { self.cut / 2 };
        }
        if let Some(pushes) = found
            && let Some(solution) = lurd_from_pushes::lurd(self.board, &pushes)
        {
            let cost = pushes.iter().map(|push| Cost::from(push.count)).sum();
            self.incumbent = Some(Incumbent { solution, cost });
            self.incumbent_method = Some(BoundedCost::METHOD);
        }
        Ok(())
    }

    /// The bounds of the searches of the goal room and of the floor outside, and of A*; `None` before the first turn of those
    /// searches, and when they have ended.
    fn room_bounds(&self) -> Option<(Cost, Cost)> {
        let bound = self.room.as_ref().filter(|room| !room.has_ended())?.bound()?;
        Some((bound, self.informed.as_ref().map_or(0, |informed| informed.search.lower_bound())))
    }

    /// A turn of the searches of the goal room and of the floor outside.
    ///
    /// # Errors
    /// The ending, if the budget stops it.
    fn room_turn(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Ending> {
        let Some(room) = &mut self.room else { return Ok(()) };
        budget
            .in_part(RoomBound::NAME, |budget| room.turn(expansions, budget))
            .map_err(|stop| self.stopped(stop, budget))
    }

    /// A turn of A*, unless it was given up: without memory for it, the rival gets all. It ends before `turn` expansions where
    /// these have more successors than usual.
    fn informed_turn(&mut self, turn: u64, budget: &mut Budget<'_>) -> Option<TurnEnd> {
        let runner = self.informed.as_mut()?;
        if self.informed_expanded > 0
            && let Err(stop) =
                budget.in_part("pattern database", |budget| runner.space.build_patterns(self.informed_expanded, budget))
        {
            let lower_bound = budget.lower_bound();
            return Some(TurnEnd::Ended(Outcome::Stopped { stop, lower_bound }));
        }
        let before = budget.statistics();
        let end = budget.in_part(Strategy::Astar.name(), |budget| {
            loop {
                let now = budget.statistics();
                let left = turn - (now.expanded - before.expanded);
                let end = runner.turn(left.min(SLICE), 1, budget);
                let successors = budget.statistics().generated - before.generated;
                if left <= SLICE || successors >= SUCCESSORS_PER_EFFORT * turn || matches!(end, TurnEnd::Ended(_)) {
                    break end;
                }
            }
        });
        self.informed_expanded += budget.statistics().expanded - before.expanded;
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
        let end = budget.in_part(portfolio::BLIND_PART, |budget| runner.turn(expansions, part, budget));
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

    /// The ending of a race that is stopped.
    fn stopped(&self, stop: Stop, budget: &Budget<'_>) -> Ending {
        self.ending(Outcome::Stopped { stop, lower_bound: budget.lower_bound() })
    }

    /// What an outcome means, given the incumbent.
    fn ending(&self, outcome: Outcome<Push>) -> Ending {
        match (outcome, &self.incumbent) {
            (Outcome::Stopped { stop, lower_bound }, Some(incumbent)) => Ok(incumbent.answer(lower_bound, Some(stop))),
            // A* leaves out paths that cost as much as the incumbent; blind search finds one if there is any.
            (Outcome::Unsolvable, Some(incumbent)) => Ok(incumbent.answer(incumbent.cost, None)),
            (outcome, _) => ending_of_outcome(
                outcome,
                // An empty answer to an unsolved puzzle is rejected by the replay.
                |pushes| lurd_from_pushes::lurd(self.board, pushes).unwrap_or_default(),
                || EXHAUSTED.to_owned(),
            ),
        }
    }
}

// How much effort a search will take until its lower bound reaches a cost, as far as its past shows, and what follows
// from that for two searches that take turns.

/// The forecast assumes that the bound rises by a constant number of steps each time the effort grows by a constant
/// factor. It is based on the last pauses between which the effort grew by at least this factor.
const RECENT: u64 = 4;

/// A bound is considered stagnant once the effort has grown by this factor since it last rose.
const STANDING: u64 = 2;

/// The successors of A* that take as long as one of its expansions usually does. Measured: two to four microseconds each, on
/// levels with 2 to 18 for each expansion.
const SUCCESSORS_PER_EFFORT: u64 = 4;

/// The expansions of A* after which its successors are counted.
const SLICE: u64 = 1_000;

/// A better solution is shorter by this at least: all solutions of a level have an even number of pushes, or all an odd one.
const LEAST_CUT: Cost = 2;

/// Bounded-cost search has 1/`BOUNDED_PART` of the time of A\*, unless the bound stagnates. It has less beside blind search,
/// which finds the solution itself, and while any solution is searched for, because that comes first.
const BOUNDED_PART: u64 = 3;
const BOUNDED_PART_WITHOUT_ANSWER: u64 = 12;
const BOUNDED_PART_BESIDE_BLIND: u64 = 10;

/// The searches of the goal room and of the floor outside each have 1/`ROOM_PART` of the expansions of A\*; more while
/// their bound is not below that of A\*, and fewer if it is not close.
const ROOM_PART: u64 = 4;
const LEADING_ROOM_PART: u64 = 1;
const LAGGING_ROOM_PART: u64 = 16;
const ROOM_IS_CLOSE: Cost = 4;

/// The divisor of the expansions of A* for the bounds of those searches and of A*, if there are any.
fn room_part(bounds: Option<(Cost, Cost)>) -> u64 {
    match bounds {
        Some((room, informed)) if room >= informed => LEADING_ROOM_PART,
        Some((room, informed)) if room + ROOM_IS_CLOSE < informed => LAGGING_ROOM_PART,
        _ => ROOM_PART,
    }
}

/// While the bound of those searches is above that of A\*, the turns of A\* are 1/`PART_BESIDE_LEADING_ROOM` as long.
const PART_BESIDE_LEADING_ROOM: u64 = 3;

/// While the bound of A\* stagnates, the turns of A\* and of the optimiser are 1/`PART_OF_STANDING` as long, and
/// bounded-cost search has `PART_OF_STANDING` times the time of A\*.
const PART_OF_STANDING: u64 = 2;

/// `part` of `whole` of a number.
#[expect(clippy::cast_possible_truncation, reason = "a part is at most the whole")]
fn share_of(number: u64, part: u64, whole: u64) -> u64 {
    (u128::from(number) * u128::from(part.min(whole)) / u128::from(whole.max(1))) as u64
}

/// The efforts at which a search paused, and its lower bounds there.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    pauses: Vec<(u64, Cost)>,
}

impl Forecast {
    pub(super) fn record(&mut self, effort: u64, bound: Cost) {
        self.pauses.push((effort.max(1), bound));
    }

    /// Whether the last growth of the effort has not raised the bound.
    pub(super) fn stands_still(&self) -> bool {
        let Some(&(effort, bound)) = self.pauses.last() else { return false };
        let since = self.pauses.iter().find(|pause| pause.1 == bound);
        since.is_some_and(|&(before, _)| effort >= STANDING * before)
    }

    /// The effort so far.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    pub(super) fn effort(&self) -> f64 {
        self.pauses.last().map_or(0.0, |&(effort, _)| effort as f64)
    }

    /// The effort in all when the bound reaches `cost`; infinite if nothing is known. If it did not rise lately, the forecast
    /// is as if it had by one.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    pub(super) fn effort_until(&self, cost: Cost) -> f64 {
        let Some(&(effort, bound)) = self.pauses.last() else { return f64::INFINITY };
        if bound >= cost {
            return effort as f64;
        }
        let Some(&(before, lower)) = self.pauses.iter().rev().find(|pause| pause.0 <= effort / RECENT) else {
            return f64::INFINITY;
        };
        let steps = (cost - bound) as f64 / (bound - lower).max(1) as f64;
        effort as f64 * (effort as f64 / before as f64).powf(steps)
    }
}

/// The parts of A* and of blind search in a round of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) informed: u64,
    pub(super) blind: u64,
}

/// One search gets most of the time if the other is expected to take more than this many times its effort.
const CLEARLY: f64 = 2.0;
/// A forecast beyond this many times the effort so far is ignored.
const FORESEEABLE: f64 = 20.0;
/// As [`CLEARLY`], while only a lower bound of the optimum is known, so that the forecast is less certain.
const CLEARLY_BY_BOUND: f64 = 20.0;

impl Share {
    /// Blind search gets twice the time.
    pub(super) const USUAL: Self = Self { informed: 5, blind: 10 };
    const MOSTLY_INFORMED: Self = Self { informed: 14, blind: 1 };
    const MOSTLY_BLIND: Self = Self { informed: 1, blind: 14 };

    /// The shares by what is expected of the two searches. The optimum costs at least `bound`, and at most as much as the
    /// `incumbent`.
    pub(super) fn expected(informed: &Forecast, blind: &Forecast, bound: Cost, incumbent: Option<Cost>) -> Self {
        let until = |cost: Cost| (informed.effort_until(cost), blind.effort_until(cost));
        let foreseeable = FORESEEABLE * (informed.effort() + blind.effort());
        let by_incumbent = incumbent.map(until).filter(|efforts| efforts.0.min(efforts.1) < foreseeable);
        let (efforts, clearly) = match by_incumbent {
            Some(efforts) => (efforts, CLEARLY),
            None => (until(bound + 1), CLEARLY_BY_BOUND),
        };
        if efforts.0 * clearly < efforts.1 {
            Self::MOSTLY_INFORMED
        } else if efforts.1 * clearly < efforts.0 {
            Self::MOSTLY_BLIND
        } else {
            Self::USUAL
        }
    }
}

// Turns of the optimiser beside a proof, so that the incumbent becomes shorter.
//
// Where the lower bound of the start is the optimum, an incumbent of that cost is proved at once, and A* may be far
// from finding one. Every other turn makes one of the best solutions shorter; the turns between them add solutions
// of random attempts.

/// The expansions of the optimiser for each of A* in its part of a turn. They take one to two times as long.
pub(super) const OPTIMISER_PER_INFORMED: u64 = 6;

/// A turn is 1/`PART` as long as one of A*.
const PART: u64 = 3;

/// Turns for solutions of random attempts are `STARTS_PER_TURN` times as long. What the optimiser reaches depends on where
/// it begins more than on how long it goes on.
const STARTS_PER_TURN: u64 = 4;

/// The optimiser's side of the race.
pub(super) struct Shortening<'s> {
    pool: SolutionPool<'s>,
    settings: Settings,
    turns: u64,
    /// The expansions that remain.
    nodes: u64,
    /// The expansions so far.
    pub(super) expanded: u64,
    /// The memory that is kept from turn to turn.
    allotment: Allotment,
}

impl<'s> Shortening<'s> {
    /// Uses at most `nodes` expansions in all.
    pub(super) fn new(
        level: &'s Arc<Level>,
        board: &'s Board,
        objective: &Objective,
        settings: &Settings,
        nodes: u64,
    ) -> Self {
        let primary = if *objective == PUSHES { Primary::Pushes } else { Primary::Moves };
        let settings = Settings { threads: 1, ..*settings };
        let pool = SolutionPool::new(level, board, primary, &settings, Box::new(|_| {}));
        Self { pool, settings, turns: 0, nodes, expanded: 0, allotment: Allotment::default() }
    }

    /// The best solution so far, once there has been a turn.
    pub(super) fn best(&self) -> Option<&Optimised> {
        self.pool.first()
    }

    /// Releases the memory that is kept from turn to turn.
    fn release(&mut self, budget: &mut Budget<'_>) {
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }

    /// Takes a turn beside one of A* with `turn` expansions. Returns whether there is anything left to do. `known`
    /// is the first solution.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn turn(&mut self, known: &str, turn: u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        if self.nodes == 0 || (self.turns > 0 && self.pool.is_done()) {
            return Ok(false);
        }
        let number = self.turns;
        self.turns += 1;
        let turn = turn / PART;
        let expansions = turn.saturating_mul(OPTIMISER_PER_INFORMED).min(self.nodes);
        let mut allotment = std::mem::take(&mut self.allotment);
        let memory = budget.memory_left().map(|left| left.saturating_add(allotment.used()) / 2);
        let before = budget.statistics().expanded;
        let result = budget.with_allotment(&mut allotment, expansions, memory, |budget| {
            if number % 2 == 1 {
                let effort = STARTS_PER_TURN * turn / INFORMED_PER_FEATURES;
                return self.add_starts(number, effort, budget);
            }
            let Some(candidates) = self.candidates(number / 2) else { return self.pool.go_on(known, budget) };
            let candidates: Vec<&str> = candidates.iter().map(String::as_str).collect();
            self.pool.add(&candidates, Effort::Unlimited, budget)
        });
        self.allotment = allotment;
        let expanded = budget.statistics().expanded - before;
        self.expanded += expanded;
        self.nodes = self.nodes.saturating_sub(expanded);
        match result {
            Err(Stop::Paused) if expanded >= expansions => Ok(true),
            Err(Stop::Limit(Limit::Memory)) => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// The solutions of a turn that does not go on with the best one, which is every other turn: the second or the third one
    /// alone, because the best one after little effort is often overtaken, or all, with the other metrics.
    fn candidates(&self, number: u64) -> Option<Vec<String>> {
        if number.is_multiple_of(2) {
            return None;
        }
        let mut best = self.pool.best(KEPT);
        let alone = match number / 2 % 3 {
            0 => 1,
            1 => 2,
            _ => 0,
        };
        Some(if (1..best.len()).contains(&alone) { vec![best.swap_remove(alone)] } else { best })
    }

    fn add_starts(&mut self, number: u64, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let settings = Settings { seed: self.settings.seed ^ number << 16, ..self.settings };
        self.pool.add_further_starts(&settings, |expanded| expanded < expansions, budget)
    }
}

#[cfg(test)]
mod forecast_tests {
    use super::*;

    fn forecast(pauses: &[(u64, Cost)]) -> Forecast {
        let mut forecast = Forecast::default();
        for &(effort, bound) in pauses {
            forecast.record(effort, bound);
        }
        forecast
    }

    #[test]
    fn the_search_that_is_expected_to_end_sooner_gets_most() {
        let (slow, fast) = (forecast(&[(100, 90), (400, 91)]), forecast(&[(100, 60), (400, 80)]));
        // At 100 the slow one would have taken 4^9 times as much, the fast one 4 times.
        assert_eq!(Share::expected(&slow, &fast, 91, Some(100)), Share::MOSTLY_BLIND);
        assert_eq!(Share::expected(&fast, &slow, 91, Some(100)), Share::MOSTLY_INFORMED);
        // Too far ahead, so the bounds decide: one needs 4 times as much, the other twice.
        assert_eq!(Share::expected(&slow, &fast, 91, Some(200)), Share::USUAL);
        assert_eq!(Share::expected(&slow, &fast, 91, None), Share::USUAL);
        let far = forecast(&[(100, 20), (400, 25)]);
        assert_eq!(Share::expected(&slow, &far, 91, None), Share::MOSTLY_INFORMED);
        assert_eq!(Share::expected(&Forecast::default(), &far, 91, None), Share::MOSTLY_BLIND);
    }

    #[test]
    fn growth_goes_on_as_before() {
        assert!(Forecast::default().effort_until(10).is_infinite());
        let forecast = forecast(&[(10, 4), (20, 5), (40, 6), (80, 7), (160, 8)]);
        assert!((forecast.effort_until(11) - 1280.0).abs() < 1e-6);
        assert!((forecast.effort_until(8) - 160.0).abs() < 1e-6);
    }

    #[test]
    fn a_bound_stands_still_once_the_effort_has_doubled() {
        assert!(!Forecast::default().stands_still());
        assert!(!forecast(&[(10, 5), (19, 5)]).stands_still());
        assert!(forecast(&[(10, 5), (15, 5), (20, 5)]).stands_still());
        assert!(!forecast(&[(10, 5), (15, 5), (40, 6)]).stands_still());
        assert!(forecast(&[(10, 5), (15, 6), (30, 6)]).stands_still());
    }

    #[test]
    fn a_bound_that_does_not_rise_is_expected_to_rise_slowly() {
        let forecast = forecast(&[(10, 5), (100, 5), (1000, 5)]);
        assert!((forecast.effort_until(6) - 10_000.0).abs() < 1e-6);
    }
}
