//! Takes over the screen of the terminal, and waits for events. A closed terminal always looks readable, so each read is
//! preceded by a check whether the terminal is still there.

use std::{
    cell::Cell,
    io::{self, Stdout, Write},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

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

/// The next event. The reader (that of crossterm's feature `use-dev-tty`) looks for more each time it is asked, so nothing
/// is left behind of a long paste, and it ends after its time where the terminal is closed meanwhile. With no time at all
/// it would not look.
pub(super) fn next(wait: Duration) -> io::Result<ScreenInput> {
    if is_gone() {
        Ok(ScreenInput::HungUp)
    } else if event::poll(wait.max(Duration::from_millis(1)))? {
        event::read().map(ScreenInput::Event)
    } else {
        Ok(ScreenInput::Nothing)
    }
}

/// Whether the terminal is closed.
#[cfg(unix)]
pub(super) fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = rustix::stdio::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
    let is_known = poll(&mut watched, Some(&Timespec::default())).is_ok();
    is_known && watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

#[cfg(not(unix))]
pub(super) fn is_gone() -> bool {
    false
}

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

thread_local! {
    /// Whether this thread took it over.
    static IS_OWNER: Cell<bool> = const { Cell::new(false) };
}

/// The most columns and the most rows that are drawn. ratatui keeps two buffers of the screen, of about 50 bytes per cell.
const MAX_SIDE: u16 = 1000;

/// The screen, which is restored on drop.
pub(super) struct Held {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The part of the screen that is drawn.
    part: Rect,
    signals: Signals,
}

impl Held {
    pub(super) fn take(signals: &Signals) -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |what| {
                if !is_elsewhere() {
                    // The message belongs on the restored screen.
                    give_back();
                    before(what);
                }
            }));
        });
        let part = part_of(size().ok());
        let held = Self { terminal: open(part)?, part, signals: signals.clone() };
        enter(signals)?;
        Ok(held)
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
        // What is on the screen then is not what was drawn last.
        self.part = Rect::ZERO;
        enter(&self.signals)
    }
}

/// Takes the screen over.
fn enter(signals: &Signals) -> io::Result<()> {
    enable_raw_mode()?;
    IS_OWNER.set(true);
    TAKEN.store(true, Ordering::SeqCst);
    signals.on_screen(Some(give_back));
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// The part of a screen of that size that is drawn. 80x24 if the terminal does not report its size.
fn part_of(size: Option<(u16, u16)>) -> Rect {
    let (columns, rows) = size.filter(|&(columns, rows)| columns > 0 && rows > 0).unwrap_or((80, 24));
    Rect::new(0, 0, columns.min(MAX_SIDE), rows.min(MAX_SIDE))
}

/// The screen, of which a part or all is drawn.
fn open(part: Rect) -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let backend = CrosstermBackend::new(io::stdout());
    Terminal::with_options(backend, TerminalOptions { viewport: Viewport::Fixed(part) })
}

impl Drop for Held {
    fn drop(&mut self) {
        give_back();
        self.signals.on_screen(None);
    }
}

/// Whether another thread has taken over the screen.
fn is_elsewhere() -> bool {
    TAKEN.load(Ordering::SeqCst) && !IS_OWNER.get()
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
        for (columns, rows) in [(1, 1), (80, 24), (1000, 1000)] {
            assert_eq!(part(columns, rows), Rect::new(0, 0, columns, rows));
        }
        assert_eq!(part(u16::MAX, 24), Rect::new(0, 0, 1000, 24));
        assert_eq!(part(80, u16::MAX), Rect::new(0, 0, 80, 1000));
        let usual = Rect::new(0, 0, 80, 24);
        assert_eq!([part(0, 24), part(80, 0), part_of(None)], [usual; 3]);
    }

    #[test]
    fn a_panic_of_another_thread_keeps_the_screen() {
        assert!(!is_elsewhere(), "the screen is free");
        IS_OWNER.set(true);
        TAKEN.store(true, Ordering::SeqCst);
        let found = [is_elsewhere(), std::thread::spawn(is_elsewhere).join().expect("a thread")];
        TAKEN.store(false, Ordering::SeqCst);
        assert_eq!(found, [false, true]);
    }
}
