//! The answers that are known for one level, and which of them leads on from a position.
//!
//! An answer is kept until a better one is found: one for the same objective that costs less, or costs as much and
//! has more proved of it, or fewer of the other metrics. Positions are compared, not the steps that led to them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::trail::Spot;
use crate::outcome::{Cost, Proof};
use crate::puzzle::{Answer, Hands, Metric, Position, Puzzle, Wish};
use crate::toolkit::keep::{Known, primary_metrics};
use crate::toolkit::solve::Verified;
use crate::verify;

/// Letters of pictures up to which the positions of an answer are indexed; of longer answers only the steps are
/// compared.
const MAX_INDEXED: usize = 64 << 20;

/// What a walk along an answer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The steps that were made, or taken back.
    pub steps: Vec<String>,
    /// Steps of the answer that are done now.
    pub done: usize,
    /// All steps of the answer.
    pub all: usize,
}

/// Why there is no walk along an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// No answer is known.
    NoAnswer,
    /// No answer leads through this position.
    Elsewhere,
}

/// A position of a level and the steps that led to it.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    /// The level, from its start.
    pub puzzle: &'a dyn Puzzle,
    /// The position.
    pub position: &'a dyn Position,
    /// The steps from the start of the level.
    pub done: &'a [String],
}

/// A known answer.
#[derive(Clone)]
struct Path {
    from: Spot,
    answer: Verified,
    /// What it was found for; `None` for a solution that is kept in a file.
    wish: Option<Wish>,
    is_played: bool,
    /// The number of steps after which a position occurs last, by the hash of its picture; empty if the answer is too
    /// long for that.
    index: HashMap<u64, usize>,
}

/// Where a known answer goes on from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Onward {
    path: usize,
    /// The steps of the answer up to this position.
    pub done: usize,
    /// All steps of the answer.
    pub all: usize,
    /// Whether the player found it.
    pub is_played: bool,
    /// What is left of it, as an answer to the puzzle that starts here.
    pub rest: Verified,
    rank: Rank,
}

/// Cost, whether it is not proved to be the least, and the other metrics that are optimized; less is better.
type Rank = (u64, bool, Vec<u64>);

/// The known answers of a level.
#[derive(Clone, Default)]
pub struct KnownAnswers {
    paths: Vec<Path>,
    /// The answer that is followed.
    followed: Option<usize>,
}

impl KnownAnswers {
    /// Adds an answer for the position after `from`, found for `wish`, and follows it; or follows a known one that is
    /// at least as good from there. Whether it was added.
    pub fn add(&mut self, puzzle: &dyn Puzzle, from: Spot, answer: &Verified, wish: Wish) -> bool {
        let Some(start) = after(puzzle, from.steps()) else { return false };
        let rank = rank(start.puzzle().as_ref(), &wish, answer);
        let here = Here { puzzle, position: start.as_ref(), done: from.steps() };
        if let Some(known) = self.best(here, &wish).filter(|known| known.rank <= rank) {
            self.followed = Some(known.path);
            return false;
        }
        // The one that was found from the same place is worse.
        self.paths.retain(|path| path.wish != Some(wish) || path.from.steps() != from.steps());
        self.followed = Some(self.paths.len());
        let index = index(start.as_ref(), &answer.steps);
        self.paths.push(Path { from, answer: answer.clone(), wish: Some(wish), is_played: false, index });
        true
    }

    /// Takes the solutions that are kept of the level, in place of those it had before.
    pub fn set_kept(&mut self, puzzle: &dyn Puzzle, kept: &[Known]) {
        let followed = self.followed.take().filter(|&at| self.paths[at].wish.is_some());
        let followed = followed.map(|at| self.paths[..at].iter().filter(|path| path.wish.is_some()).count());
        self.forget_kept();
        self.followed = followed;
        let start = puzzle.start();
        for known in kept {
            let steps = crate::puzzle::StepText::words(puzzle, &known.solution);
            // What it costs depends on what is asked for.
            let solution = known.solution.clone();
            let answer =
                Answer { solution, cost: 0, proof: Proof::Nothing, lower_bound: None, stopped: None };
            let index = index(start.as_ref(), &steps);
            let answer =
                Verified { answer, buttons: puzzle.buttons(&steps), steps, metrics: known.metrics.clone() };
            self.paths.push(Path {
                from: Spot::default(),
                answer,
                wish: None,
                is_played: known.is_played,
                index,
            });
        }
    }

