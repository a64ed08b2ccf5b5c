//! Tables of strategies, puzzles, settings.

use super::escaped;
use super::grid::{Grid, text, word};
use crate::catalog::Item;
use crate::puzzle::Fit;
use crate::search::{Claim, STRATEGIES};
use crate::toolkit::defaults::SettingRow;

/// All strategies.
#[must_use]
pub fn strategies(width: usize) -> String {
    let mut grid = Grid::new([word("strategy"), text("does"), text("claims"), text("needs"), text("from")]);
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
        Claim::Improving => "improving",
        Claim::Nothing => "nothing",
    }
}

/// The strategies, and which of them fit a puzzle.
#[must_use]
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

/// The collections: name, kind, number of puzzles or what is wrong.
#[must_use]
pub fn collections(rows: &[(String, String, String)], width: usize) -> String {
    let mut grid = Grid::new([word("collection"), word("kind"), text("puzzles")]);
    for (name, kind, puzzles) in rows {
        grid.row([name.clone(), kind.clone(), puzzles.clone()]);
    }
    grid.draw(width)
}

/// The puzzles of an input, and for each the best that is known of it, if that is anything at all.
#[must_use]
pub fn puzzles(items: &[Item], best: &[String], width: usize) -> String {
    let has_best = best.iter().any(|best| !best.is_empty());
    let mut columns = vec![word("puzzle"), word("kind"), text("title")];
    if has_best {
        columns.push(text("best known"));
    }
    let mut grid = Grid::new(columns);
    for (item, best) in items.iter().zip(best) {
        let title = match &item.puzzle {
            Ok(puzzle) => puzzle.title().map_or_else(|| "-".to_owned(), escaped),
            Err(diagnostic) => format!("error: {}", escaped(&diagnostic.message)),
        };
        let mut cells = vec![escaped(&item.reference), item.kind.to_owned(), title];
        if has_best {
            cells.push(best.clone());
        }
        grid.row(cells);
    }
    grid.draw(width)
}

/// The settings and where they come from.
#[must_use]
pub fn settings(rows: &[SettingRow], width: usize) -> String {
    let mut grid = Grid::new([word("setting"), text("value"), text("origin")]);
    for setting in rows {
        grid.row([setting.name.to_owned(), escaped(&setting.value), escaped(&setting.origin)]);
    }
    grid.draw(width)
}
