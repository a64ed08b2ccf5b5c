//! The records that lurd prints as JSON, besides the results of searches ([`ResultLine`]): a type for each, whose fields have
//! the order of the line. Unknown values are null. The documentation of the fields and the JSON Schemas are made from these
//! types, with the feature `schema`.

use lurd_toolkit::{exit::Status, results::ResultLine};
use serde::Serialize;
use serde_json::{Map, Value};

/// Defines a record that has a schema.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident $(<$life:lifetime>)? { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub(crate) struct $name $(<$life>)? {
            $($(#[$field_doc])* pub(crate) $field: $type,)*
        }
    };
}

record! {
    /// A solution that was checked, or a proof: the fields of a result, and the step that failed.
    VerdictLine {
        #[serde(flatten)]
        line: ResultLine,
        /// The number of the step that is against the rules, from 1.
        step: Option<usize>,
    }
}

record! {
    /// A solution that is kept.
    KnownRecord {
        /// Its metrics by name.
        metrics: Map<String, Value>,
        /// Its text.
        solution: String,
    }
}

record! {
    /// A puzzle of a file or collection, or what is wrong with it.
    ListLine {
        /// The version of the format.
        schema: u32,
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// The title, or the reference of a puzzle without one.
        name: String,
        /// The file or the collection.
        source: String,
        /// The number within the source, from 1.
        index: usize,
        /// What identifies the puzzle, however it is written.
        id: Option<String>,
        /// `ok` or `error`.
        status: &'static str,
        /// The puzzle as text.
        text: Option<String>,
        /// What was done to read it.
        note: Option<String>,
        /// The author that the file names.
        author: Option<String>,
        /// The best solutions that are kept: none of them is worse than another in all metrics.
        best: Vec<KnownRecord>,
        /// The best of those that the player found.
        best_played: Vec<KnownRecord>,
        /// What is wrong with the puzzle.
        error: Option<String>,
    }
}

record! {
    /// A strategy, and whether it fits a puzzle.
    StrategyLine {
        /// The version of the format.
        schema: u32,
        /// Its name.
        strategy: &'static str,
        /// What it does.
        summary: &'static str,
        /// The publication or crate that it comes from.
        from: &'static str,
        /// What a puzzle must provide.
        needs: Vec<String>,
        /// What its answers are proved to be: `optimal`, `within`, `improving` or `none`.
        claim: &'static str,
        /// Whether it fits the puzzle; null without a puzzle.
        fits: Option<bool>,
        /// Why it does not fit.
        reason: Option<String>,
    }
}

record! {
    /// How hard a puzzle is.
    RatingLine {
        /// The version of the format.
        schema: u32,
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// The title, or the reference of a puzzle without one.
        name: String,
        /// The file or the collection.
        source: String,
        /// The number within the source, from 1.
        index: usize,
        /// What identifies the puzzle, however it is written.
        id: String,
        /// How the attempt ended.
        status: Status,
        /// The limit that ended it.
        limit: Option<&'static str>,
        /// The difficulty in points.
        difficulty: Option<f64>,
        /// The difficulty in a word; null for kinds of puzzles without classes.
        class: Option<&'static str>,
        /// The parts of the difficulty by name; null if one is unknown.
        parts: Option<Map<String, Value>>,
        /// A solution.
        solution: Option<String>,
        /// Its cost by the first objective of its kind, such as pushes.
        cost: Option<u64>,
        /// Whether the cost is proved optimal: `optimal` or `none`.
        proof: Option<&'static str>,
        /// A proved lower bound of the cost of every solution.
        lower_bound: Option<u64>,
        /// Why there is no rating.
        reason: Option<String>,
    }
}

record! {
    /// A puzzle that was generated.
    GeneratedLine {
        /// The version of the format.
        schema: u32,
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// Its title.
        name: Option<String>,
        /// Its number, from 1.
        index: usize,
        /// What identifies the puzzle, however it is written.
        id: String,
        /// The puzzle as text.
        text: String,
        /// The difficulty in points.
        difficulty: f64,
        /// The difficulty in a word; null for kinds of puzzles without classes.
        class: Option<&'static str>,
        /// The parts of the difficulty by name; null if one is unknown.
        parts: Map<String, Value>,
        /// A solution.
        solution: Option<String>,
        /// Its cost by the first objective of its kind, such as pushes.
        cost: Option<u64>,
        /// Whether the cost is proved optimal: `optimal` or `none`.
        proof: &'static str,
        /// A proved lower bound of the cost of every solution.
        lower_bound: u64,
    }
}

