//! Waits for events. A closed terminal always looks readable, and reading it blocks or spins forever, so each
//! read is preceded by a check whether the terminal is still there.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

use lurd_toolkit::exit::Exit;

pub(super) enum Input {
    /// A key, the mouse, a paste or a change of size.
    Event(Event),
    /// No event in that time.
    Nothing,
    /// The terminal is gone.
    HungUp,
}

pub(super) fn next(wait: Duration) -> io::Result<Input> {
    /// Long enough for the reader to wake up, too short to be noticed.
    const SOON: Duration = Duration::from_millis(20);
    // Events that have been read already are unknown to the terminal.
    for wait in [Duration::ZERO, wait] {
        let state = look(wait)?;
        if state == StdinState::Gone {
            return Ok(Input::HungUp);
        }
        if event::poll(Duration::ZERO)? {
            return event::read().map(Input::Event);
        }
        if state == StdinState::Readable {
            nudge();
            if event::poll(SOON)? {
                return event::read().map(Input::Event);
            }
        }
    }
    Ok(Input::Nothing)
}

pub(super) fn drain() -> io::Result<()> {
    /// Ends the loop while a key is held down.
    const MAX_EVENTS: usize = 4096;
    for _ in 0..MAX_EVENTS {
        match next(Duration::ZERO)? {
            Input::Event(_) => {}
            Input::Nothing | Input::HungUp => break,
        }
    }
    Ok(())
}

pub(super) fn is_gone() -> bool {
    look(Duration::ZERO).is_ok_and(|state| state == StdinState::Gone)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StdinState {
    Quiet,
    Readable,
    Gone,
}

#[cfg(unix)]
fn look(wait: Duration) -> io::Result<StdinState> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut watched, Some(&time)) {
        // A signal, for example a change of size.
        Err(Errno::INTR) => return Ok(StdinState::Quiet),
        other => other?,
    };
    let found = watched[0].revents();
    if found.contains(PollFlags::NVAL) {
        // Some systems do not support this for terminals.
        return event::poll(wait).map(|_| StdinState::Quiet);
    }
    Ok(if found.intersects(PollFlags::HUP | PollFlags::ERR) {
        StdinState::Gone
    } else if found.contains(PollFlags::IN) {
        StdinState::Readable
    } else {
        StdinState::Quiet
    })
}

#[cfg(not(unix))]
fn look(wait: Duration) -> io::Result<StdinState> {
    event::poll(wait).map(|_| StdinState::Quiet)
}

/// Wakes the reader. It reads 1024 bytes at a time and learns of the rest only when more comes in, or when
/// the settings of the terminal are written, even without a change.
#[cfg(unix)]
fn nudge() {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let stdin = rustix::stdio::stdin();
    if let Ok(settings) = tcgetattr(stdin) {
        let _ = tcsetattr(stdin, OptionalActions::Now, &settings);
    }
}

#[cfg(not(unix))]
fn nudge() {}

/// Looks after a view whose terminal is gone while `is_held` is true. A terminal that is closed between a check and the
/// read behind it makes the reader of events spin for ever: it gets an event from elsewhere, so that the view notices
/// the loss, saves what was done, and ends. If it does not, the process ends. The first call starts a thread.
#[cfg(unix)]
pub(super) fn end_with_the_terminal(is_held: fn() -> bool) {
    use std::sync::Once;
    use std::thread;

    use rustix::event::{PollFd, PollFlags, poll};

    /// Long enough for a view that has noticed to end by itself.
    const PATIENCE: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(10)];
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let watch = move || {
            let stdin = rustix::stdio::stdin();
            let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
            while poll(&mut watched, None) == Err(rustix::io::Errno::INTR) {}
            if !watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) {
                return;
            }
            thread::sleep(PATIENCE[0]);
            if is_held() {
                let _ = release_reader();
                thread::sleep(PATIENCE[1]);
            }
            if is_held() {
                std::process::exit(Exit::Interrupted.code().into());
            }
        };
        // Without the thread, only that rare moment is left to a signal.
        let _ = thread::Builder::new().name("terminal".to_owned()).spawn(watch);
    });
}

/// Replaces standard input, a terminal that is gone, by a closed pipe with one event.
#[cfg(unix)]
fn release_reader() -> io::Result<()> {
    use std::io::Write as _;

    /// The terminal has the focus, which no view looks at.
    const FOCUS: &[u8] = b"\x1b[I";
    let (reader, mut writer) = io::pipe()?;
    writer.write_all(FOCUS)?;
    Ok(rustix::stdio::dup2_stdin(reader)?)
}

#[cfg(not(unix))]
pub(super) fn end_with_the_terminal(_: fn() -> bool) {}
