//! What the player on the whole screen holds.

use lurd_toolkit::files::WriteError;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::browser::Browser;
use super::overlays::Overlays;
use super::searches::Searches;
use super::solutions::SolutionList;
use crate::catalog::Catalog;
use crate::ui::follow::state::FollowView;
use crate::ui::screen::board::Viewport;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use lurd_puzzle::puzzle::{Place, Puzzle};
use lurd_report as report;
use lurd_toolkit::play::{Follow, Game, LevelSet, Moved};
use lurd_toolkit::search_options::Search;

/// The message at the foot of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Message {
    #[default]
    None,
    Said(String),
    Good(String),
    Bad(String),
}

/// The player on the whole screen.
pub(in crate::ui) struct PlayView {
    pub(super) catalog: Rc<Catalog>,
    pub(super) level_set: LevelSet,
    pub(super) search: Search,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) message: Message,
    pub(super) searches: Searches,
    /// When the next step of the answer is due, while the answer is played.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    /// The cell whose contents were taken up.
    pub(super) taken: Option<Place>,
    /// Where the mouse button went down.
    pub(super) pressed: Option<Place>,
    pub(super) entry: Option<Entry>,
    pub(super) pages: Option<Pages>,
    /// The levels or saved solutions to choose from, over the board.
    pub(super) browser: Option<Browser>,
    pub(super) solutions: Option<SolutionList>,
    pub(super) overlays: Overlays,
    /// The answer that is followed, over everything else.
    pub(super) follow: Option<Box<FollowView>>,
    /// The number of rows of the screen.
    pub(super) height: u16,
    pub(super) saved: Instant,
    /// Why the progress could not be saved.
    pub(super) unsaved: Option<WriteError>,
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
            browser: None,
            solutions: None,
            overlays: Overlays::default(),
            follow: None,
            height: 0,
            saved: Instant::now(),
            unsaved: None,
        };
        let resumed = view.level_set.enter(&view.catalog);
        view.entered(resumed);
        view
    }

    pub(in crate::ui) fn into_level_set(self) -> LevelSet {
        self.level_set
    }

    pub(super) fn game(&self) -> &Game {
        self.level_set.game()
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = Message::Said(text.into());
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.message = Message::Bad(text.into());
    }

    /// Starts the view of a level anew.
    pub(super) fn entered(&mut self, resumed: usize) {
        self.searches.forget();
        (self.auto, self.taken, self.pressed) = (None, None, None);
        self.viewport = Viewport::default();
        self.message = match resumed {
            0 => Message::None,
            count => Message::Said(format!("{count} steps were done before; x goes back to the start")),
        };
    }

    /// The title of the level, or else its reference.
    pub(super) fn title(&self) -> String {
        let game = self.game();
        if game.name.is_empty() { game.reference.clone() } else { game.name.clone() }
    }

    /// Shows how to carry out an answer from the current position.
    pub(super) fn follow(&mut self, steps: &[String], from: usize) {
        let start = self.game().here();
        self.follow_from(start.as_ref(), steps, from);
    }

    /// Shows how to carry out a solution from the start of the level.
    pub(super) fn replay(&mut self, steps: &[String]) {
        let start = self.game().puzzle().start().puzzle();
        self.follow_from(start.as_ref(), steps, 1);
    }

    fn follow_from(&mut self, start: &dyn Puzzle, steps: &[String], from: usize) {
        let Ok(follow) = Follow::new(start, steps) else {
            return self.complain("the answer does not replay; this is a bug of lurd");
        };
        match FollowView::new(follow, self.title(), from, self.theme) {
            Ok(view) => self.follow = Some(Box::new(view)),
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// Shows the effect of an action, and stores a solution.
    pub(super) fn moved(&mut self, moved: Moved) {
        self.viewport.follow();
        self.message = Message::None;
        if moved.solved {
            self.auto = None;
            let finished = report::finished_plainly(self.game());
            let stored = report::kept(&self.level_set.keep(&self.catalog));
            let stored = stored.map_or_else(String::new, |stored| format!("; {stored}"));
            self.message = Message::Good(format!("{finished}{stored}"));
        }
    }
}
