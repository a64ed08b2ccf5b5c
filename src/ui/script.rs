//! Scripts: the lines of a pipe, carried out without prompt and colour.

use std::io::{self, BufRead};

use super::app::App;
use super::line::Done;
use crate::toolkit::exit::Exit;

/// The longest line that is read; more is an error and not a reason to fill the memory.
const LONGEST: u64 = 64 << 20;

/// Runs standard input as a script.
pub(super) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    app.screen.plain = true;
    lines(app, io::stdin().lock()).0
}

/// Runs the commands of `--eval`, which stand between semicolons.
pub(super) fn eval(app: &mut App, text: &str) -> Exit {
    app.at_prompt = true;
    lines(app, commands(text).as_bytes()).0
}

/// A command a line: semicolons that stand in no quotes end one.
fn commands(text: &str) -> String {
    let mut quote = None;
    text.chars()
        .map(|letter| match (letter, quote) {
            (';', None) => '\n',
            ('\'' | '"', None) => {
                quote = Some(letter);
                letter
            }
            (_, Some(open)) if open == letter => {
                quote = None;
                letter
            }
            _ => letter,
        })
        .collect()
}

/// Carries out the lines of a script. It stops at 2, 4 and 130 and ends with its worst line. Gives
/// the number of the last line that was read, too.
pub(super) fn lines(app: &mut App, from: impl BufRead) -> (Exit, usize) {
    let mut lines = Lines { from, ahead: None, number: 0, wrong: None };
    let mut worst = Exit::Good;
    while let Some(line) = lines.next() {
        let input = gather(app, &mut lines, line);
        match app.line(&input) {
            Done::Quit => return (worst, lines.number),
            Done::Go(exit) => worst = worst.worst(exit),
        }
        if worst.stops_a_script() {
            return (worst, lines.number);
        }
    }
    match lines.wrong {
        Some(message) => (worst.worst(app.complain(&message)), lines.number + 1),
        None => (worst, lines.number),
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
    /// How many were taken.
    number: usize,
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
        let next = self.ahead.take().or_else(|| self.read());
        self.number += usize::from(next.is_some());
        next
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_in_quotes_end_no_command() {
        assert_eq!(commands("load missile/1; left 1;undo"), "load missile/1\n left 1\nundo");
        assert_eq!(commands("verify 'a;b' \"c;'d\"; x"), "verify 'a;b' \"c;'d\"\n x");
    }
}
