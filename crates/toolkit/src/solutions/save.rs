//! Solutions in a file: adding one, listing and comparing them, and writing the file anew.

use std::{path::Path, sync::Arc};

use lurd_puzzle::{
    catalog::{Catalog, decode},
    puzzle::{Confidence, Format, Metric, Plugin, Puzzle, PuzzleEntry, PuzzleRecord, ReadOptions, SavedGame},
    verify::{self, Refusal},
};

use super::file::{SaveError, update};

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
/// or written, if it holds puzzles of another kind, or if its content would change its meaning; the file is unchanged then.
pub fn add(
    catalog: &Catalog,
    path: &Path,
    keeper: (&dyn Plugin, &Format),
    record: &PuzzleRecord<'_>,
    game: GameToSave<'_>,
) -> Result<SaveOutcome, SaveError> {
    let (plugin, format) = keeper;
    update(path, |old| {
        let (text, encoding) = decode(old).ok_or_else(|| SaveError::not_text(path))?;
        let line_end = line_end(&text);
        let text = text.replace(line_end, "\n");
        let entries = read(plugin, format, &text);
        if let Some(kind) = other_kind(catalog, plugin, (&text, &entries)) {
            let what = format!("holds puzzles of the kind {kind}, and would be read as such; name another file");
            return Err(SaveError::about(path, what));
        }
        let known = entries.iter().find(|entry| is_same(entry, record.puzzle));
        let mut better = None;
        if let (Some(known), GameToSave::Solution(solution) | GameToSave::Played(solution)) = (known, game) {
            let replay =
                verify::replay(record.puzzle, solution).map_err(|refusal| SaveError::from(refusal.to_string()))?;
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
        if let (GameToSave::Played(_), Some(game)) = (game, &mut games) {
            mark_played(game);
        }
        let comes_with_it = |steps: &str| known.is_none() && record.metadata.games.iter().any(|it| it.steps == steps);
        let mut new = plugin.add(&text, known, record, games.as_ref())?;
        if is_solution && let Some(steps) = steps.filter(|steps| comes_with_it(steps)) {
            // A format may write the games of a new puzzle, too.
            let without = plugin.add(&text, known, record, None)?;
            let after = read(plugin, format, &without);
            let found = after.iter().find(|entry| is_same(entry, record.puzzle));
            let has_it = |entry: &PuzzleEntry| {
                solutions(record.puzzle, &entry.metadata.games).iter().any(|known| known.solution == steps)
            };
            if found.is_some_and(has_it) {
                new = without;
            }
        }
        // The game must be readable, and the other puzzles must still be there.
        let is_sound = steps.is_none_or(|steps| {
            let after = read(plugin, format, &new);
            let found = after.iter().find(|entry| is_same(entry, record.puzzle));
            let count = |entries: &[PuzzleEntry]| entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
            found.is_some_and(|entry| entry.metadata.games.iter().any(|game| game.steps == steps))
                && count(&after) == count(&entries) + usize::from(known.is_none())
        });
        if !is_sound {
            return Err(SaveError::changes_meaning(path));
        }
        let new = new.replace('\n', line_end);
        let bytes = encoding.encode(&new).ok_or_else(|| SaveError::encoding(path))?;
        Ok((better.map_or(SaveOutcome::Added, SaveOutcome::AddedAsPlayed), Some(bytes)))
    })
}

/// The line ends of a text; line feeds if there are several kinds, or none.
fn line_end(text: &str) -> &'static str {
    let count = |end: &str| text.matches(end).count();
    match (count("\r\n"), count("\r"), count("\n")) {
        (both, returns, feeds) if both > 0 && both == returns && both == feeds => "\r\n",
        (_, returns, 0) if returns > 0 => "\r",
        _ => "\n",
    }
}

/// What writes puzzles of a kind with their solutions to a file of that name.
///
/// # Errors
/// There is no such format, or the name does not fit it.
pub fn keeper_for<'c>(
    catalog: &'c Catalog,
    path: &str,
    kind: &str,
) -> Result<(&'c dyn Plugin, &'static Format), SaveError> {
    let keeper = keeper(catalog, kind).ok_or_else(|| format!("no file format holds solutions of {kind} puzzles"))?;
    let extensions = keeper.1.extensions;
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let small = extension.to_ascii_lowercase();
    if extensions.contains(&small.as_str()) || small == "txt" {
        return Ok(keeper);
    }
    let wanted = extensions.first().copied().unwrap_or("txt");
    let what = format!("cannot hold solutions: name a file that ends in .{wanted}");
    Err(SaveError::about(Path::new(path), what))
}

/// The puzzles of a file; none if it cannot be read.
pub(super) fn read(plugin: &dyn Plugin, format: &Format, text: &str) -> Vec<PuzzleEntry> {
    let extension = format.extensions.first().map(|extension| (*extension).to_owned());
    // Puzzles accepted with --allow-unequal can be saved, too.
    let options = ReadOptions { extension, allow_unequal: true, exact: true, ..ReadOptions::default() };
    plugin.read_with(text, &options).unwrap_or_default()
}

