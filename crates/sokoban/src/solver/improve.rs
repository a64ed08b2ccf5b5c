//! A better answer from a first one.
//!
//! The searches that find the first answer ignore its length. Two more searches follow: A* on pushes, which
//! raises the lower bound and may prove the answer optimal, and, if that does not end, a short run of the
//! optimiser ([`optimise()`]). Each may take about as long as the first answer took,
//! and at least some time, in expansions: so the same level always gives the same answer.

use std::{sync::Arc, time::Duration};

use lurd_engine::program::{
    budget::{Allotment, Budget, Limits},
    outcome::{Cost, Limit, Outcome, Proof, Stop},
    search::{Settings, Step, Stepper, Strategy},
};
use lurd_puzzle::puzzle::{Answer, Report};

use super::configurations::{FloorKind, floor_kind};
use crate::{
    board::Board,
    deadlock::{Rule, Rules},
    level::Level,
    notation::metrics::Primary,
    optimise::{self, Effort, Optimised, Options, Shorten, optimise},
    spaces::{FromStart, PushSpace},
    state::{Push, lurd_from_pushes},
};

/// The minimum expansions of A*, multiplied by boxes and cells, with which the time of an expansion grows.
const MIN_EFFORT: u64 = 400_000;

/// As [`MIN_EFFORT`], but of the optimiser: about a hundredth of a second.
const MIN_OPTIMISER_EFFORT: u64 = 6_000_000;

/// The boxes times cells for which one expansion of the search for the first answer takes as long as one of the
/// optimiser.
const SIZE_PER_EXPANSION: u64 = 24;

/// On an open floor, where an expansion of the optimiser has many successors, it makes at most so many for each expansion of
/// the first search, but up to half a second's; and at least about a twentieth of a second's, because first answers walk much
/// more than they have to.
const PER_EXPANSION_ON_OPEN_FLOOR: u64 = 30;
const MAX_OPTIMISER_EFFORT_ON_OPEN_FLOOR: u64 = 25_000;
const MIN_OPTIMISER_EFFORT_ON_OPEN_FLOOR: u64 = 100_000_000;

/// The most expansions of the optimiser per slice.
const MAX_EFFORT_PER_SLICE: u64 = 100_000;

/// The expansions between two comparisons of the lower bound with the answer.
const CHECK_INTERVAL: u64 = 128;

/// The end of one of the two parts.
enum PartEnd {
    /// With a proof that the answer is optimal.
    Proved,
    /// Without a proof: its expansions are used up, or nothing is left to try.
    Done,
}

/// Improves the answer of a report. `first`: the effort it took, in expansions by features.
pub(super) fn improved(
    mut report: Report,
    first: u64,
    level: &Level,
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let Ok(answer) = &mut report.ending else { return report };
    if answer.proof == Proof::Optimal {
        if let Some(optimised) = shortened_in_second(answer, first, level, board, Primary::Pushes, budget) {
            answer.solution = optimised.solution;
            report.statistics = budget.statistics();
        }
        return report;
    }
    let Some(pushes) = lurd_from_pushes::pushes(board, &answer.solution) else { return report };
    let effort = first.max(MIN_EFFORT / size_of(board));
    let optimiser_effort = optimiser_effort(board, first);
    let mut better = Improvement { level, board, settings, effort, optimiser_effort, pushes, optimal_by: None };
    let stopped = better.search(budget).err();
    if let Some(strategy) = better.optimal_by {
        (report.strategy, report.method) = (strategy, None);
    }
    better.write(answer, budget);
    // A pause is the end of the effort, not a limit that the user has set.
    answer.stopped = stopped.filter(|&stop| stop != Stop::Paused && answer.proof != Proof::Optimal);
    report.statistics = budget.statistics();
    report
}

/// The most time for an order of trips with fewer moves after a limit of time was reached.
const EXTRA_TIME: Duration = Duration::from_millis(50);

