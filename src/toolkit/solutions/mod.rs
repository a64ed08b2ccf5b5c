//! Answers that are kept: in a file that the user names, and in the folder of kept solutions.
//!
//! Both are files that other programs of the field read. An answer is added to those that are there,
//! never put in the place of one, and only if none that is there is at least as good. What the player found is
//! marked in the line above it (`Solution 41/13 (played)`), which other programs take for a part of the title;
//! only such solutions count as progress, and they are compared with each other alone.

mod file;
mod ranking;
mod store;

pub use ranking::primary as primary_metrics;
pub use store::Store;

use std::path::Path;

use crate::catalog::{Catalog, decode};
use crate::puzzle::{Entry, Format, Metric, Plugin, Puzzle, PuzzleRecord, ReadOptions, SavedGame};
use crate::verify;

/// A solution that a file keeps, replayed by the plain rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// In the spelling of the rules.
    pub solution: String,
    /// Its metrics.
    pub metrics: Vec<Metric>,
    /// Whether it is marked as found by the player.
    pub is_played: bool,
}

/// The best solutions of a puzzle that are kept; see `best`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// Of all that are known.
    pub known: Vec<Known>,
    /// Of those that the player found.
    pub played: Vec<Known>,
}

/// At the end of the title of a solution that the player found.
const PLAYED: &str = " (played)";

/// What came of keeping an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It was added; none that was there is as good.
    Added,
    /// It was added as the best of the player; this one was there already, and is at least as good.
    AddedAsPlayed(Known),
    /// This one was there already, and is at least as good.
    Better(Known),
}

