//! Where typed lines come from: a script, or the line editor on a terminal.

use std::{
    io::{self, BufRead, IsTerminal, Read, Write},
    rc::Rc,
};

use lurd_disk::text::text_stream;
use lurd_puzzle::{catalog::Catalog, puzzle::NextRow};

use super::{helper::Reading, line_editor::Terminal};
use crate::{
    output::Screen,
    split::{begins_board, continues, is_command, wants_more},
};

/// The lines that commands are read from.
pub(crate) enum LineSource {
    Script(Lines),
    Terminal(Box<Terminal>),
}

impl LineSource {
    /// Standard input: with the line editor if that is a terminal with a cursor and so is standard output.
    pub(crate) fn standard(catalog: &Rc<Catalog>, screen: &Screen) -> rustyline::Result<Self> {
        let is_typed = io::stdin().is_terminal();
        let is_dumb = std::env::var("TERM").is_ok_and(|terminal| matches!(terminal.as_str(), "dumb" | "emacs"));
        if is_typed && io::stdout().is_terminal() && !is_dumb {
            return Terminal::open(catalog, screen).map(|terminal| Self::Terminal(Box::new(terminal)));
        }
        Ok(Self::Script(Lines { asks: is_typed, ..Lines::new(io::stdin().lock()) }))
    }

    /// Whether there was no history before.
    pub(crate) fn is_new(&self) -> bool {
        matches!(self, Self::Terminal(terminal) if terminal.is_new)
    }

    /// The next line, with the further rows of a board; `None` at the end.
    pub(crate) fn next(&mut self, reading: &Reading<'_>) -> Option<String> {
        match self {
            Self::Terminal(terminal) => terminal.next(reading),
            Self::Script(lines) => lines.input(reading),
        }
    }

    /// Whether a person types the lines, so that questions can be asked.
    pub(crate) fn asks(&self) -> bool {
        match self {
            Self::Script(lines) => lines.asks,
            Self::Terminal(_) => true,
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&mut self, question: &str) -> Option<String> {
        match self {
            Self::Script(lines) => lines.asked(question),
            Self::Terminal(terminal) => terminal.answer(question),
        }
    }

    /// Takes the reason why no more lines can be read, if it is not the end.
    pub(crate) fn error(&mut self) -> Option<String> {
        match self {
            Self::Script(lines) => lines.error.take(),
            Self::Terminal(terminal) => terminal.error.take(),
        }
    }
}

/// Maximum length of a line, so that a binary file does not fill the memory.
const MAX_LINE: u64 = 64 << 20;

/// Lines with a look-ahead of one line.
pub(crate) struct Lines {
    from: Box<dyn BufRead>,
    /// Whether nothing was read yet, so that a byte order mark may come.
    is_new: bool,
    ahead: Option<String>,
    /// The number of lines that were read.
    pub(crate) count: usize,
    error: Option<String>,
    has_ended: bool,
    /// Whether a person types the lines.
    asks: bool,
}

impl Lines {
    pub(crate) fn new(from: impl BufRead + 'static) -> Self {
        let (ahead, error) = (None, None);
        Self { from: Box::new(from), is_new: true, ahead, count: 0, error, has_ended: false, asks: false }
    }

    /// The next line, after showing the prompt to a person.
    fn asked(&mut self, prompt: &str) -> Option<String> {
        self.show(prompt);
        self.next()
    }

