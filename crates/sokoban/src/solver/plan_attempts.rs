//! Attempts of the portfolio by feature-space search of macro pushes.
//!
//! There are three kinds of attempts:
//!
//! * along a packing plan (or without one, filling goals): the search is resumed at every turn;
//! * from both sides ([`BidirectionalConfig`]): every turn starts anew, with other measures and random ties;
//! * random: with random plans and ties ([`random_attempts`](super::random_attempts)).
//!
//! An attempt that finds no plan fills goals, and looks for a plan again in its next turn.
//!
//! The kinds have shares of the effort ([`TurnOrder`]). In each round, every attempt of the first two kinds has a turn,
//! which is twice as long as in the round before, so a quick success of one attempt does not wait for another that never
//! ends. All attempts share the patterns that their deadlock rules have proved. An attempt that exhausts its space proves the level
//! unsolvable; one without enough memory is given up.

use std::cmp::Reverse;

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::{
    bidirectional::BidirectionalConfig,
    configurations::{Configuration, FloorKind, floor_kind, log2_choices, may_be_counted, useful_cells},
    context::{Context, TurnResult, first_turn},
    packing_attempt::{AttemptSpace, PackingAttempt, PlanSearches, PlanSpaces},
    random_attempts::{RandomAttempts, RandomSpaces},
};

/// The effort of some expansions of macro pushes with this many successors, in expansions of usual length: on large floors
/// an expansion has thousands of successors, and takes as much longer.
pub(super) fn effort_of(expansions: u64, successors: u64) -> u64 {
    expansions.max(successors / SUCCESSORS_PER_UNIT)
}

/// The successors of an expansion of usual length, at most. Levels of up to a hundred cells and twenty boxes have fewer.
const SUCCESSORS_PER_UNIT: u64 = 200;

/// Whether most effort should go to attempts that are resumed: on levels with too many positions for blind search, unless
/// they are dense. There steps of a plan are often possible at the start only, so that many plans are worth more.
fn prefers_resumed(context: &Context<'_>) -> bool {
    let Context { board, distances, analysis, .. } = context;
    let useful = useful_cells(board, distances, analysis.origins());
    !may_be_counted(log2_choices(useful, board.boxes().len())) && floor_kind(board) != FloorKind::Dense
}

/// The state of the attempt of one configuration.
enum EntryState<'s, 'b> {
    Packing(Box<PackingAttempt<'s, 'b>>),
    Bidirectional(BidirectionalConfig),
    /// The attempt has been given up.
    Over,
}

impl EntryState<'_, '_> {
    /// The part of its task that it has done at best, in thousandths; `None` if it is not resumed.
    fn progress(&self) -> Option<u64> {
        let Self::Packing(attempt) = self else { return None };
        attempt.progress()
    }

    /// Whether it keeps its states between turns.
    fn keeps_memory(&self) -> bool {
        matches!(self, Self::Packing(_))
    }
}

/// The memory that an attempt has and that is free is divided into so many parts at most, and the attempt may use one. Most
/// attempts need little for long, so one part for each attempt would end those with many successors early. If all grow alike,
/// each gets nearly an equal part nevertheless.
const MAX_MEMORY_PARTS: u64 = 4;

/// How many random turns may have too little memory, one after the other. Short ones need less than long ones.
const MAX_TURNS_WITHOUT_MEMORY: u32 = 8;

/// How many random turns are enough, if no other attempt is left.
const MAX_RANDOM_TURNS: usize = 10_000;

/// The maximum number of rounds.
const MAX_ROUNDS: u32 = 40;

/// The attempts, and whose turn is next.
pub(super) struct PlanAttempts<'s, 'b> {
    context: &'b Context<'b>,
    spaces: &'s [AttemptSpace<'b>],
    entries: Vec<EntryState<'s, 'b>>,
    order: TurnOrder,
    plans: PlanSearches<'s, 'b>,
    random: RandomAttempts<'s, 'b>,
    /// How many of the last ones had too little memory, once no other attempt is left.
    turns_without_memory: u32,
}

