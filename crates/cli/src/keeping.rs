//! Saves answers to the named file and to the store of solutions, and writes pictures and pages.

use std::{fs::File, io};

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::{Item, Typed};
use lurd_puzzle::puzzle::{Format, Output, PuzzleRecord};
use lurd_report as report;
use lurd_report::picture::{Drawn, PictureFormat};
use lurd_toolkit::{
    exit::Exit,
    files::{can_be_written, is_special, write_beside, write_beside_with},
    play::Game,
    solutions::{self, GameToSave, SaveOutcome, SolutionStore, pasted},
    themes::{ThemeName, is_picture},
};

use super::app::App;

impl App {
    /// The store of solutions, unless it is switched off.
    pub(super) fn store(&self, no_store: bool) -> SolutionStore {
        if !no_store && self.settings.all.store { SolutionStore::of_user() } else { SolutionStore::none() }
    }

    /// Whether what a person types or pastes is kept: a script does the same each time.
    pub(super) fn keeps_pasted(&self) -> bool {
        self.is_typed() && self.settings.all.store
    }

    /// Adds puzzles that a person typed to the collection of pasted ones, to which `items` refer from then on.
    pub(super) fn keep_pasted(&self, typed: &Typed, items: &mut [Item]) {
        if self.keeps_pasted()
            && let Some(note) = pasted::keep_noted(&self.catalog, typed.text(), items)
        {
            self.screen.note(&report::escaped(&note));
        }
    }

    /// Saves the answer of a puzzle, which has been replayed, and adds it to the file if one is named.
    pub(super) fn keep(&self, output: Option<&str>, no_store: bool, record: &PuzzleRecord<'_>, answer: &str) -> Exit {
        if let Err(error) = self.try_to_keep(no_store, record, answer) {
            self.note_unsaved(&error);
        }
        match output {
            Some(path) if !self.is_picture(path, record.puzzle.kind()) => {
                self.add_to(path, record, GameToSave::Solution(answer))
            }
            _ => Exit::Good,
        }
    }

    /// Saves an answer that has been replayed to the store only.
    pub(super) fn try_to_keep(&self, no_store: bool, record: &PuzzleRecord<'_>, answer: &str) -> Result<(), String> {
        let game = GameToSave::Solution(answer);
        self.store(no_store).keep(&self.catalog, record, game).map(drop).map_err(|error| error.to_string())
    }

    pub(super) fn note_unsaved(&self, error: &str) {
        self.screen.note(&format!("note: the answer is not saved: {}", report::escaped(error)));
    }

    /// Whether files of that name hold solutions of such puzzles.
    pub(super) fn holds_solutions(&self, path: &str, kind: &str) -> bool {
        solutions::keeper_for(&self.catalog, path, kind).is_ok()
    }

    /// Whether an answer is drawn to a file of that name. Text files hold puzzles and their solutions, if such puzzles are
    /// kept in files; otherwise they are pictures.
    pub(super) fn is_picture(&self, path: &str, kind: &str) -> bool {
        is_picture(path) || (PictureFormat::of(path).is_ok() && !self.holds_solutions(path, kind))
    }

    /// Adds a puzzle and a game to a file and reports the result.
    pub(super) fn add_to(&self, path: &str, record: &PuzzleRecord<'_>, game: GameToSave<'_>) -> Exit {
        let shown = report::escaped(path);
        let added = solutions::keeper_for(&self.catalog, path, record.puzzle.kind())
            .and_then(|keeper| solutions::add(&self.catalog, &path_of(path), keeper, record, game));
        self.screen.note(&match added {
            Ok(SaveOutcome::Added | SaveOutcome::AddedAsPlayed(_)) => format!("added to {shown}"),
            Ok(SaveOutcome::Better(known)) => {
                let values = report::in_short(record.puzzle, &known.metrics);
                format!("{shown} already has an answer as good ({values}); not changed")
            }
            Err(error) => return self.complain(&report::escaped(&error.to_string())),
        });
        Exit::Good
    }
}

impl App {
    /// Writes a file of this name, keeps what it held before in `PATH~`, and says so: `what` was written.
    pub(super) fn write(&self, path: &str, bytes: &[u8], what: &str) -> Result<(), Exit> {
        let replaced = self.accept(write_and_keep_old(path, bytes))?;
        self.screen.note(&format!("{what} written to {}{replaced}", report::escaped(path)));
        Ok(())
    }

