//! One known answer: the positions it leads through, its rest from one of them, and the proof of that rest.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::PlacedPosition;
use crate::play::history::Bookmark;
use crate::solutions::primary_metrics;
use crate::solve::Verified;
use lurd_engine::outcome::{Cost, Proof};
use lurd_puzzle::puzzle::{Answer, Controls, Metric, Objective, Position, Puzzle};
use lurd_puzzle::verify;

/// The total length of pictures up to which the positions of an answer are indexed; of longer answers only
/// the steps are compared.
const MAX_INDEXED: usize = 64 << 20;

#[derive(Clone)]
pub(super) struct Path {
    pub(super) from: Bookmark,
    pub(super) answer: Verified,
    /// The objective it was found for; `None` for a stored solution.
    pub(super) objective: Option<Objective>,
    pub(super) is_played: bool,
    /// The number of steps after which each position occurs last, by the hash of its picture; empty if the
    /// answer exceeds [`MAX_INDEXED`].
    pub(super) index: HashMap<u64, usize>,
}

/// Cost, whether optimality is unproved, and the other optimized metrics; less is better.
pub(super) type Rank = (u64, bool, Vec<u64>);

impl Path {
    /// Whether it can replace the result of a search for `objective`: it was found for the same objective, or
    /// for one of the same metric and is either proved optimal or all that the default objective asks for.
    pub(super) fn serves(&self, puzzle: &dyn Puzzle, objective: &Objective) -> bool {
        let Some(own) = self.objective else { return true };
        let is_default = puzzle.objectives().first() == Some(objective);
        own == *objective
            || (own.metric == objective.metric && (is_default || self.answer.answer.proof == Proof::Optimal))
    }

    /// The number of steps after which the answer reaches the position.
    pub(super) fn at(&self, here: PlacedPosition<'_>, picture: impl FnOnce() -> u64) -> Option<usize> {
        if !self.index.is_empty() {
            return self.index.get(&picture()).copied();
        }
        let since = here.done.strip_prefix(self.from.steps())?;
        self.answer.steps.starts_with(since).then_some(since.len())
    }

    /// The rest after `done` steps, replayed from the position.
    pub(super) fn rest(
        &self,
        done: usize,
        here: PlacedPosition<'_>,
        objective: &Objective,
    ) -> Option<Verified> {
        let puzzle = here.position.puzzle();
        let replay = verify::replay(puzzle.as_ref(), &puzzle.join_steps(&self.answer.steps[done..])).ok()?;
        let cost = Cost::try_from(replay.metric(objective.metric)?).ok()?;
        let (proof, lower_bound) = self.claim(done, here, objective, cost);
        let buttons = puzzle.buttons(&replay.steps);
        let answer = Answer { solution: replay.solution, cost, proof, lower_bound, stopped: None };
        Some(Verified { answer, steps: replay.steps, metrics: replay.metrics, buttons })
    }

    /// The proof of the `cost` of the rest: that of the whole answer, less the cost of the steps before.
    ///
    /// This is sound only if the costs of both parts add up (a shift may continue in the next step), and if the
    /// position alone decides the cost of the rest (on another way the cursor may be elsewhere).
    fn claim(
        &self,
        done: usize,
        here: PlacedPosition<'_>,
        objective: &Objective,
        cost: Cost,
    ) -> (Proof, Option<Cost>) {
        let whole = &self.answer.answer;
        let is_same_way = here.done.strip_prefix(self.from.steps()) == Some(&self.answer.steps[..done]);
        let is_all = here.position.controls().and_then(Controls::cursor).is_none();
        let spent = || {
            let start = after(here.puzzle, self.from.steps())?.puzzle();
            let spent = value(&start.metrics(&self.answer.steps[..done]), objective.metric)?;
            Cost::try_from(spent).ok()
        };
        match spent().filter(|_| self.objective.is_some() && (is_same_way || is_all)) {
            Some(spent) if spent.checked_add(cost) == Some(whole.cost) => {
                let is_claimed = spent == 0 || whole.proof == Proof::Optimal;
                let proof = if is_claimed { whole.proof } else { Proof::Nothing };
                (proof, whole.lower_bound.map(|bound| bound.saturating_sub(spent)))
            }
            _ => (Proof::Nothing, None),
        }
    }
}

/// The position after `steps`; `None` if the rules refuse one of them.
pub(super) fn after(puzzle: &dyn Puzzle, steps: &[String]) -> Option<Box<dyn Position>> {
    let mut position = puzzle.start();
    steps.iter().try_for_each(|step| position.apply(step).map(|_| ())).ok()?;
    Some(position)
}

/// The positions of an answer, each with the number of steps after which it occurs last; empty if they exceed
/// [`MAX_INDEXED`].
pub(super) fn index(start: &dyn Position, steps: &[String]) -> HashMap<u64, usize> {
    let mut index = HashMap::new();
    if start.picture().len().saturating_mul(steps.len()) > MAX_INDEXED {
        return index;
    }
    let mut position = start.boxed();
    index.insert(hash(start), 0);
    for (step, number) in steps.iter().zip(1..) {
        if position.apply(step).is_err() {
            break;
        }
        index.insert(hash(position.as_ref()), number);
    }
    index
}

pub(super) fn hash(position: &dyn Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.picture().hash(&mut hasher);
    hasher.finish()
}

pub(super) fn rank(puzzle: &dyn Puzzle, objective: &Objective, answer: &Verified) -> Rank {
    let of = |name: &str| value(&answer.metrics, name).unwrap_or(u64::MAX);
    let others = primary_metrics(puzzle).into_iter().filter(|&name| name != objective.metric).map(of);
    (of(objective.metric), answer.answer.proof != Proof::Optimal, others.collect())
}

fn value(metrics: &[Metric], name: &str) -> Option<u64> {
    metrics.iter().find(|metric| metric.name == name).map(|metric| metric.value)
}
