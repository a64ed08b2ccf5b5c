//! What fills the screen, a view, and the loop that shows it until the player leaves it.

use std::{io, time::Duration};

use lurd_toolkit::{exit::Exit, files::WriteError};
use ratatui::{Frame, crossterm::event::Event};

use super::input::{self, ScreenInput};
use crate::signals::Signals;

/// The wait for an event while the view is busy.
const BUSY_WAIT: Duration = Duration::from_millis(30);
/// The wait for an event otherwise.
const IDLE_WAIT: Duration = Duration::from_millis(200);
/// Events handled before the screen is drawn again: a burst of keys, a drag of the mouse.
const MAX_BURST: usize = 256;

/// How showing a view ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    /// Whether a signal ended it.
    pub(crate) interrupted: bool,
    /// Why the screen cannot be used, or what could not be saved.
    pub(crate) error: Option<String>,
}

/// Shows a view until the player leaves it.
pub(crate) fn run(view: &mut dyn View, signals: &Signals) -> Ended {
    let failed = |error: io::Error| {
        let message = format!("cannot use the full screen: {error}; '--plain' uses lines");
        Ended { interrupted: false, error: Some(message) }
    };
    let mut held = match input::Held::take(signals) {
        Ok(held) => held,
        Err(error) => return failed(error),
    };
    let shown = show(view, &mut held, signals);
    let error = view.leave().err().map(String::from);
    if input::is_gone() {
        // Nothing can be reported, and no terminal can be restored.
        std::process::exit(Exit::Interrupted.code().into());
    }
    match shown {
        Ok(interrupted) => Ended { interrupted, error },
        Err(error) => failed(error),
    }
}

/// Shows a view, and returns whether it ended because a signal asked for it or the terminal is gone.
fn show(view: &mut dyn View, held: &mut input::Held, signals: &Signals) -> io::Result<bool> {
    let mut is_stale = true;
    loop {
        if signals.wants_to_leave() {
            return Ok(true);
        }
        if signals.wants_to_suspend() {
            held.suspend()?;
            is_stale = true;
        }
        if is_stale {
            held.draw(|frame| view.draw(frame))?;
        }
        let wait = if view.is_busy() { BUSY_WAIT } else { IDLE_WAIT };
        let mut handled = 0;
        while handled < MAX_BURST {
            match input::next(if handled == 0 { wait } else { Duration::ZERO })? {
                ScreenInput::Event(event) if view.handle(&event) == Flow::Leave => return Ok(false),
                ScreenInput::Event(_) => handled += 1,
                ScreenInput::Nothing => break,
                ScreenInput::HungUp => return Ok(true),
            }
        }
        is_stale = view.tick() || handled > 0;
    }
}

// What fills the screen.

/// Whether the view goes on after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Stay,
    Leave,
}

/// What fills the screen. It does not access the terminal, so tests can draw it on screens of any size.
pub(crate) trait View {
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// Handles a key, the mouse, a paste or a change of size.
    fn handle(&mut self, event: &Event) -> Flow;

    /// Does what is due and returns whether there is something new to draw.
    fn tick(&mut self) -> bool {
        false
    }

    /// Whether `tick` should be called often.
    fn is_busy(&self) -> bool {
        false
    }

    /// Saves what must not be lost. The player leaves, perhaps because of a signal.
    fn leave(&mut self) -> Result<(), WriteError> {
        Ok(())
    }
}
