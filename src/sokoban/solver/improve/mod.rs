//! A better answer from a first one.
//!
//! The searches that find the first answer ignore its length. Two more searches follow: A* on pushes, which
//! raises the lower bound and may prove the answer optimal, and, if that does not end, exact searches of
//! slices of the answer ([`slices`]). Each may take as many expansions as the first answer took, and at least
//! a number that depends on the level only, so the same level always gives the same answer.

mod slices;

use crate::budget::{Allotment, Budget};
use crate::outcome::{Cost, Outcome, Proof, Stop};
use crate::puzzle::{Answer, Ending, Report};
use crate::search::{Settings, Step, Stepper, Strategy};
use crate::sokoban::board::Board;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::solver::lurd_from_pushes;
use crate::sokoban::spaces::PushSpace;
use crate::sokoban::state::Push;

/// The minimum expansions of each part, multiplied by boxes and cells, with which the time of an expansion
/// grows.
const MIN_EFFORT: u64 = 400_000;

/// The minimum number of slices searched.
const SLICES: u64 = 8;

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
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let Ending::Solved(answer) = &mut report.ending else { return report };
    if answer.proof == Proof::Optimal {
        return report;
    }
    let Some(pushes) = lurd_from_pushes::pushes(board, &answer.solution) else { return report };
    let size = (board.boxes().len() * board.cells()).max(1) as u64;
    let effort = first.max(MIN_EFFORT / size);
    let mut better = Improvement { board, settings, effort, pushes, optimal_by: None };
    let stopped = better.search(budget).err();
    if let Some(strategy) = better.optimal_by {
        report.strategy = strategy;
        budget.note_method(None);
    }
    better.write(answer, budget);
    // A pause is the end of the effort, not a limit that the user has set.
    answer.stopped = stopped.filter(|&stop| stop != Stop::Paused && answer.proof != Proof::Optimal);
    report.statistics = budget.statistics();
    report
}

/// The best answer so far.
struct Improvement<'s> {
    board: &'s Board,
    settings: &'s Settings,
    /// The expansions of each part.
    effort: u64,
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
        if let PartEnd::Done = self.with_allotment(budget, Self::exact)? {
            self.with_allotment(budget, Self::slices)?;
        }
        Ok(())
    }

    /// Runs `work` with the expansions of one part and a quarter of the memory.
    fn with_allotment(
        &mut self,
        budget: &mut Budget<'_>,
        work: impl FnOnce(&mut Self, &mut Budget<'_>) -> Result<PartEnd, Stop>,
    ) -> Result<PartEnd, Stop> {
        let mut allotment = Allotment::default();
        let memory = budget.memory_left().map(|left| left / 4);
        let before = budget.statistics().expanded;
        let end = budget.with_allotment(&mut allotment, self.effort, memory, |budget| work(self, budget));
        budget.reclaim(&allotment);
        match end {
            // Only the limit of this part is reached, not that of the user.
            Err(Stop::Limit(crate::outcome::Limit::Memory)) => Ok(PartEnd::Done),
            Err(Stop::Paused) if budget.statistics().expanded - before >= self.effort => Ok(PartEnd::Done),
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
        let Ok(mut search) = Stepper::new(&space, Strategy::Astar, self.settings) else {
            return Ok(PartEnd::Done);
        };
        loop {
            match search.advance(CHECK_INTERVAL, budget) {
                Step::Ended(Outcome::Solved { plan, .. }) => {
                    self.pushes = unit_pushes(self.board, &plan.actions);
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

    /// Runs exact searches of slices of the answer.
    fn slices(&mut self, budget: &mut Budget<'_>) -> Result<PartEnd, Stop> {
        let each = (self.effort / SLICES).clamp(slices::MIN_EFFORT, slices::MAX_EFFORT);
        slices::shorten(self.board, &mut self.pushes, each, self.settings, budget)?;
        Ok(PartEnd::Done)
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

/// The same pushes by one cell each.
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
