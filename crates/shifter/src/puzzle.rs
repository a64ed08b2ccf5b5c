//! A shifter under the traits of a puzzle: text, objectives, strategies, answers, metrics and buttons.

use std::fmt::Display;

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    search::{self, Searched, Settings, Strategy},
    space::Space,
};
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{
    self, Answer, Buttons, CensusOptions, Ending, Fit, Instructions, KnownAnswer, Metric, Misread, Objective, OnBetter,
    Position, Puzzle, Rating, Report, StateSpaceStats, StepText, Unanswered,
};

use super::{
    census, gamepad,
    instance::{NAME, ShifterPuzzle},
    notation::steps,
    play::{controls::ShifterPosition, instructions},
    rating,
    rules::{Moves, Shift, Slide, join},
    solver::{auto, presses},
    spaces::button_space::{ButtonShiftSpace, Press, shifts_among},
};

#[cfg(feature = "layout-files")]
use super::gamepad::Pad;

impl Puzzle for ShifterPuzzle {
    fn kind(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> Option<&str> {
        self.title()
    }

    fn id(&self) -> String {
        let board = |board| self.labels().rows(board).join("/");
        let locked = self.source().locks();
        let locked = if locked.is_empty() { String::new() } else { format!(" locked: {locked}") };
        format!("{} -> {}{locked}", board(self.source()), board(self.target()))
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.title().map(str::to_owned).into_iter().collect();
        for (word, board) in [("source:", self.source()), ("target:", self.target())] {
            lines.push(word.to_owned());
            lines.extend(self.labels().rows(board));
        }
        if !self.source().locks().is_empty() {
            lines.push(format!("locked: {}", self.source().locks()));
        }
        lines.join("\n") + "\n"
    }

    fn whole(&self) -> String {
        // The presses are counted by the layout.
        format!("{} {:?} {:?}", self.id(), self.pad(), self.lit_after(&[]))
    }

    fn objectives(&self) -> &'static [Objective] {
        OBJECTIVES
    }

    fn strategies(&self, objective: &Objective, _: &mut Budget<'_>) -> Vec<Fit> {
        let Some(moves) = moves(objective) else { return puzzle::fits(&self.button_space()) };
        match self.packed(moves) {
            Some(space) => puzzle::fits(&space),
            None => puzzle::fits(&self.byte_space(moves)),
        }
    }

    fn solve(&self, objective: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        let why = || self.exhausted_reason();
        if let (true, Some(reason)) = (choice != Strategy::Auto, self.unsolvable_reason()) {
            // Whatever the strategy: some would not end.
            let ending = Err(Unanswered::unsolvable(reason));
            return Report::new(choice, ending, budget);
        }
        let Some(moves) = moves(objective) else {
            let report = if choice == Strategy::Auto {
                presses::solve(self, settings, budget)
            } else {
                let write = |presses: &[Press]| join(shifts_among(presses));
                puzzle::solve_by_search(&self.button_space(), choice, settings, budget, write, why)
            };
            return Report { ending: report.ending.map(|answer| with_presses_of_text(self, answer)), ..report };
        };
        if choice == Strategy::Auto {
            return auto::solve(self, moves, budget);
        }
        let write = |slides: &[Slide]| join(slides);
        if let Some(space) = self.packed(moves) {
            return puzzle::solve_by_search(&space, choice, settings, budget, write, why);
        }
        puzzle::solve_by_search(&self.byte_space(moves), choice, settings, budget, write, why)
    }

    fn optimise(
        &self,
        objective: &Objective,
        known: &[KnownAnswer],
        settings: &Settings,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Report {
        let words = known.first().map_or_else(Vec::new, |best| StepText::words(self, &best.solution));
        let solve = |budget: &mut Budget<'_>| self.solve(objective, Strategy::Auto, settings, budget);
        let shifts = steps::shifts(&words);
        auto::optimise(self, moves(objective), &shifts, known, budget, on_better, solve)
    }

    #[cfg(feature = "commands")]
    fn all_optimal(
        &self,
        objective: &Objective,
        cost: Cost,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Ending<()> {
        let Some(moves) = moves(objective) else {
            let space = self.button_space();
            return list(&ButtonShiftSpace(&space), cost, budget, found);
        };
        match self.packed(moves) {
            Some(space) => list(&space, cost, budget, found),
            None => list(&self.byte_space(moves), cost, budget, found),
        }
    }

    #[cfg(feature = "commands")]
    fn census(
        &self,
        objective: &Objective,
        options: CensusOptions<'_>,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        census::statistics(self, moves(objective), options, budget)
    }

    #[cfg(feature = "commands")]
    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating> {
        rating::rate(self, budget)
    }

    #[cfg(feature = "layout-files")]
    fn with_pad(&self, text: &str) -> Option<Result<Box<dyn Puzzle>, Diagnostic>> {
        Some(Pad::read(text).map(|pad| Box::new(self.played_with(pad)) as _))
    }

    fn pad_names(&self) -> &'static [&'static str] {
        gamepad::NAMES
    }

    fn with_built_in_pad(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.played_with(gamepad::layout(name)?)))
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

