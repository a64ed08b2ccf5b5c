//! What keys, commands and the mouse do.

use std::time::{Duration, Instant};

use lurd_puzzle::puzzle::{Controls, Coordinates, Overlay};
use lurd_report::{self as report, Message};
use lurd_toolkit::{
    play::{
        Bookmark, Onward, PlayError, PlayEvent, Purpose,
        commands::{COMMANDS, PlayCommand},
        keys::{PlayAction, help},
    },
    solve::Run,
};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{
    browser::{Browser, CollectionList},
    state::{PlayView, SolutionList, legend},
    view,
};
use crate::keeping::draw_game;
use crate::screen::{
    layout::{Pages, TextField},
    run::Flow,
};

const MAX_PACE: Duration = Duration::from_millis(3200);
const MIN_PACE: Duration = Duration::from_millis(25);

impl PlayView {
    pub(super) fn act(&mut self, action: PlayAction) -> Flow {
        let stops = match &action {
            PlayAction::Command(command) => !matches!(command, PlayCommand::Help | PlayCommand::Describe),
            PlayAction::TypeCommand | PlayAction::Browse | PlayAction::Drop => true,
            _ => false,
        };
        if stops {
            self.auto = None;
        }
        match action {
            PlayAction::Command(command) => {
                if let PlayCommand::Press { .. } = command {
                    self.taken = None;
                }
                return self.execute(command);
            }
            PlayAction::ToggleWarnings => {
                self.searches.warns = !self.searches.warns;
                self.say(if self.searches.warns { "warns when no solution is left" } else { "does not warn any more" });
            }
            PlayAction::Auto => self.toggle_auto(),
            PlayAction::Faster => self.set_pace(self.pace / 2),
            PlayAction::Slower => self.set_pace(self.pace * 2),
            PlayAction::Zoom(zoom) => self.viewport.zoom(zoom),
            PlayAction::TypeCommand => self.entry = Some(TextField::new(":", "")),
            PlayAction::ViewAll => self.view_all(),
            PlayAction::Keys => self.pages = Some(Pages::keys("Playing", help(self.game().position()))),
            PlayAction::Overlay(index) => self.switch_overlay(index),
            PlayAction::Browse => self.browser = Some(Browser::new(&self.level_set, "")),
            PlayAction::Drop => {
                if self.taken.take().is_none() && !self.searches.cancel() {
                    self.message = Message::None;
                }
            }
        }
        Flow::Stay
    }

    /// Shows all messages on pages, however long they are.
    fn view_all(&mut self) {
        let game = self.game();
        let counts = format!("{}.", report::done_at_length(game));
        let (message, _) = view::message(self);
        let notes = view::notes(self).into_iter().map(|(note, _)| note);
        self.pages = Some(Pages::text("All messages", [message, counts].into_iter().chain(notes)));
    }

    /// Carries out a command, typed or given by a key.
    pub(super) fn execute(&mut self, command: PlayCommand) -> Flow {
        self.arrow = None;
        // The browser looks up only what is visible.
        if let PlayCommand::Levels(words) = &command {
            self.browser = Some(Browser::new(&self.level_set, words));
            return Flow::Stay;
        }
        match self.level_set.execute(command, &self.catalog) {
            Ok(PlayEvent::Quit) => return Flow::Leave,
            Ok(event) => self.show(event),
            Err(error) => self.refuse(&error),
        }
        Flow::Stay
    }

    fn show(&mut self, event: PlayEvent) {
        match event {
            PlayEvent::Moved(moved) | PlayEvent::Stepped(_, moved) => self.moved(moved),
            PlayEvent::SteppedBack(_) | PlayEvent::Jumped => {
                self.viewport.follow();
                self.message = Message::None;
            }
            PlayEvent::Answer(Purpose::Follow(from), onward) => {
                let here = self.game().here();
                self.follow(here.as_ref(), &onward.rest.steps, from);
            }
            PlayEvent::Answer(Purpose::Solve, onward) => {
                self.message = report::known(&onward, self.game());
            }
            PlayEvent::SearchNeeded(purpose) => self.search_for(purpose),
            PlayEvent::Entered(entered) => {
                self.unsaved = entered.unsaved;
                self.entered(entered.resumed);
                if let Some(note) = entered.note {
                    self.say(note);
                }
            }
            PlayEvent::Overlay(overlay, of) => self.show_overlay(overlay, of),
            PlayEvent::Collections(all) => {
                self.browser = None;
                self.collections = Some(CollectionList::new(all));
            }
            PlayEvent::Solutions(all) => {
                self.message = Message::None;
                self.solutions = Some(SolutionList::new(self.game().puzzle(), all));
            }
            PlayEvent::Replay(_, steps) => {
                let start = self.game().puzzle().start().puzzle();
                self.follow(start.as_ref(), &steps, 1);
            }
            PlayEvent::Picture(file, steps) => {
                let drawn = draw_game(&file, self.game(), steps.as_deref(), self.theme.name);
                self.message = drawn.map_or_else(Message::Bad, Message::Said);
            }
            PlayEvent::Help => self.pages = Some(Pages::commands("Commands: type : and one of these", COMMANDS)),
            PlayEvent::Described(text) => {
                self.pages = Some(Pages::text("The board in words", text.lines().map(str::to_owned)));
            }
            event => {
                if let PlayEvent::Answer(_, onward) = &event {
                    self.point(&onward.rest.steps);
                }
                self.message = report::play_event(&event).map_or(Message::None, Message::Said);
            }
        }
    }

