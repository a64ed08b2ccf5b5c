//! The prompt: reads lines with an editor and carries them out. Errors never end it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::app::App;
use super::line::Done;
use crate::report;
use crate::toolkit::exit::Exit;

const PROMPT: &str = "lurd> ";
const MORE: &str = "  ..> ";

/// Runs the prompt until `quit` or Ctrl-D.
pub(super) fn run(app: &mut App) -> Exit {
    app.at_prompt = true;
    let mut editor = match DefaultEditor::new() {
        Ok(editor) => editor,
        Err(error) => return app.complain(&format!("the prompt cannot start: {error}")),
    };
    app.screen.note("lurd: type or paste a puzzle, or 'solve missile/4'; 'help' for more, Ctrl-D to leave");
    loop {
        match editor.readline(PROMPT) {
            Ok(line) => {
                let Some(input) = gather(app, &mut editor, line) else { continue };
                // A history that cannot grow is no reason to stop.
                let _ = editor.add_history_entry(input.trim_end());
                app.signals.cancel.reset();
                // A bug in one command must not cost the session.
                let done = catch_unwind(AssertUnwindSafe(|| app.line(&input)));
                if let Ok(Done::Quit) = done {
                    return Exit::Good;
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

/// Asks for the missing lines of a board; a blank line or Ctrl-D ends it, Ctrl-C drops it.
fn gather(app: &App, editor: &mut DefaultEditor, line: String) -> Option<String> {
    let Some(start) = App::puzzle_start(&line) else { return Some(line) };
    let mut input = line;
    while app.wants_more(&input[start..]) {
        match editor.readline(MORE) {
            Ok(more) if !more.trim().is_empty() => {
                input.push('\n');
                input.push_str(&more);
            }
            Err(ReadlineError::Interrupted) => return None,
            _ => break,
        }
    }
    Some(input)
}
