//! One puzzle that was read, and a position under its plain rules; what a solver minimizes, and how an attempt to solve ends.

use std::borrow::Borrow;

use lurd_engine::{
    budget::{Budget, Statistics},
    outcome::{Cost, Outcome, Proof, Stop},
    search::{self, Searched, Settings, Stepper, Strategy},
    space::Space,
};

use super::{
    cells::{CellRole, Controls},
    errors::{Ending, IllegalStep, Unanswered},
    rating::Rating,
    state_space::{DistanceOrigin, StateSpaceStats},
    steps::{Buttons, Instructions, Metric, Misread, StepText},
};
use crate::{diagnostic::Diagnostic, traced};

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

    /// The supported objectives; the first is the default.
    fn objectives(&self) -> &'static [Objective];

    /// Every strategy of the registry, and whether it supports this objective. `budget` limits the work of building
    /// the state spaces for this check; if it is exceeded, that is the reason reported for every strategy.
    fn strategies(&self, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit>;

    /// The pruning rules that [`Settings::without`] can disable. Its lowest bit is for the first rule, and so on.
    fn rules(&self) -> &'static [RuleRow] {
        &[]
    }

    /// Searches for a solution. With [`Strategy::Auto`] the puzzle chooses the strategy.
    fn solve(&self, objective: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report;

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
    fn certificate(&self, budget: &mut Budget<'_>) -> Ending<String> {
        let _ = budget;
        Err(Unanswered::unsupported(format!("there are no certificates for {} puzzles", self.kind())))
    }

    /// Appends every answer of the proved optimal `cost` to `found`. With `canonical`, answers that differ
    /// only in the order of commuting actions count as one.
    ///
    /// # Errors
    /// The puzzle does not support it, or the budget stopped it; there may be more answers than those in `found`.
    fn all_optimal(
        &self,
        objective: &Objective,
        cost: Cost,
        canonical: bool,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Ending<()> {
        let _ = (objective, cost, canonical, budget, found);
        Err(Unanswered::unsupported(format!("all answers of a {} puzzle cannot be listed", self.kind())))
    }

    /// Counts the whole state space.
    ///
    /// # Errors
    /// The puzzle does not support it, or the count was stopped.
    fn census(
        &self,
        objective: &Objective,
        from: DistanceOrigin,
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        let _ = (objective, from, threads, budget);
        Err(Unanswered::unsupported(format!("the state space of a {} puzzle cannot be counted", self.kind())))
    }

    /// Rates how hard the puzzle is.
    ///
    /// # Errors
    /// The puzzle has no solution, this kind of puzzle has no rating, or the budget stopped the rating.
    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating> {
        let _ = budget;
        Err(Unanswered::unsupported(format!("there is no rating of {} puzzles", self.kind())))
    }

    /// The same puzzle with the gamepad layout that `text` describes, or the error in the text; `None` for
    /// puzzles without layouts.
    fn with_pad(&self, text: &str) -> Option<Result<Box<dyn Puzzle>, Diagnostic>> {
        let _ = text;
        None
    }

    /// The names of the built-in gamepad layouts; the first is the default. Empty for puzzles without layouts.
    fn pad_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The same puzzle with the built-in gamepad layout of that name.
    fn with_built_in_pad(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        let _ = name;
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

    /// Reads the plan of a planner that solved the puzzle in one of [`Plugin::export_formats`](super::Plugin), as
    /// the text of a solution; `None` for puzzles without such plans.
    fn read_plan(&self, text: &str) -> Option<Result<String, Diagnostic>> {
        let _ = text;
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

    /// The names of the counting rules in addition to the one of [`Puzzle::metrics`].
    fn metric_rules(&self) -> &'static [&'static str] {
        &[]
    }

    /// The metrics by one of [`Puzzle::metric_rules`].
    fn metrics_by(&self, _rule: &str, steps: &[String]) -> Vec<Metric> {
        self.metrics(steps)
    }

    /// A text that is equal for puzzles that are equivalent, for example rotations and reflections of a board.
    fn canonical_form(&self) -> String {
        self.id()
    }

    /// All identifiers with their names; [`Puzzle::id`] is one of them.
    fn identities(&self) -> Vec<(&'static str, String)> {
        vec![("id", self.id())]
    }

    /// The button presses for these steps. By default there are none.
    fn buttons(&self, steps: &[String]) -> Option<Buttons> {
        let _ = steps;
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
    fn cell_roles(&self, row: usize, line: &str) -> Vec<CellRole> {
        let _ = (row, line);
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

/// Whether a strategy supports an objective on a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The strategy.
    pub strategy: Strategy,
    /// The error is a sentence that names the unmet requirements.
    pub verdict: Result<(), String>,
}

/// Checks every strategy of the registry against `space`: what most puzzles return from
/// [`Puzzle::strategies`].
pub fn fits<S: Space>(space: &S) -> Vec<Fit> {
    search::STRATEGIES
        .iter()
        .map(|row| Fit { strategy: row.strategy, verdict: row.fits(space).map_err(String::from) })
        .collect()
}

/// The result of [`Puzzle::solve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The strategy that ran: the one that `auto` chose, or the winner of a portfolio.
    pub strategy: Strategy,
    /// The search that `auto` ran, if it is not a strategy of the registry.
    pub method: Option<&'static str>,
    /// How the search ended.
    pub ending: Ending,
    /// The resources it used.
    pub statistics: Statistics,
    /// The metric that was minimized next among answers of equal cost, if any.
    pub second: Option<Second>,
}

/// The outcome of a search as an ending. `write` turns the actions of a plan into the text of a solution; `why` gives the
/// reason if there is provably none.
///
/// # Errors
/// The search found no solution.
pub fn ending_of_outcome<A>(
    outcome: Outcome<A>,
    write: impl FnOnce(&[A]) -> String,
    why: impl FnOnce() -> String,
) -> Ending {
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => Ok(Answer {
            solution: write(&plan.actions),
            cost: plan.cost,
            proof,
            lower_bound: Some(lower_bound),
            stopped,
        }),
        Outcome::Unsolvable => Err(Unanswered::unsolvable(why())),
        Outcome::Stopped { stop, lower_bound } => Err(Unanswered::stopped(stop, Some(lower_bound))),
    }
}

/// A solution and what is proved about its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The solution in the notation of its puzzle: LURD, or `left 0, up 3`.
    pub solution: String,
    /// The cost in the unit of the objective.
    pub cost: Cost,
    /// What is proved about the cost.
    pub proof: Proof,
    /// A lower bound of the cost of every solution.
    pub lower_bound: Option<Cost>,
    /// What stopped the search before a proof, if anything.
    pub stopped: Option<Stop>,
}

impl Answer {
    /// The same answer with the cost of its text. The text leaves out actions of the plan that have no effect, so it may
    /// cost less than the plan. The lower bound remains valid.
    #[must_use]
    pub fn with_cost_of_text(mut self, cost: Cost) -> Self {
        if cost < self.cost {
            self.cost = cost;
            if self.lower_bound.is_some_and(|bound| bound >= cost) {
                self.proof = Proof::Optimal;
            }
        }
        self
    }
}

/// A solution that is known before a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAnswer {
    /// The steps.
    pub solution: String,
    /// The cost in the unit of the objective.
    pub cost: Cost,
}

