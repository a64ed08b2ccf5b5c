//! Random attempts: feature-space searches along random plans, with random ties, in a tournament.
//!
//! Plans differ much in whether they can be carried out, and one that can often is within a few hundred expansions. So the first
//! turn of an attempt is short. Of every two attempts that have had the same number of turns, the one that has carried out the
//! larger part of its plan goes on, with a turn twice as long, and the other one is dropped. New attempts begin while no two wait
//! for each other. So turns of each length get the same effort, as in Luby's series of restarts, but long turns go to attempts
//! that have been good so far. Attempts that have found no plan compete with each other only: they fill goals in any order, so the
//! part that they have filled is mostly larger.
//!
//! Measured with random attempts alone and 20,000 expansions on 92 levels of five collections that the portfolio does not solve
//! within 10 s, or only after 4 s: with three seeds, the tournament solves 7, 14 and 12 of them, and restarts by Luby's series
//! 4, 7 and 6. With the second of these seeds, three attempts that compete instead of two solve 9, attempts that search anew
//! in each turn 9, and four attempts with turns four times as long 7. Among attempts of one kind, with two other seeds, it
//! solves 11 and 12; among all attempts 9 and 12.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::{
    configurations::RANDOM_CONFIGS,
    context::{Context, TurnResult},
    packing_attempt::{AttemptSpace, PackingAttempt, PlanSearches},
};

/// The spaces of random attempts.
pub(super) struct RandomSpaces<'b>([AttemptSpace<'b>; MAX_ATTEMPTS]);

/// The maximum number of attempts that wait or run. With at most one that waits for each length of turn and the one that runs,
/// that is never reached.
const MAX_ATTEMPTS: usize = 64;

/// The divisor of the memory that an attempt may use, of what it has and what is free.
const MEMORY_PARTS: u64 = 4;

impl Default for RandomSpaces<'_> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AttemptSpace::default()))
    }
}

/// An attempt, and the index of its space.
struct Contestant<'s, 'b> {
    attempt: PackingAttempt<'s, 'b>,
    space: usize,
}

/// The random attempts.
pub(super) struct RandomAttempts<'s, 'b> {
    context: &'b Context<'b>,
    spaces: &'s RandomSpaces<'b>,
    /// The indices of the spaces that no attempt uses.
    free: Vec<usize>,
    /// The attempts that wait, by the number of their turns less 1: those without a plan, and those with one.
    waiting: Vec<[Vec<Contestant<'s, 'b>>; 2]>,
    /// The number of attempts so far, and of turns.
    attempts: usize,
    turns: usize,
}

impl<'s, 'b> RandomAttempts<'s, 'b> {
    pub(super) fn new(context: &'b Context<'b>, spaces: &'s RandomSpaces<'b>) -> Self {
        let free = (0..MAX_ATTEMPTS).rev().collect();
        Self { context, spaces, free, waiting: Vec::new(), attempts: 0, turns: 0 }
    }

    /// The number of turns so far.
    pub(super) fn turns(&self) -> usize {
        self.turns
    }

