//! Flags on how puzzles are read, notes on what was read, and the gamepad layout.

use std::time::Duration;

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::{Item, Source};
use lurd_puzzle::puzzle::{Position, ReadOptions};
use lurd_report as report;
use lurd_report::{AnswerOptions, Subject};
use lurd_toolkit::{
    exit::Exit,
    files::read_text_at_most,
    solve::{self, Run},
};

use super::{
    app::{App, Puzzles},
    args::{PuzzleArgs, ReadArgs},
};

impl App {
    /// Reads puzzles as the flags say from now on. `keep_all`: packed levels that their program does not use, too.
    pub(super) fn read_with(&self, flags: &ReadArgs, keep_all: bool) {
        self.catalog.set_read_options(ReadOptions {
            format: flags.from.clone(),
            dialect: flags.dialect.clone(),
            encoding: flags.encoding.clone(),
            allow_unequal: flags.allow_unequal,
            outside_wall: flags.outside.is_some(),
            keep_all,
            ..ReadOptions::default()
        });
    }

    /// Calls `each` for every puzzle of a command's arguments, as [`App::each_item`] does.
    pub(super) fn each_subject(
        &mut self,
        command: &'static str,
        args: &PuzzleArgs,
        mut each: impl FnMut(&mut Self, &Item, &Subject<'_>) -> Exit,
    ) -> Exit {
        let PuzzleArgs { puzzles: words, json, read } = args;
        self.read_with(read, read.all);
        let puzzles = Puzzles { command, words, read, json: *json };
        self.each_item(puzzles, |app, item| Subject::of(item).map_or(Exit::Usage, |subject| each(app, item, &subject)))
    }

    /// The report of a run. The assumed gamepad layout is described the first time.
    pub(super) fn run_text(&self, subject: &Subject<'_>, run: &Run) -> Option<String> {
        let pad = run.verified().and_then(|verified| verified.buttons.as_ref());
        let layout_is_known = pad.is_some_and(|it| !self.layouts.borrow_mut().insert(it.profile.to_string()));
        report::run_text(subject, run, AnswerOptions { width: self.screen.width(), layout_is_known })
    }

    /// Notes what was left out of the file of `item`.
    pub(super) fn note_left_out(&self, item: &Item) {
        if let Some(left_out) = &item.metadata.left_out {
            self.screen.note(&format!("note: {}", report::left_out(left_out, &item.source)));
        }
    }

    /// Shows the note of `item`, unless the last note was the same.
    pub(super) fn note_of(&self, item: &Item) {
        self.note_left_out(item);
        let Some(note) = &item.note else { return };
        let noted = (item.source.name.clone(), note.clone());
        if self.last_note.borrow().as_ref() == Some(&noted) {
            return;
        }
        let (reference, text) = (report::escaped(&item.reference), report::escaped(note));
        self.screen.note(&format!("note: {reference}: {text}"));
        self.last_note.replace(Some(noted));
    }
}

// The gamepad layout that `--pad` or `set pad` names: a built-in one, or a file.

/// The most bytes of a layout.
const MAX_LAYOUT: u64 = 1 << 20;

/// The name of the layout that every puzzle has at first.
const DEFAULT: &str = "assumed";

impl App {
    /// The item with the chosen gamepad layout, if one is chosen and the puzzle has layouts.
    pub(super) fn with_pad(&self, flags: &ReadArgs, item: Item) -> Result<Item, Exit> {
        let chosen = flags.pad.as_deref().filter(|&path| path != DEFAULT);
        let Some(path) = chosen else { return Ok(item) };
        let Ok(puzzle) = &item.puzzle else { return Ok(item) };
        if let Some(puzzle) = puzzle.with_built_in_pad(path) {
            return Ok(Item { puzzle: Ok(puzzle), ..item });
        }
        let text = read_text_at_most(&path_of(path), MAX_LAYOUT);
        match (puzzle.with_pad(text.as_deref().unwrap_or_default()), text) {
            // The setting applies only to puzzles that have layouts.
            (None, _) if flags.pad == self.settings.all.pad => Ok(item),
            (None, _) => Err(self.complain(&format!("--pad: {} puzzles have no gamepad layouts", puzzle.kind()))),
            (Some(_), Err(error)) => {
                let names = puzzle.pad_names().join(" and ");
                let built_in = if names.is_empty() { names } else { format!("; the built-in layouts are {names}") };
                Err(self.complain(&format!("--pad {}: {error}{built_in}", report::escaped(path))))
            }
            (Some(Ok(puzzle)), Ok(_)) => Ok(Item { puzzle: Ok(puzzle), ..item }),
            (Some(Err(diagnostic)), Ok(text)) => {
                let source = Source::new(path, text.as_str());
                self.screen.note(&report::complaint(&diagnostic, Some(&source)));
                Err(Exit::Usage)
            }
        }
    }
}

// The remaining cost, shown at the prompt after each action.

/// The time limit of a search that the user did not ask for.
const MAX_TIME: Duration = Duration::from_millis(500);
/// The limit of expansions, which ends the search at the same place on every machine.
const MAX_EXPANSIONS: u64 = 300_000;

impl App {
    /// Shows the remaining cost, if it can be found quickly.
    pub(super) fn show_remaining(&self) {
        let solved = self.session.position().is_none_or(Position::is_solved);
        if solved || !self.settings.all.autosolve {
            return;
        }
        let Some(here) = self.session.here() else { return };
        if !here.puzzle.as_ref().is_ok_and(|puzzle| puzzle.tells_what_is_left()) {
            return;
        }
        let read = ReadArgs { pad: self.settings.all.pad.clone(), ..ReadArgs::default() };
        let Ok(Item { puzzle: Ok(puzzle), .. }) = self.with_pad(&read, here) else { return };
        let mut search = self.allowed(self.settings.all.search.of_several());
        search.strategy = None;
        search.limits.time = Some(search.limits.time.map_or(MAX_TIME, |time| time.min(MAX_TIME)));
        search.limits.nodes = Some(search.limits.nodes.map_or(MAX_EXPANSIONS, |nodes| nodes.min(MAX_EXPANSIONS)));
        let run = self.signals.during(|| solve::solve(puzzle.as_ref(), &search, &self.signals.cancel, &mut ()));
        if let Some(text) = report::left(&run) {
            self.screen.result(&text);
        }
    }
}
