//! JSON: one object per line, always with the same fields in the same order; unknown values are null.

use lurd_engine::{
    budget::Statistics,
    outcome::{Cost, Stop},
    search::{Claim, Row},
};
use lurd_puzzle::{
    catalog::{InputError, Item},
    puzzle::{CertificateVerdict, Fit, Metric, Unanswered},
    verify::Refusal,
};
use lurd_toolkit::{
    solutions::{KnownSolution, Records},
    solve::Run,
    verify::Verdict,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::diagnostic::is_dangerous;
use super::solution::{Subject, judgement};

pub(super) const SCHEMA: u32 = 1;

#[derive(Serialize, Default)]
pub(super) struct ResultLine {
    pub(super) schema: u32,
    pub(super) puzzle: Option<String>,
    pub(super) name: Option<String>,
    pub(super) source: String,
    pub(super) index: Option<usize>,
    pub(super) id: Option<String>,
    pub(super) status: &'static str,
    pub(super) limit: Option<&'static str>,
    pub(super) limit_value: Option<Value>,
    pub(super) objective: Option<&'static str>,
    pub(super) strategy: Option<&'static str>,
    pub(super) method: Option<&'static str>,
    pub(super) solution: Option<String>,
    pub(super) buttons: Option<Vec<String>>,
    pub(super) cost: Option<u64>,
    pub(super) proof: Option<String>,
    pub(super) ties: Option<Value>,
    pub(super) lower_bound: Option<Cost>,
    pub(super) reason: Option<String>,
    pub(super) metrics: Option<Map<String, Value>>,
    pub(super) stats: Option<Value>,
    pub(super) error: Option<String>,
}

#[derive(Serialize)]
struct VerdictLine {
    #[serde(flatten)]
    line: ResultLine,
    step: Option<usize>,
}

/// A value as one line of JSON. Characters that could control a terminal are escaped: JSON requires that of the
/// lower ones only.
pub(super) fn json_line(value: &impl Serialize) -> String {
    with_escapes(serde_json::to_string(value).expect("lines have text keys"))
}

/// A text as JSON, for checks of what is written.
#[must_use]
pub fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// JSON with escapes for the characters that could control a terminal, except line breaks.
pub(super) fn with_escapes(text: String) -> String {
    let is_escaped = |letter: char| is_dangerous(letter) && letter != '\n';
    if !text.contains(is_escaped) {
        return text;
    }
    let escape = |letter: char| {
        if is_escaped(letter) { format!("\\u{:04x}", u32::from(letter)) } else { letter.to_string() }
    };
    text.chars().map(escape).collect()
}

pub(super) fn stats(it: &Statistics) -> Value {
    json!({
        "expanded": it.expanded,
        "generated": it.generated,
        "stored": it.stored,
        "peak_bytes": it.peak_bytes,
        "seconds": it.seconds,
        "cpu_seconds": it.cpu_seconds,
    })
}

impl ResultLine {
    pub(super) fn about(subject: &Subject<'_>) -> Self {
        Self {
            schema: SCHEMA,
            puzzle: Some(subject.puzzle.kind().to_owned()),
            name: Some(subject.name.to_owned()),
            source: subject.source.to_owned(),
            index: Some(subject.index),
            id: Some(subject.puzzle.id()),
            ..Self::default()
        }
    }

    pub(super) fn of(subject: &Subject<'_>, run: &Run) -> Self {
        let mut line = Self {
            status: run.status(),
            limit: run.limit().map(lurd_engine::outcome::Limit::name),
            limit_value: run.limit_value().map(whole_or_not),
            objective: run.objective.map(|objective| objective.name),
            strategy: Some(run.strategy.name()),
            method: run.method,
            lower_bound: run.lower_bound(),
            stats: run.statistics.as_ref().map(stats),
            ..Self::about(subject)
        };
        match &run.end {
            Ok(verified) => {
                line.solution = Some(verified.answer.solution.clone());
                line.buttons = verified.buttons.as_ref().map(|buttons| buttons.presses.clone());
                line.cost = Some(verified.answer.cost);
                line.proof = Some(verified.answer.proof.to_string());
                line.metrics = Some(metrics(&verified.metrics));
                line.ties = run.second.map(|second| {
                    let proof = if second.proved { "optimal" } else { "none" };
                    json!({ "metric": second.metric, "proof": proof })
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

    fn write(&self) -> String {
        // Plain data with string keys cannot fail to serialize.
        json_line(self)
    }
}

/// A number without a fraction as one without a decimal point.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
fn whole_or_not(value: f64) -> Value {
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && (0.0..=MAX_EXACT).contains(&value) { (value as u64).into() } else { value.into() }
}

/// A run of `solve` or `compare`.
#[must_use]
pub fn run_line(subject: &Subject<'_>, run: &Run) -> String {
    ResultLine::of(subject, run).write()
}

pub fn verdict_line(subject: &Subject<'_>, given: &str, verdict: &Verdict) -> String {
    let mut failed = None;
    let mut line = ResultLine { status: "invalid", ..ResultLine::about(subject) };
    match verdict {
        Verdict::Valid { solution, metrics: found, cost, objective, steps: _ } => {
            line.status = "valid";
            line.objective = objective.map(|objective| objective.name);
            line.solution = Some(solution.clone());
            line.cost = *cost;
            line.metrics = Some(metrics(found));
        }
        Verdict::Invalid(refusal) => {
            line.solution = Some(given.to_owned());
            match refusal {
                Refusal::Misread(misread) => {
                    line.status = "error";
                    line.error = Some(misread.message.clone());
                }
                Refusal::Step { step, .. } => {
                    failed = Some(*step);
                    line.reason = Some(refusal.to_string());
                }
                Refusal::Unfinished { .. } => line.reason = Some(refusal.to_string()),
            }
        }
    }
    json_line(&VerdictLine { line, step: failed })
}

pub fn certificate_line(subject: &Subject<'_>, verdict: &CertificateVerdict) -> String {
    let (status, limit) = match verdict {
        CertificateVerdict::Holds(_) => ("valid", None),
        CertificateVerdict::Fails(_) => ("invalid", None),
        CertificateVerdict::Stopped(Stop::Limit(limit)) => ("limit", Some(limit.name())),
        CertificateVerdict::Stopped(_) => ("cancelled", None),
    };
    let reason = Some(judgement(verdict));
    let line = ResultLine { status, limit, reason, ..ResultLine::about(subject) };
    json_line(&VerdictLine { line, step: None })
}

/// A puzzle that cannot be read.
pub fn broken_line(item: &Item) -> String {
    let line = ResultLine {
        schema: SCHEMA,
        puzzle: Some(item.kind.to_owned()),
        name: Some(item.name().to_owned()),
        source: item.source.name.clone(),
        index: Some(item.index),
        status: "error",
        error: item.puzzle.as_ref().err().map(|diagnostic| diagnostic.message.clone()),
        ..ResultLine::default()
    };
    line.write()
}

/// An input that gave no puzzle.
pub fn error_line(error: &InputError) -> String {
    let line = ResultLine {
        schema: SCHEMA,
        source: error.source.as_ref().map_or(&error.name, |source| &source.name).clone(),
        status: "error",
        error: Some(error.diagnostic.message.clone()),
        ..ResultLine::default()
    };
    line.write()
}

/// A puzzle of `list` or `show`, or what is wrong with it, and the best solutions that are kept: of all, and of those
/// that the player found.
pub fn list_line(item: &Item, records: &Records) -> String {
    let solutions = |best: &[KnownSolution]| -> Vec<Value> {
        let solution =
            |known: &KnownSolution| json!({ "metrics": metrics(&known.metrics), "solution": known.solution });
        best.iter().map(solution).collect()
    };
    let status = if item.puzzle.is_ok() { "ok" } else { "error" };
    let puzzle = item.puzzle.as_ref().ok();
    json_line(&json!({
        "schema": SCHEMA,
        "puzzle": item.kind,
        "name": item.name(),
        "source": item.source.name,
        "index": item.index,
        "id": puzzle.map(|puzzle| puzzle.id()),
        "status": status,
        "text": puzzle.map(|puzzle| puzzle.text()),
        "note": item.note,
        "author": item.metadata.author,
        "best": solutions(&records.known),
        "best_played": solutions(&records.played),
        "error": item.puzzle.as_ref().err().map(|diagnostic| &diagnostic.message),
    }))
}

/// A strategy, and whether it fits where a puzzle was given.
pub fn strategy_line(row: &Row, fit: Option<&Fit>) -> String {
    let claim = match row.claim {
        Claim::Optimal => "optimal",
        Claim::Within => "within",
        Claim::Improving => "improving",
        Claim::Nothing => "none",
    };
    json_line(&json!({
        "schema": SCHEMA,
        "strategy": row.name,
        "summary": row.summary,
        "from": row.source,
        "needs": row.needs.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "claim": claim,
        "fits": fit.map(|fit| fit.verdict.is_ok()),
        "reason": fit.and_then(|fit| fit.verdict.as_ref().err()),
    }))
}

pub(super) fn metrics(metrics: &[Metric]) -> Map<String, Value> {
    metrics.iter().map(|metric| (metric.name.to_owned(), metric.value.into())).collect()
}

#[cfg(test)]
mod tests {
    use lurd_engine::budget::Cancel;
    use lurd_toolkit::{search_options::Search, solve::solve, test_puzzle::test_puzzle};

    use super::*;

    /// The fields of the specification, in its order: scripts rely on them.
    const FIELDS: &str = "schema puzzle name source index id status limit limit_value objective strategy method solution buttons cost \
                          proof ties lower_bound reason metrics stats error";

    fn fields(line: &str) -> String {
        let value: Value = serde_json::from_str(line).expect("JSON");
        assert!(!line.contains('\n'), "one line");
        value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_kind_of_line_has_every_field() {
        let puzzle = test_puzzle("1 -> 4");
        let subject = Subject { name: "a\nb", reference: "r", source: "s", index: 1, puzzle: &puzzle };
        for search in [Search::default(), Search { objective: Some("x".to_owned()), ..Search::default() }] {
            let run = solve(&puzzle, &search, &Cancel::default(), &mut ());
            assert_eq!(fields(&run_line(&subject, &run)), FIELDS);
        }
        let verdict = lurd_toolkit::verify::verify(&puzzle, "*");
        assert_eq!(fields(&verdict_line(&subject, "*", &verdict)), format!("{FIELDS} step"));
        let error = InputError {
            diagnostic: lurd_puzzle::diagnostic::Diagnostic::new("m"),
            source: None,
            name: "n".to_owned(),
        };
        assert_eq!(fields(&error_line(&error)), FIELDS);
    }
}
