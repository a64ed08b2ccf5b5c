//! The player on the whole screen: keys and the mouse to what they do.

use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};

use super::keys::{Deed, HELP, deed};
use super::searches::{Purpose, Searches};
use crate::catalog::Catalog;
use crate::puzzle::{Place, Way};
use crate::report;
use crate::toolkit::play::words::{Level, Word, read};
use crate::toolkit::play::{Course, Game, Moved};
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{End, Run};
use crate::toolkit::walk::Lost;
use crate::ui::screen::board::View;
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{Flow, Help, Stage};

/// How far a game is written down at least this often.
const SAVE_EVERY: Duration = Duration::from_secs(3);
const SLOWEST: Duration = Duration::from_millis(3200);
const FASTEST: Duration = Duration::from_millis(25);

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
pub(in crate::ui) struct PlayStage {
    catalog: Rc<Catalog>,
    pub(super) course: Course,
    search: Search,
    pub(super) theme: Theme,
    pub(super) view: View,
    pub(super) message: Message,
    pub(super) searches: Searches,
    /// When the next step of the answer is due, while it is played.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    /// The cell of which something was taken up.
    pub(super) taken: Option<Place>,
    /// Where the button of the mouse went down.
    pressed: Option<Place>,
    pub(super) entry: Option<Entry>,
    pub(super) helps: Option<Help>,
    /// Rows of the screen.
    pub(super) height: u16,
    saved: Instant,
}

impl PlayStage {
    pub(in crate::ui) fn new(catalog: Rc<Catalog>, course: Course, search: Search, theme: Theme) -> Self {
        let mut stage = Self {
            catalog,
            course,
            search,
            theme,
            view: View::default(),
            message: Message::None,
            searches: Searches::new(true),
            auto: None,
            pace: Duration::from_millis(400),
            taken: None,
            pressed: None,
            entry: None,
            helps: None,
            height: 0,
            saved: Instant::now(),
        };
        let resumed = stage.course.enter(&stage.catalog);
        stage.entered(resumed);
        stage
    }

    /// The levels, when one leaves.
    pub(in crate::ui) fn course(&self) -> &Course {
        &self.course
    }

    pub(super) fn game(&self) -> &Game {
        self.course.game()
    }

    fn game_mut(&mut self) -> &mut Game {
        self.course.game_mut()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Message::Said(text.into());
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.message = Message::Bad(text.into());
    }

    fn entered(&mut self, resumed: usize) {
        self.searches.forget();
        (self.auto, self.taken, self.pressed) = (None, None, None);
        self.view = View::default();
        self.message = match resumed {
            0 => Message::None,
            count => Message::Said(format!("{count} steps were done before; x goes back to the start")),
        };
    }

    /// After an action, or none.
    fn moved(&mut self, done: Result<Moved, String>) {
        self.view.follow();
        match done {
            Ok(Moved { solved: true, .. }) => {
                self.auto = None;
                let finished = report::finished_plainly(self.game());
                let keeping = self.course.keep(&self.catalog);
                let kept = report::kept(&keeping).unwrap_or_default();
                self.message = Message::Good(format!("{finished}; {kept}"));
            }
            Ok(_) => self.message = Message::None,
            Err(message) => self.complain(message),
        }
    }

    fn went(&mut self, steps: usize, nothing: &str) {
        self.view.follow();
        self.message = if steps == 0 { Message::Bad(nothing.to_owned()) } else { Message::None };
    }

    fn press(&mut self, way: Way, held: bool) {
        self.taken = None;
        let done = self.game_mut().press(way, held);
        self.moved(done);
    }

