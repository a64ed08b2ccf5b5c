//! CSV: a line a run.

use lurd_engine::program::outcome::Limit;
use lurd_toolkit::compare::StrategyRuns;
use lurd_toolkit::solve::Run;
use serde::Serialize;

use super::Compared;
use crate::diagnostic::escaped;

const COLUMNS: &str = "puzzle,name,kind,strategy,run,warm_up,status,limit,cost,proof,lower_bound,\
                       expanded,generated,stored,peak_bytes,seconds,cpu_seconds,median_seconds,least_seconds,most_seconds,ratio,\
                       start_estimate,table_bytes,effective_branching,settings";

/// A row.
#[derive(Serialize)]
struct Line {
    puzzle: String,
    name: String,
    kind: &'static str,
    strategy: &'static str,
    run: usize,
    warm_up: bool,
    status: &'static str,
    limit: Option<&'static str>,
    cost: Option<u64>,
    proof: Option<String>,
    lower_bound: Option<u64>,
    expanded: Option<u64>,
    generated: Option<u64>,
    stored: Option<u64>,
    peak_bytes: Option<u64>,
    seconds: Option<f64>,
    cpu_seconds: Option<f64>,
    median_seconds: Option<f64>,
    least_seconds: Option<f64>,
    most_seconds: Option<f64>,
    ratio: Option<f64>,
    start_estimate: Option<u64>,
    table_bytes: Option<u64>,
    effective_branching: Option<f64>,
    settings: Option<String>,
}

pub(super) fn document(compared: &[Compared]) -> String {
    let mut lines = Vec::new();
    for it in compared {
        for row in &it.comparison.rows {
            lines.extend(row.all().enumerate().map(|(number, run)| line(it, row, run, number)));
        }
    }
    table(COLUMNS, lines)
}

/// A text as a cell: escaped, and with an apostrophe before what a spreadsheet would take for a formula.
pub(super) fn cell(text: &str) -> String {
    let text = escaped(text);
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text }
}

/// The names of the columns, then the rows (RFC 4180).
pub(super) fn table<T: Serialize>(columns: &str, rows: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.write_record(columns.split(',')).expect("written to memory");
    for row in rows {
        writer.serialize(row).expect("a row of plain fields, written to memory");
    }
    String::from_utf8(writer.into_inner().expect("written to memory")).expect("texts and numbers")
}

fn line(it: &Compared, row: &StrategyRuns, run: &Run, number: usize) -> Line {
    let answer = run.verified().map(|verified| &verified.answer);
    let figures = run.statistics;
    let spread = row.seconds();
    Line {
        puzzle: cell(&it.reference),
        name: cell(&it.name),
        kind: it.kind,
        strategy: row.strategy.name(),
        run: number + 1,
        warm_up: number < row.warm_ups.len(),
        status: run.status().name(),
        limit: run.limit().map(Limit::name),
        cost: answer.map(|answer| answer.cost),
        proof: answer.map(|answer| answer.proof.to_string()),
        lower_bound: run.lower_bound(),
        expanded: figures.map(|it| it.expanded),
        generated: figures.map(|it| it.generated),
        stored: figures.map(|it| it.stored),
        peak_bytes: figures.map(|it| it.peak_bytes),
        seconds: figures.map(|it| it.seconds),
        cpu_seconds: figures.and_then(|it| it.cpu_seconds),
        median_seconds: spread.map(|it| it.median),
        least_seconds: spread.map(|it| it.least),
        most_seconds: spread.map(|it| it.most),
        ratio: it.comparison.ratio(row),
        start_estimate: row.start_estimate(),
        table_bytes: row.table_bytes(),
        effective_branching: row.effective_branching(),
        settings: row.variant.as_deref().map(cell),
    }
}