/// Makes the walks of an answer shorter, unless it is proved that none is better: its trips are put in another order.
pub(super) fn with_shorter_walks(
    mut report: Report,
    (level, board, primary): (&Level, &Board, Primary),
    budget: &mut Budget<'_>,
) -> Report {
    let Ok(answer) = &mut report.ending else { return report };
    let counts_moves = primary == Primary::Moves;
    let is_shortest = report.secondary.as_ref().is_some_and(|secondary| secondary.proved);
    if is_shortest || (counts_moves && answer.proof == Proof::Optimal) || answer.stopped == Some(Stop::Cancelled) {
        return report;
    }
    let level = Arc::new(level.clone());
    let shorter = |budget: &mut Budget<'_>| optimise::with_shorter_walks(&level, board, &answer.solution, budget);
    let solution = if answer.stopped == Some(Stop::Limit(Limit::Time)) {
        let limits = Limits { time: Some(EXTRA_TIME), memory: budget.memory_left(), ..Limits::NONE };
        shorter(&mut Budget::within(limits))
    } else {
        budget.in_part("optimiser", shorter)
    };
    if let Some(solution) = solution {
        let cost = if counts_moves { Cost::try_from(solution.len()).unwrap_or(Cost::MAX) } else { answer.cost };
        *answer = Answer { solution, ..answer.clone() }.with_cost_of_text(cost);
        answer.stopped = answer.stopped.filter(|_| answer.proof != Proof::Optimal);
        report.statistics = budget.statistics();
    }
    report
}

/// Boxes times cells.
fn size_of(board: &Board) -> u64 {
    (board.boxes().len() * board.cells()).max(1) as u64
}

/// The expansions of the optimiser after a search that took `first`, in expansions by features.
fn optimiser_effort(board: &Board, first: u64) -> u64 {
    let size = size_of(board);
    let as_long = first.saturating_mul((size / SIZE_PER_EXPANSION).max(1));
    match floor_kind(board) {
        FloorKind::Open => {
            let most = first.saturating_mul(PER_EXPANSION_ON_OPEN_FLOOR).max(MAX_OPTIMISER_EFFORT_ON_OPEN_FLOOR);
            as_long.max(MIN_OPTIMISER_EFFORT_ON_OPEN_FLOOR / size).min(most)
        }
        FloorKind::Dense | FloorKind::Other => as_long.max(MIN_OPTIMISER_EFFORT / size),
    }
}

/// Makes an answer that is optimal in its primary metric shorter in the other one, after a search that took `first`, in
/// expansions by features. `None` if nothing comes of it.
pub(super) fn shortened_in_second(
    answer: &Answer,
    first: u64,
    level: &Level,
    board: &Board,
    primary: Primary,
    budget: &mut Budget<'_>,
) -> Option<Optimised> {
    let left = budget.expansions_left().map_or(u64::MAX, |left| left / 2);
    let effort = optimiser_effort(board, first).min(left);
    let mut allotment = Allotment::default();
    let memory = budget.memory_left().map(|left| left / 4);
    let optimised = budget.with_own_bounds(|budget| {
        budget.with_allotment(&mut allotment, effort, memory, |budget| {
            budget.in_part("optimiser", |budget| {
                shortened(level, board, (primary, Shorten::Others), &answer.solution, budget)
            })
        })
    });
    budget.reclaim(&allotment);
    optimised.filter(|optimised| optimised.cost == answer.cost)
}

/// Makes `solution` shorter from itself. `None` if it solves nothing.
fn shortened(
    level: &Level,
    board: &Board,
    (primary, shorten): (Primary, Shorten),
    solution: &str,
    budget: &mut Budget<'_>,
) -> Option<Optimised> {
    let level = Arc::new(level.clone());
    let effort = Effort::UpTo(MAX_EFFORT_PER_SLICE);
    let options = Options { primary, effort, threads: 1, shorten };
    optimise(&level, board, options, &[solution], budget, &mut |_, _| {})
}

/// The best answer so far.
struct Improvement<'s> {
    level: &'s Level,
    board: &'s Board,
    settings: &'s Settings,
    /// The expansions of the exact search, and of the optimiser.
    effort: u64,
    optimiser_effort: u64,
    /// The answer, in pushes by one cell.
    pushes: Vec<Push>,
    /// The strategy that proved the answer optimal, if it replaced the first one.
    optimal_by: Option<Strategy>,
}

