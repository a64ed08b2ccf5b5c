//! CSV: a line a run.

use std::fmt::Write as _;

use lurd_engine::outcome::Limit;
use lurd_toolkit::compare::{Comparison, Row};
use lurd_toolkit::solve::Run;

use super::Compared;
use crate::diagnostic::escaped;

const HEADER: &str = "puzzle,name,kind,strategy,run,warm_up,status,limit,cost,proof,lower_bound,expanded,generated,\
                      stored,peak_bytes,seconds,cpu_seconds,median_seconds,least_seconds,most_seconds,ratio";

pub(super) fn document(compared: &[Compared]) -> String {
    let mut text = format!("{HEADER}\n");
    for it in compared {
        for row in &it.comparison.rows {
            for (number, run) in row.all().enumerate() {
                let is_warm_up = number < row.warm_ups.len();
                let _ = writeln!(text, "{}", line(it, row, run, number + 1, is_warm_up));
            }
        }
    }
    text
}

fn line(it: &Compared, row: &Row, run: &Run, number: usize, is_warm_up: bool) -> String {
    let answer = run.verified().map(|verified| &verified.answer);
    let figures = run.statistics;
    let spread = row.seconds();
    let show = |value: Option<String>| value.unwrap_or_default();
    [
        quoted(&escaped(&it.reference)),
        quoted(&escaped(&it.name)),
        quoted(it.kind),
        row.strategy.name().to_owned(),
        number.to_string(),
        is_warm_up.to_string(),
        run.status().to_owned(),
        run.limit().map_or("", Limit::name).to_owned(),
        show(answer.map(|answer| answer.cost.to_string())),
        show(answer.map(|answer| answer.proof.to_string())),
        show(run.lower_bound().map(|bound| bound.to_string())),
        show(figures.map(|it| it.expanded.to_string())),
        show(figures.map(|it| it.generated.to_string())),
        show(figures.map(|it| it.stored.to_string())),
        show(figures.map(|it| it.peak_bytes.to_string())),
        show(figures.map(|it| it.seconds.to_string())),
        show(figures.and_then(|it| it.cpu_seconds).map(|it| it.to_string())),
        show(spread.map(|it| it.median.to_string())),
        show(spread.map(|it| it.least.to_string())),
        show(spread.map(|it| it.most.to_string())),
        show(ratio(&it.comparison, row)),
    ]
    .join(",")
}

fn ratio(comparison: &Comparison, row: &Row) -> Option<String> {
    comparison.ratio(row).map(|ratio| ratio.to_string())
}

/// Quotes a text if necessary (RFC 4180).
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