    /// Drops the solutions that are kept in files; what was found in this session stays.
    pub fn forget_kept(&mut self) {
        self.paths.retain(|path| path.wish.is_some());
        self.followed = None;
    }

    /// The answer that goes on from here at the least cost.
    #[must_use]
    pub fn best(&self, here: Here<'_>, wish: &Wish) -> Option<Onward> {
        let picture = hash(here.position);
        let onward = (0..self.paths.len()).filter_map(|path| self.onward(path, here, picture, wish));
        // Of equals the one that is followed, then the first.
        onward.min_by(|one, other| {
            let is_followed = |onward: &Onward| self.followed != Some(onward.path);
            (&one.rank, is_followed(one)).cmp(&(&other.rank, is_followed(other)))
        })
    }

    /// Follows the best answer from here, or says why there is none.
    ///
    /// # Errors
    /// No answer is known, or none leads through here.
    pub fn follow(&mut self, here: Here<'_>, wish: &Wish) -> Result<Onward, Lost> {
        let lost = if self.paths.is_empty() { Lost::NoAnswer } else { Lost::Elsewhere };
        let onward = self.best(here, wish).ok_or(lost)?;
        self.followed = Some(onward.path);
        Ok(onward)
    }

    /// What the answer that is followed was found for.
    #[must_use]
    pub fn wish(&self) -> Option<Wish> {
        self.followed()?.wish
    }

    /// How many steps of the answer that is followed are done, and how many there are.
    ///
    /// # Errors
    /// No answer is followed, or it does not lead through here.
    pub fn place(&self, here: Here<'_>) -> Result<(usize, usize), Lost> {
        let path = self.followed().ok_or(Lost::NoAnswer)?;
        let at = path.at(here, || hash(here.position)).ok_or(Lost::Elsewhere)?;
        Ok((at, path.answer.steps.len()))
    }

    /// The answer that is followed, from where it begins.
    #[must_use]
    pub fn answer(&self) -> Option<&Verified> {
        self.followed().map(|path| &path.answer)
    }

    /// Where the answer that is followed begins; where none is, the last one that is known.
    #[must_use]
    pub fn beginning(&self) -> Option<&Spot> {
        self.followed().or(self.paths.last()).map(|path| &path.from)
    }

    /// The steps of the answer that is followed, up to `done`.
    #[must_use]
    pub fn steps(&self, done: usize) -> &[String] {
        self.followed().and_then(|path| path.answer.steps.get(..done)).unwrap_or_default()
    }

    /// How many of the last steps that are done are those of the answer that is followed, before its step `at`.
    #[must_use]
    pub fn back_from(&self, at: usize, done: &[String]) -> usize {
        self.steps(at).iter().rev().zip(done.iter().rev()).take_while(|(one, two)| one == two).count()
    }

    /// The best solutions from the start of `puzzle` that were found, one for each objective.
    #[must_use]
    pub fn solutions(&self, puzzle: &dyn Puzzle) -> Vec<String> {
        let mut best: Vec<(Wish, Rank, String)> = Vec::new();
        for path in &self.paths {
            let Some(wish) = path.wish else { continue };
            let steps = [path.from.steps(), &path.answer.steps].concat();
            let mut whole = path.answer.clone();
            whole.metrics = puzzle.metrics(&steps);
            if !path.from.steps().is_empty() {
                whole.answer.proof = Proof::Nothing;
            }
            let found = (wish, rank(puzzle, &wish, &whole), puzzle.join_steps(&steps));
            match best.iter_mut().find(|(known, ..)| *known == wish) {
                None => best.push(found),
                Some(known) if found.1 < known.1 => *known = found,
                Some(_) => {}
            }
        }
        let mut solutions: Vec<String> = best.into_iter().map(|(.., solution)| solution).collect();
        solutions.dedup();
        solutions
    }

    fn followed(&self) -> Option<&Path> {
        self.paths.get(self.followed?)
    }

