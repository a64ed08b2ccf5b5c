//! Ctrl-C and SIGTERM: the first one stops the search and shows what there is, a second within two
//! seconds leaves at once. While nothing is searched there is nothing to stop: lurd leaves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::Cancel;
use crate::toolkit::exit::Exit;

const AGAIN_WITHIN: Duration = Duration::from_secs(2);

/// What the handler and the commands share.
#[derive(Clone, Default)]
pub(super) struct Signals {
    /// Stops the search that runs.
    pub(super) cancel: Cancel,
    searching: Arc<AtomicBool>,
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
            if again || !shared.searching.load(Ordering::SeqCst) {
                terminal.restore();
                std::process::exit(Exit::Interrupted.code().into());
            }
            *last = Some(Instant::now());
            shared.cancel.cancel();
        });
        signals
    }

    /// Runs a search that the handler may stop.
    pub(super) fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let result = search();
        self.searching.store(false, Ordering::SeqCst);
        result
    }
}

/// The line editor switches the terminal to raw input; leaving at once must switch it back.
#[cfg(unix)]
mod terminal {
    use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

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
    pub(super) struct State;

    impl State {
        pub(super) fn now() -> Self {
            Self
        }

        pub(super) fn restore(&self) {}
    }
}
