//! The prompt, and scripts: lines of a pipe, run without prompt and colour.

use std::{
    ffi::OsString,
    io::{self, BufRead},
};

use clap::{CommandFactory, Parser};
use lurd_toolkit::exit::Exit;

use crate::{
    app::App,
    lines,
    prompt::{LineSource, Lines},
    registry::Outcome,
};

/// Runs standard input as a script.
pub(crate) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    app.screen.plain = true;
    let (exit, line) = lines(app, io::stdin().lock());
    // Whoever pipes one line knows which one it is.
    if exit.stops_a_script() && line > 1 {
        app.screen.note(&format!("note: stopped at line {line} of the input"));
    }
    exit
}

/// Goes on with the lines of standard input, unless they are being read.
pub(super) fn go_on(app: &mut App) -> Outcome {
    if app.at_prompt {
        return Ok(Exit::Good);
    }
    (app.at_prompt, app.goes_on) = (true, true);
    app.read_standard_input()?;
    let exit = lines::run(app);
    Ok(leave(app, exit))
}

/// Notes what is not saved at the end of the prompt or a script.
fn leave(app: &mut App, exit: Exit) -> Exit {
    app.leave_draft();
    if app.interrupted { Exit::Interrupted } else { exit }
}

/// The flag that gives commands.
#[derive(Parser)]
#[command(name = "lurd", disable_help_flag = true)]
struct Eval {
    /// Commands of the prompt, separated by semicolons
    #[arg(short, long, value_name = "LINES", required = true, allow_hyphen_values = true)]
    eval: Vec<String>,
}

/// Runs the commands of `--eval`.
pub(crate) fn eval(app: &mut App, words: &[OsString]) -> Exit {
    let eval = match Eval::try_parse_from(std::iter::once(OsString::from("lurd")).chain(words.iter().cloned())) {
        Ok(eval) => eval,
        Err(error) => return app.explain_usage(&error, &Eval::command(), words).unwrap_or_else(|exit| exit),
    };
    app.at_prompt = true;
    self::lines(app, io::Cursor::new(eval.eval.join("\n"))).0
}

/// Runs the lines of a script until one ends with 2, 4 or 130. Returns the worst exit code and the number of
/// the last line read.
pub(crate) fn lines(app: &mut App, from: impl BufRead + 'static) -> (Exit, usize) {
    let from = Lines::new(from);
    let outer = app.input.replace(LineSource::Script(from));
    let exit = lines::run(app);
    let exit = leave(app, exit);
    let count = match std::mem::replace(&mut app.input, outer) {
        Some(LineSource::Script(lines)) => lines.count,
        _ => 0,
    };
    (exit, count)
}

// The prompt.

/// The message of the first start.
const GREETING: &str = "\
Welcome to lurd. Type 'solve missile/4' and press Enter: it finds the shortest answer, button by button.
Then 'step' walks through it on the board. Paste a Sokoban level or a shifter of your own: it is solved at once.
You can also type a shifter row by row, without any notation, or draw one: 'edit 4x4'. 'play' is for playing.
'help' shows more, Tab completes, Ctrl-C stops a search, Ctrl-D leaves.";

const AGAIN: &str = "lurd: type or paste a puzzle, or 'solve missile/4'; 'help' for more, Ctrl-D to leave";

/// Runs the prompt until `quit` or Ctrl-D.
pub(crate) fn prompt(app: &mut App) -> Exit {
    app.at_prompt = true;
    if let Err(exit) = app.read_standard_input() {
        return exit;
    }
    let is_new = app.input.as_ref().is_some_and(LineSource::is_new);
    app.screen.note(if is_new { GREETING } else { AGAIN });
    let exit = lines::run(app);
    leave(app, exit)
}
