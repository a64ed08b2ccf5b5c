//! A set of levels played one after the other, with the progress and the solutions of each, and other levels in their
//! place.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use lurd_disk::files::WriteError;
use lurd_disk::names::path_of;
use lurd_puzzle::{
    catalog::{Catalog, Item, Reference, Source, Typed},
    diagnostic::Diagnostic,
    puzzle::{CellRole, Coordinates, Puzzle, PuzzleRecord, StepText},
};

use super::commands::LevelChoice;
use super::game::{Game, PlayError, ProgressFolder, write};
use super::history::Bookmark;
use super::shelves::{RecentFiles, Shelf, shelves};
use crate::{
    solutions::{
        self, BestSolutions, GameToSave, KnownSolution, SaveError, SaveOutcome, SolutionStore, StoredSolution, pasted,
        primary_metrics,
    },
    solve::Run,
};

#[cfg(test)]
mod tests;

/// Why there is no other level to go to.
pub(super) const ONLY_LEVEL: &str = "this is the only level";
/// Why nothing can be done with saved solutions.
pub(super) const NO_STORE: &str = "solutions are not saved here (--no-store, or 'set store off')";

/// A set of levels, one of which is being played.
pub struct LevelSet {
    games: Vec<Game>,
    /// All levels in order, also those that cannot be read.
    levels: Vec<ListedLevel>,
    at: usize,
    /// The file that records which level was played last; `None` if there is only one level.
    last_file: Option<PathBuf>,
    /// The level recorded there.
    last: Option<usize>,
    store: SolutionStore,
    progress: ProgressFolder,
    /// Whether levels that are pasted or typed go to the collection of pasted puzzles.
    keeps_pasted: bool,
    recent: RecentFiles,
}

/// The result of entering a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The number of steps resumed from saved progress.
    pub resumed: usize,
    /// Why the progress of the level before could not be saved.
    pub unsaved: Option<WriteError>,
    /// How other levels were read that are played now, if that is worth a note.
    pub note: Option<String>,
}

impl LevelSet {
    /// Creates a set that begins with the first level that can be read; `None` if there is none. A level has its number
    /// in the source that all of them come from, or else its number among all.
    pub fn new(items: Vec<Item>, store: SolutionStore, progress: ProgressFolder) -> Option<Self> {
        let mut sources: Vec<String> = items.iter().map(|item| item.source.name.clone()).collect();
        sources.dedup();
        let (mut games, mut levels) = (Vec::new(), Vec::new());
        for (place, item) in (1..).zip(items) {
            let number = if sources.len() == 1 { item.index } else { place };
            let (title, game) = match Game::new(item) {
                Ok(game) => {
                    games.push(game);
                    (games[games.len() - 1].name.clone(), Ok(games.len() - 1))
                }
                Err(diagnostic) => (String::new(), Err(diagnostic.message)),
            };
            levels.push(ListedLevel { number, title, game });
        }
        let file = progress.last_file(games.first()?.puzzle().kind(), &sources);
        Some(Self {
            games,
            at: 0,
            last_file: file.filter(|_| levels.len() > 1),
            levels,
            last: None,
            store,
            progress,
            keeps_pasted: false,
            recent: RecentFiles::none(),
        })
    }

    /// From now on remembers which files are opened, and adds what is opened as text to the collection of pasted puzzles.
    pub fn remember_opened(&mut self, recent: RecentFiles) {
        (self.recent, self.keeps_pasted) = (recent, true);
    }

    /// Remembers the file that `text` names, if it names one.
    pub fn remember_file(&self, text: &str, catalog: &Catalog) {
        if let Reference::File { path, .. } = Reference::parse(text, catalog) {
            self.recent.add(path);
        }
    }

    /// The collections, and the files that were played last.
    pub fn shelves(&self, catalog: &Catalog) -> Vec<Shelf> {
        shelves(catalog, &self.store, &self.recent)
    }

    /// Begins with the level at that index among all levels, if it can be read.
    pub fn begin_at(&mut self, index: usize) {
        if let Some(ListedLevel { game: Ok(at), .. }) = self.levels.get(index) {
            self.at = *at;
        }
    }