/// The name of another kind whose puzzles a text holds, if it holds none of `plugin`'s, whose `entries` were read from it.
fn other_kind(catalog: &Catalog, plugin: &dyn Plugin, (text, entries): (&str, &[PuzzleEntry])) -> Option<String> {
    let has_puzzles = |entries: &[PuzzleEntry]| entries.iter().any(|entry| entry.puzzle.is_ok());
    if text.trim().is_empty() || has_puzzles(entries) {
        return None;
    }
    let options = ReadOptions { exact: true, ..ReadOptions::default() };
    let mut others =
        catalog.plugins().filter(|other| other.name() != plugin.name() && other.confidence(text) > Confidence::No);
    let other = others.find(|other| other.read_with(text, &options).is_ok_and(|entries| has_puzzles(&entries)))?;
    Some(other.name().to_owned())
}

/// Whether an entry is this puzzle, with any title. Compares boards, because identities ignore cells that
/// the player cannot reach.
pub(super) fn is_same(entry: &PuzzleEntry, puzzle: &dyn Puzzle) -> bool {
    entry.puzzle.as_ref().is_ok_and(|other| untitled(other.as_ref()) == untitled(puzzle))
}

/// The text of a puzzle without its title line.
pub(crate) fn untitled(puzzle: &dyn Puzzle) -> String {
    let text = puzzle.text();
    let rest = puzzle.title().and_then(|title| text.strip_prefix(title)?.strip_prefix('\n'));
    rest.map_or_else(|| text.clone(), str::to_owned)
}

// The solutions saved in a file, and the best of them.

/// A saved solution, replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSolution {
    pub solution: String,
    pub metrics: Vec<Metric>,
    /// Whether it is marked as found by the player.
    pub is_played: bool,
}

/// The best saved solutions of a puzzle: those that no other one makes superfluous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestSolutions {
    /// Of all saved solutions.
    pub known: Vec<KnownSolution>,
    /// Of those found by the player.
    pub played: Vec<KnownSolution>,
    /// Why saved solutions may be missing here.
    pub damage: Option<SaveError>,
}

/// Suffix of the title of a solution found by the player.
pub(super) const PLAYED: &str = " (played)";

/// Whether a game is marked as found by the player.
pub fn is_played(game: &SavedGame) -> bool {
    game.title.as_ref().is_some_and(|title| title.trim_end().ends_with(PLAYED))
}

/// Marks a game as found by the player.
pub fn mark_played(game: &mut SavedGame) {
    if let Some(title) = game.title.as_mut().filter(|title| !title.trim_end().ends_with(PLAYED)) {
        title.push_str(PLAYED);
    }
}

/// Replays a saved game.
///
/// # Errors
/// It is not a solution.
pub(super) fn replayed(puzzle: &dyn Puzzle, game: &SavedGame) -> Result<KnownSolution, Refusal> {
    let replay = verify::replay(puzzle, &game.steps)?;
    Ok(KnownSolution { solution: replay.solution, metrics: replay.metrics, is_played: is_played(game) })
}

pub(super) fn solutions(puzzle: &dyn Puzzle, games: &[SavedGame]) -> Vec<KnownSolution> {
    games.iter().filter_map(|game| replayed(puzzle, game).ok()).collect()
}

pub fn records(puzzle: &dyn Puzzle, games: &[SavedGame], path: &Path) -> BestSolutions {
    let known = solutions(puzzle, games);
    let (broken, all) = (games.len() - known.len(), games.len());
    let damage = (broken > 0).then(|| {
        let path = path.display();
        format!("{broken} of {all} saved solutions cannot be replayed; the file is '{path}'").into()
    });
    let played = known.iter().filter(|known| known.is_played).cloned().collect();
    BestSolutions { known: best(puzzle, known), played: best(puzzle, played), damage }
}

/// The solutions that no other one makes superfluous, best first by the first objective.
pub fn best(puzzle: &dyn Puzzle, solutions: Vec<KnownSolution>) -> Vec<KnownSolution> {
    let primary = primary(puzzle);
    let mut best: Vec<KnownSolution> = Vec::new();
    for known in solutions {
        if best.iter().any(|kept| at_least_as_good(&primary, &kept.metrics, &known.metrics)) {
            continue;
        }
        best.retain(|kept| !at_least_as_good(&primary, &known.metrics, &kept.metrics));
        best.push(known);
    }
    let value = |known: &KnownSolution| {
        let of = |name: &&str| known.metrics.iter().find(|metric| metric.name == *name).map(|it| it.value);
        primary.iter().map(of).collect::<Vec<_>>()
    };
    best.sort_by_key(value);
    best
}

// Compares solutions by the rule of Sokoban score files.
//
// The metrics of the objectives (for Sokoban pushes and moves) count first: a solution is at least as good
// as another if it is at least as good in each of them. If they are equal, the other metrics decide in their
// order (box lines, box changes, pushing sessions, ..).

