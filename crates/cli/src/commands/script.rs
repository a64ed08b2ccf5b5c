//! Scripts: lines of a pipe, a file or `--eval`, run without prompt and colour.

use std::{
    cell::RefCell,
    io::{self, BufRead, Cursor},
    rc::Rc,
};

use lurd_toolkit::exit::Exit;

use super::line::Done;
use crate::{
    app::App,
    split::commands,
    typed_lines::{Lines, ScriptLines},
};

/// Runs standard input as a script.
pub(crate) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    app.screen.plain = true;
    lines(app, io::stdin().lock()).0
}

/// Runs the commands of `--eval`, separated by semicolons.
pub(crate) fn eval(app: &mut App, text: &str) -> Exit {
    app.at_prompt = true;
    lines(app, Cursor::new(commands(text).join("\n"))).0
}

/// Runs the lines of a script until one ends with 2, 4 or 130. Returns the worst exit code and the number of
/// the last line read.
pub(crate) fn lines(app: &mut App, from: impl BufRead + 'static) -> (Exit, usize) {
    let input = Rc::new(RefCell::new(Lines::new(from)));
    let outer = app.input.replace(Rc::clone(&input));
    let worst = carry_out(app, &input);
    app.input = outer;
    let lines = input.borrow();
    match &lines.error {
        Some(message) => (worst.worst(app.complain(message)), lines.count + 1),
        None => (worst, lines.count),
    }
}

fn carry_out(app: &mut App, input: &ScriptLines) -> Exit {
    let mut worst = Exit::Good;
    loop {
        let line = input.borrow_mut().next();
        let Some(line) = line else { return worst };
        let line = gather(app, &mut input.borrow_mut(), line);
        match app.line(&line) {
            Done::Quit => return worst,
            Done::Go(exit) => worst = worst.worst(exit),
        }
        if app.signals.is_ending() {
            return Exit::Interrupted;
        }
        if worst.stops_a_script() {
            return worst;
        }
    }
}

/// Appends the further rows of a board to `line`; an empty line ends the board.
fn gather(app: &App, lines: &mut Lines, line: String) -> String {
    let Some(start) = App::puzzle_start(&line) else { return line };
    let mut input = line;
    while let Some(next) = lines.peek() {
        let more = !next.trim().is_empty() && (app.wants_more(&input[start..]) || app.continues(&input[start..], next));
        if !more {
            break;
        }
        let Some(next) = lines.next() else { break };
        input.push('\n');
        input.push_str(&next);
    }
    input
}
