//! JSON: one document with every run and trace.

use lurd_engine::budget::TracePoint;
use lurd_toolkit::compare::{Comparison, Row, Spread};
use lurd_toolkit::solve::Run;
use serde_json::{Value, json};

use super::Compared;
use crate::json::with_escapes;

const SCHEMA: u32 = 1;

pub(super) fn document(compared: &[Compared]) -> String {
    let comparisons: Vec<_> = compared.iter().map(comparison).collect();
    let document = json!({
        "schema": SCHEMA,
        "lurd": env!("CARGO_PKG_VERSION"),
        "comparisons": comparisons,
    });
    let mut text = with_escapes(serde_json::to_string_pretty(&document).expect("documents have text keys"));
    text.push('\n');
    text
}

fn comparison(it: &Compared) -> Value {
    json!({
        "puzzle": it.kind,
        "reference": it.reference,
        "name": it.name,
        "id": it.id,
        "objective": it.comparison.objective.map(|objective| objective.name),
        "disagreement": it.comparison.disagreement,
        "interrupted": it.comparison.interrupted,
        "strategies": it.comparison.rows.iter().map(|row| strategy(&it.comparison, row)).collect::<Vec<_>>(),
    })
}

fn strategy(comparison: &Comparison, row: &Row) -> Value {
    let run = row.result();
    let answer = run.and_then(Run::verified).map(|verified| &verified.answer);
    let reason = run.and_then(|run| run.end.as_ref().err()?.reason());
    let moments = |moments: &[TracePoint]| moments.iter().map(|it| [it.expanded, it.cost]).collect::<Vec<_>>();
    let trace = run.map(|run| &run.trace);
    json!({
        "strategy": row.strategy.name(),
        "winner": run.map(|run| run.strategy.name()),
        "status": run.map(|run| run.status().name()),
        "limit": run.and_then(Run::limit).map(lurd_engine::outcome::Limit::name),
        "cost": answer.map(|answer| answer.cost),
        "proof": answer.map(|answer| answer.proof.to_string()),
        "lower_bound": run.and_then(Run::lower_bound),
        "reason": reason,
        "seconds": row.seconds().map(spread),
        "cpu_seconds": row.cpu_seconds().map(spread),
        "ratio": comparison.ratio(row),
        "bounds": trace.map(|trace| moments(&trace.bounds)),
        "plans": trace.map(|trace| moments(&trace.plans)),
        "runs": row.all().enumerate().map(|(at, run)| single(run, at < row.warm_ups.len())).collect::<Vec<_>>(),
    })
}

fn spread(spread: Spread) -> Value {
    json!({ "median": spread.median, "least": spread.least, "most": spread.most })
}

fn single(run: &Run, is_warm_up: bool) -> Value {
    json!({
        "warm_up": is_warm_up,
        "status": run.status().name(),
        "cost": run.verified().map(|verified| verified.answer.cost),
        "solution": run.verified().map(|verified| &verified.answer.solution),
        "expanded": run.statistics.map(|it| it.expanded),
        "generated": run.statistics.map(|it| it.generated),
        "stored": run.statistics.map(|it| it.stored),
        "peak_bytes": run.statistics.map(|it| it.peak_bytes),
        "seconds": run.statistics.map(|it| it.seconds),
        "cpu_seconds": run.statistics.and_then(|it| it.cpu_seconds),
    })
}
