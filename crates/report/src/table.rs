//! Tables of strategies, collections, puzzles and settings; identifiers of a puzzle, and metrics in short.

use std::{collections::BTreeMap, fmt::Write as _};

use lurd_engine::program::search::{Claim, STRATEGIES};
use lurd_puzzle::catalog::Item;
use lurd_puzzle::puzzle::{Fit, Metric, Puzzle};
use lurd_toolkit::{
    results::Subject,
    solutions::{BestSolutions, KnownSolution},
};
use serde_json::{Map, Value};

use super::{
    diagnostic::escaped,
    grid::{Grid, draw_in_parts, text, word},
    json::json_line,
    numbers::amount,
    records::{Head, IdLine},
    solution::heading,
};

pub fn strategies(width: usize) -> String {
    let mut grid = Grid::new([word("strategy"), text("does"), text("proves"), text("needs"), text("from")]);
    for strategy in STRATEGIES {
        let needs: Vec<_> = strategy.needs.iter().map(ToString::to_string).collect();
        grid.row([
            strategy.name.to_owned(),
            strategy.summary.to_owned(),
            claim(strategy.claim).to_owned(),
            if needs.is_empty() { "-".to_owned() } else { needs.join(", ") },
            strategy.source.to_owned(),
        ]);
    }
    grid.draw(width)
}

fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Optimal => "optimal",
        Claim::Within => "within a factor",
        Claim::Nothing => "nothing",
    }
}

/// The strategies, and which of them fit a puzzle.
pub fn fitting(fits: &[Fit], width: usize) -> String {
    let mut grid = Grid::new([word("strategy"), text("fits"), text("does")]);
    for fit in fits {
        let verdict = match &fit.verdict {
            Ok(()) => "yes".to_owned(),
            Err(why) => format!("no: {why}"),
        };
        grid.row([fit.strategy.name().to_owned(), verdict, fit.strategy.row().summary.to_owned()]);
    }
    grid.draw(width)
}

/// The collections: name, kind, number of puzzles or an error.
pub fn collections(rows: &[(String, String, String)], width: usize) -> String {
    let mut grid = Grid::new([word("collection"), word("kind"), text("puzzles")]);
    for (name, kind, puzzles) in rows {
        grid.row([name.clone(), kind.clone(), puzzles.clone()]);
    }
    grid.draw(width)
}

/// A setting, its value, and where the value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    pub name: String,
    pub value: String,
    pub origin: String,
}

/// Writes the table of the puzzles of an input, with the best saved solutions, by the places of the puzzles, if there are any.
pub fn puzzles(items: &[Item], records: &BTreeMap<usize, BestSolutions>, width: usize, write: &mut dyn FnMut(&str)) {
    let is_known = records.values().any(|records| !records.known.is_empty() || records.damage.is_some());
    let nothing = BestSolutions::default();
    let mut columns = vec![word("puzzle"), word("kind"), text("title")];
    if is_known {
        columns.extend([text("best known"), text("best of yours")]);
    }
    let row = |at: usize| {
        let (item, records) = (&items[at], records.get(&at).unwrap_or(&nothing));
        let title = match &item.puzzle {
            Ok(puzzle) => puzzle.title().map_or_else(|| "-".to_owned(), escaped),
            Err(diagnostic) => format!("error: {}", escaped(&diagnostic.message)),
        };
        let mut cells = vec![escaped(&item.reference), item.kind.to_owned(), title];
        if is_known {
            let short = |best: &[KnownSolution]| match (&item.puzzle, &records.damage) {
                (Ok(_), Some(damage)) if best.is_empty() => escaped(&damage.to_string()),
                (Ok(puzzle), _) => best_in_short(puzzle.as_ref(), best),
                (Err(_), _) => String::new(),
            };
            cells.extend([short(&records.known), short(&records.played)]);
        }
        cells
    };
    draw_in_parts(&columns, items.len(), row, width, write);
}

pub fn setting(row: &SettingRow) -> String {
    let origin = if row.origin == "set here" { String::new() } else { format!(" ({})", escaped(&row.origin)) };
    format!("{} = {}{origin}", row.name, escaped(&row.value))
}

pub fn settings(rows: &[SettingRow], width: usize) -> String {
    let mut grid = Grid::new([word("setting"), text("value"), text("origin")]);
    for setting in rows {
        grid.row([setting.name.clone(), escaped(&setting.value), escaped(&setting.origin)]);
    }
    grid.draw(width)
}

// Identifiers of a puzzle, and metrics in short.

/// The identifiers, one per line, under the name of the puzzle.
pub fn identities(subject: &Subject<'_>) -> String {
    let mut text = heading(subject);
    for (name, id) in subject.puzzle.identities() {
        let _ = write!(text, "\n  {name:<8} {}", escaped(&id));
    }
    text.push('\n');
    text
}

/// The identifiers as JSON: all of them in `ids`, the one shown by other commands in `id`.
pub fn id_line(subject: &Subject<'_>) -> String {
    let ids: Map<String, Value> =
        subject.puzzle.identities().into_iter().map(|(name, id)| (name.to_owned(), id.into())).collect();
    json_line(&IdLine { head: Head::of(subject), ids })
}

/// The metrics of the objectives: `13 pushes, 41 moves`.
pub fn in_short(puzzle: &dyn Puzzle, metrics: &[Metric]) -> String {
    let mut words: Vec<String> = Vec::new();
    for objective in puzzle.objectives() {
        let metric = metrics.iter().find(|metric| metric.name == objective.metric);
        let word = metric.map(|metric| amount(metric.value, metric.name));
        if let Some(word) = word.filter(|word| !words.contains(word)) {
            words.push(word);
        }
    }
    words.join(", ")
}

pub(super) fn best_in_short(puzzle: &dyn Puzzle, best: &[KnownSolution]) -> String {
    best.iter().map(|known| in_short(puzzle, &known.metrics)).collect::<Vec<_>>().join("; ")
}
