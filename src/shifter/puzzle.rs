//! A shifter as a puzzle: its wishes, its answers as text, metrics and buttons.

use std::sync::Arc;

use super::board::{Board, Shift};
use super::buttons::{Press, Pressed, Walked};
use super::gamepad::{Lit, Pad};
use super::labels::Labels;
use super::packed::Packed;
use super::position::ShifterPosition;
use super::redundant::is_in_order;
use super::slide::{Moves, Slide};
use super::wide::Wide;
use super::{census, obstacle, plan, steps};
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::outcome::{Cost, Stop};
use crate::puzzle::{
    self, Buttons, Census, CensusFrom, Fit, Listing, Metric, Misread, NoCensus, Position, Puzzle, Report,
    StepText, Wish,
};
use crate::search::{self, Searched, Settings, Strategy};
use crate::space::Space;

/// What can be wished for. What each wish costs is one of the metrics.
pub const WISHES: &[Wish] = &[
    Wish { name: "shifts", metric: "shifts", summary: "fewest shifts by one cell" },
    Wish { name: "grouped", metric: "grouped_shifts", summary: "a shift by several cells is one move" },
    Wish { name: "buttons", metric: "presses", summary: "fewest presses of the gamepad layout" },
];

/// What counts as one move under a wish; `None` for presses.
fn moves(wish: &Wish) -> Option<Moves> {
    match wish.metric {
        "shifts" => Some(Moves::Single),
        "grouped_shifts" => Some(Moves::Grouped),
        _ => None,
    }
}

/// A number that can be read off a replayed solution.
struct Measure {
    name: &'static str,
    value: fn(&ShifterPuzzle, &[Shift]) -> usize,
}

/// The metrics of a solution, in the order in which they are listed.
const METRICS: &[Measure] = &[
    Measure { name: "shifts", value: |_, shifts| shifts.len() },
    Measure { name: "grouped_shifts", value: |_, shifts| grouped(shifts) },
    Measure {
        name: "presses",
        value: |puzzle, shifts| usize::try_from(puzzle.price(shifts)).unwrap_or(usize::MAX),
    },
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
    /// The gamepad layout, and the lines that are lit now.
    pad: Arc<Pad>,
    lit: Lit,
}

impl ShifterPuzzle {
    /// A puzzle whose boards a notation has checked.
    pub(super) fn new(title: Option<String>, source: Board, target: Board, labels: Labels) -> Self {
        let pad = Pad::default();
        let lit = pad.start(source.rows(), source.columns());
        Self { title, source, target: Arc::new(target), labels: Arc::new(labels), pad: Arc::new(pad), lit }
    }

    /// The same puzzle after `shifts`, which led to another source.
    pub(super) fn starting_at(&self, source: Board, shifts: &[Shift]) -> Self {
        let lit = self.lit_after(shifts);
        Self { source, lit, ..self.clone() }
    }

    /// The lines that are lit after `shifts`.
    pub(super) fn lit_after(&self, shifts: &[Shift]) -> Lit {
        self.pad.lit_after(shifts, self.lit, self.source.rows(), self.source.columns())
    }

    /// The gamepad layout.
    pub(super) fn pad(&self) -> &Pad {
        &self.pad
    }

    /// The same puzzle played with another gamepad layout.
    #[must_use]
    pub fn played_with(&self, pad: Pad) -> Self {
        let lit = pad.start(self.source.rows(), self.source.columns());
        Self { pad: Arc::new(pad), lit, ..self.clone() }
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
        obstacle::obstacle(&self.source, &self.target, &self.labels)
    }

    /// The reason, after a proof.
    pub(super) fn why(&self) -> String {
        self.obstacle()
            .unwrap_or_else(|| "no position that can be reached from the source is the target".to_owned())
    }

    /// The space for `u64` by single shifts, if the board [fits](Packed::fits_both).
    #[must_use]
    pub fn packed(&self) -> Option<Packed> {
        self.packed_by(Moves::Single)
    }

    /// The same by other moves.
    pub(super) fn packed_by(&self, moves: Moves) -> Option<Packed> {
        let (source, target) = (&self.source, &self.target);
        Packed::fits_both(source, target)
            .then(|| Packed::by(moves, source, target, self.obstacle().is_some()))
    }

    /// The space for any board by single shifts.
    #[must_use]
    pub fn wide(&self) -> Wide {
        self.wide_by(Moves::Single)
    }

    /// The same by other moves.
    pub(super) fn wide_by(&self, moves: Moves) -> Wide {
        Wide::by(moves, &self.source, &self.target, self.obstacle().is_some())
    }

    /// The space of presses of the gamepad.
    #[must_use]
    pub fn pressed(&self) -> Pressed {
        let blocked = self.obstacle().is_some();
        Pressed::new(&self.source, &self.target, Arc::clone(&self.pad), self.lit, blocked)
    }

    fn search<S: Searched>(
        &self,
        space: &S,
        choice: Strategy,
        settings: &Settings,
        budget: &mut Budget<'_>,
        write: impl FnOnce(&[S::Action]) -> String,
    ) -> Report {
        puzzle::solve_by_search(space, choice, settings, budget, write, || self.why())
    }

