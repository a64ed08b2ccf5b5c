//! The records that lurd prints as JSON, besides the results of searches ([`ResultLine`]): a type for each, whose fields have
//! the order of the line. Unknown values are null. The documentation of the fields and the JSON Schemas are made from these
//! types, in `schema`.

use lurd_toolkit::{
    compare::Spread,
    exit::Status,
    results::{ResultLine, Subject, named_metrics},
    solutions::KnownSolution,
};
use serde::Serialize;
use serde_json::{Map, Value};

/// A solution that was checked, or a proof: the fields of a result, and the step that failed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct VerdictLine {
    #[serde(flatten)]
    pub(crate) line: ResultLine,
    /// The number of the step that is against the rules, from 1.
    pub(crate) step: Option<usize>,
}

/// A solution that is kept.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct KnownRecord {
    /// Its metrics by name.
    pub(crate) metrics: Map<String, Value>,
    /// Its text.
    pub(crate) solution: String,
}

/// Which puzzle a record is about.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Head {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The kind of the puzzle.
    pub(crate) puzzle: &'static str,
    /// The title, or the reference of a puzzle without one.
    pub(crate) name: String,
    /// The file or the collection.
    pub(crate) source: String,
    /// The number within the source, from 1.
    pub(crate) index: usize,
    /// What identifies the puzzle, however it is written.
    pub(crate) id: Option<String>,
}

/// A puzzle of a file or collection, or what is wrong with it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ListLine {
    #[serde(flatten)]
    pub(crate) head: Head,
    /// `ok` or `error`.
    pub(crate) status: &'static str,
    /// The puzzle as text.
    pub(crate) text: Option<String>,
    /// What was done to read it.
    pub(crate) note: Option<String>,
    /// The author that the file names.
    pub(crate) author: Option<String>,
    /// The best solutions that are kept: none of them is worse than another in all metrics.
    pub(crate) best: Vec<KnownRecord>,
    /// The best of those that the player found.
    pub(crate) best_played: Vec<KnownRecord>,
    /// What is wrong with the puzzle.
    pub(crate) error: Option<String>,
}

/// A strategy, and whether it fits a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StrategyLine {
    /// The version of the format.
    pub(crate) schema: u32,
    /// Its name.
    pub(crate) strategy: &'static str,
    /// What it does.
    pub(crate) summary: &'static str,
    /// The publication or crate that it comes from.
    pub(crate) from: &'static str,
    /// What a puzzle must provide.
    pub(crate) needs: Vec<String>,
    /// What its answers are proved to be: `optimal`, `within`, `improving` or `none`.
    pub(crate) claim: &'static str,
    /// Whether it fits the puzzle; null without a puzzle.
    pub(crate) fits: Option<bool>,
    /// Why it does not fit.
    pub(crate) reason: Option<String>,
}

/// What a rating says; all is null without one.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RatingRecord {
    /// The difficulty in points.
    pub(crate) difficulty: Option<f64>,
    /// The difficulty in a word; null for kinds of puzzles without classes.
    pub(crate) class: Option<&'static str>,
    /// The parts of the difficulty by name; null if one is unknown.
    pub(crate) parts: Option<Map<String, Value>>,
    /// A solution.
    pub(crate) solution: Option<String>,
    /// Its cost by the first objective of its kind, such as pushes.
    pub(crate) cost: Option<u64>,
    /// Whether the cost is proved optimal: `optimal` or `none`.
    pub(crate) proof: Option<&'static str>,
    /// A proved lower bound of the cost of every solution.
    pub(crate) lower_bound: Option<u64>,
}

/// How hard a puzzle is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RatingLine {
    #[serde(flatten)]
    pub(crate) head: Head,
    /// How the attempt ended.
    pub(crate) status: Status,
    /// The limit that ended it.
    pub(crate) limit: Option<&'static str>,
    #[serde(flatten)]
    pub(crate) rating: RatingRecord,
    /// Why there is no rating.
    pub(crate) reason: Option<String>,
}

/// A puzzle that was generated.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GeneratedLine {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The kind of the puzzle.
    pub(crate) puzzle: &'static str,
    /// Its title.
    pub(crate) name: Option<String>,
    /// Its number, from 1.
    pub(crate) index: usize,
    /// What identifies the puzzle, however it is written.
    pub(crate) id: String,
    /// The puzzle as text.
    pub(crate) text: String,
    #[serde(flatten)]
    pub(crate) rating: RatingRecord,
}