    pub(super) fn refuse(&mut self, error: &PlayError) {
        self.auto = None;
        self.viewport.follow();
        self.message = report::refusal(error);
    }

    fn toggle_auto(&mut self) {
        if self.auto.take().is_some() {
            return self.say("stopped");
        }
        match self.level_set.game_mut().follow() {
            Ok(Onward { done, all, .. }) if done == all => self.complain("the answer ends here"),
            Ok(_) => {
                self.auto = Some(Instant::now());
                self.message = Message::None;
            }
            Err(lost) => self.refuse(&lost.into()),
        }
    }

    fn set_pace(&mut self, pace: Duration) {
        self.pace = pace.clamp(MIN_PACE, MAX_PACE);
        self.say(format!("a step every {} ms", self.pace.as_millis()));
    }

    fn search_for(&mut self, purpose: Purpose) {
        let Self { searches, level_set, search, .. } = self;
        let started = searches.start(level_set.game(), purpose, search);
        self.message = started.map_or_else(|error| Message::Bad(error.to_string()), |()| Message::None);
    }

    /// Shows the result of a search, and remembers its answer.
    pub(super) fn found(&mut self, run: &Run, purpose: Purpose, from: Bookmark) {
        let is_here = self.game().steps() == from.steps();
        let unsaved = self.level_set.keep_answer(&self.catalog, run, &from).err();
        let is_better = self.level_set.game_mut().remember(run, from);
        if let (Purpose::Follow(number), Some(verified)) = (purpose, run.verified()) {
            if is_here {
                let here = self.game().here();
                self.follow(here.as_ref(), &verified.steps, number);
            } else {
                self.say("an answer from where you were: 0 goes there, g follows it");
            }
            return;
        }
        if let (Purpose::Hint, Some(verified), true) = (purpose, run.verified(), is_here) {
            self.point(&verified.steps);
        }
        self.message = report::found(run, purpose, is_better);
        if let Some(error) = unsaved {
            self.complain(format!("the answer is not saved: {error}"));
        }
    }
}

// Switching overlays of the board on and off.

impl PlayView {
    /// Switches the overlay with that index on or off.
    pub(super) fn switch_overlay(&mut self, index: usize) {
        let overlays = self.game().position().controls().map(Controls::overlays);
        match overlays.and_then(|overlays| overlays.get(index)) {
            Some(overlay) => self.show_overlay(overlay, None),
            None => self.complain("there are no such squares to show in this puzzle"),
        }
    }

    /// Shows an overlay, of the piece in a cell, which is taken up, or switches it on or off.
    pub(super) fn show_overlay(&mut self, overlay: &'static Overlay, of: Option<Coordinates>) {
        let of = of.filter(|_| overlay.is_of_piece);
        let is_on = of.is_some() || !self.overlays.is_on(overlay);
        let controls = self.game().position().controls().filter(|_| is_on && of.is_some() == overlay.is_of_piece);
        if let Some(Err(reason)) = controls.map(|controls| controls.marked(overlay, of)) {
            return self.complain(String::from(reason));
        }
        self.taken = of.or(self.taken);
        if is_on != self.overlays.is_on(overlay) {
            self.overlays.switch(overlay);
        }
        self.say(format!("{}: {}", if is_on { "shown" } else { "not shown" }, legend(overlay)));
    }
}

// What the mouse does: a click walks or takes up a box, a drag moves it elsewhere, the wheel undoes and redoes.

impl PlayView {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.viewport.cell_at(mouse.column, mouse.row);
        let cell = cell.filter(|(panel, _)| *panel == 0).map(|(_, place)| place);
        let is_plain = mouse.modifiers.is_empty();
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.auto = None;
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return };
                if from == to { self.clicked(to) } else { self.bring(from, to) }
            }
            // The button was released outside the window.
            MouseEventKind::Moved => self.pressed = None,
            // A right click lets go of a box first.
            MouseEventKind::Down(MouseButton::Right) if self.taken.take().is_some() => {
                self.message = Message::None;
            }
            MouseEventKind::Down(MouseButton::Right) => self.walk(PlayCommand::UndoAction),
            MouseEventKind::ScrollUp if is_plain => self.walk(PlayCommand::UndoAction),
            MouseEventKind::ScrollDown if is_plain => self.walk(PlayCommand::RedoAction),
            _ => self.viewport.wheel(mouse),
        }
    }

    fn walk(&mut self, command: PlayCommand) {
        (self.auto, self.taken) = (None, None);
        self.execute(command);
    }

    fn can_take(&self, place: Coordinates) -> bool {
        self.game().position().controls().is_some_and(|controls| controls.can_take(place))
    }

    fn clicked(&mut self, at: Coordinates) {
        match self.taken.take() {
            Some(from) if from == at => self.message = Message::None,
            Some(from) if !self.can_take(at) => self.bring(from, at),
            _ if self.can_take(at) => {
                self.taken = Some(at);
                self.say("taken up: click where it should go");
            }
            _ => drop(self.execute(PlayCommand::Go(at))),
        }
    }

    fn bring(&mut self, from: Coordinates, to: Coordinates) {
        self.taken = None;
        self.execute(PlayCommand::Bring(from, to));
    }
}
