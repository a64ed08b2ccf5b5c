//! The handlers of Unix, and the state of the terminal.

use std::io::{IsTerminal, Write};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
    mpsc::channel,
};

use nix::unistd::{getpgrp, getsid};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    flag::register_conditional_default,
    iterator,
    low_level::emulate_default_handler,
};

use super::Signal;

const KNOWN: &[(i32, Signal)] = &[
    (SIGINT, Signal::Interrupt),
    (SIGTERM, Signal::End),
    (SIGHUP, Signal::End),
    (SIGQUIT, Signal::Quit),
    (SIGTSTP, Signal::Suspend),
];

/// What the handlers share with the rest.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    /// The settings of the terminal at the start. The line editor changes them; ending at once must reset them.
    terminal: Option<Termios>,
    /// Whether SIGTSTP stops the process at once.
    stops: Arc<AtomicBool>,
    /// Whether something can continue the process after SIGTSTP.
    can_stop: bool,
}

impl Handlers {
    pub(super) fn new() -> Self {
        // The group of a session's leader has no shell that could continue it: the default action of SIGTSTP does
        // nothing there, while SIGSTOP, which the handler uses, would stop it for ever. Both numbers are 0 if the
        // leader is outside the container that lurd runs in, which rustix's types of them rule out.
        let can_stop = getsid(None).is_ok_and(|session| session != getpgrp());
        Self { terminal: tcgetattr(rustix::stdio::stdin()).ok(), stops: Arc::new(AtomicBool::new(can_stop)), can_stop }
    }

    /// Calls `receive` for each signal, on a thread of its own. Without that thread nothing is installed.
    pub(super) fn install(&self, receive: impl Fn(Signal) + Send + 'static) {
        let (send, installed) = channel::<iterator::Signals>();
        let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let Ok(mut signals) = installed.recv() else { return };
            for number in signals.forever() {
                if let Some(&(_, signal)) = KNOWN.iter().find(|(known, _)| *known == number) {
                    receive(signal);
                }
            }
        });
        if thread.is_err() {
            return;
        }
        let ignored = ignored_signals();
        let numbers = KNOWN.iter().map(|(number, _)| *number).filter(|number| !ignored.contains(number));
        if !ignored.contains(&SIGTSTP) {
            // The line editor expects that the process has stopped when its signal has been sent.
            let _ = register_conditional_default(SIGTSTP, Arc::clone(&self.stops));
        }
        if let Ok(signals) = iterator::Signals::new(numbers) {
            let _ = send.send(signals);
        }
    }

    pub(super) fn on_screen(&self, is_taken: bool) {
        self.stops.store(self.can_stop && !is_taken, Ordering::SeqCst);
    }

    pub(super) fn restore_terminal(&self) {
        let Some(state) = &self.terminal else { return };
        let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, state);
        // The line editor has asked for pastes to be marked.
        let mut out = std::io::stdout();
        if out.is_terminal() {
            let _ = out.write_all(b"\x1b[?2004l").and_then(|()| out.flush());
        }
    }
}

/// Ends the process by SIGQUIT.
pub(super) fn quit() {
    let _ = emulate_default_handler(SIGQUIT);
}

/// Stops the process, unless nothing could continue it.
pub(super) fn suspend() {
    if Handlers::new().can_stop {
        let _ = emulate_default_handler(SIGTSTP);
    }
}

/// The signals that were ignored when the process started, as `nohup` makes SIGHUP; they must stay so. SIGINT and
/// SIGQUIT, which a shell ignores for what it starts in the background, are handled if standard input is a terminal.
/// Known on Linux only: elsewhere the list is empty.
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = ignored_mask(&status);
    let has_terminal = std::io::stdin().is_terminal();
    let is_of_keys = |number: i32| matches!(number, SIGINT | SIGQUIT | SIGTSTP);
    let numbers = KNOWN.iter().map(|(number, _)| *number);
    numbers.filter(|&number| mask >> (number - 1) & 1 == 1 && !(has_terminal && is_of_keys(number))).collect()
}

/// The bits of the ignored signals; bit 0 is signal 1.
fn ignored_mask(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_kernel_is_read() {
        assert_eq!(ignored_mask("Name:\tlurd\nSigIgn:\t0000000000001001\nSigCgt:\tff\n"), 0x1001);
        assert_eq!((ignored_mask(""), ignored_mask("SigIgn: x\n")), (0, 0));
    }
}
