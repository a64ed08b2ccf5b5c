//! Adding a game to a file.

use std::path::Path;

use super::file::update;
use super::ranking::{at_least_as_good, primary};
use super::records::{KnownSolution, PLAYED, solutions};
use crate::solutions::save_error::SaveError;
use lurd_puzzle::catalog::{Catalog, decode};
use lurd_puzzle::puzzle::{Entry, Format, Plugin, Puzzle, PuzzleRecord, ReadOptions};
use lurd_puzzle::verify;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// It was added: no saved solution is as good.
    Added,
    /// It was added as the player's best, although this saved solution is at least as good.
    AddedAsPlayed(KnownSolution),
    /// It was not added: this saved solution is at least as good.
    Better(KnownSolution),
}

/// A game to save with its puzzle.
#[derive(Clone, Copy)]
pub enum GameToSave<'a> {
    /// A solution, as `verify` accepts it.
    Solution(&'a str),
    /// A solution found by the player.
    Played(&'a str),
    /// Steps that do not solve the puzzle yet.
    Snapshot(&'a str),
    /// No game, only the puzzle.
    Nothing,
}

impl<'a> GameToSave<'a> {
    /// The steps, if they are a solution of at least one step.
    pub(super) fn solution(self) -> Option<&'a str> {
        match self {
            Self::Solution(steps) | Self::Played(steps) => Some(steps).filter(|steps| !steps.is_empty()),
            Self::Snapshot(_) | Self::Nothing => None,
        }
    }
}

/// The plug-in of a kind of puzzle, and its format that holds solutions.
pub fn keeper<'c>(catalog: &'c Catalog, kind: &str) -> Option<(&'c dyn Plugin, &'static Format)> {
    let plugin = catalog.plugins().find(|plugin| plugin.name() == kind)?;
    plugin.formats().iter().find(|format| format.holds_solutions).map(|format| (plugin, format))
}

/// Adds a game to the file `path`, with its puzzle unless the file has it. Fails if the file cannot be read
/// or written, or if its content would change its meaning; the file is unchanged then.
pub fn add(
    path: &Path,
    keeper: (&dyn Plugin, &Format),
    record: &PuzzleRecord<'_>,
    game: GameToSave<'_>,
) -> Result<SaveOutcome, SaveError> {
    let (plugin, format) = keeper;
    update(path, |old| {
        let (text, encoding) = decode(old).ok_or_else(|| SaveError::NotText(path.to_path_buf()))?;
        let entries = read(plugin, format, &text);
        let known = entries.iter().find(|entry| is_same(entry, record.puzzle));
        let mut better = None;
        if let (Some(known), GameToSave::Solution(solution) | GameToSave::Played(solution)) = (known, game) {
            let replay = verify::replay(record.puzzle, solution)
                .map_err(|refusal| SaveError::Refused(refusal.to_string()))?;
            let primary = primary(record.puzzle);
            let mut better_ones = solutions(record.puzzle, &known.metadata.games);
            better_ones.retain(|kept| at_least_as_good(&primary, &kept.metrics, &replay.metrics));
            // Solutions of the player compete only with each other.
            let is_rival = |kept: &KnownSolution| kept.is_played || !matches!(game, GameToSave::Played(_));
            if let Some(at) = better_ones.iter().position(is_rival) {
                return Ok((SaveOutcome::Better(better_ones.swap_remove(at)), None));
            }
            better = better_ones.pop();
        }
        let (steps, is_solution) = match game {
            // A puzzle that is solved at the start has no steps to save.
            GameToSave::Solution("") | GameToSave::Played("") | GameToSave::Nothing => (None, false),
            GameToSave::Solution(steps) | GameToSave::Played(steps) => (Some(steps), true),
            GameToSave::Snapshot(steps) => (Some(steps), false),
        };
        let mut games = steps.map(|steps| plugin.game(record.puzzle, steps, is_solution));
        if let (GameToSave::Played(_), Some(title)) =
            (game, games.as_mut().and_then(|game| game.title.as_mut()))
        {
            title.push_str(PLAYED);
        }
        let new = plugin.add(&text, known, record, games.as_ref())?;
        // The game must be readable, and the other puzzles must still be there.
        let is_sound = steps.is_none_or(|steps| {
            let after = read(plugin, format, &new);
            let found = after.iter().find(|entry| is_same(entry, record.puzzle));
            let count = |entries: &[Entry]| entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
            found.is_some_and(|entry| entry.metadata.games.iter().any(|game| game.steps == steps))
                && count(&after) == count(&entries) + usize::from(known.is_none())
        });
        if !is_sound {
            return Err(SaveError::ChangesMeaning(path.to_path_buf()));
        }
        let bytes = encoding.encode(&new).ok_or_else(|| SaveError::Encoding(path.to_path_buf()))?;
        Ok((better.map_or(SaveOutcome::Added, SaveOutcome::AddedAsPlayed), Some(bytes)))
    })
}

/// Checks that a file of that name can hold solutions.
pub fn check_ending(path: &str, endings: &'static [&'static str]) -> Result<(), SaveError> {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let small = ending.to_ascii_lowercase();
    if endings.contains(&small.as_str()) || small == "txt" {
        return Ok(());
    }
    let wanted = endings.first().copied().unwrap_or("txt");
    Err(SaveError::Ending(path.to_owned(), wanted))
}

/// The puzzles of a file; none if it cannot be read.
pub(super) fn read(plugin: &dyn Plugin, format: &Format, text: &str) -> Vec<Entry> {
    let ending = format.endings.first().map(|ending| (*ending).to_owned());
    // Puzzles accepted with --allow-unequal can be saved, too.
    let options = ReadOptions { ending, allow_unequal: true, ..ReadOptions::default() };
    plugin.read_with(text, &options).unwrap_or_default()
}

/// Whether an entry is this puzzle, with any title. Compares boards, because identities ignore cells that
/// the player cannot reach.
pub(super) fn is_same(entry: &Entry, puzzle: &dyn Puzzle) -> bool {
    entry.puzzle.as_ref().is_ok_and(|other| untitled(other.as_ref()) == untitled(puzzle))
}

/// The text of a puzzle without its title line.
fn untitled(puzzle: &dyn Puzzle) -> String {
    let text = puzzle.text();
    let rest = puzzle.title().and_then(|title| text.strip_prefix(title)?.strip_prefix('\n'));
    rest.map_or_else(|| text.clone(), str::to_owned)
}
