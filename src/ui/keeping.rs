//! Saves answers to the named file and to the store of solutions.

use std::path::Path;

use super::app::App;
use super::cli::Invocation;
use lurd_puzzle::puzzle::{Metadata, Puzzle, PuzzleRecord};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::pictures::is_picture;
use lurd_toolkit::solutions::{self, GameToSave, SaveOutcome, Store};

#[derive(Clone, Copy)]
pub(super) struct Answered<'a> {
    pub(super) puzzle: &'a dyn Puzzle,
    pub(super) metadata: &'a Metadata,
    pub(super) solution: &'a str,
}

impl App {
    /// The store of solutions, unless it is switched off.
    pub(super) fn store(&self, order: &Invocation) -> Store {
        let wanted = order.flag("no-store").is_none() && self.session.settings.is_on("store");
        if wanted { Store::of_user() } else { Store::none() }
    }

    /// Saves an answer that has been replayed.
    pub(super) fn keep(&self, order: &Invocation, answered: Answered<'_>) -> Exit {
        self.keep_in_store(order, answered);
        let record = PuzzleRecord { puzzle: answered.puzzle, metadata: answered.metadata, flags: "" };
        match order.flag("output") {
            None => Exit::Good,
            Some(path) if is_picture(path) => Exit::Good,
            Some(path) => self.add_to(path, &record, GameToSave::Solution(answered.solution)),
        }
    }

    /// Saves an answer that has been replayed to the store only.
    pub(super) fn keep_in_store(&self, order: &Invocation, answered: Answered<'_>) {
        let record = PuzzleRecord { puzzle: answered.puzzle, metadata: answered.metadata, flags: "" };
        if let Err(message) =
            self.store(order).keep(&self.catalog, &record, GameToSave::Solution(answered.solution))
        {
            self.screen
                .note(&format!("note: the answer is not saved: {}", report::escaped(&message.to_string())));
        }
    }

    /// Whether files of that name hold solutions of such puzzles.
    pub(super) fn holds_solutions(&self, path: &str, kind: &str) -> bool {
        solutions::keeper(&self.catalog, kind)
            .is_some_and(|keeper| solutions::check_ending(path, keeper.1.endings).is_ok())
    }

    /// Adds a puzzle and a game to a file and reports the result.
    pub(super) fn add_to(&self, path: &str, record: &PuzzleRecord<'_>, game: GameToSave<'_>) -> Exit {
        let kind = record.puzzle.kind();
        let Some(keeper) = solutions::keeper(&self.catalog, kind) else {
            return self.complain(&format!("there is no file format for solutions of a {kind}"));
        };
        if let Err(error) = solutions::check_ending(path, keeper.1.endings) {
            return self.complain(&report::escaped(&error.to_string()));
        }
        let shown = report::escaped(path);
        match solutions::add(Path::new(path), keeper, record, game) {
            Ok(SaveOutcome::Added | SaveOutcome::AddedAsPlayed(_)) => {
                self.screen.note(&format!("added to {shown}"));
                Exit::Good
            }
            Ok(SaveOutcome::Better(known)) => {
                let values = report::in_short(record.puzzle, &known.metrics);
                self.screen.note(&format!("{shown} already has an answer as good ({values}); not changed"));
                Exit::Good
            }
            Err(message) => self.complain(&message),
        }
    }
}
