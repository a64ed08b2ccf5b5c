//! Tables.

use std::fmt::Write as _;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Cells, ContentArrangement, Table};

use super::{bytes, count, escaped, seconds};
use crate::catalog::Item;
use crate::outcome::Proof;
use crate::puzzle::Fit;
use crate::search::{Claim, STRATEGIES};
use crate::toolkit::compare::Comparison;
use crate::toolkit::settings::SettingRow;
use crate::toolkit::solve::{End, Run};

fn table(header: &[&str], width: usize) -> Table {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX))
        .set_header(header.to_vec());
    table
}

fn drawn(mut table: Table, right: &[usize]) -> String {
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.strip_prefix(' ').unwrap_or(&line).trim_end());
        text.push('\n');
    }
    text
}

fn row<const N: usize>(cells: [String; N]) -> Cells {
    Cells::from(Vec::from(cells))
}

/// The strategies side by side.
#[must_use]
pub fn comparison(comparison: &Comparison, width: usize) -> String {
    let header =
        ["strategy", "result", "cost", "proof", "expanded", "generated", "stored", "memory", "time", "ratio"];
    let mut table = table(&header, width);
    let none = || "-".to_owned();
    for run in &comparison.runs {
        let answer = run.verified().map(|verified| &verified.answer);
        let figure = |figure: fn(&crate::budget::Statistics) -> String| {
            run.statistics.as_ref().map_or_else(none, figure)
        };
        table.add_row(row([
            run.strategy.name().to_owned(),
            result(run),
            answer.map_or_else(none, |answer| answer.cost.to_string()),
            answer.map_or_else(none, |answer| match answer.proof {
                Proof::Nothing => "no".to_owned(),
                proof => proof.to_string(),
            }),
            figure(|it| count(it.expanded)),
            figure(|it| count(it.generated)),
            figure(|it| count(it.stored)),
            figure(|it| bytes(it.peak_bytes)),
            figure(|it| seconds(it.seconds)),
            comparison.ratio(run).map_or_else(none, |ratio| format!("{ratio:.2}")),
        ]));
    }
    let mut text = drawn(table, &[2, 4, 5, 6, 7, 8, 9]);
    for run in &comparison.runs {
        if let End::Unsupported { reason } | End::Error { message: reason } = &run.end {
            let _ = writeln!(text, "{}: {}", run.strategy.name(), escaped(reason));
        }
    }
    if let Some(disagreement) = &comparison.disagreement {
        let _ = writeln!(text, "CONTRADICTION: {disagreement}");
    }
    text
}

fn result(run: &Run) -> String {
    match &run.end {
        End::Limit { limit, .. } => format!("gave up: {limit}"),
        End::Unsupported { .. } => "does not fit".to_owned(),
        _ => run.status().to_owned(),
    }
}

/// All strategies.
#[must_use]
pub fn strategies(width: usize) -> String {
    let mut table = table(&["strategy", "does", "claims", "needs", "from"], width);
    for strategy in STRATEGIES {
        let needs: Vec<_> = strategy.needs.iter().map(|need| need.in_words()).collect();
        table.add_row(row([
            strategy.name.to_owned(),
            strategy.summary.to_owned(),
            claim(strategy.claim).to_owned(),
            if needs.is_empty() { "-".to_owned() } else { needs.join(", ") },
            strategy.source.to_owned(),
        ]));
    }
    drawn(table, &[])
}

fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Optimal => "optimal",
        Claim::Within => "within a factor",
        Claim::Improving => "improving",
        Claim::Nothing => "nothing",
    }
}

/// The strategies, and which of them fit a puzzle.
#[must_use]
pub fn fitting(fits: &[Fit], width: usize) -> String {
    let mut table = table(&["strategy", "fits", "does"], width);
    for fit in fits {
        let verdict = match &fit.verdict {
            Ok(()) => "yes".to_owned(),
            Err(why) => format!("no: {why}"),
        };
        table.add_row(row([fit.strategy.name().to_owned(), verdict, fit.strategy.row().summary.to_owned()]));
    }
    drawn(table, &[])
}

/// The collections: name, kind, number of puzzles or what is wrong.
#[must_use]
pub fn collections(rows: &[(String, String, String)], width: usize) -> String {
    let mut table = table(&["collection", "kind", "puzzles"], width);
    for (name, kind, puzzles) in rows {
        table.add_row(row([name.clone(), kind.clone(), puzzles.clone()]));
    }
    drawn(table, &[])
}

/// The puzzles of an input, and for each the best that is known of it, if that is anything at all.
#[must_use]
pub fn puzzles(items: &[Item], best: &[String], width: usize) -> String {
    let has_best = best.iter().any(|best| !best.is_empty());
    let header: &[&str] =
        if has_best { &["puzzle", "kind", "title", "best known"] } else { &["puzzle", "kind", "title"] };
    let mut table = table(header, width);
    for (item, best) in items.iter().zip(best) {
        let title = match &item.puzzle {
            Ok(puzzle) => puzzle.title().map_or_else(|| "-".to_owned(), escaped),
            Err(diagnostic) => format!("error: {}", escaped(&diagnostic.message)),
        };
        let mut cells = vec![escaped(&item.reference), item.kind.to_owned(), title];
        if has_best {
            cells.push(best.clone());
        }
        table.add_row(cells);
    }
    drawn(table, &[])
}

/// The settings and where they come from.
#[must_use]
pub fn settings(rows: &[SettingRow], width: usize) -> String {
    let mut table = table(&["setting", "value", "origin"], width);
    for setting in rows {
        table.add_row(row([setting.name.to_owned(), escaped(&setting.value), setting.origin.to_owned()]));
    }
    drawn(table, &[])
}
