//! Takes over the screen of the terminal and restores it: at the end, at a panic, at a signal. A panic of a
//! background search neither restores the screen nor writes to it; it is reported as the result of the search.

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

use crate::ui::screen::input;
use crate::ui::signals::{self, Signals};

/// Whether the screen is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// The thread that took it over.
static OWNER: Mutex<Option<ThreadId>> = Mutex::new(None);

/// The screen, which is restored on drop.
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
                // The message belongs on the restored screen.
                give_back();
                before(what);
            }));
        });
        input::end_with_the_terminal(|| TAKEN.load(Ordering::SeqCst));
        enable_raw_mode()?;
        *OWNER.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        match enter(signals).and_then(|()| open()) {
            Ok(terminal) => Ok(Self { terminal, signals: signals.clone() }),
            Err(error) => {
                give_back();
                signals.on_screen(None);
                Err(error)
            }
        }
    }

    /// Gives the screen back, stops the process, and takes the screen again once it is continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signals::suspend();
        enable_raw_mode()?;
        enter(&self.signals)?;
        // What is on the screen now is not what was drawn last.
        self.terminal = open()?;
        Ok(())
    }
}

/// Takes the screen over. The terminal is in raw mode already.
fn enter(signals: &Signals) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    signals.on_screen(Some(give_back));
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// The screen in its size; 80x24 if the terminal does not report it.
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

/// Whether another thread than `this` has taken over the screen.
fn is_elsewhere(this: ThreadId) -> bool {
    let owner = *OWNER.lock().unwrap_or_else(PoisonError::into_inner);
    TAKEN.load(Ordering::SeqCst) && owner.is_some_and(|owner| owner != this)
}

/// Restores the terminal, if it is still there.
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
    fn a_panic_of_another_thread_keeps_the_screen() {
        let this = thread::current().id();
        assert!(!is_elsewhere(this), "the screen is free");
        let other = thread::spawn(|| thread::current().id()).join().expect("a thread");
        *OWNER.lock().expect("not poisoned") = Some(this);
        TAKEN.store(true, Ordering::SeqCst);
        let found = [is_elsewhere(this), is_elsewhere(other)];
        TAKEN.store(false, Ordering::SeqCst);
        assert_eq!(found, [false, true]);
    }
}
