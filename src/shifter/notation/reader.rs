//! Goes through a text line by line and finds the puzzles in it.

use std::ops::Range;

use super::super::puzzle::ShifterPuzzle;
use super::scan::{self, Fault};
use super::words::{Keyword, keyword, row_width};
use super::{build, games, locked, sixteen};
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Entry, Extras};

/// After so many puzzles that cannot be read, the rest of the text is not tried.
const MOST_FAULTS: usize = 1000;

/// Both boards of a puzzle and where they end.
pub(super) struct Pair {
    source: scan::Raw,
    target: scan::Raw,
    locked: Vec<locked::Line>,
    end: usize,
}

/// Goes through a text once, and collects what it finds.
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    entries: Vec<Entry>,
    faults: usize,
    /// Whether the last puzzle could not be read, so that its remains may lie about.
    failed: bool,
    /// Whether the last puzzle ended too early.
    unfinished: bool,
    /// Where the last puzzle ended.
    last_end: usize,
    /// The lines since the last blank line that begin no puzzle.
    paragraph: Vec<Range<usize>>,
    /// The last such line before that, and how many there were since the last puzzle.
    text_line: Option<Range<usize>>,
    text_lines: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            at: start,
            entries: Vec::new(),
            faults: 0,
            failed: false,
            unfinished: false,
            last_end: start,
            paragraph: Vec::new(),
            text_line: None,
            text_lines: 0,
        }
    }

    /// Whether the last puzzle ended too early.
    pub(super) fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// The bytes of the rest of the line at `at`, without blanks around it.
    fn line(&self) -> Range<usize> {
        let rest = &self.text[self.at..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.at + rest.len() - rest.trim_start().len();
        start..start + rest.trim().len()
    }

    fn next_line(&mut self) {
        self.at = self.text[self.at..].find('\n').map_or(self.text.len(), |end| self.at + end + 1);
    }

    /// Reads all of it.
    pub(super) fn run(&mut self) {
        while self.at < self.text.len() {
            let place = self.line();
            let line = &self.text[place.clone()];
            if line.is_empty() {
                self.end_paragraph();
                self.next_line();
            } else if line.starts_with(';') {
                self.keep_game(&place);
                self.next_line();
            } else if let Some((keyword, length)) = keyword(line) {
                self.end_paragraph();
                match keyword {
                    Keyword::Source => {
                        let pair = self.labelled(place.start + length);
                        self.add(place.start, place.end, pair);
                    }
                    Keyword::Target | Keyword::Locked if self.failed => self.next_line(),
                    Keyword::Target => {
                        let complaint = Diagnostic::new("a target without a source")
                            .at(place.start..place.start + length, "no 'source:' before this")
                            .help("write source: and its rows first, then target: and its rows");
                        self.add(place.start, place.end, Err(complaint.into()));
                    }
                    Keyword::Locked => {
                        let complaint = Diagnostic::new("locked lines of no puzzle")
                            .at(place.start..place.start + length, "no target before this")
                            .help("write locked: and the lines right after the target");
                        self.add(place.start, place.end, Err(complaint.into()));
                    }
                }
            } else if let Some(size) = sixteen::size(line) {
                self.end_paragraph();
                let end = sixteen::end(self.text, &place);
                let pair = sixteen::boards(self.text, place.start..end, &size)
                    .map_err(Fault::from)
                    .and_then(|(source, target)| self.pair(source, target, end));
                self.add(place.start, place.end, pair);
            } else if line.contains("->") {
                let start = self.first_row(place.start);
                self.end_paragraph();
                let pair = self.arrow(start);
                self.add(start, place.end, pair);
            } else {
                self.paragraph.push(place);
                self.next_line();
            }
            if self.faults >= MOST_FAULTS {
                let place = self.at..self.at;
                let complaint = Diagnostic::new(format!(
                    "{MOST_FAULTS} puzzles of this text cannot be read; the rest was not tried"
                ))
                .at(place.clone(), "");
                self.push(place, Err(complaint), None);
                break;
            }
        }
        self.end_paragraph();
    }

    /// A comment after a puzzle may be a game of it.
    fn keep_game(&mut self, place: &Range<usize>) {
        let Some(last) = self.entries.last_mut().filter(|last| last.puzzle.is_ok()) else { return };
        // After other lines it belongs to what they begin.
        if self.text_lines == 0
            && self.paragraph.is_empty()
            && let Some(game) = games::read(&self.text[place.clone()])
        {
            last.extras.games.push(game);
            last.extras.end = place.end;
        }
    }

    fn end_paragraph(&mut self) {
        self.text_lines += self.paragraph.len();
        // What looks like a row may be left over from the puzzle that could not be read.
        let remains = |line: &Range<usize>| self.failed && row_width(&self.text[line.clone()]).is_some();
        if let Some(last) = self.paragraph.iter().rfind(|line| !remains(line)) {
            self.text_line = Some(last.clone());
        }
        self.paragraph.clear();
    }

    /// Where the source begins of which the last row stands in the line at `start`: the lines directly
    /// before it that look like rows are its other rows, if it has none on this line or they end
    /// with a slash.
    fn first_row(&mut self, start: usize) -> usize {
        let before_arrow = self.text[start..].split("->").next().unwrap_or("");
        let is_whole = before_arrow.contains(['/', '[']);
        let mut first = start;
        while let Some(place) = self.paragraph.last() {
            let line = &self.text[place.clone()];
            let slashed = line.ends_with('/');
            let is_row = line.split('/').all(|row| row.is_empty() || row_width(row).is_some());
            if !is_row || (is_whole && !slashed) {
                break;
            }
            first = place.start;
            self.paragraph.pop();
        }
        first
    }

    /// The boards after `source:`, of which the first begins at `at`.
    fn labelled(&self, at: usize) -> Result<Pair, Fault> {
        let (source, end) = scan::board(self.text, at, None)?;
        let at = self.skip_blanks(end);
        let Some((Keyword::Target, length)) = keyword(&self.text[at..]) else {
            return Err(self.no_target(
                &source,
                at,
                "target:",
                "write target: and its rows after the source",
            ));
        };
        let (target, end) = scan::board(self.text, at + length, source.height())?;
        self.pair(source, target, end)
    }

    /// Both boards, and the locked lines where they follow.
    fn pair(&self, source: scan::Raw, target: scan::Raw, end: usize) -> Result<Pair, Fault> {
        let at = self.skip_blanks(end);
        let Some((Keyword::Locked, length)) = keyword(&self.text[at..]) else {
            return Ok(Pair { source, target, locked: Vec::new(), end });
        };
        let (locked, end) = locked::read(self.text, at + length)?;
        Ok(Pair { source, target, locked, end })
    }

    /// The boards around a `->`, of which the first begins at `start`.
    pub(super) fn arrow(&self, start: usize) -> Result<Pair, Fault> {
        let (source, end) = scan::board(self.text, start, None)?;
        let at = self.skip_blanks(end);
        let Some(rest) = self.text[at..].strip_prefix("->") else {
            return Err(self.no_target(&source, at, "->", "write SOURCE -> TARGET"));
        };
        let after = self.text.len() - rest.len();
        if source.rows.is_empty() {
            return Err(Diagnostic::new("no source before the '->'")
                .at(at..after, "nothing before this")
                .help("write SOURCE -> TARGET, for instance 12/34 -> 21/34")
                .into());
        }
        let (target, end) = scan::board(self.text, after, source.height())?;
        if target.rows.is_empty() {
            let unfinished = self.skip_blanks(end) == self.text.len();
            let diagnostic = Diagnostic::new("no target after the '->'")
                .at(at..after, "nothing after this")
                .help("write SOURCE -> TARGET, for instance 12/34 -> 21/34");
            return Err(Fault { diagnostic, unfinished });
        }
        self.pair(source, target, end)
    }

    fn no_target(&self, source: &scan::Raw, at: usize, expected: &str, help: &str) -> Fault {
        let unfinished = at == self.text.len();
        let (place, label) = match self.text[at..].chars().next() {
            None => (source.place.clone(), "the source".to_owned()),
            Some(found) => (at..at + found.len_utf8(), format!("'{expected}' expected here")),
        };
        Fault { diagnostic: Diagnostic::new("the target is missing").at(place, label).help(help), unfinished }
    }

    /// Goes over blanks, commas and comments.
    fn skip_blanks(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.text[at..];
            let skipped = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            at = self.text.len() - skipped.len();
            if !skipped.starts_with(';') {
                return at;
            }
            at += skipped.find('\n').unwrap_or(skipped.len());
        }
    }

    /// Adds what came of the lines from `start`, the last of which (as far as it is known when the
    /// boards cannot be read) ends at `line_end`, and goes on behind them.
    fn add(&mut self, start: usize, line_end: usize, pair: Result<Pair, Fault>) {
        let title = self.text_line.take().map(|line| title(&self.text[line]));
        let skipped = self.text_lines - usize::from(title.is_some());
        self.text_lines = 0;
        let note = (skipped > 0 && !self.failed).then(|| {
            format!("skipped {} before it that {} no puzzle", build::counted(skipped, "line"), verb(skipped))
        });
        let (end, puzzle) = match pair {
            Ok(pair) => (pair.end, self.check(title, &pair)),
            Err(fault) => {
                let place = fault.diagnostic.place.clone().unwrap_or(0..0);
                // Where the target should be there may stand the next source.
                let is_next = place.start > start && keyword(&self.text[place.start..]).is_some();
                (if is_next { place.start } else { place.end.max(line_end) }, Err(fault))
            }
        };
        self.failed = puzzle.is_err();
        self.faults += usize::from(self.failed);
        self.unfinished = matches!(&puzzle, Err(fault) if fault.unfinished);
        self.at = end;
        if self.failed && !matches!(keyword(&self.text[end..]), Some((Keyword::Source, _))) {
            self.next_line();
        }
        self.push(start..end, puzzle.map_err(|fault| fault.diagnostic), note);
    }

    fn push(&mut self, place: Range<usize>, puzzle: Result<ShifterPuzzle, Diagnostic>, note: Option<String>) {
        let flags = flags(&self.text[self.last_end..place.end]);
        self.last_end = place.end;
        let puzzle = puzzle.map(|puzzle| Box::new(puzzle) as _);
        let extras = Extras { end: place.end, ..Extras::default() };
        self.entries.push(Entry { puzzle, place, flags, note, extras });
    }

    /// Builds the puzzle, and looks whether its last line has room for nothing else.
    pub(super) fn check(&self, title: Option<String>, pair: &Pair) -> Result<ShifterPuzzle, Fault> {
        let Pair { source, target, locked, end } = pair;
        let puzzle = build::build(title, source, target, locked).map_err(|diagnostic| {
            let missing =
                target.rows.is_empty() || source.height().is_some_and(|height| target.rows.len() < height);
            let unfinished = missing && !target.list && self.skip_blanks(*end) == self.text.len();
            Fault { diagnostic, unfinished }
        })?;
        let rest = self.text[*end..].split('\n').next().unwrap_or("");
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

    /// What was found.
    pub(super) fn finish(mut self) -> Result<Vec<Entry>, Diagnostic> {
        if let Some(last) = self.entries.last_mut() {
            if self.text_lines > 0 && !self.failed && last.note.is_none() {
                let lines = build::counted(self.text_lines, "line");
                last.note =
                    Some(format!("skipped {lines} after it that {} no puzzle", verb(self.text_lines)));
            }
            return Ok(self.entries);
        }
        let help = "write SOURCE -> TARGET, for instance 1221/3443/3443/2442 -> 4342/3124/4243/2431";
        let Some(line) = self.text_line else {
            return Err(Diagnostic::new("no puzzle: the text is empty").help(help));
        };
        if super::is_bare_board(self.text) {
            let text = self.text.trim();
            let start = self.text.find(text).unwrap_or(0);
            return Err(Diagnostic::new("the target is missing")
                .at(start..start + text.len(), "the source")
                .help(help));
        }
        Err(Diagnostic::new("no shifter: neither '->' nor 'source:'").at(line, "no puzzle").help(help))
    }
}

fn verb(count: usize) -> &'static str {
    if count == 1 { "begins" } else { "begin" }
}

/// The flags of all `; lurd:` lines.
fn flags(text: &str) -> String {
    let flags = |line: &str| {
        let comment = line.trim().strip_prefix(';')?.trim_start();
        Some(comment.strip_prefix("lurd:")?.trim().to_owned())
    };
    text.lines().filter_map(flags).filter(|flags| !flags.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A title line without the `====` that may adorn it.
fn title(line: &str) -> String {
    let bare = line.trim_matches(|c: char| c == '=' || c.is_whitespace());
    let is_text =
        bare.starts_with(char::is_alphanumeric) && keyword(bare).is_none() && sixteen::size(bare).is_none();
    if is_text { bare } else { line }.to_owned()
}
