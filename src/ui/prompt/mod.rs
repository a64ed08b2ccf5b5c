//! The prompt: reads lines with an editor and carries them out. Errors never end it.
//!
//! A pasted board is one input. A board that is typed row by row begins as a line; once it is clear
//! that rows are missing, the editor goes on below the prompt, where all rows are aligned and can be
//! changed until the board is complete.

mod colour;
pub(super) mod complete;
mod helper;
mod hint;
mod history;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, RepeatCount,
};

use super::app::App;
use super::line::Done;
use super::pasted::{inputs, unspaced};
use crate::report;
use crate::toolkit::exit::Exit;
use helper::Helper;
use history::History;

const PROMPT: &str = "lurd> ";
const MORE: &str = "  ..> a blank line ends the board, Ctrl-C drops it\n";

/// More is not typed: a flood of keys must not keep the editor busy for minutes. A paste with
/// brackets around it comes as one event and may be longer.
const MAX_KEYS: usize = 64 << 10;

/// What the first start says.
const GREETING: &str = "\
Welcome to lurd. Type 'solve missile/4' and press Enter: it finds the shortest answer, button by button.
Then 'step' walks through it on the board. Paste a Sokoban level or a shifter of your own: it is solved at once.
'help' shows more, Tab completes, Ctrl-C stops a search, Ctrl-D leaves.";

/// What later starts say.
const AGAIN: &str = "lurd: type or paste a puzzle, or 'solve missile/4'; 'help' for more, Ctrl-D to leave";

/// The editor of the prompt.
type Lines = Editor<Helper, FileHistory>;

/// Runs the prompt until `quit` or Ctrl-D.
pub(super) fn run(app: &mut App) -> Exit {
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
                let message = "more than 64 KiB were typed: nothing was done with it";
                app.complain(message);
                app.screen.note("help: put it into a file, and write the name of the file");
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

/// Carries out what was typed or pasted; whether the prompt is to end.
fn carry_out(app: &mut App, input: &str) -> bool {
    for line in inputs(input) {
        app.signals.cancel.reset();
        // A bug in one command must not cost the session.
        match catch_unwind(AssertUnwindSafe(|| app.line(line))) {
            Ok(Done::Quit) => return true,
            // The rest was meant for what went before.
            Ok(Done::Go(exit)) if exit.stops_a_script() => break,
            Ok(Done::Go(_)) | Err(_) => {}
        }
    }
    false
}

fn open(app: &App, too_much: &Arc<AtomicBool>) -> rustyline::Result<(Lines, History)> {
    let config = rustyline::Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .completion_prompt_limit(200)
        .max_history_size(history::MOST)?
        .history_ignore_dups(true)?
        .color_mode(if app.screen.has_colour() { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Helper::new(Rc::clone(&app.catalog))));
    let limit = Limit(Arc::clone(too_much));
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(limit)));
    let history = History::open(&mut editor);
    Ok((editor, history))
}

/// Asks for the missing rows of a board; nothing if it was dropped.
fn gather(app: &App, editor: &mut Lines, line: String) -> Option<String> {
    let Some(start) = App::puzzle_start(&line) else { return Some(line) };
    // The line break at the end of what was pasted is no blank line.
    let line = line.strip_suffix('\n').map_or(line.clone(), str::to_owned);
    let is_open = |input: &str| !ends_blank(input) && app.wants_more(&input[start..]);
    if !is_open(&line) {
        return Some(line);
    }
    if is_dumb() {
        return gather_plainly(editor, line, is_open);
    }
    let set = |editor: &mut Lines, start| {
        if let Some(helper) = editor.helper_mut() {
            helper.board = start;
        }
    };
    set(editor, Some(start));
    let more = editor.readline_with_initial(MORE, (&format!("{line}\n"), ""));
    set(editor, None);
    more.ok().map(|board| unspaced(&board))
}

/// The same row by row, where the terminal cannot move the cursor.
fn gather_plainly(editor: &mut Lines, line: String, is_open: impl Fn(&str) -> bool) -> Option<String> {
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

/// Whether the terminal is one of those that the editor reads plain lines from.
fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|terminal| matches!(terminal.as_str(), "dumb" | "cons25" | "emacs"))
}

/// Whether the last line is there and blank.
fn ends_blank(input: &str) -> bool {
    input.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty())
}

/// Lets no more keys through than [`MAX_KEYS`].
struct Limit(Arc<AtomicBool>);

impl ConditionalEventHandler for Limit {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let is_letter = event.get(0).is_some_and(|key| matches!(key.0, KeyCode::Char(_)) && key.1.is_empty());
        if !is_letter || context.line().len() < MAX_KEYS {
            return None;
        }
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::Noop)
    }
}