/// The metrics of the objectives, which count first.
pub fn primary(puzzle: &dyn Puzzle) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for objective in puzzle.objectives() {
        if !names.contains(&objective.metric) {
            names.push(objective.metric);
        }
    }
    names
}

/// Whether `one` makes `other` superfluous. Both are metrics of the same puzzle.
pub fn at_least_as_good(primary: &[&str], one: &[Metric], other: &[Metric]) -> bool {
    let pairs = || one.iter().zip(other).map(|(one, other)| (one.name, one.value, other.value));
    let mut equal = true;
    for (_, one, other) in pairs().filter(|(name, ..)| primary.contains(name)) {
        if one > other {
            return false;
        }
        equal &= one == other;
    }
    let rest = || pairs().filter(|(name, ..)| !primary.contains(name));
    !equal || rest().map(|(_, one, _)| one).le(rest().map(|(_, _, other)| other))
}

// Writes a file of solutions anew with other games; everything else in it stays.

/// Passes the games of each puzzle of a file to `change`, which may leave out some, and writes the file if it did. Returns
/// whether it did.
///
/// # Errors
/// The file cannot be read or written, or the rest of it could not be kept; the file is unchanged then.
pub(super) fn rewrite(
    path: &Path,
    (plugin, format): (&dyn Plugin, &Format),
    mut change: impl FnMut(&dyn Puzzle, &mut Vec<SavedGame>),
) -> Result<bool, SaveError> {
    update(path, |old| {
        let (text, encoding) = decode(old).ok_or_else(|| SaveError::not_text(path))?;
        let mut entries = read(plugin, format, &text);
        let mut is_changed = false;
        for PuzzleEntry { puzzle, metadata, .. } in &mut entries {
            let Ok(puzzle) = puzzle else { continue };
            let before = metadata.games.len();
            change(puzzle.as_ref(), &mut Arc::make_mut(metadata).games);
            is_changed |= metadata.games.len() < before;
        }
        if !is_changed {
            return Ok((false, None));
        }
        let records: Option<Vec<_>> = entries
            .iter()
            .map(|PuzzleEntry { puzzle, metadata, flags, .. }| {
                let puzzle = puzzle.as_ref().ok()?.as_ref();
                Some(PuzzleRecord { puzzle, metadata, flags })
            })
            .collect();
        let records = records.ok_or_else(|| SaveError::damaged(path))?;
        let bytes = plugin.write(format, &records)?.bytes;
        let new = String::from_utf8(bytes).map_err(|_| SaveError::not_text(path))?;
        let after = read(plugin, format, &new);
        if after.len() != entries.len() || !entries.iter().zip(&after).all(|(one, two)| are_equal(one, two)) {
            return Err(SaveError::changes_meaning(path));
        }
        let bytes = encoding.encode(&new).ok_or_else(|| SaveError::encoding(path))?;
        Ok((true, Some(bytes)))
    })
}

/// Whether two entries are the same puzzle with the same games.
fn are_equal(one: &PuzzleEntry, two: &PuzzleEntry) -> bool {
    let games = |entry: &PuzzleEntry| {
        let games = entry.metadata.games.iter();
        games.map(|game| (game.title.clone(), game.steps.split_whitespace().collect())).collect::<Vec<(_, String)>>()
    };
    one.puzzle.as_ref().is_ok_and(|puzzle| is_same(two, puzzle.as_ref())) && games(one) == games(two)
}

#[cfg(test)]
mod ranking_tests {
    use super::*;

    fn metrics(moves: u64, pushes: u64, lines: u64, changes: u64) -> Vec<Metric> {
        [("moves", moves), ("pushes", pushes), ("box_lines", lines), ("box_changes", changes)]
            .map(|(name, value)| Metric { name, value })
            .to_vec()
    }

    #[test]
    fn first_values_then_second_ones() {
        let better = |one: &[Metric], other: &[Metric]| at_least_as_good(&["pushes", "moves"], one, other);
        let middle = metrics(10, 5, 3, 3);
        for (other, forth, back) in [
            (metrics(10, 5, 3, 3), true, true),
            (metrics(11, 5, 1, 1), true, false),
            (metrics(9, 6, 1, 1), false, false),
            (metrics(10, 5, 2, 9), false, true),
            (metrics(10, 5, 3, 4), true, false),
        ] {
            assert_eq!((better(&middle, &other), better(&other, &middle)), (forth, back), "{other:?}");
        }
    }
}

#[cfg(test)]
mod line_end_tests {
    use super::*;

    #[test]
    fn line_ends_are_those_of_the_file() {
        for (text, ends) in [
            ("a\r\nb\r\n", "\r\n"),
            ("a\rb\r", "\r"),
            ("a\nb", "\n"),
            ("a\r\nb\n", "\n"),
            ("a\r\rb\r\n", "\n"),
            ("", "\n"),
        ] {
            assert_eq!(line_end(text), ends, "{text:?}");
        }
    }
}