    fn onward(&self, number: usize, here: Here<'_>, picture: u64, wish: &Wish) -> Option<Onward> {
        let path = &self.paths[number];
        if path.wish.is_some_and(|other| other != *wish) {
            return None;
        }
        let done = path.at(here, || picture)?;
        let rest = path.rest(done, here, wish)?;
        let rank = rank(here.position.puzzle().as_ref(), wish, &rest);
        let all = path.answer.steps.len();
        Some(Onward { path: number, done, all, is_played: path.is_played, rest, rank })
    }
}

impl Path {
    /// After how many steps the answer comes to this position.
    fn at(&self, here: Here<'_>, picture: impl FnOnce() -> u64) -> Option<usize> {
        if !self.index.is_empty() {
            return self.index.get(&picture()).copied();
        }
        let since = here.done.strip_prefix(self.from.steps())?;
        self.answer.steps.starts_with(since).then_some(since.len())
    }

    /// What is left after `done` steps, replayed from the position.
    fn rest(&self, done: usize, here: Here<'_>, wish: &Wish) -> Option<Verified> {
        let puzzle = here.position.puzzle();
        let replay = verify::replay(puzzle.as_ref(), &puzzle.join_steps(&self.answer.steps[done..])).ok()?;
        let cost = Cost::try_from(replay.metric(wish.metric)?).ok()?;
        let (proof, lower_bound) = self.claim(done, here, wish, cost);
        let buttons = puzzle.buttons(&replay.steps);
        let answer = Answer { solution: replay.solution, cost, proof, lower_bound, stopped: None };
        Some(Verified { answer, steps: replay.steps, metrics: replay.metrics, buttons })
    }

    /// What is proved of the `cost` of the rest: what was proved of the whole, less what was spent on the way.
    ///
    /// That holds if the costs of both parts add up (a shift may go on in the next), and if nothing but the position
    /// decides what the rest costs: a cursor may have come to another place on another way.
    fn claim(&self, done: usize, here: Here<'_>, wish: &Wish, cost: Cost) -> (Proof, Option<Cost>) {
        let whole = &self.answer.answer;
        let is_same_way = here.done.strip_prefix(self.from.steps()) == Some(&self.answer.steps[..done]);
        let is_all = here.position.hands().and_then(Hands::cursor).is_none();
        let spent = || {
            let start = after(here.puzzle, self.from.steps())?.puzzle();
            let spent = value(&start.metrics(&self.answer.steps[..done]), wish.metric)?;
            Cost::try_from(spent).ok()
        };
        match spent().filter(|_| self.wish.is_some() && (is_same_way || is_all)) {
            Some(spent) if spent.checked_add(cost) == Some(whole.cost) => {
                let is_claimed = spent == 0 || whole.proof == Proof::Optimal;
                let proof = if is_claimed { whole.proof } else { Proof::Nothing };
                (proof, whole.lower_bound.map(|bound| bound.saturating_sub(spent)))
            }
            _ => (Proof::Nothing, None),
        }
    }
}

/// The position after some steps; `None` if the rules refuse one of them.
fn after(puzzle: &dyn Puzzle, steps: &[String]) -> Option<Box<dyn Position>> {
    let mut position = puzzle.start();
    steps.iter().try_for_each(|step| position.apply(step).map(|_| ())).ok()?;
    Some(position)
}

/// The positions of an answer, each with the number of steps after which it occurs last.
fn index(start: &dyn Position, steps: &[String]) -> HashMap<u64, usize> {
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

fn hash(position: &dyn Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.picture().hash(&mut hasher);
    hasher.finish()
}

fn rank(puzzle: &dyn Puzzle, wish: &Wish, answer: &Verified) -> Rank {
    let of = |name: &str| value(&answer.metrics, name).unwrap_or(u64::MAX);
    let others = primary_metrics(puzzle).into_iter().filter(|&name| name != wish.metric).map(of);
    (of(wish.metric), answer.answer.proof != Proof::Optimal, others.collect())
}

fn value(metrics: &[Metric], name: &str) -> Option<u64> {
    metrics.iter().find(|metric| metric.name == name).map(|metric| metric.value)
}
