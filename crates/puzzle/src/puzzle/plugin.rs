//! A kind of puzzle: its texts and file formats, what files contain in addition to puzzles, and generated puzzles.

use std::{
    ops::Range,
    sync::{Arc, LazyLock},
};

use lurd_atlas::RunStore;
use lurd_engine::program::budget::Budget;

use super::{
    cells::CellRole,
    draft::Draft,
    errors::{CannotWrite, DraftError, Ending},
    puzzle::{CertificateVerdict, Puzzle},
    rating::{Difficulty, Rating},
};
use crate::diagnostic::Diagnostic;

/// How certain it is that a text contains puzzles of a plug-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The text contains none.
    No,
    /// The text contains none, but is so similar to one that the mistake can be named.
    Faulty,
    /// The text can be read as one.
    Maybe,
    /// The text certainly contains one.
    Sure,
}

/// One puzzle of a text, or the error in it.
pub struct PuzzleEntry {
    /// The puzzle, or a diagnostic whose place is in the whole text.
    pub puzzle: Result<Box<dyn Puzzle>, Box<Diagnostic>>,
    /// The bytes of the whole text it was read from.
    pub place: Range<usize>,
    /// The flags after `; lurd:` in the text before it.
    pub flags: String,
    /// A note for the user, for example which dialect was assumed.
    pub note: Option<String>,
    /// Everything else in the text that belongs to it.
    pub metadata: Arc<Metadata>,
}

/// What rows that are typed one by one are taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextRow {
    /// More rows are expected.
    Expected {
        /// What the rows are taken for, and what comes next.
        taken_for: String,
        /// A whole puzzle in one line, made from the first row.
        form: String,
    },
    /// The last row does not fit those before it, for this reason.
    Wrong(String),
}

/// A certificate that was checked.
pub struct Checked {
    /// The puzzle that the certificate is about.
    pub puzzle: Box<dyn Puzzle>,
    /// Whether the certificate proves that the puzzle has no solution.
    pub verdict: CertificateVerdict,
}

/// A kind of puzzle: recognizes, reads and writes texts.
pub trait Plugin: Send + Sync {
    /// The name in `--json` and in messages: `sokoban`.
    fn name(&self) -> &'static str;

    /// One line for help.
    fn summary(&self) -> &'static str;

