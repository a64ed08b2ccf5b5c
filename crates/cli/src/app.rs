//! The state shared by the shell, the prompt and scripts: the catalog, the session, the screen.

use std::{
    cell::RefCell,
    collections::{BTreeSet, VecDeque},
    fmt::Display,
    io::ErrorKind,
    ops::Range,
    rc::Rc,
    sync::Arc,
};

use lurd_engine::program::budget::{Cancel, Observer, cores, process_limit};
use lurd_puzzle::{
    catalog::{Catalog, InputError, Item, Source, Typed},
    puzzle::{Ending, Instructions, Unanswered},
};
use lurd_report as report;
use lurd_toolkit::{
    edit::{EditError, Editor},
    exit::Exit,
    files::{WriteError, read_text_at_most},
    folders,
    results::ResultLine,
    search_options::SearchOptions,
    session::Session,
    solve::Run,
};

use super::{
    args::{OutputArgs, ReadArgs, SearchArgs},
    output::Screen,
    progress::StatusLine,
    prompt::LineSource,
    registry,
    settings::UserSettings,
    signals::Signals,
};

/// The most bytes of a configuration file.
const MAX_CONFIGURATION: u64 = 1 << 20;

/// The state that commands work on.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is true by itself")]
pub(super) struct App {
    pub(super) catalog: Rc<Catalog>,
    pub(super) session: Session,
    pub(super) settings: UserSettings,
    pub(super) screen: Screen,
    pub(super) signals: Signals,
    /// Whether lines of the prompt or of a script are carried out, not a command of the shell.
    pub(super) at_prompt: bool,
    /// The line of the prompt or of a script, and where what is carried out begins in it.
    pub(super) line: Option<(Arc<Source>, usize)>,
    /// What is left of the last input: commands and puzzles, and where they stand in it.
    pub(super) parts: VecDeque<(Arc<Source>, Range<usize>)>,
    /// Whether lines are carried out after one with an error, though no person types them.
    pub(super) goes_on: bool,
    /// Whether the prompt ends after this line.
    pub(super) leaving: bool,
    /// The source and the text of the last note.
    pub(super) last_note: RefCell<Option<(String, String)>>,
    /// The gamepad layouts that have been described.
    pub(super) layouts: RefCell<BTreeSet<String>>,
    /// The lines of the running script or of the prompt.
    pub(super) input: Option<LineSource>,
    /// Why the progress could not be saved, as reported last.
    pub(super) unsaved: Option<WriteError>,
    /// Whether a signal ended the view on the whole screen, and so lurd.
    pub(super) interrupted: bool,
}

/// The puzzles of a command, and how they are read.
#[derive(Clone, Copy)]
pub(super) struct Puzzles<'a> {
    pub(super) command: &'static str,
    /// Their names or texts; none means the current position.
    pub(super) words: &'a [String],
    pub(super) read: &'a ReadArgs,
    /// Whether one that cannot be read gets a line of JSON.
    pub(super) json: bool,
}

impl App {
    /// The search that the flags describe, within what the system allows.
    pub(super) fn search(&self, flags: &SearchArgs) -> Result<SearchOptions, Exit> {
        flags.options().map(|search| self.allowed(search)).map_err(|error| self.complain(&error))
    }

    /// A search within what the system allows.
    pub(super) fn allowed(&self, mut search: SearchOptions) -> SearchOptions {
        let (asked, cores) = (search.settings.threads, cores());
        if let Some(allowed) = process_limit() {
            // The rest is for the program, the stacks of its threads and what they allocate in advance.
            let most = allowed / 2;
            if search.limits.memory.is_none_or(|asked| asked > most) {
                let (most, allowed) = (report::bytes(most), report::bytes(allowed));
                self.screen.note(&format!(
                    "note: the search gets {most} of memory, because the system limits this process to {allowed}"
                ));
            }
            search.limits.memory = Some(search.limits.memory.map_or(most, |asked| asked.min(most)));
        }
        if asked > cores {
            let s = if cores == 1 { "" } else { "s" };
            self.screen.note(&format!(
                "note: using {cores} thread{s}, the number that this machine can run at once, instead of {asked}"
            ));
            search.settings.threads = cores;
        }
        search
    }

