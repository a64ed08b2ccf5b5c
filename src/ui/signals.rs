//! Ctrl-C and SIGTERM. The first signal stops the search, which shows what it found; a second within two
//! seconds, or one while no search runs, ends lurd at once. On the full screen Ctrl-C is a key, and SIGTERM
//! asks the view to end, which saves unsaved work. If the view does not react within a second, lurd ends
//! without it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::Cancel;
use crate::toolkit::exit::Exit;

const AGAIN_WITHIN: Duration = Duration::from_secs(2);
/// Time for a view to react; it checks several times a second.
const REACTION_TIME: Duration = Duration::from_secs(1);

/// Restores the screen while a view uses it.
type RestoreScreen = Option<fn()>;

/// State shared by the signal handler and the commands.
#[derive(Clone, Default)]
pub(super) struct Signals {
    pub(super) cancel: Cancel,
    searching: Arc<AtomicBool>,
    screen: Arc<Mutex<RestoreScreen>>,
    leaving: Arc<AtomicBool>,
    /// Whether the view has seen `leaving`.
    seen: Arc<AtomicBool>,
}

impl Signals {
    /// Installs the handler. If that fails, Ctrl-C keeps its default action.
    pub(super) fn install() -> Self {
        let signals = Self::default();
        let shared = signals.clone();
        let last: Mutex<Option<Instant>> = Mutex::new(None);
        let terminal = terminal::State::now();
        let _ = ctrlc::set_handler(move || {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            let again = last.is_some_and(|last| last.elapsed() < AGAIN_WITHIN);
            let screen = *shared.screen.lock().unwrap_or_else(PoisonError::into_inner);
            // A view may have unsaved work.
            if screen.is_some() && !again {
                *last = Some(Instant::now());
                shared.seen.store(false, Ordering::SeqCst);
                shared.leaving.store(true, Ordering::SeqCst);
                let (waiting, state) = (shared.clone(), terminal.clone());
                let watcher = std::thread::Builder::new().spawn(move || {
                    std::thread::sleep(REACTION_TIME);
                    if waiting.leaving.load(Ordering::SeqCst) && !waiting.seen.load(Ordering::SeqCst) {
                        leave(screen, &state);
                    }
                });
                // Without another thread only a second signal ends a view that does not react.
                drop(watcher);
                return;
            }
            if again || !shared.searching.load(Ordering::SeqCst) {
                leave(screen, &terminal);
            }
            *last = Some(Instant::now());
            shared.cancel.cancel();
        });
        signals
    }

    /// Sets how to restore the screen; `None` when no view uses it.
    pub(super) fn on_screen(&self, restore: Option<fn()>) {
        *self.screen.lock().unwrap_or_else(PoisonError::into_inner) = restore;
        self.leaving.store(false, Ordering::SeqCst);
    }

    pub(super) fn wants_to_leave(&self) -> bool {
        let leaves = self.leaving.load(Ordering::SeqCst);
        if leaves {
            self.seen.store(true, Ordering::SeqCst);
        }
        leaves
    }

    /// Runs a search that the handler can cancel.
    pub(super) fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let result = search();
        self.searching.store(false, Ordering::SeqCst);
        result
    }
}

fn leave(screen: RestoreScreen, terminal: &terminal::State) -> ! {
    if let Some(restore) = screen {
        restore();
    }
    terminal.restore();
    std::process::exit(Exit::Interrupted.code().into());
}

/// The line editor sets the terminal to raw mode; exiting at once must reset it.
#[cfg(unix)]
mod terminal {
    use std::io::{IsTerminal, Write};

    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    #[derive(Clone)]
    pub(super) struct State(Option<Termios>);

    impl State {
        pub(super) fn now() -> Self {
            Self(tcgetattr(rustix::stdio::stdin()).ok())
        }

        pub(super) fn restore(&self) {
            let Some(state) = &self.0 else { return };
            let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, state);
            // The line editor has asked for pastes to be marked.
            let mut out = std::io::stdout();
            if out.is_terminal() {
                let _ = out.write_all(b"\x1b[?2004l").and_then(|()| out.flush());
            }
        }
    }
}

#[cfg(not(unix))]
mod terminal {
    #[derive(Clone)]
    pub(super) struct State;

    impl State {
        pub(super) fn now() -> Self {
            Self
        }

        pub(super) fn restore(&self) {}
    }
}
