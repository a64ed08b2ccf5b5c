//! Asks for the missing rows of a board.
//!
//! A pasted board is one input. A board typed row by row begins as a line; once rows are missing, the line
//! editor continues below the prompt, where all rows are aligned and can be changed.

use rustyline::error::ReadlineError;

use super::helper::{LineEditor, ends_blank};
use crate::ui::app::App;
use crate::ui::pasted::unspaced;

const MORE: &str = "  ..> a blank line ends the board, Ctrl-C drops it\n";

/// Asks for the missing rows of a board; `None` if the board was dropped.
pub(super) fn gather(app: &App, editor: &mut LineEditor, line: String) -> Option<String> {
    let Some(start) = App::puzzle_start(&line) else { return Some(line) };
    // A line break at the end of a paste is not a blank line.
    let line = line.strip_suffix('\n').map_or(line.clone(), str::to_owned);
    let is_open = |input: &str| !ends_blank(input) && app.wants_more(&input[start..]);
    if !is_open(&line) {
        return Some(line);
    }
    if is_dumb() {
        return gather_plainly(editor, line, is_open);
    }
    let set = |editor: &mut LineEditor, start| {
        if let Some(helper) = editor.helper_mut() {
            helper.board = start;
        }
    };
    set(editor, Some(start));
    let more = editor.readline_with_initial(MORE, (&format!("{line}\n"), ""));
    set(editor, None);
    more.ok().map(|board| unspaced(&board))
}

/// Asks row by row, for terminals that cannot move the cursor.
fn gather_plainly(editor: &mut LineEditor, line: String, is_open: impl Fn(&str) -> bool) -> Option<String> {
    let mut input = line;
    while is_open(&input) {
        match editor.readline("  ..> ") {
            Ok(row) => {
                input.push('\n');
                input.push_str(&row);
            }
            Err(ReadlineError::Interrupted) => return None,
            Err(_) => break,
        }
    }
    Some(input)
}

/// Whether the line editor reads plain lines from this terminal.
fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|terminal| matches!(terminal.as_str(), "dumb" | "cons25" | "emacs"))
}