    pub fn game(&self) -> &Game {
        &self.games[self.at]
    }

    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.games[self.at]
    }

    /// All levels that can be read.
    pub fn games_mut(&mut self) -> impl Iterator<Item = &mut Game> {
        self.games.iter_mut()
    }

    /// The number of the current level, from 1, and the number of levels; unreadable levels count.
    pub fn place(&self) -> (usize, usize) {
        let before = self.levels.iter().take_while(|level| level.game != Ok(self.at)).count();
        (before + 1, self.levels.len())
    }

    /// Looks up the stored solutions of the current level and resumes its saved progress. Returns the number
    /// of steps resumed.
    pub fn enter(&mut self, catalog: &Catalog) -> usize {
        self.look_up(catalog);
        let Self { games, at, progress, .. } = self;
        let game = &mut games[*at];
        if !game.steps().is_empty() || game.undone() > 0 {
            return 0;
        }
        progress.find(game.puzzle()).map_or(0, |saved| game.resume(&saved))
    }

    /// Looks up the stored solutions of the current level.
    pub(super) fn look_up(&mut self, catalog: &Catalog) {
        let Self { games, at, store, .. } = self;
        let game = &mut games[*at];
        let kind = game.puzzle().kind();
        game.set_records(store.of_kind(catalog, kind).records(game.puzzle()));
    }

    /// Goes to the level played last or, if the player has solved it, to the next one the player has not; without
    /// a record of that, to the first level the player has not solved.
    pub fn seek(&mut self, catalog: &Catalog) {
        self.last = self.last_file.as_ref().and_then(|path| find(path, &self.games));
        let kept = self.store.of_kind(catalog, self.game().puzzle().kind());
        let is_open =
            |game: &Game| kept.records(game.puzzle()).played.is_empty() || self.progress.find(game.puzzle()).is_some();
        let first = self.last.unwrap_or(0);
        let at = (first..self.games.len()).chain(0..first).find(|&at| is_open(&self.games[at]));
        self.at = at.or(self.last).unwrap_or(self.at);
        self.last = self.last.map(|_| self.at);
    }

    /// Enters another level, even if the progress of the current one cannot be saved.
    pub fn go_to(&mut self, level: LevelChoice, catalog: &Catalog) -> Result<Entered, PlayError> {
        let at = self.find(level)?;
        let unsaved = self.save().err();
        // Only now has more than the first level been looked at.
        self.last.get_or_insert(self.at);
        self.at = at;
        Ok(Entered { resumed: self.enter(catalog), unsaved, note: None })
    }

    /// The index of a level in `games`.
    fn find(&self, level: LevelChoice) -> Result<usize, PlayError> {
        let (last, count) = (self.games.len() - 1, self.levels.len());
        match level {
            LevelChoice::Next | LevelChoice::Previous if last == 0 => Err(ONLY_LEVEL.into()),
            LevelChoice::Next if self.at == last => Err(format!("this is the last of {count} levels").into()),
            LevelChoice::Previous if self.at == 0 => Err("this is the first level".into()),
            LevelChoice::Next => Ok(self.at + 1),
            LevelChoice::Previous => Ok(self.at - 1),
            LevelChoice::At(number) => match self.levels.iter().find(|level| level.number == number) {
                Some(level) => level.game.clone().map_err(|why| unreadable(number, &why).into()),
                None if count == 1 => Err(ONLY_LEVEL.into()),
                None => {
                    let (first, last) = (self.levels[0].number, self.levels[count - 1].number);
                    Err(format!("there are levels {first} to {last}").into())
                }
            },
        }
    }

    /// Saves the progress of the current level if it has changed; another process may be playing it, too.
    pub fn save(&mut self) -> Result<(), WriteError> {
        let Self { games, at, progress, .. } = self;
        let game = &mut games[*at];
        let saved = game.progress();
        let is_changed = saved != game.written;
        if is_changed {
            progress.save(game.puzzle(), &saved)?;
            game.written = saved;
        }
        if (is_changed || self.last.is_some_and(|last| last != self.at))
            && let Some(path) = &self.last_file
        {
            save(path, self.game())?;
            self.last = Some(self.at);
        }
        Ok(())
    }

    /// Stores the solution that the game reached, and returns what to say of that. It is on disk when this returns.
    pub fn keep(&mut self, catalog: &Catalog) -> Option<String> {
        let (text, is_own) = (self.game().text(), self.game().is_own());
        let solution = if is_own { GameToSave::Played(&text) } else { GameToSave::Solution(&text) };
        Some(match self.store_game(catalog, solution) {
            Err(error) => format!("the solution could not be saved: {error}"),
            Ok(None) => return None,
            Ok(_) if !is_own => "steps of an answer were used, so it does not count as yours".to_owned(),
            Ok(Some(SaveOutcome::Added)) => "New best! Saved.".to_owned(),
            Ok(Some(SaveOutcome::AddedAsPlayed(_))) => "Your best! Saved.".to_owned(),
            Ok(Some(SaveOutcome::Better(_))) => "a solution as good is already saved".to_owned(),
        })
    }

    /// Stores the answer of a search that began at `from`, if it has one.
    ///
    /// # Errors
    /// It cannot be saved.
    pub fn keep_answer(&mut self, catalog: &Catalog, run: &Run, from: &Bookmark) -> Result<(), SaveError> {
        let Some(verified) = run.verified() else { return Ok(()) };
        let text = self.game().puzzle().join_steps(&[from.steps(), &verified.steps].concat());
        self.store_game(catalog, GameToSave::Solution(&text)).map(drop)
    }

    fn store_game(&mut self, catalog: &Catalog, solution: GameToSave<'_>) -> Result<Option<SaveOutcome>, SaveError> {
        let Self { games, at, store, .. } = self;
        let game = &games[*at];
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let kept = store.keep(catalog, &record, solution);
        self.look_up(catalog);
        kept
    }

    /// Whether the player has solved the level.
    pub fn is_done(&self) -> bool {
        !self.game().records.played.is_empty()
    }
}

