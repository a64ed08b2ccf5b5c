//! Flags on how puzzles are read, notes on what was read, and the gamepad layout.

use std::{path::Path, time::Duration};

use lurd_puzzle::catalog::{Item, Source};
use lurd_puzzle::puzzle::{Position, ReadOptions};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    commands::{OUTSIDE_WALL, command},
    exit::Exit,
    files::read_text_at_most,
    solve::{self, Run},
};

use super::{app::App, cli::Invocation};

impl App {
    /// Sets the options for reading puzzles from the flags of a command.
    pub(super) fn use_read_options(&self, order: &Invocation) -> Result<(), Exit> {
        let offset = self.accept(order.flag("offset").map(offset).transpose())?;
        let outside_wall = self.accept(order.flag("outside").map(outside).transpose())?.unwrap_or(false);
        let word = |name| order.flag(name).map(str::to_owned);
        self.catalog.set_read_options(ReadOptions {
            // For `space`, `--from` is the position to count from.
            format: word("from").filter(|_| order.command.name != "space"),
            dialect: word("dialect"),
            encoding: word("encoding"),
            allow_unequal: order.flag("allow-unequal").is_some(),
            outside_wall,
            offset,
            // For `solve`, `--all` means all answers.
            keep_all: order.flag("all").is_some() && order.command.name != "solve",
            ..ReadOptions::default()
        });
        Ok(())
    }

    /// The report of a run. The assumed gamepad layout is described the first time.
    pub(super) fn run_text(&self, subject: &Subject<'_>, run: &Run) -> Option<String> {
        let buttons = run.verified().and_then(|verified| verified.buttons.as_ref());
        let is_known = buttons.is_some_and(|it| !self.layouts.borrow_mut().insert(it.profile.to_string()));
        report::run_text(subject, run, self.screen.width(), is_known)
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

/// Reads the value of `--outside`.
fn outside(text: &str) -> Result<bool, String> {
    if text == OUTSIDE_WALL {
        return Ok(true);
    }
    Err(format!("--outside: unknown squares '{}': expected --outside {OUTSIDE_WALL}", report::escaped(text)))
}

/// Reads an offset in a file: `5260`, `0x148C` or `148Ch`.
fn offset(text: &str) -> Result<usize, String> {
    let small = text.trim().to_ascii_lowercase();
    let parsed = match (small.strip_prefix("0x"), small.strip_suffix('h')) {
        (Some(digits), _) | (_, Some(digits)) => usize::from_str_radix(digits, 16),
        (None, None) => small.parse(),
    };
    parsed.map_err(|_| {
        let text = report::escaped(text);
        format!("--offset: invalid offset '{text}': expected for example 5260, 0x148C or 148Ch")
    })
}

// The gamepad layout that `--pad` or `set pad` names: a built-in one, or a file.

/// The most bytes of a layout.
const MAX_LAYOUT: u64 = 1 << 20;

/// The name of the layout that every puzzle has at first.
const DEFAULT: &str = "assumed";

impl App {
    /// The item with the chosen gamepad layout, if one is chosen and the puzzle has layouts.
    pub(super) fn with_pad(&self, order: &Invocation, item: Item) -> Result<Item, Exit> {
        let chosen = self.value(order, "pad").filter(|&path| path != DEFAULT);
        let Some(path) = chosen else { return Ok(item) };
        let Ok(puzzle) = &item.puzzle else { return Ok(item) };
        if let Some(puzzle) = puzzle.with_built_in_pad(path) {
            return Ok(Item { puzzle: Ok(puzzle), ..item });
        }
        let text = read_text_at_most(Path::new(path), MAX_LAYOUT);
        match (puzzle.with_pad(text.as_deref().unwrap_or_default()), text) {
            // The setting applies only to puzzles that have layouts.
            (None, _) if order.flag("pad").is_none() => Ok(item),
            (None, _) => Err(self.complain(&format!("--pad: a {} has no gamepad layouts", puzzle.kind()))),
            (Some(_), Err(error)) => {
                let names = puzzle.pad_names().join(" and ");
                let built_in = if names.is_empty() { names } else { format!("; built in are {names}") };
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
    /// Draws the position after an action and shows the remaining cost.
    pub(super) fn moved(&mut self) -> Exit {
        let exit = self.draw();
        self.show_remaining();
        exit
    }

    /// Shows the remaining cost, if it can be found quickly.
    fn show_remaining(&mut self) {
        let solved = self.session.position().is_none_or(Position::is_solved);
        if solved || !self.session.settings.is_on("autosolve") {
            return;
        }
        let (Some(here), Some(hint)) = (self.here(), command("hint")) else { return };
        if !here.puzzle.as_ref().is_ok_and(|puzzle| puzzle.tells_what_is_left()) {
            return;
        }
        let order = Invocation::bare(hint);
        let Ok(Item { puzzle: Ok(puzzle), .. }) = self.with_pad(&order, here) else { return };
        let Ok(mut search) = self.search(&order) else { return };
        search.strategy = None;
        search.limits.time = Some(search.limits.time.map_or(MAX_TIME, |time| time.min(MAX_TIME)));
        search.limits.nodes = Some(search.limits.nodes.map_or(MAX_EXPANSIONS, |nodes| nodes.min(MAX_EXPANSIONS)));
        let run = self.signals.during(|| solve::solve(puzzle.as_ref(), &search, &self.signals.cancel, &mut ()));
        if let Some(text) = report::left(&run) {
            self.screen.result(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_files() {
        assert_eq!(["5260", "0x148C", "148Ch"].map(|text| offset(text).ok()), [Some(5260); 3]);
        assert!(["", "h", "0x", "-1", "ten"].iter().all(|text| offset(text).is_err()));
    }
}