impl<'s, 'b> PlanAttempts<'s, 'b> {
    /// The attempts of `configurations`, with an unused space for each; `plan_spaces` has two empty cells for each.
    pub(super) fn new(
        context: &'b Context<'b>,
        configurations: &[Configuration],
        spaces: &'s [AttemptSpace<'b>],
        plan_spaces: &'s PlanSpaces<'b>,
        random_spaces: &'s RandomSpaces<'b>,
    ) -> Self {
        let name = |number: usize| format!("{} of {}", number + 1, configurations.len());
        let entry = |(number, &configuration): (usize, &Configuration)| match configuration {
            Configuration::Packing(configuration) => {
                EntryState::Packing(Box::new(PackingAttempt::new(name(number), configuration)))
            }
            Configuration::Bidirectional(configuration) => EntryState::Bidirectional(configuration),
        };
        let entries: Vec<_> = configurations.iter().enumerate().map(entry).collect();
        let classes = configurations.iter().map(|configuration| match configuration {
            Configuration::Packing(_) => Class::Resumed,
            Configuration::Bidirectional(_) => Class::BothSides,
        });
        let order = TurnOrder::new(&classes.collect::<Vec<_>>(), prefers_resumed(context));
        let plans = PlanSearches::new(context.analysis, plan_spaces);
        let random = RandomAttempts::new(context, random_spaces);
        Self { context, spaces, entries, order, plans, random, turns_without_memory: 0 }
    }

    /// Runs the turn of the next attempt. Gives up if all attempts have, and random ones, too, if there are any.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<TurnResult, Stop> {
        if self.order.round() >= MAX_ROUNDS {
            return Ok(TurnResult::GivenUp);
        }
        if self.entries.iter().all(|entry| matches!(entry, EntryState::Over)) {
            let has_random_turns = self.entries.len() > 1 && self.random.turns() < MAX_RANDOM_TURNS;
            // Their first turns need little memory, so there may be enough for them.
            return if has_random_turns {
                self.random_turn_with_little_memory(budget)
            } else {
                Ok(TurnResult::GivenUp)
            };
        }
        let entries = &self.entries;
        let Some((turn, class)) = self.order.next(|number| entries[number].progress()) else {
            return Ok(TurnResult::GivenUp);
        };
        let before = budget.statistics();
        let result = match turn {
            Turn::Attempt { number, turns } => {
                let result = self.attempt_turn(number, turns, budget)?;
                if matches!(result, TurnResult::GivenUp) {
                    self.entries[number] = EntryState::Over;
                    self.order.remove(number);
                }
                result
            }
            Turn::Random => self.random.turn(&mut self.plans, budget)?,
        };
        let now = budget.statistics();
        self.order.spend(class, effort_of(now.expanded - before.expanded, now.generated - before.generated));
        // Other kinds of search may have the next turn: what was given up may have taken long.
        Ok(if matches!(result, TurnResult::GivenUp) { TurnResult::Paused } else { result })
    }

    /// Runs a turn of an attempt, which has had `turns` before.
    fn attempt_turn(&mut self, number: usize, turns: u32, budget: &mut Budget<'_>) -> Result<TurnResult, Stop> {
        // One part of the memory is for attempts that keep no states.
        let keeping = self.entries.iter().filter(|entry| entry.keeps_memory()).count() as u64;
        match &mut self.entries[number] {
            EntryState::Packing(attempt) => {
                let parts = (keeping + 1).min(MAX_MEMORY_PARTS);
                let memory = budget.memory_left().map(|free| (free + attempt.allotment.used()) / parts);
                let turn = first_turn(self.context.board, attempt.configuration.first_turn) << turns;
                attempt.find_plan(&mut self.plans, turn, budget)?;
                if let Some(other) = self.same_search(number) {
                    budget
                        .note(|| format!("attempt {} of {}: as attempt {}", number + 1, self.spaces.len(), other + 1));
                    return Ok(TurnResult::Paused);
                }
                let EntryState::Packing(attempt) = &mut self.entries[number] else { return Ok(TurnResult::Paused) };
                attempt.run(self.context, &self.spaces[number], turn, memory, budget)
            }
            EntryState::Bidirectional(configuration) => {
                let name = format!("{} of {}", number + 1, self.spaces.len());
                configuration.run_turn(self.context, &name, turns, budget)
            }
            EntryState::Over => Ok(TurnResult::GivenUp),
        }
    }

    /// The first attempt that searches as the attempt `number` does, if it comes before that: with the same plan, or
    /// both without one, and the same features.
    fn same_search(&self, number: usize) -> Option<usize> {
        let search = |entry: &EntryState<'_, '_>| match entry {
            EntryState::Packing(attempt) => Some((attempt.plan.clone(), attempt.options())),
            EntryState::Bidirectional(_) | EntryState::Over => None,
        };
        let same = search(&self.entries[number]);
        self.entries[..number].iter().position(|entry| search(entry) == same)
    }

    /// Runs a random attempt for one turn. Gives up if there is too little memory in several turns, one after the other.
    fn random_turn_with_little_memory(&mut self, budget: &mut Budget<'_>) -> Result<TurnResult, Stop> {
        let result = self.random.turn(&mut self.plans, budget)?;
        if !matches!(result, TurnResult::GivenUp) {
            self.turns_without_memory = 0;
            return Ok(result);
        }
        self.turns_without_memory += 1;
        let may_go_on = self.turns_without_memory < MAX_TURNS_WITHOUT_MEMORY;
        Ok(if may_go_on { TurnResult::Paused } else { TurnResult::GivenUp })
    }
}

