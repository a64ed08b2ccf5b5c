//! How hard a level is: the work of the solver, and what its answer asks of a person.
//!
//! | part | what it counts |
//! |---|---|
//! | `optimum` | pushes of the shortest answer found; `is_optimal` says whether no answer has fewer |
//! | `box_changes` | changes to another box in it |
//! | `expansions` | positions that the reference solver expands: `auto` for any answer, up to a limit |
//! | `branching` | pushes that are possible on average where the answer pushes |
//! | `dead_ends` | the share of those, in per cent, after which the rules prove that there is no solution |
//! | `counter_intuitive` | pushes of the answer that increase the lower bound of the pushes that remain |
//!
//! The difficulty is the sum of the binary logarithms of one more than each part. So a point is twice as much of one
//! part, and no part decides alone. How it agrees with what is known of levels is measured in `docs/guide.md`.
//! What makes levels hard for people: Jarušek and Pelánek, *What determines difficulty of transport puzzles?*
//! (FLAIRS 2011), who found decomposition into subproblems and counter-intuitive moves to matter more than the size
//! of the state space.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Proof, Stop},
    search::{Settings, Strategy},
    space::{DEAD_END, Heuristic, Space, Successors},
};
use lurd_puzzle::puzzle::{Difficulty, Ending, Rating, RatingPart, Report, Unanswered, log2_hundredths};

use crate::{
    board::Board,
    deadlock::Rules,
    level::Level,
    solver::{self, ANY, PUSHES},
    spaces::PushSpace,
    state::{Push, lurd_from_pushes},
};

/// The difficulty in tenths from which on a level is in each class after the first: the quartiles of Microban I, a set
/// made for beginners.
const CLASSES: [(u32, Difficulty); 3] = [(170, Difficulty::Medium), (210, Difficulty::Hard), (250, Difficulty::Expert)];

/// The most expansions to prove the optimum.
pub(super) const PROOF_EXPANSIONS: u64 = 50_000;

/// Rates `level`. The same on every machine, unless a limit of the budget ends it.
///
/// # Errors
/// There is no solution, or the budget stopped it.
pub fn rate(level: &Level, budget: &mut Budget<'_>) -> Ending<Rating> {
    let reference = reference(level, budget)?;
    let proved = proved_answer(level, PROOF_EXPANSIONS, budget)?;
    let lower_bound = proved.lower_bound.max(reference.lower_bound);
    let answer = proved.answer.or(reference.answer);
    Ok(rating(level, answer, reference.expansions, lower_bound, budget)?)
}

/// Rates a level whose optimal answer is known: as [`rate`], without the proof.
///
/// # Errors
/// As [`rate`].
pub(super) fn rate_with(level: &Level, solution: &str, optimum: Cost, budget: &mut Budget<'_>) -> Ending<Rating> {
    let reference = reference(level, budget)?;
    let answer = Some((solution.to_owned(), optimum));
    Ok(rating(level, answer, reference.expansions, optimum, budget)?)
}

/// Rates a level for its `solution` with so many pushes; none has fewer than `least`.
///
/// # Errors
/// As [`rate`].
pub(super) fn rate_found(
    level: &Level,
    solution: &str,
    pushes: Cost,
    least: Cost,
    budget: &mut Budget<'_>,
) -> Ending<Rating> {
    let reference = reference(level, budget)?;
    let lower_bound = least.max(reference.lower_bound);
    Ok(rating(level, Some((solution.to_owned(), pushes)), reference.expansions, lower_bound, budget)?)
}

