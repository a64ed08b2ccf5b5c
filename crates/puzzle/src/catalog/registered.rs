//! Plug-ins and collections by name, and the puzzles in them.

use std::{cell::RefCell, fmt, fs, ops::Range, path::PathBuf, sync::Arc};

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Metadata, NextRow, Plugin, Puzzle, ReadOptions};

/// A file of puzzles that is known by name.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The file name without its extension.
    pub name: String,
    /// The file name.
    pub file: String,
    /// The contents of the file.
    pub text: String,
}

/// A collection that grows: the puzzles of the files in a folder, in the order of the file names.
#[derive(Clone, Debug)]
pub struct FolderCollection {
    /// The name of the collection.
    pub name: String,
    /// The folder, whether or not it exists.
    pub path: PathBuf,
}

impl FolderCollection {
    /// The files of the folder, in the order of their names; those whose names begin with a dot are left out.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let found = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let is_shown = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default();
            !name.to_string_lossy().starts_with('.') && path.is_file()
        };
        let mut files: Vec<PathBuf> = found.map(|found| found.path()).filter(is_shown).collect();
        files.sort_unstable();
        files
    }
}

/// Plug-ins and collections.
#[derive(Default)]
pub struct Catalog {
    plugins: Vec<Box<dyn Plugin>>,
    collections: Vec<Collection>,
    folders: Vec<FolderCollection>,
    options: RefCell<ReadOptions>,
}

impl Catalog {
    /// Adds a kind of puzzle.
    #[must_use]
    pub fn with(mut self, plugin: impl Plugin + 'static) -> Self {
        self.plugins.push(Box::new(plugin));
        self
    }

    /// Adds a collection: the name of its file, whose extension may decide which plug-in reads it, and its text.
    #[must_use]
    pub fn with_collection(mut self, file: &str, text: &str) -> Self {
        let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
        self.collections.push(Collection { name, file: file.to_owned(), text: text.to_owned() });
        self
    }

    /// Adds a collection whose puzzles are the files of a folder. The folder need not exist yet.
    #[must_use]
    pub fn with_folder(mut self, name: &str, path: PathBuf) -> Self {
        self.folders.push(FolderCollection { name: name.to_owned(), path });
        self
    }

    /// Sets the options for reading texts from now on. The file extension and whether a file is binary are
    /// determined for each file.
    pub fn set_read_options(&self, options: ReadOptions) {
        self.options.replace(options);
    }

    /// The options for reading a text with this file extension.
    pub(super) fn read_options(&self, extension: Option<&str>, is_binary: bool) -> ReadOptions {
        let extension = extension.map(str::to_ascii_lowercase);
        ReadOptions { extension, is_binary, ..self.options.borrow().clone() }
    }

    /// The kinds of puzzles, in the order in which they were added.
    pub fn plugins(&self) -> impl Iterator<Item = &dyn Plugin> {
        self.plugins.iter().map(AsRef::as_ref)
    }

    /// What the lines in `text` are taken for, if they are the first rows of a board that is typed row by row.
    #[must_use]
    pub fn next_row(&self, text: &str) -> Option<NextRow> {
        self.plugins().find_map(|plugin| plugin.next_row(text))
    }

    /// The collections of fixed texts, in the order in which they were added.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// The collection with that folder, even if the folder does not exist.
    #[must_use]
    pub fn folder(&self, name: &str) -> Option<&FolderCollection> {
        self.folders.iter().find(|folder| folder.name == name)
    }

    /// The names of all collections that have puzzles.
    #[must_use]
    pub fn collection_names(&self) -> Vec<&str> {
        let folders = self.folders.iter().filter(|folder| !folder.files().is_empty());
        let names = self.collections.iter().map(|collection| collection.name.as_str());
        names.chain(folders.map(|folder| folder.name.as_str())).collect()
    }

