//! Levels of a collection, saved solutions, and the parts of a file that were ignored.

use std::fmt::Write as _;

use lurd_puzzle::catalog::Source;
use lurd_puzzle::puzzle::{LeftOut, Omission, Puzzle};
use lurd_toolkit::{
    play::{LevelDetails, ListedLevel, Shelf},
    results::named_metrics,
    solutions::{BestSolutions, KeptLevel, KnownSolution, StoredSolution, at_least_as_good, primary_metrics},
};

use super::{
    diagnostic::escaped,
    grid::{Grid, number, text, word},
    json::json_line,
    records::{SavedLine, SavedRecord},
    table::in_short,
};

/// Who has solved a level, in a word; a hyphen if no solution is known.
fn status(BestSolutions { known, played, damage }: &BestSolutions) -> &'static str {
    match (damage, played.as_slice(), known.as_slice()) {
        (Some(_), ..) => "damaged",
        (_, [], []) => "-",
        (_, [], _) => "lurd's",
        _ => "yours",
    }
}

/// The names of the metrics of the best solutions: `pushes/moves`.
pub fn best_names(details: &LevelDetails) -> String {
    details.metrics.iter().map(|name| name.replace('_', " ")).collect::<Vec<_>>().join("/")
}

/// The cells of a level in a list: its number, its title, who has solved it, the least value of each metric, the columns and
/// rows, and the number of pieces.
pub fn level_cells(entry: &ListedLevel, details: Option<&LevelDetails>) -> [String; 6] {
    let title = match &entry.game {
        Ok(_) => escaped(&entry.title),
        Err(message) => format!("error: {}", escaped(message)),
    };
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let [status, best, size, pieces] = details.map_or_else(Default::default, |it| {
        let best: Vec<_> = it.best().iter().map(u64::to_string).collect();
        let size = it.size.map_or_else(String::new, |(columns, rows)| format!("{columns}x{rows}"));
        let pieces = if it.pieces == 0 { String::new() } else { it.pieces.to_string() };
        [status(&it.records).to_owned(), best.join("/"), size, pieces]
    });
    [entry.number.to_string(), title, or_dash(status), or_dash(best), or_dash(size), or_dash(pieces)]
}

/// A table of levels.
pub fn levels(rows: &[(ListedLevel, Option<LevelDetails>)], width: usize) -> String {
    if rows.is_empty() {
        return "no level has these words".to_owned();
    }
    let mut grid =
        Grid::new([number("level", 0), text("title"), word("solved"), word("best"), word("size"), number("pieces", 1)]);
    for (entry, details) in rows {
        grid.row(level_cells(entry, details.as_ref()));
    }
    let names = rows.iter().find_map(|(_, details)| details.as_ref()).map(best_names);
    let names = names.map_or_else(String::new, |names| format!("best: the least {names}\n"));
    format!("{}{names}", grid.draw(width))
}

/// A table of collections and files.
pub fn shelves(shelves: &[Shelf], width: usize) -> String {
    let mut grid = Grid::new([text("name"), number("levels", 0), number("solved", 0), text("contents")]);
    for shelf in shelves {
        let [levels, solved] = shelf_counts(shelf);
        grid.row(vec![escaped(&shelf.reference), levels, solved, escaped(&shelf.description)]);
    }
    grid.draw(width)
}

/// The number of levels, and of solved ones.
pub fn shelf_counts(shelf: &Shelf) -> [String; 2] {
    let counts = shelf.levels.map(|(levels, solved)| [levels, solved].map(|count| count.to_string()));
    counts.unwrap_or_else(|| ["-".to_owned(), "-".to_owned()])
}

/// A saved solution in one line, without its number.
pub fn saved_solution(puzzle: &dyn Puzzle, stored: &StoredSolution) -> String {
    match &stored.known {
        Ok(known) => {
            format!("{:7}{}", whose(known), in_short(puzzle, &known.metrics))
        }
        Err(reason) => format!("damaged: {}", escaped(reason)),
    }
}

/// The saved solutions of a level, one per line.
pub fn saved_solutions(puzzle: &dyn Puzzle, all: &[StoredSolution]) -> String {
    if all.is_empty() {
        return "no solution is saved".to_owned();
    }
    let lines: Vec<_> = all.iter().map(|it| format!("{:>2}  {}", it.number, saved_solution(puzzle, it))).collect();
    lines.join("\n")
}

/// `1 step was done before`.
pub fn resumed(steps: usize) -> String {
    let was = if steps == 1 { "was" } else { "were" };
    format!("{} {was} done before", counted(steps, "step"))
}

// What is kept in the store of solutions.