fn rating(
    level: &Level,
    answer: Option<(String, Cost)>,
    expansions: u64,
    lower_bound: Cost,
    budget: &mut Budget<'_>,
) -> Result<Rating, lurd_engine::program::outcome::Stop> {
    let board = Board::new(level);
    let pushes = answer.as_ref().and_then(|(solution, _)| lurd_from_pushes::pushes(&board, solution));
    let path = pushes.map(|pushes| budget.in_scope(|budget| AnswerPath::of(&board, &pushes, budget))).transpose()?;
    let of_path = |value: fn(&AnswerPath) -> u64| path.as_ref().map(value);
    let parts = vec![
        RatingPart::whole("optimum", of_path(|path| path.pushes)),
        RatingPart::whole("box_changes", of_path(|path| path.box_changes)),
        RatingPart::whole("expansions", Some(expansions)),
        RatingPart { name: "branching", hundredths: of_path(AnswerPath::branching_hundredths) },
        RatingPart { name: "dead_ends", hundredths: of_path(AnswerPath::dead_ends_hundredths) },
        RatingPart::whole("counter_intuitive", of_path(|path| path.counter_intuitive)),
    ];
    // Without an answer the parts of its path are unknown; the bound stands for its length.
    let optimum = of_path(|path| path.pushes).unwrap_or(lower_bound);
    let logarithms = [
        log2_hundredths(optimum),
        log2_hundredths(of_path(|path| path.box_changes).unwrap_or(optimum / 2)),
        log2_hundredths(expansions),
        log2_hundredths(of_path(|path| path.counter_intuitive).unwrap_or(0)),
        log2_hundredths(of_path(AnswerPath::branching_hundredths).unwrap_or(0) / 100),
        log2_hundredths(of_path(AnswerPath::dead_ends_hundredths).unwrap_or(0) / 1000),
    ];
    let tenths = u32::try_from(logarithms.iter().sum::<u64>() / 10).unwrap_or(u32::MAX);
    let (solution, cost) = answer.unzip();
    Ok(Rating { tenths, class: Some(class(tenths)), parts, solution, cost, lower_bound })
}

/// The class of a difficulty in tenths.
fn class(tenths: u32) -> Difficulty {
    let reached = CLASSES.iter().rev().find(|&&(least, _)| tenths >= least);
    reached.map_or(Difficulty::Easy, |&(_, class)| class)
}

// What a person meets along an answer: choices, dead ends, and pushes that seem to lead away from the goals.

/// Counts along an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AnswerPath {
    pushes: u64,
    box_changes: u64,
    /// The pushes that are possible, summed over all positions in which the answer pushes.
    choices: u64,
    /// Those of them after which the rules prove that there is no solution.
    dead_ends: u64,
    counter_intuitive: u64,
}

impl AnswerPath {
    /// Walks along `pushes` from the start of `board`. O(pushes * successors) expansions.
    ///
    /// # Errors
    /// When the budget stops it.
    fn of(board: &Board, pushes: &[Push], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let plain = PushSpace::new(board, Rules::NONE, budget)?;
        let pruned = PushSpace::new(board, Rules::for_pushes(), budget)?;
        let mut path = Self::default();
        let (mut children, mut beyond) = (Successors::default(), Successors::default());
        let mut state = plain.start();
        let mut last_stop = None;
        for push in pushes {
            budget.check()?;
            children.clear();
            plain.expand(&state, &mut children);
            path.choices += children.len() as u64;
            pruned.of_successors(&state, &mut children);
            for index in 0..children.len() {
                let child = children.state(index);
                beyond.clear();
                pruned.expand(child, &mut beyond);
                let is_dead = children.estimate(index) == DEAD_END || (beyond.is_empty() && !pruned.is_goal(child));
                path.dead_ends += u64::from(is_dead);
            }
            let Some(next) = (0..children.len()).find(|&index| children.action(index) == *push) else {
                break;
            };
            let next = children.state(next).to_owned();
            path.pushes += 1;
            path.box_changes += u64::from(last_stop != Some(push.from));
            path.counter_intuitive += u64::from(plain.of(&next) > plain.of(&state));
            last_stop = Some(board.next(push.from, push.direction));
            state = next;
        }
        Ok(path)
    }

