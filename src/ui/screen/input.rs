//! Waits for keys. A terminal that has been closed looks as if there were something to read for ever, and
//! who reads it then waits, or spins, for ever; so each look is preceded by the question whether anybody
//! is there.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// What came in.
pub(super) enum Input {
    /// A key, the mouse, another size.
    Event(Event),
    /// Nothing in that time.
    Nothing,
    /// The terminal is gone.
    HungUp,
}

/// The next event, for which it waits so long.
pub(super) fn next(wait: Duration) -> io::Result<Input> {
    /// Long enough for the reader to wake up, and not to be felt.
    const SOON: Duration = Duration::from_millis(20);
    // What has been read already may hold further events, of which the terminal knows nothing.
    for wait in [Duration::ZERO, wait] {
        let state = look(wait)?;
        if state == State::Gone {
            return Ok(Input::HungUp);
        }
        if event::poll(Duration::ZERO)? {
            return event::read().map(Input::Event);
        }
        if state == State::Readable {
            nudge();
            if event::poll(SOON)? {
                return event::read().map(Input::Event);
            }
        }
    }
    Ok(Input::Nothing)
}

/// Drops what has been typed so far.
pub(super) fn drain() -> io::Result<()> {
    /// Nobody types more in advance; what is held down does not keep this from ending.
    const MOST: usize = 4096;
    for _ in 0..MOST {
        match next(Duration::ZERO)? {
            Input::Event(_) => {}
            Input::Nothing | Input::HungUp => break,
        }
    }
    Ok(())
}

/// Whether the terminal is gone.
pub(super) fn is_gone() -> bool {
    look(Duration::ZERO).is_ok_and(|state| state == State::Gone)
}

/// What a terminal has for who reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Quiet,
    Readable,
    Gone,
}

/// Waits for something to read.
#[cfg(unix)]
fn look(wait: Duration) -> io::Result<State> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut watched, Some(&time)) {
        // A signal, another size among them.
        Err(Errno::INTR) => return Ok(State::Quiet),
        other => other?,
    };
    let found = watched[0].revents();
    if found.contains(PollFlags::NVAL) {
        // Some systems watch no terminals in this way.
        return event::poll(wait).map(|_| State::Quiet);
    }
    Ok(if found.intersects(PollFlags::HUP | PollFlags::ERR) {
        State::Gone
    } else if found.contains(PollFlags::IN) {
        State::Readable
    } else {
        State::Quiet
    })
}

#[cfg(not(unix))]
fn look(wait: Duration) -> io::Result<State> {
    event::poll(wait).map(|_| State::Quiet)
}

/// Lets the reader know that there is something to read: it takes 1024 bytes at a time, and is told of
/// what is left only when more comes in, or when the settings of the terminal are set, be it to what they
/// are.
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