/// `1 level`, `2 levels`.
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The Pareto-optimal solutions.
fn best(puzzle: &dyn Puzzle, solutions: &[KnownSolution]) -> Vec<KnownSolution> {
    let primary = primary_metrics(puzzle);
    let beats = |one: &KnownSolution, other: &KnownSolution| {
        at_least_as_good(&primary, &one.metrics, &other.metrics)
            && !at_least_as_good(&primary, &other.metrics, &one.metrics)
    };
    solutions.iter().filter(|one| !solutions.iter().any(|other| beats(other, one))).cloned().collect()
}

fn title(level: &KeptLevel) -> String {
    level.puzzle.title().map_or_else(|| "-".to_owned(), escaped)
}

fn whose(known: &KnownSolution) -> &'static str {
    if known.is_played { "yours" } else { "lurd's" }
}

/// A table of levels: identity, title, best solutions.
pub fn kept_levels(levels: &[KeptLevel], width: usize) -> String {
    let mut grid = Grid::new([word("id"), word("kind"), text("title"), number("solutions", 1), text("best")]);
    for level in levels {
        let solutions = level.solutions();
        let mut best: Vec<_> = best(level.puzzle.as_ref(), &solutions)
            .iter()
            .map(|known| format!("{} ({})", in_short(level.puzzle.as_ref(), &known.metrics), whose(known)))
            .collect();
        best.dedup();
        let best = if best.is_empty() { "damaged".to_owned() } else { best.join("; ") };
        grid.row([
            escaped(&level.puzzle.id()),
            level.puzzle.kind().to_owned(),
            title(level),
            level.metadata.games.len().to_string(),
            best,
        ]);
    }
    grid.draw(width)
}

/// A level with all its solutions, as they are written.
pub fn kept_level(level: &KeptLevel) -> String {
    let mut shown =
        format!("{}  {}\n{}\n", escaped(&level.puzzle.id()), title(level), escaped(&level.path.display().to_string()));
    for (number, (game, known)) in (1..).zip(level.games()) {
        let _ = match known {
            Ok(known) => writeln!(
                shown,
                "{number:>2}  {:7}{}\n    {}",
                whose(&known),
                in_short(level.puzzle.as_ref(), &known.metrics),
                escaped(&known.solution)
            ),
            Err(reason) => {
                writeln!(shown, "{number:>2}  damaged: {}\n    {}", escaped(&reason), escaped(&game.steps))
            }
        };
    }
    shown
}

/// A level with all its solutions as one line of JSON.
pub fn kept_line(level: &KeptLevel) -> String {
    let solution = |known: &KnownSolution| SavedRecord {
        by: if known.is_played { "player" } else { "lurd" },
        metrics: named_metrics(&known.metrics),
        solution: known.solution.clone(),
    };
    let all = level.solutions();
    json_line(&SavedLine {
        schema: 1,
        puzzle: level.puzzle.kind(),
        id: level.puzzle.id(),
        name: level.puzzle.title().map(str::to_owned),
        file: level.path.display().to_string(),
        solutions: all.iter().map(solution).collect(),
        best: best(level.puzzle.as_ref(), &all).iter().map(solution).collect(),
        damaged: level.metadata.games.len() - all.len(),
    })
}

// Parts of a file that were ignored.

/// How much was ignored, and where the first of it is.
pub fn left_out(left_out: &LeftOut, source: &Source) -> String {
    let LeftOut { what, count, first } = *left_out;
    let name = escaped(&source.name);
    match what {
        Omission::Rows => {
            let line = line_of(&source.text, first);
            format!("{name}:{line}: rows that look like those of a board were ignored, {count} in all")
        }
        Omission::Unlisted => {
            let (levels, why) = (counted(count, "packed level"), "not in the program's table of levels");
            format!("{name}: {levels} ignored ({why}), from file offset {first:04X} on; --all includes them")
        }
    }
}

/// The number, from 1, of the line with the byte `at`. Accepts all kinds of line breaks.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let ends = |(index, &byte): (usize, &u8)| {
        byte == b'\n' || (byte == b'\r' && text.as_bytes().get(index + 1) != Some(&b'\n'))
    };
    1 + before.iter().enumerate().filter(|&pair| ends(pair)).count()
}

#[cfg(test)]
mod left_out_tests {
    use super::*;

    #[test]
    fn one_and_many() {
        let source = Source::new("a.xsb", "one\r\ntwo\rthree\nfour");
        let text = |what, count, first| left_out(&LeftOut { what, count, first }, &source);
        assert_eq!(text(Omission::Rows, 3, 9), "a.xsb:3: rows that look like those of a board were ignored, 3 in all");
        assert_eq!(
            text(Omission::Unlisted, 1, 0x3A0),
            "a.xsb: 1 packed level ignored (not in the program's table of levels), from file offset 03A0 on; --all includes them"
        );
    }
}
