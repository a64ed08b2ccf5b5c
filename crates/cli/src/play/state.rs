//! What the player on the whole screen holds: its state, keys, overlays, searches and saved solutions.

use std::{
    collections::HashMap,
    rc::Rc,
    time::{Duration, Instant},
};

use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{Cells, Controls, Coordinates, Overlay, PadDirection, Panel, Puzzle, Tile};
use lurd_report::{self as report, Message};
use lurd_toolkit::{
    files::WriteError,
    play::{Background, Bookmark, Follow, Game, LevelSet, Moved, Purpose, SearchFailed, dead_position},
    search_options::SearchOptions,
    solutions::StoredSolution,
    solve::Run,
};
use ratatui::{
    Frame,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    layout::Rect,
};

use super::browser::{Browser, CollectionList};
use crate::follow::state::FollowView;
use crate::screen::{
    board::Viewport,
    layout::{Choice, Pages, TextField, draw_title, plain, write},
    theme::Theme,
};

/// The player on the whole screen.
pub(crate) struct PlayView {
    pub(super) catalog: Rc<Catalog>,
    pub(crate) level_set: LevelSet,
    pub(super) search: SearchOptions,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    pub(super) message: Message,
    pub(super) searches: Searches,
    /// When the next step of the answer is due, while the answer is played.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    /// The cell whose contents were taken up.
    pub(super) taken: Option<Coordinates>,
    /// The hint: an arrow on the piece to move, or at the line to shift.
    pub(super) arrow: Option<(Coordinates, PadDirection)>,
    /// Where the mouse button went down.
    pub(super) pressed: Option<Coordinates>,
    pub(super) entry: Option<TextField>,
    pub(super) pages: Option<Pages>,
    /// The levels or saved solutions to choose from, over the board.
    pub(super) browser: Option<Browser>,
    pub(super) collections: Option<CollectionList>,
    pub(super) solutions: Option<SolutionList>,
    pub(super) overlays: Overlays,
    /// The answer that is followed, over everything else.
    pub(super) follow: Option<Box<FollowView>>,
    pub(super) saved: Instant,
    /// Why the progress could not be saved.
    pub(super) unsaved: Option<WriteError>,
}

impl PlayView {
    pub(crate) fn new(catalog: Rc<Catalog>, level_set: LevelSet, search: SearchOptions, theme: Theme) -> Self {
        let mut view = Self {
            catalog,
            level_set,
            search,
            theme,
            viewport: Viewport::default(),
            message: Message::None,
            searches: Searches { warns: true, ..Searches::default() },
            auto: None,
            pace: Duration::from_millis(400),
            taken: None,
            arrow: None,
            pressed: None,
            entry: None,
            pages: None,
            browser: None,
            collections: None,
            solutions: None,
            overlays: Overlays::default(),
            follow: None,
            saved: Instant::now(),
            unsaved: None,
        };
        let resumed = view.level_set.enter(&view.catalog);
        view.entered(resumed);
        view
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
        (self.auto, self.taken, self.pressed, self.arrow) = (None, None, None, None);
        self.viewport = Viewport::default();
        self.message = match resumed {
            0 => Message::None,
            count => Message::Said(format!("{}; x goes back to the start", report::resumed(count))),
        };
    }

    /// The title of the level, or else its reference.
    pub(super) fn title(&self) -> String {
        report::called(self.game().title()).into_owned()
    }

    /// Shows how to carry out an answer of a puzzle, from the instruction with that number.
    pub(super) fn follow(&mut self, start: &dyn Puzzle, steps: &[String], from: usize) {
        self.message = Message::None;
        match follow_view(start, steps, self.title(), from, self.theme) {
            Ok(view) => self.follow = Some(Box::new(view)),
            Err(error) => self.complain(error),
        }
    }

    /// Shows the first step of an answer as an arrow: at the line that it shifts, or on the piece that is pushed first.
    pub(super) fn point(&mut self, steps: &[String]) {
        self.arrow = self.game().arrow(steps);
    }

    /// Shows the effect of an action, and stores a solution.
    pub(super) fn moved(&mut self, moved: Moved) {
        self.viewport.follow();
        self.message = Message::None;
        if moved.solved {
            self.auto = None;
            let finished = report::finished_plainly(self.game());
            let stored = self.level_set.keep(&self.catalog);
            let stored = stored.map_or_else(String::new, |stored| format!("; {}", report::escaped(&stored)));
            self.message = Message::Good(format!("{finished}{stored}"));
        }
    }
}

