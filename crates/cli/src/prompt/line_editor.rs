//! The editor of lines with its history, and the prompt, which reads lines and carries them out.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use lurd_report as report;
use lurd_toolkit::{exit::Exit, folders};
use rustyline::error::ReadlineError;
use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, RepeatCount,
};

use super::helper::{Helper, LineEditor, ends_blank};
use crate::{
    app::App,
    commands::line::Done,
    split::{inputs, unspaced},
};

/// The maximum number of bytes typed key by key, so that a flood of keys does not keep the editor busy for
/// minutes. A bracketed paste comes as one event and may be longer.
const MAX_KEYS: usize = 64 << 10;

/// Creates the line editor and reads the history into it. `too_much` is set when a line exceeds [`MAX_KEYS`].
pub(super) fn open(app: &App, too_much: &Arc<AtomicBool>) -> rustyline::Result<(LineEditor, History)> {
    let config = rustyline::Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .completion_prompt_limit(200)
        .max_history_size(MAX_LINES)?
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

/// Ignores letters once the line has [`MAX_KEYS`] bytes.
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

// The lines of earlier sessions, in the state folder; Ctrl-R searches them. A failure to save them is reported once.

pub(super) const MAX_LINES: usize = 2000;

/// The maximum length of an input in bytes; longer ones are not saved.
const MAX_BYTES: usize = 16 << 10;

pub(super) struct History {
    /// `None` once it cannot be saved.
    path: Option<PathBuf>,
    is_new: bool,
    complaint: Option<String>,
}

impl History {
    /// Reads the history into the editor.
    pub(super) fn open(editor: &mut LineEditor) -> Self {
        let Some(folder) = folders::state() else {
            let complaint = "note: the history is not saved: no home folder is known".to_owned();
            return Self { path: None, is_new: true, complaint: Some(complaint) };
        };
        let path = folder.join("history");
        let is_new = !path.exists();
        let opened = if is_new {
            fs::create_dir_all(&folder).map_err(|error| error.to_string())
        } else {
            editor.load_history(&path).map_err(|error| error.to_string())
        };
        let mut history = Self { path: Some(path), is_new, complaint: None };
        if let Err(error) = opened {
            history.complaint = history.give_up(&error);
        }
        history
    }

    /// Whether there was no history before.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    /// Takes the message on what failed when it was opened.
    pub(super) fn complaint(&mut self) -> Option<String> {
        self.complaint.take()
    }

    /// Adds an input, also to the file, so that a crash loses nothing. Returns a message the first time this fails.
    pub(super) fn keep(&mut self, editor: &mut LineEditor, line: &str) -> Option<String> {
        if line.is_empty() || line.len() > MAX_BYTES {
            return None;
        }
        let kept = editor.add_history_entry(line).and_then(|_| match &self.path {
            Some(path) => editor.append_history(path),
            None => Ok(()),
        });
        kept.err().and_then(|error| self.give_up(&error.to_string()))
    }

    fn give_up(&mut self, error: &str) -> Option<String> {
        let path = self.path.take()?;
        Some(format!("note: the history is not saved: {}: {error}", path.display()))
    }
}

// Asks for the missing rows of a board.
//
// A pasted board is one input. A board typed row by row begins as a line; once rows are missing, the line
// editor continues below the prompt, where all rows are aligned and can be changed.

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

// Reads lines and carries them out. Errors never end the prompt.

const PROMPT: &str = "lurd> ";

/// The message of the first start.
const GREETING: &str = "\
Welcome to lurd. Type 'solve missile/4' and press Enter: it finds the shortest answer, button by button.
Then 'step' walks through it on the board. Paste a Sokoban level or a shifter of your own: it is solved at once.
'help' shows more, Tab completes, Ctrl-C stops a search, Ctrl-D leaves.";

const AGAIN: &str = "lurd: type or paste a puzzle, or 'solve missile/4'; 'help' for more, Ctrl-D to leave";

/// Runs the prompt until `quit` or Ctrl-D.
pub(crate) fn run(app: &mut App) -> Exit {
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