// The order of the turns of plan attempts.
//
// Attempts are of three classes: those that are resumed, those from both sides, and random ones. The first turns go to
// the first attempts that are resumed; after these, the next turn goes to the class that has used the smallest part of
// its share of the effort. So none of them waits for another that never ends: each class alone solves levels on which the
// others fail.
//
// Within the first two classes turns come in rounds. In its `n`-th turn, from 0, an attempt gets `2^n` times the
// expansions of its first one. In the first round, every attempt has one turn, in the order of the configurations.
// Before each further round, the attempts that are resumed are compared by their progress, and the few that lead go
// first, with two turns: that of this round and that of the next one. The other attempts follow in their order.
//
// Measured on 15 levels that an attempt along a plan solved in its second turn or later: of the 14 attempts, the
// one that solved the level had the greatest or second greatest progress before that turn on 7 of them, and its
// median rank was 3.

/// The number of attempts that go first.
const LEADERS: usize = 2;

/// The turns of attempts that are resumed before effort is divided by class.
const FIRST_TURNS: u32 = 4;

/// A class of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An attempt along a plan, which is resumed.
    Resumed,
    /// An attempt from both sides.
    BothSides,
    /// A random attempt.
    Random,
}

impl Class {
    const ALL: [Self; 3] = [Self::Resumed, Self::BothSides, Self::Random];
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// That of an attempt, which has had `turns` before.
    Attempt { number: usize, turns: u32 },
    /// That of a random attempt.
    Random,
}

/// The turns of each class, and the effort that they took.
#[derive(Clone, Debug)]
pub(super) struct TurnOrder {
    resumed: Rounds,
    both_sides: Rounds,
    has_random: bool,
    /// The turns of attempts that are resumed, up to [`FIRST_TURNS`].
    first_turns: u32,
    /// The effort spent on each class, and its share.
    spent: [u64; 3],
    shares: [u64; 3],
}

/// The shares of the classes, and those where attempts that are resumed are preferred (`prefers_resumed`). These are large
/// levels, which need long attempts along a plan: with equal shares, five of 175 hand-made levels (those five have 109 to
/// 261 cells) are no longer solved within 10 s, and with 2:1:1 four of 64 that take more than 2 s, without a gain.
const EQUAL_SHARES: [u64; 3] = [1, 1, 1];
const MOSTLY_RESUMED: [u64; 3] = [4, 1, 1];

