//! Ctrl-C and SIGTERM: the first one stops the search and shows what there is, a second within two
//! seconds leaves at once. While nothing is searched there is nothing to stop: lurd leaves. On the whole
//! screen Ctrl-C is a key, and SIGTERM asks the stage to end, which keeps what must not be lost. A stage
//! that does not hear that within a second hangs: lurd leaves without it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::Cancel;
use crate::toolkit::exit::Exit;

const AGAIN_WITHIN: Duration = Duration::from_secs(2);
/// So long a stage may take to hear that it should end. It looks several times a second.
const DEAF_AFTER: Duration = Duration::from_secs(1);

/// Gives the screen back, while it is taken.
type GiveBack = Option<fn()>;

/// What the handler and the commands share.
#[derive(Clone, Default)]
pub(super) struct Signals {
    /// Stops the search that runs.
    pub(super) cancel: Cancel,
    searching: Arc<AtomicBool>,
    screen: Arc<Mutex<GiveBack>>,
    leaving: Arc<AtomicBool>,
    /// Whether the stage knows.
    heard: Arc<AtomicBool>,
}

impl Signals {
    /// Installs the handler. Where that is impossible, Ctrl-C keeps its usual meaning.
    pub(super) fn install() -> Self {
        let signals = Self::default();
        let shared = signals.clone();
        let last: Mutex<Option<Instant>> = Mutex::new(None);
        let terminal = terminal::State::now();
        let _ = ctrlc::set_handler(move || {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            let again = last.is_some_and(|last| last.elapsed() < AGAIN_WITHIN);
            let screen = *shared.screen.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever shows the whole screen has something to keep before leaving.
            if screen.is_some() && !again {
                *last = Some(Instant::now());
                shared.heard.store(false, Ordering::SeqCst);
                shared.leaving.store(true, Ordering::SeqCst);
                let (shared, terminal) = (shared.clone(), terminal.clone());
                std::thread::spawn(move || {
                    std::thread::sleep(DEAF_AFTER);
                    if shared.leaving.load(Ordering::SeqCst) && !shared.heard.load(Ordering::SeqCst) {
                        leave(screen, &terminal);
                    }
                });
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

    /// Says who gives the screen back, or that it has been given back.
    pub(super) fn on_screen(&self, give_back: Option<fn()>) {
        *self.screen.lock().unwrap_or_else(PoisonError::into_inner) = give_back;
        self.leaving.store(false, Ordering::SeqCst);
    }

    /// Whether whoever shows the whole screen should end.
    pub(super) fn wants_to_leave(&self) -> bool {
        let leaves = self.leaving.load(Ordering::SeqCst);
        if leaves {
            self.heard.store(true, Ordering::SeqCst);
        }
        leaves
    }

    /// Runs a search that the handler may stop.
    pub(super) fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let result = search();
        self.searching.store(false, Ordering::SeqCst);
        result
    }
}

/// Makes the terminal what it was and ends the process.
fn leave(screen: GiveBack, terminal: &terminal::State) -> ! {
    if let Some(give_back) = screen {
        give_back();
    }
    terminal.restore();
    std::process::exit(Exit::Interrupted.code().into());
}

/// The line editor switches the terminal to raw input; leaving at once must switch it back.
#[cfg(unix)]
mod terminal {
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

    #[derive(Clone)]
    pub(super) struct State(Option<Termios>);

    impl State {
        pub(super) fn now() -> Self {
            Self(tcgetattr(rustix::stdio::stdin()).ok())
        }

        pub(super) fn restore(&self) {
            if let Some(state) = &self.0 {
                let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, state);
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
