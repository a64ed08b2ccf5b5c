//! One result of a batch: its line, its level, its outcome, and which of two is better.

use std::{
    cmp::{Ordering, Reverse},
    fmt,
};

use lurd_disk::hash::fnv;
use lurd_engine::program::{
    budget::{Statistics, Work, WorkKind},
    outcome::Limit,
};
use lurd_puzzle::{
    catalog::{InputError, Item},
    puzzle::{Metric, Puzzle, Unanswered},
    verify,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::{
    exit::{CANCELLED, Status},
    play::Game,
    solve::Run,
};

/// A puzzle with its name and origin.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Title, or the reference of a puzzle without one.
    pub name: &'a str,
    /// Reference that resolves to the puzzle.
    pub reference: &'a str,
    /// File or collection, or `<prompt>`.
    pub source: &'a str,
    /// Index within the source, from 1.
    pub index: usize,
    /// The puzzle itself.
    pub puzzle: &'a dyn Puzzle,
}

impl<'a> Subject<'a> {
    /// A puzzle that belongs to a game: its level, or the position.
    pub fn of_game(game: &'a Game, puzzle: &'a dyn Puzzle) -> Self {
        Self { name: &game.name, reference: &game.reference, source: &game.source, index: game.index, puzzle }
    }

    /// The puzzle of an item, if it could be read.
    pub fn of(item: &'a Item) -> Option<Self> {
        let puzzle = item.puzzle.as_ref().ok()?.as_ref();
        let (name, source) = (item.name(), item.source.name.as_str());
        Some(Self { name, reference: &item.reference, source, index: item.index, puzzle })
    }
}

/// The record of a run: the line of JSON that `solve`, `batch` and `compare` write and that `batch` reads when it
/// resumes and reports. The fields have the order of the line; unknown values are null.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultLine {
    /// The version of the format: it counts up when a field changes its meaning or goes.
    pub schema: u32,
    /// The kind of the puzzle: `sokoban`, `shifter`. Null if the input could not be read.
    pub puzzle: Option<String>,
    /// The title, or the reference of a puzzle without one.
    pub name: Option<String>,
    /// The file or the collection; for a typed puzzle `<argument>`, `<prompt>` or `<stdin>`, by where it was typed.
    pub source: String,
    /// The number within the source, from 1.
    pub index: Option<u64>,
    /// What identifies the puzzle, however it is written.
    pub id: Option<String>,
    /// A hash of all that the result depends on: of a level also the square of the player and what he cannot reach, which
    /// `id` leaves out. Lines are results of the same puzzle only if their `level` is the same.
    pub level: Option<String>,
    /// How the attempt ended.
    pub status: Status,
    /// The limit that ended the search, or the search for a proof: `time`, `memory`, `nodes`, `depth` or `cost`. `cancelled`
    /// if the user stopped a search that had an answer, which might have become better, or proved.
    pub limit: Option<String>,
    /// The value of the limit that ended the search: seconds, bytes or expansions.
    pub limit_value: Option<Number>,
    /// What was minimized: `pushes`, `shifts` and others.
    pub objective: Option<String>,
    /// The strategy that ran: the one chosen by `auto`.
    pub strategy: Option<String>,
    /// The search of its own that `auto` ran, if it is no strategy.
    pub method: Option<String>,
    /// The answer, in LURD or as `left 0, up 3`.
    pub solution: Option<String>,
    /// The presses of the gamepad.
    pub buttons: Option<Vec<String>>,
    /// The cost of the answer, in the metric of the objective.
    pub cost: Option<u64>,
    /// What is proved about the cost: `optimal`, `within:1.5` or `none`.
    pub proof: Option<String>,
    /// What was minimized among answers of equal cost.
    pub ties: Option<Ties>,
    /// A proved lower bound of the cost of every answer.
    pub lower_bound: Option<u64>,
    /// Why there is no answer.
    pub reason: Option<String>,
    /// The metrics of the answer by name.
    pub metrics: Option<Map<String, Value>>,
    /// The counts and times of the search.
    pub stats: Option<Stats>,
    /// What is wrong with the input.
    pub error: Option<String>,
    /// What each part of the solver did; absent without `--stats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<PartStats>>,
    /// What each pruning rule did; absent without `--stats`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<RuleStats>>,
}