    /// Prints what a search used, and with `--stats` also what the parts of the solver and its rules did.
    pub(super) fn show_statistics(&self, run: &Run, output: OutputArgs) {
        let text = run.statistics.as_ref().filter(|_| !output.json).map(report::statistics);
        match text {
            Some(text) if output.stats => self.screen.result(&text),
            Some(text) if run.limit().is_some() || run.exit() == Exit::Interrupted => self.screen.note(&text),
            _ => {}
        }
        let Some(works) = run.works.as_ref().filter(|_| output.stats && !output.json) else { return };
        let text = report::works(works, self.screen.width());
        if !text.is_empty() {
            self.screen.result(&text);
        }
    }

    /// Shows the instructions from number `from` on.
    pub(super) fn list_instructions(&self, instructions: &Instructions, from: usize) -> Exit {
        match report::follow_lines(instructions, from) {
            Ok(text) => self.screen.result(&text),
            Err(message) => return self.complain(&message),
        }
        Exit::Good
    }

    /// The line that shows the progress of a search.
    pub(super) fn status_line(&self) -> StatusLine {
        StatusLine::new(self.screen.plain || !self.settings.all.progress)
    }

    /// Runs a search that Ctrl-C can cancel and that shows its progress.
    pub(super) fn watch<T>(&self, search: impl FnOnce(&Cancel, &mut dyn Observer) -> T) -> T {
        let mut line = self.status_line();
        self.signals.during(|| search(&self.signals.cancel, &mut line))
    }

