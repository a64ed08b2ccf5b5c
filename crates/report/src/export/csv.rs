//! CSV: a line a run.

use lurd_engine::program::outcome::Limit;
use lurd_toolkit::compare::StrategyRuns;
use lurd_toolkit::solve::Run;
use serde::Serialize;
use serde_json::Value;

use super::Compared;
use crate::diagnostic::escaped;

pub(super) fn document(compared: &[Compared]) -> String {
    let rows = compared.iter().flat_map(|it| it.comparison.rows.iter().map(move |row| (it, row)));
    let lines = rows.flat_map(|(it, row)| row.all().enumerate().map(move |(number, run)| line(it, row, run, number)));
    let lines: Vec<_> = lines.collect();
    let names: Vec<_> = lines.iter().take(1).flatten().map(|(name, _)| *name).collect();
    let values = |line: [(_, Value); 25]| line.into_iter().map(|(_, value)| value).collect::<Vec<_>>();
    table(&names.join(","), lines.into_iter().map(values))
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

/// The names and the values of a row.
fn line(it: &Compared, row: &StrategyRuns, run: &Run, number: usize) -> [(&'static str, Value); 25] {
    let answer = run.verified().map(|verified| &verified.answer);
    let figures = run.statistics;
    let spread = row.seconds();
    [
        ("puzzle", cell(&it.reference).into()),
        ("name", cell(&it.name).into()),
        ("kind", it.kind.into()),
        ("strategy", row.strategy.name().into()),
        ("run", (number + 1).into()),
        ("warm_up", (number < row.warm_ups.len()).into()),
        ("status", run.status().to_string().into()),
        ("limit", run.limit().map(Limit::name).into()),
        ("cost", answer.map(|answer| answer.cost).into()),
        ("proof", answer.map(|answer| answer.proof.to_string()).into()),
        ("lower_bound", run.lower_bound().into()),
        ("expanded", figures.map(|it| it.expanded).into()),
        ("generated", figures.map(|it| it.generated).into()),
        ("stored", figures.map(|it| it.stored).into()),
        ("peak_bytes", figures.map(|it| it.peak_bytes).into()),
        ("seconds", figures.map(|it| it.seconds).into()),
        ("cpu_seconds", figures.and_then(|it| it.cpu_seconds).into()),
        ("median_seconds", spread.map(|it| it.median).into()),
        ("least_seconds", spread.map(|it| it.least).into()),
        ("most_seconds", spread.map(|it| it.most).into()),
        ("ratio", it.comparison.ratio(row).into()),
        ("start_estimate", row.start_estimate().into()),
        ("table_bytes", row.table_bytes().into()),
        ("effective_branching", row.effective_branching().into()),
        ("settings", row.variant.as_deref().map(cell).into()),
    ]
}
