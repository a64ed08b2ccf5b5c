//! The order of the turns of plan attempts.
//!
//! Turns come in rounds. In its `n`-th turn, from 0, an attempt gets `2^n` times the expansions of its first one. In
//! the first round, every attempt has one turn, in the order of the configurations. Before each further round,
//! the attempts that are resumed are compared by their progress, and the few that lead go first, with two turns: that
//! of this round and that of the next one. The other attempts follow in their order. Short random turns come after the
//! first round, and then after each turn of an attempt, twice as many in each round.
//!
//! Measured on 15 levels that an attempt along a plan solved in its second turn or later: of the 14 attempts, the
//! one that solved the level had the greatest or second greatest progress before that turn on 7 of them, and its
//! median rank was 3.

use std::cmp::Reverse;

/// The number of attempts that go first.
const LEADERS: usize = 2;

/// The number of random turns after the first round.
const FIRST_RANDOM_TURNS: usize = 12;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// That of an attempt, which has had `turns` before.
    Attempt { number: usize, turns: u32 },
    /// That of a random attempt.
    Random,
}

/// The turns of the present round, and how many each attempt has had.
#[derive(Clone, Debug)]
pub(super) struct TurnOrder {
    /// `None` before the first round.
    round: Option<u32>,
    turns: Vec<u32>,
    /// The attempts whose turns are left in this round, the next one last.
    queue: Vec<usize>,
    /// The random turns before the next attempt's.
    random_turns: usize,
}

impl TurnOrder {
    pub(super) fn new(attempts: usize) -> Self {
        Self { round: None, turns: vec![0; attempts], queue: Vec::new(), random_turns: 0 }
    }

    /// The number of the present round, from 0.
    pub(super) fn round(&self) -> u32 {
        self.round.unwrap_or(0)
    }

    /// The next turn. Begins a new round if the present one is over; `progress` gives the progress of an attempt, if
    /// it is resumed; more is better.
    pub(super) fn next(&mut self, progress: impl Fn(usize) -> Option<u64>) -> Turn {
        if self.random_turns > 0 {
            self.random_turns -= 1;
            return Turn::Random;
        }
        if self.queue.is_empty() {
            self.begin_round(progress);
        }
        let number = self.queue.pop().unwrap_or(0);
        let turns = self.turns[number];
        self.turns[number] += 1;
        self.random_turns = match self.round() {
            // None where a single configuration is run.
            _ if self.turns.len() == 1 => 0,
            0 if self.queue.is_empty() => FIRST_RANDOM_TURNS,
            0 => 0,
            round => 1 << (round - 1),
        };
        Turn::Attempt { number, turns }
    }

    fn begin_round(&mut self, progress: impl Fn(usize) -> Option<u64>) {
        let round = self.round.map_or(0, |round| round + 1);
        self.round = Some(round);
        let numbers = 0..self.turns.len();
        let mut leaders: Vec<usize> = Vec::new();
        if round > 0 {
            leaders.extend(numbers.clone().filter(|&number| progress(number).is_some()));
            leaders.sort_by_key(|&number| Reverse(progress(number)));
            leaders.truncate(LEADERS);
        }
        let mut order = Vec::new();
        for &leader in &leaders {
            let ahead = (round + 2).saturating_sub(self.turns[leader]);
            order.extend((0..ahead).map(|_| leader));
        }
        // A former leader has had its turn of this round.
        order.extend(numbers.filter(|number| self.turns[*number] <= round && !leaders.contains(number)));
        order.reverse();
        self.queue = order;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(order: &mut TurnOrder, progress: &[Option<u64>]) -> Vec<(usize, u32)> {
        let mut turns = Vec::new();
        loop {
            if let Turn::Attempt { number, turns: had } = order.next(|number| progress[number]) {
                turns.push((number, had));
            }
            if order.queue.is_empty() && order.random_turns == 0 {
                return turns;
            }
        }
    }

    #[test]
    fn leaders_go_first_and_one_round_ahead() {
        let mut order = TurnOrder::new(5);
        let progress = [Some(3), None, Some(7), Some(7), Some(1)];
        assert_eq!(round(&mut order, &progress), [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(round(&mut order, &progress), [(2, 1), (2, 2), (3, 1), (3, 2), (0, 1), (1, 1), (4, 1)]);
        // The lead changes: the former leader has had its turn of this round.
        let progress = [Some(9), None, Some(7), Some(2), Some(1)];
        assert_eq!(round(&mut order, &progress), [(0, 2), (0, 3), (2, 3), (1, 2), (4, 2)]);
        assert_eq!(order.round(), 2);
    }

    #[test]
    fn no_attempt_waits_for_longer_than_a_round() {
        let mut order = TurnOrder::new(17);
        for at in 0..8_u64 {
            let progress: Vec<_> = (0..17_u64).map(|number| Some(number * 31 % 17 * (at + 1) % 13)).collect();
            round(&mut order, &progress);
            assert!(order.turns.iter().all(|&turns| turns > order.round()), "{:?}", order.turns);
            assert!(order.turns.iter().all(|&turns| turns <= order.round() + 2), "{:?}", order.turns);
        }
    }

    #[test]
    fn random_turns_come_after_the_first_round_and_then_between_the_others() {
        let mut order = TurnOrder::new(3);
        let mut kinds = Vec::new();
        while order.round() < 3 {
            kinds.push(order.next(|_| None) == Turn::Random);
        }
        // Three attempts, 12 random turns, then one after each attempt, two, and the first of the fourth round.
        let expected = [(3, 12), (1, 1), (1, 1), (1, 1), (1, 2), (1, 2), (1, 2), (1, 0)];
        let expected: Vec<bool> = expected
            .into_iter()
            .flat_map(|(attempts, random)| [vec![false; attempts], vec![true; random]].concat())
            .collect();
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_single_attempt_has_all_turns() {
        let mut order = TurnOrder::new(1);
        let turns: Vec<_> = (0..3).map(|_| order.next(|_| None)).collect();
        assert_eq!(turns, [0, 1, 2].map(|turns| Turn::Attempt { number: 0, turns }));
    }
}