/// What is to be kept.
#[derive(Clone, Copy)]
pub enum Game<'a> {
    /// A solution, as `verify` accepts it.
    Solution(&'a str),
    /// A solution that the player found.
    Played(&'a str),
    /// Steps that lead to no solution yet.
    Snapshot(&'a str),
    /// Only the puzzle.
    Nothing,
}

/// The plug-in of puzzles of that kind, and the format in which it keeps solutions.
pub fn keeper<'c>(catalog: &'c Catalog, kind: &str) -> Option<(&'c dyn Plugin, &'static Format)> {
    let plugin = catalog.plugins().find(|plugin| plugin.name() == kind)?;
    plugin.formats().iter().find(|format| format.holds_solutions).map(|format| (plugin, format))
}

/// Adds a puzzle (unless it is there) and a game to the file `path`.
///
/// # Errors
/// The file cannot be read or written, or what is in it cannot be told apart from what is added; it
/// is then left as it is.
pub fn add(
    path: &Path,
    keeper: (&dyn Plugin, &Format),
    record: &PuzzleRecord<'_>,
    game: Game<'_>,
) -> Result<Kept, String> {
    let (plugin, format) = keeper;
    file::update(path, |old| {
        let shown = path.display();
        let (text, encoding) = decode(old).ok_or_else(|| format!("'{shown}' is no text"))?;
        let entries = read(plugin, format, &text);
        let known = entries.iter().find(|entry| is_same(entry, record.puzzle));
        let mut better = None;
        if let (Some(known), Game::Solution(solution) | Game::Played(solution)) = (known, game) {
            let replay = verify::replay(record.puzzle, solution).map_err(|refusal| refusal.to_string())?;
            let primary = primary_metrics(record.puzzle);
            let mut better_ones = solutions(record.puzzle, &known.metadata.games);
            better_ones.retain(|kept| ranking::at_least_as_good(&primary, &kept.metrics, &replay.metrics));
            // What the player found counts beside what is known otherwise.
            let is_rival = |kept: &Known| kept.is_played || !matches!(game, Game::Played(_));
            if let Some(at) = better_ones.iter().position(is_rival) {
                return Ok((Kept::Better(better_ones.swap_remove(at)), None));
            }
            better = better_ones.pop();
        }
        let (steps, is_solution) = match game {
            // A puzzle that is solved from the start needs no steps.
            Game::Solution("") | Game::Played("") | Game::Nothing => (None, false),
            Game::Solution(steps) | Game::Played(steps) => (Some(steps), true),
            Game::Snapshot(steps) => (Some(steps), false),
        };
        let mut games = steps.map(|steps| plugin.game(record.puzzle, steps, is_solution));
        if let (Game::Played(_), Some(title)) = (game, games.as_mut().and_then(|game| game.title.as_mut())) {
            title.push_str(PLAYED);
        }
        let new = plugin.add(&text, known, record, games.as_ref())?;
        // What is to be kept must be found again, and nothing else may have changed its meaning.
        let is_sound = steps.is_none_or(|steps| {
            let after = read(plugin, format, &new);
            let found = after.iter().find(|entry| is_same(entry, record.puzzle));
            let count = |entries: &[Entry]| entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
            found.is_some_and(|entry| entry.metadata.games.iter().any(|game| game.steps == steps))
                && count(&after) == count(&entries) + usize::from(known.is_none())
        });
        if !is_sound {
            return Err(format!("'{shown}' has a form to which nothing can be added; name another file"));
        }
        let bytes = encoding.encode(&new).ok_or_else(|| {
            format!("'{shown}' is in ISO 8859-1, which lacks letters of the title; name another file")
        })?;
        Ok((better.map_or(Kept::Added, Kept::AddedAsPlayed), Some(bytes)))
    })
}

/// What can be read in a file; nothing is no error here.
fn read(plugin: &dyn Plugin, format: &Format, text: &str) -> Vec<Entry> {
    let ending = format.endings.first().map(|ending| (*ending).to_owned());
    // Puzzles that were let through once are let through again.
    let options = ReadOptions { ending, allow_unequal: true, ..ReadOptions::default() };
    plugin.read_with(text, &options).unwrap_or_default()
}

/// Whether an entry is this very puzzle, whatever its title. Identities leave out what the player cannot
/// reach, so the boards are compared.
fn is_same(entry: &Entry, puzzle: &dyn Puzzle) -> bool {
    entry.puzzle.as_ref().is_ok_and(|other| untitled(other.as_ref()) == untitled(puzzle))
}

/// The text of a puzzle without the line of its title, where its notation has one.
fn untitled(puzzle: &dyn Puzzle) -> String {
    let text = puzzle.text();
    let rest = puzzle.title().and_then(|title| text.strip_prefix(title)?.strip_prefix('\n'));
    rest.map_or_else(|| text.clone(), str::to_owned)
}

/// The solutions among games.
fn solutions(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Vec<Known> {
    games
        .iter()
        .filter_map(|game| {
            let replay = verify::replay(puzzle, &game.steps).ok()?;
            let is_played = game.title.as_ref().is_some_and(|title| title.trim_end().ends_with(PLAYED));
            Some(Known { solution: replay.solution, metrics: replay.metrics, is_played })
        })
        .collect()
}

/// The best solutions among games.
pub fn records(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Records {
    let known = solutions(puzzle, games);
    let played = known.iter().filter(|known| known.is_played).cloned().collect();
    Records { known: best(puzzle, known), played: best(puzzle, played) }
}

/// Those solutions of `puzzle` that no other of them makes superfluous, best first by the first
/// objective.
fn best(puzzle: &dyn Puzzle, solutions: Vec<Known>) -> Vec<Known> {
    let primary = primary_metrics(puzzle);
    let mut best: Vec<Known> = Vec::new();
    for known in solutions {
        if best.iter().any(|kept| ranking::at_least_as_good(&primary, &kept.metrics, &known.metrics)) {
            continue;
        }
        best.retain(|kept| !ranking::at_least_as_good(&primary, &known.metrics, &kept.metrics));
        best.push(known);
    }
    let value = |known: &Known| {
        let of = |name: &&str| known.metrics.iter().find(|metric| metric.name == *name).map(|it| it.value);
        primary.iter().map(of).collect::<Vec<_>>()
    };
    best.sort_by_key(value);
    best
}
