//! Takes the screen of the terminal and gives it back: at the end, at a panic, at a signal.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::ui::signals::Signals;

/// Whether the screen is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

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
                // The message belongs on the screen that stays.
                give_back();
                before(what);
            }));
        });
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        signals.on_screen(Some(give_back));
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture).and_then(|()| open());
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

/// Makes the terminal what it was. If it is gone, there is nothing to be made.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}
