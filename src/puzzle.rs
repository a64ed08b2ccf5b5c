//! What a person sees: a puzzle as text, the plain rules, objectives, actions as words, buttons.
//!
//! A plug-in implements three traits. [`Plugin`] recognises and reads texts. [`Puzzle`] is one
//! puzzle that was read: what can be asked for, which strategies fit, and `solve`. [`Position`]
//! plays by the plain rules and knows nothing of searches, so that what a search claims can be
//! checked by something that does not share its mistakes.
//!
//! These are the only dynamic calls between the engine and a puzzle: one per solve, none per state.

mod cell_role;
mod cells;
mod controls;
mod draft;
mod record;

pub use cell_role::CellRole;
pub use cells::{Cells, PadDirection, Panel, Place, Tile};
pub use controls::{Controls, InputResult};
pub use draft::{Brush, Draft, Issue, Severity};

use std::borrow::Cow;
use std::ops::Range;

pub use record::{Format, LeftOut, Metadata, Omission, Output, PuzzleRecord, ReadOptions, SavedGame};

use crate::budget::{Budget, Statistics};
use crate::diagnostic::Diagnostic;
use crate::outcome::{Cost, Outcome, Proof, Stop};
use crate::search::{self, Settings, Strategy};

/// What the solver is to make small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The word after `--for`.
    pub name: &'static str,
    /// The metric (see [`Puzzle::metrics`]) that is the cost under this objective.
    pub metric: &'static str,
    /// One line of help.
    pub summary: &'static str,
}

/// Whether a strategy can serve an objective, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The strategy.
    pub strategy: Strategy,
    /// `Err` says in words what is missing.
    pub verdict: Result<(), String>,
}

/// How the attempt to solve a puzzle ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// With an answer.
    Solved(Answer),
    /// With a proof that there is none.
    Unsolvable {
        /// Why, in words. What follows the first line is a picture of it.
        reason: String,
    },
    /// Stopped without an answer.
    Stopped {
        /// By what.
        stop: Stop,
        /// A cost below which no solution exists.
        lower_bound: Option<Cost>,
    },
    /// This strategy does not serve this objective on this puzzle.
    Unsupported {
        /// Why not, and which do.
        reason: String,
    },
}

/// An answer as text, and what is claimed of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// In the form that `verify` reads: LURD, or `left 0, up 3`.
    pub solution: String,
    /// In the unit of the objective.
    pub cost: Cost,
    /// What is proved of the cost.
    pub proof: Proof,
    /// A cost below which no solution exists.
    pub lower_bound: Option<Cost>,
    /// What ended the proof, if something did.
    pub stopped: Option<Stop>,
}

/// What `solve` gives back.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The strategy that ran; where `auto` was asked for, the one it chose; of a portfolio, the one
    /// whose conclusion it is.
    pub strategy: Strategy,
    /// How it ended.
    pub ending: Ending,
    /// What it took.
    pub statistics: Statistics,
    /// Of an answer: what was made small next, where ties are broken.
    pub second: Option<Second>,
}

/// What an answer has least of among those of the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Second {
    /// The metric: `moves`.
    pub metric: &'static str,
    /// Whether it is proved that no answer of the same cost has less of it.
    pub proved: bool,
}

/// A place in the text of a solution that cannot be read as steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The bytes.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What could stand there.
    pub help: Option<String>,
}

/// One step of a solution text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// The step as a short word: `R`, `left 0`.
    pub word: String,
    /// Where it stands in the text.
    pub place: Range<usize>,
}

impl StepText {
    /// The words of the steps of a text; none if it cannot be read.
    #[must_use]
    pub fn words(puzzle: &dyn Puzzle, text: &str) -> Vec<String> {
        let steps = puzzle.read_steps(text).unwrap_or_default();
        steps.into_iter().map(|step| step.word).collect()
    }
}

/// One metric of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name in JSON: `pushes`.
    pub name: &'static str,
    /// Its value.
    pub value: u64,
}

/// What came of the attempt to make a certificate that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The certificate, as [`Plugin::check_certificate`] reads it.
    Text(String),
    /// There is a solution.
    Solvable,
    /// A limit or the user ended it.
    Stopped(Stop),
    /// There are no certificates for such puzzles.
    Unsupported(String),
}

/// What a certificate is about, and whether it proves that there is no solution.
pub struct Checked {
    /// The puzzle that it is about.
    pub puzzle: Box<dyn Puzzle>,
    /// What came of it.
    pub verdict: CertificateVerdict,
}

