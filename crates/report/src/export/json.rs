//! JSON: one document with every run and trace.

use lurd_engine::program::budget::TracePoint;
use lurd_toolkit::compare::{Comparison, StrategyRuns};
use lurd_toolkit::solve::Run;

use super::Compared;
use crate::json::with_escapes;
use crate::records::{ComparedPuzzle, ComparedRun, ComparedStrategy, ComparisonDocument};

pub(super) fn document(compared: &[Compared]) -> String {
    let comparisons = compared.iter().map(comparison).collect();
    let document = ComparisonDocument { schema: 1, lurd: env!("CARGO_PKG_VERSION"), comparisons };
    with_escapes(serde_json::to_string_pretty(&document).expect("documents have text keys")) + "\n"
}

fn comparison(it: &Compared) -> ComparedPuzzle {
    ComparedPuzzle {
        puzzle: it.kind,
        reference: it.reference.clone(),
        name: it.name.clone(),
        id: it.id.clone(),
        objective: it.comparison.objective.map(|objective| objective.name),
        disagreement: it.comparison.disagreement.clone(),
        interrupted: it.comparison.interrupted,
        strategies: it.comparison.rows.iter().map(|row| strategy(&it.comparison, row)).collect(),
    }
}

fn strategy(comparison: &Comparison, row: &StrategyRuns) -> ComparedStrategy {
    let run = row.result();
    let answer = run.and_then(Run::verified).map(|verified| &verified.answer);
    let reason = run.and_then(|run| run.end.as_ref().err()?.reason());
    let moments = |moments: &[TracePoint]| moments.iter().map(|it| [it.expanded, it.cost]).collect();
    let trace = run.map(|run| &run.trace);
    ComparedStrategy {
        strategy: row.strategy.name(),
        settings: row.variant.clone(),
        winner: run.map(|run| run.strategy.name()),
        status: run.map(|run| run.status().to_string()),
        limit: run.and_then(Run::limit).map(lurd_engine::program::outcome::Limit::name),
        cost: answer.map(|answer| answer.cost),
        proof: answer.map(|answer| answer.proof.to_string()),
        lower_bound: run.and_then(Run::lower_bound),
        reason: reason.map(str::to_owned),
        seconds: row.seconds(),
        cpu_seconds: row.cpu_seconds(),
        ratio: comparison.ratio(row),
        start_estimate: row.start_estimate(),
        table_bytes: row.table_bytes(),
        effective_branching: row.effective_branching(),
        bounds: trace.map(|trace| moments(&trace.bounds)),
        plans: trace.map(|trace| moments(&trace.plans)),
        runs: row.all().enumerate().map(|(at, run)| single(run, at < row.warm_ups.len())).collect(),
    }
}

fn single(run: &Run, is_warm_up: bool) -> ComparedRun {
    ComparedRun {
        warm_up: is_warm_up,
        status: run.status().to_string(),
        cost: run.verified().map(|verified| verified.answer.cost),
        solution: run.verified().map(|verified| verified.answer.solution.clone()),
        expanded: run.statistics.map(|it| it.expanded),
        generated: run.statistics.map(|it| it.generated),
        stored: run.statistics.map(|it| it.stored),
        peak_bytes: run.statistics.map(|it| it.peak_bytes),
        seconds: run.statistics.map(|it| it.seconds),
        cpu_seconds: run.statistics.and_then(|it| it.cpu_seconds),
    }
}
