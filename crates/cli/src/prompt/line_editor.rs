//! The line editor on a terminal, with the lines of earlier sessions.

use std::{
    fs,
    path::PathBuf,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use lurd_puzzle::{catalog::Catalog, puzzle::NextRow};
use lurd_report as report;
use lurd_toolkit::folders;
use rustyline::error::ReadlineError;
use rustyline::history::{History as _, SearchDirection};
use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, RepeatCount,
};

use super::helper::{Helper, LineEditor, Reading, ends_blank};
use crate::{
    output::Screen,
    split::{is_command, unspaced, wants_more},
};

/// The maximum number of bytes typed key by key, so that a flood of keys does not keep the editor busy for
/// minutes. A bracketed paste comes as one event and may be longer.
const MAX_KEYS: usize = 64 << 10;

/// The line editor of a terminal.
pub(crate) struct Terminal {
    editor: LineEditor,
    history: History,
    /// Whether a line exceeded [`MAX_KEYS`].
    too_much: Arc<AtomicBool>,
    pub(super) error: Option<String>,
}

impl Terminal {
    /// Creates the line editor and reads the history into it.
    pub(crate) fn open(catalog: &Rc<Catalog>, screen: &Screen) -> rustyline::Result<Self> {
        let config = rustyline::Config::builder()
            .completion_type(rustyline::CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .completion_prompt_limit(200)
            .max_history_size(MAX_LINES)?
            .history_ignore_dups(true)?
            .color_mode(if screen.has_colour() { ColorMode::Enabled } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Helper::new(Rc::clone(catalog))));
        let too_much = Arc::new(AtomicBool::new(false));
        let limit = Limit(Arc::clone(&too_much));
        editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(limit)));
        let history = History::open(&mut editor);
        Ok(Self { editor, history, too_much, error: None })
    }

    /// Whether there was no history before.
    pub(crate) fn is_new(&self) -> bool {
        self.history.is_new
    }

    /// The next line, with the further rows of a board; `None` at the end.
    pub(super) fn next(&mut self, reading: &Reading<'_>) -> Option<String> {
        let screen = reading.screen;
        loop {
            if let Some(complaint) = self.history.complaint.take() {
                screen.note(&complaint);
            }
            if let Some(helper) = self.editor.helper_mut() {
                helper.prepare(reading);
            }
            match self.editor.readline(reading.prompt) {
                Ok(_) if self.too_much.swap(false, Ordering::Relaxed) => {
                    screen.note(&report::message("input longer than 64 KiB ignored"));
                    screen.note("help: save it to a file and type the name of the file");
                }
                Ok(line) => {
                    let Some(input) = gather(&mut self.editor, reading, unspaced(&line)) else { continue };
                    self.history.keep(&mut self.editor, input.trim_end());
                    return Some(input);
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return None,
                Err(error) => {
                    self.error = Some(format!("cannot read the line: {error}"));
                    return None;
                }
            }
        }
    }

    /// Takes note that the last line has an error, so that it is no hint for another.
    pub(super) fn last_failed(&mut self) {
        let history = self.editor.history();
        let last = history.len().checked_sub(1).and_then(|at| history.get(at, SearchDirection::Reverse).ok()?);
        if let Some(line) = last.map(|last| last.entry.into_owned())
            && let Some(helper) = self.editor.helper_mut()
        {
            helper.failed.insert(line);
        }
    }

    /// The answer to a question, which is not kept.
    pub(super) fn answer(&mut self, question: &str) -> Option<String> {
        set_board(&mut self.editor, Some(usize::MAX));
        let answer = self.editor.readline(question);
        set_board(&mut self.editor, None);
        answer.ok()
    }
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

const MAX_LINES: usize = 2000;

/// The maximum length of an input in bytes; longer ones are not saved.
const MAX_BYTES: usize = 16 << 10;

struct History {
    /// `None` once it cannot be saved.
    path: Option<PathBuf>,
    is_new: bool,
    complaint: Option<String>,
}

impl History {
    /// Reads the history into the editor.
    fn open(editor: &mut LineEditor) -> Self {
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

    /// Adds an input, also to the file, so that a crash loses nothing. A message is left the first time this fails.
    fn keep(&mut self, editor: &mut LineEditor, line: &str) {
        if line.is_empty() || line.len() > MAX_BYTES {
            return;
        }
        let kept = editor.add_history_entry(line).and_then(|_| match &self.path {
            Some(path) => editor.append_history(path),
            None => Ok(()),
        });
        if let Err(error) = kept {
            self.complaint = self.give_up(&error.to_string());
        }
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

const ROWS: &str = "  ..> the other rows, a blank line, the rows of the target; Ctrl-C drops them\n";
const MORE: &str = "  ..> a blank line ends the board, Ctrl-C drops it\n";

/// Asks for the missing rows of a board; `None` if the board was dropped.
fn gather(editor: &mut LineEditor, reading: &Reading<'_>, line: String) -> Option<String> {
    if let Some(taken_for) = reading.first_row(&line) {
        return gather_rows(editor, reading, line, &taken_for);
    }
    if is_command(&line, reading.words) {
        return Some(line);
    }
    // A line break at the end of a paste is not a blank line.
    let line = line.strip_suffix('\n').map_or(line.clone(), str::to_owned);
    let is_open = |input: &str| !ends_blank(input) && wants_more(reading.catalog, input);
    if !is_open(&line) {
        return Some(line);
    }
    if is_dumb() {
        return gather_plainly(editor, line, is_open);
    }
    set_board(editor, Some(0));
    let more = editor.readline_with_initial(MORE, (&format!("{line}\n"), ""));
    set_board(editor, None);
    more.ok().map(|board| unspaced(&board))
}

/// Asks for the other rows of a board whose first row is `line`; `None` if it was dropped.
fn gather_rows(editor: &mut LineEditor, reading: &Reading<'_>, line: String, taken_for: &str) -> Option<String> {
    reading.screen.note(taken_for);
    if is_dumb() {
        let mut is_dropped = false;
        let rows = further_rows(reading, line, || {
            let row = editor.readline("  ..> ");
            is_dropped = matches!(row, Err(ReadlineError::Interrupted));
            row.ok()
        });
        return (!is_dropped).then_some(rows);
    }
    set_rows(editor, true);
    let more = editor.readline_with_initial(ROWS, (&format!("{line}\n"), ""));
    set_rows(editor, false);
    more.ok()
}

fn set_rows(editor: &mut LineEditor, on: bool) {
    if let Some(helper) = editor.helper_mut() {
        helper.rows = on;
    }
}

/// Reads the other rows of a board one by one; a row that does not fit is reported and left out. If the input ends
/// before the board does, these are the rows so far, which are reported as incomplete.
pub(super) fn further_rows(
    reading: &Reading<'_>,
    mut rows: String,
    mut next: impl FnMut() -> Option<String>,
) -> String {
    loop {
        match reading.catalog.next_row(&rows) {
            None => return rows,
            Some(NextRow::Expected { .. }) => {
                let Some(row) = next() else { return rows };
                rows.push('\n');
                rows.push_str(&row);
            }
            Some(NextRow::Wrong(error)) => {
                reading.screen.note(&format!("{error}; type that row again"));
                rows.truncate(rows.rfind('\n').unwrap_or(0));
            }
        }
    }
}

/// Says where the board begins whose rows are typed next.
fn set_board(editor: &mut LineEditor, start: Option<usize>) {
    if let Some(helper) = editor.helper_mut() {
        helper.board = start;
    }
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
