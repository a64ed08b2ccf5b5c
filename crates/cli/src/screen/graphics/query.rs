//! Asks the terminal for its graphics protocol, the size of its characters and the colour of its background.
//!
//! The questions have a time limit, and keys pressed meanwhile are returned as events. A terminal that does not
//! answer the first question, which all of them understand, is not asked for more; so an answer that comes too
//! late is one that the reader of events skips.

use lurd_toolkit::themes::ThemeName;
use ratatui::crossterm::event::Event;

use super::encoded::Graphics;

#[cfg(not(unix))]
pub(in crate::screen) fn ask(_: Graphics, _: bool) -> (Graphics, Option<ThemeName>, Vec<Event>) {
    (Graphics::Off, None, Vec::new())
}

/// What can be used of what is wanted, the theme for the background if the terminal says it, and the keys pressed
/// meanwhile. The terminal must be in raw mode.
#[cfg(unix)]
pub(in crate::screen) fn ask(wanted: Graphics, asks_background: bool) -> (Graphics, Option<ThemeName>, Vec<Event>) {
    // A terminal forgets pictures when the screen is left or cleared.
    super::tiles::forget();
    match wanted {
        Graphics::Off if asks_background => unix::ask_background(),
        Graphics::Off => (Graphics::Off, None, Vec::new()),
        // Its size may have changed.
        Graphics::On(protocol, size) => (Graphics::On(protocol, unix::size().unwrap_or(size)), None, Vec::new()),
        Graphics::Auto | Graphics::Chosen(_) => unix::ask(wanted),
    }
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::io::{self, Write};
    use std::time::{Duration, Instant};

    use lurd_toolkit::themes::ThemeName;
    use ratatui::crossterm::event::Event;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::tcgetwinsize;

    use crate::screen::graphics::{
        answers::Answers,
        encoded::{Graphics, GraphicsProtocol},
    };

    /// The wait for the answer to a question.
    const PATIENCE: Duration = Duration::from_millis(400);
    /// The colour of the background, and a status report.
    const BACKGROUND: &str = "\x1b]11;?\x1b\\\x1b[5n";
    /// The same with attributes of the device (sixel is one of them) and the size of a character.
    const FIRST: &str = "\x1b[c\x1b[16t\x1b]11;?\x1b\\\x1b[5n";
    /// Whether a picture of one pixel could be shown, and a status report.
    const SECOND: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[5n";
    /// The size of a character if it is not known.
    const USUAL: (u16, u16) = (10, 20);

    pub(super) fn ask_background() -> (Graphics, Option<ThemeName>, Vec<Event>) {
        let mut answers = Answers::default();
        question(BACKGROUND, &mut answers);
        answers.finish();
        (Graphics::Off, answers.background, answers.keys())
    }

    pub(super) fn ask(wanted: Graphics) -> (Graphics, Option<ThemeName>, Vec<Event>) {
        let mut answers = Answers::default();
        let has_answered = question(FIRST, &mut answers);
        let size = answers.size.or_else(size);
        if let Graphics::Chosen(protocol) = wanted {
            answers.finish();
            return (Graphics::On(protocol, size.unwrap_or(USUAL)), answers.background, answers.keys());
        }
        let has = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        if has_answered && !has("WEZTERM_EXECUTABLE") && !has("KONSOLE_VERSION") {
            question(SECOND, &mut answers);
        }
        answers.finish();
        let protocol = if !has_answered {
            None
        } else if answers.kitty {
            Some(GraphicsProtocol::Kitty)
        } else if is_iterm2() {
            Some(GraphicsProtocol::Iterm2)
        } else {
            // The sixels of Konsole are incomplete.
            (answers.sixel && !has("KONSOLE_VERSION")).then_some(GraphicsProtocol::Sixel)
        };
        let graphics = protocol.zip(size).map_or(Graphics::Off, |(protocol, size)| Graphics::On(protocol, size));
        (graphics, answers.background, answers.keys())
    }

    /// Whether the terminal is one of those that say only in the environment that they have iTerm2's protocol.
    fn is_iterm2() -> bool {
        let is = |name: &str, words: &[&str]| {
            env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        is("TERM_PROGRAM", &["iTerm", "WezTerm", "mintty"]) || is("LC_TERMINAL", &["iTerm"])
    }

    /// Asks and waits for the end of the answer; false if it did not come in time.
    fn question(text: &str, answers: &mut Answers) -> bool {
        let wanted = answers.ends + 1;
        let mut out = io::stdout().lock();
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            return false;
        }
        let end = Instant::now() + PATIENCE;
        while answers.ends < wanted {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || !is_readable(left) {
                return false;
            }
            let mut bytes = [0; 1024];
            match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
                Ok(count) if count > 0 => answers.take(&bytes[..count]),
                _ => return false,
            }
        }
        true
    }

    fn is_readable(wait: Duration) -> bool {
        let stdin = rustix::stdio::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
        let Ok(time) = Timespec::try_from(wait) else { return false };
        poll(&mut watched, Some(&time)).is_ok() && watched[0].revents().contains(PollFlags::IN)
    }

    /// The size of a character by the size of the window, if the terminal says it.
    pub(super) fn size() -> Option<(u16, u16)> {
        let window = tcgetwinsize(rustix::stdio::stdout()).ok()?;
        let width = window.ws_xpixel.checked_div(window.ws_col)?;
        let height = window.ws_ypixel.checked_div(window.ws_row)?;
        (width > 0 && height > 0).then_some((width, height))
    }
}
