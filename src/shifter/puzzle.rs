//! A shifter as a puzzle: its wishes, its plan, its answers as text, metrics and buttons.

use std::sync::Arc;

use super::board::{Board, Shift};
use super::labels::Labels;
use super::packed::Packed;
use super::position::ShifterPosition;
use super::wide::Wide;
use super::{gamepad, obstacle, steps};
use crate::budget::Budget;
use crate::puzzle::{self, Buttons, Fit, Metric, Misread, Position, Puzzle, Report, StepText, Wish};
use crate::search::{self, Searched, Settings, Strategy};

/// What can be wished for. What each wish costs is one of the metrics.
pub const WISHES: &[Wish] =
    &[Wish { name: "shifts", metric: "shifts", summary: "fewest shifts by one cell" }];

/// A number that can be read off a replayed solution.
struct Measure {
    name: &'static str,
    value: fn(&ShifterPuzzle, &[Shift]) -> usize,
}

/// The metrics of a solution, in the order in which they are listed.
const METRICS: &[Measure] = &[
    Measure { name: "shifts", value: |_, shifts| shifts.len() },
    Measure { name: "grouped_shifts", value: |_, shifts| grouped(shifts) },
    Measure { name: "presses", value: |puzzle, shifts| puzzle.presses(shifts).len() },
];

/// The number of moves if a shift of one line by several cells counts as one.
fn grouped(shifts: &[Shift]) -> usize {
    shifts.chunk_by(|one, next| one == next).count()
}

/// A shifter: a source, a target of the same shape and colours, and the names of the colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShifterPuzzle {
    title: Option<String>,
    source: Board,
    target: Arc<Board>,
    labels: Arc<Labels>,
}

impl ShifterPuzzle {
    /// A puzzle whose boards a notation has checked.
    pub(super) fn new(title: Option<String>, source: Board, target: Board, labels: Labels) -> Self {
        Self { title, source, target: Arc::new(target), labels: Arc::new(labels) }
    }

    /// The same puzzle with another source.
    pub(super) fn starting_at(&self, source: Board) -> Self {
        Self { source, ..self.clone() }
    }

    /// The board at the start.
    #[must_use]
    pub fn source(&self) -> &Board {
        &self.source
    }

    /// The board to reach.
    #[must_use]
    pub fn target(&self) -> &Board {
        &self.target
    }

    /// The names of the colours.
    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Why it has no solution, if that can be told without a search.
    #[must_use]
    pub fn obstacle(&self) -> Option<String> {
        obstacle::obstacle(&self.source, &self.target)
    }

    fn presses(&self, shifts: &[Shift]) -> Vec<&'static str> {
        gamepad::presses(shifts, self.source.rows(), self.source.columns())
    }

    fn is_packed(&self) -> bool {
        Packed::fits(&self.source) && Packed::fits(&self.target)
    }

    /// The space for `u64`, if the board [fits](Packed::fits).
    #[must_use]
    pub fn packed(&self) -> Option<Packed> {
        let blocked = self.obstacle().is_some();
        self.is_packed().then(|| Packed::new(&self.source, &self.target, blocked))
    }

    /// The space for any board.
    #[must_use]
    pub fn wide(&self) -> Wide {
        Wide::new(&self.source, &self.target, self.obstacle().is_some())
    }

    fn solve_in<S: Searched<Action = Shift>>(
        &self,
        space: &S,
        choice: Strategy,
        settings: Settings,
        budget: &mut Budget<'_>,
    ) -> Report {
        let strategy = match choice {
            // Its estimate knows the obstacle, so that the proof takes no expansion.
            Strategy::Auto if self.obstacle().is_some() => Strategy::Astar,
            Strategy::Auto => search::choose(space),
            named => named,
        };
        let write = |shifts: &[Shift]| join(shifts.iter().map(ToString::to_string));
        let why = || {
            self.obstacle()
                .unwrap_or_else(|| "no position that can be reached from the source is the target".to_owned())
        };
        puzzle::solve_by_search(space, strategy, &settings, budget, write, why)
    }
}

/// Shifts as the text of an answer.
fn join(steps: impl Iterator<Item = String>) -> String {
    steps.collect::<Vec<_>>().join(", ")
}

impl Puzzle for ShifterPuzzle {
    fn kind(&self) -> &'static str {
        super::NAME
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn id(&self) -> String {
        let board = |board| self.labels.rows(board).join("/");
        format!("{} -> {}", board(&self.source), board(&self.target))
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.title.iter().cloned().collect();
        lines.push("source:".to_owned());
        lines.extend(self.labels.rows(&self.source));
        lines.push("target:".to_owned());
        lines.extend(self.labels.rows(&self.target));
        lines.join("\n") + "\n"
    }

    fn wishes(&self) -> &'static [Wish] {
        WISHES
    }

    fn strategies(&self, _: &Wish, _: &mut Budget<'_>) -> Vec<Fit> {
        match self.packed() {
            Some(space) => puzzle::fits(&space),
            None => puzzle::fits(&self.wide()),
        }
    }

    fn solve(&self, _: &Wish, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        match self.packed() {
            Some(space) => self.solve_in(&space, choice, *settings, budget),
            None => self.solve_in(&self.wide(), choice, *settings, budget),
        }
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(ShifterPosition::new(self.clone()))
    }

    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        steps::read_steps(text)
    }

    fn join_steps(&self, steps: &[String]) -> String {
        join(steps.iter().cloned())
    }

    fn metrics(&self, steps: &[String]) -> Vec<Metric> {
        let shifts = steps::shifts(steps);
        let metric =
            |measure: &Measure| Metric { name: measure.name, value: (measure.value)(self, &shifts) as u64 };
        METRICS.iter().map(metric).collect()
    }

    fn buttons(&self, steps: &[String]) -> Option<Buttons> {
        let presses = self.presses(&steps::shifts(steps));
        Some(Buttons { profile: gamepad::PROFILE, presses: presses.into_iter().map(str::to_owned).collect() })
    }
}