    /// The file extensions of its puzzles, without the dot.
    fn extensions(&self) -> &'static [&'static str];

    /// A puzzle as it may be typed, for help.
    fn example(&self) -> &'static str;

    /// How certain it is that `text` contains its puzzles. At the prompt a semicolon separates commands, except in a line of
    /// which a plug-in is [`Confidence::Sure`].
    fn confidence(&self, text: &str) -> Confidence;

    /// Whether `text` as it is certainly contains its puzzles: what [`Plugin::confidence`] says without a look at what copying
    /// has added, which takes longer.
    fn is_sure(&self, text: &str) -> bool {
        self.confidence(text) == Confidence::Sure
    }

    /// The roles of the characters of a puzzle as it is typed, in order. Missing ones are [`CellRole::Plain`].
    fn cell_roles(&self, _text: &str) -> Vec<CellRole> {
        Vec::new()
    }

    /// Reads every puzzle in `text`. A puzzle that is accepted here never causes a panic later.
    ///
    /// # Errors
    /// The text as a whole holds no puzzle of this kind.
    fn read(&self, text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic>;

    /// [`Plugin::read`] with options, for plug-ins that have formats or dialects.
    ///
    /// # Errors
    /// As [`Plugin::read`].
    fn read_with(&self, text: &str, _options: &ReadOptions) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        self.read(text)
    }

    /// Whether a binary file holds its puzzles.
    fn claims_bytes(&self, _bytes: &[u8]) -> bool {
        false
    }

    /// The formats that it reads and writes.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// The names of the alphabets of its puzzles, if there are several.
    fn dialects(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether `name` is one of [`Plugin::dialects`], or gives the letters of another alphabet.
    fn knows_dialect(&self, name: &str) -> bool {
        self.dialects().contains(&name)
    }

    /// Writes puzzles of this kind in one of [`Plugin::formats`].
    ///
    /// # Errors
    /// The format cannot represent one of these puzzles.
    fn write(&self, format: &Format, _records: &[PuzzleRecord<'_>]) -> Result<Output, CannotWrite> {
        let (kind, format) = (self.name(), format.name);
        Err(format!("a {kind} puzzle cannot be written as {format}: its plug-in has no `Plugin::write`").into())
    }

    /// A game as it is saved with a puzzle: the steps, and a title (`Solution` or `Snapshot`).
    fn game(&self, _puzzle: &dyn Puzzle, steps: &str, is_solution: bool) -> SavedGame {
        let title = if is_solution { "Solution" } else { "Snapshot" };
        SavedGame { title: Some(title.to_owned()), steps: steps.to_owned(), ..SavedGame::default() }
    }

    /// Adds a game to a text in the format that holds solutions: to the entry `known` of that text, or, with
    /// the puzzle of `record`, at the end. Everything else is unchanged.
    ///
    /// # Errors
    /// This kind of puzzle has no such format.
    fn add(
        &self,
        _text: &str,
        _known: Option<&PuzzleEntry>,
        _record: &PuzzleRecord<'_>,
        _game: Option<&SavedGame>,
    ) -> Result<String, CannotWrite> {
        let kind = self.name();
        Err(format!("there is no file format for solutions of {kind} puzzles: their plug-in has no `Plugin::add`")
            .into())
    }

    /// Checks a certificate by the plain rules, without any search, within `budget`; `None` if `text` is not
    /// a certificate of this plug-in.
    fn check_certificate(&self, _text: &str, _budget: &mut Budget<'_>) -> Option<Result<Checked, Diagnostic>> {
        None
    }

    /// Generates puzzles, and passes each to `on_each` as soon as it is done. Equal options give equal puzzles
    /// in the same order, on any machine.
    ///
    /// # Errors
    /// This kind of puzzle cannot be generated, no puzzle meets the options, or the budget stopped the
    /// generator. Puzzles that were already passed to `on_each` are valid.
    fn generate(
        &self,
        _options: &GenerateOptions,
        _budget: &mut Budget<'_>,
        _on_each: &mut OnGenerated<'_>,
    ) -> Ending<()> {
        let kind = self.name();
        Err(format!("{kind} puzzles cannot be generated: their plug-in has no `Plugin::generate`").into())
    }

    /// Whether `text`, typed so far, is the beginning of a puzzle that needs further lines. By default
    /// a puzzle is one line.
    fn wants_more(&self, _text: &str) -> bool {
        false
    }

    /// What the lines in `text` are taken for, if they are the first rows of a board that is typed one row at a time, and
    /// rows are still missing; otherwise `None`, which is the default.
    fn next_row(&self, _text: &str) -> Option<NextRow> {
        None
    }

    /// An empty board of `size` (columns, rows), or of the default size.
    ///
    /// # Errors
    /// There is no board of that size, or this kind of puzzle cannot be drawn.
    fn blank(&self, _size: Option<(usize, usize)>) -> Result<Box<dyn Draft>, DraftError> {
        Err(format!("{} puzzles cannot be drawn: their plug-in has no `Plugin::blank`", self.name()).into())
    }

    /// The draft that `text` shows, whether or not it is a legal puzzle.
    fn draft(&self, _text: &str) -> Option<Box<dyn Draft>> {
        None
    }
}

/// What is known about a text before it is read; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct ReadOptions {
    /// The extension of the file, without the dot, in lower case.
    pub extension: Option<String>,
    /// The name of the format, which is then not detected.
    pub format: Option<String>,
    /// The name of the dialect, or its letters, which are then not detected.
    pub dialect: Option<String>,
    /// The name of the encoding of files, which is then not detected.
    pub encoding: Option<String>,
    /// Whether to read the text exactly as it is, without taking off what copying has added.
    pub exact: bool,
    /// Whether everything outside the rows of a board counts as wall.
    pub outside_wall: bool,
    /// Whether to accept puzzles with unequal numbers of boxes and goals, or the like.
    pub allow_unequal: bool,
    /// Whether the text stands for the bytes of a binary file, one character for each.
    pub is_binary: bool,
    /// Whether to read packed puzzles that the program around them does not use.
    pub keep_all: bool,
}

