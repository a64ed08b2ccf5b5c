//! What a person meets along an answer: choices, dead ends, and pushes that seem to lead away from the goals.

use crate::board::Board;
use crate::deadlock::Rules;
use crate::spaces::PushSpace;
use crate::state::Push;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::space::{DEAD_END, Heuristic, Space, Successors};

/// Counts along an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerPath {
    pub(super) pushes: u64,
    pub(super) box_changes: u64,
    /// The pushes that are possible, summed over all positions in which the answer pushes.
    choices: u64,
    /// Those of them after which the rules prove that there is no solution.
    dead_ends: u64,
    pub(super) counter_intuitive: u64,
}

impl AnswerPath {
    /// Walks along `pushes` from the start of `board`. O(pushes * successors) expansions.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn of(board: &Board, pushes: &[Push], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let used_before = budget.used();
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
                let is_dead =
                    children.estimate(index) == DEAD_END || (beyond.is_empty() && !pruned.is_goal(child));
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
        budget.shrink(budget.used() - used_before);
        Ok(path)
    }

    /// The mean number of pushes to choose from, in hundredths.
    pub(super) fn branching_hundredths(&self) -> u64 {
        self.choices * 100 / self.pushes.max(1)
    }

    /// The per cent of dead ends among all choices, in hundredths.
    pub(super) fn dead_ends_hundredths(&self) -> u64 {
        self.dead_ends * 10_000 / self.choices.max(1)
    }
}
