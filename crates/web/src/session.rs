//! What a page holds: the levels that are open, the one that is played, the answer that is followed, the draft.

use lurd::catalog::{Catalog, InputError, Item, Typed};
use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::links::{self, Linked, Then};
use lurd_puzzle::puzzle::{Controls, Coordinates, Overlay, PadDirection, Plugin, ReadOptions};
use lurd_report as report;
use lurd_toolkit::{
    keys::help_of,
    play::{
        Bookmark, Game,
        keys::{FOLLOW_KEYS, help},
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::boards::{self, Pointed};
use crate::draft::Editing;
use crate::following::Following;
use crate::inputs::{builtin, diagnostic};
use crate::message::{Message, state};
use crate::records::Records;
use crate::searching::{Purpose, SearchForm};

/// How puzzles are read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Reading {
    dialect: String,
    unequal: bool,
    outside: bool,
}

/// All that one page holds.
pub struct Session {
    pub(crate) catalog: Catalog,
    pub(crate) levels: Vec<Item>,
    pub(crate) at: usize,
    pub(crate) game: Option<Game>,
    pub(crate) following: Option<Following>,
    pub(crate) editing: Option<Editing>,
    pub(crate) options: SearchForm,
    pub(crate) message: Message,
    /// The cell whose contents were taken up.
    pub(crate) taken: Option<Coordinates>,
    /// The hint: an arrow on the piece to move, or at the line to shift.
    pub(crate) arrow: Option<(Coordinates, PadDirection)>,
    /// The names of the overlays that were switched on or off.
    pub(crate) switched: Vec<&'static str>,
    pub(crate) warns: bool,
    /// Why no solution is left, if that is proved.
    pub(crate) dead: Option<String>,
    /// The search that runs: its number, what it is for, and where it began.
    pub(crate) pending: Option<(u32, Purpose, Bookmark)>,
    /// The number of the search for a dead position that runs.
    pub(crate) watching: Option<u32>,
    pub(crate) last_id: u32,
    /// The result of the last search, in words.
    pub(crate) result: String,
    pub(crate) records: Records,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            catalog: builtin(),
            levels: Vec::new(),
            at: 0,
            game: None,
            following: None,
            editing: None,
            options: SearchForm::default(),
            message: Message::None,
            taken: None,
            arrow: None,
            switched: Vec::new(),
            warns: true,
            dead: None,
            pending: None,
            watching: None,
            last_id: 0,
            result: String::new(),
            records: Records::default(),
        }
    }
}

// Opening puzzles.

