//! What fills the screen.

use lurd_toolkit::files::WriteError;
use ratatui::Frame;
use ratatui::crossterm::event::Event;

use super::theme::Theme;

/// Whether the view goes on after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Flow {
    Stay,
    Leave,
}

/// What fills the screen. It does not access the terminal, so tests can draw it on screens of any size.
pub(in crate::ui) trait View {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Handles a key, the mouse, a paste or a change of size.
    fn handle(&mut self, event: &Event) -> Flow;

    /// Does what is due and returns whether there is something new to draw.
    fn tick(&mut self) -> bool;

    /// Whether `tick` should be called often.
    fn is_busy(&self) -> bool;

    /// Whether the view has just been drawn with a new question. Keys typed before that were not meant for it.
    fn asks_anew(&mut self) -> bool {
        false
    }

    /// The theme that it is drawn in, in which the abilities of the terminal are filled in.
    fn theme(&mut self) -> Option<&mut Theme> {
        None
    }

    /// Saves what must not be lost. The player leaves, perhaps because of a signal.
    fn leave(&mut self) -> Result<(), WriteError>;
}