impl TurnOrder {
    /// `classes`: that of each attempt, [`Class::Resumed`] or [`Class::BothSides`]. There are random ones, too, unless
    /// there is only one attempt.
    pub(super) fn new(classes: &[Class], prefers_resumed: bool) -> Self {
        let of = |class| Rounds::new((0..classes.len()).filter(|&number| classes[number] == class).collect());
        Self {
            resumed: of(Class::Resumed),
            both_sides: of(Class::BothSides),
            has_random: classes.len() > 1,
            first_turns: 0,
            spent: [0; 3],
            shares: if prefers_resumed { MOSTLY_RESUMED } else { EQUAL_SHARES },
        }
    }

    /// The number of the present round, from 0, of the class that is ahead.
    pub(super) fn round(&self) -> u32 {
        self.resumed.round().max(self.both_sides.round())
    }

    /// Adds effort spent on a class.
    pub(super) fn spend(&mut self, class: Class, effort: u64) {
        self.spent[class as usize] += effort.max(1);
    }

    /// Takes an attempt out that has been given up.
    pub(super) fn remove(&mut self, number: usize) {
        self.resumed.remove(number);
        self.both_sides.remove(number);
    }

    /// The next turn, and its class; `None` if no attempt is left. `progress` gives the progress of an attempt; more is
    /// better.
    pub(super) fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Option<(Turn, Class)> {
        let is_left = |class: &Class| match class {
            Class::Resumed => !self.resumed.is_empty(),
            Class::BothSides => !self.both_sides.is_empty(),
            Class::Random => self.has_random,
        };
        let left = Class::ALL.into_iter().filter(is_left);
        let class = if self.first_turns < FIRST_TURNS && !self.resumed.is_empty() {
            Class::Resumed
        } else {
            left.min_by_key(|&class| self.spent[class as usize] / self.shares[class as usize])?
        };
        let turn = match class {
            Class::Resumed => {
                self.first_turns = FIRST_TURNS.min(self.first_turns + 1);
                self.resumed.next(progress)
            }
            // They keep no states, so there is nothing to lead by.
            Class::BothSides => self.both_sides.next(|_| None),
            Class::Random => Turn::Random,
        };
        Some((turn, class))
    }
}

/// The turns of the present round of a class, and how many each attempt has had.
#[derive(Clone, Debug)]
struct Rounds {
    /// `None` before the first round.
    round: Option<u32>,
    /// The attempts that are left, with the number of their turns.
    attempts: Vec<(usize, u32)>,
    /// The attempts whose turns are left in this round, the next one last.
    queue: Vec<usize>,
}

impl Rounds {
    fn new(attempts: Vec<usize>) -> Self {
        let attempts = attempts.into_iter().map(|number| (number, 0)).collect();
        Self { round: None, attempts, queue: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.attempts.is_empty()
    }

    fn round(&self) -> u32 {
        self.round.unwrap_or(0)
    }

    fn remove(&mut self, number: usize) {
        self.attempts.retain(|&(attempt, _)| attempt != number);
        self.queue.retain(|&attempt| attempt != number);
    }

    /// The next turn. Begins a new round if the present one is over. There is an attempt.
    fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Turn {
        if self.queue.is_empty() {
            self.begin_round(progress);
        }
        let number = self.queue.pop().unwrap_or(self.attempts[0].0);
        let mut had = 0;
        for (attempt, turns) in &mut self.attempts {
            if *attempt == number {
                had = *turns;
                *turns += 1;
            }
        }
        Turn::Attempt { number, turns: had }
    }

    fn begin_round(&mut self, progress: impl Fn(usize) -> Option<u64>) {
        let round = self.round.map_or(0, |round| round + 1);
        self.round = Some(round);
        let mut leaders: Vec<(usize, u32)> = Vec::new();
        if round > 0 {
            leaders.extend(self.attempts.iter().filter(|&&(number, _)| progress(number).is_some()));
            leaders.sort_by_key(|&(number, _)| Reverse(progress(number)));
            leaders.truncate(LEADERS);
        }
        let mut order = Vec::new();
        for &(leader, turns) in &leaders {
            let ahead = (round + 2).saturating_sub(turns);
            order.extend((0..ahead).map(|_| leader));
        }
        // A former leader has had its turn of this round.
        let others = self.attempts.iter().filter(|attempt| attempt.1 <= round && !leaders.contains(attempt));
        order.extend(others.map(|&(number, _)| number));
        order.reverse();
        self.queue = order;
    }
}

#[cfg(test)]
mod same_search_tests {
    use std::cell::OnceCell;

