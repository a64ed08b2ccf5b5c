//! What the mouse does: a click walks or takes something up, a drag brings it elsewhere.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::view::{Message, PlayView};
use crate::puzzle::Place;

impl PlayView {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let cell =
            self.viewport.cell_at(mouse.column, mouse.row).filter(|(panel, _)| *panel == 0).map(|it| it.1);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.auto = None;
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return };
                if from == to { self.clicked(to) } else { self.drawn(from, to) }
            }
            // The button was let go where nobody saw it.
            MouseEventKind::Moved => self.pressed = None,
            MouseEventKind::Down(MouseButton::Right) => self.taken = None,
            MouseEventKind::ScrollUp => self.viewport.scroll(0, -2),
            MouseEventKind::ScrollDown => self.viewport.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.viewport.scroll(-4, 0),
            MouseEventKind::ScrollRight => self.viewport.scroll(4, 0),
            _ => {}
        }
    }

    pub(super) fn can_take(&self, place: Place) -> bool {
        self.game().position().controls().is_some_and(|controls| controls.can_take(place))
    }

    pub(super) fn clicked(&mut self, at: Place) {
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

    pub(super) fn drawn(&mut self, from: Place, to: Place) {
        self.taken = None;
        let done = self.game_mut().bring(from, to);
        self.moved(done);
    }
}