// The levels of a set as a list: their titles, whether they are solved, and how large they are.

/// A level of a set as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLevel {
    /// The number that goes to the level.
    pub number: usize,
    pub title: String,
    /// The index of its game, or why it cannot be read.
    pub game: Result<usize, String>,
}

/// What takes a look at the level and at its saved solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDetails {
    pub records: BestSolutions,
    /// The metrics that the best solutions are known by.
    pub metrics: Vec<&'static str>,
    /// The columns and rows of its board, if it has one.
    pub size: Option<(usize, usize)>,
    /// The number of pieces to be brought to goals.
    pub pieces: usize,
}

impl LevelDetails {
    /// The least value of each metric among the saved solutions; empty if there are none.
    pub fn best(&self) -> Vec<u64> {
        let least = |name: &&str| {
            let metrics = self.records.known.iter().flat_map(|known| &known.metrics);
            metrics.filter(|metric| metric.name == *name).map(|metric| metric.value).min()
        };
        self.metrics.iter().filter_map(least).collect()
    }
}

impl ListedLevel {
    /// Whether the number or the title has each of these words, in any case.
    pub fn has(&self, words: &str) -> bool {
        let text = format!("{} {}", self.number, self.title).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

impl LevelSet {
    /// All levels in order, also those that cannot be read.
    pub fn levels(&self) -> &[ListedLevel] {
        &self.levels
    }

    /// The details of levels; `None` for those that cannot be read.
    pub fn details<'l>(
        &self,
        levels: impl IntoIterator<Item = &'l ListedLevel>,
        catalog: &Catalog,
    ) -> Vec<Option<LevelDetails>> {
        // Each folder is listed once.
        let mut of_kinds = BTreeMap::new();
        let mut of = |level: &ListedLevel| {
            let puzzle = self.games[*level.game.as_ref().ok()?].puzzle();
            let kind = puzzle.kind();
            let stored = of_kinds.entry(kind).or_insert_with(|| self.store.of_kind(catalog, kind));
            let (size, pieces) = extent(puzzle);
            Some(LevelDetails { records: stored.records(puzzle), metrics: primary_metrics(puzzle), size, pieces })
        };
        levels.into_iter().map(&mut of).collect()
    }

    /// The game of a level, by its index.
    pub fn game_at(&self, at: usize) -> &Game {
        &self.games[at]
    }

    /// The levels whose number or title has these words, with their details.
    pub(super) fn listed(&self, words: &str, catalog: &Catalog) -> Vec<(ListedLevel, Option<LevelDetails>)> {
        let levels: Vec<ListedLevel> = self.levels.iter().filter(|level| level.has(words)).cloned().collect();
        let details = self.details(&levels, catalog);
        levels.into_iter().zip(details).collect()
    }
}

/// The columns and rows of the first board of a puzzle, and the number of its pieces.
fn extent(puzzle: &dyn Puzzle) -> (Option<(usize, usize)>, usize) {
    let start = puzzle.start();
    let Some(controls) = start.controls() else { return (None, 0) };
    let Some(panel) = controls.panels().first().copied() else { return (None, 0) };
    let places = (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |column| Coordinates::new(row, column)));
    let is_piece =
        |place: &Coordinates| matches!(controls.tile(0, *place).cell_role, CellRole::Piece | CellRole::Placed);
    (Some((panel.columns, panel.rows)), places.filter(is_piece).count())
}

