//! The lines of scripts, and those typed in the line modes of the player and the editor: from standard input or, in a
//! script, the lines that follow there.

use std::{
    cell::RefCell,
    io::{self, BufRead, IsTerminal, Read, Write},
    rc::Rc,
};

use lurd_disk::text::TextStream;
use lurd_puzzle::reasons;

/// The maximum length of a line in bytes.
const MAX_BYTES: u64 = 1 << 20;

reasons! {
    /// Why a typed line is ignored.
    UnreadableLine;
}

/// Reads line by line, on a terminal with a prompt before each line.
pub(super) struct TypedLines {
    script: Option<ScriptLines>,
    is_terminal: bool,
    ended: bool,
}

impl TypedLines {
    /// Reads from the script that runs, or else from standard input.
    pub(super) fn new(script: Option<ScriptLines>) -> Self {
        Self { is_terminal: script.is_none() && io::stdin().is_terminal(), script, ended: false }
    }

    /// The next line that is neither blank nor a comment; `None` at the end of the input. A line that is too
    /// long is an error as a whole.
    pub(super) fn next(&mut self, prompt: &str) -> Option<Result<String, UnreadableLine>> {
        loop {
            let line = match self.line(prompt)? {
                Ok(line) => line,
                Err(message) => return Some(Err(message)),
            };
            let text = line.trim();
            if !text.is_empty() && !text.starts_with(';') {
                // Blanks at the beginning may be floor of a board.
                return Some(Ok(line.trim_end().to_owned()));
            }
        }
    }

    /// The next row of a board; `None` at a blank line and at the end of the input.
    pub(super) fn row(&mut self, prompt: &str) -> Option<Result<String, UnreadableLine>> {
        let row = self.line(prompt)?;
        let is_blank = row.as_ref().is_ok_and(|row| row.trim().is_empty());
        (!is_blank).then(|| row.map(|row| row.trim_end().to_owned()))
    }

    /// The next line, blank or not.
    pub(super) fn entered(&mut self, prompt: &str) -> Option<Result<String, UnreadableLine>> {
        self.line(prompt)
    }

    /// Whether the input is a terminal, so that questions can be asked.
    pub(super) fn asks(&self) -> bool {
        self.is_terminal
    }

    /// Asks a yes-or-no question; the answer is no where the input is not a terminal.
    pub(super) fn agrees(&mut self, question: &str) -> bool {
        if !self.is_terminal {
            return false;
        }
        let answer = self.line(&format!("{question} [y/N] ")).and_then(Result::ok).unwrap_or_default();
        matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }

    fn line(&mut self, prompt: &str) -> Option<Result<String, UnreadableLine>> {
        if self.ended {
            return None;
        }
        if self.is_terminal {
            let mut out = io::stderr().lock();
            let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
        }
        let line = match &self.script {
            Some(script) => script.borrow_mut().next().map(Ok),
            None => read(&mut io::stdin().lock()),
        };
        self.ended = line.is_none();
        line
    }
}

/// Reads a line. A line that is too long is skipped to its end.
fn read(from: &mut impl BufRead) -> Option<Result<String, UnreadableLine>> {
    let mut bytes = Vec::new();
    let count = from.take(MAX_BYTES).read_until(b'\n', &mut bytes).ok().filter(|&count| count > 0)?;
    if count as u64 == MAX_BYTES && bytes.last() != Some(&b'\n') && !skip_line(from)? {
        return Some(Err("line longer than 1 MiB ignored".into()));
    }
    Some(Ok(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Skips the rest of the line and returns whether there was none. `None` if nothing can be read.
fn skip_line(from: &mut impl BufRead) -> Option<bool> {
    let mut is_here = true;
    loop {
        let buffer = from.fill_buf().ok()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(buffer.len(), |end| end + 1);
        let is_over = end.is_some() || buffer.is_empty();
        is_here &= count <= 1;
        from.consume(count);
        if is_over {
            return Some(is_here);
        }
    }
}

// The lines of a script.

/// Maximum length of a line, so that a binary file does not fill the memory.
const MAX_LINE: u64 = 64 << 20;

/// The lines of the running script. The player and the editor read their commands from here, too.
pub(super) type ScriptLines = Rc<RefCell<Lines>>;

/// Lines with a look-ahead of one line.
pub(super) struct Lines {
    from: Box<dyn BufRead>,
    /// Whether nothing was read yet, so that a byte order mark may come.
    is_new: bool,
    ahead: Option<String>,
    pub(super) count: usize,
    pub(super) error: Option<String>,
}

impl Lines {
    pub(super) fn new(from: impl BufRead + 'static) -> Self {
        Self { from: Box::new(from), is_new: true, ahead: None, count: 0, error: None }
    }

    pub(super) fn peek(&mut self) -> Option<&str> {
        if self.ahead.is_none() {
            self.ahead = self.read();
        }
        self.ahead.as_deref()
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Option<String> {
        let next = self.ahead.take().or_else(|| self.read());
        self.count += usize::from(next.is_some());
        next
    }

    fn read(&mut self) -> Option<String> {
        if self.error.is_some() {
            return None;
        }
        if std::mem::take(&mut self.is_new) {
            let from = std::mem::replace(&mut self.from, Box::new(io::empty()));
            match TextStream::new(from) {
                Ok(stream) => self.from = Box::new(stream),
                Err(error) => {
                    self.error = Some(format!("cannot read the script: {error}"));
                    return None;
                }
            }
        }
        let mut bytes = Vec::new();
        match io::Read::take(&mut self.from, MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(count) if count as u64 >= MAX_LINE => {
                self.error = Some("a line of the script is longer than 64 MiB".to_owned());
                return None;
            }
            Ok(_) => {}
            Err(error) => {
                self.error = Some(format!("cannot read the script: {error}"));
                return None;
            }
        }
        while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            bytes.pop();
        }
        let line = String::from_utf8(bytes).ok();
        if line.is_none() {
            self.error = Some("the script is not valid UTF-8".to_owned());
        }
        line
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
    }

    #[test]
    fn a_line_is_read_as_a_whole_or_not_at_all() {
        let longest = usize::try_from(MAX_BYTES).expect("small");
        let just = "r".repeat(longest);
        let text = format!("{just}u\nundo\n{just}\nquit");
        let mut from = io::BufReader::with_capacity(1000, text.as_bytes());
        assert!(read(&mut from).is_some_and(|line| line.is_err()), "what is too long is refused");
        assert_eq!(read(&mut from), Some(Ok("undo\n".to_owned())), "and its rest is no line");
        assert_eq!(read(&mut from).and_then(Result::ok).map(|line| line.len()), Some(longest));
        assert_eq!(read(&mut from), Some(Ok("quit".to_owned())));
        assert_eq!(read(&mut from), None);
    }
}