    /// Whether there is a collection of that name that has puzzles.
    #[must_use]
    pub fn is_collection(&self, name: &str) -> bool {
        self.collection(name).is_some() || self.folder(name).is_some_and(|folder| !folder.files().is_empty())
    }

    /// The collection of that name with a fixed text.
    #[must_use]
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.name == name)
    }
}

/// A text with its name.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of a file or collection, or `<prompt>`, `<argument>`, `<stdin>`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Creates a source.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }
}

/// A reference to puzzles as typed, with the line that it is part of.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The whole line.
    pub source: Arc<Source>,
    /// The bytes of the line that are the reference.
    pub place: Range<usize>,
    /// Whether it was typed at the prompt, where messages show the line.
    pub at_prompt: bool,
}

impl Typed {
    /// An argument in the shell.
    #[must_use]
    pub fn argument(text: &str) -> Self {
        Self { source: Source::new("<argument>", text), place: 0..text.len(), at_prompt: false }
    }

    /// Part of a line at the prompt.
    #[must_use]
    pub fn at_prompt(source: &Arc<Source>, place: Range<usize>) -> Self {
        Self { source: Arc::clone(source), place, at_prompt: true }
    }

    /// The text of the reference.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text[self.place.clone()]
    }

    /// An error about the whole reference; at the prompt it points there.
    #[expect(clippy::unnecessary_box_returns, reason = "results carry the box")]
    pub(super) fn error(&self, diagnostic: Diagnostic) -> Box<InputError> {
        let source = self.at_prompt.then(|| Arc::clone(&self.source));
        let diagnostic = if self.at_prompt { diagnostic.at(self.place.clone(), "") } else { diagnostic };
        Box::new(InputError { diagnostic, source, name: self.text().to_owned() })
    }
}

/// Why an input has no puzzle at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The diagnostic; its place is in the text of `source`.
    pub diagnostic: Diagnostic,
    /// The text to show with it, if any.
    pub source: Option<Arc<Source>>,
    /// The name of the input.
    pub name: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.diagnostic)
    }
}

impl std::error::Error for InputError {}

/// One puzzle of an input, or what is wrong with it.
pub struct Item {
    /// The source it was read from.
    pub source: Arc<Source>,
    /// Its number among the puzzles of the source, from 1.
    pub index: usize,
    /// A reference to it: `missile/4`, `levels.xsb:12`.
    pub reference: String,
    /// The name of the plug-in.
    pub kind: &'static str,
    /// The flags after `; lurd:` in the text.
    pub flags: String,
    /// A note for the user.
    pub note: Option<String>,
    /// Everything else in the text that belongs to it.
    pub metadata: Arc<Metadata>,
    /// The bytes of the source it was read from.
    pub place: Range<usize>,
    /// The puzzle, or a diagnostic whose place is in the text of `source`.
    pub puzzle: Result<Box<dyn Puzzle>, Box<Diagnostic>>,
}

impl Item {
    /// A puzzle that does not come from a text.
    #[must_use]
    pub fn of_puzzle(puzzle: Box<dyn Puzzle>, source: &str, reference: &str) -> Self {
        Self::without_text(puzzle.kind(), Ok(puzzle), source, reference)
    }

    /// A puzzle, or why there is none, without a text.
    pub(super) fn without_text(
        kind: &'static str,
        puzzle: Result<Box<dyn Puzzle>, Box<Diagnostic>>,
        source: &str,
        reference: &str,
    ) -> Self {
        let (flags, note, metadata) = (String::new(), None, Metadata::default().shared());
        let (source, reference) = (Source::new(source, ""), reference.to_owned());
        Self { source, index: 1, reference, kind, flags, note, metadata, place: 0..0, puzzle }
    }

    /// The title, or else the reference.
    #[must_use]
    pub fn name(&self) -> &str {
        let title = self.puzzle.as_ref().ok().and_then(|puzzle| puzzle.title());
        title.filter(|title| !title.is_empty()).unwrap_or(&self.reference)
    }
}