    /// Runs a turn: of the better one of two attempts that wait for each other, or the first one of a new attempt. Gives up
    /// if there is too little memory; then no attempt waits.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn turn(
        &mut self,
        plans: &mut PlanSearches<'_, '_>,
        budget: &mut Budget<'_>,
    ) -> Result<TurnResult, Stop> {
        self.turns += 1;
        let pair = self.pair();
        let round = pair.map_or(0, |(round, _)| round + 1);
        let turn = RANDOM_CONFIGS[0].first_turn << round.min(40);
        let contestant = match pair {
            Some((round, kind)) => self.better_of(round, kind, budget),
            None => self.newcomer(plans, turn, budget)?,
        };
        let Some(mut contestant) = contestant else { return Ok(TurnResult::GivenUp) };
        let Contestant { attempt, space } = &mut contestant;
        let memory = budget.memory_left().map(|free| (free + attempt.allotment.used()) / MEMORY_PARTS);
        let result = attempt.run(self.context, &self.spaces.0[*space], turn, memory, budget);
        match result {
            Ok(TurnResult::Paused) | Err(_) => {
                if self.waiting.len() <= round {
                    self.waiting.resize_with(round + 1, Default::default);
                }
                self.waiting[round][usize::from(attempt.plan.is_some())].push(contestant);
            }
            Ok(TurnResult::Ended(_)) => self.drop(contestant, budget),
            Ok(TurnResult::GivenUp) => {
                self.drop(contestant, budget);
                self.release(budget);
            }
        }
        result
    }

    /// Drops all attempts that wait, and frees their memory.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        for contestant in std::mem::take(&mut self.waiting).into_iter().flatten().flatten() {
            self.drop(contestant, budget);
        }
    }

    /// Where two attempts wait that compete: the number of their last turn, from 0, and their kind.
    fn pair(&self) -> Option<(usize, usize)> {
        let kinds =
            self.waiting.iter().enumerate().flat_map(|(round, kinds)| (0..kinds.len()).map(move |kind| (round, kind)));
        kinds.into_iter().find(|&(round, kind)| self.waiting[round][kind].len() > 1)
    }

    /// The attempt with more progress of those of a kind that wait after their turn number `round`, from 0; the first one of
    /// equals.
    fn better_of(&mut self, round: usize, kind: usize, budget: &mut Budget<'_>) -> Option<Contestant<'s, 'b>> {
        let mut best: Option<Contestant<'s, 'b>> = None;
        for contestant in std::mem::take(&mut self.waiting[round][kind]) {
            let is_better = best.as_ref().is_none_or(|best| best.attempt.progress() < contestant.attempt.progress());
            let worse = if is_better { best.replace(contestant) } else { Some(contestant) };
            if let Some(worse) = worse {
                self.drop(worse, budget);
            }
        }
        best
    }

    /// A new attempt, with a plan if one is found. `None` if there is no space for it.
    fn newcomer(
        &mut self,
        plans: &mut PlanSearches<'_, '_>,
        turn: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Contestant<'s, 'b>>, Stop> {
        let Some(space) = self.free.pop() else { return Ok(None) };
        let number = self.attempts;
        self.attempts += 1;
        let seed = self.context.settings.seed ^ number as u64;
        let configuration = RANDOM_CONFIGS[number % RANDOM_CONFIGS.len()].with_seed(seed);
        let mut attempt = PackingAttempt::new(format!("random {}", number + 1), configuration);
        let found = attempt.find_plan(plans, turn, budget);
        if found.is_err() {
            self.free.push(space);
        }
        found.map(|()| Some(Contestant { attempt, space }))
    }

    fn drop(&mut self, mut contestant: Contestant<'s, 'b>, budget: &mut Budget<'_>) {
        contestant.attempt.drop_search(budget);
        self.spaces.0[contestant.space].drop_features();
        self.free.push(contestant.space);
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::{budget::Limits, search::Settings};

    use super::*;
    use crate::{board::Board, bounds::Distances, deadlock::Rules, fess::LevelAnalysis, formats, level::Level};

    /// A room with boxes and goals like the squares of a chessboard, which takes long.
    fn chessboard() -> Level {
        let square = |row: usize, column: usize| match (row, column) {
            (1, 1) => '@',
            (0 | 11, _) | (_, 0 | 11) => '#',
            (1 | 10, _) | (_, 1 | 10) => ' ',
            _ if (row + column).is_multiple_of(2) => '.',
            _ => '$',
        };
        let rows = (0..12).map(|row| (0..12).map(|column| square(row, column)).collect::<String>());
        let text = rows.collect::<Vec<_>>().join("|");
        formats::read(&text).expect("read").remove(0).level.expect("a level")
    }

    /// Each turn is that of a new attempt or of the better one of a pair, and the memory of dropped attempts is free again.
    #[test]
    fn of_each_pair_the_better_attempt_goes_on() {
        let mut longest = 0;
        let board = Board::new(&chessboard());
        for seed in 0..3 {
            let budget = &mut Budget::within(Limits::NONE.memory(1 << 30));
            let distances = Distances::new(&board, budget).expect("no limit");
            let rules = Rules::for_pushes();
            let analysis = LevelAnalysis::new(&board, &distances, rules, budget).expect("no limit");
            let settings = Settings { seed, ..Settings::default() };
            let context =
                Context { board: &board, distances: &distances, settings: &settings, analysis: &analysis, rules };
            let spaces = RandomSpaces::default();
            let mut attempts = RandomAttempts::new(&context, &spaces);
            let mut plans = PlanSearches::new(&analysis, &[]);
            let before = budget.memory_left().expect("a limit");
            for _ in 0..14 {
                let pair = attempts.pair();
                let progress = pair.map(|(round, kind)| {
                    let of_pair = attempts.waiting[round][kind].iter().map(|contestant| contestant.attempt.progress());
                    of_pair.max().expect("two")
                });
                let result = attempts.turn(&mut plans, budget).expect("no limit");
                if !matches!(result, TurnResult::Paused) {
                    break;
                }
                let round = pair.map_or(0, |(round, _)| round + 1);
                longest = longest.max(round);
                assert!(attempts.waiting.iter().flatten().all(|waiting| waiting.len() <= 2), "seed {seed}");
                let went_on = |(_, kind): (usize, usize)| {
                    attempts.waiting[round][kind].last().map(|last| last.attempt.progress())
                };
                assert!(
                    pair.is_none_or(|pair| went_on(pair) >= Some(progress.flatten())),
                    "seed {seed}: the better one went on"
                );
                for (kind, waiting) in attempts.waiting.iter().flat_map(|kinds| kinds.iter().enumerate()) {
                    assert!(waiting.iter().all(|contestant| contestant.attempt.plan.is_some() == (kind == 1)));
                }
                let waiting: usize = attempts.waiting.iter().flatten().map(Vec::len).sum();
                assert_eq!(waiting + attempts.free.len(), MAX_ATTEMPTS);
            }
            attempts.release(budget);
            assert_eq!(attempts.free.len(), MAX_ATTEMPTS);
            // Only the spaces are left.
            let used = |budget: &Budget<'_>| before - budget.memory_left().expect("a limit");
            let of_spaces = used(budget);
            AttemptSpace::default().of(&context, budget).expect("enough memory");
            let of_one = used(budget) - of_spaces;
            assert!(of_spaces.is_multiple_of(of_one) && of_spaces > 0, "{of_spaces}, {of_one}");
        }
        assert!(longest > 1, "{longest}");
    }
}
