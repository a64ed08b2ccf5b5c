//! The levels of a set as a list: their titles, whether they are solved, and how large they are.

use std::collections::BTreeMap;

use super::game::Game;
use super::level_set::LevelSet;
use crate::solutions::{Records, primary_metrics};
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{CellRole, Place, Puzzle};

/// A level of a set as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// The number that goes to the level.
    pub number: usize,
    pub title: String,
    /// The index of its game, or why it cannot be read.
    pub game: Result<usize, String>,
    /// Whether it is being played.
    pub is_current: bool,
}

/// Who has solved a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelStatus {
    /// The player.
    Yours,
    /// Only a search, or another program.
    Lurds,
    /// No solution is known.
    Open,
}

/// What takes a look at the level and at its saved solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDetails {
    pub records: Records,
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

    pub fn status(&self) -> LevelStatus {
        match (&self.records.played[..], &self.records.known[..]) {
            ([], []) => LevelStatus::Open,
            ([], _) => LevelStatus::Lurds,
            _ => LevelStatus::Yours,
        }
    }
}

impl LevelEntry {
    /// Whether the number or the title has each of these words, in any case.
    pub fn has(&self, words: &str) -> bool {
        let text = format!("{} {}", self.number, self.title).to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

impl LevelSet {
    /// All levels in order, also those that cannot be read.
    pub fn entries(&self) -> Vec<LevelEntry> {
        let is_one_source = self.is_one_source();
        let mut entries = BTreeMap::new();
        for (at, (game, &place)) in self.games.iter().zip(&self.places).enumerate() {
            let entry = LevelEntry {
                number: if is_one_source { game.index } else { place },
                title: game.name.clone(),
                game: Ok(at),
                is_current: at == self.at,
            };
            entries.insert(place, entry);
        }
        let free: Vec<usize> =
            (1..).filter(|place| !self.places.contains(place)).take(self.unread.len()).collect();
        for (place, level) in free.into_iter().zip(&self.unread) {
            let entry = LevelEntry {
                number: if is_one_source { level.index } else { place },
                title: String::new(),
                game: Err(level.message.clone()),
                is_current: false,
            };
            entries.insert(place, entry);
        }
        entries.into_values().collect()
    }

    /// The details of the levels of these games.
    pub fn details(&self, games: &[usize], catalog: &Catalog) -> Vec<LevelDetails> {
        // Each folder is listed once.
        let mut shelves = BTreeMap::new();
        let mut of = |at: usize| {
            let puzzle = self.games[at].puzzle();
            let kind = puzzle.kind();
            let stored = shelves.entry(kind).or_insert_with(|| self.store.shelf(catalog, kind));
            let (size, pieces) = extent(puzzle);
            LevelDetails { records: stored.records(puzzle), metrics: primary_metrics(puzzle), size, pieces }
        };
        games.iter().map(|&at| of(at)).collect()
    }

    /// The game of a level, by its index.
    pub fn game_at(&self, at: usize) -> &Game {
        &self.games[at]
    }

    /// The levels whose number or title has these words, with their details.
    pub(super) fn listed(&self, words: &str, catalog: &Catalog) -> Vec<(LevelEntry, Option<LevelDetails>)> {
        let entries: Vec<LevelEntry> = self.entries().into_iter().filter(|entry| entry.has(words)).collect();
        let games: Vec<usize> = entries.iter().filter_map(|entry| entry.game.clone().ok()).collect();
        let mut details = self.details(&games, catalog).into_iter();
        entries
            .into_iter()
            .map(|entry| {
                let details = entry.game.is_ok().then(|| details.next()).flatten();
                (entry, details)
            })
            .collect()
    }
}

/// The columns and rows of the first board of a puzzle, and the number of its pieces.
fn extent(puzzle: &dyn Puzzle) -> (Option<(usize, usize)>, usize) {
    let start = puzzle.start();
    let Some(controls) = start.controls() else { return (None, 0) };
    let Some(panel) = controls.panels().first().copied() else { return (None, 0) };
    let places =
        (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |column| Place::new(row, column)));
    let is_piece =
        |place: &Place| matches!(controls.tile(0, *place).cell_role, CellRole::Piece | CellRole::Placed);
    (Some((panel.columns, panel.rows)), places.filter(is_piece).count())
}
