//! Signals: Ctrl-C and SIGINT, SIGTERM and SIGHUP, SIGQUIT, SIGTSTP.
//!
//! - SIGINT stops the search, which shows what it found; a second within two seconds, or one while no search runs,
//!   ends lurd at once.
//! - SIGTERM and SIGHUP do the same, and lurd ends once the search has shown what it found.
//! - SIGQUIT restores the terminal and ends lurd by that signal.
//! - SIGTSTP stops the process; a view gives the screen back before and takes it again afterwards.
//!
//! On the full screen Ctrl-C is a key, and a signal that ends lurd asks the view to end, which saves unsaved work. If
//! the view does not react within a second, lurd ends without it. Signals that were ignored when lurd started stay
//! ignored.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use std::time::{Duration, Instant};

#[cfg(not(unix))]
use other as handlers;
#[cfg(unix)]
use unix as handlers;

use lurd_engine::program::budget::Cancel;
use lurd_toolkit::exit::Exit;

const AGAIN_WITHIN: Duration = Duration::from_secs(2);
/// Time for a view to react; it checks several times a second.
const REACTION_TIME: Duration = Duration::from_secs(1);

/// Restores the screen while a view uses it.
type RestoreScreen = Option<fn()>;

/// A signal, by what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// The search should stop.
    Interrupt,
    /// lurd should end.
    End,
    /// lurd should end at once.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has it"))]
    Quit,
    /// lurd should stop until it is continued.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has it"))]
    Suspend,
}

/// State shared by the signal handler and the commands.
#[derive(Clone, Default)]
pub(super) struct Signals {
    pub(super) cancel: Cancel,
    searching: Arc<AtomicBool>,
    screen: Arc<Mutex<RestoreScreen>>,
    /// Whether the view is asked to end, and has not noticed yet.
    leaving: Arc<AtomicBool>,
    /// Whether lurd ends once the search has ended.
    ending: Arc<AtomicBool>,
    /// Whether the view is asked to give the screen back and to stop the process.
    suspending: Arc<AtomicBool>,
    /// When a signal asked for an end last.
    last: Arc<Mutex<Option<Instant>>>,
    handlers: handlers::Handlers,
}

impl Signals {
    /// Installs the handlers. If that fails, signals keep their default actions.
    pub(super) fn install() -> Self {
        let signals = Self { handlers: handlers::Handlers::new(), ..Self::default() };
        let shared = signals.clone();
        signals.handlers.install(move |signal| shared.receive(signal));
        signals
    }

    fn receive(&self, signal: Signal) {
        let screen = *self.screen.lock().unwrap_or_else(PoisonError::into_inner);
        match signal {
            Signal::Quit => {
                self.restore(screen);
                handlers::quit();
            }
            Signal::Suspend => self.suspending.store(screen.is_some(), Ordering::SeqCst),
            Signal::Interrupt | Signal::End => self.stop(signal, screen),
        }
    }

    /// Stops the search or the view, or lurd if there is neither.
    fn stop(&self, signal: Signal, screen: RestoreScreen) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let was_ending = signal == Signal::End && self.ending.swap(true, Ordering::SeqCst);
        let again = was_ending || last.is_some_and(|last| last.elapsed() < AGAIN_WITHIN);
        *last = Some(Instant::now());
        // A view may have unsaved work.
        if screen.is_some() && !again {
            self.leaving.store(true, Ordering::SeqCst);
            let waiting = self.clone();
            let watcher = std::thread::Builder::new().spawn(move || {
                std::thread::sleep(REACTION_TIME);
                if waiting.leaving.load(Ordering::SeqCst) {
                    waiting.leave(screen);
                }
            });
            // Without another thread only a second signal ends a view that does not react.
            drop(watcher);
            return;
        }
        if again || !self.searching.load(Ordering::SeqCst) {
            self.leave(screen);
        }
        self.cancel.cancel();
    }

    fn restore(&self, screen: RestoreScreen) {
        if let Some(restore) = screen {
            restore();
        }
        self.handlers.restore_terminal();
    }

    fn leave(&self, screen: RestoreScreen) -> ! {
        self.restore(screen);
        std::process::exit(Exit::Interrupted.code().into());
    }

    /// Sets how to restore the screen; `None` when no view uses it.
    pub(super) fn on_screen(&self, restore: Option<fn()>) {
        self.handlers.on_screen(restore.is_some());
        *self.screen.lock().unwrap_or_else(PoisonError::into_inner) = restore;
        self.leaving.store(false, Ordering::SeqCst);
        self.suspending.store(false, Ordering::SeqCst);
    }

    pub(super) fn wants_to_leave(&self) -> bool {
        self.leaving.swap(false, Ordering::SeqCst)
    }

    /// Whether a view should give the screen back and call [`suspend`].
    pub(super) fn wants_to_suspend(&self) -> bool {
        self.suspending.swap(false, Ordering::SeqCst)
    }

    /// Whether a signal asked lurd to end; no further command is carried out.
    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// Runs a search that the handler can cancel.
    pub(super) fn during<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.store(true, Ordering::SeqCst);
        let result = search();
        self.searching.store(false, Ordering::SeqCst);
        result
    }
}

/// Stops the process until it is continued.
pub(super) fn suspend() {
    handlers::suspend();
}