    /// Writes puzzles in a format to a file, or prints them, and says what the format cannot hold.
    pub(super) fn write_puzzles(
        &self,
        format: &Format,
        written: &Output,
        count: usize,
        path: Option<&str>,
    ) -> Result<(), Exit> {
        let text = std::str::from_utf8(&written.bytes).ok();
        if path.is_none() && text.is_none() {
            return Err(self.complain(&format!("{} is a binary format; write it to a file with -o", format.name)));
        }
        if !written.losses.is_empty() {
            self.screen.note(&format!("note: {} cannot hold {}", format.name, written.losses.join(", ")));
        }
        match path {
            Some(path) => self.write(path, &written.bytes, &report::counted(count, "puzzle"))?,
            None => self.screen.document(text.unwrap_or_default()),
        }
        Ok(())
    }

    /// The files of `--export` and their formats. That they can be written is checked before the work, not after it.
    pub(super) fn exports<'p, F>(
        &self,
        paths: &'p [String],
        format_of: fn(&str) -> Result<F, String>,
    ) -> Result<Vec<(&'p str, F)>, Exit> {
        let mut exports = Vec::new();
        for path in paths {
            exports.push((path.as_str(), self.accept(format_of(path))?));
            self.accept(can_be_written(&path_of(path)))?;
        }
        Ok(exports)
    }
}

/// Writes a file of this name, and keeps what it held before in `PATH~`. Returns the text to append to the note on it.
pub(crate) fn write_and_keep_old(path: &str, bytes: &[u8]) -> Result<String, String> {
    let replaced = keep_old(path, bytes)?;
    write_beside(&path_of(path), bytes)?;
    Ok(replaced)
}

/// Keeps what a file of this name holds in `PATH~`, before other bytes are written to it. Returns the text to append to the summary.
fn keep_old(path: &str, new: &[u8]) -> Result<String, String> {
    let old = path_of(path);
    let is_same = || std::fs::read(&old).is_ok_and(|bytes| bytes == new);
    if is_special(&old) || !old.is_file() || is_same() {
        return Ok(String::new());
    }
    let backup = format!("{path}~");
    let copied = write_beside_with(&path_of(&backup), |copy| {
        let mut old = File::open(&old)?;
        copy.set_permissions(old.metadata()?.permissions())?;
        io::copy(&mut old, copy)?;
        copy.sync_all()
    });
    match copied {
        Ok(()) => Ok(format!("; the old file is {}", report::escaped(&backup))),
        Err(error) => Err(format!("nothing was written, because the old file cannot be kept: {error}")),
    }
}

// Writes boards and solutions to pictures and pages.

impl App {
    /// Draws a solution of a puzzle to a file.
    pub(super) fn draw_answer(&self, path: &str, item: &Item, steps: &[String], theme: Option<ThemeName>) -> Exit {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let (title, theme) = (&*report::called(item.name()), theme.unwrap_or_default());
        self.draw_to(path, &Drawn { puzzles: &[(puzzle.as_ref(), title)], title, steps, theme })
    }

    /// Writes a picture or a page to a file.
    pub(super) fn draw_to(&self, path: &str, drawn: &Drawn<'_>) -> Exit {
        self.drawn(draw_to(path, drawn))
    }

    /// Says what was drawn, or why not.
    pub(super) fn drawn(&self, drawn: Result<String, String>) -> Exit {
        let drawn = self.accept(drawn).map(|text| self.screen.note(&text));
        drawn.err().unwrap_or_default()
    }
}

/// Draws steps from the start of a level, or without them its board, to a file.
///
/// # Errors
/// As [`draw_to`].
pub(super) fn draw_game(path: &str, game: &Game, steps: Option<&[String]>, theme: ThemeName) -> Result<String, String> {
    let title = &*report::called(game.title());
    let here = game.position().puzzle();
    let puzzle = if steps.is_some() { game.puzzle() } else { here.as_ref() };
    draw_to(path, &Drawn { puzzles: &[(puzzle, title)], title, steps: steps.unwrap_or_default(), theme })
}

/// Writes a picture or a page to a file, and returns what was done.
///
/// # Errors
/// There are no such pictures, or the file cannot be written: a message.
pub(super) fn draw_to(path: &str, drawn: &Drawn<'_>) -> Result<String, String> {
    let bytes = PictureFormat::of(path)?.draw(drawn)?;
    let replaced = write_and_keep_old(path, &bytes)?;
    Ok(format!("{} written{replaced}", report::escaped(path)))
}
