//! The lines of a script.

use std::cell::RefCell;
use std::io::{self, BufRead};
use std::rc::Rc;

/// Maximum length of a line, so that a binary file does not fill the memory.
const MAX_LINE: u64 = 64 << 20;

/// The lines of the running script. The player and the editor read their commands from here, too.
pub(super) type ScriptLines = Rc<RefCell<Lines>>;

/// Lines with a look-ahead of one line.
pub(super) struct Lines {
    from: Box<dyn BufRead>,
    ahead: Option<String>,
    pub(super) count: usize,
    pub(super) error: Option<String>,
}

impl Lines {
    pub(super) fn new(from: impl BufRead + 'static) -> Self {
        Self { from: Box::new(from), ahead: None, count: 0, error: None }
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
