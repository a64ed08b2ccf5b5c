//! The rows of charts: strategies from best to worst, with their times and results in words.

use lurd_engine::outcome::Proof;
use lurd_toolkit::compare::{Comparison, Ranking, Row, Standing};

/// How much a strategy achieved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Proved,
    /// An answer without a proof of its cost.
    Unproved,
    Failed,
}

/// A strategy in a chart.
pub(super) struct Ranked {
    pub(super) name: &'static str,
    pub(super) standard: Standard,
    /// The wall time of each run in seconds.
    pub(super) times: Vec<f64>,
    pub(super) median: Option<f64>,
    pub(super) cost: Option<u32>,
    /// The result in words: `cost 8, proved optimal`.
    pub(super) result: String,
}

/// The strategies of a comparison that fit its puzzle, in the order of its ranking.
pub(super) fn ranked(comparison: &Comparison) -> Vec<Ranked> {
    let Some(Ranking { proved, unproved, failed }) = comparison.ranking() else { return Vec::new() };
    let standing = |standard| {
        move |it: &Standing<'_>| {
            let result = match (it.cost, it.proof) {
                (None, _) => "no solution, proved".to_owned(),
                (Some(cost), Proof::Optimal) => format!("cost {cost}, proved optimal"),
                (Some(cost), Proof::Within(weight)) => format!("cost {cost}, proved within {weight}"),
                (Some(cost), Proof::Nothing) => format!("cost {cost}"),
            };
            let stopped = it.stopped.map_or_else(String::new, |limit| format!("; stopped by {limit}"));
            row(it.row, standard, it.cost, result + &stopped)
        }
    };
    let failed = failed.into_iter().filter(|row| row.left_out().is_none());
    proved
        .iter()
        .map(standing(Standard::Proved))
        .chain(unproved.iter().map(standing(Standard::Unproved)))
        .chain(failed.map(|it| row(it, Standard::Failed, None, "no result".to_owned())))
        .collect()
}

fn row(row: &Row, standard: Standard, cost: Option<u32>, result: String) -> Ranked {
    // A run without a result only shows its limit.
    let runs = row.runs.iter().filter(|_| standard != Standard::Failed);
    let times: Vec<f64> = runs.filter_map(|run| Some(run.statistics?.seconds)).collect();
    let median = lurd_toolkit::compare::Spread::of(times.clone()).map(|spread| spread.median);
    Ranked { name: row.strategy.name(), standard, times, median, cost, result }
}