    use super::*;
    use crate::{
        board::Board,
        bounds::{Distances, tests::random_level},
        deadlock::Rules,
        fess::{LevelAnalysis, PackingPlan},
        solver::configurations::CONFIGURATIONS,
    };

    #[test]
    fn an_attempt_repeats_an_earlier_one_with_the_same_plan_and_features() {
        let board = Board::new(&random_level(1, 6));
        let budget = &mut Budget::unlimited();
        let distances = Distances::new(&board, budget).expect("no limit");
        let rules = Rules::for_pushes();
        let analysis = LevelAnalysis::new(&board, &distances, rules, budget).expect("no limit");
        let settings = lurd_engine::program::search::Settings::default();
        let context = Context { board: &board, distances: &distances, settings: &settings, analysis: &analysis, rules };
        let spaces: Vec<_> = CONFIGURATIONS.iter().map(|_| AttemptSpace::default()).collect();
        let plan_spaces: Vec<_> = (0..2 * CONFIGURATIONS.len()).map(|_| OnceCell::new()).collect();
        let random_spaces = RandomSpaces::default();
        let mut attempts = PlanAttempts::new(&context, CONFIGURATIONS, &spaces, &plan_spaces, &random_spaces);
        // The first and the third differ in their plans only, the second in its features, too.
        assert_eq!([0, 1, 2].map(|number| attempts.same_search(number)), [None, None, Some(0)]);
        let give_plan = |attempts: &mut PlanAttempts<'_, '_>, number: usize, goal| {
            let EntryState::Packing(attempt) = &mut attempts.entries[number] else { panic!("it follows a plan") };
            attempt.plan = Some(PackingPlan::from_backward(&[(goal, None)]));
        };
        give_plan(&mut attempts, 0, 1);
        assert_eq!(attempts.same_search(2), None);
        give_plan(&mut attempts, 2, 2);
        assert_eq!(attempts.same_search(2), None);
        give_plan(&mut attempts, 2, 1);
        assert_eq!(attempts.same_search(2), Some(0));
        // The other one has been given up.
        attempts.entries[0] = EntryState::Over;
        assert_eq!(attempts.same_search(2), None);
    }

    #[test]
    fn without_a_plan_the_walk_to_its_next_step_makes_no_difference() {
        let Configuration::Packing(first) = CONFIGURATIONS[0] else { panic!("it follows a plan") };
        assert!(first.options.counts_player_walk);
        let mut attempt = PackingAttempt::new(String::new(), first);
        assert!(!attempt.options().counts_player_walk);
        attempt.plan = Some(PackingPlan::default());
        assert!(attempt.options().counts_player_walk);
    }
}

#[cfg(test)]
mod turn_order_tests {
    use super::*;

    fn round(rounds: &mut Rounds, progress: &[Option<u64>]) -> Vec<(usize, u32)> {
        let mut turns = Vec::new();
        loop {
            if let Turn::Attempt { number, turns: had } = rounds.next(|number| progress[number]) {
                turns.push((number, had));
            }
            if rounds.queue.is_empty() {
                return turns;
            }
        }
    }

