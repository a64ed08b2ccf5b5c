//! JSON: one object per line, always with the same fields in the same order; unknown values are null.

use lurd_engine::program::{
    outcome::Stop,
    search::{Claim, Row},
};
use lurd_puzzle::{
    catalog::Item,
    puzzle::{CertificateVerdict, Fit},
    verify::Refusal,
};
use lurd_toolkit::{
    exit::Status,
    results::{ResultLine, Subject, named_metrics},
    solutions::BestSolutions,
    solve::Run,
    verify::Verdict,
};
use serde::Serialize;
use serde_json::Value;

use super::diagnostic::is_dangerous;
use super::records::{Head, KnownRecord, ListLine, StrategyLine, VerdictLine};
use super::solution::judgement;

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
    let escape = |letter| if is_escaped(letter) { format!("\\u{:04x}", u32::from(letter)) } else { letter.into() };
    text.chars().map(escape).collect()
}

/// A record of a run.
#[must_use]
pub fn result_line(line: &ResultLine) -> String {
    json_line(line)
}

/// A run of `solve` or `compare`.
#[must_use]
pub fn run_line(subject: &Subject<'_>, run: &Run) -> String {
    result_line(&ResultLine::of(subject, run))
}

/// `is_saved`: the solution is kept with the puzzle, so that one that cannot be read is invalid, not a wrong use of the
/// command.
pub fn verdict_line(subject: &Subject<'_>, given: &str, verdict: &Verdict, is_saved: bool) -> String {
    let mut line = ResultLine { status: Status::Invalid, ..ResultLine::about(subject) };
    let mut step = None;
    match verdict {
        Verdict::Valid { solution, metrics, cost, objective, steps: _ } => {
            line.status = Status::Valid;
            line.objective = objective.map(|objective| objective.name.to_owned());
            line.solution = Some(solution.clone());
            line.cost = *cost;
            line.metrics = Some(named_metrics(metrics));
        }
        Verdict::Invalid(refusal) => {
            line.solution = Some(given.to_owned());
            match refusal {
                Refusal::Misread(misread) if !is_saved => {
                    line.status = Status::Error;
                    line.error = Some(misread.message.clone());
                }
                Refusal::Misread(misread) => line.reason = Some(misread.message.clone()),
                _ => line.reason = Some(refusal.to_string()),
            }
            step = refusal.step();
        }
    }
    json_line(&VerdictLine { line, step })
}

pub fn certificate_line(subject: &Subject<'_>, verdict: &CertificateVerdict) -> String {
    let (status, limit) = match verdict {
        CertificateVerdict::Holds(_) => (Status::Valid, None),
        CertificateVerdict::Fails(_) => (Status::Invalid, None),
        CertificateVerdict::Stopped(stop @ Stop::Limit(limit)) => {
            (Status::of_stop(*stop), Some(limit.name().to_owned()))
        }
        CertificateVerdict::Stopped(stop) => (Status::of_stop(*stop), None),
    };
    let reason = Some(judgement(verdict));
    let line = ResultLine { status, limit, reason, ..ResultLine::about(subject) };
    json_line(&VerdictLine { line, step: None })
}

/// A puzzle of `list` or `show`, or what is wrong with it, and the best solutions that are kept: of all, and of those
/// that the player found.
pub fn list_line(item: &Item, records: &BestSolutions) -> String {
    let puzzle = item.puzzle.as_ref().ok();
    json_line(&ListLine {
        head: Head {
            schema: ResultLine::SCHEMA,
            puzzle: item.kind,
            name: item.name().to_owned(),
            source: item.source.name.clone(),
            index: item.index,
            id: puzzle.map(|puzzle| puzzle.id()),
        },
        status: if puzzle.is_some() { "ok" } else { "error" },
        text: puzzle.map(|puzzle| puzzle.text()),
        note: item.note.clone(),
        author: item.metadata.author.clone(),
        best: records.known.iter().map(KnownRecord::of).collect(),
        best_played: records.played.iter().map(KnownRecord::of).collect(),
        error: item.puzzle.as_ref().err().map(|diagnostic| diagnostic.message.clone()),
    })
}

/// A strategy, and whether it fits where a puzzle was given.
pub fn strategy_line(row: &Row, fit: Option<&Fit>) -> String {
    let claim = match row.claim {
        Claim::Optimal => "optimal",
        Claim::Within => "within",
        Claim::Nothing => "none",
    };
    json_line(&StrategyLine {
        schema: ResultLine::SCHEMA,
        strategy: row.name,
        summary: row.summary,
        from: row.source,
        needs: row.needs.iter().map(ToString::to_string).collect(),
        claim,
        fits: fit.map(|fit| fit.verdict.is_ok()),
        reason: fit.and_then(|fit| fit.verdict.as_ref().err()).map(ToString::to_string),
    })
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Cancel;
    use lurd_toolkit::{search_options::SearchOptions, solve::solve, test_puzzle::test_puzzle};

    use super::*;

    /// The fields of the specification, in its order: scripts rely on them.
    const FIELDS: &str = "schema puzzle name source index id level status limit limit_value objective strategy method solution buttons cost \
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
        for search in
            [SearchOptions::default(), SearchOptions { objective: Some("x".to_owned()), ..SearchOptions::default() }]
        {
            let run = solve(&puzzle, &search, &Cancel::default(), &mut ());
            assert_eq!(fields(&run_line(&subject, &run)), FIELDS);
        }
        let verdict = lurd_toolkit::verify::verify(&puzzle, "*");
        assert_eq!(fields(&verdict_line(&subject, "*", &verdict, false)), format!("{FIELDS} step"));
        let error = lurd_puzzle::catalog::InputError {
            diagnostic: lurd_puzzle::diagnostic::Diagnostic::new("m"),
            source: None,
            name: "n".to_owned(),
        };
        assert_eq!(fields(&result_line(&ResultLine::no_puzzle(&error))), FIELDS);
    }
}