/// The view of how steps solve a puzzle, from the instruction with that number.
pub(crate) fn follow_view(
    puzzle: &dyn Puzzle,
    steps: &[String],
    title: String,
    from: usize,
    theme: Theme,
) -> Result<FollowView, String> {
    let bug = "the answer does not replay; this is a bug in lurd or in the plug-in of this puzzle";
    let follow = Follow::new(puzzle, steps).map_err(|_| bug.to_owned())?;
    FollowView::new(follow, title, from, theme).map_err(|error| error.to_string())
}

// Marks on the board: which overlays are shown, and the board with them.

/// Which overlays are shown. At first only those of the chosen piece are.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlays {
    /// The names of those that were switched on or off.
    switched: Vec<&'static str>,
}

/// A board with overlays.
pub(super) struct OverlaidCells<'c> {
    cells: &'c dyn Cells,
    marked: HashMap<Coordinates, &'static Overlay>,
}

impl Overlays {
    pub(super) fn is_on(&self, overlay: &Overlay) -> bool {
        overlay.is_of_piece != self.switched.contains(&overlay.name)
    }

    pub(super) fn switch(&mut self, overlay: &Overlay) {
        match self.switched.iter().position(|name| *name == overlay.name) {
            Some(at) => drop(self.switched.swap_remove(at)),
            None => self.switched.push(overlay.name),
        }
    }

    /// The overlays of a board that are shown now.
    pub(super) fn shown<'o>(
        &'o self,
        controls: &'o dyn Controls,
        taken: Option<Coordinates>,
    ) -> impl Iterator<Item = &'static Overlay> + 'o {
        let overlays = controls.overlays().iter();
        overlays.filter(move |it| self.is_on(it) && (!it.is_of_piece || taken.is_some()))
    }

    /// The board with the overlays that are shown.
    pub(super) fn cells<'c>(&self, controls: &'c dyn Controls, taken: Option<Coordinates>) -> OverlaidCells<'c> {
        let mut marked = HashMap::new();
        for overlay in self.shown(controls, taken) {
            // What cannot be shown was reported when it was switched on.
            let cells = controls.marked(overlay, taken).unwrap_or_default();
            marked.extend(cells.into_iter().map(|cell| (cell, overlay)));
        }
        OverlaidCells { cells: controls, marked }
    }
}

impl Cells for OverlaidCells<'_> {
    fn panels(&self) -> Vec<Panel> {
        self.cells.panels()
    }

    fn counts_from(&self) -> usize {
        self.cells.counts_from()
    }

    fn tile(&self, panel: usize, place: Coordinates) -> Tile {
        let tile = self.cells.tile(panel, place);
        let overlay = self.marked.get(&place).filter(|_| panel == 0);
        let Some((overlay, sign)) = overlay.and_then(|it| Some((it, it.sign_on(tile.cell_role)?))) else {
            return tile;
        };
        let is_empty = tile.text.trim().is_empty();
        let cell_role = if is_empty { overlay.cell_role } else { tile.cell_role };
        Tile { text: sign.to_string().into(), sign: None, cell_role }
    }

    fn focus(&self) -> Option<Coordinates> {
        self.cells.focus()
    }
}

/// An overlay with its sign, for people: `, squares that the player can reach`.
pub(super) fn legend(overlay: &Overlay) -> String {
    format!("{} {}", overlay.sign, overlay.summary)
}

// The searches that run beside the game: the one the player asked for, and the check for dead positions.

/// The searches that run beside the game.
#[derive(Default)]
pub(super) struct Searches {
    requested: Option<(Background, Purpose, Bookmark)>,
    /// Whether dead positions are checked for.
    pub(super) warns: bool,
    check: Option<Background>,
    /// The steps of the position that was, or is being, checked.
    checked: Option<Vec<String>>,
    pub(super) dead: Option<String>,
}

impl Searches {
    /// Starts a search from the current position, in place of one that still runs.
    pub(super) fn start(&mut self, game: &Game, purpose: Purpose, search: &SearchOptions) -> Result<(), SearchFailed> {
        self.requested = None;
        let (started, from) = match purpose {
            Purpose::Optimise => {
                let (puzzle, solutions) = (game.puzzle().start().puzzle(), game.known_solutions());
                (Background::optimise(puzzle, solutions, search.clone())?, Bookmark::default())
            }
            _ => (Background::start(game.here(), search.clone())?, game.bookmark()),
        };
        self.requested = Some((started, purpose, from));
        Ok(())
    }

    /// The progress of the search that the player asked for.
    pub(super) fn progress(&self) -> Option<String> {
        let (search, ..) = self.requested.as_ref()?;
        Some(search.progress().map_or_else(|| "searching".to_owned(), |it| report::progress(&it)))
    }

    pub(super) fn are_running(&self) -> bool {
        self.requested.is_some() || self.check.is_some()
    }

