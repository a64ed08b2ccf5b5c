//! The player on the whole screen: keys and the mouse to what they do.

use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};

use super::keys::deed;
use super::searches::Searches;
use crate::catalog::Catalog;
use crate::puzzle::{PadDirection, Place};
use crate::report;
use crate::toolkit::play::words::{PlayCommand, read};
use crate::toolkit::play::{Game, LevelSet, Moved};
use crate::toolkit::settings::Search;
use crate::ui::screen::board::Viewport;
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{Flow, View};

/// How far a game is written down at least this often.
const SAVE_EVERY: Duration = Duration::from_secs(3);

/// What is said at the foot of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Message {
    #[default]
    None,
    Said(String),
    Good(String),
    Bad(String),
}

/// See the module.
pub(in crate::ui) struct PlayView {
    pub(super) catalog: Rc<Catalog>,
    pub(super) level_set: LevelSet,
    pub(super) search: Search,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) message: Message,
    pub(super) searches: Searches,
    /// When the next step of the answer is due, while it is played.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    /// The cell of which something was taken up.
    pub(super) taken: Option<Place>,
    /// Where the button of the mouse went down.
    pub(super) pressed: Option<Place>,
    pub(super) entry: Option<Entry>,
    pub(super) pages: Option<Pages>,
    /// Rows of the screen.
    pub(super) height: u16,
    pub(super) saved: Instant,
    /// Why it is not written down how far one has played.
    pub(super) unsaved: Option<String>,
}

impl PlayView {
    pub(in crate::ui) fn new(
        catalog: Rc<Catalog>,
        level_set: LevelSet,
        search: Search,
        theme: Theme,
    ) -> Self {
        let mut view = Self {
            catalog,
            level_set,
            search,
            theme,
            viewport: Viewport::default(),
            message: Message::None,
            searches: Searches::new(true),
            auto: None,
            pace: Duration::from_millis(400),
            taken: None,
            pressed: None,
            entry: None,
            pages: None,
            height: 0,
            saved: Instant::now(),
            unsaved: None,
        };
        let resumed = view.level_set.enter(&view.catalog);
        view.entered(resumed);
        view
    }

    /// The levels, when one leaves.
    pub(in crate::ui) fn level_set(&self) -> &LevelSet {
        &self.level_set
    }

    pub(super) fn game(&self) -> &Game {
        self.level_set.game()
    }

    pub(super) fn game_mut(&mut self) -> &mut Game {
        self.level_set.game_mut()
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Message::Said(text.into());
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Message::Bad(text.into());
    }

    pub(super) fn entered(&mut self, resumed: usize) {
        self.searches.forget();
        (self.auto, self.taken, self.pressed) = (None, None, None);
        self.viewport = Viewport::default();
        self.message = match resumed {
            0 => Message::None,
            count => Message::Said(format!("{count} steps were done before; x goes back to the start")),
        };
    }

    /// After an action, or none.
    pub(super) fn moved(&mut self, done: Result<Moved, String>) {
        self.viewport.follow();
        match done {
            Ok(Moved { solved: true, .. }) => {
                self.auto = None;
                let finished = report::finished_plainly(self.game());
                let keeping = self.level_set.keep(&self.catalog);
                let kept = report::kept(&keeping).map_or_else(String::new, |kept| format!("; {kept}"));
                self.message = Message::Good(format!("{finished}{kept}"));
            }
            Ok(_) => self.message = Message::None,
            Err(message) => self.complain(message),
        }
    }

    pub(super) fn went(&mut self, steps: usize, nothing: &str) {
        self.viewport.follow();
        self.message = if steps == 0 { Message::Bad(nothing.to_owned()) } else { Message::None };
    }

    pub(super) fn press(&mut self, way: PadDirection, held: bool) {
        self.taken = None;
        let done = self.game_mut().press(way, held);
        self.moved(done);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(entry) = &mut self.entry {
            match entry.key(key) {
                Typed::More => {}
                Typed::Dropped => self.entry = None,
                Typed::Done(line) => {
                    self.entry = None;
                    if line.trim().is_empty() {
                        return Flow::Stay;
                    }
                    match read(&line, self.game()) {
                        Ok(PlayCommand::Quit) => return Flow::Leave,
                        Ok(word) => self.word(word),
                        Err(message) => self.complain(message),
                    }
                }
            }
            return Flow::Stay;
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code, self.height);
            return Flow::Stay;
        }
        deed(key).map_or(Flow::Stay, |it| self.deed(it))
    }
}

impl PlayView {
    /// A paste: text for the line that is typed, else the steps of a solution.
    fn paste(&mut self, text: &str) {
        if let Some(entry) = &mut self.entry {
            return entry.paste(text);
        }
        self.pages = None;
        let steps = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match read(&steps, self.game()) {
            Ok(word @ PlayCommand::Act(_)) => self.word(word),
            _ => self.complain("only steps of a solution can be pasted here; leave to paste a puzzle"),
        }
    }
}

impl View for PlayView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        super::draw::draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => {
                self.mouse(*mouse);
                Flow::Stay
            }
            Event::Paste(text) => {
                self.paste(text);
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.searches.progress().is_some();
        if let Some(result) = self.searches.result() {
            match result {
                Ok((run, purpose, spot)) => self.found(&run, purpose, spot),
                Err(message) => self.complain(message),
            }
            is_new = true;
        }
        if self.auto.is_some_and(|due| due <= Instant::now()) {
            if self.step(1) && self.auto.is_some() {
                self.auto = Some(Instant::now() + self.pace);
            } else {
                self.auto = None;
            }
            is_new = true;
        }
        let Self { searches, level_set, .. } = self;
        is_new |= searches.look(level_set.game());
        if self.saved.elapsed() > SAVE_EVERY {
            let before = self.unsaved.clone();
            // It is shown until it can be kept.
            let _ = self.leave();
            is_new |= before != self.unsaved;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.auto.is_some() || self.searches.are_running()
    }

    fn leave(&mut self) -> Result<(), String> {
        self.saved = Instant::now();
        self.unsaved = self.level_set.save().err();
        self.unsaved.clone().map_or(Ok(()), Err)
    }
}