    fn steps_otherwise(&self, text: &str) -> Option<(&'static str, String)> {
        let less = |step: StepText| {
            let (direction, line) = step.word.split_once(' ')?;
            Some(format!("{direction} {}", line.parse::<usize>().ok()?.checked_sub(1)?))
        };
        let steps: Option<Vec<_>> = steps::read_steps(text).ok()?.into_iter().map(less).collect();
        Some(("counted from 1", self.join_steps(&steps?)))
    }

    fn join_steps(&self, steps: &[String]) -> String {
        join(steps)
    }

    fn metrics(&self, steps: &[String]) -> Vec<Metric> {
        metrics(self, &steps::shifts(steps))
    }

    fn buttons(&self, steps: &[String]) -> Option<Buttons> {
        Some(instructions::buttons(self, &steps::shifts(steps)))
    }

    fn instructions(&self, steps: &[String]) -> Instructions {
        instructions::instructions(self, &steps::shifts(steps))
    }
}

/// The answer with the cost of its text. The text has the shifts only, so presses that move the
/// lit lines to no purpose, which the plans of some strategies have, are left out of it.
fn with_presses_of_text(puzzle: &ShifterPuzzle, answer: Answer) -> Answer {
    let Ok(steps) = steps::read_steps(&answer.solution) else { return answer };
    let words: Vec<String> = steps.into_iter().map(|step| step.word).collect();
    let cost = puzzle.press_cost(&steps::shifts(&words));
    answer.with_cost_of_text(Cost::try_from(cost).unwrap_or(Cost::MAX))
}

/// Appends all optimal answers in `space`; `follows` says which action may follow which.
fn list<S: Searched + Space<Action: Display>>(
    space: &S,
    cost: Cost,
    budget: &mut Budget<'_>,
    found: &mut Vec<String>,
) -> Ending<()> {
    let Some(backward) = space.backward() else {
        return Err(Unanswered::unsupported("the target is too many boards to list all answers"));
    };
    let mut visit = |actions: &[S::Action], budget: &mut Budget<'_>| -> Result<(), Stop> {
        let answer = join(actions);
        budget.grow((answer.len() + 2 * size_of::<String>()) as u64)?;
        found.push(answer);
        Ok(())
    };
    Ok(search::each_optimal(space, Some(backward), cost, budget, &mut visit)?)
}

// What can be minimized, and the metrics of an answer.

/// The objectives. The cost under each is one of the metrics.
pub(crate) const OBJECTIVES: &[Objective] = &[
    Objective { name: "shifts", metric: "shifts", summary: "fewest shifts by one cell" },
    Objective { name: "grouped", metric: "grouped_shifts", summary: "a shift by several cells is one move" },
    Objective { name: "buttons", metric: "presses", summary: "fewest presses of the gamepad layout" },
];

/// What counts as one move under an objective; `None` for presses.
pub(crate) fn moves(objective: &Objective) -> Option<Moves> {
    match objective.metric {
        "shifts" => Some(Moves::Single),
        "grouped_shifts" => Some(Moves::Grouped),
        _ => None,
    }
}

/// The metrics of these shifts, in the order in which they are listed.
pub(crate) fn metrics(puzzle: &ShifterPuzzle, shifts: &[Shift]) -> Vec<Metric> {
    let grouped = shifts.chunk_by(|one, next| one == next).count();
    vec![
        Metric { name: "shifts", value: shifts.len() as u64 },
        Metric { name: "grouped_shifts", value: grouped as u64 },
        Metric { name: "presses", value: puzzle.press_cost(shifts) },
    ]
}
