//! The answers known for one level, and which of them leads on from a position.
//!
//! An answer is replaced by a better one for the same objective: one of lower cost, or of the same cost with a
//! stronger proof or with less of the other metrics. Positions are compared, not the steps that led to them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use lurd_engine::program::outcome::{Cost, Proof};
use lurd_puzzle::puzzle::{Answer, Controls, Metric, Objective, Position, Puzzle};
use lurd_puzzle::verify;

use super::history::Bookmark;
use crate::solutions::{KnownSolution, primary_metrics};
use crate::solve::Verified;

/// A walk along an answer, forward or back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The steps that were carried out, or undone.
    pub steps: Vec<String>,
    /// These steps as one text, in the notation of the puzzle.
    pub text: String,
    /// The number of steps of the answer that are done now.
    pub done: usize,
    /// The number of steps of the answer.
    pub all: usize,
}

/// Why no answer can be walked along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    NoAnswer,
    /// No answer leads through the position.
    Elsewhere,
}

/// A position of a level and the steps that led to it.
#[derive(Clone, Copy)]
pub struct PlacedPosition<'a> {
    /// The level, from its start.
    pub puzzle: &'a dyn Puzzle,
    pub position: &'a dyn Position,
    /// The steps from the start of the level.
    pub done: &'a [String],
}

/// The rest of a known answer from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Onward {
    path: usize,
    /// The number of steps of the answer up to the position.
    pub done: usize,
    /// The number of steps of the answer.
    pub all: usize,
    /// Whether the player found it.
    pub is_played: bool,
    /// The remaining steps, as an answer to the puzzle that starts at the position.
    pub rest: Verified,
    rank: Rank,
}

/// The known answers of a level.
#[derive(Clone, Default)]
pub struct KnownAnswers {
    paths: Vec<Path>,
    /// The index of the answer that is followed.
    followed: Option<usize>,
}

impl KnownAnswers {
    /// Adds an answer from the position at `from`, found for `objective`, and follows it; a known answer that
    /// is at least as good from there is followed instead. Returns whether the answer was added.
    pub fn add(&mut self, puzzle: &dyn Puzzle, from: Bookmark, answer: &Verified, objective: Objective) -> bool {
        let Some(start) = after(puzzle, from.steps()) else { return false };
        let rank = rank(start.puzzle().as_ref(), &objective, answer);
        let here = PlacedPosition { puzzle, position: start.as_ref(), done: from.steps() };
        if let Some(known) = self.best(here, &objective).filter(|known| known.rank <= rank) {
            self.followed = Some(known.path);
            return false;
        }
        // An answer found from the same place is worse.
        self.paths.retain(|path| path.objective != Some(objective) || path.from.steps() != from.steps());
        self.followed = Some(self.paths.len());
        let index = index(start.as_ref(), &answer.steps);
        self.paths.push(Path { from, answer: answer.clone(), objective: Some(objective), is_played: false, index });
        true
    }

    /// Replaces the stored solutions of the level.
    pub fn set_stored(&mut self, puzzle: &dyn Puzzle, stored: &[KnownSolution]) {
        let followed = self.followed.take().filter(|&at| self.paths[at].objective.is_some());
        let followed = followed.map(|at| self.paths[..at].iter().filter(|path| path.objective.is_some()).count());
        self.paths.retain(|path| path.objective.is_some());
        self.followed = followed;
        let start = puzzle.start();
        for known in stored {
            let steps = lurd_puzzle::puzzle::StepText::words(puzzle, &known.solution);
            // The cost depends on the objective that is asked for.
            let solution = known.solution.clone();
            let answer = Answer { solution, cost: 0, proof: Proof::Nothing, lower_bound: None, stopped: None };
            let index = index(start.as_ref(), &steps);
            let answer = Verified { answer, buttons: puzzle.buttons(&steps), steps, metrics: known.metrics.clone() };
            self.paths.push(Path {
                from: Bookmark::default(),
                answer,
                objective: None,
                is_played: known.is_played,
                index,
            });
        }
    }

    /// The answer that leads on from `here` at the least cost.
    pub fn best(&self, here: PlacedPosition<'_>, objective: &Objective) -> Option<Onward> {
        let picture = hash(here.position);
        let onward = (0..self.paths.len()).filter_map(|path| self.onward(path, here, picture, objective));
        // Among equals, the followed answer comes first, then the oldest.
        onward.min_by_key(|onward| (onward.rank.clone(), self.followed != Some(onward.path)))
    }

    /// Follows the best answer from `here` for `objective`.
    pub fn follow(&mut self, here: PlacedPosition<'_>, objective: &Objective) -> Result<Onward, Lost> {
        let lost = if self.paths.is_empty() { Lost::NoAnswer } else { Lost::Elsewhere };
        let onward = self.best(here, objective).ok_or(lost)?;
        self.followed = Some(onward.path);
        Ok(onward)
    }

