//! The six metrics of solutions.
//!
//! Let step `i` go in direction `d(i)` and, if it pushes, push box `b(i)`:
//!
//! * **moves**: all steps; **pushes**: the steps that push.
//! * **box lines**: pushes that are first, or follow a step that did not push, or go in another direction
//!   than the previous step.
//! * **box changes**: pushes that are first or push another box than the previous push, regardless of steps
//!   between.
//! * **pushing sessions**: pushes that are first or follow a step that did not push.
//! * **player lines**: sequences of steps in one direction, pushes or not.
//!
//! A frequently copied page about solution formats has pseudo-code that counts a box change when the player is *not*
//! on the square that the last pushed box left. After a push the player always is, so that condition is never true
//! and the count stays 0. The intended comparison is between the box about to be pushed and the square where the last
//! pushed box stopped; comparing the boxes themselves, as here, is equivalent. (Its comment "no change of the box"
//! contradicts that branch; its "the first push counts" is correct and followed here.)
//!
//! YASC counts box lines differently: a line ends where another box is pushed or the direction differs from
//! that of the last *push*, so a walk away and back does not end it. lurd counts as the format defines it.

use std::sync::Arc;

use lurd_puzzle::puzzle::Metric;

use crate::{
    direction::Direction,
    level::Level,
    rules::{Blocked, Game},
};

/// A replayed step, with the data that the metrics need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedStep {
    /// The direction.
    pub direction: Direction,
    /// The box that is pushed, identified by its square at the start of the level.
    pub pushed: Option<usize>,
}

/// The metric by which solutions are compared first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primary {
    /// Moves, then pushes.
    Moves,
    /// Pushes, then moves.
    Pushes,
}

/// The six metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// The number of steps.
    pub moves: u64,
    /// The number of pushes.
    pub pushes: u64,
    /// Sequences of pushes in one direction.
    pub box_lines: u64,
    /// Changes to another box, including the first.
    pub box_changes: u64,
    /// Sequences of pushes.
    pub pushing_sessions: u64,
    /// Sequences of steps in one direction.
    pub player_lines: u64,
}

impl Metrics {
    /// Counts `steps`.
    #[must_use]
    pub fn of(steps: &[ReplayedStep]) -> Self {
        let mut metrics = Self::default();
        let mut before: Option<ReplayedStep> = None;
        let mut last_pushed = None;
        for &step in steps {
            let turns = before.is_none_or(|before| before.direction != step.direction);
            metrics.moves += 1;
            metrics.player_lines += u64::from(turns);
            if step.pushed.is_some() {
                let begins = before.is_none_or(|before| before.pushed.is_none());
                metrics.pushes += 1;
                metrics.pushing_sessions += u64::from(begins);
                metrics.box_lines += u64::from(begins || turns);
                metrics.box_changes += u64::from(last_pushed != step.pushed);
                last_pushed = step.pushed;
            }
            before = Some(step);
        }
        metrics
    }

    /// The sort key: the `primary` metric, the other one of moves and pushes, then box lines, box changes and
    /// pushing sessions.
    #[must_use]
    pub fn rank(&self, primary: Primary) -> [u64; 5] {
        let (first, second) = match primary {
            Primary::Moves => (self.moves, self.pushes),
            Primary::Pushes => (self.pushes, self.moves),
        };
        [first, second, self.box_lines, self.box_changes, self.pushing_sessions]
    }

    /// The metrics with their names in JSON.
    #[must_use]
    pub fn named(&self) -> Vec<Metric> {
        [
            ("moves", self.moves),
            ("pushes", self.pushes),
            ("box_lines", self.box_lines),
            ("box_changes", self.box_changes),
            ("pushing_sessions", self.pushing_sessions),
            ("player_lines", self.player_lines),
        ]
        .map(|(name, value)| Metric { name, value })
        .to_vec()
    }
}

/// Plays `directions` from the start of `level` and records which boxes they push.
///
/// # Errors
/// A step is illegal.
pub fn replay(
    level: &Arc<Level>,
    directions: impl IntoIterator<Item = Direction>,
) -> Result<Vec<ReplayedStep>, Blocked> {
    let mut game = Game::new(Arc::clone(level));
    let mut names: Vec<usize> = (0..level.squares()).collect();
    let mut steps = Vec::new();
    for direction in directions {
        let pushed = game.step(direction)?;
        let at = game.player();
        let pushed = level.neighbour(at, direction).filter(|_| pushed).map(|to| {
            names[to] = names[at];
            names[to]
        });
        steps.push(ReplayedStep { direction, pushed });
    }
    Ok(steps)
}