record! {
    /// The states of a puzzle by their distance: the fields of a result, and the counts.
    StateSpaceLine {
        #[serde(flatten)]
        line: ResultLine,
        /// Where distances are counted from: `target` or `source`.
        from: &'static str,
        /// What is counted, such as `boards`.
        of: Option<&'static str>,
        /// The number of all states, if it is known.
        size: Option<u64>,
        /// The number of states that are reached.
        reached: Option<u64>,
        /// The number of states at each distance.
        layers: Option<Vec<u64>>,
        /// The mean distance.
        mean: Option<f64>,
        /// The greatest distance.
        farthest: Option<usize>,
        /// Some states at that distance.
        examples: Option<Vec<String>>,
        /// The distance of the puzzle itself.
        distance: Option<u64>,
    }
}

record! {
    /// All optimal answers: the fields of a result, and the list.
    AllLine {
        #[serde(flatten)]
        line: ResultLine,
        /// The answers.
        solutions: Option<Vec<String>>,
        /// Whether these are all of them.
        complete: Option<bool>,
    }
}

record! {
    /// A solution that was made shorter: the fields of a result, and what it was before.
    OptimisedLine {
        #[serde(flatten)]
        line: ResultLine,
        /// The metrics before, by name.
        before: Map<String, Value>,
        /// The number of solutions that were known.
        known: usize,
        /// The solutions that are best in one metric or another.
        front: Vec<KnownRecord>,
    }
}

record! {
    /// A saved solution, and who found it.
    SavedRecord {
        /// `player` or `lurd`.
        by: &'static str,
        /// Its metrics by name.
        metrics: Map<String, Value>,
        /// Its text.
        solution: String,
    }
}

record! {
    /// A level with its saved solutions.
    SavedLine {
        /// The version of the format.
        schema: u32,
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// What identifies the puzzle, however it is written.
        id: String,
        /// Its title.
        name: Option<String>,
        /// The file of the solutions.
        file: String,
        /// The solutions.
        solutions: Vec<SavedRecord>,
        /// The best of them: none is worse than another in all metrics.
        best: Vec<SavedRecord>,
        /// The number of entries that are no solutions.
        damaged: usize,
    }
}

record! {
    /// The identifiers of a puzzle.
    IdLine {
        /// The version of the format.
        schema: u32,
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// The title, or the reference of a puzzle without one.
        name: String,
        /// The file or the collection.
        source: String,
        /// The number within the source, from 1.
        index: usize,
        /// The identifier that other commands show.
        id: String,
        /// All identifiers by name.
        ids: Map<String, Value>,
    }
}

record! {
    /// A solver in a report on batches.
    SolverRecord {
        /// Its name: that of its file without the extension.
        solver: String,
        /// The number of its levels.
        levels: usize,
        /// How many it solved.
        solved: usize,
        /// How many with a proof that the answer is optimal.
        optimal: usize,
        /// How many it proved to have no solution.
        unsolvable: usize,
        /// How many it gave up at a limit.
        limit: usize,
        /// The median time of the solved levels.
        median_seconds: Option<f64>,
        /// The median time of the levels that all solvers solve.
        median_seconds_of_common: Option<f64>,
        /// Pairs of a time in seconds and the number of levels that were solved within it.
        solved_within: Vec<(f64, usize)>,
        /// For each other solver the levels that this one solves and that one does not.
        solves_unlike: Map<String, Value>,
        /// The times of the solved levels, shortest first.
        cactus: Vec<f64>,
    }
}

record! {
    /// A report on one or several batches.
    BenchmarkLine {
        /// The version of the format.
        schema: u32,
        /// The number of levels of all solvers.
        levels: usize,
        /// The number of levels that every solver solves.
        solved_by_all: usize,
        /// The levels that no solver solves.
        solved_by_none: Vec<String>,
        /// The solvers.
        solvers: Vec<SolverRecord>,
    }
}

