//! Takes over the screen of the terminal, and waits for events. A closed terminal always looks readable, and
//! reading it blocks or spins forever, so each read is preceded by a check whether the terminal is still there.

use std::{
    io::{self, Stdout, Write},
    panic,
    sync::{
        Mutex, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
    time::Duration,
};

#[cfg(unix)]
use lurd_toolkit::exit::Exit;
use lurd_toolkit::keys::{Key, Pressed};
use ratatui::{
    Frame, Terminal, TerminalOptions, Viewport,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{
            self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyCode,
            KeyEvent, KeyModifiers,
        },
        execute,
        terminal::{
            Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
        },
    },
    layout::Rect,
};

use crate::signals::{self, Signals};

/// The key of an event, if it does something in one of the views.
pub(crate) fn pressed(event: KeyEvent) -> Option<Pressed> {
    let key = match event.code {
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Left => Key::Left,
        KeyCode::Up => Key::Up,
        KeyCode::Right => Key::Right,
        KeyCode::Down => Key::Down,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::F(1) => Key::Help,
        KeyCode::Esc => Key::Escape,
        _ => return None,
    };
    let holds = |modifier| event.modifiers.contains(modifier);
    Some(Pressed {
        key,
        shift: holds(KeyModifiers::SHIFT),
        control: holds(KeyModifiers::CONTROL),
        alt: holds(KeyModifiers::ALT),
    })
}

pub(super) enum ScreenInput {
    /// A key, the mouse, a paste or a change of size.
    Event(Event),
    /// No event in that time.
    Nothing,
    /// The terminal is gone.
    HungUp,
}

pub(super) fn next(wait: Duration) -> io::Result<ScreenInput> {
    /// Long enough for the reader to wake up, too short to be noticed.
    const SOON: Duration = Duration::from_millis(20);
    // Events that have been read already are unknown to the terminal.
    for wait in [Duration::ZERO, wait] {
        let state = look(wait)?;
        if state == StdinState::Gone {
            return Ok(ScreenInput::HungUp);
        }
        if event::poll(Duration::ZERO)? {
            return event::read().map(ScreenInput::Event);
        }
        if state == StdinState::Readable {
            nudge();
            if event::poll(SOON)? {
                return event::read().map(ScreenInput::Event);
            }
        }
    }
    Ok(ScreenInput::Nothing)
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

// Standard input as the keyboard, after a puzzle was piped into it.

/// Makes the controlling terminal standard input; everything stays as it is if there is none.
#[cfg(unix)]
pub(crate) fn becomes_stdin() {
    let terminal = std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty");
    if let Ok(terminal) = terminal {
        // Without it the game is played at the prompt, which ends at the end of the input.
        let _ = rustix::stdio::dup2_stdin(&terminal);
    }
}

#[cfg(not(unix))]
pub(crate) fn becomes_stdin() {}

// Takes over the screen of the terminal and restores it: at the end, at a panic, at a signal. A panic of a
// background search neither restores the screen nor writes to it; it is reported as the result of the search.

/// Whether the screen is taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// The thread that took it over.
static OWNER: Mutex<Option<ThreadId>> = Mutex::new(None);

/// The most columns and the most rows that are drawn. ratatui keeps two buffers of the screen, of about 50 bytes per cell.
const MAX_SIDE: u16 = 1000;

/// The screen, which is restored on drop.
pub(super) struct Held {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The part of the screen that is drawn, if it is not all of it.
    part: Option<Rect>,
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
        end_with_the_terminal(|| TAKEN.load(Ordering::SeqCst));
        enable_raw_mode()?;
        *OWNER.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        let part = part_of(size().ok());
        match enter(signals).and_then(|()| open(part)) {
            Ok(terminal) => Ok(Self { terminal, part, signals: signals.clone() }),
            Err(error) => {
                give_back();
                signals.on_screen(None);
                Err(error)
            }
        }
    }

    /// Draws the screen in the size that the terminal has now.
    pub(super) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let part = part_of(size().ok());
        if part != self.part {
            execute!(io::stdout(), Clear(ClearType::All))?;
            (self.terminal, self.part) = (open(part)?, part);
        }
        self.terminal.draw(render)?;
        Ok(())
    }

    /// Gives the screen back, stops the process, and takes the screen again once it is continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signals::suspend();
        enable_raw_mode()?;
        enter(&self.signals)?;
        // What is on the screen now is not what was drawn last.
        self.part = part_of(size().ok());
        self.terminal = open(self.part)?;
        Ok(())
    }
}

/// Takes the screen over. The terminal is in raw mode already.
fn enter(signals: &Signals) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    signals.on_screen(Some(give_back));
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// The part of a screen of that size that is drawn; `None` for all of it. 80x24 if the terminal does not report its size.
fn part_of(size: Option<(u16, u16)>) -> Option<Rect> {
    match size {
        Some((columns, rows)) if columns > 0 && rows > 0 => {
            let is_too_large = columns > MAX_SIDE || rows > MAX_SIDE;
            is_too_large.then(|| Rect::new(0, 0, columns.min(MAX_SIDE), rows.min(MAX_SIDE)))
        }
        _ => Some(Rect::new(0, 0, 80, 24)),
    }
}

/// The screen, of which a part or all is drawn.
fn open(part: Option<Rect>) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let backend = CrosstermBackend::new(io::stdout());
    let viewport = part.map_or(Viewport::Fullscreen, Viewport::Fixed);
    Terminal::with_options(backend, TerminalOptions { viewport })
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
        let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

#[cfg(test)]
mod terminal_tests {
    use super::*;

    #[test]
    fn a_screen_of_an_impossible_size_is_drawn_in_part() {
        let part = |columns, rows| part_of(Some((columns, rows)));
        assert_eq!([part(1, 1), part(80, 24), part(1000, 1000)], [None; 3]);
        assert_eq!(part(u16::MAX, 24), Some(Rect::new(0, 0, 1000, 24)));
        assert_eq!(part(80, u16::MAX), Some(Rect::new(0, 0, 80, 1000)));
        let usual = Some(Rect::new(0, 0, 80, 24));
        assert_eq!([part(0, 24), part(80, 0), part_of(None)], [usual; 3]);
    }

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