impl Session {
    /// The built-in collections, and the strategies and objectives of each kind of puzzle.
    #[must_use]
    pub fn choices(&self) -> Value {
        let collections = self.catalog.collections().iter().filter_map(|collection| {
            let items = self.catalog.read_collection(collection).ok()?;
            let kind = items.first()?.kind;
            Some(json!({ "name": collection.name, "kind": kind, "count": items.len() }))
        });
        let strategies = lurd_engine::program::search::STRATEGIES.iter();
        let kinds = self.catalog.plugins().map(|plugin| json!({ "name": plugin.name(), "example": plugin.example() }));
        json!({
            "collections": collections.collect::<Vec<_>>(),
            "strategies": strategies
                .map(|row| json!({ "name": row.name, "summary": row.summary }))
                .collect::<Vec<_>>(),
            "kinds": kinds.collect::<Vec<_>>(),
            "dialects": self.catalog.plugins().flat_map(Plugin::dialects).collect::<Vec<_>>(),
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// Sets how puzzles are read, given as JSON: the `dialect` (its name, or letters as `X=box,_=floor`; detected if it is
    /// empty), whether boxes and goals may be `unequal` in number, and whether what is `outside` a board is wall. Returns
    /// an error if there is no such dialect.
    pub fn set_reading(&mut self, options: &str) -> Value {
        let Ok(Reading { dialect, unequal, outside }) = serde_json::from_str(options) else { return Value::Null };
        let dialect = Some(dialect.trim().to_owned()).filter(|name| !name.is_empty());
        if let Some(name) = &dialect
            && !self.catalog.plugins().any(|plugin| plugin.knows_dialect(name))
        {
            let known: Vec<_> = self.catalog.plugins().flat_map(Plugin::dialects).copied().collect();
            let diagnostic = Diagnostic::new(format!("there is no dialect '{name}'"))
                .help(format!("choose one of {}, or give letters as X=box,_=floor", known.join(", ")));
            return diagnostic_alone(diagnostic);
        }
        self.catalog.set_read_options(ReadOptions {
            dialect,
            allow_unequal: unequal,
            outside_wall: outside,
            ..ReadOptions::default()
        });
        json!({})
    }

    /// Opens what was pasted or typed: a puzzle, several of them, or a reference such as `missile/4`. `name` is that of a
    /// file, or empty.
    pub fn open(&mut self, text: &str, name: &str) -> Value {
        let read = if !name.is_empty() {
            self.catalog.read_bytes(name, text.as_bytes()).map(|items| (items, None))
        } else if text.trim().is_empty() {
            return diagnostic_alone(Diagnostic::new("there is no text").help("paste a puzzle, or type missile/4"));
        } else if text.trim() == "-" {
            return diagnostic_alone(
                Diagnostic::new("'-' (standard input) only works in the shell").help("paste the puzzle"),
            );
        } else {
            self.catalog.resolve_among_all(&Typed::argument(text.trim_end()))
        };
        self.opened(read)
    }

    /// Opens the bytes of a file.
    pub fn open_bytes(&mut self, name: &str, bytes: &[u8]) -> Value {
        let read = self.catalog.read_bytes(name, bytes).map(|items| (items, None));
        self.opened(read)
    }

    /// Opens the puzzle of a link; its part after the `#`.
    pub fn open_link(&mut self, fragment: &str) -> Value {
        let (read, then) = match links::read(fragment) {
            Ok(None) => return Value::Null,
            Ok(Some((Linked::Puzzle(reference), then))) => {
                let name = reference.rsplit_once('/').map_or(reference.as_str(), |(name, _)| name);
                if !self.catalog.is_collection(name) {
                    let diagnostic = Diagnostic::new("the link names a collection that is not built in")
                        .help("choose one of the collections");
                    return diagnostic_alone(diagnostic);
                }
                (self.catalog.resolve_among_all(&Typed::argument(&reference)), then)
            }
            Ok(Some((Linked::Level(text), then))) => {
                (self.catalog.read_bytes("<link>", text.as_bytes()).map(|items| (items, None)), then)
            }
            Err(diagnostic) => return diagnostic_alone(diagnostic),
        };
        let opened = self.opened(read);
        if opened.get("error").is_some() {
            return opened;
        }
        let then = match then {
            Then::Show => "show",
            Then::Solve => "solve",
            Then::Play => "play",
            Then::Edit => "edit",
        };
        json!({ "then": then })
    }

    fn opened(&mut self, read: Result<(Vec<Item>, Option<usize>), Box<InputError>>) -> Value {
        let (items, number) = match read {
            Ok(read) => read,
            Err(error) => return diagnostic(&error),
        };
        let first = number.unwrap_or(0);
        let Some(at) = (first..items.len()).chain(0..first).find(|&at| items[at].puzzle.is_ok()) else {
            return items.first().map_or(Value::Null, |item| diagnostic(&of_item(item)));
        };
        self.leave_level();
        self.levels = items;
        self.records.import(&self.levels);
        let note = self.levels[at].note.clone();
        self.enter(at);
        let unreadable = self.levels.iter().filter(|item| item.puzzle.is_err()).count();
        let unreadable = (unreadable > 0).then(|| format!("{unreadable} of {} cannot be read", self.levels.len()));
        let notes: Vec<String> = note.into_iter().chain(unreadable).collect();
        if !notes.is_empty() {
            self.message = Message::Said(report::escaped(&notes.join("; ")));
        }
        json!({ "opened": self.levels.len() })
    }

    /// Enters a level that can be read.
    pub(crate) fn enter(&mut self, at: usize) {
        let item = &self.levels[at];
        let Ok(puzzle) = &item.puzzle else { return };
        let mut game = Game::of(puzzle.start().puzzle());
        item.name().clone_into(&mut game.name);
        game.reference.clone_from(&item.reference);
        game.source.clone_from(&item.source.name);
        game.index = item.index;
        game.metadata = item.metadata.clone();
        let resumed = self.records.progress(game.puzzle()).map_or(0, |saved| game.resume(&saved));
        self.at = at;
        self.game = Some(game);
        self.forget();
        self.message = if resumed > 0 { Message::Said(report::resumed(resumed)) } else { Message::None };
    }

    /// Lets go of what belongs to one level.
    pub(crate) fn forget(&mut self) {
        (self.following, self.editing, self.taken, self.arrow) = (None, None, None, None);
        (self.dead, self.pending, self.watching) = (None, None, None);
        self.result.clear();
        self.message = Message::None;
    }

    /// Notes the progress of the present level.
    pub(crate) fn leave_level(&mut self) {
        if let Some(game) = &self.game {
            self.records.note(game);
        }
    }

    /// Enters the level with that number, from 1.
    pub fn choose(&mut self, number: usize) -> Value {
        let at = number.wrapping_sub(1);
        match self.levels.get(at) {
            Some(item) if item.puzzle.is_ok() => {
                self.leave_level();
                self.enter(at);
                json!({ "opened": number })
            }
            Some(item) => diagnostic(&of_item(item)),
            None => diagnostic_alone(Diagnostic::new(format!("there is no level {number}"))),
        }
    }

    /// The levels that are open, with their marks.
    #[must_use]
    pub fn level_list(&self) -> Value {
        let row = |(at, item): (usize, &Item)| match &item.puzzle {
            Ok(puzzle) => {
                let marks = self.records.marks(puzzle.as_ref());
                json!({
                    "number": at + 1, "title": item.name(), "here": at == self.at,
                    "solved": marks.is_solved, "begun": marks.is_begun, "best": marks.best,
                })
            }
            Err(error) => json!({ "number": at + 1, "title": item.name(), "error": report::escaped(&error.message) }),
        };
        self.levels.iter().enumerate().map(row).collect()
    }

    /// The link to the present level, and what follows its `#`.
    #[must_use]
    pub fn link(&self) -> String {
        let Some(item) = self.levels.get(self.at) else { return String::new() };
        let Ok(puzzle) = &item.puzzle else { return String::new() };
        let is_built_in = self.catalog.collection(&item.source.name).is_some();
        let linked = if is_built_in { Linked::Puzzle(item.reference.clone()) } else { Linked::Level(puzzle.text()) };
        links::fragment(&linked)
    }

    /// Sets the options of searches, given as JSON.
    pub fn set_options(&mut self, options: &str) {
        if let Ok(options) = serde_json::from_str(options) {
            self.options = options;
        }
    }
}

/// The error of a level that cannot be read.
fn of_item(item: &Item) -> InputError {
    let diagnostic = match &item.puzzle {
        Err(diagnostic) => Diagnostic::clone(diagnostic),
        Ok(_) => Diagnostic::new("it can be read"),
    };
    InputError { diagnostic, source: Some(item.source.clone()), name: item.reference.clone() }
}

fn diagnostic_alone(alone: Diagnostic) -> Value {
    diagnostic(&InputError { diagnostic: alone, source: None, name: String::new() })
}

// The view.

impl Session {
    /// The overlays of the present board that are shown.
    pub(crate) fn shown_overlays(&self) -> Vec<&'static Overlay> {
        let overlays = self.game.as_ref().and_then(|game| game.position().controls()).map(Controls::overlays);
        let is_on = |overlay: &&Overlay| overlay.is_of_piece != self.switched.contains(&overlay.name);
        let is_shown = |overlay: &&Overlay| is_on(overlay) && (!overlay.is_of_piece || self.taken.is_some());
        overlays.unwrap_or_default().iter().filter(is_shown).collect()
    }

    /// All that the page shows.
    pub fn state(&mut self) -> Value {
        let message = state(&self.message);
        let following = self.following.as_mut().map(Following::state);
        let editing = self.editing.as_mut().map(Editing::state);
        let overlays = self.shown_overlays();
        let Some(game) = &self.game else {
            return json!({ "game": null, "message": message, "following": following, "editing": editing });
        };
        let pointed = Pointed { lit: game.cursor(), taken: self.taken, moved: None, overlays: &overlays };
        let controls = game.position().controls();
        let boards = controls.map_or(Value::Array(Vec::new()), |controls| boards::of_controls(controls, pointed));
        let arrow = self
            .arrow
            .map(|(at, direction)| json!({ "row": at.row, "column": at.column, "direction": direction.word() }));
        let legend = controls.map(Controls::overlays).unwrap_or_default().iter().enumerate();
        let legend = legend.map(|(at, overlay)| {
            json!({
                "key": at + 1, "name": overlay.name, "summary": overlay.summary,
                "on": overlays.contains(&overlay) , "piece": overlay.is_of_piece,
            })
        });
        let answer = game.answer_progress().ok().map(|(done, of)| json!({ "done": done, "of": of }));
        let objectives = game.puzzle().objectives().iter();
        let objectives = objectives.map(|it| json!({ "name": it.name, "summary": it.summary }));
        json!({
            "game": {
                "title": game.title(),
                "reference": report::called(&game.reference),
                "kind": game.puzzle().kind(),
                "number": self.at + 1,
                "count": self.levels.len(),
                "boards": boards,
                "picture": game.position().picture(),
                "cursor": game.cursor().map(boards::coordinates),
                "arrow": arrow,
                "done": report::done_in_short(game),
                "steps": game.steps().len(),
                "undone": game.undone(),
                "solved": game.is_solved(),
                "answer": answer,
                "known": !game.known_solutions().is_empty(),
                "objectives": objectives.collect::<Vec<_>>(),
                "overlays": legend.collect::<Vec<_>>(),
                "best": self.records.marks(game.puzzle()).best,
            },
            "message": message,
            "warning": self.dead,
            "warns": self.warns,
            "result": self.result,
            "following": following,
            "editing": editing,
            "searching": self.pending.is_some(),
        })
    }

    /// The board in words.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(editing) = &self.editing {
            return editing.words();
        }
        let words = |game: &Game| report::escaped_lines(&game.position().in_words());
        self.game.as_ref().map_or_else(String::new, words)
    }

    /// The keys of the present view: pairs of keys and what they do.
    #[must_use]
    pub fn keys(&self) -> Value {
        if let Some(editing) = &self.editing {
            return json!(editing.keys());
        }
        match (&self.following, &self.game) {
            (Some(_), _) => json!(help_of(FOLLOW_KEYS)),
            (None, Some(game)) => json!(help(game.position())),
            (None, None) => Value::Array(Vec::new()),
        }
    }

    /// The text of the present board.
    #[must_use]
    pub fn text(&self) -> String {
        self.game.as_ref().map_or_else(String::new, |game| game.here().text())
    }
}