    /// Reads the defaults of the configuration file and reports what is wrong with it.
    pub(super) fn configure(&mut self) -> Exit {
        let Some(path) = folders::config_file() else { return Exit::Good };
        let name = path.display().to_string();
        let text = match read_text_at_most(&path, MAX_CONFIGURATION) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Exit::Good;
            }
            Err(error) => return self.complain(&format!("cannot read the configuration '{name}': {error}")),
        };
        let Err(wrong) = self.settings.configure(&name, &text) else {
            return Exit::Good;
        };
        let source = Source::new(&name, text);
        for diagnostic in &wrong {
            self.screen.note(&report::complaint(diagnostic, Some(&source)));
        }
        self.screen.note("help: 'LURD_CONFIG= lurd ..' ignores the configuration file");
        Exit::Usage
    }

    /// Reports an error and returns the exit code of a usage error.
    pub(super) fn complain(&self, message: &(impl Display + ?Sized)) -> Exit {
        self.screen.note(&report::message(&message.to_string()));
        Exit::Usage
    }

    /// The value, or `Exit::Usage` after reporting the error.
    pub(super) fn accept<T, E: Display>(&self, result: Result<T, E>) -> Result<T, Exit> {
        result.map_err(|error| self.complain(&error))
    }

    /// Reports why there is no result about a puzzle: what does not fit, or a bug.
    pub(super) fn complain_of<T>(&self, item: &Item, end: &Ending<T>) {
        if let Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) = end {
            self.complain(&format!("{}: {reason}", item.reference));
        }
    }

    /// Reports why an input cannot be read.
    pub(super) fn refuse(&self, error: &InputError, json: bool) -> Exit {
        self.screen.note(&report::complaint(&error.diagnostic, error.source.as_deref()));
        if json {
            self.screen.result(&report::result_line(&ResultLine::no_puzzle(error)));
        }
        Exit::Usage
    }

    /// Reports why a puzzle cannot be read.
    pub(super) fn refuse_item(&self, item: &Item, json: bool) -> Exit {
        if let Err(diagnostic) = &item.puzzle {
            self.screen.note(&report::complaint(diagnostic, Some(&item.source)));
        }
        if json {
            self.screen.result(&report::result_line(&ResultLine::broken(item)));
        }
        Exit::Usage
    }

    /// Calls `each` for every puzzle that the arguments name (at the prompt, without arguments, for the current
    /// position) and returns the worst exit code. If an argument is neither a file nor a collection nor a puzzle,
    /// nothing is called. Unreadable puzzles are reported and skipped; only an interrupt stops the loop.
    pub(super) fn each_item(&mut self, puzzles: Puzzles<'_>, mut each: impl FnMut(&mut Self, &Item) -> Exit) -> Exit {
        let Puzzles { command, words, read, json } = puzzles;
        if words.is_empty() {
            return match self.here(command).and_then(|here| self.with_pad(read, here)) {
                Ok(here) => each(self, &here),
                Err(exit) => exit,
            };
        }
        let all: Vec<Typed> = self.catalog.join_numbers(words).iter().map(|word| self.typed(word)).collect();
        let mut worst = Exit::Good;
        // A wrong name is found before the work on the others begins.
        let is_unknown = all.iter().any(|typed| self.catalog.is_unknown(typed.text()));
        for typed in &all {
            let items = match self.catalog.resolve(typed) {
                Ok(_) if is_unknown => continue,
                Ok(items) => items,
                Err(error) => {
                    worst = worst.worst(self.refuse(&error, json));
                    continue;
                }
            };
            for item in items {
                let item = match self.with_pad(read, item) {
                    Ok(item) => item,
                    // The layout is the same for all of them.
                    Err(exit) => return exit,
                };
                let exit = if item.puzzle.is_ok() { each(self, &item) } else { self.refuse_item(&item, json) };
                worst = worst.worst(exit);
                if worst == Exit::Interrupted || self.signals.is_ending() {
                    return Exit::Interrupted;
                }
            }
        }
        worst
    }

    /// The current position as an item, for this command.
    pub(super) fn here(&self, command: &str) -> Result<Item, Exit> {
        let draft = self.session.draft();
        // Searches may give meaningless answers for invalid drafts.
        let searches = registry::command(command).is_some_and(|row| row.has_flag("time"));
        if let Some(issues) = draft.filter(|_| searches).map(Editor::known_issues).filter(|issues| !issues.is_empty()) {
            let error = EditError::Invalid(issues);
            self.complain(&report::edit_error(&error));
            return Err(error.exit());
        }
        self.session.here().ok_or_else(|| {
            self.complain(&match draft.map(Editor::puzzle) {
                Some(Err(error)) => report::edit_error(&error),
                _ if self.at_prompt => {
                    format!("there is no current puzzle to {command}: type one, or '{command} missile/1'")
                }
                _ => format!("{command} needs a PUZZLE; see 'lurd help {command}'"),
            })
        })
    }

    /// The puzzles that were typed, with the notes on them; those that cannot be read are reported, the first few of them.
    /// `of_collection`: for one of a collection all of it, with the index of the one that was meant, which can be read.
    pub(super) fn named(&self, typed: &Typed, of_collection: bool) -> Result<(Vec<Item>, Option<usize>), Exit> {
        let found = if of_collection {
            self.catalog.resolve_among_all(typed)
        } else {
            self.catalog.resolve(typed).map(|items| (items, None))
        };
        let (mut items, first) = found.map_err(|error| self.refuse(&error, false))?;
        self.keep_pasted(typed, &mut items);
        let meant = first.map_or(&items[..], |first| &items[first..=first]);
        let (readable, broken): (Vec<_>, Vec<_>) = meant.iter().partition(|item| item.puzzle.is_ok());
        for item in broken.iter().take(MAX_REPORTED) {
            self.refuse_item(item, false);
        }
        if broken.len() > MAX_REPORTED {
            self.screen.note(&format!("{} more cannot be read", broken.len() - MAX_REPORTED));
        }
        readable.first().map(|item| self.note_of(item)).ok_or(Exit::Usage)?;
        Ok((items, first))
    }

    /// Makes the puzzles that were typed the current ones, beginning with the first that can be read, with a note.
    pub(super) fn load(&mut self, typed: &Typed) -> Result<(), Exit> {
        let (items, _) = self.named(typed, false)?;
        let readable: Vec<_> = items.iter().filter(|item| item.puzzle.is_ok()).collect();
        // What follows in a script is about the first one.
        if !self.asks() && items[0].puzzle.is_err() {
            return Err(Exit::Usage);
        }
        if items.len() > 1 {
            let broken = items.len() - readable.len();
            let broken = if broken == 0 { String::new() } else { format!(" ({broken} cannot be read)") };
            let current = report::escaped(&readable[0].reference);
            self.screen.note(&format!("{} puzzles{broken}; the current one is {current}", items.len()));
        }
        self.make_current(items);
        Ok(())
    }

    /// Plays these puzzles from the first one on.
    pub(super) fn make_current(&mut self, items: Vec<Item>) {
        self.leave_draft();
        let store = self.store(!self.is_typed());
        self.session.load(items, store);
    }
}

/// Maximum number of unreadable puzzles of a text that are reported with their places: a large file may have hundreds.
const MAX_REPORTED: usize = 3;
