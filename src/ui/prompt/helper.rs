//! Answers the line editor while a line is typed.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Editor, Result};

use super::{colour, complete, hint};
use crate::catalog::Catalog;
use crate::ui::app::App;
use crate::ui::pasted::is_doubled;
use crate::ui::wants_more::wants_more;

/// Keys that follow each other faster than this are a paste, which is coloured at its end.
const PASTED: Duration = Duration::from_millis(3);

pub(super) type LineEditor = Editor<Helper, FileHistory>;

pub(super) struct Helper {
    catalog: Rc<Catalog>,
    /// The objectives of the current puzzle.
    objectives: Vec<&'static str>,
    /// Where the board begins whose rows are being typed.
    pub(super) board: Option<usize>,
    hints: bool,
    last_key: Cell<Option<Instant>>,
}

impl Helper {
    pub(super) fn new(catalog: Rc<Catalog>) -> Self {
        Self { catalog, objectives: Vec::new(), board: None, hints: true, last_key: Cell::new(None) }
    }

    /// Updates what the last command may have changed.
    pub(super) fn look_at(&mut self, app: &App) {
        // Without colours a hint would look like typed text.
        self.hints = app.session.settings.is_on("hints") && app.screen.has_colour();
        let objectives = app.session.game.as_ref().map(|game| game.puzzle().objectives());
        self.objectives = objectives.into_iter().flatten().map(|objective| objective.name).collect();
    }

    /// Whether rows of a board are missing.
    ///
    /// A blank row after every row comes from a paste of CR LF without brackets; one blank row does not end
    /// such a board, two do.
    fn is_open(&self, board: &str) -> bool {
        if is_doubled(board) {
            let single = board.replace("\n\n", "\n");
            return !board.ends_with("\n\n") && wants_more(&self.catalog, single.trim_end_matches('\n'));
        }
        !ends_blank(board) && wants_more(&self.catalog, board)
    }
}

/// Whether the input has several lines and the last one is blank.
pub(super) fn ends_blank(input: &str) -> bool {
    input.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty())
}

impl rustyline::Helper for Helper {}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let input = context.input();
        let open = self.board.and_then(|start| input.get(start..)).is_some_and(|board| self.is_open(board));
        Ok(if open { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Helper {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        Ok(complete::complete(&line[..at], &self.catalog, &self.objectives))
    }
}

impl Hinter for Helper {
    type Hint = hint::Hint;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<hint::Hint> {
        if self.hints && self.board.is_none() && at == line.len() {
            hint::hint(line, context.history())
        } else {
            None
        }
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        colour::line(line, &self.catalog)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(colour::prompt(prompt))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(colour::hint(hint))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        Cow::Borrowed(candidate)
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        if kind == CmdKind::MoveCursor {
            return false;
        }
        let now = Instant::now();
        let is_pasted = self.last_key.replace(Some(now)).is_some_and(|last| now - last < PASTED);
        // The end of a line is always drawn, so a paste gets its colours then.
        kind == CmdKind::ForcedRefresh || (!is_pasted && line.len() <= colour::MAX_BYTES)
    }
}