// The level of a set (a collection, a file) that was played last: a small file per set in the user's folder.
// Its first line is the number of the level; after a blank line follows the level itself, so that it is found
// again in a file that has changed, and is not confused with a level of another set of the same name.

/// Records `game` as the level of its set that was played last.
pub(super) fn save(path: &Path, game: &Game) -> Result<(), WriteError> {
    write(path, &format!("{}\n\n{}", game.index, game.puzzle().text()))
}

/// The index of the game that was played last.
pub(super) fn find(path: &Path, games: &[Game]) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let (index, board) = text.split_once("\n\n")?;
    let same = |game: &&Game| game.puzzle().text() == board;
    let by_number = games.iter().position(|game| same(&game) && game.index.to_string() == index);
    by_number.or_else(|| games.iter().position(|game| same(&game)))
}

// The saved solutions of the level that is played: listing, replaying, exporting and deleting them.

impl LevelSet {
    /// The saved solutions of the level, in the order in which they were saved.
    ///
    /// # Errors
    /// Nothing is saved here, or the file cannot be read.
    pub fn solutions(&self, catalog: &Catalog) -> Result<Vec<StoredSolution>, PlayError> {
        if !self.store.is_kept() {
            return Err(NO_STORE.into());
        }
        let puzzle = self.game().puzzle();
        Ok(self.store.of_kind(catalog, puzzle.kind()).stored(puzzle)?)
    }

    /// The steps of a saved solution.
    pub(super) fn steps_of(&self, number: usize, catalog: &Catalog) -> Result<Vec<String>, PlayError> {
        let known = replayed(self.solution(number, catalog)?)?;
        Ok(StepText::words(self.game().puzzle(), &known.solution))
    }

    /// Adds a saved solution to a file, with the level unless the file has it; returns what to say of that.
    pub(super) fn export(&self, number: usize, file: &str, catalog: &Catalog) -> Result<String, PlayError> {
        let known = replayed(self.solution(number, catalog)?)?;
        if self.add_to(file, &[to_save(&known)], catalog)? {
            return Ok(format!("solution {number} added to {file}"));
        }
        Ok(format!("{file} already has a solution as good; not changed"))
    }