/// What a part of a solver did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartStats {
    /// The name of the part.
    pub part: String,
    /// States whose successors it generated.
    pub expanded: u64,
    /// Its wall time.
    pub seconds: f64,
}

/// What a pruning rule did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleStats {
    /// The name of the rule, as in `--without`.
    pub rule: String,
    /// Successors and states that it left out.
    pub pruned: u64,
    /// Its time, of all threads together.
    pub seconds: f64,
}

/// The secondary metric, and whether it is proved to be the lowest: `optimal` or `none`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ties {
    /// The name of the metric.
    pub metric: String,
    /// `optimal` if no answer of equal cost has a lower value, provably; otherwise `none`.
    pub proof: String,
}

/// The statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Stats {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Generated successors.
    pub generated: u64,
    /// States stored at the end.
    pub stored: u64,
    /// The most bytes in use.
    pub peak_bytes: u64,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of all threads; null if the system has no clock for it.
    pub cpu_seconds: Option<f64>,
}

impl From<Statistics> for Stats {
    fn from(it: Statistics) -> Self {
        let Statistics { expanded, generated, stored, peak_bytes, seconds, cpu_seconds } = it;
        Self { expanded, generated, stored, peak_bytes, seconds, cpu_seconds }
    }
}

impl ResultLine {
    /// The version of the format.
    pub const SCHEMA: u32 = 1;

    /// A line about a puzzle, with nothing known of any attempt.
    pub fn about(subject: &Subject<'_>) -> Self {
        Self {
            schema: Self::SCHEMA,
            puzzle: Some(subject.puzzle.kind().to_owned()),
            name: Some(subject.name.to_owned()),
            source: subject.source.to_owned(),
            index: Some(subject.index as u64),
            id: Some(subject.puzzle.id()),
            level: Some(level_hash(subject.puzzle)),
            ..Self::default()
        }
    }

    /// The line of a run.
    pub fn of(subject: &Subject<'_>, run: &Run) -> Self {
        let of_kind = |kind| Some(run.works.as_ref()?.iter().filter(move |work| work.kind == kind));
        let seconds = |work: &Work| work.time.as_secs_f64();
        let part = |it: &Work| PartStats { part: it.name.to_owned(), expanded: it.count, seconds: seconds(it) };
        let rule = |it: &Work| RuleStats { rule: it.name.to_owned(), pruned: it.count, seconds: seconds(it) };
        let mut line = Self {
            status: run.status(),
            limit: run.ended_by().map(str::to_owned),
            limit_value: run.limit_value().and_then(whole_or_not),
            objective: run.objective.map(|objective| objective.name.to_owned()),
            strategy: Some(run.strategy.name().to_owned()),
            method: run.method.clone(),
            lower_bound: run.lower_bound(),
            stats: run.statistics.map(Stats::from),
            parts: of_kind(WorkKind::Part).map(|works| works.map(part).collect()),
            rules: of_kind(WorkKind::Rule).map(|works| works.map(rule).collect()),
            ..Self::about(subject)
        };
        match &run.end {
            Ok(verified) => {
                line.solution = Some(verified.answer.solution.clone());
                line.buttons = verified.buttons.as_ref().map(|buttons| buttons.presses.clone());
                line.cost = Some(verified.answer.cost);
                line.proof = Some(verified.answer.proof.to_string());
                line.metrics = Some(named_metrics(&verified.metrics));
                line.ties = run.secondary.map(|secondary| {
                    let proof = if secondary.proved { OPTIMAL } else { "none" };
                    Ties { metric: secondary.metric.to_owned(), proof: proof.to_owned() }
                });
            }
            Err(Unanswered::Unsolvable { reason, .. } | Unanswered::Unsupported { reason }) => {
                line.reason = Some(reason.clone());
            }
            Err(Unanswered::Bug { message }) => line.error = Some(message.clone()),
            Err(Unanswered::Stopped { .. }) => {}
        }
        line
    }

    /// A puzzle that cannot be read.
    pub fn broken(item: &Item) -> Self {
        Self {
            schema: Self::SCHEMA,
            puzzle: Some(item.kind.to_owned()),
            name: Some(item.name().to_owned()),
            source: item.source.name.clone(),
            index: Some(item.index as u64),
            error: item.puzzle.as_ref().err().map(|diagnostic| diagnostic.message.clone()),
            ..Self::default()
        }
    }

