//! Output: results to standard output, everything else to standard error. Colours are stripped if the output
//! does not support them (`NO_COLOR`, pipes, files).

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use lurd_disk::files;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

#[derive(Default)]
pub(super) struct Screen {
    /// Whether colours are off unless requested, as for scripts.
    pub(super) plain: bool,
}

impl Screen {
    /// Writes a part of a result, with a line break unless it ends with one.
    ///
    /// If the reader has closed the pipe, the process exits silently.
    pub(super) fn result(&self, text: &str) {
        let mut stream = AutoStream::new(io::stdout().lock(), self.choice(AutoStream::choice(&io::stdout())));
        let written = stream.write_all(text.as_bytes()).and_then(|()| {
            if text.ends_with('\n') { Ok(()) } else { stream.write_all(b"\n") }?;
            stream.flush()
        });
        self.written(written);
    }

    /// Ends the process if a result could not be written.
    fn written(&self, written: io::Result<()>) {
        match written {
            Ok(()) => {}
            Err(error) if files::is_closed_pipe(&error) => std::process::exit(0),
            Err(error) => {
                self.note(&format!("error: cannot write the result: {error}"));
                std::process::exit(Exit::Usage.code().into());
            }
        }
    }

    /// Writes a document to standard output: byte for byte to a file or a pipe, with control characters shown to
    /// a terminal.
    pub(super) fn document(&self, text: &str) {
        if io::stdout().is_terminal() {
            return self.result(&report::escaped_lines(text));
        }
        let mut stream = io::stdout().lock();
        self.written(stream.write_all(text.as_bytes()).and_then(|()| stream.flush()));
    }

    /// Writes lines to standard error; write errors are ignored.
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

    pub(super) fn clear(&self) {
        if self.is_terminal() {
            let mut out = io::stdout();
            let _ = out.write_all(b"\x1b[H\x1b[2J\x1b[3J").and_then(|()| out.flush());
        }
    }

    /// Rows of the terminal that shows the results, if there is one.
    pub(super) fn height(&self) -> Option<usize> {
        let (_, height) = terminal_size::terminal_size_of(io::stdout()).filter(|_| !self.plain)?;
        Some(usize::from(height.0)).filter(|&rows| rows > 0)
    }

    pub(super) fn is_terminal(&self) -> bool {
        !self.plain && io::stdout().is_terminal()
    }

    pub(super) fn width(&self) -> usize {
        self.columns(terminal_size::terminal_size_of(io::stdout()))
    }

    /// The width for lists: that of the terminal, or 80 columns if the output goes to a file or another program.
    pub(super) fn list_width(&self) -> usize {
        const PAGE: usize = 80;
        if self.is_terminal() { self.width() } else { PAGE }
    }

    pub(super) fn note_width(&self) -> usize {
        self.columns(terminal_size::terminal_size_of(io::stderr()))
    }

    fn columns(&self, terminal: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
        const PIPE: usize = 160;
        const MIN: usize = 40;
        terminal.filter(|_| !self.plain).map_or(PIPE, |(width, _)| usize::from(width.0).max(MIN))
    }

    /// Whether results may have colours.
    pub(super) fn has_colour(&self) -> bool {
        self.choice(AutoStream::choice(&io::stdout())) != ColorChoice::Never
    }

    fn choice(&self, automatic: ColorChoice) -> ColorChoice {
        let is_requested = ColorChoice::global() != ColorChoice::Auto;
        if self.plain && !is_requested { ColorChoice::Never } else { automatic }
    }
}