    /// The objective that the followed answer was found for.
    pub fn objective(&self) -> Option<Objective> {
        self.followed()?.objective
    }

    /// How many steps of the followed answer are done, and how many it has.
    pub fn progress(&self, here: PlacedPosition<'_>) -> Result<(usize, usize), Lost> {
        let path = self.followed().ok_or(Lost::NoAnswer)?;
        let at = path.index.get(&hash(here.position)).ok_or(Lost::Elsewhere)?;
        Ok((*at, path.answer.steps.len()))
    }

    /// The followed answer, from where it begins.
    pub fn answer(&self) -> Option<&Verified> {
        self.followed().map(|path| &path.answer)
    }

    /// Where the followed answer begins, or else the answer added last.
    pub fn beginning(&self) -> Option<&Bookmark> {
        self.followed().or(self.paths.last()).map(|path| &path.from)
    }

    /// The first `done` steps of the followed answer.
    pub fn steps(&self, done: usize) -> &[String] {
        self.followed().and_then(|path| path.answer.steps.get(..done)).unwrap_or_default()
    }

    /// How many of the last steps done are those of the followed answer before its step `at`.
    pub fn back_from(&self, at: usize, done: &[String]) -> usize {
        self.steps(at).iter().rev().zip(done.iter().rev()).take_while(|(one, two)| one == two).count()
    }

    /// The best solutions found from the start of `puzzle`, one for each optimized metric.
    pub fn solutions(&self, puzzle: &dyn Puzzle) -> Vec<String> {
        let mut found = Vec::new();
        for path in &self.paths {
            let Some(objective) = path.objective else { continue };
            let steps = [path.from.steps(), &path.answer.steps].concat();
            let mut whole = Verified { metrics: puzzle.metrics(&steps), ..path.answer.clone() };
            if !path.from.steps().is_empty() {
                whole.answer.proof = Proof::Nothing;
            }
            found.push((objective.metric, rank(puzzle, &objective, &whole), puzzle.join_steps(&steps)));
        }
        found.sort();
        found.dedup_by_key(|(metric, ..)| *metric);
        let mut solutions: Vec<String> = found.into_iter().map(|(.., solution)| solution).collect();
        solutions.dedup();
        solutions
    }

    fn followed(&self) -> Option<&Path> {
        self.paths.get(self.followed?)
    }

    fn onward(&self, number: usize, here: PlacedPosition<'_>, picture: u64, objective: &Objective) -> Option<Onward> {
        let path = &self.paths[number];
        if !path.serves(here.puzzle, objective) {
            return None;
        }
        let done = *path.index.get(&picture)?;
        let rest = path.rest(done, here, objective)?;
        let rank = rank(here.position.puzzle().as_ref(), objective, &rest);
        let all = path.answer.steps.len();
        Some(Onward { path: number, done, all, is_played: path.is_played, rest, rank })
    }
}

// One known answer: the positions it leads through, its rest from one of them, and the proof of that rest.

#[derive(Clone)]
struct Path {
    from: Bookmark,
    answer: Verified,
    /// The objective it was found for; `None` for a stored solution.
    objective: Option<Objective>,
    is_played: bool,
    /// The number of steps after which each position occurs last, by the hash of its picture.
    index: HashMap<u64, usize>,
}

/// Cost, whether optimality is unproved, and the other optimized metrics; less is better.
type Rank = (u64, bool, Vec<u64>);

impl Path {
    /// Whether it can replace the result of a search for `objective`: it was found for the same objective, or
    /// for one of the same metric and is either proved optimal or all that the default objective asks for.
    fn serves(&self, puzzle: &dyn Puzzle, objective: &Objective) -> bool {
        let Some(own) = self.objective else { return true };
        let is_default = puzzle.objectives().first() == Some(objective);
        own == *objective
            || (own.metric == objective.metric && (is_default || self.answer.answer.proof == Proof::Optimal))
    }

