//! Scripts: the lines of a pipe, carried out without prompt and colour.

use std::io::{self, BufRead};

use super::app::App;
use super::line::Done;
use crate::toolkit::exit::Exit;

/// The longest line that is read; more is an error and not a reason to fill the memory.
const LONGEST: u64 = 64 << 20;

/// Runs standard input as a script. It stops at 2, 4 and 130 and ends with its worst line.
pub(super) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    app.screen.plain = true;
    let mut lines = Lines { from: io::stdin().lock(), ahead: None, wrong: None };
    let mut worst = Exit::Good;
    while let Some(line) = lines.next() {
        let input = gather(app, &mut lines, line);
        match app.line(&input) {
            Done::Quit => return worst,
            Done::Go(exit) => worst = worst.worst(exit),
        }
        if worst.stops_a_script() {
            return worst;
        }
    }
    match lines.wrong {
        Some(message) => worst.worst(app.complain(&message)),
        None => worst,
    }
}

/// Takes the further rows of a board; a blank line ends it.
fn gather(app: &App, lines: &mut Lines<impl BufRead>, line: String) -> String {
    let Some(start) = App::puzzle_start(&line) else { return line };
    let mut input = line;
    while let Some(next) = lines.peek() {
        let more = !next.trim().is_empty()
            && (app.wants_more(&input[start..]) || app.continues(&input[start..], next));
        if !more {
            break;
        }
        let Some(next) = lines.next() else { break };
        input.push('\n');
        input.push_str(&next);
    }
    input
}

/// Lines with one line of look-ahead.
struct Lines<R> {
    from: R,
    ahead: Option<String>,
    /// Why reading ended before the end.
    wrong: Option<String>,
}

impl<R: BufRead> Lines<R> {
    fn peek(&mut self) -> Option<&str> {
        if self.ahead.is_none() {
            self.ahead = self.read();
        }
        self.ahead.as_deref()
    }

    fn next(&mut self) -> Option<String> {
        self.ahead.take().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<String> {
        if self.wrong.is_some() {
            return None;
        }
        let mut bytes = Vec::new();
        match io::Read::take(&mut self.from, LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(count) if count as u64 >= LONGEST => {
                self.wrong = Some("a line of the script is longer than 64 MiB".to_owned());
                return None;
            }
            Ok(_) => {}
            Err(error) => {
                self.wrong = Some(format!("cannot read the script: {error}"));
                return None;
            }
        }
        while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            bytes.pop();
        }
        let line = String::from_utf8(bytes).ok();
        if line.is_none() {
            self.wrong = Some("the script is no UTF-8 text".to_owned());
        }
        line
    }
}