    fn deed(&mut self, deed: Deed) -> Flow {
        if !matches!(deed, Deed::Auto | Deed::Faster | Deed::Slower | Deed::Help | Deed::Warn) {
            self.auto = None;
        }
        match deed {
            Deed::Press(way, held) => self.press(way, held),
            Deed::Undo => {
                let undone = self.game_mut().undo_action();
                self.went(undone, "nothing to undo");
            }
            Deed::Redo => {
                let redone = self.game_mut().redo_action();
                self.went(redone, "nothing to redo");
            }
            Deed::Mark => self.mark("mark"),
            Deed::Return => self.return_to("mark"),
            Deed::Restart => self.word(Word::Restart),
            Deed::Hint => self.word(Word::Hint),
            Deed::Solve => self.word(Word::Solve),
            Deed::Step => self.word(Word::Step(1)),
            Deed::Back => self.word(Word::Back(1)),
            Deed::Answer => self.word(Word::Answer),
            Deed::Rest => self.word(Word::Rest),
            Deed::Next => self.word(Word::Level(Level::Next)),
            Deed::Previous => self.word(Word::Level(Level::Previous)),
            Deed::Warn => self.word(Word::Warn(!self.searches.warns)),
            Deed::Auto => self.toggle_auto(),
            Deed::Faster => self.set_pace(self.pace / 2),
            Deed::Slower => self.set_pace(self.pace * 2),
            Deed::Words => self.entry = Some(Entry::new(":", "")),
            Deed::Help => self.helps = Some(Help::new("Playing", HELP)),
            Deed::Drop => {
                if self.taken.take().is_none() && !self.searches.cancel() {
                    self.message = Message::None;
                }
            }
            Deed::Quit => return Flow::Leave,
        }
        Flow::Stay
    }

    fn mark(&mut self, name: &str) {
        self.game_mut().mark(name);
        self.say(format!("marked as '{name}'"));
    }

    fn return_to(&mut self, name: &str) {
        let done = self.game_mut().return_to(name).map(|()| Moved::default());
        self.moved(done);
    }

    /// A word, typed or by its key.
    fn word(&mut self, word: Word) {
        match word {
            Word::Act(text) => {
                let done = self.game_mut().act(&text).map_err(|refusal| refusal.to_string());
                self.moved(done);
            }
            Word::Undo(count) => {
                let undone = self.game_mut().undo(count);
                self.went(undone, "nothing to undo");
            }
            Word::Redo(count) => {
                let redone = self.game_mut().redo(count);
                self.went(redone, "nothing to redo");
            }
            Word::Restart => {
                let undone = self.game_mut().restart();
                self.went(undone, "this is the start");
            }
            Word::Mark(name) => self.mark(&name),
            Word::Return(name) => self.return_to(&name),
            Word::Go(to) => {
                let done = self.game_mut().go(to);
                self.moved(done);
            }
            Word::Bring(from, to) => {
                let done = self.game_mut().bring(from, to);
                self.moved(done);
            }
            Word::Hint => self.hint(),
            Word::Solve => self.look_for(Purpose::Solve),
            Word::Rest => self.look_for(Purpose::Rest),
            Word::Step(count) => {
                self.step(count);
            }
            Word::Back(count) => match self.game_mut().back(count) {
                Ok(walked) => self.went(walked.steps.len(), "the answer begins here"),
                Err(lost) => self.lost(lost),
            },
            Word::Answer => match self.game_mut().return_to_answer() {
                Ok(()) => self.went(1, ""),
                Err(lost) => self.lost(lost),
            },
            Word::Level(level) => self.level(level),
            Word::Show => self.message = Message::None,
            Word::History => {
                let text = self.game().text();
                self.say(text);
            }
            Word::Warn(on) => {
                self.searches.warns = on;
                self.say(if on { "warns when no solution is left" } else { "does not warn any more" });
            }
            Word::Help => self.helps = Some(Help::new("Playing", HELP)),
            // Typed quit is seen before.
            Word::Quit => {}
        }
    }

    fn level(&mut self, level: Level) {
        let (at, _) = self.course.place();
        let to = match level {
            Level::Next => at + 1,
            Level::Previous => at - 1,
            Level::At(place) => place,
        };
        match self.course.go_to(to, &self.catalog) {
            Ok(resumed) => self.entered(resumed),
            Err(message) => self.complain(message),
        }
    }

    fn lost(&mut self, lost: Lost) {
        self.auto = None;
        self.complain(match lost {
            Lost::NoAnswer => "there is no answer yet: f finds one",
            Lost::Elsewhere => {
                "the answer does not lead through here: 0 goes to where it begins, f finds another"
            }
        });
    }

    /// Along the answer; whether there was anything to do.
    fn step(&mut self, count: usize) -> bool {
        match self.game_mut().step(count) {
            Ok((walked, moved)) => {
                let is_step = !walked.steps.is_empty();
                if is_step {
                    self.moved(Ok(moved));
                } else {
                    self.complain("the answer ends here");
                }
                is_step
            }
            Err(lost) => {
                self.lost(lost);
                false
            }
        }
    }

