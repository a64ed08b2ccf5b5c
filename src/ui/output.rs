//! Where everything is written: results on standard output, all else on standard error. Colours
//! are left out where they do not belong (`NO_COLOR`, pipes, files).

use std::io::{self, ErrorKind, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::report;
use crate::toolkit::exit::Exit;

/// Both streams.
#[derive(Default)]
pub(super) struct Screen {
    /// Scripts have no colour even on a terminal.
    pub(super) plain: bool,
}

impl Screen {
    /// A part of a result; it brings its own line breaks.
    ///
    /// A closed pipe means that the reader has enough: the process ends there, silently.
    pub(super) fn result(&self, text: &str) {
        let mut stream = AutoStream::new(io::stdout().lock(), self.choice(AutoStream::choice(&io::stdout())));
        let written = stream.write_all(text.as_bytes()).and_then(|()| {
            if text.ends_with('\n') { Ok(()) } else { stream.write_all(b"\n") }?;
            stream.flush()
        });
        match written {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => {
                self.note(&format!("error: cannot write the result: {error}"));
                std::process::exit(Exit::Usage.code().into());
            }
        }
    }

    /// Takes `text` to the clipboard of the terminal, by the escape sequence OSC 52, which also
    /// reaches it through ssh. Whether there is a terminal to ask.
    pub(super) fn copy(text: &str) -> bool {
        let sequence = format!("\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text));
        let write = |stream: &mut dyn Write| {
            stream.write_all(sequence.as_bytes()).and_then(|()| stream.flush()).is_ok()
        };
        if io::stdout().is_terminal() {
            write(&mut io::stdout())
        } else {
            io::stderr().is_terminal() && write(&mut io::stderr())
        }
    }

    /// A line on standard error. If nobody can read it, nobody misses it.
    pub(super) fn note(&self, text: &str) {
        let mut stream = AutoStream::new(io::stderr().lock(), self.choice(AutoStream::choice(&io::stderr())));
        let text = text.trim_end_matches('\n');
        let _ = match terminal_size::terminal_size_of(io::stderr()) {
            Some((width, _)) if width.0 > 0 && !self.plain => {
                writeln!(stream, "{}", report::at_words(text, usize::from(width.0)))
            }
            _ => writeln!(stream, "{text}"),
        };
    }

    /// Clears the terminal; nothing where there is none.
    pub(super) fn clear(&self) {
        if !self.plain && io::stdout().is_terminal() {
            let mut out = io::stdout();
            let _ = out.write_all(b"\x1b[H\x1b[2J\x1b[3J").and_then(|()| out.flush());
        }
    }

    /// Rows of the terminal, where the results go to one.
    pub(super) fn height(&self) -> Option<usize> {
        let (_, height) = terminal_size::terminal_size_of(io::stdout()).filter(|_| !self.plain)?;
        Some(usize::from(height.0)).filter(|&rows| rows > 0)
    }

    /// Whether results are read by a person as they are written.
    pub(super) fn is_terminal(&self) -> bool {
        !self.plain && io::stdout().is_terminal()
    }

    /// Columns to write to.
    pub(super) fn width(&self) -> usize {
        const PIPE: usize = 160;
        if self.plain {
            return PIPE;
        }
        terminal_size::terminal_size_of(io::stdout()).map_or(PIPE, |(width, _)| usize::from(width.0).max(40))
    }

    /// Columns of what is written on standard error.
    pub(super) fn note_width(&self) -> usize {
        const PIPE: usize = 160;
        if self.plain {
            return PIPE;
        }
        terminal_size::terminal_size_of(io::stderr()).map_or(PIPE, |(width, _)| usize::from(width.0).max(40))
    }

    /// Whether what is written on standard output may have colours.
    pub(super) fn has_colour(&self) -> bool {
        self.choice(AutoStream::choice(&io::stdout())) != ColorChoice::Never
    }

    fn choice(&self, automatic: ColorChoice) -> ColorChoice {
        let is_demanded = ColorChoice::global() != ColorChoice::Auto;
        if self.plain && !is_demanded { ColorChoice::Never } else { automatic }
    }
}
