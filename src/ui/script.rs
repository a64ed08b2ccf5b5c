//! Scripts: the lines of a pipe or a file, carried out without prompt and colours.

use std::cell::RefCell;
use std::io::{self, BufRead, Cursor};
use std::rc::Rc;

use super::app::App;
use super::line::Done;
use crate::toolkit::exit::Exit;

/// The maximum length of a line in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Runs standard input as a script.
pub(super) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    app.screen.plain = true;
    lines(app, io::stdin().lock()).0
}

/// Runs the commands of `--eval`, which are separated by semicolons.
pub(super) fn eval(app: &mut App, text: &str) -> Exit {
    app.at_prompt = true;
    lines(app, Cursor::new(commands(text))).0
}

/// Puts each command on a line of its own: semicolons outside quotes separate them.
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

/// The lines of the running script, from which the player and the editor also read.
pub(super) type Input = Rc<RefCell<Lines>>;

/// Carries out the lines of a script until one ends with exit code 2, 4 or 130. Returns the worst exit code and
/// the number of the last line read.
pub(super) fn lines(app: &mut App, from: impl BufRead + 'static) -> (Exit, usize) {
    let lines = Lines { from: Box::new(from), ahead: None, number: 0, error: None };
    let input = Rc::new(RefCell::new(lines));
    let outer = app.input.replace(Rc::clone(&input));
    let worst = carry_out(app, &input);
    app.input = outer;
    let lines = input.borrow();
    match &lines.error {
        Some(message) => (worst.worst(app.complain(message)), lines.number + 1),
        None => (worst, lines.number),
    }
}

fn carry_out(app: &mut App, input: &Input) -> Exit {
    let mut worst = Exit::Good;
    loop {
        let line = input.borrow_mut().next();
        let Some(line) = line else { return worst };
        let line = gather(app, &mut input.borrow_mut(), line);
        match app.line(&line) {
            Done::Quit => return worst,
            Done::Go(exit) => worst = worst.worst(exit),
        }
        if worst.stops_a_script() {
            return worst;
        }
    }
}

/// Appends the other rows of a board, up to a blank line.
fn gather(app: &App, lines: &mut Lines, line: String) -> String {
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
pub(super) struct Lines {
    from: Box<dyn BufRead>,
    ahead: Option<String>,
    /// The number of lines read.
    number: usize,
    /// Why reading failed.
    error: Option<String>,
}

impl Lines {
    fn peek(&mut self) -> Option<&str> {
        if self.ahead.is_none() {
            self.ahead = self.read();
        }
        self.ahead.as_deref()
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Option<String> {
        let next = self.ahead.take().or_else(|| self.read());
        self.number += usize::from(next.is_some());
        next
    }

    fn read(&mut self) -> Option<String> {
        if self.error.is_some() {
            return None;
        }
        let mut bytes = Vec::new();
        match io::Read::take(&mut self.from, MAX_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(count) if count as u64 >= MAX_BYTES => {
                self.error = Some("line of the script longer than 64 MiB".to_owned());
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
            self.error = Some("the script is not UTF-8 text".to_owned());
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_in_quotes_do_not_separate_commands() {
        assert_eq!(commands("load missile/1; left 1;undo"), "load missile/1\n left 1\nundo");
        assert_eq!(commands("verify 'a;b' \"c;'d\"; x"), "verify 'a;b' \"c;'d\"\n x");
    }
}
