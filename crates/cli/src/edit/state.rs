//! What the editor on the whole screen holds: its state, keys, questions, and the search for a proof.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use lurd_engine::program::budget::Limits;
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{Coordinates, Ending, Issue, Rating, Severity, Unanswered};
use lurd_report::{self as report, Message};
use lurd_toolkit::{
    edit::{
        Editor,
        commands::{EditCommand, read},
    },
    play::Background,
    search_options::SearchOptions,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::play::state::PlayView;
use crate::screen::{
    board::Viewport,
    layout::{Pages, TextField},
    run::Flow,
    theme::Theme,
};

/// How long, and with how many bytes, a draft is rated.
const RATED_FOR: Duration = Duration::from_secs(10);
const RATED_WITH: u64 = 256 << 20;

/// A question that is answered by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Save all the same?
    Save {
        /// The command that saves it.
        command: EditCommand,
        /// Why the draft was not saved.
        why: String,
        /// Whether a file is to be overwritten.
        overwrites: bool,
        leaves_after: bool,
    },
    /// Replace unsaved changes by this pasted text?
    Paste(String),
    /// Save before leaving?
    Leave,
}

/// The editor on the whole screen.
#[expect(clippy::struct_excessive_bools, reason = "they do not depend on each other")]
pub(crate) struct EditView {
    pub(super) catalog: Rc<Catalog>,
    pub(crate) editor: Editor,
    pub(super) search: SearchOptions,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) cursor: Coordinates,
    pub(super) issues: Vec<Issue>,
    pub(super) message: Message,
    pub(super) question: Option<Question>,
    pub(super) entry: Option<TextField>,
    pub(super) pages: Option<Pages>,
    /// The player of the draft.
    pub(super) trial: Option<PlayView>,
    pub(super) searching: Option<Background>,
    /// Where the mouse painted last, and whether it erases.
    pub(super) drawn: Option<(Coordinates, bool)>,
    /// Whether the mouse was used last, so that keys choose what it paints and put nothing at the cursor.
    pub(super) is_by_mouse: bool,
    /// Whether the draft has changed since it was kept.
    pub(super) is_stale: bool,
    pub(super) kept: Instant,
    /// Whether saving is followed by leaving.
    pub(super) leaves_after: bool,
    /// Whether `issues` are out of date; they are updated before they are shown, not after each cell that the
    /// mouse paints.
    pub(super) is_unchecked: bool,
    pub(super) rating: RatingSearch,
}

/// How hard the draft is, which is rated beside the drawing once nothing is wrong with it.
pub(super) enum RatingSearch {
    /// The draft has changed since it was rated, or has issues.
    Due,
    Running(Background<Ending<Rating>>),
    Over(Ending<Rating>),
}

impl EditView {
    pub(crate) fn new(catalog: Rc<Catalog>, editor: Editor, search: SearchOptions, theme: Theme) -> Self {
        let issues = editor.issues();
        Self {
            catalog,
            editor,
            search,
            theme,
            viewport: Viewport::default(),
            cursor: Coordinates::default(),
            issues,
            message: Message::None,
            question: None,
            entry: None,
            pages: None,
            trial: None,
            searching: None,
            drawn: None,
            is_by_mouse: false,
            is_stale: false,
            kept: Instant::now(),
            leaves_after: false,
            is_unchecked: false,
            rating: RatingSearch::Due,
        }
    }

    /// Updates the issues if the draft has changed.
    pub(super) fn check(&mut self) {
        if std::mem::take(&mut self.is_unchecked) {
            self.issues = self.editor.issues();
        }
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Message::Said(text.into());
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Message::Bad(text.into());
    }

    /// Updates the view after a command; `is_different` if it changed the draft.
    pub(super) fn changed(&mut self, is_different: bool) {
        self.message = Message::None;
        if is_different {
            self.is_unchecked = true;
            self.rating = RatingSearch::Due;
            self.is_stale = true;
            self.searching = None;
        }
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = Coordinates::new(self.cursor.row.min(panel.rows - 1), self.cursor.column.min(panel.columns - 1));
        self.viewport.follow();
    }

