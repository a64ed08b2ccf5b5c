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

use lurd_puzzle::catalog::Catalog;
use lurd_report as report;
use lurd_toolkit::folders;
use rustyline::error::ReadlineError;
use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, RepeatCount,
};

use super::colour;
use super::helper::{Helper, LineEditor, Reading, Typed, ends_blank};
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
    /// The file of the history; `None` once it cannot be saved.
    path: Option<PathBuf>,
    /// Whether there was no history before.
    pub(super) is_new: bool,
    /// Whether a line exceeded [`MAX_KEYS`].
    too_much: Arc<AtomicBool>,
    pub(super) error: Option<String>,
}

impl Terminal {
    /// Creates the line editor and reads the history into it.
    pub(super) fn open(catalog: &Rc<Catalog>, screen: &Screen) -> rustyline::Result<Self> {
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
        let mut terminal = Self { editor, path: None, is_new: true, too_much, error: None };
        terminal.read_history(screen);
        Ok(terminal)
    }

    /// The next line, with the further rows of a board; `None` at the end.
    pub(super) fn next(&mut self, reading: &Reading<'_>) -> Option<String> {
        let screen = reading.screen;
        loop {
            if let Some(helper) = self.editor.helper_mut() {
                helper.prepare(reading);
            }
            match self.editor.readline(&(reading.prompt, colour::prompt(reading.prompt))) {
                Ok(_) if self.too_much.swap(false, Ordering::Relaxed) => {
                    screen.note(&report::message("input longer than 64 KiB ignored"));
                    screen.note("help: save it to a file and type the name of the file");
                }
                Ok(line) => {
                    let Some(input) = gather(&mut self.editor, reading, unspaced(&line)) else { continue };
                    self.keep(input.trim_end(), screen);
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

    /// The answer to a question, which is not kept.
    pub(super) fn answer(&mut self, question: &str) -> Option<String> {
        set_typed(&mut self.editor, Typed::Answer);
        let answer = self.editor.readline(question);
        set_typed(&mut self.editor, Typed::Line);
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

impl Terminal {
    /// Reads the history into the editor.
    fn read_history(&mut self, screen: &Screen) {
        let Some(folder) = folders::state() else {
            return screen.note("note: the history is not saved: no home folder is known");
        };
        let path = folder.join("history");
        self.is_new = !path.exists();
        let read = if self.is_new {
            fs::create_dir_all(&folder).map_err(ReadlineError::from)
        } else {
            self.editor.load_history(&path)
        };
        self.path = Some(path);
        self.check_history(read, screen);
    }

    /// Adds an input, also to the file, so that a crash loses nothing.
    fn keep(&mut self, line: &str, screen: &Screen) {
        if line.is_empty() || line.len() > MAX_BYTES {
            return;
        }
        let kept = self.editor.add_history_entry(line).and_then(|_| match &self.path {
            Some(path) => self.editor.append_history(path),
            None => Ok(()),
        });
        self.check_history(kept, screen);
    }

    /// Saves no further inputs after an error.
    fn check_history(&mut self, result: rustyline::Result<()>, screen: &Screen) {
        if let Err(error) = result
            && let Some(path) = self.path.take()
        {
            screen.note(&format!("note: the history is not saved: {}: {error}", path.display()));
        }
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
    let taken_for = reading.first_row(&line);
    if taken_for.is_none() && is_command(&line, reading.words) {
        return Some(line);
    }
    // A line break at the end of a paste is not a blank line.
    let line = line.strip_suffix('\n').map_or(line.clone(), str::to_owned);
    let (prompt, typed) = match taken_for {
        Some(taken_for) => {
            reading.screen.note(&taken_for);
            (ROWS, Typed::Rows)
        }
        None if ends_blank(&line) || !wants_more(reading.catalog, &line) => return Some(line),
        None => (MORE, Typed::Board),
    };
    set_typed(editor, typed);
    let more = editor.readline_with_initial(prompt, (&format!("{line}\n"), ""));
    set_typed(editor, Typed::Line);
    more.ok().map(|board| unspaced(&board))
}

/// Says what is typed next.
fn set_typed(editor: &mut LineEditor, typed: Typed) {
    if let Some(helper) = editor.helper_mut() {
        helper.typed = typed;
    }
}