/// The description of a file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The value of `--to` and `--from`.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// The file extensions that belong to this format only.
    pub extensions: &'static [&'static str],
    /// Whether it is text, which can be shown on a terminal.
    pub is_text: bool,
    /// Whether it holds solutions.
    pub holds_solutions: bool,
}

/// A puzzle to be written to a file.
#[derive(Clone, Copy)]
pub struct PuzzleRecord<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// The metadata to write with it.
    pub metadata: &'a Metadata,
    /// The flags after `; lurd:`.
    pub flags: &'a str,
}

/// A written file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// The data that the format cannot represent, as noun phrases: `3 solutions`.
    pub losses: Vec<String>,
}

/// A game that is saved with its puzzle: a solution, or an unfinished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The line above it: `Solution 41/13`.
    pub title: Option<String>,
    /// The steps as written, without line breaks.
    pub steps: String,
    /// The lines below it.
    pub notes: String,
}

/// A kind of data that a reader left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omission {
    /// Lines that look like rows of a board and belong to no puzzle.
    Rows,
    /// Packed puzzles in a program that its table does not list.
    Unlisted,
}

/// What a reader left out of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The kind of data.
    pub what: Omission,
    /// How many.
    pub count: usize,
    /// The byte at which the first of them begins.
    pub first: usize,
}

/// The data about a puzzle in a file, in addition to the puzzle itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The text about the whole file; only the file's first puzzle has it.
    pub header: String,
    /// The author of the puzzle.
    pub author: Option<String>,
    /// Lines about the puzzle, separated by line feeds.
    pub notes: String,
    /// The games saved with it.
    pub games: Vec<SavedGame>,
    /// The end, in bytes of the text, of everything that belongs to the puzzle, if that is behind the puzzle itself.
    pub end: usize,
    /// The bytes of a binary file that the puzzle was read from.
    pub bytes: Option<Range<usize>>,
    /// What was left out of the whole text; only the text's first puzzle has it.
    pub left_out: Option<LeftOut>,
}

impl Metadata {
    /// Itself, to be shared. What says nothing, as of most puzzles of a collection, takes no memory.
    #[must_use]
    pub fn shared(self) -> Arc<Self> {
        static NONE: LazyLock<Arc<Metadata>> = LazyLock::new(Arc::default);
        // A comparison of two empty texts takes longer than it looks.
        let Self { header, author, notes, games, end, bytes, left_out } = &self;
        let has_text = !(header.is_empty() && notes.is_empty() && games.is_empty() && author.is_none());
        let says_nothing = !has_text && *end == 0 && bytes.is_none() && left_out.is_none();
        if says_nothing { Arc::clone(&NONE) } else { Arc::new(self) }
    }
}

/// The puzzle with the longest solution among all of a size.
#[derive(Clone, Debug)]
pub struct LongestOptions {
    /// The columns and rows of the floor, without the walls around it.
    pub floor: (usize, usize),
    /// The name of the objective that is counted; `None` for the first.
    pub objective: Option<String>,
    /// Where the run is saved, and goes on.
    pub saved: Option<Arc<dyn RunStore + Send + Sync>>,
}

/// What to generate.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of puzzles.
    pub count: usize,
    /// The maximum number of columns and rows, including walls; `None` for the sizes of the class.
    pub size: Option<(usize, usize)>,
    /// The number of boxes; `None` for that of the class.
    pub boxes: Option<usize>,
    /// The class of every generated puzzle, as rated.
    pub difficulty: Difficulty,
    /// The longest puzzle, instead of puzzles of a class.
    pub longest: Option<LongestOptions>,
}

/// A generated puzzle.
pub struct Generated {
    /// The puzzle, with a title.
    pub puzzle: Box<dyn Puzzle>,
    /// Its rating, with a solution.
    pub rating: Rating,
    /// What is known of it, instead of its rating, for the notes of a file.
    pub note: Option<String>,
}

/// Callback that receives each puzzle as soon as it is done.
pub type OnGenerated<'f> = dyn FnMut(Generated) + 'f;
