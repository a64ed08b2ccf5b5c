//! The editor on the whole screen: keys and the mouse to what they do.

use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};

use super::keys::deed;
use super::questions::Question;
use crate::catalog::Catalog;
use crate::puzzle::{Issue, Place};
use crate::toolkit::edit::Editor;
use crate::toolkit::play::Background;
use crate::toolkit::settings::Search;
use crate::ui::play::state::PlayView;
use crate::ui::screen::board::Viewport;
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::view::{Flow, View};

/// What is drawn is written down at least this often.
const KEEP_EVERY: Duration = Duration::from_millis(250);

/// How far one has come with asking a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It is to be shown.
    Unseen,
    /// It is on the screen.
    Seen,
    /// And what was typed before that is dropped.
    Open,
}

/// See the module.
pub(in crate::ui) struct EditView {
    pub(super) catalog: Rc<Catalog>,
    pub(super) editor: Editor,
    pub(super) search: Search,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) cursor: Place,
    pub(super) issues: Vec<Issue>,
    /// What was said last, and whether it is bad.
    pub(super) message: Option<(String, bool)>,
    pub(super) question: Option<Question>,
    pub(super) asked: Asked,
    pub(super) entry: Option<Entry>,
    pub(super) pages: Option<Pages>,
    /// Rows of the screen.
    pub(super) height: u16,
    /// The draft being played.
    pub(super) trial: Option<PlayView>,
    pub(super) searching: Option<Background>,
    /// Where the mouse has painted last, and whether it erases.
    pub(super) drawn: Option<(Place, bool)>,
    pub(super) is_stale: bool,
    kept: Instant,
    /// Whether one leaves once it is saved.
    pub(super) leaves_after: bool,
    /// Whether the findings are those of a draft before. (They are looked for once before they are shown,
    /// not after each cell that the mouse comes through.)
    is_unjudged: bool,
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
            is_unjudged: false,
        };
        view.ask_for_orphans();
        view
    }

    /// Asks whether what others have left behind is to be taken up.
    pub(super) fn ask_for_orphans(&mut self) {
        let count = self.editor.orphans_of_others();
        if count > 0 {
            self.question = Some(Question::Recover(count));
            self.asked = Asked::Unseen;
        }
    }

    /// Finds out what is wrong with what is drawn, if that has changed.
    pub(super) fn look(&mut self) {
        if std::mem::take(&mut self.is_unjudged) {
            self.issues = self.editor.issues();
        }
    }

    /// What is drawn, when one leaves.
    pub(in crate::ui) fn into_editor(self) -> Editor {
        self.editor
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), false));
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), true));
    }

    /// After a change, or none.
    pub(super) fn changed(&mut self, changed: Result<bool, String>) {
        self.message = None;
        match changed {
            Err(message) => self.complain(message),
            Ok(false) => {}
            Ok(true) => {
                self.is_unjudged = true;
                self.is_stale = true;
                self.searching = None;
            }
        }
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor =
            Place::new(self.cursor.row.min(panel.rows - 1), self.cursor.column.min(panel.columns - 1));
        self.viewport.follow();
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        // A key that was pressed with the button of the mouse held down belongs to no stroke.
        self.end_stroke();
        if let Some(question) = self.question.take() {
            return self.answer(question, key);
        }
        if let Some(entry) = &mut self.entry {
            let label = entry.label;
            match entry.key(key) {
                Typed::More => return Flow::Stay,
                Typed::Dropped => {
                    (self.entry, self.leaves_after) = (None, false);
                    return Flow::Stay;
                }
                Typed::Done(line) => {
                    self.entry = None;
                    return self.typed(label, &line);
                }
            }
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code, self.height);
            return Flow::Stay;
        }
        deed(key).map_or(Flow::Stay, |it| self.deed(it))
    }
}

impl View for EditView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.trial {
            Some(trial) => trial.draw(frame),
            None => super::draw::draw(self, frame),
        }
    }

    fn handle(&mut self, event: &Event) -> Flow {
        if let Some(trial) = &mut self.trial {
            if trial.handle(event) == Flow::Leave {
                self.trial = None;
                self.say("back from trying it");
            }
            return Flow::Stay;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse)
                if self.entry.is_none() && self.question.is_none() && self.pages.is_none() =>
            {
                self.mouse(*mouse);
                Flow::Stay
            }
            Event::Paste(text) => self.paste(text),
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.trial.as_mut().is_some_and(View::tick) || self.searching.is_some();
        if let Some(search) = &mut self.searching {
            if let Some(result) = search.result() {
                self.searching = None;
                match result {
                    Ok(run) => self.found(&run),
                    Err(message) => self.complain(message),
                }
            }
            is_new = true;
        }
        if self.is_stale && self.kept.elapsed() > KEEP_EVERY {
            if let Err(message) = self.leave() {
                self.complain(message);
            }
            is_new = true;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.is_stale || self.searching.is_some() || self.trial.as_ref().is_some_and(View::is_busy)
    }

    fn asks_anew(&mut self) -> bool {
        let is_new = matches!(self.question, Some(Question::Recover(_))) && self.asked == Asked::Seen;
        if is_new {
            self.asked = Asked::Open;
        }
        is_new
    }

    fn leave(&mut self) -> Result<(), String> {
        if !self.is_stale {
            return Ok(());
        }
        (self.kept, self.is_stale) = (Instant::now(), false);
        self.editor.keep_draft()
    }
}
