//! A trace as a table.

use lurd_engine::program::budget::{Expansion, Statistics};
use lurd_engine::program::outcome::Proof;
use lurd_puzzle::puzzle::Unanswered;
use lurd_toolkit::solve::Run;

use super::{costs, expansions, fates, is_on_path, number as value};
use crate::{
    diagnostic::escaped,
    grid::{Column, Grid, number, text, word},
};

const COLUMNS: [Column; 9] = [
    number("n", 0),
    number("from", 1),
    number("depth", 3),
    number("g", 0),
    number("h", 0),
    number("f", 0),
    word("path"),
    text("action"),
    text("successors"),
];

/// The expansions of a run: the number of each, the one that its state comes from, depth, *g*, *h*, *f*, and what became of
/// the successors. Those on the path of the answer are marked. Empty if no expansion was recorded.
#[must_use]
pub fn trace_table(run: &Run, width: usize) -> String {
    if expansions(run).is_empty() {
        return String::new();
    }
    let mut grid = Grid::new(COLUMNS);
    for (index, expansion) in expansions(run).iter().enumerate() {
        let action = expansion.action.as_deref().map_or_else(|| "-".to_owned(), escaped);
        let backward = if expansion.is_backward { " (backward)" } else { "" };
        grid.row([
            (index + 1).to_string(),
            expansion.parent.map_or_else(|| "-".to_owned(), |parent| (parent + 1).to_string()),
            expansion.depth.to_string(),
            expansion.cost.to_string(),
            value(expansion.estimate),
            value(expansion.sum()),
            if is_on_path(run, expansion) { "*" } else { "" }.to_owned(),
            format!("{action}{backward}"),
            fates(expansion),
        ]);
    }
    grid.draw(width)
}

/// An expansion in one line of a list: its number, depth, *g*, *h*, *f*, and the action that leads to it.
#[must_use]
pub fn expansion_in_short(index: usize, expansion: &Expansion) -> String {
    let action = expansion.action.as_deref().map_or_else(|| "start".to_owned(), escaped);
    format!("{:>5}  {:<18} {action}", index + 1, costs(expansion))
}

/// All about an expansion, a line for each fact and one for each successor.
#[must_use]
pub fn expansion_lines(run: &Run, index: usize) -> Vec<String> {
    let Some(expansion) = expansions(run).get(index) else { return Vec::new() };
    let from = expansion.parent.map_or_else(String::new, |parent| format!(" from expansion {}", parent + 1));
    let action = expansion.action.as_deref().map_or_else(|| "the start".to_owned(), escaped);
    let mut lines = vec![
        format!("state {}: {action}{from}, depth {}, {}", expansion.state, expansion.depth, costs(expansion)),
        format!("successors: {}", fates(expansion)),
    ];
    lines.extend(expansion.children.iter().map(|child| {
        let estimate = child.estimate.map_or_else(String::new, |estimate| format!(", h {estimate}"));
        let (action, state, g) = (escaped(&child.action), child.state, child.cost);
        format!("  {action}: state {state}, g {g}{estimate}, {}", child.fate.name())
    }));
    let path = expansion.solution.as_deref().filter(|path| !path.is_empty());
    lines.extend(path.map(|path| format!("path: {}", escaped(path))));
    lines
}

/// How the search ended: `astar: solved, cost 4, proved optimal; 5 expanded, 80 generated, 70 stored`.
#[must_use]
pub fn trace_in_short(run: &Run) -> String {
    let end = match (&run.end, run.limit()) {
        (Ok(verified), _) => match verified.answer.proof {
            Proof::Nothing => format!("solved, cost {}, not proved optimal", verified.answer.cost),
            proof => format!("solved, cost {}, proved {proof}", verified.answer.cost),
        },
        (Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }), _) => escaped(reason),
        (Err(Unanswered::Unsolvable { .. }), _) => "proved that there is no solution".to_owned(),
        (Err(_), Some(limit)) => format!("stopped at the {} limit", limit.describe()),
        (Err(_), None) => "interrupted".to_owned(),
    };
    let figures =
        |it: Statistics| format!("; {} expanded, {} generated, {} stored", it.expanded, it.generated, it.stored);
    let figures = run.statistics.map_or_else(String::new, figures);
    let recorded = expansions(run).len();
    // There is a maximum, and after the time limit nothing more is written. A puzzle may search by itself, as Sokoban's `fess`.
    let cut = match run.statistics.map_or(0, |it| it.expanded) {
        expanded if expanded <= recorded as u64 => String::new(),
        _ if recorded == 0 => "; the expansions are not recorded for this kind of puzzle".to_owned(),
        _ => format!("; only the first {recorded} are recorded"),
    };
    format!("{}: {end}{figures}{cut}", run.strategy.name())
}