    /// Ends the search that the player asked for and returns whether there is one; its result is what it has
    /// found by then.
    pub(super) fn cancel(&self) -> bool {
        if let Some((search, ..)) = &self.requested {
            search.cancel();
        }
        self.requested.is_some()
    }

    pub(super) fn forget(&mut self) {
        *self = Self { warns: self.warns, ..Self::default() };
    }

    /// Takes the result of the search that the player asked for, once it has ended.
    ///
    /// # Errors
    /// The search panicked.
    pub(super) fn result(&mut self) -> Option<Result<(Run, Purpose, Bookmark), SearchFailed>> {
        let (search, ..) = self.requested.as_mut()?;
        let result = search.result()?;
        let (_, purpose, from) = self.requested.take()?;
        Some(result.map(|run| (run, purpose, from)))
    }

    /// Checks in the background whether the position is dead; returns whether the answer has changed.
    pub(super) fn check(&mut self, game: &Game) -> bool {
        let mut is_new = false;
        let is_here = self.checked.as_deref() == Some(game.steps());
        if let Some(result) = self.check.as_mut().and_then(Background::result) {
            self.check = None;
            // The player did not ask for this search, so a panic of it is not reported.
            if let (Ok(run), true) = (result, is_here) {
                self.dead = dead_position::reason(&run).map(str::to_owned);
                is_new = true;
            }
        }
        if is_here && self.warns {
            return is_new;
        }
        is_new |= self.dead.take().is_some();
        if self.check.is_none() && self.warns {
            self.checked = Some(game.steps().to_vec());
            if dead_position::is_worth_asking(game) {
                self.check = Background::start(game.here(), dead_position::search()).ok();
            }
        }
        is_new
    }
}

// The saved solutions of a level to choose from.

/// The saved solutions of a level on the whole screen.
pub(super) struct SolutionList {
    all: Vec<StoredSolution>,
    lines: Vec<String>,
    pub(super) choice: Choice,
    /// Whether the player is asked about deleting the chosen one.
    asks: bool,
}

/// What an event of the list leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SolutionListEvent {
    Stay,
    Close,
    /// Show how the solution with that number is carried out.
    Replay(usize),
    Delete(usize),
    /// Type the name of the file to which the solution with that number is added.
    Export(usize),
}

impl SolutionList {
    pub(super) fn new(puzzle: &dyn Puzzle, all: Vec<StoredSolution>) -> Self {
        let line = |it: &StoredSolution| format!("{:>2}  {}", it.number, report::saved_solution(puzzle, it));
        let lines = all.iter().map(|stored| plain(&line(stored))).collect();
        Self { all, lines, choice: Choice::default(), asks: false }
    }

    pub(super) fn handle(&mut self, event: &Event) -> SolutionListEvent {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            _ => SolutionListEvent::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> SolutionListEvent {
        let number = self.all.get(self.choice.selected).map(|stored| stored.number);
        if std::mem::take(&mut self.asks) {
            return match (key.code, number) {
                (KeyCode::Char('y'), Some(number)) => SolutionListEvent::Delete(number),
                _ => SolutionListEvent::Stay,
            };
        }
        if self.choice.key(key.code, self.all.len()) {
            return SolutionListEvent::Stay;
        }
        match (key.code, number) {
            (KeyCode::Char('c'), _) if key.modifiers.contains(KeyModifiers::CONTROL) => SolutionListEvent::Close,
            (KeyCode::Esc | KeyCode::Char('q'), _) => SolutionListEvent::Close,
            (KeyCode::Enter | KeyCode::Char('r'), Some(number)) => SolutionListEvent::Replay(number),
            (KeyCode::Char('e'), Some(number)) => SolutionListEvent::Export(number),
            (KeyCode::Char('d') | KeyCode::Delete, Some(_)) => {
                self.asks = true;
                SolutionListEvent::Stay
            }
            _ => SolutionListEvent::Stay,
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, title: &str, message: &str, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        draw_title(buffer, area, &format!("Saved solutions of {title}"), "", theme);
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
        let visible = self.choice.visible(self.all.len(), list);
        self.choice.draw(buffer, self.lines[visible].iter().cloned());
        if self.all.is_empty() {
            write(buffer, list, 0, " no solution is saved", theme.faint());
        }
        let question = "delete this solution? y: yes, other keys: no";
        let message = if self.asks { question } else { message };
        write(buffer, area, area.height.saturating_sub(2), message, Theme::strong());
        let keys = "Enter:replay e:export d:delete Esc:back";
        write(buffer, area, area.height.saturating_sub(1), keys, theme.faint());
    }
}