    /// Ends a stroke of the mouse: what is painted next is undone on its own.
    pub(super) fn end_stroke(&mut self) {
        if self.drawn.take().is_some() {
            self.editor.end_stroke();
        }
    }
}

// The rating of the draft, beside the drawing.

impl EditView {
    /// Begins the rating of a draft without issues, or takes its result; returns whether there is something new.
    pub(super) fn rate(&mut self) -> bool {
        // The mouse may paint many cells; only the last board is rated.
        if self.drawn.is_none() && matches!(self.rating, RatingSearch::Due) {
            self.check();
            if !self.issues.is_empty() {
                return false;
            }
            let limits = Limits { time: Some(RATED_FOR), memory: Some(RATED_WITH), ..Limits::NONE };
            let search = self.editor.puzzle().ok().and_then(|puzzle| Background::rate(puzzle, limits).ok());
            self.rating = match search {
                Some(search) => RatingSearch::Running(search),
                None => RatingSearch::Over(Err(Unanswered::unsupported("it cannot be rated"))),
            };
            return true;
        }
        let RatingSearch::Running(search) = &mut self.rating else { return false };
        let Some(result) = search.result() else { return false };
        // A panic of this search, which the player did not ask for, rates nothing.
        let result = result.unwrap_or_else(|_| Err(Unanswered::unsupported("it cannot be rated")));
        if let Err(Unanswered::Unsolvable { reason, .. }) = &result {
            self.issues.push(Issue::new(Severity::Bad, format!("no solution, proved: {reason}")));
        }
        self.rating = RatingSearch::Over(result);
        true
    }

    /// The difficulty in a few words; empty if nothing is known of it.
    pub(super) fn difficulty(&self) -> String {
        match &self.rating {
            RatingSearch::Over(Ok(rating)) => report::rating_in_short(rating),
            RatingSearch::Over(Err(Unanswered::Stopped { .. })) => "difficulty unknown".to_owned(),
            RatingSearch::Running(_) => "difficulty ..".to_owned(),
            RatingSearch::Due | RatingSearch::Over(Err(_)) => String::new(),
        }
    }
}

// Saving and leaving, and the questions before them.

impl EditView {
    /// Asks for the name of a file to save to.
    pub(super) fn ask_for_file(&mut self) {
        self.entry = Some(TextField::new(":", &format!("save {}", self.editor.file().unwrap_or_default())));
    }

    /// Leaves, or asks whether to save first.
    pub(super) fn quit(&mut self) -> Flow {
        if !self.editor.is_changed() {
            return Flow::Leave;
        }
        self.question = Some(Question::Leave);
        Flow::Stay
    }

    /// Handles a key that answers a question: `y`, `n`, or any other key, which answers neither.
    pub(super) fn answer(&mut self, question: Question, key: KeyEvent) -> Flow {
        let (yes, no) = match key.code {
            KeyCode::Char(letter) => (letter.eq_ignore_ascii_case(&'y'), letter.eq_ignore_ascii_case(&'n')),
            _ => (false, false),
        };
        match question {
            Question::Save { command, leaves_after, .. } if yes => {
                self.leaves_after = leaves_after;
                return self.execute(command);
            }
            Question::Leave if yes => {
                self.leaves_after = true;
                self.ask_for_file();
            }
            Question::Leave if no => {
                self.is_stale = false;
                self.editor.forget_changes();
                return Flow::Leave;
            }
            Question::Paste(text) if yes => self.paste_board(&text),
            Question::Paste(_) => self.say("the board stays as it is"),
            Question::Save { why, .. } => self.complain(why),
            Question::Leave => self.message = Message::None,
        }
        Flow::Stay
    }

    /// Handles a typed line.
    pub(super) fn typed(&mut self, line: &str) -> Flow {
        match read(line, self.editor.draft().counts_from()) {
            _ if line.trim().is_empty() => {}
            Ok(command) => return self.execute(command),
            Err(message) => self.complain(message),
        }
        self.leaves_after = false;
        Flow::Stay
    }
}