/// The states of a puzzle by their distance: the fields of a result, and the counts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StateSpaceLine {
    #[serde(flatten)]
    pub(crate) line: ResultLine,
    /// Where distances are counted from: `target` or `source`.
    pub(crate) from: &'static str,
    /// What is counted, such as `boards`.
    pub(crate) of: Option<&'static str>,
    /// The number of all states, if it is known.
    pub(crate) size: Option<u64>,
    /// The number of states that are reached.
    pub(crate) reached: Option<u64>,
    /// The number of states at each distance.
    pub(crate) layers: Option<Vec<u64>>,
    /// The mean distance.
    pub(crate) mean: Option<f64>,
    /// The greatest distance.
    pub(crate) farthest: Option<usize>,
    /// Some states at that distance.
    pub(crate) examples: Option<Vec<String>>,
    /// The distance of the puzzle itself.
    pub(crate) distance: Option<u64>,
}

/// All optimal answers: the fields of a result, and the list.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AllLine {
    #[serde(flatten)]
    pub(crate) line: ResultLine,
    /// The answers.
    pub(crate) solutions: Option<Vec<String>>,
    /// Whether these are all of them.
    pub(crate) complete: Option<bool>,
}

/// A solution that was made shorter: the fields of a result, and what it was before.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct OptimisedLine {
    #[serde(flatten)]
    pub(crate) line: ResultLine,
    /// The metrics before, by name.
    pub(crate) before: Map<String, Value>,
    /// The number of solutions that were known.
    pub(crate) known: usize,
    /// The solutions that are best in one metric or another.
    pub(crate) front: Vec<KnownRecord>,
}

/// A saved solution, and who found it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SavedRecord {
    /// `player` or `lurd`.
    pub(crate) by: &'static str,
    /// Its metrics by name.
    pub(crate) metrics: Map<String, Value>,
    /// Its text.
    pub(crate) solution: String,
}

/// A level with its saved solutions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SavedLine {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The kind of the puzzle.
    pub(crate) puzzle: &'static str,
    /// What identifies the puzzle, however it is written.
    pub(crate) id: String,
    /// Its title.
    pub(crate) name: Option<String>,
    /// The file of the solutions.
    pub(crate) file: String,
    /// The solutions.
    pub(crate) solutions: Vec<SavedRecord>,
    /// The best of them: none is worse than another in all metrics.
    pub(crate) best: Vec<SavedRecord>,
    /// The number of entries that are no solutions.
    pub(crate) damaged: usize,
}

/// The identifiers of a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct IdLine {
    #[serde(flatten)]
    pub(crate) head: Head,
    /// All identifiers by name.
    pub(crate) ids: Map<String, Value>,
}

/// A solver in a report on batches.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SolverRecord {
    /// Its name: that of its file without the extension.
    pub(crate) solver: String,
    /// The number of its levels.
    pub(crate) levels: usize,
    /// How many it solved.
    pub(crate) solved: usize,
    /// How many with a proof that the answer is optimal.
    pub(crate) optimal: usize,
    /// How many it proved to have no solution.
    pub(crate) unsolvable: usize,
    /// How many it gave up at a limit.
    pub(crate) limit: usize,
    /// The median time of the solved levels.
    pub(crate) median_seconds: Option<f64>,
    /// The median time of the levels that all solvers solve.
    pub(crate) median_seconds_of_common: Option<f64>,
    /// Pairs of a time in seconds and the number of levels that were solved within it.
    pub(crate) solved_within: Vec<(f64, usize)>,
    /// For each other solver the levels that this one solves and that one does not.
    pub(crate) solves_unlike: Map<String, Value>,
    /// The times of the solved levels, shortest first.
    pub(crate) cactus: Vec<f64>,
}

/// A report on one or several batches.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BenchmarkLine {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The number of levels of all solvers.
    pub(crate) levels: usize,
    /// The number of levels that every solver solves.
    pub(crate) solved_by_all: usize,
    /// The levels that no solver solves.
    pub(crate) solved_by_none: Vec<String>,
    /// The solvers.
    pub(crate) solvers: Vec<SolverRecord>,
}

/// An expansion of a traced search. The last line of each search is a record of `solve`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ExpansionLine<'t> {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The strategy.
    pub(crate) strategy: &'static str,
    /// The number of the expansion, from 1.
    pub(crate) expansion: usize,
    /// The number of the state: states are numbered from 0, the start, in the order in which they are generated.
    pub(crate) state: u64,
    /// The number of the expansion that generated the state; null for the start and for goals.
    pub(crate) parent: Option<usize>,
    /// The action that leads to the state.
    pub(crate) action: Option<&'t str>,
    /// `forward` from the start, `backward` from the goals.
    pub(crate) direction: &'static str,
    /// The number of actions of the path to the state.
    pub(crate) depth: usize,
    /// The cost of that path.
    pub(crate) g: u64,
    /// The estimate of the state; null if the search does not estimate.
    pub(crate) h: Option<u64>,
    /// `g` plus `h`.
    pub(crate) f: Option<u64>,
    /// The successors.
    pub(crate) children: Vec<ChildRecord<'t>>,
    /// How often each rule left out successors or called some dead, by name.
    pub(crate) pruned: Map<String, Value>,
    /// The path as the text of a solution; null in a search from the goals.
    pub(crate) solution: Option<&'t str>,
}