    fn solve_for_presses(&self, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        if choice == Strategy::Auto {
            return plan::solve_for_presses(self, settings, budget);
        }
        self.search(&self.pressed(), choice, settings, budget, written)
    }

    /// What the presses for these shifts cost.
    pub(super) fn price(&self, shifts: &[Shift]) -> u64 {
        self.pad.cost(shifts, self.lit, self.source.rows(), self.source.columns())
    }

    /// Appends all optimal answers in `space`.
    fn list<S: Space>(
        space: &S,
        cost: Cost,
        follows: &dyn Fn(S::Action, S::Action) -> bool,
        word: impl Fn(&S::Action) -> String,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Listing {
        let Some(backward) = space.backward() else {
            return Listing::Unsupported("the target is too many boards to list all answers".to_owned());
        };
        let mut visit = |actions: &[S::Action], budget: &mut Budget<'_>| -> Result<(), Stop> {
            let answer = join(actions.iter().map(&word));
            budget.grow((answer.len() + 2 * size_of::<String>()) as u64)?;
            found.push(answer);
            Ok(())
        };
        match search::each_optimal(space, backward, cost, follows, budget, &mut visit) {
            Ok(()) => Listing::Complete,
            Err(stop) => Listing::Stopped(stop),
        }
    }
}

/// The shifts among presses as the text of an answer.
pub(super) fn written(presses: &[Press]) -> String {
    let shift = |press: &Press| match press {
        Press::Shift(shift) => Some(shift.to_string()),
        Press::Cursor(_) => None,
    };
    join(presses.iter().filter_map(shift))
}

/// Shifts as the text of an answer.
pub(super) fn join(steps: impl Iterator<Item = String>) -> String {
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
        let locked = self.source.locks();
        let locked = if locked.is_empty() { String::new() } else { format!(" locked: {locked}") };
        format!("{} -> {}{locked}", board(&self.source), board(&self.target))
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.title.iter().cloned().collect();
        lines.push("source:".to_owned());
        lines.extend(self.labels.rows(&self.source));
        lines.push("target:".to_owned());
        lines.extend(self.labels.rows(&self.target));
        if !self.source.locks().is_empty() {
            lines.push(format!("locked: {}", self.source.locks()));
        }
        lines.join("\n") + "\n"
    }

    fn wishes(&self) -> &'static [Wish] {
        WISHES
    }

    fn strategies(&self, wish: &Wish, _: &mut Budget<'_>) -> Vec<Fit> {
        let Some(moves) = moves(wish) else { return puzzle::fits(&self.pressed()) };
        match self.packed_by(moves) {
            Some(space) => puzzle::fits(&space),
            None => puzzle::fits(&self.wide_by(moves)),
        }
    }

    fn solve(&self, wish: &Wish, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        let Some(moves) = moves(wish) else { return self.solve_for_presses(choice, settings, budget) };
        if choice == Strategy::Auto {
            return plan::solve(self, moves, budget);
        }
        let write = |slides: &[Slide]| join(slides.iter().map(ToString::to_string));
        match self.packed_by(moves) {
            Some(space) => self.search(&space, choice, settings, budget, write),
            None => self.search(&self.wide_by(moves), choice, settings, budget, write),
        }
    }

    fn all_optimal(
        &self,
        wish: &Wish,
        cost: Cost,
        canonical: bool,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Listing {
        let Some(moves) = moves(wish) else {
            // Where the lit lines go on the way is no part of an answer, and shifts that commute may
            // need different presses: each order is an answer of its own, or none.
            let in_order = |one: Shift, next: Shift| {
                let slide = |shift| Slide { shift, times: 1 };
                !canonical || is_in_order(slide(one), slide(next))
            };
            let space = self.pressed();
            return Self::list(&Walked(&space), cost, &in_order, ToString::to_string, budget, found);
        };
        let in_order = |one, next| !canonical || is_in_order(one, next);
        match self.packed_by(moves) {
            Some(space) => Self::list(&space, cost, &in_order, ToString::to_string, budget, found),
            None => Self::list(&self.wide_by(moves), cost, &in_order, ToString::to_string, budget, found),
        }
    }

    fn census(
        &self,
        wish: &Wish,
        from: CensusFrom,
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Census, NoCensus> {
        census::census(self, moves(wish), from, threads, budget)
    }

    fn with_pad(&self, text: &str) -> Option<Result<Box<dyn Puzzle>, Diagnostic>> {
        Some(Pad::read(text).map(|pad| Box::new(self.played_with(pad)) as _))
    }

    fn tells_what_is_left(&self) -> bool {
        true
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
        let (rows, columns) = (self.source.rows(), self.source.columns());
        let presses = self.pad.presses(&steps::shifts(steps), self.lit, rows, columns);
        let presses = presses.into_iter().map(str::to_owned).collect();
        let begins =
            format!("the lit row and column start at row {}, column {}", self.lit.row, self.lit.column);
        Some(Buttons { profile: self.pad.name().clone(), presses, begins: Some(begins) })
    }
}