/// What came of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// It proves that there is no solution, by so many patterns.
    Holds(usize),
    /// It does not: what is missing or wrong.
    Fails(String),
    /// A limit or the user ended the check, which says nothing.
    Stopped(Stop),
}

/// How the listing of all optimal answers ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// They are all there.
    Complete,
    /// There may be more.
    Stopped(Stop),
    /// Not for this puzzle.
    Unsupported(String),
}

/// Where distances of a whole space are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceOrigin {
    /// The target: the distance to it.
    Target,
    /// The start.
    Source,
}

/// A whole state space.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpaceStats {
    /// What was counted, in words: `boards`.
    pub of: &'static str,
    /// The states that there are, of which some may be out of reach; `None` if nobody knows.
    pub size: Option<u64>,
    /// The states at each distance, from 0.
    pub layers: Vec<u64>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the farthest states, as text.
    pub examples: Vec<String>,
    /// The distance of the other end: from the target that of the source, from the source that of
    /// the target; `None` if it is out of reach.
    pub other_end: Option<Cost>,
}

/// Why there is no census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStateSpaceStats {
    /// Not for this puzzle or objective.
    Unsupported(String),
    /// Stopped by a limit or the user.
    Stopped(Stop),
}

/// A pruning rule, for help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleRow {
    /// The name that `--without` takes.
    pub name: &'static str,
    /// What the rule says, in one line.
    pub summary: &'static str,
}

/// One puzzle that was read.
pub trait Puzzle: Send + Sync {
    /// The name of the plug-in: `sokoban`, `shifter`.
    fn kind(&self) -> &'static str;

    /// The title that its text gives it.
    fn title(&self) -> Option<&str>;

    /// An identity that stays the same however the puzzle is written.
    fn id(&self) -> String;

    /// The puzzle in a notation its plug-in reads back to the same puzzle.
    fn text(&self) -> String;

    /// What can be asked for; the first is the default.
    fn objectives(&self) -> &'static [Objective];

    /// Every strategy of the table, and whether it fits this objective. `budget` is for what has to be
    /// built to tell; a puzzle that does not get that far says so of every strategy.
    fn strategies(&self, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit>;

    /// The pruning rules that can be switched off by [`Settings::without`], which has a bit for each of them,
    /// the lowest for the first.
    fn rules(&self) -> &'static [RuleRow] {
        &[]
    }

    /// Looks for a solution. `choice` may be [`Strategy::Auto`]: the puzzle's own plan.
    fn solve(
        &self,
        objective: &Objective,
        choice: Strategy,
        settings: &Settings,
        budget: &mut Budget<'_>,
    ) -> Report;

    /// Makes a certificate that there is no solution, which [`Plugin::check_certificate`] can check
    /// without any search.
    fn certificate(&self, budget: &mut Budget<'_>) -> Certified {
        let _ = budget;
        Certified::Unsupported(format!("there are no certificates for a {}", self.kind()))
    }

    /// Appends every answer of the least `cost`, which has been proved, to `found`. With `canonical`
    /// answers that differ in the order of actions that commute are one.
    fn all_optimal(
        &self,
        objective: &Objective,
        cost: Cost,
        canonical: bool,
        budget: &mut Budget<'_>,
        found: &mut Vec<String>,
    ) -> Listing {
        let _ = (objective, cost, canonical, budget, found);
        Listing::Unsupported(format!("all answers of a {} cannot be listed", self.kind()))
    }

    /// The whole state space.
    ///
    /// # Errors
    /// Why it cannot be told.
    fn census(
        &self,
        objective: &Objective,
        from: DistanceOrigin,
        threads: usize,
        budget: &mut Budget<'_>,
    ) -> Result<StateSpaceStats, NoStateSpaceStats> {
        let _ = (objective, from, threads, budget);
        Err(NoStateSpaceStats::Unsupported(format!("the whole space of a {} cannot be counted", self.kind())))
    }

    /// The same puzzle with the gamepad layout that `text` describes, or what is wrong with the text;
    /// `None` for puzzles without layouts.
    fn with_pad(&self, text: &str) -> Option<Result<Box<dyn Puzzle>, Diagnostic>> {
        let _ = text;
        None
    }

    /// Whether the least cost from any position is found at once, so that a prompt may tell it after
    /// every action.
    fn tells_what_is_left(&self) -> bool {
        false
    }

    /// The position at the start.
    fn start(&self) -> Box<dyn Position>;

    /// Splits the text of a solution into steps.
    ///
    /// # Errors
    /// The first place that is no step.
    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread>;

