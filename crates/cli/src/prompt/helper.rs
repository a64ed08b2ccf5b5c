//! Answers the line editor while a line is typed.

use std::{
    borrow::Cow,
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use lurd_puzzle::{catalog::Catalog, puzzle::NextRow};
use lurd_toolkit::words::{Word, own_word};
use rustyline::{
    Context, Editor, Result,
    completion::{Completer, Pair},
    highlight::{CmdKind, Highlighter},
    hint::{Hint, Hinter, HistoryHinter},
    history::FileHistory,
    validate::{ValidationContext, ValidationResult, Validator},
};

use super::colour;
use crate::completion;
use crate::output::Screen;
use crate::registry::command;
use crate::split::{is_command, is_doubled, wants_more};

/// What a line is read for.
pub(crate) struct Reading<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) screen: &'a Screen,
    /// What is shown before the line on a terminal.
    pub(crate) prompt: &'static str,
    /// The words about what is played or edited.
    pub(crate) words: &'static [Word],
    /// Whether a line that is being typed gets hints.
    pub(crate) hints: bool,
    /// Whether a line is read as actions of the current puzzle.
    pub(crate) is_actions: &'a dyn Fn(&str) -> bool,
}

impl Reading<'_> {
    /// What a line of the prompt is taken for, if it is the first row of a board that is typed row by row.
    pub(super) fn first_row(&self, line: &str) -> Option<String> {
        let is_free = !line.contains('\n') && !is_command(line, self.words);
        match self.catalog.next_row(line).filter(|_| is_free)? {
            NextRow::Expected { taken_for, .. } if self.catalog.is_unknown(line.trim()) && !(self.is_actions)(line) => {
                Some(taken_for)
            }
            _ => None,
        }
    }
}

/// The most completions that are shown with what they mean.
const MAX_DESCRIBED: usize = 40;

/// Keys that follow each other faster than this are a paste, which is coloured at its end.
const PASTED: Duration = Duration::from_millis(3);

pub(super) type LineEditor = Editor<Helper, FileHistory>;

/// What is being typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Typed {
    Line,
    /// The answer to a question.
    Answer,
    /// The rows of a board.
    Board,
    /// The rows of two boards without any notation.
    Rows,
}

pub(super) struct Helper {
    catalog: Rc<Catalog>,
    /// The words about what is played or edited.
    words: &'static [Word],
    pub(super) typed: Typed,
    hints: bool,
    last_key: Cell<Option<Instant>>,
}

impl Helper {
    pub(super) fn new(catalog: Rc<Catalog>) -> Self {
        Self { catalog, words: &[], typed: Typed::Line, hints: true, last_key: Cell::new(None) }
    }

    /// Updates what the last command may have changed.
    pub(super) fn prepare(&mut self, reading: &Reading<'_>) {
        (self.hints, self.words) = (reading.hints, reading.words);
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
        let next_row = || self.catalog.next_row(input).filter(|_| self.typed == Typed::Rows);
        Ok(match next_row() {
            Some(NextRow::Expected { .. }) => ValidationResult::Incomplete,
            Some(NextRow::Wrong(error)) => ValidationResult::Invalid(Some(format!("   {error}"))),
            None if self.typed == Typed::Board && self.is_open(input) => ValidationResult::Incomplete,
            None => ValidationResult::Valid(None),
        })
    }
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let head = &line[..at];
        let word = head.rsplit(char::is_whitespace).next().unwrap_or_default();
        let start = at - word.len();
        // As at the shell.
        let words: Vec<&str> =
            head[..start].split_whitespace().skip_while(|word| *word == "lurd").chain([word]).collect();
        let mut found = self.completions(&words);
        // What takes something is completed with a blank.
        if let [(name, _)] = found.as_mut_slice()
            && (name.starts_with("--")
                || words.len() == 1 && (command(name).is_some() || own_word(name, self.words).is_some()))
        {
            name.push(' ');
        }
        // One below the other, as long as they are not too many.
        let is_list = found.len() <= MAX_DESCRIBED;
        let described = |(replacement, summary): (String, Option<String>)| {
            let summary = summary.filter(|_| is_list);
            let display = summary.map_or_else(|| replacement.clone(), |summary| format!("{replacement:14} {summary}"));
            Pair { display, replacement }
        };
        Ok((start, found.into_iter().map(described).collect()))
    }
}

impl Helper {
    /// What can stand at the end of these words: first the words about what is played or edited.
    fn completions(&self, words: &[&str]) -> Vec<(String, Option<String>)> {
        let begins = |word: &str, name: &&str| name.starts_with(word);
        let own: Vec<_> = match words {
            [word] => {
                let rows = self.words.iter().filter(|row| begins(word, &row.name));
                rows.map(|row| (row.name.to_owned(), Some(row.summary.to_owned()))).collect()
            }
            [first, word] => {
                let choices = own_word(first, self.words).map_or(&[][..], |row| row.choices).iter();
                choices.filter(|name| begins(word, name)).map(|name| ((*name).to_owned(), None)).collect()
            }
            _ => Vec::new(),
        };
        let others = completion::at_prompt(words).into_iter();
        let is_new = |name: &str| own.iter().all(|(known, _)| known != name);
        let others: Vec<_> = others.filter(|(name, _)| is_new(name)).collect();
        own.into_iter().chain(others).collect()
    }
}

/// What is shown behind the cursor.
pub(super) struct Shown {
    text: String,
    /// Whether a key takes it into the line.
    completes: bool,
}

impl Hint for Shown {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.completes.then_some(&self.text)
    }
}

impl Hinter for Helper {
    type Hint = Shown;

    /// The rest of the newest line of the history that begins so, but not of long ones; below the rows of a board, what is known
    /// of it and what is missing.
    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Shown> {
        const MAX_BYTES: usize = 200;
        if matches!(self.typed, Typed::Board | Typed::Rows) && line.ends_with('\n') && at == line.len() {
            let NextRow::Expected { taken_for, .. } = self.catalog.next_row(line.trim_end())? else { return None };
            // In parentheses, so that it does not look like a row on a terminal without colours.
            return Some(Shown { text: format!("  ({taken_for})"), completes: false });
        }
        let wants_hint = self.hints && self.typed == Typed::Line && line.len() <= MAX_BYTES && !line.contains('\n');
        let rest = HistoryHinter {}.hint(line, at, context).filter(|rest| wants_hint && !rest.contains('\n'))?;
        Some(Shown { text: rest, completes: true })
    }
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        colour::line(line, &self.catalog, self.words)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(colour::hint(hint))
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
