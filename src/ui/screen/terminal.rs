//! Takes the screen of the terminal and gives it back: at the end, at a panic, at a signal. A panic of a
//! search in the background takes nothing away from who shows the screen, and must not be written over
//! it: whoever waits for that search is told.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::ui::signals::Signals;

/// Whether the screen is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// The thread that shows it.
static OWNER: Mutex<Option<ThreadId>> = Mutex::new(None);

/// The screen, until it is dropped.
pub(super) struct Held {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Signals,
}

impl Held {
    pub(super) fn take(signals: &Signals) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |what| {
                if is_elsewhere(thread::current().id()) {
                    return;
                }
                // The message belongs on the screen that stays.
                give_back();
                before(what);
            }));
        });
        enable_raw_mode()?;
        *OWNER.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        TAKEN.store(true, Ordering::SeqCst);
        signals.on_screen(Some(give_back));
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            .and_then(|()| open());
        match taken {
            Ok(terminal) => Ok(Self { terminal, signals: signals.clone() }),
            Err(error) => {
                give_back();
                signals.on_screen(None);
                Err(error)
            }
        }
    }
}

/// The screen in its size; some lines do not tell theirs, and get what terminals have had for ever.
fn open() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let backend = CrosstermBackend::new(io::stdout());
    match size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => Terminal::new(backend),
        _ => {
            let viewport = Viewport::Fixed(Rect::new(0, 0, 80, 24));
            Terminal::with_options(backend, TerminalOptions { viewport })
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
        self.signals.on_screen(None);
    }
}

/// Whether the screen is taken by another thread than this.
fn is_elsewhere(this: ThreadId) -> bool {
    let owner = *OWNER.lock().unwrap_or_else(PoisonError::into_inner);
    TAKEN.load(Ordering::SeqCst) && owner.is_some_and(|owner| owner != this)
}

/// Makes the terminal what it was. If it is gone, there is nothing to be made.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ =
            execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_elsewhere_takes_no_screen_away() {
        let this = thread::current().id();
        assert!(!is_elsewhere(this), "nobody has the screen");
        let other = thread::spawn(|| thread::current().id()).join().expect("a thread");
        *OWNER.lock().expect("not poisoned") = Some(this);
        TAKEN.store(true, Ordering::SeqCst);
        let found = [is_elsewhere(this), is_elsewhere(other)];
        TAKEN.store(false, Ordering::SeqCst);
        assert_eq!(found, [false, true]);
    }
}
