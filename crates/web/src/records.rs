//! What a person did: the progress of levels and their solutions. The browser keeps the records; a file of solutions holds
//! them for other programs.

use std::collections::{BTreeMap, BTreeSet};

use lurd::catalog::Item;
use lurd_puzzle::puzzle::{Puzzle, StepText};
use lurd_puzzle::verify;
use lurd_report as report;
use lurd_toolkit::{
    play::{Game, SavedProgress},
    solutions::{KnownSolution, at_least_as_good, is_played, primary_metrics},
};
use serde::{Deserialize, Serialize};

/// The record of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    /// The name of the plug-in.
    pub(crate) kind: String,
    /// The text of the puzzle.
    pub(crate) text: String,
    /// The steps that are done, those that can be redone, and the index of the first one that comes from an answer.
    done: String,
    undone: String,
    first_aided: Option<usize>,
    /// The solutions that the person found, none of which is worse than another.
    pub(crate) solutions: Vec<String>,
}

/// The records of all levels.
#[derive(Default)]
pub(crate) struct Records {
    pub(crate) all: BTreeMap<String, Record>,
    /// The keys of those that have changed since they were taken.
    pub(crate) changed: BTreeSet<String>,
}

/// What the list of levels shows of one.
#[derive(Default)]
pub(crate) struct Marks {
    pub(crate) is_solved: bool,
    pub(crate) is_begun: bool,
    /// The best solutions, in short.
    pub(crate) best: String,
}

fn key(puzzle: &dyn Puzzle) -> String {
    format!("{}\n{}", puzzle.kind(), puzzle.text())
}

impl Records {
    /// The progress of a level.
    pub(crate) fn progress(&self, puzzle: &dyn Puzzle) -> Option<SavedProgress> {
        let record =
            self.all.get(&key(puzzle)).filter(|record| !record.done.is_empty() || !record.undone.is_empty())?;
        Some(SavedProgress {
            done: record.done.clone(),
            undone: record.undone.clone(),
            first_aided: record.first_aided,
        })
    }

    /// Notes the progress of a game.
    pub(crate) fn note(&mut self, game: &Game) {
        let progress = game.progress();
        let key = key(game.puzzle());
        if progress == SavedProgress::default() && !self.all.contains_key(&key) {
            return;
        }
        let before = self.all.get(&key).cloned().unwrap_or_default();
        let now = Record {
            kind: game.puzzle().kind().to_owned(),
            text: game.puzzle().text(),
            done: progress.done,
            undone: progress.undone,
            first_aided: progress.first_aided,
            solutions: before.solutions.clone(),
        };
        if now != before {
            self.all.insert(key.clone(), now);
            self.changed.insert(key);
        }
    }

    /// Adds a solution that the person found; returns whether it is better than the known ones.
    pub(crate) fn add(&mut self, puzzle: &dyn Puzzle, solution: &str) -> bool {
        let key = key(puzzle);
        let record = self.all.entry(key.clone()).or_default();
        (record.kind, record.text) = (puzzle.kind().to_owned(), puzzle.text());
        let metrics = |text: &str| puzzle.metrics(&StepText::words(puzzle, text));
        let (primary, new) = (primary_metrics(puzzle), metrics(solution));
        if record.solutions.iter().any(|known| at_least_as_good(&primary, &metrics(known), &new)) {
            return false;
        }
        record.solutions.retain(|known| !at_least_as_good(&primary, &new, &metrics(known)));
        record.solutions.push(solution.to_owned());
        self.changed.insert(key);
        true
    }

    /// Adds the solutions that are saved with levels, after they were replayed.
    pub(crate) fn import(&mut self, items: &[Item]) {
        for item in items {
            let Ok(puzzle) = &item.puzzle else { continue };
            for game in item.metadata.games.iter().filter(|game| is_played(game)) {
                if let Ok(replay) = verify::replay(puzzle.as_ref(), &game.steps) {
                    self.add(puzzle.as_ref(), &puzzle.join_steps(&replay.steps));
                }
            }
        }
    }

    /// What the list of levels shows.
    pub(crate) fn marks(&self, puzzle: &dyn Puzzle) -> Marks {
        let Some(record) = self.all.get(&key(puzzle)) else { return Marks::default() };
        let known = |text: &String| {
            let metrics = puzzle.metrics(&StepText::words(puzzle, text));
            KnownSolution { solution: text.clone(), metrics, is_played: true }
        };
        let solutions: Vec<KnownSolution> = record.solutions.iter().map(known).collect();
        let best = report::best_of_player(puzzle, &solutions);
        Marks {
            is_solved: !solutions.is_empty(),
            is_begun: !record.done.is_empty(),
            best: if solutions.is_empty() { String::new() } else { best },
        }
    }
}