    /// A puzzle that a command cannot do anything with: `error` says why.
    pub fn refused(item: &Item, error: &str) -> Self {
        let id = item.puzzle.as_ref().ok().map(|puzzle| puzzle.id());
        Self { id, error: Some(error.to_owned()), ..Self::broken(item) }
    }

    /// An input that gave no puzzle.
    pub fn no_puzzle(error: &InputError) -> Self {
        Self {
            schema: Self::SCHEMA,
            source: error.source.as_ref().map_or(&error.name, |source| &source.name).clone(),
            error: Some(error.diagnostic.message.clone()),
            ..Self::default()
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// It is not a result of `batch` or `solve --json`.
    pub fn read(text: &str) -> Result<Self, String> {
        let line: Self = serde_json::from_str(text).map_err(|error| {
            let error = error.to_string();
            // The line is that of the file, which the caller knows.
            let reason = error.split(" at line ").next().unwrap_or(&error);
            format!("not a result of 'batch': {reason}")
        })?;
        if line.schema != Self::SCHEMA {
            let (schema, own) = (line.schema, Self::SCHEMA);
            return Err(format!("a result of schema {schema}; this version of lurd reads schema {own}"));
        }
        if line.is_solved() {
            let (Some(_), Some(cost), Some(_)) = (&line.solution, line.cost, &line.metrics) else {
                return Err("a solved level without solution, cost and metrics".to_owned());
            };
            if line.lower_bound.is_some_and(|bound| bound > cost) {
                return Err("a lower bound above the cost of its own solution".to_owned());
            }
        }
        match line.seconds().filter(|&seconds| !is_time(seconds)) {
            Some(seconds) => Err(format!("a time of {seconds:e} seconds; expected 0 to {MAX_SECONDS:e}")),
            None => Ok(line),
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    pub fn is_optimal(&self) -> bool {
        self.is_solved() && self.proof.as_deref() == Some(OPTIMAL)
    }

    /// Replays the solution of the line. A line without one is not checked.
    ///
    /// # Errors
    /// It is no solution of the puzzle, or has another cost or another metric: what is wrong.
    pub fn check(&self, puzzle: &dyn Puzzle) -> Result<(), String> {
        let Some(solution) = self.solution.as_ref().filter(|_| self.is_solved()) else { return Ok(()) };
        let replay = verify::replay(puzzle, solution)
            .map_err(|refusal| format!("its solution does not solve the puzzle: {refusal}"))?;
        let objective = puzzle.objectives().iter().find(|it| Some(it.name) == self.objective.as_deref());
        let counted = objective.and_then(|objective| replay.metric(objective.metric));
        if let Some((counted, cost)) = counted.zip(self.cost).filter(|(counted, cost)| counted != cost) {
            return Err(format!("its solution costs {counted}, not {cost}"));
        }
        for (name, value) in self.metrics.iter().flatten() {
            if let Some(counted) = replay.metric(name).filter(|counted| value.as_u64() != Some(*counted)) {
                return Err(format!("its solution has {counted} {name}, not {value}"));
            }
        }
        Ok(())
    }

    /// The limit that ended the search or its proof.
    pub fn ended_by(&self) -> Option<Limit> {
        let name = self.limit.as_deref()?;
        Limit::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// Whether the user stopped the search.
    pub fn is_interrupted(&self) -> bool {
        self.status == Status::Cancelled || self.limit.as_deref() == Some(CANCELLED)
    }

    /// The highest proved lower bound of the cost of a solution.
    pub(super) fn bound(&self) -> Option<u64> {
        if self.is_optimal() { self.cost } else { self.lower_bound }
    }

    /// The metrics of the answer in the order of the line.
    pub fn metric_values(&self) -> impl Iterator<Item = u64> {
        self.metrics.iter().flat_map(|metrics| metrics.values()).map(|value| value.as_u64().unwrap_or(u64::MAX))
    }

    pub fn seconds(&self) -> Option<f64> {
        self.stats.map(|stats| stats.seconds)
    }
}

/// The value of [`ResultLine::level`] for a puzzle.
pub(crate) fn level_hash(puzzle: &dyn Puzzle) -> String {
    format!("{:016x}", fnv(format!("{}\n{}", puzzle.kind(), puzzle.whole()).as_bytes()))
}

/// The longest time of a result in seconds: 31 years. The axis of a chart has no room for more powers of ten.
const MAX_SECONDS: f64 = 1e9;

/// Whether a result can have taken so many seconds.
pub(super) fn is_time(seconds: f64) -> bool {
    (0.0..=MAX_SECONDS).contains(&seconds)
}

/// The word for an answer of proved minimum cost.
const OPTIMAL: &str = "optimal";

/// Metrics by their names.
pub fn named_metrics(metrics: &[Metric]) -> Map<String, Value> {
    metrics.iter().map(|metric| (metric.name.to_owned(), metric.value.into())).collect()
}

/// A number without a fraction as one without a decimal point.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
fn whole_or_not(value: f64) -> Option<Number> {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = value.fract() == 0.0 && (0.0..=MAX_EXACT).contains(&value);
    if is_whole { Some((value as u64).into()) } else { Number::from_f64(value) }
}

#[cfg(test)]
pub(in crate::results) mod samples {
    use super::ResultLine;

    /// The text of a line: `solved 12 optimal`, `unsolvable`, `limit 7` (with its bound).
    pub fn text(index: usize, id: &str, end: &str) -> String {
        let mut words = end.split(' ');
        let status = words.next().unwrap_or_default();
        let number = words.next().unwrap_or("null");
        let proof = words.next().map_or("null".to_owned(), |proof| format!("\"{proof}\""));
        let is_solved = status == "solved";
        let cost = if is_solved { number } else { "null" };
        let metrics = if is_solved { format!("{{\"moves\":9,\"pushes\":{number}}}") } else { "null".to_owned() };
        let bound = if status == "limit" { number } else { "null" };
        let limit = if status == "limit" { "\"time\"" } else { "null" };
        let solution = if is_solved { "\"R\"" } else { "null" };
        format!(
            "{{\"schema\":1,\"puzzle\":\"toy\",\"name\":\"n\",\"source\":\"s\",\"index\":{index},\"id\":\"{id}\",\
             \"level\":\"of {id}\",\"status\":\"{status}\",\"limit\":{limit},\"limit_value\":null,\
             \"objective\":\"pushes\",\"solution\":{solution},\"cost\":{cost},\"proof\":{proof},\"lower_bound\":{bound},\"metrics\":{metrics},\"stats\":{{\"expanded\":1,\
             \"seconds\":0.5}},\"error\":null}}"
        )
    }

    pub fn line(index: usize, id: &str, end: &str) -> ResultLine {
        ResultLine::read(&text(index, id, end)).expect("a line")
    }
}

// Which level and which objective a line is about.

/// A level at its place in its source, and what was minimized. Two lines with equal keys are results of the same
/// task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelKey {
    pub source: String,
    pub index: Option<u64>,
    /// [`ResultLine::level`]; `None` if there is no puzzle.
    pub level: Option<String>,
    pub objective: Option<String>,
}

impl LevelKey {
    pub fn of_line(line: &ResultLine) -> Self {
        let ResultLine { source, index, level, objective, .. } = line;
        Self { source: source.clone(), index: *index, level: level.clone(), objective: objective.clone() }
    }
}

/// A level by its file or collection and its number there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelName {
    /// The file without its folder: other machines have other folders.
    pub source: String,
    pub index: u64,
    /// [`ResultLine::level`], which tells apart levels that had the same place at different times; `None` if it is not
    /// known, as in the logs of other solvers.
    pub level: Option<String>,
}

impl LevelName {
    pub(super) fn of_line(line: &ResultLine) -> Self {
        let source = line.source.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Self { source, index: line.index.unwrap_or(0), level: line.level.clone() }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names of collections have no dot.
        let between = if self.source.contains(['.', '<']) { ':' } else { '/' };
        write!(f, "{}{between}{}", self.source, self.index)
    }
}

// Which of two results of the same task is better.

/// Orders results of the same task, better ones first. A verdict comes before a limit, and a limit before a failure.
/// Of two answers the one of lower cost is better, then the one with the stronger proof, then the one with lower
/// metrics in the order of the line, then the one of which these are proved, then the one whose search was done. Of two
/// limits the one with the higher lower bound is better, then the one that searched more.
pub fn by_quality(one: &ResultLine, other: &ResultLine) -> Ordering {
    quality(one).cmp(&quality(other))
}

fn quality(line: &ResultLine) -> impl Ord {
    let rank = match line.status {
        Status::Solved | Status::Unsolvable => 0,
        Status::Limit => 1,
        Status::Cancelled => 2,
        Status::Unsupported => 3,
        _ => 4,
    };
    let metrics: Vec<_> = line.metric_values().collect();
    let has_open_ties = line.ties.as_ref().is_none_or(|ties| ties.proof != OPTIMAL);
    let expanded = line.stats.map(|stats| stats.expanded);
    let bound = (line.status == Status::Limit).then_some((Reverse(line.lower_bound), Reverse(expanded)));
    (rank, line.cost.unwrap_or(u64::MAX), proved_factor(line), metrics, has_open_ties, line.limit.is_some(), bound)
}

/// The factor of the optimum within which the cost is proved to be, in hundredths; 0 for an optimal answer.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a factor in hundredths")]
fn proved_factor(line: &ResultLine) -> u32 {
    if line.is_optimal() {
        return 0;
    }
    let factor = line.proof.as_deref().and_then(|proof| proof.strip_prefix("within:")?.parse::<f64>().ok());
    factor.map_or(u32::MAX, |factor| (factor * 100.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::samples::{line, text};
    use super::*;

    #[test]
    fn lines_are_read_and_other_texts_are_refused() {
        let solved = line(3, "A", "solved 12 optimal");
        assert!(solved.is_optimal() && solved.seconds() == Some(0.5));
        assert_eq!(solved.metric_values().collect::<Vec<_>>(), [9, 12]);
        assert_eq!(line(3, "A", "limit 7").ended_by(), Some(Limit::Time));
        let wrong = |text: &str| ResultLine::read(text).unwrap_err();
        assert!(wrong("{\"schema\":1,").starts_with("not a result of 'batch': EOF"), "{}", wrong("{\"sch"));
        assert!(wrong("[]").starts_with("not a result of 'batch': "), "{}", wrong("[]"));
        assert!(wrong(&text(1, "A", "solved 12").replace(":1,\"puzzle", ":2,\"puzzle")).contains("schema 2"));
        assert!(wrong(&text(1, "A", "solved null")).contains("without solution, cost"));
        assert!(wrong(&text(1, "A", "valid")).contains("unknown variant `valid`"));
        for time in ["1e308", "-1"] {
            let line = text(1, "A", "solved 12").replace("\"seconds\":0.5", &format!("\"seconds\":{time}"));
            assert!(wrong(&line).ends_with("seconds; expected 0 to 1e9"), "{}", wrong(&line));
        }
    }
}

#[cfg(test)]
mod better_tests {
    use super::samples::line;
    use super::*;

    #[test]
    fn better_results_come_first() {
        let order = [
            "solved 10 optimal",
            "solved 10 within:1.05",
            "solved 10 within:1.5",
            "solved 10 none",
            "solved 11 optimal",
            "limit 9",
            "limit 8",
            "limit",
            "cancelled",
            "unsupported",
            "error",
        ];
        let lines = order.map(|end| line(1, "A", end));
        for (at, better) in lines.iter().enumerate() {
            for (after, worse) in lines.iter().enumerate() {
                assert_eq!(by_quality(better, worse), at.cmp(&after), "{} {}", order[at], order[after]);
            }
        }
    }

    #[test]
    fn of_equal_answers_the_one_with_proved_ties_is_better() {
        let plain = line(1, "A", "solved 10 optimal");
        let with = |proof: &str| ResultLine {
            ties: Some(Ties { metric: "moves".to_owned(), proof: proof.to_owned() }),
            ..plain.clone()
        };
        assert_eq!(by_quality(&with(OPTIMAL), &plain), Ordering::Less);
        assert_eq!(by_quality(&with("none"), &with(OPTIMAL)), Ordering::Greater);
        assert_eq!(by_quality(&with("none"), &plain), Ordering::Equal);
        let interrupted = ResultLine { limit: Some("cancelled".to_owned()), ..plain.clone() };
        assert_eq!(by_quality(&plain, &interrupted), Ordering::Less, "the one whose search was done");
    }
}
