//! One puzzle that was read, and a position under its plain rules; what a solver minimizes.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    search::{Settings, Strategy},
};

use super::{
    any_space::AnySpace,
    cells::{CellRole, Controls},
    errors::{Ending, IllegalStep, Unanswered},
    rating::Rating,
    solving::{Fit, KnownAnswer, OnBetter, Report, fits_nothing},
    state_space::{CensusOptions, StateSpaceStats},
    steps::{Buttons, Instructions, Metric, Misread, StepText},
};
use crate::diagnostic::Diagnostic;

/// One puzzle that was read.
pub trait Puzzle: Send + Sync {
    /// The name of the plug-in: `sokoban`, `shifter`.
    fn kind(&self) -> &'static str;

    /// The title in the text it was read from. By default there is none.
    fn title(&self) -> Option<&str> {
        None
    }

    /// An identifier that does not depend on how the puzzle is written.
    fn id(&self) -> String;

    /// The puzzle in a notation that its plug-in reads back as the same puzzle. By default [`Puzzle::id`].
    fn text(&self) -> String {
        self.id()
    }

    /// The puzzle with all that a search for it depends on, as text: equal only for puzzles of which each solution of one
    /// is a solution of the other, with the same metrics. The results of a batch belong to it. By default
    /// [`Puzzle::text`].
    fn whole(&self) -> String {
        self.text()
    }

    /// The supported objectives; the first is the default.
    fn objectives(&self) -> &'static [Objective];