    /// The mean number of pushes to choose from, in hundredths.
    fn branching_hundredths(&self) -> u64 {
        self.choices * 100 / self.pushes.max(1)
    }

    /// The per cent of dead ends among all choices, in hundredths.
    fn dead_ends_hundredths(&self) -> u64 {
        self.dead_ends * 10_000 / self.choices.max(1)
    }
}

// The searches behind a rating: the reference solver, and the proof of the optimum. Both are limited by expansions,
// so that a rating is the same on every machine.

/// The most expansions of the reference solver.
const REFERENCE_EXPANSIONS: u64 = 200_000;

/// What the reference solver found.
struct Reference {
    /// A solution and its pushes.
    answer: Option<(String, Cost)>,
    /// The expansions it took; the limit if it found none.
    expansions: u64,
    lower_bound: Cost,
}

/// Runs `auto` for any solution up to the first answer.
fn reference(level: &Level, budget: &mut Budget<'_>) -> Ending<Reference> {
    let settings = Settings { first: true, ..Settings::default() };
    let before = budget.statistics().expanded;
    let report =
        within(REFERENCE_EXPANSIONS, budget, |budget| solver::solve(level, &ANY, Strategy::Auto, &settings, budget));
    let expansions = budget.statistics().expanded - before;
    match report.ending {
        Ok(answer) => Ok(Reference {
            lower_bound: answer.lower_bound.unwrap_or(0),
            answer: Some((answer.solution, answer.cost)),
            expansions,
        }),
        // If the memory ended it, it is not known how many expansions it takes.
        Err(Unanswered::Stopped { stop: Stop::Paused, lower_bound }) => {
            Ok(Reference { answer: None, expansions: REFERENCE_EXPANSIONS, lower_bound: lower_bound.unwrap_or(0) })
        }
        Err(unanswered) => Err(unanswered),
    }
}

/// The push-optimal answer, as far as a search found one.
pub(crate) struct ProvedAnswer {
    /// The solution and its pushes, which are proved to be the fewest.
    pub(crate) answer: Option<(String, Cost)>,
    /// The expansions of the search.
    pub(crate) expansions: u64,
    /// No solution has fewer pushes.
    pub(crate) lower_bound: Cost,
}

/// Runs A* on pushes for at most `expansions` expansions.
///
/// # Errors
/// When the budget stops it.
pub(crate) fn proved_answer(level: &Level, expansions: u64, budget: &mut Budget<'_>) -> Result<ProvedAnswer, Stop> {
    let before = budget.statistics().expanded;
    let report = within(expansions, budget, |budget| {
        solver::solve(level, &PUSHES, Strategy::Astar, &Settings::default(), budget)
    });
    let (answer, lower_bound) = match report.ending {
        Ok(answer) if answer.proof == Proof::Optimal => (Some((answer.solution, answer.cost)), answer.cost),
        Ok(answer) => (None, answer.lower_bound.unwrap_or(0)),
        Err(Unanswered::Stopped { stop, .. }) if !is_own_limit(stop) => return Err(stop),
        Err(Unanswered::Stopped { lower_bound, .. }) => (None, lower_bound.unwrap_or(0)),
        Err(_) => (None, 0),
    };
    Ok(ProvedAnswer { answer, expansions: budget.statistics().expanded - before, lower_bound })
}

/// Whether a search ended because of the limit of [`within`], or of memory, which the whole budget may have left.
fn is_own_limit(stop: Stop) -> bool {
    matches!(stop, Stop::Paused | Stop::Limit(Limit::Memory))
}

/// Runs a search with bounds of its own, and frees its memory.
fn within(expansions: u64, budget: &mut Budget<'_>, search: impl FnOnce(&mut Budget<'_>) -> Report) -> Report {
    let mut allotment = Allotment::default();
    let report = budget.with_own_bounds(|budget| budget.with_allotment(&mut allotment, expansions, None, search));
    budget.reclaim(&allotment);
    report
}
