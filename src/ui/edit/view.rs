//! The editor on the whole screen: passes events on to what handles them.

use lurd_toolkit::files::WriteError;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind};

use super::draw;
use super::keys::action;
use super::state::{Asked, EditView, ProofSearch, Question};
use crate::ui::screen::entry::Typed;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::view::{Flow, View};

/// The draft is kept at least this often.
const KEEP_EVERY: Duration = Duration::from_millis(250);

impl EditView {
    fn key(&mut self, key: KeyEvent) -> Flow {
        // A key pressed while the mouse button is held is no part of the stroke.
        self.end_stroke();
        if let Some(question) = self.question.take() {
            return self.answer(question, key);
        }
        if let Some(entry) = &mut self.entry {
            let label = entry.label;
            match entry.key(key) {
                Typed::More => {}
                Typed::Dropped => (self.entry, self.leaves_after) = (None, false),
                Typed::Done(line) => {
                    self.entry = None;
                    return self.typed(label, &line);
                }
            }
            return Flow::Stay;
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code, self.height);
            return Flow::Stay;
        }
        action(key).map_or(Flow::Stay, |action| self.act(action))
    }
}

impl View for EditView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.trial {
            Some(trial) => trial.draw(frame),
            None => draw::draw(self, frame),
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
        let is_free = self.entry.is_none() && self.question.is_none() && self.pages.is_none();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if is_free => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.trial.as_mut().is_some_and(View::tick) || self.searching.is_some();
        if let Some(search) = &mut self.searching
            && let Some(result) = search.result()
        {
            self.searching = None;
            match result {
                Ok(run) => self.found(&run),
                Err(message) => self.complain(message),
            }
        }
        is_new |= self.prove();
        if self.is_stale && self.kept.elapsed() > KEEP_EVERY {
            if let Err(message) = self.leave() {
                self.complain(message);
            }
            is_new = true;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.is_stale
            || self.searching.is_some()
            || matches!(self.proof, ProofSearch::Running(_))
            || self.trial.as_ref().is_some_and(View::is_busy)
    }

    fn asks_anew(&mut self) -> bool {
        let is_new = matches!(self.question, Some(Question::Recover(_))) && self.asked == Asked::Seen;
        if is_new {
            self.asked = Asked::Open;
        }
        is_new
    }

    fn theme(&mut self) -> Option<&mut Theme> {
        Some(&mut self.theme)
    }

    fn leave(&mut self) -> Result<(), WriteError> {
        if !self.is_stale {
            return Ok(());
        }
        (self.kept, self.is_stale) = (Instant::now(), false);
        self.editor.keep_draft()
    }
}