    /// Adds games of the level to a file; returns whether it did not have all of them already.
    fn add_to(&self, file: &str, games: &[GameToSave<'_>], catalog: &Catalog) -> Result<bool, PlayError> {
        let game = self.game();
        let keeper = solutions::keeper_for(catalog, file, game.puzzle().kind())?;
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let mut is_new = false;
        for &game in games {
            let outcome = solutions::add(catalog, &path_of(file), keeper, &record, game)?;
            is_new |= !matches!(outcome, SaveOutcome::Better(_));
        }
        Ok(is_new)
    }

    /// Adds the level to a file, with its saved solutions and the answers that are known; without any, with the steps
    /// that are done. Returns what to say of that.
    pub(super) fn save_to(&self, file: &str, catalog: &Catalog) -> Result<String, PlayError> {
        let game = self.game();
        let (text, answers) = (game.text(), game.known().solutions(game.puzzle()));
        let stored = game.records.known.iter().chain(&game.records.played).map(to_save);
        let mut games: Vec<_> = stored.chain(games_to_save(game, &text, &answers)).collect();
        // The level alone is one of them if nothing else is.
        if games.len() > 1 {
            games.retain(|game| !matches!(game, GameToSave::Nothing));
        }
        let is_new = self.add_to(file, &games, catalog)?;
        Ok(if is_new { format!("added to {file}") } else { format!("{file} has it already") })
    }

    /// Deletes a saved solution.
    pub(super) fn delete(&mut self, number: usize, catalog: &Catalog) -> Result<String, PlayError> {
        let stored = self.solution(number, catalog)?;
        self.store.delete(catalog, self.game().puzzle(), &stored)?;
        self.look_up(catalog);
        Ok(format!("solution {number} deleted"))
    }

    fn solution(&self, number: usize, catalog: &Catalog) -> Result<StoredSolution, PlayError> {
        let all = self.solutions(catalog)?;
        let others = match all.len() {
            0 => return Err("no solution is saved".into()),
            1 => "one is saved".to_owned(),
            count => format!("{count} are saved"),
        };
        let found = all.into_iter().find(|stored| stored.number == number);
        found.ok_or_else(|| format!("there is no solution {number}; {others}").into())
    }
}

/// What a file gets of a game whose steps are `text`: the solution that the player reached, the answers, or else the
/// steps that are done; only the level if there is nothing of these.
pub fn games_to_save<'t>(game: &Game, text: &'t str, answers: &'t [String]) -> Vec<GameToSave<'t>> {
    let (is_solved, is_empty) = (game.is_solved(), text.is_empty());
    let reached = if game.is_own() { GameToSave::Played(text) } else { GameToSave::Solution(text) };
    let reached = (is_solved && !is_empty).then_some(reached);
    let snapshot = (!is_solved && !is_empty).then_some(GameToSave::Snapshot(text));
    let found = answers.iter().map(|answer| GameToSave::Solution(answer));
    let all: Vec<_> = reached.into_iter().chain(found).chain(snapshot).collect();
    if all.is_empty() { vec![GameToSave::Nothing] } else { all }
}

fn to_save(known: &KnownSolution) -> GameToSave<'_> {
    if known.is_played { GameToSave::Played(&known.solution) } else { GameToSave::Solution(&known.solution) }
}

fn replayed(stored: StoredSolution) -> Result<KnownSolution, PlayError> {
    let number = stored.number;
    let why = |reason| format!("solution {number} is damaged: {reason}; 'delete {number}' deletes it");
    stored.known.map_err(|reason| why(reason).into())
}

// Playing other levels in place of those of the set.

impl LevelSet {
    /// Plays the levels that `text` names or holds: from the first one on, or the whole collection from the one that is
    /// named. On an error the set is unchanged.
    pub fn open(&mut self, text: &str, catalog: &Catalog) -> Result<Entered, PlayError> {
        let typed = Typed::at_prompt(&Source::new("<typed>", text), 0..text.len());
        let (mut items, chosen) = catalog.resolve_among_all(&typed).map_err(|error| unopened(&error.diagnostic))?;
        let mut notes = Vec::from_iter(match chosen {
            Some(index) => items[index].note.clone(),
            None => items.iter().find_map(|item| item.note.clone()),
        });
        if self.keeps_pasted {
            notes.extend(pasted::keep_noted(catalog, text, &mut items));
        }
        if let Some(Err(diagnostic)) = chosen.map(|index| &items[index].puzzle) {
            return Err(unopened(diagnostic));
        }
        let problem = items.iter().find_map(|item| item.puzzle.as_ref().err()).map(|error| unopened(error));
        let opened = Self::new(items, self.store.clone(), self.progress.clone());
        let mut opened = opened.ok_or_else(|| problem.unwrap_or_else(|| "no level in it".into()))?;
        let mut unread = opened.levels.iter().filter_map(|level| Some((level.number, level.game.as_ref().err()?)));
        notes.extend(unread.next().map(|(number, why)| match unread.count() {
            0 => unreadable(number, why),
            others => format!("{}, and {others} more", unreadable(number, why)),
        }));
        let (kind, objective) = (self.game().puzzle().kind(), self.game().objective);
        for game in opened.games.iter_mut().filter(|game| game.puzzle().kind() == kind) {
            game.objective = objective;
        }
        if let Some(index) = chosen {
            opened.begin_at(index);
        }
        (opened.keeps_pasted, opened.recent) = (self.keeps_pasted, self.recent.clone());
        opened.remember_file(text, catalog);
        let unsaved = self.save().err();
        let resumed = opened.enter(catalog);
        *self = opened;
        Ok(Entered { resumed, unsaved, note: (!notes.is_empty()).then(|| notes.join("; ")) })
    }
}

fn unreadable(number: usize, why: &str) -> String {
    format!("level {number} cannot be read: {why}")
}

fn unopened(diagnostic: &Diagnostic) -> PlayError {
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    format!("{}{help}", diagnostic.message).into()
}
