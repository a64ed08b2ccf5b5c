//! Reads lines and carries them out. Errors never end the prompt.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::error::ReadlineError;

use super::line_editor::open;
use super::rows::gather;
use crate::ui::app::App;
use crate::ui::line::Done;
use crate::ui::pasted::{inputs, unspaced};
use lurd_report as report;
use lurd_toolkit::exit::Exit;

const PROMPT: &str = "lurd> ";

/// The message of the first start.
const GREETING: &str = "\
Welcome to lurd. Type 'solve missile/4' and press Enter: it finds the shortest answer, button by button.
Then 'step' walks through it on the board. Paste a Sokoban level or a shifter of your own: it is solved at once.
'help' shows more, Tab completes, Ctrl-C stops a search, Ctrl-D leaves.";

const AGAIN: &str = "lurd: type or paste a puzzle, or 'solve missile/4'; 'help' for more, Ctrl-D to leave";

/// Runs the prompt until `quit` or Ctrl-D.
pub(in crate::ui) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    let too_much = Arc::new(AtomicBool::new(false));
    let (mut editor, mut history) = match open(app, &too_much) {
        Ok(opened) => opened,
        Err(error) => return app.complain(&format!("the prompt cannot start: {error}")),
    };
    app.screen.note(if history.is_new() { GREETING } else { AGAIN });
    if let Some(complaint) = history.complaint() {
        app.screen.note(&complaint);
    }
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.look_at(app);
        }
        match editor.readline(PROMPT) {
            Ok(_) if too_much.swap(false, Ordering::Relaxed) => {
                let message = "input longer than 64 KiB ignored";
                app.complain(message);
                app.screen.note("help: save it to a file and type the name of the file");
            }
            Ok(line) => {
                let Some(input) = gather(app, &mut editor, unspaced(&line)) else { continue };
                if let Some(complaint) = history.keep(&mut editor, input.trim_end()) {
                    app.screen.note(&complaint);
                }
                if carry_out(app, &input) {
                    return if app.interrupted { Exit::Interrupted } else { Exit::Good };
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Exit::Good,
            Err(error) => {
                app.screen.note(&report::message(&format!("cannot read the line: {error}")));
                return Exit::Usage;
            }
        }
    }
}

/// Carries out an input and returns whether the prompt ends.
fn carry_out(app: &mut App, input: &str) -> bool {
    for line in inputs(input) {
        app.signals.cancel.reset();
        // A bug in one command must not end the session.
        let done = catch_unwind(AssertUnwindSafe(|| app.line(line)));
        if app.signals.is_ending() {
            app.interrupted = true;
            return true;
        }
        match done {
            Ok(Done::Quit) => return true,
            // The other lines depend on the one that failed.
            Ok(Done::Go(exit)) if exit.stops_a_script() => break,
            Ok(Done::Go(_)) | Err(_) => {}
        }
    }
    false
}