    /// Joins steps (as [`Position::apply`] spells them) to the text of a solution.
    fn join_steps(&self, steps: &[String]) -> String;

    /// The same steps in words, for those who read them aloud: `right 2, push up 3`.
    fn describe(&self, steps: &[String]) -> String {
        self.join_steps(steps)
    }

    /// The metrics of a solution whose steps have been replayed, spelled as [`Position::apply`]
    /// returned them.
    fn metrics(&self, steps: &[String]) -> Vec<Metric>;

    /// The names of other rules to count by, beside those of [`Puzzle::metrics`].
    fn metric_rules(&self) -> &'static [&'static str] {
        &[]
    }

    /// The metrics by one of [`Puzzle::metric_rules`].
    fn metrics_by(&self, _rule: &str, steps: &[String]) -> Vec<Metric> {
        self.metrics(steps)
    }

    /// The whole of what makes it this puzzle, as a text to compare: the same for puzzles that differ
    /// only in what does not matter, such as how the board is turned.
    fn canonical_form(&self) -> String {
        self.id()
    }

    /// All identities, each with its name; [`Puzzle::id`] is one of them.
    fn identities(&self) -> Vec<(&'static str, String)> {
        vec![("id", self.id())]
    }

    /// The buttons to press for these steps, and the name of the layout they belong to.
    fn buttons(&self, steps: &[String]) -> Option<Buttons>;
}

/// The presses that carry out a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buttons {
    /// The gamepad layout, and whether it is an assumption.
    pub profile: Cow<'static, str>,
    /// One name a press.
    pub presses: Vec<String>,
    /// What the layout begins with, in words, where a player needs to be told.
    pub begins: Option<String>,
}

/// A position of a puzzle under the plain rules.
pub trait Position: Send {
    /// The position as lines of text.
    fn picture(&self) -> String;

    /// What the letters of a line of the picture stand for, one after the other; those that are left
    /// out are plain.
    fn cell_roles(&self, row: usize, line: &str) -> Vec<CellRole> {
        let _ = (row, line);
        Vec::new()
    }

    /// Carries out one step and gives it back in its canonical spelling (in LURD the case says
    /// whether a box was pushed).
    ///
    /// # Errors
    /// Why the rules refuse it, in words; the position is then unchanged.
    fn apply(&mut self, step: &str) -> Result<String, String>;

    /// Whether this is a solution.
    fn is_solved(&self) -> bool;

    /// The puzzle that starts here.
    fn puzzle(&self) -> Box<dyn Puzzle>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;

    /// How it is played by keys and a pointer; without that, steps are typed.
    fn controls(&self) -> Option<&dyn Controls> {
        None
    }
}

/// How sure a plug-in is that a text is meant for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// Not at all.
    No,
    /// It could be read so.
    Maybe,
    /// No doubt.
    Sure,
}

/// One puzzle of a text that may hold many, or what is wrong with it.
pub struct Entry {
    /// The puzzle, or the complaint (its places are bytes of the whole text).
    pub puzzle: Result<Box<dyn Puzzle>, Diagnostic>,
    /// The bytes of the whole text it was read from.
    pub place: Range<usize>,
    /// The flags after `; lurd:` that stand in the text before it.
    pub flags: String,
    /// What a reader should be told, for instance which dialect was assumed.
    pub note: Option<String>,
    /// What else the text says of it.
    pub metadata: Metadata,
}

/// A kind of puzzle: recognises and reads texts.
pub trait Plugin: Send + Sync {
    /// The name in `--json` and in messages: `sokoban`.
    fn name(&self) -> &'static str;

    /// One line for help.
    fn summary(&self) -> &'static str;

    /// The file endings that are its own, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// A puzzle as it may be typed, for help.
    fn example(&self) -> &'static str;

    /// Whether `text` looks like one of its puzzles.
    fn claims(&self, text: &str) -> Claim;

    /// What a letter of a typed board stands for.
    fn cell_role(&self, letter: char) -> CellRole {
        let _ = letter;
        CellRole::Plain
    }

    /// Reads every puzzle in `text`. What is accepted here never crashes later.
    ///
    /// # Errors
    /// The text as a whole is nothing of this kind.
    fn read(&self, text: &str) -> Result<Vec<Entry>, Diagnostic>;

    /// The same with what is known of the text. Without formats and dialects that is [`Plugin::read`].
    ///
    /// # Errors
    /// See [`Plugin::read`].
    fn read_with(&self, text: &str, _hints: &ReadOptions) -> Result<Vec<Entry>, Diagnostic> {
        self.read(text)
    }

