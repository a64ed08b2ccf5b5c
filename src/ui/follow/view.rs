//! The screen that follows an answer: what keys and time do.

use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent};

use super::draw;
use super::keys::{FollowAction, HELP, action};
use super::state::FollowView;
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::view::{Flow, View};
use lurd_report as report;
use lurd_toolkit::files::WriteError;

impl FollowView {
    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(entry) = &mut self.entry {
            match entry.key(key) {
                Typed::More => {}
                Typed::Dropped => self.entry = None,
                Typed::Done(line) => {
                    self.entry = None;
                    self.go_to_typed(line.trim());
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

    fn go_to_typed(&mut self, line: &str) {
        let result = match line.parse() {
            Ok(number) => self.go_to_number(number),
            Err(_) if line.is_empty() => Ok(()),
            Err(_) => Err(format!("'{line}' is not a number").into()),
        };
        if let Err(error) = result {
            self.message = error.to_string();
        }
    }

    fn act(&mut self, action: FollowAction) -> Flow {
        if !matches!(
            action,
            FollowAction::Auto
                | FollowAction::Faster
                | FollowAction::Slower
                | FollowAction::Zoom(_)
                | FollowAction::OtherBoard
        ) {
            self.auto = None;
        }
        match action {
            FollowAction::Next => self.go_to(self.done + 1),
            FollowAction::Back => self.go_to(self.done.saturating_sub(1)),
            FollowAction::First => self.go_to(0),
            FollowAction::End => self.go_to(usize::MAX),
            FollowAction::GoTo(digit) => {
                let text = digit.map(String::from).unwrap_or_default();
                self.entry = Some(Entry::new("go to number: ", &text));
            }
            FollowAction::Auto => self.toggle_auto(),
            FollowAction::Faster => self.set_pace(self.pace / 2),
            FollowAction::Slower => self.set_pace(self.pace * 2),
            FollowAction::Zoom(zoom) => self.viewport.zoom(zoom),
            FollowAction::OtherBoard => self.shows_after = !self.shows_after,
            FollowAction::ViewAll => self.view_all(),
            FollowAction::Help => self.pages = Some(Pages::keys("Following an answer", HELP)),
            FollowAction::Leave => return Flow::Leave,
        }
        Flow::Stay
    }

    /// Shows everything that is said on pages, however long it is.
    fn view_all(&mut self) {
        let said = draw::lines(self).into_iter().map(|(line, _)| line);
        let layout = self.follow.instructions().layout.clone();
        self.pages =
            Some(Pages::text(&report::follow_heading(self.follow.instructions(), 0), said.chain([layout])));
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        self.viewport.wheel(mouse);
    }
}

impl View for FollowView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => self.mouse(*mouse),
            Event::Paste(text) => {
                if let Some(entry) = &mut self.entry {
                    entry.paste(text);
                }
            }
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        if self.auto.is_none_or(|due| due > Instant::now()) {
            return false;
        }
        self.go_to(self.done + 1);
        self.auto = self.step.is_some().then(|| Instant::now() + self.pace);
        true
    }

    fn is_busy(&self) -> bool {
        self.auto.is_some()
    }

    /// There is nothing to save.
    fn theme(&mut self) -> Option<&mut Theme> {
        Some(&mut self.theme)
    }

    fn leave(&mut self) -> Result<(), WriteError> {
        Ok(())
    }
}
