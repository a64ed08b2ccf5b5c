//! The two boards of a puzzle, and its locked lines.

use std::ops::Range;

use super::build;
use super::cursor::Cursor;
use super::locked::{self, LockedLine};
use super::scan::{self, Fault, ScannedBoard};
use super::sixteen::{self, Size};
use super::words::{Keyword, keyword};
use crate::instance::ShifterPuzzle;
use lurd_puzzle::diagnostic::Diagnostic;

/// Both boards as they were written.
pub(super) struct Pair {
    source: ScannedBoard,
    target: ScannedBoard,
    locked: Vec<LockedLine>,
    /// Where the text after them begins.
    pub(super) end: usize,
}

/// Moves past blanks, commas and comments.
fn skip_blanks(text: &str, at: usize) -> usize {
    let mut cursor = Cursor { text, at };
    cursor.skip_blanks();
    cursor.at
}

impl Pair {
    /// Adds the locked lines, if they follow the target.
    fn new(text: &str, source: ScannedBoard, target: ScannedBoard) -> Result<Self, Fault> {
        let at = skip_blanks(text, target.end);
        let Some((Keyword::Locked, length)) = keyword(&text[at..]) else {
            let end = target.end;
            return Ok(Self { source, target, locked: Vec::new(), end });
        };
        let locked = locked::read(text, at + length)?;
        Ok(Self { source, target, locked: locked.lines, end: locked.end })
    }

    /// Reads the source, which begins at `at`, then `target:` and the target.
    pub(super) fn labelled(text: &str, at: usize) -> Result<Self, Fault> {
        let source = scan::board(text, at, None)?;
        let at = skip_blanks(text, source.end);
        let Some((Keyword::Target, length)) = keyword(&text[at..]) else {
            return Err(no_target(
                text,
                &source,
                at,
                "target:",
                "write target: and its rows after the source",
            ));
        };
        let target = scan::board(text, at + length, source.height())?;
        Self::new(text, source, target)
    }

    /// Reads the boards around a `->`; the first begins at `start`.
    pub(super) fn arrow(text: &str, start: usize) -> Result<Self, Fault> {
        const HELP: &str = "write SOURCE -> TARGET, for instance 12/34 -> 21/34";
        let source = scan::board(text, start, None)?;
        let at = skip_blanks(text, source.end);
        let Some(rest) = text[at..].strip_prefix("->") else {
            return Err(no_target(text, &source, at, "->", "write SOURCE -> TARGET"));
        };
        let after = text.len() - rest.len();
        if source.rows.is_empty() {
            let diagnostic =
                Diagnostic::new("no source before the '->'").at(at..after, "nothing before this");
            return Err(diagnostic.help(HELP).into());
        }
        let target = scan::board(text, after, source.height())?;
        if target.rows.is_empty() {
            let unfinished = skip_blanks(text, target.end) == text.len();
            let diagnostic = Diagnostic::new("no target after the '->'").at(at..after, "nothing after this");
            return Err(Fault { diagnostic: diagnostic.help(HELP), unfinished });
        }
        Self::new(text, source, target)
    }

    /// Reads the game id that begins the line in `line`.
    pub(super) fn sixteen(text: &str, line: &Range<usize>, size: &Size) -> Result<Self, Fault> {
        let boards = sixteen::boards(text, line, size)?;
        Self::new(text, boards.source, boards.target)
    }

    /// Builds the puzzle, and checks that nothing else follows on its last line.
    pub(super) fn build(&self, text: &str, title: Option<String>) -> Result<ShifterPuzzle, Fault> {
        let Self { source, target, locked, end } = self;
        let puzzle = build::build(title, source, target, locked).map_err(|diagnostic| {
            let missing =
                target.rows.is_empty() || source.height().is_some_and(|height| target.rows.len() < height);
            let unfinished = missing && !target.list && skip_blanks(text, *end) == text.len();
            Fault { diagnostic, unfinished }
        })?;
        let rest = text[*end..].split('\n').next().unwrap_or("");
        let extra = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').trim_end();
        if extra.is_empty() || extra.starts_with([';', '#']) || keyword(extra).is_some() {
            return Ok(puzzle);
        }
        let start = *end + rest.find(extra).unwrap_or(0);
        Err(Diagnostic::new("text after the target")
            .at(start..start + extra.len(), "belongs to no board")
            .help("comments begin with ';'")
            .into())
    }
}

fn no_target(text: &str, source: &ScannedBoard, at: usize, expected: &str, help: &str) -> Fault {
    let unfinished = at == text.len();
    let (place, label) = match text[at..].chars().next() {
        None => (source.place.clone(), "the source".to_owned()),
        Some(found) => (at..at + found.len_utf8(), format!("'{expected}' expected here")),
    };
    Fault { diagnostic: Diagnostic::new("the target is missing").at(place, label).help(help), unfinished }
}