/// Callback that receives each solution that is better than the previous ones.
pub type OnBetter<'f> = dyn FnMut(&str) + 'f;

impl Report {
    /// The report of a strategy that has used what `budget` counts so far.
    #[must_use]
    pub fn new(strategy: Strategy, ending: Ending, budget: &Budget<'_>) -> Self {
        Self { strategy, method: None, ending, statistics: budget.statistics(), second: None }
    }

    /// The same report of a search that is not a strategy of the registry, if it has a name.
    #[must_use]
    pub fn by(self, method: Option<&'static str>) -> Self {
        Self { method, ..self }
    }

    /// The same report, but with the first of `known` as its answer if the search found no better one. The
    /// lower bound that the search proved is kept.
    #[must_use]
    pub fn not_worse_than(self, known: &[KnownAnswer], on_better: &mut OnBetter<'_>) -> Self {
        let Some(best) = known.first() else { return self };
        let (lower_bound, stopped) = match &self.ending {
            Ok(answer) if answer.cost < best.cost => {
                on_better(&answer.solution);
                return self;
            }
            Ok(answer) => (answer.lower_bound, answer.stopped),
            Err(Unanswered::Stopped { stop, lower_bound }) => (*lower_bound, Some(*stop)),
            // That there is no solution contradicts the known one; an unsupported search proves nothing.
            Err(_) => return self,
        };
        let is_optimal = lower_bound.is_some_and(|bound| bound >= best.cost);
        let answer = Answer {
            solution: best.solution.clone(),
            cost: best.cost,
            proof: if is_optimal { Proof::Optimal } else { Proof::Nothing },
            lower_bound: lower_bound.map(|bound| bound.min(best.cost)),
            stopped: stopped.filter(|_| !is_optimal),
        };
        Self { ending: Ok(answer), second: None, ..self }
    }
}

/// A metric that was minimized among answers of equal cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// The name of the metric: `moves`.
    pub metric: &'static str,
    /// Whether no answer of equal cost has a lower value, provably.
    pub proved: bool,
}

/// Runs `choice` on `space` and reports the outcome. `write` turns the actions of a plan into the text of a
/// solution; `why` gives the reason if there is provably none.
pub fn solve_by_search<S: Searched>(
    space: &S,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: impl Fn(&[S::Action]) -> String,
    why: impl FnOnce() -> String,
) -> Report {
    let mut strategy = choice;
    let end = Stepper::new(space, choice, settings).and_then(|mut search| {
        let name = search.strategy().name();
        let estimate = space.heuristic().filter(|_| search.strategy().is_informed());
        budget.search_begins(name, estimate.map(|estimate| estimate.of(space.start().borrow())));
        if budget.records_expansions() {
            let traced = budget.in_part(name, |budget| traced::run(space, choice, settings, budget, &write));
            return traced.map(|(outcome, ran)| {
                strategy = ran;
                outcome
            });
        }
        let outcome = budget.in_part(name, |budget| search.finish(budget));
        strategy = search.strategy();
        Ok(outcome)
    });
    let ending = match end {
        Ok(outcome) => ending_of_outcome(outcome, write, why),
        Err(lacking) => {
            let fitting: Vec<_> =
                fits(space).into_iter().filter(|fit| fit.verdict.is_ok()).map(|fit| fit.strategy.row().name).collect();
            let reason = format!("{} {lacking}; these fit: {}", choice.name(), fitting.join(", "));
            Err(Unanswered::Unsupported { reason })
        }
    };
    Report::new(strategy, ending, budget)
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