    /// Shows the prompt to a person who has not typed the next line yet.
    fn show(&self, prompt: &str) {
        if self.asks && self.ahead.is_none() {
            let mut out = io::stderr().lock();
            let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// The next line, with the further rows of a board.
    fn input(&mut self, reading: &Reading<'_>) -> Option<String> {
        let line = self.asked(reading.prompt)?;
        Some(match reading.first_row(&line) {
            Some(taken_for) => {
                if self.asks {
                    reading.screen.note(&taken_for);
                }
                self.gather_rows(reading, line)
            }
            None if is_command(&line, reading.words) => line,
            None => self.gather(reading, line),
        })
    }

    /// Appends the further rows of a board to `input`; an empty line ends the board.
    fn gather(&mut self, reading: &Reading<'_>, mut input: String) -> String {
        let &Reading { catalog, words, .. } = reading;
        // The next line is only waited for if it may be a row. A person ends a board by a blank line.
        let is_board = !self.asks && begins_board(catalog, &input);
        while is_board || wants_more(catalog, &input) {
            let Some(next) = self.peek() else { break };
            let is_row = wants_more(catalog, &input) || continues(catalog, words, &input, next);
            if next.trim().is_empty() || !is_row {
                break;
            }
            input.push('\n');
            input.push_str(next);
            self.next();
        }
        input
    }

    /// Appends the further rows of two boards without any notation to `rows`, the first of them. A row that does not fit is an
    /// error of the puzzle, so it belongs to it as the rows after it do.
    fn gather_rows(&mut self, reading: &Reading<'_>, mut rows: String) -> String {
        /// The longest boards in bytes: each further row checks all rows before it again.
        const MAX_BYTES: usize = 16 << 10;
        let mut is_wrong = false;
        while rows.len() < MAX_BYTES && (is_wrong || reading.catalog.next_row(&rows).is_some()) {
            let has_gap = rows.contains("\n\n");
            let Some(next) = self.peek() else { break };
            let next = next.trim_end();
            let longer = format!("{rows}\n{next}");
            is_wrong |= matches!(reading.catalog.next_row(&longer), Some(NextRow::Wrong(_)));
            // A row that does not fit is one that could begin a board.
            let is_row = || !is_wrong || reading.catalog.next_row(next).is_some() || next.is_empty() && !has_gap;
            if is_command(next, reading.words) || !is_row() {
                break;
            }
            rows = longer;
            self.next();
            if is_wrong && self.asks {
                break;
            }
        }
        rows
    }

    fn peek(&mut self) -> Option<&str> {
        self.show("  ..> ");
        if self.ahead.is_none() {
            self.ahead = self.read();
        }
        self.ahead.as_deref()
    }

    /// The next line, without its end.
    fn next(&mut self) -> Option<String> {
        let next = self.ahead.take().or_else(|| self.read());
        self.count += usize::from(next.is_some());
        next
    }

    fn read(&mut self) -> Option<String> {
        if self.has_ended {
            return None;
        }
        let line = self.line();
        self.has_ended = !matches!(line, Ok(Some(_)));
        line.unwrap_or_else(|error| {
            self.error = Some(error);
            // The number of the line that cannot be read.
            self.count += 1;
            None
        })
    }

    fn line(&mut self) -> Result<Option<String>, String> {
        let failed = |error: io::Error| format!("cannot read the script: {error}");
        if std::mem::take(&mut self.is_new) {
            let from = std::mem::replace(&mut self.from, Box::new(io::empty()));
            self.from = text_stream(from).map_err(failed)?;
        }
        let mut bytes = Vec::new();
        match Read::take(&mut self.from, MAX_LINE).read_until(b'\n', &mut bytes).map_err(failed)? {
            0 => return Ok(None),
            count if count as u64 >= MAX_LINE => {
                return Err("a line of the script is longer than 64 MiB".to_owned());
            }
            _ => {}
        }
        while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            bytes.pop();
        }
        String::from_utf8(bytes).map(Some).map_err(|_| "the script is not valid UTF-8".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_may_begin_with_a_byte_order_mark() {
        for bytes in [&b"a\r\nb\n"[..], b"\xef\xbb\xbfa\r\nb\n", b"\xff\xfea\0\r\0\n\0b\0\n\0"] {
            let mut lines = Lines::new(bytes);
            assert_eq!([lines.next(), lines.next(), lines.next()], [Some("a".to_owned()), Some("b".to_owned()), None]);
            assert_eq!(lines.error, None);
        }
        let mut lines = Lines::new(&b"a\n\xff\xff\nb\n"[..]);
        assert_eq!([lines.next(), lines.next(), lines.next()], [Some("a".to_owned()), None, None]);
        assert_eq!((lines.count, lines.error), (2, Some("the script is not valid UTF-8".to_owned())));
    }
}
