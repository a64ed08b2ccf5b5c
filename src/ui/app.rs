//! What the shell, the prompt and scripts have in common: the catalog, the session, the screen.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::rc::Rc;

use super::cli::Invocation;
use super::output::Screen;
use super::progress::StatusLine;
use super::script_input::Input;
use super::signals::Signals;
use crate::catalog::{Catalog, InputError, Item, Source, Typed};
use crate::puzzle::Metadata;
use crate::report;
use crate::toolkit::config;
use crate::toolkit::exit::Exit;
use crate::toolkit::folders;
use crate::toolkit::session::Session;
use crate::toolkit::settings::Search;

/// Everything a command works on.
pub(super) struct App {
    pub(super) catalog: Rc<Catalog>,
    pub(super) session: Session,
    pub(super) screen: Screen,
    pub(super) signals: Signals,
    /// Whether lines of the prompt (or a script) are carried out, not a command of the shell.
    pub(super) at_prompt: bool,
    /// Whether the prompt is to end after this line.
    pub(super) leaving: bool,
    /// The last note on what was read: its source and its text.
    pub(super) told: RefCell<Option<(String, String)>>,
    /// The gamepad layouts that have been named in full.
    pub(super) layouts: RefCell<BTreeSet<String>>,
    /// How many files are being sourced.
    pub(super) depth: usize,
    /// The lines of the script that runs.
    pub(super) input: Option<Input>,
    /// Whether a signal has ended what filled the screen, and so lurd.
    pub(super) interrupted: bool,
}

/// A command with the puzzles and texts it is about.
pub(super) struct Request<'o> {
    pub(super) order: &'o Invocation,
    /// Its arguments; empty means the current position.
    pub(super) arguments: Vec<Typed>,
}

impl Request<'_> {
    /// The first argument; nothing if there is none.
    pub(super) fn text(&self) -> &str {
        self.arguments.first().map_or("", Typed::text)
    }
}

impl App {
    pub(super) fn new(catalog: Catalog, screen: Screen, signals: Signals) -> Self {
        Self {
            catalog: Rc::new(catalog),
            session: Session::default(),
            screen,
            signals,
            at_prompt: false,
            leaving: false,
            told: RefCell::default(),
            layouts: RefCell::default(),
            depth: 0,
            input: None,
            interrupted: false,
        }
    }

    /// A flag, or else the setting of the session.
    pub(super) fn value<'v>(&'v self, order: &'v Invocation, name: &str) -> Option<&'v str> {
        order.flag(name).or_else(|| self.session.settings.get(name))
    }

    /// The search that flags and settings describe. An objective that is a setting holds where a puzzle
    /// knows it.
    pub(super) fn search(&self, order: &Invocation) -> Result<Search, String> {
        // A strategy is a setting of the commands that take one.
        let is_own = |name: &str| name != "strategy" || order.command.takes_flag(name);
        let mut search = Search::read(|name| self.value(order, name).filter(|_| is_own(name)))?;
        search.objective_is_default = order.flag("for").is_none();
        Ok(search)
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, order: &Invocation, name: &str) -> bool {
        order.flag(name).is_some() || self.session.settings.is_on(name)
    }

    /// The line that shows how far a search is.
    pub(super) fn status_line(&self) -> StatusLine {
        StatusLine::new(self.screen.plain || !self.session.settings.is_on("progress"))
    }