    /// The state space for this objective. [`Puzzle::strategies`], [`Puzzle::solve`], [`Puzzle::all_optimal`],
    /// [`Puzzle::census`] and [`Puzzle::rate`] use it by default; a puzzle implements it, or those of them that it
    /// supports. `budget` limits the work of building the space.
    ///
    /// # Errors
    /// The puzzle has no such space, which is the default, or the budget stopped building it.
    fn space(&self, _objective: &Objective, _budget: &mut Budget<'_>) -> Ending<Box<dyn AnySpace + '_>> {
        Err(Unanswered::unsupported(format!("the plug-in of {} puzzles has no `Puzzle::space`", self.kind())))
    }

    /// Every strategy of the registry, and whether it supports this objective. `budget` limits the work of building
    /// the state spaces for this check; if it is exceeded, that is the reason reported for every strategy. By default
    /// those that fit [`Puzzle::space`].
    fn strategies(&self, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit> {
        self.space(objective, budget).map_or_else(|why| fits_nothing(&why.to_string()), |space| space.fits())
    }

    /// The pruning rules that [`Settings::without`] can disable. Its lowest bit is for the first rule, and so on.
    fn rules(&self) -> &'static [RuleRow] {
        &[]
    }

    /// Searches for a solution. With [`Strategy::Auto`] the puzzle chooses the strategy. By default it searches
    /// [`Puzzle::space`].
    fn solve(&self, objective: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        match self.space(objective, budget) {
            Ok(space) => space.solve(choice, settings, budget),
            Err(unanswered) => Report::new(choice, Err(unanswered), budget),
        }
    }

    /// Improves known solutions until a limit of the budget is reached or the best is proved optimal. `known` has the
    /// best one first and is not empty; `on_better` receives each better solution. The answer is never worse than the
    /// best known one. By default, the puzzle is solved without using the known solutions.
    fn optimise(
        &self,
        objective: &Objective,
        known: &[KnownAnswer],
        settings: &Settings,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Report {
        if let Some(best) = known.first() {
            budget.found(best.cost);
        }
        let report = self.solve(objective, Strategy::Auto, settings, budget);
        report.not_worse_than(known, on_better)
    }

    /// Makes a certificate that there is no solution, which
    /// [`Plugin::check_certificate`](super::Plugin::check_certificate) checks without any search.
    ///
    /// # Errors
    /// This kind of puzzle has no certificates, the puzzle has a solution, or the budget stopped the search.
    fn certificate(&self, _budget: &mut Budget<'_>) -> Ending<String> {
        let kind = self.kind();
        Err(format!("there are no certificates for {kind} puzzles: Puzzle::certificate is not implemented").into())
    }

    /// Appends every answer of the proved optimal `cost` to `found`.  By default they are listed from [`Puzzle::space`].
    ///
    /// # Errors
    /// The puzzle does not support it, or the budget stopped it; there may be more answers than those in `found`.
    fn all_optimal(
        &self,
        objective: &Objective,
        cost: Cost,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Ending<()> {
        self.space(objective, budget)?.all_optimal(cost, budget, found)
    }

    /// Counts the whole state space. By default, [`Puzzle::space`] is counted, by one thread.
    ///
    /// # Errors
    /// The puzzle does not support it, or the count was stopped.
    fn census(
        &self,
        objective: &Objective,
        options: CensusOptions<'_>,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        self.space(objective, budget)?.census(options, budget)
    }

    /// Rates how hard the puzzle is. By default, [`Puzzle::space`] is rated for the first objective.
    ///
    /// # Errors
    /// The puzzle has no solution, this kind of puzzle has no rating, or the budget stopped the rating.
    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating> {
        let refused = || Unanswered::unsupported(format!("there is no rating of {} puzzles", self.kind()));
        let objective = self.objectives().first().ok_or_else(refused)?;
        self.space(objective, budget)?.rate(budget)
    }

    /// The same puzzle with the gamepad layout that `text` describes, or the error in the text; `None` for
    /// puzzles without layouts.
    fn with_pad(&self, _text: &str) -> Option<Result<Box<dyn Puzzle>, Diagnostic>> {
        None
    }

    /// The names of the built-in gamepad layouts; the first is the default. Empty for puzzles without layouts.
    fn pad_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The same puzzle with the built-in gamepad layout of that name.
    fn with_built_in_pad(&self, _name: &str) -> Option<Box<dyn Puzzle>> {
        None
    }

    /// Whether the optimal cost from any position is computed fast enough to show it after every step.
    fn tells_what_is_left(&self) -> bool {
        false
    }

    /// The initial position.
    fn start(&self) -> Box<dyn Position>;

    /// Splits the text of a solution into steps.
    ///
    /// # Errors
    /// The first place that is not a step.
    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread>;

    /// The steps of a text in another way that people write them, and which that is: `counted from 1`.
    fn steps_otherwise(&self, _text: &str) -> Option<(&'static str, String)> {
        None
    }

    /// Joins steps, spelled as [`Position::apply`] returns them, to the text of a solution.
    fn join_steps(&self, steps: &[String]) -> String;

    /// The steps in words, for reading aloud: `right 2, push up 3`.
    fn describe(&self, steps: &[String]) -> String {
        self.join_steps(steps)
    }

    /// The metrics of a replayed solution, its steps spelled as [`Position::apply`] returned them.
    fn metrics(&self, steps: &[String]) -> Vec<Metric>;

    /// A text that is equal for puzzles that are equivalent, for example rotations and reflections of a board.
    fn canonical_form(&self) -> String {
        self.id()
    }

    /// All identifiers with their names; [`Puzzle::id`] is one of them.
    fn identities(&self) -> Vec<(&'static str, String)> {
        vec![("id", self.id())]
    }

    /// The button presses for these steps. By default there are none.
    fn buttons(&self, _steps: &[String]) -> Option<Buttons> {
        None
    }

    /// The instructions for carrying out these steps, which begin at the start. By default, each step is one
    /// instruction, in the words of [`Puzzle::describe`].
    fn instructions(&self, steps: &[String]) -> Instructions {
        Instructions::step_by_step(steps, |step| self.describe(std::slice::from_ref(step)))
    }
}

impl StepText {
    /// The words of the steps of a text; empty if it cannot be read.
    #[must_use]
    pub fn words(puzzle: &dyn Puzzle, text: &str) -> Vec<String> {
        let steps = puzzle.read_steps(text).unwrap_or_default();
        steps.into_iter().map(|step| step.word).collect()
    }
}

/// A position of a puzzle under its plain rules.
///
/// Its implementation uses no code of the searches, so a replay checks the result of a search independently.
pub trait Position: Send {
    /// The position as lines of text.
    fn picture(&self) -> String;

    /// The roles of the characters of a line of the picture, in order. Missing ones are [`CellRole::Plain`].
    fn cell_roles(&self, _row: usize, _line: &str) -> Vec<CellRole> {
        Vec::new()
    }

    /// The position in words, a line for each fact, for people who do not see the picture. Rows and columns are counted
    /// from [`Cells::counts_from`](super::Cells::counts_from).
    fn in_words(&self) -> String {
        self.picture()
    }

    /// Carries out one step and returns its canonical spelling (in LURD, a capital letter if a box was pushed).
    ///
    /// # Errors
    /// The step is against the rules; the position is unchanged.
    fn apply(&mut self, step: &str) -> Result<String, IllegalStep>;

    /// Whether the puzzle is solved.
    fn is_solved(&self) -> bool;

    /// The puzzle that starts in this position.
    fn puzzle(&self) -> Box<dyn Puzzle>;

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn Position>;

    /// Play by keys and a pointer, if supported; otherwise steps are typed.
    fn controls(&self) -> Option<&dyn Controls> {
        None
    }
}

/// What a solver minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The value of `--for`.
    pub name: &'static str,
    /// The metric (see [`Puzzle::metrics`]) that is the cost under this objective.
    pub metric: &'static str,
    /// One line of help.
    pub summary: &'static str,
}

/// A pruning rule, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// The name that `--without` takes.
    pub name: &'static str,
    /// The rule in one line.
    pub summary: &'static str,
}

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// It proves that there is no solution. The number of its patterns.
    Holds(usize),
    /// It proves nothing: what is missing or wrong.
    Fails(String),
    /// A limit or the user stopped the check, which proves nothing.
    Stopped(Stop),
}
