//! What the mouse does: a click walks or takes up a box, a drag moves it elsewhere, the wheel undoes and redoes.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::state::{Message, PlayView};
use lurd_puzzle::puzzle::Place;
use lurd_toolkit::play::commands::PlayCommand;

impl PlayView {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.viewport.cell_at(mouse.column, mouse.row);
        let cell = cell.filter(|(panel, _)| *panel == 0).map(|(_, place)| place);
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
            MouseEventKind::Down(MouseButton::Right) => self.walk_back_or_on(PlayCommand::UndoAction),
            MouseEventKind::ScrollUp if mouse.modifiers.is_empty() => {
                self.walk_back_or_on(PlayCommand::UndoAction);
            }
            MouseEventKind::ScrollDown if mouse.modifiers.is_empty() => {
                self.walk_back_or_on(PlayCommand::RedoAction);
            }
            _ => self.viewport.wheel(mouse),
        }
    }

    fn walk_back_or_on(&mut self, command: PlayCommand) {
        (self.auto, self.taken) = (None, None);
        self.execute(command);
    }

    fn can_take(&self, place: Place) -> bool {
        self.game().position().controls().is_some_and(|controls| controls.can_take(place))
    }

    fn clicked(&mut self, at: Place) {
        match self.taken.take() {
            Some(from) if from == at => self.message = Message::None,
            Some(from) if !self.can_take(at) => self.bring(from, at),
            _ if self.can_take(at) => {
                self.taken = Some(at);
                self.say("taken up: click where it should go");
            }
            _ => {
                self.execute(PlayCommand::Go(at));
            }
        }
    }

    fn bring(&mut self, from: Place, to: Place) {
        self.taken = None;
        self.execute(PlayCommand::Bring(from, to));
    }
}