/// A successor of an expanded state.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ChildRecord<'t> {
    /// The number of the state.
    pub(crate) state: u64,
    /// The action that leads to it.
    pub(crate) action: &'t str,
    /// The cost of the path through the expanded state.
    pub(crate) g: u64,
    /// The estimate; null if the search has not asked for it.
    pub(crate) h: Option<u64>,
    /// What became of it: `new`, `cheaper`, `known`, `redundant` or `dead`.
    pub(crate) fate: &'static str,
}

/// One of several runs of a strategy.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComparedRun {
    /// Whether it only warmed the machine up.
    pub(crate) warm_up: bool,
    /// How it ended.
    pub(crate) status: String,
    /// The cost of its answer.
    pub(crate) cost: Option<u64>,
    /// Its answer.
    pub(crate) solution: Option<String>,
    /// States whose successors were generated.
    pub(crate) expanded: Option<u64>,
    /// Generated successors.
    pub(crate) generated: Option<u64>,
    /// States stored at the end.
    pub(crate) stored: Option<u64>,
    /// The most bytes in use.
    pub(crate) peak_bytes: Option<u64>,
    /// Wall time.
    pub(crate) seconds: Option<f64>,
    /// Processor time.
    pub(crate) cpu_seconds: Option<f64>,
}

/// A strategy in a comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComparedStrategy {
    /// Its name.
    pub(crate) strategy: &'static str,
    /// The values of its parameters, if several are compared.
    pub(crate) settings: Option<String>,
    /// The strategy that ran, which `auto` chooses.
    pub(crate) winner: Option<&'static str>,
    /// How its runs ended.
    pub(crate) status: Option<String>,
    /// The limit that ended them.
    pub(crate) limit: Option<&'static str>,
    /// The cost of its answer.
    pub(crate) cost: Option<u64>,
    /// What is proved about the cost.
    pub(crate) proof: Option<String>,
    /// A proved lower bound of the cost of every answer.
    pub(crate) lower_bound: Option<u64>,
    /// Why there is no answer.
    pub(crate) reason: Option<String>,
    /// The wall time of the measured runs.
    pub(crate) seconds: Option<Spread>,
    /// The processor time of the measured runs.
    pub(crate) cpu_seconds: Option<Spread>,
    /// The median time as a multiple of that of the leader.
    pub(crate) ratio: Option<f64>,
    /// The estimate of the start.
    pub(crate) start_estimate: Option<u64>,
    /// Bytes of the tables that were built before the search.
    pub(crate) table_bytes: Option<u64>,
    /// The effective branching factor.
    pub(crate) effective_branching: Option<f64>,
    /// The lower bound after each rise: pairs of the number of expansions and the bound.
    pub(crate) bounds: Option<Vec<[u64; 2]>>,
    /// The plans of an anytime search: pairs of the number of expansions and the cost.
    pub(crate) plans: Option<Vec<[u64; 2]>>,
    /// All runs.
    pub(crate) runs: Vec<ComparedRun>,
}

/// Strategies on one puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComparedPuzzle {
    /// The kind of the puzzle.
    pub(crate) puzzle: &'static str,
    /// What names the puzzle at the prompt.
    pub(crate) reference: String,
    /// The title, or the reference of a puzzle without one.
    pub(crate) name: String,
    /// What identifies the puzzle, however it is written.
    pub(crate) id: String,
    /// What was minimized.
    pub(crate) objective: Option<&'static str>,
    /// Two results that contradict each other, if there are any.
    pub(crate) disagreement: Option<String>,
    /// Whether the user stopped the comparison.
    pub(crate) interrupted: bool,
    /// The strategies.
    pub(crate) strategies: Vec<ComparedStrategy>,
}

/// The file of a comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComparisonDocument {
    /// The version of the format.
    pub(crate) schema: u32,
    /// The version of lurd.
    pub(crate) lurd: &'static str,
    /// The puzzles.
    pub(crate) comparisons: Vec<ComparedPuzzle>,
}

impl Head {
    pub(crate) fn of(subject: &Subject<'_>) -> Self {
        Self {
            schema: ResultLine::SCHEMA,
            puzzle: subject.puzzle.kind(),
            name: subject.name.to_owned(),
            source: subject.source.to_owned(),
            index: subject.index,
            id: Some(subject.puzzle.id()),
        }
    }
}

impl KnownRecord {
    pub(crate) fn of(known: &KnownSolution) -> Self {
        Self { metrics: named_metrics(&known.metrics), solution: known.solution.clone() }
    }
}