impl Improvement<'_> {
    fn cost(&self) -> Cost {
        Cost::try_from(self.pushes.len()).unwrap_or(Cost::MAX)
    }

    fn search(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.found(self.cost());
        if let PartEnd::Done = self.with_allotment(self.effort, "exact search", budget, Self::exact)? {
            // A limit of expansions that the user has set is not used up by this.
            let left = budget.expansions_left().map_or(u64::MAX, |left| left / 2);
            self.with_allotment(self.optimiser_effort.min(left), "optimiser", budget, Self::optimise)?;
        }
        Ok(())
    }

    /// Runs `work` with the expansions of one part and a quarter of the memory.
    fn with_allotment(
        &mut self,
        effort: u64,
        name: &'static str,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut Self, &mut Budget<'_>) -> Result<PartEnd, Stop>,
    ) -> Result<PartEnd, Stop> {
        let mut allotment = Allotment::default();
        let memory = budget.memory_left().map(|left| left / 4);
        let before = budget.statistics().expanded;
        let end = budget
            .with_allotment(&mut allotment, effort, memory, |budget| budget.in_part(name, |budget| work(self, budget)));
        budget.reclaim(&allotment);
        match end {
            // Only the limit of this part is reached, not that of the user.
            Err(Stop::Limit(Limit::Memory)) => Ok(PartEnd::Done),
            Err(Stop::Paused) if budget.statistics().expanded - before >= effort => Ok(PartEnd::Done),
            end => end,
        }
    }

    /// Runs A* on pushes until it ends or its bound reaches the cost of the answer.
    fn exact(&mut self, budget: &mut Budget<'_>) -> Result<PartEnd, Stop> {
        let mut rules = Rules::for_pushes().except(self.settings.without);
        // Tables for every pair of cells do not pay in a short search.
        let cells = self.board.cells() as u64;
        if cells * cells / 4 > self.effort {
            let slow = [Rule::Pairs, Rule::FrozenWalls, Rule::Corrals];
            rules = slow.into_iter().fold(rules, Rules::without);
        }
        let space = PushSpace::new(self.board, rules, budget)?;
        let Ok(mut search) = Stepper::astar(&space, self.settings) else {
            return Ok(PartEnd::Done);
        };
        loop {
            match search.advance(CHECK_INTERVAL, budget) {
                Step::Ended(Outcome::Solved { plan, .. }) => {
                    self.pushes = unit_pushes(self.board, &space.pushes(&plan.actions));
                    self.optimal_by = Some(Strategy::Astar);
                    return Ok(PartEnd::Proved);
                }
                Step::Ended(Outcome::Stopped { stop, .. }) => return Err(stop),
                Step::Ended(Outcome::Unsolvable) => return Ok(PartEnd::Done),
                Step::Paused if budget.lower_bound() >= self.cost() => return Ok(PartEnd::Proved),
                Step::Paused => budget.may_expand()?,
            }
        }
    }

    /// Makes the answer shorter from itself.
    fn optimise(&mut self, budget: &mut Budget<'_>) -> Result<PartEnd, Stop> {
        let Some(solution) = lurd_from_pushes::lurd(self.board, &self.pushes) else {
            return Ok(PartEnd::Done);
        };
        let Some(optimised) = shortened(self.level, self.board, (Primary::Pushes, Shorten::All), &solution, budget)
        else {
            return Ok(PartEnd::Done);
        };
        if let Some(pushes) = lurd_from_pushes::pushes(self.board, &optimised.solution) {
            self.pushes = pushes;
        }
        if optimised.is_first_optimal {
            budget.raise_bound(self.cost());
            return Ok(PartEnd::Proved);
        }
        optimised.stopped.map_or(Ok(PartEnd::Done), Err)
    }

    /// Copies the result into `answer`, if it is better, and its proof.
    fn write(&self, answer: &mut Answer, budget: &Budget<'_>) {
        let cost = self.cost();
        if let Some(solution) = lurd_from_pushes::lurd(self.board, &self.pushes)
            && (cost, solution.len()) < (answer.cost, answer.solution.len())
        {
            answer.solution = solution;
            answer.cost = cost;
        }
        answer.lower_bound = Some(budget.lower_bound().min(answer.cost));
        if budget.lower_bound() >= answer.cost {
            answer.proof = Proof::Optimal;
        }
    }
}

/// `pushes`, divided into pushes by one cell each.
fn unit_pushes(board: &Board, pushes: &[Push]) -> Vec<Push> {
    let mut units = Vec::with_capacity(pushes.len());
    for &Push { mut from, direction, count } in pushes {
        for _ in 0..count {
            units.push(Push { from, direction, count: 1 });
            from = board.next(from, direction);
        }
    }
    units
}
