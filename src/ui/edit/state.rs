//! What the editor on the whole screen holds.

use std::rc::Rc;
use std::time::Instant;

use crate::catalog::Catalog;
use crate::ui::play::state::PlayView;
use crate::ui::screen::board::Viewport;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use lurd_puzzle::puzzle::{Issue, Part, Place};
use lurd_toolkit::edit::Editor;
use lurd_toolkit::edit::commands::EditCommand;
use lurd_toolkit::play::Background;
use lurd_toolkit::search_options::Search;

/// The label of the entry of a file to save to.
pub(super) const SAVE_AS: &str = "save as: ";
/// The label of the entry of a puzzle to load.
pub(super) const OPEN: &str = "open: ";

/// A question that is answered by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Recover one of that many drafts left behind?
    Recover(usize),
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

/// How far a question has been shown. Keys typed before it was seen do not answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Unseen,
    /// It is on the screen.
    Seen,
    /// Keys typed before it was on the screen have been dropped.
    Open,
}

/// The editor on the whole screen.
pub(in crate::ui) struct EditView {
    pub(super) catalog: Rc<Catalog>,
    pub(super) editor: Editor,
    pub(super) search: Search,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) cursor: Place,
    pub(super) issues: Vec<Issue>,
    /// The last message, and whether it is an error.
    pub(super) message: Option<(String, bool)>,
    pub(super) question: Option<Question>,
    pub(super) asked: Asked,
    pub(super) entry: Option<Entry>,
    pub(super) pages: Option<Pages>,
    /// The number of rows of the screen.
    pub(super) height: u16,
    /// The player of the draft.
    pub(super) trial: Option<PlayView>,
    pub(super) searching: Option<Background>,
    /// Where the mouse painted last, and whether it erases.
    pub(super) drawn: Option<(Place, bool)>,
    /// Whether the draft has changed since it was kept.
    pub(super) is_stale: bool,
    pub(super) kept: Instant,
    /// Whether saving is followed by leaving.
    pub(super) leaves_after: bool,
    /// Whether `issues` are out of date; they are updated before they are shown, not after each cell that the
    /// mouse paints.
    pub(super) is_unchecked: bool,
    pub(super) proof: ProofSearch,
    /// The part that is selected.
    pub(super) selected: Selection,
}

/// The short search for a proof that the draft has no solution.
pub(super) enum ProofSearch {
    /// The draft has changed since the last search.
    Due,
    Running(Background),
    Over,
}

/// The part of a board that is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Selection {
    #[default]
    None,
    /// One corner; the cursor is at the other.
    Corner(Place),
    Part(Part),
}

impl EditView {
    pub(in crate::ui) fn new(catalog: Rc<Catalog>, editor: Editor, search: Search, theme: Theme) -> Self {
        let issues = editor.issues();
        let mut view = Self {
            catalog,
            editor,
            search,
            theme,
            viewport: Viewport::default(),
            cursor: Place::default(),
            issues,
            message: None,
            question: None,
            asked: Asked::Unseen,
            entry: None,
            pages: None,
            height: 0,
            trial: None,
            searching: None,
            drawn: None,
            is_stale: false,
            kept: Instant::now(),
            leaves_after: false,
            is_unchecked: false,
            proof: ProofSearch::Due,
            selected: Selection::None,
        };
        view.ask_for_orphans();
        view
    }

    /// Asks whether to recover a draft that another editor left behind.
    pub(super) fn ask_for_orphans(&mut self) {
        let count = self.editor.orphans_of_others();
        if count > 0 {
            self.question = Some(Question::Recover(count));
            self.asked = Asked::Unseen;
        }
    }

    /// Updates the issues if the draft has changed.
    pub(super) fn check(&mut self) {
        if std::mem::take(&mut self.is_unchecked) {
            self.issues = self.editor.issues();
        }
    }

    /// The part that is selected now.
    pub(super) fn part(&self) -> Option<Part> {
        match self.selected {
            Selection::None => None,
            Selection::Corner(corner) => Some(Part::between(corner, self.cursor)),
            Selection::Part(part) => Some(part),
        }
    }

    pub(in crate::ui) fn into_editor(self) -> Editor {
        self.editor
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), false));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), true));
    }

    /// Updates the view after a command; `is_different` if it changed the draft.
    pub(super) fn changed(&mut self, is_different: bool) {
        self.message = None;
        if is_different {
            self.is_unchecked = true;
            self.proof = ProofSearch::Due;
            self.is_stale = true;
            self.searching = None;
        }
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor =
            Place::new(self.cursor.row.min(panel.rows - 1), self.cursor.column.min(panel.columns - 1));
        self.viewport.follow();
    }

    /// Ends a stroke of the mouse: what is painted next is undone on its own.
    pub(super) fn end_stroke(&mut self) {
        if self.drawn.take().is_some() {
            self.editor.end_stroke();
        }
    }
}
