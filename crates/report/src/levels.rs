//! The levels of a set, and the saved solutions of one.

use super::diagnostic::escaped;
use super::grid::{Grid, number, text, word};
use super::identity::in_short;
use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::play::{LevelDetails, LevelEntry, LevelStatus};
use lurd_toolkit::solutions::{SaveOutcome, StoredSolution};

/// Who has solved a level, in a word; a hyphen if no solution is known.
pub fn status(status: LevelStatus) -> &'static str {
    match status {
        LevelStatus::Yours => "yours",
        LevelStatus::Lurds => "lurd's",
        LevelStatus::Open => "-",
    }
}

/// The names of the metrics of [`best_values`]: `pushes/moves`.
pub fn best_names(details: &LevelDetails) -> String {
    details.metrics.iter().map(|name| name.replace('_', " ")).collect::<Vec<_>>().join("/")
}

/// The least value of each metric: `13/41`.
pub fn best_values(details: &LevelDetails) -> String {
    let values: Vec<_> = details.best().iter().map(u64::to_string).collect();
    if values.is_empty() { "-".to_owned() } else { values.join("/") }
}

/// The columns and rows of a level: `20x16`.
pub fn size(details: &LevelDetails) -> String {
    details.size.map_or_else(|| "-".to_owned(), |(columns, rows)| format!("{columns}x{rows}"))
}

/// The number of pieces of a level.
pub fn pieces(details: &LevelDetails) -> String {
    if details.pieces == 0 { "-".to_owned() } else { details.pieces.to_string() }
}

/// A table of levels.
pub fn levels(rows: &[(LevelEntry, Option<LevelDetails>)], width: usize) -> String {
    if rows.is_empty() {
        return "no level has these words".to_owned();
    }
    let mut grid = Grid::new([
        number("level", 0),
        text("title"),
        word("solved"),
        word("best"),
        word("size"),
        number("pieces", 1),
    ]);
    for (entry, details) in rows {
        let title = match &entry.game {
            Ok(_) => escaped(&entry.title),
            Err(message) => format!("error: {}", escaped(message)),
        };
        let cells = details.as_ref().map_or_else(
            || ["-", "-", "-", "-"].map(str::to_owned),
            |it| {
                let status = if it.records.damage.is_some() { "damaged" } else { status(it.status()) };
                [status.to_owned(), best_values(it), size(it), pieces(it)]
            },
        );
        let mut row = vec![entry.number.to_string(), title];
        row.extend(cells);
        grid.row(row);
    }
    let names = rows.iter().find_map(|(_, details)| details.as_ref()).map(best_names);
    let names = names.map_or_else(String::new, |names| format!("best: the least {names}\n"));
    format!("{}{names}", grid.draw(width))
}

/// A saved solution in one line, without its number.
pub fn saved_solution(puzzle: &dyn Puzzle, stored: &StoredSolution) -> String {
    match &stored.known {
        Ok(known) => {
            let whose = status(if known.is_played { LevelStatus::Yours } else { LevelStatus::Lurds });
            format!("{whose:7}{}", in_short(puzzle, &known.metrics))
        }
        Err(reason) => format!("damaged: {}", escaped(reason)),
    }
}

/// The saved solutions of a level, one per line.
pub fn saved_solutions(puzzle: &dyn Puzzle, all: &[StoredSolution]) -> String {
    if all.is_empty() {
        return "no solution is saved".to_owned();
    }
    let lines: Vec<_> =
        all.iter().map(|it| format!("{:>2}  {}", it.number, saved_solution(puzzle, it))).collect();
    lines.join("\n")
}

/// The result of adding a saved solution to a file.
pub fn exported(number: usize, file: &str, outcome: &SaveOutcome) -> String {
    let file = escaped(file);
    match outcome {
        SaveOutcome::Added | SaveOutcome::AddedAsPlayed(_) => format!("solution {number} added to {file}"),
        SaveOutcome::Better(_) => format!("{file} already has a solution as good; not changed"),
    }
}