    fn toggle_auto(&mut self) {
        if self.auto.take().is_some() {
            return self.say("stopped");
        }
        match self.game().place() {
            Ok((done, all)) if done == all => self.complain("the answer ends here"),
            Ok(_) => {
                self.auto = Some(Instant::now());
                self.message = Message::None;
            }
            Err(lost) => self.lost(lost),
        }
    }

    fn set_pace(&mut self, pace: Duration) {
        self.pace = pace.clamp(FASTEST, SLOWEST);
        self.say(format!("a step every {} ms", self.pace.as_millis()));
    }

    fn hint(&mut self) {
        if self.game().is_solved() {
            return self.say("solved already");
        }
        if let (Some(step), Ok((done, all))) = (self.game().next_step(), self.game().place()) {
            let text = format!("hint: {step} (step {} of {all} of the answer)", done + 1);
            return self.say(text);
        }
        self.look_for(Purpose::Hint);
    }

    fn look_for(&mut self, purpose: Purpose) {
        let Self { searches, course, search, .. } = self;
        match searches.start(course.game(), purpose, search) {
            Ok(()) => self.message = Message::None,
            Err(message) => self.complain(message),
        }
    }

    fn found(&mut self, run: &Run, purpose: Purpose, spot: crate::toolkit::play::Spot) {
        if let Some(verified) = run.verified() {
            let verified = verified.clone();
            self.game_mut().remember(verified, spot);
        }
        let left = || report::left(run).unwrap_or_else(|| "nothing is known of what is left".to_owned());
        self.message = match (&run.end, purpose) {
            (End::Unsupported { reason } | End::Error { message: reason }, _) => Message::Bad(reason.clone()),
            (_, Purpose::Rest) => Message::Said(left()),
            (_, Purpose::Hint) => Message::Said(format!("hint: {}", report::hint(run))),
            (End::Solved(_), Purpose::Solve) => {
                Message::Good(format!("an answer: {}; . steps along it, p plays it", left()))
            }
            (End::Unsolvable { reason }, Purpose::Solve) => {
                Message::Bad(format!("no solution, proved: {reason}"))
            }
            (_, Purpose::Solve) => Message::Bad(format!("no answer found; {}", left())),
        };
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
                        Ok(Word::Quit) => return Flow::Leave,
                        Ok(word) => self.word(word),
                        Err(message) => self.complain(message),
                    }
                }
            }
            return Flow::Stay;
        }
        if let Some(help) = self.helps.take() {
            self.helps = help.next(self.height);
            return Flow::Stay;
        }
        deed(key).map_or(Flow::Stay, |it| self.deed(it))
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.view.cell_at(mouse.column, mouse.row).filter(|(panel, _)| *panel == 0).map(|it| it.1);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.auto = None;
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return };
                if from == to { self.clicked(to) } else { self.drawn(from, to) }
            }
            MouseEventKind::Down(MouseButton::Right) => self.taken = None,
            MouseEventKind::ScrollUp => self.view.scroll(0, -2),
            MouseEventKind::ScrollDown => self.view.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.view.scroll(-4, 0),
            MouseEventKind::ScrollRight => self.view.scroll(4, 0),
            _ => {}
        }
    }

    fn can_take(&self, place: Place) -> bool {
        self.game().position().hands().is_some_and(|hands| hands.can_take(place))
    }

    fn clicked(&mut self, at: Place) {
        match self.taken.take() {
            Some(from) if from == at => self.message = Message::None,
            Some(from) if !self.can_take(at) => self.drawn(from, at),
            _ if self.can_take(at) => {
                self.taken = Some(at);
                self.say("taken up: click where it should go");
            }
            _ => {
                let done = self.game_mut().go(at);
                self.moved(done);
            }
        }
    }

    fn drawn(&mut self, from: Place, to: Place) {
        self.taken = None;
        let done = self.game_mut().bring(from, to);
        self.moved(done);
    }
}

impl Stage for PlayStage {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        super::draw::draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.helps.is_none() => {
                self.mouse(*mouse);
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.searches.progress().is_some();
        if let Some((run, purpose, spot)) = self.searches.result() {
            self.found(&run, purpose, spot);
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
        let Self { searches, course, .. } = self;
        is_new |= searches.look(course.game());
        if self.saved.elapsed() > SAVE_EVERY {
            self.leave();
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.auto.is_some() || self.searches.are_running()
    }

    fn leave(&mut self) {
        self.saved = Instant::now();
        if let Err(message) = self.course.save() {
            self.complain(message);
        }
    }
}
