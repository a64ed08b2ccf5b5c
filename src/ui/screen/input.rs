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
    // What has been read already may hold further events, of which the terminal knows nothing.
    for wait in [Duration::ZERO, wait] {
        if is_hung_up(wait)? {
            return Ok(Input::HungUp);
        }
        if event::poll(Duration::ZERO)? {
            return event::read().map(Input::Event);
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
    is_hung_up(Duration::ZERO).unwrap_or(true)
}

/// Waits for something to read; says whether the terminal is gone.
#[cfg(unix)]
fn is_hung_up(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let time = Timespec::try_from(wait).map_err(io::Error::other)?;
    match poll(&mut watched, Some(&time)) {
        // A signal, another size among them.
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
        // Some systems watch no terminals in this way.
        Ok(_) if watched[0].revents().contains(PollFlags::NVAL) => event::poll(wait).map(|_| false),
        Ok(_) => Ok(watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)),
    }
}

#[cfg(not(unix))]
fn is_hung_up(wait: Duration) -> io::Result<bool> {
    event::poll(wait).map(|_| false)
}