record! {
    /// An expansion of a traced search. The last line of each search is a record of `solve`.
    ExpansionLine<'t> {
        /// The version of the format.
        schema: u32,
        /// The strategy.
        strategy: &'static str,
        /// The number of the expansion, from 1.
        expansion: usize,
        /// The number of the state: states are numbered from 0, the start, in the order in which they are generated.
        state: u64,
        /// The number of the expansion that generated the state; null for the start and for goals.
        parent: Option<usize>,
        /// The action that leads to the state.
        action: Option<&'t str>,
        /// `forward` from the start, `backward` from the goals.
        direction: &'static str,
        /// The number of actions of the path to the state.
        depth: usize,
        /// The cost of that path.
        g: u64,
        /// The estimate of the state; null if the search does not estimate.
        h: Option<u64>,
        /// `g` plus `h`.
        f: Option<u64>,
        /// The successors.
        children: Vec<ChildRecord<'t>>,
        /// How often each rule left out successors or called some dead, by name.
        pruned: Map<String, Value>,
        /// The path as the text of a solution; null in a search from the goals.
        solution: Option<&'t str>,
    }
}

record! {
    /// A successor of an expanded state.
    ChildRecord<'t> {
        /// The number of the state.
        state: u64,
        /// The action that leads to it.
        action: &'t str,
        /// The cost of the path through the expanded state.
        g: u64,
        /// The estimate; null if the search has not asked for it.
        h: Option<u64>,
        /// What became of it: `new`, `cheaper`, `known`, `redundant` or `dead`.
        fate: &'static str,
    }
}

record! {
    /// The median and the range of a figure over several runs.
    SpreadRecord {
        /// The median.
        median: f64,
        /// The lowest.
        least: f64,
        /// The highest.
        most: f64,
    }
}

record! {
    /// One of several runs of a strategy.
    ComparedRun {
        /// Whether it only warmed the machine up.
        warm_up: bool,
        /// How it ended.
        status: &'static str,
        /// The cost of its answer.
        cost: Option<u64>,
        /// Its answer.
        solution: Option<String>,
        /// States whose successors were generated.
        expanded: Option<u64>,
        /// Generated successors.
        generated: Option<u64>,
        /// States stored at the end.
        stored: Option<u64>,
        /// The most bytes in use.
        peak_bytes: Option<u64>,
        /// Wall time.
        seconds: Option<f64>,
        /// Processor time.
        cpu_seconds: Option<f64>,
    }
}

record! {
    /// A strategy in a comparison.
    ComparedStrategy {
        /// Its name.
        strategy: &'static str,
        /// The values of its parameters, if several are compared.
        settings: Option<String>,
        /// The strategy that ran, which `auto` chooses.
        winner: Option<&'static str>,
        /// How its runs ended.
        status: Option<&'static str>,
        /// The limit that ended them.
        limit: Option<&'static str>,
        /// The cost of its answer.
        cost: Option<u64>,
        /// What is proved about the cost.
        proof: Option<String>,
        /// A proved lower bound of the cost of every answer.
        lower_bound: Option<u64>,
        /// Why there is no answer.
        reason: Option<String>,
        /// The wall time of the measured runs.
        seconds: Option<SpreadRecord>,
        /// The processor time of the measured runs.
        cpu_seconds: Option<SpreadRecord>,
        /// The median time as a multiple of that of the leader.
        ratio: Option<f64>,
        /// The estimate of the start.
        start_estimate: Option<u64>,
        /// Bytes of the tables that were built before the search.
        table_bytes: Option<u64>,
        /// The effective branching factor.
        effective_branching: Option<f64>,
        /// The lower bound after each rise: pairs of the number of expansions and the bound.
        bounds: Option<Vec<[u64; 2]>>,
        /// The plans of an anytime search: pairs of the number of expansions and the cost.
        plans: Option<Vec<[u64; 2]>>,
        /// All runs.
        runs: Vec<ComparedRun>,
    }
}

record! {
    /// Strategies on one puzzle.
    ComparedPuzzle {
        /// The kind of the puzzle.
        puzzle: &'static str,
        /// What names the puzzle at the prompt.
        reference: String,
        /// The title, or the reference of a puzzle without one.
        name: String,
        /// What identifies the puzzle, however it is written.
        id: String,
        /// What was minimized.
        objective: Option<&'static str>,
        /// Two results that contradict each other, if there are any.
        disagreement: Option<String>,
        /// Whether the user stopped the comparison.
        interrupted: bool,
        /// The strategies.
        strategies: Vec<ComparedStrategy>,
    }
}