    /// Whether a file that is no text holds its puzzles.
    fn claims_bytes(&self, _bytes: &[u8]) -> bool {
        false
    }

    /// The formats it writes, and may be told to read.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// The names of the alphabets its puzzles may be written in, where there are several.
    fn dialects(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes puzzles of its own in a format of its own.
    ///
    /// # Errors
    /// Why that cannot be, in words.
    fn write(&self, format: &Format, _records: &[PuzzleRecord<'_>]) -> Result<Output, String> {
        Err(format!("a {} cannot be written as {}", self.name(), format.name))
    }

    /// A game as it is kept with a puzzle: the steps under a title that says what they are.
    fn game(&self, _puzzle: &dyn Puzzle, steps: &str, is_solution: bool) -> SavedGame {
        let title = if is_solution { "Solution" } else { "Snapshot" };
        SavedGame { title: Some(title.to_owned()), steps: steps.to_owned(), ..SavedGame::default() }
    }

    /// Adds a game to a text in the format that holds solutions: to `known`, an entry of that text, or
    /// with the puzzle of `record` at the end. All else stays as it is.
    ///
    /// # Errors
    /// Its puzzles have no such format.
    fn add(
        &self,
        _text: &str,
        _known: Option<&Entry>,
        _record: &PuzzleRecord<'_>,
        _game: Option<&SavedGame>,
    ) -> Result<String, String> {
        Err(format!("there is no file format for solutions of a {}", self.name()))
    }

    /// Checks a certificate by the plain rules, knowing no search, as far as the budget allows; `None` if
    /// `text` is none of its certificates.
    fn check_certificate(&self, text: &str, budget: &mut Budget<'_>) -> Option<Result<Checked, Diagnostic>> {
        let _ = (text, budget);
        None
    }

    /// Whether `text`, typed so far, is the beginning of a puzzle of which lines are still missing.
    fn wants_more(&self, text: &str) -> bool;

    /// An empty board to draw a puzzle on; of the usual size if there is no other objective.
    ///
    /// # Errors
    /// Why there is none of that size, or none at all.
    fn blank(&self, size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, String> {
        let _ = size;
        Err(format!("a {} cannot be drawn", self.name()))
    }

    /// What `text` shows, to be drawn on: a puzzle of this kind, be it right or not.
    fn draft(&self, text: &str) -> Option<Box<dyn Draft>> {
        let _ = text;
        None
    }
}

/// The strategies of the table that fit `space`: what most puzzles return from
/// [`Puzzle::strategies`].
pub fn fits<S: crate::space::Space>(space: &S) -> Vec<Fit> {
    search::STRATEGIES
        .iter()
        .map(|row| Fit { strategy: row.strategy, verdict: row.fits(space).map_err(String::from) })
        .collect()
}

/// The outcome of a search in words: what [`solve_by_search`] does, for puzzles that search by
/// themselves.
pub fn describe<A>(
    outcome: Outcome<A>,
    write: impl FnOnce(&[A]) -> String,
    why: impl FnOnce() -> String,
) -> Ending {
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => Ending::Solved(Answer {
            solution: write(&plan.actions),
            cost: plan.cost,
            proof,
            lower_bound: Some(lower_bound),
            stopped,
        }),
        Outcome::Unsolvable => Ending::Unsolvable { reason: why() },
        Outcome::Stopped { stop, lower_bound } => Ending::Stopped { stop, lower_bound: Some(lower_bound) },
    }
}

/// Runs `choice` on `space` and puts the outcome into words: what most puzzles do in
/// [`Puzzle::solve`]. `write` turns the actions of a plan into the text of a solution; `why` says
/// why there is none, once that is proved.
pub fn solve_by_search<S: search::Searched>(
    space: &S,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: impl FnOnce(&[S::Action]) -> String,
    why: impl FnOnce() -> String,
) -> Report {
    let mut search = search::Stepper::new(space, choice, settings);
    let outcome = search.as_mut().map(|search| search.finish(budget)).map_err(|lacking| &*lacking);
    let ending = match outcome {
        Ok(outcome) => describe(outcome, write, why),
        Err(lacking) => {
            let fitting: Vec<_> = fits(space)
                .into_iter()
                .filter(|fit| fit.verdict.is_ok())
                .map(|fit| fit.strategy.row().name)
                .collect();
            let reason = format!("{} {lacking}; these fit: {}", choice.name(), fitting.join(", "));
            Ending::Unsupported { reason }
        }
    };
    let strategy = search.map_or(choice, |search| search.strategy());
    Report { strategy, ending, statistics: budget.statistics(), second: None }
}