    /// Takes the defaults of the configuration file, and complains of what is wrong with it.
    pub(super) fn configure(&mut self) -> Exit {
        let Some(path) = folders::config_file() else { return Exit::Good };
        let name = path.display().to_string();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Exit::Good,
            Err(error) => return self.complain(&format!("cannot read the configuration '{name}': {error}")),
        };
        let Err(wrong) = config::configure(&mut self.session.settings, &name, &text) else {
            return Exit::Good;
        };
        let source = Source::new(&name, text);
        for diagnostic in &wrong {
            self.screen.note(&report::complaint(diagnostic, Some(&source)));
        }
        self.screen.note("help: 'LURD_CONFIG= lurd ..' goes without a configuration");
        Exit::Usage
    }

    /// Shows a complaint and gives the code of a usage error.
    pub(super) fn complain(&self, message: &str) -> Exit {
        self.screen.note(&report::message(message));
        Exit::Usage
    }

    /// Shows why an input cannot be read.
    pub(super) fn refuse(&self, error: &InputError, json: bool) -> Exit {
        self.screen.note(&report::complaint(&error.diagnostic, error.source.as_deref()));
        if json {
            self.screen.result(&report::error_line(error));
        }
        Exit::Usage
    }

    /// Shows why a puzzle cannot be read.
    pub(super) fn refuse_item(&self, item: &Item, json: bool) -> Exit {
        if let Err(diagnostic) = &item.puzzle {
            self.screen.note(&report::complaint(diagnostic, Some(&item.source)));
        }
        if json {
            self.screen.result(&report::broken_line(item));
        }
        Exit::Usage
    }

    /// Calls `each` for every puzzle that the arguments mean (at the prompt, without arguments, for
    /// the current position) and gives the worst of their codes. What cannot be read is refused and
    /// does not stop the rest; only the user does.
    pub(super) fn each_item(&mut self, call: &Request<'_>, each: impl Fn(&mut Self, &Item) -> Exit) -> Exit {
        let json = self.is_on(call.order, "json");
        if call.arguments.is_empty() {
            let Some(here) = self.here() else {
                let what = call.order.command.name;
                return if self.at_prompt {
                    self.complain(&format!(
                        "there is no current puzzle to {what}: type one, or '{what} missile/1'"
                    ))
                } else {
                    self.complain(&format!("{what} needs a PUZZLE; see 'lurd help {what}'"))
                };
            };
            return match self.with_pad(call.order, here) {
                Ok(here) => each(self, &here),
                Err(exit) => exit,
            };
        }
        let mut worst = Exit::Good;
        for typed in &call.arguments {
            let items = match self.catalog.resolve(typed) {
                Ok(items) => items,
                Err(error) => {
                    worst = worst.worst(self.refuse(&error, json));
                    continue;
                }
            };
            for item in items {
                let item = match self.with_pad(call.order, item) {
                    Ok(item) => item,
                    // The layout is the same for all of them.
                    Err(exit) => return exit,
                };
                let exit =
                    if item.puzzle.is_ok() { each(self, &item) } else { self.refuse_item(&item, json) };
                worst = worst.worst(exit);
                if worst == Exit::Interrupted {
                    return worst;
                }
            }
        }
        worst
    }

    /// The current position in the form of an item.
    pub(super) fn here(&self) -> Option<Item> {
        let here = self.session.here()?;
        Some(Item {
            source: Source::new(here.source, ""),
            index: here.index,
            reference: here.reference,
            kind: here.puzzle.kind(),
            flags: String::new(),
            note: None,
            metadata: Metadata::default(),
            place: 0..0,
            puzzle: Ok(here.puzzle),
        })
    }

    /// Makes a typed puzzle the current one; of several the first, which is said.
    pub(super) fn load(&mut self, typed: &Typed) -> Result<(), Exit> {
        let items = self.catalog.resolve(typed).map_err(|error| self.refuse(&error, false))?;
        let count = items.len();
        let Some(item) = items.into_iter().next() else { return Err(Exit::Usage) };
        if count > 1 {
            self.screen
                .note(&format!("{count} puzzles; the current one is {}", report::escaped(&item.reference)));
        }
        self.note_of(&item);
        self.session.load(item).map_err(|item| self.refuse_item(&item, false))
    }
}

/// Whether `text` is the beginning of a puzzle of which lines are missing.
pub(super) fn wants_more(catalog: &Catalog, text: &str) -> bool {
    const BOARD: usize = 16 << 10;
    // Every further row asks again about all rows before it: a flood of rows is no board.
    !text.trim().is_empty() && text.len() < BOARD && catalog.plugins().any(|plugin| plugin.wants_more(text))
}