    /// The rest after `done` steps, replayed from the position.
    fn rest(&self, done: usize, here: PlacedPosition<'_>, objective: &Objective) -> Option<Verified> {
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
    fn claim(&self, done: usize, here: PlacedPosition<'_>, objective: &Objective, cost: Cost) -> (Proof, Option<Cost>) {
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
fn after(puzzle: &dyn Puzzle, steps: &[String]) -> Option<Box<dyn Position>> {
    let mut position = puzzle.start();
    steps.iter().try_for_each(|step| position.apply(step).map(|_| ())).ok()?;
    Some(position)
}

/// The positions of an answer, each with the number of steps after which it occurs last.
fn index(start: &dyn Position, steps: &[String]) -> HashMap<u64, usize> {
    let mut position = start.boxed();
    let mut index = HashMap::from([(hash(start), 0)]);
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

fn rank(puzzle: &dyn Puzzle, objective: &Objective, answer: &Verified) -> Rank {
    let of = |name: &str| value(&answer.metrics, name).unwrap_or(u64::MAX);
    let others = primary_metrics(puzzle).into_iter().filter(|&name| name != objective.metric).map(of);
    (of(objective.metric), answer.answer.proof != Proof::Optimal, others.collect())
}

fn value(metrics: &[Metric], name: &str) -> Option<u64> {
    metrics.iter().find(|metric| metric.name == name).map(|metric| metric.value)
}

#[cfg(test)]
mod tests {
    //! Which of several answers stays, and from where one leads on.

    use lurd_engine::program::outcome::Cost;
    use lurd_puzzle::verify;

    use super::*;
    use crate::test_puzzle::{TestPuzzle, test_puzzle};

    const STEPS: Objective = Objective { name: "steps", metric: "steps", summary: "" };

    fn words(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    /// An answer from the position after `from`.
    fn answer(level: &TestPuzzle, from: &str, solution: &str, proof: Proof) -> Verified {
        let start = after(level, &words(from)).expect("steps").puzzle();
        let replay = verify::replay(start.as_ref(), solution).expect("a solution");
        let cost = Cost::try_from(replay.steps.len()).expect("few");
        let bound = (proof == Proof::Optimal).then_some(cost);
        let solution = replay.solution;
        Verified {
            answer: Answer { solution, cost, proof, lower_bound: bound, stopped: None },
            steps: replay.steps,
            metrics: replay.metrics,
            buttons: None,
        }
    }

    fn add(known: &mut KnownAnswers, level: &TestPuzzle, from: &str, solution: &str, proof: Proof) -> bool {
        known.add(level, Bookmark::after(words(from)), &answer(level, from, solution, proof), STEPS)
    }

    fn best(known: &KnownAnswers, level: &TestPuzzle, done: &str) -> Option<Onward> {
        let done = words(done);
        let position = after(level, &done).expect("steps");
        known.best(PlacedPosition { puzzle: level, position: position.as_ref(), done: &done }, &STEPS)
    }

    #[test]
    fn an_answer_stays_until_a_better_one_comes() {
        // 1 +3 4 +3 7 +3 10, and *2 2 *2 4 +3 7 +3 10.
        let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
        assert!(add(&mut known, &level, "", "**++", Proof::Nothing));
        assert!(!add(&mut known, &level, "", "**++", Proof::Nothing), "as good");
        assert!(add(&mut known, &level, "", "+++", Proof::Nothing), "it costs less");
        assert!(add(&mut known, &level, "", "+++", Proof::Optimal), "it is proved");
        assert!(!add(&mut known, &level, "", "**++", Proof::Nothing));
        assert_eq!(known.solutions(&level), ["+++"]);
        // A search from a position on it finds nothing better, one from elsewhere has to go on from there.
        assert!(!add(&mut known, &level, "+", "++", Proof::Nothing));
        assert!(add(&mut known, &level, "*", "*++", Proof::Optimal));
        assert_eq!(known.answer().map(|answer| answer.steps.concat()), Some("*++".to_owned()));
        assert_eq!(known.solutions(&level), ["+++"], "the combined answer is worse");
    }

    #[test]
    fn an_answer_leads_on_from_a_position_reached_by_other_steps() {
        let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
        add(&mut known, &level, "", "+++", Proof::Optimal);
        let onward = best(&known, &level, "**").expect("4 is on the answer");
        assert_eq!((onward.done, onward.all, onward.rest.steps.concat().as_str()), (1, 3, "++"));
        assert_eq!((onward.rest.answer.cost, onward.rest.answer.proof), (2, Proof::Optimal));
        assert_eq!(onward.rest.answer.lower_bound, Some(2));
        assert_eq!(best(&known, &level, "*"), None);
    }

    #[test]
    fn a_stored_solution_serves_until_a_better_one_is_found() {
        let (level, mut known) = (test_puzzle("1 -> 10"), KnownAnswers::default());
        let metrics = level.metrics(&words("**++"));
        let stored = KnownSolution { solution: "**++".to_owned(), metrics, is_played: true };
        for _ in 0..2 {
            known.set_stored(&level, std::slice::from_ref(&stored));
        }
        assert_eq!(known.paths.len(), 1);
        assert_eq!(known.answer(), None, "no answer was requested yet");
        let onward = best(&known, &level, "").expect("stored");
        assert_eq!((onward.rest.answer.cost, onward.rest.answer.proof, onward.is_played), (4, Proof::Nothing, true));
        assert!(add(&mut known, &level, "", "+++", Proof::Nothing));
        assert_eq!(
            best(&known, &level, "").map(|onward| (onward.rest.answer.cost, onward.is_played)),
            Some((3, false))
        );
        known.set_stored(&level, std::slice::from_ref(&stored));
        assert_eq!(known.answer().map(|answer| answer.steps.len()), Some(3), "it is still followed");
        known.set_stored(&level, &[]);
        assert_eq!(known.paths.len(), 1);
    }
}