record! {
    /// The file of a comparison.
    ComparisonDocument {
        /// The version of the format.
        schema: u32,
        /// The version of lurd.
        lurd: &'static str,
        /// The puzzles.
        comparisons: Vec<ComparedPuzzle>,
    }
}

/// The documentation of all fields, in Markdown.
#[cfg(feature = "schema")]
#[must_use]
pub fn json_documentation() -> String {
    use std::fmt::Write as _;
    let mut text = String::from(
        "# JSON\n\n\
         With `--json`, commands print one JSON object per line, with all its fields in this order; unknown values are null. A command\n\
         adds fields within a `schema`; the number counts up when a field changes its meaning or goes. `docs/schemas` has a JSON Schema\n\
         (2020-12) of each record. Where the input is in error, every command writes the record of `solve`, with the status `error` and\n\
         what is wrong in `error`. This page is made from the types that are written.\n",
    );
    for (command, schema) in schemas() {
        let _ = write!(text, "\n## {command}\n\n{}.\n\n", described(&schema).trim_end_matches('.'));
        fields(&mut text, &schema);
        let parts = schema.get("$defs").and_then(Value::as_object);
        for (name, part) in parts.into_iter().flatten().filter(|(_, part)| part.get("properties").is_some()) {
            let _ = write!(text, "\n`{name}`: {}\n\n", described(part));
            fields(&mut text, part);
        }
        for (name, part) in parts.into_iter().flatten() {
            let Some(values) = part.get("oneOf").and_then(Value::as_array) else { continue };
            let _ = write!(text, "\n`{name}`: {}\n\n| value | type | meaning |\n|---|---|---|\n", described(part));
            for value in values {
                let word = value.get("const").and_then(Value::as_str).unwrap_or_default();
                let _ = writeln!(text, "| `{word}` | string | {} |", described(value));
            }
        }
    }
    text
}

/// The description of a schema in one line.
#[cfg(feature = "schema")]
fn described(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(feature = "schema")]
fn fields(text: &mut String, schema: &Value) {
    use std::fmt::Write as _;
    text.push_str("| field | type | meaning |\n|---|---|---|\n");
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, field) in properties.into_iter().flatten() {
        let meaning = described(field).replace('|', "\\|");
        let _ = writeln!(text, "| `{name}` | {} | {meaning} |", type_of(field));
    }
}

/// The type of a field in words: `string or null`, `list of ChildRecord`.
#[cfg(feature = "schema")]
fn type_of(field: &Value) -> String {
    let reference = |it: &Value| {
        let name = it.get("$ref")?.as_str()?.rsplit('/').next()?;
        Some(format!("`{name}`"))
    };
    if let Some(name) = reference(field) {
        return name;
    }
    if let Some(choices) = field.get("anyOf").and_then(Value::as_array) {
        return choices.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    let names: Vec<&str> = match field.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["any"],
    };
    let name = |name: &str| match (name, field.get("items")) {
        ("array", Some(items)) => format!("list of {}", type_of(items)),
        ("array", None) => "list".to_owned(),
        (name, _) => name.to_owned(),
    };
    names.into_iter().map(name).collect::<Vec<_>>().join(" or ")
}

/// The records of each command: its name in the documentation, and its JSON Schema.
#[cfg(feature = "schema")]
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    fn schema<T: schemars::JsonSchema>() -> Value {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        // A field that is not listed is a mistake.
        if let Some(object) = schema.as_object_mut() {
            object.insert("additionalProperties".to_owned(), false.into());
        }
        schema
    }
    vec![
        ("solve, batch, compare", schema::<ResultLine>()),
        ("solve --all", schema::<AllLine>()),
        ("verify", schema::<VerdictLine>()),
        ("optimise", schema::<OptimisedLine>()),
        ("space", schema::<StateSpaceLine>()),
        ("trace", schema::<ExpansionLine<'static>>()),
        ("list, show", schema::<ListLine>()),
        ("solutions list, solutions show", schema::<SavedLine>()),
        ("rate", schema::<RatingLine>()),
        ("generate", schema::<GeneratedLine>()),
        ("id", schema::<IdLine>()),
        ("strategies", schema::<StrategyLine>()),
        ("batch report", schema::<BenchmarkLine>()),
        ("compare --export FILE.json", schema::<ComparisonDocument>()),
    ]
}