    #[test]
    fn leaders_go_first_and_one_round_ahead() {
        let mut rounds = Rounds::new((0..5).collect());
        let progress = [Some(3), None, Some(7), Some(7), Some(1)];
        assert_eq!(round(&mut rounds, &progress), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(round(&mut rounds, &progress), [(2, 1), (2, 2), (3, 1), (3, 2), (0, 1), (1, 1), (4, 1)]);
        // The lead changes: the former leader has had its turn of this round.
        let progress = [Some(9), None, Some(7), Some(2), Some(1)];
        assert_eq!(round(&mut rounds, &progress), [(0, 2), (0, 3), (2, 3), (1, 2), (4, 2)]);
        assert_eq!(rounds.round(), 2);
    }

    #[test]
    fn no_attempt_waits_for_longer_than_a_round() {
        let mut rounds = Rounds::new((0..17).collect());
        for at in 0..8_u64 {
            let progress: Vec<_> = (0..17_u64).map(|number| Some(number * 31 % 17 * (at + 1) % 13)).collect();
            round(&mut rounds, &progress);
            assert!(rounds.attempts.iter().all(|attempt| attempt.1 > rounds.round()), "{:?}", rounds.attempts);
            assert!(rounds.attempts.iter().all(|attempt| attempt.1 <= rounds.round() + 2), "{:?}", rounds.attempts);
        }
    }

    #[test]
    fn after_the_first_turns_the_class_with_the_least_effort_is_next() {
        let [resumed, both] = [Class::Resumed, Class::BothSides];
        let mut order = TurnOrder::new(&[resumed, both, resumed, resumed, both, resumed, resumed], false);
        let mut attempts = Vec::new();
        for turn in 0..FIRST_TURNS {
            let (next, class) = order.next(|_| None).expect("attempts are left");
            assert_eq!(class, resumed, "turn {turn}");
            attempts.push(next);
            order.spend(class, 100);
        }
        assert_eq!(attempts, [0, 2, 3, 5].map(|number| Turn::Attempt { number, turns: 0 }));
        let mut spent = [u64::from(FIRST_TURNS) * 100, 0, 0];
        for turn in 0..200 {
            let (next, class) = order.next(|_| None).expect("attempts are left");
            assert_eq!(spent[class as usize], spent.into_iter().min().expect("three"), "turn {turn}");
            assert_eq!(next == Turn::Random, class == Class::Random);
            let effort = 30 * (turn % 7);
            order.spend(class, effort);
            spent[class as usize] += effort.max(1);
        }
    }

    #[test]
    fn attempts_that_are_resumed_get_most_effort_where_they_are_preferred() {
        let mut order = TurnOrder::new(&[Class::Resumed, Class::BothSides], true);
        let mut spent = [0; 3];
        for _ in 0..600 {
            let (_, class) = order.next(|_| None).expect("attempts are left");
            order.spend(class, 100);
            spent[class as usize] += 1;
        }
        assert_eq!(spent, [400, 100, 100]);
    }

    #[test]
    fn attempts_that_were_given_up_have_no_turn() {
        let mut order = TurnOrder::new(&[Class::Resumed, Class::BothSides, Class::Resumed], false);
        for number in 0..3 {
            order.next(|_| Some(1));
            order.remove(number);
        }
        for _ in 0..5 {
            let (turn, class) = order.next(|_| Some(1)).expect("random ones are left");
            assert_eq!((turn, class), (Turn::Random, Class::Random));
            order.spend(class, 1000);
        }
    }

    #[test]
    fn a_single_attempt_has_all_turns() {
        let mut order = TurnOrder::new(&[Class::Resumed], true);
        let turns: Vec<_> = (0..3).map(|_| order.next(|_| None).expect("one is left").0).collect();
        assert_eq!(turns, [0, 1, 2].map(|turns| Turn::Attempt { number: 0, turns }));
        order.remove(0);
        assert!(order.next(|_| None).is_none());
    }
}
