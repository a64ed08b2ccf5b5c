//! The player on the whole screen: passes events on to what handles them.

use lurd_toolkit::files::WriteError;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

use super::browser::Browsed;
use super::draw;
use super::keys::{PlayAction, action};
use super::solutions::Chosen;
use super::state::{Message, PlayView};
use crate::ui::pasted::{dropped_file, unspaced};
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::theme::Theme;
use crate::ui::screen::view::{Flow, View};
use lurd_toolkit::play::commands::{Level, PlayCommand, read};

/// Progress is saved at least this often.
const SAVE_EVERY: Duration = Duration::from_secs(3);

impl PlayView {
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
                        Ok(command) => return self.execute(command),
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
        // In a shifter the letter shifts a line.
        let is_free = self.game().cursor().is_none();
        let action =
            if is_free && key.code == KeyCode::Char('L') { Some(PlayAction::Browse) } else { action(key) };
        action.map_or(Flow::Stay, |action| self.act(action))
    }

    /// Lets the list of levels or of saved solutions handle an event; false if there is none.
    fn choose(&mut self, event: &Event) -> bool {
        if let Some(browser) = &mut self.browser {
            match browser.handle(event) {
                Browsed::Stay => {}
                Browsed::Close => self.browser = None,
                Browsed::Play(number) => {
                    self.browser = None;
                    self.auto = None;
                    self.execute(PlayCommand::Level(Level::At(number)));
                }
            }
            return true;
        }
        let Some(mut list) = self.solutions.take() else { return false };
        match list.handle(event) {
            Chosen::Stay => self.solutions = Some(list),
            Chosen::Close => {}
            Chosen::Export(number) => self.entry = Some(Entry::new(":", &format!("export {number} "))),
            Chosen::Command(command) => {
                let is_deletion = matches!(command, PlayCommand::Delete(_));
                self.execute(command);
                if is_deletion {
                    let done = std::mem::take(&mut self.message);
                    self.execute(PlayCommand::Solutions);
                    self.solutions = self.solutions.take().map(|new| new.chosen_as(&list));
                    if let (Some(list), Message::Said(text) | Message::Bad(text)) =
                        (&mut self.solutions, done)
                    {
                        list.message = text;
                    }
                } else {
                    self.solutions = Some(list);
                }
            }
        }
        true
    }

    /// Takes a paste as text for the line being typed, or else as steps of a solution, levels, or the path of a
    /// file that was dropped on the terminal.
    fn paste(&mut self, text: &str) {
        if let Some(entry) = &mut self.entry {
            return entry.paste(text);
        }
        self.pages = None;
        let steps = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.game().reads(&steps).is_ok() {
            self.execute(PlayCommand::Act(steps));
        } else {
            let text = unspaced(text);
            self.execute(PlayCommand::Open(dropped_file(&text).unwrap_or(text)));
        }
    }
}

impl View for PlayView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        if let Some(follow) = &mut self.follow {
            if follow.handle(event) == Flow::Leave {
                self.message = follow.left_at().map_or(Message::None, Message::Said);
                self.follow = None;
            }
            return Flow::Stay;
        }
        if self.choose(event) {
            return Flow::Stay;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.searches.progress().is_some();
        is_new |= self.follow.as_mut().is_some_and(|follow| follow.tick());
        if let Some(result) = self.searches.result() {
            match result {
                Ok(found) => self.found(found),
                Err(message) => self.complain(message),
            }
            is_new = true;
        }
        if self.auto.is_some_and(|due| due <= Instant::now()) {
            self.execute(PlayCommand::Step(1));
            // At the end of the answer, and where it leads elsewhere, nothing is due any more.
            self.auto = self.auto.map(|_| Instant::now() + self.pace);
            is_new = true;
        }
        let Self { searches, level_set, .. } = self;
        is_new |= searches.check(level_set.game());
        if self.saved.elapsed() > SAVE_EVERY {
            let before = self.unsaved.clone();
            // A failure is shown until saving succeeds.
            let _ = self.leave();
            is_new |= before != self.unsaved;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        let follows = self.follow.as_ref().is_some_and(|follow| follow.is_busy());
        follows || self.auto.is_some() || self.searches.are_running()
    }

    fn theme(&mut self) -> Option<&mut Theme> {
        Some(&mut self.theme)
    }

    fn leave(&mut self) -> Result<(), WriteError> {
        self.saved = Instant::now();
        self.unsaved = self.level_set.save().err();
        self.unsaved.clone().map_or(Ok(()), Err)
    }
}
