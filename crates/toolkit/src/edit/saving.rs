//! Writes a draft to a file, and says why a command of the editor was not carried out.

use std::path::Path;

use lurd_disk::files::{WriteError, write_beside};
use lurd_disk::hash::fnv;
use lurd_disk::names::path_of;
use lurd_puzzle::catalog::{InputError, Item, decode, text_of};
use lurd_puzzle::puzzle::{
    CannotWrite, Draft, DraftError, Format, Issue, Metadata, Plugin, Puzzle, PuzzleEntry, PuzzleRecord, ReadOptions,
};

use super::in_place::replaced;
use crate::{convert::format_for, exit::Exit};

/// Why a draft was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaved {
    Invalid(Vec<Issue>),
    /// The file exists, with that many puzzles in it; `None` if it holds something else.
    Exists(Option<usize>),
    /// Saving would drop this many games from the draft's own file, which no longer fit the board, and what the format
    /// cannot hold.
    Loses(usize, Vec<String>),
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The name of the format; `None` if the puzzle was replaced in the text of its file.
    pub format: Option<&'static str>,
    /// What the file does not hold; where the puzzle was replaced in its text, what is left in it that does not fit.
    pub losses: Vec<String>,
    /// The file with the old contents, where they were replaced as a whole.
    pub backup: Option<String>,
}

/// What a save may write and replace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Save a draft that is not valid.
    pub allow_invalid: bool,
    /// Replace what is in the file.
    pub overwrite: bool,
}

/// Where and how a draft is to be saved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) path: &'a str,
    /// The name of the format; `None` for that of the extension.
    pub(super) format: Option<&'a str>,
    pub(super) options: SaveOptions,
    /// What the file is known not to hold, if it is the draft's own.
    pub(super) known: Option<&'a [String]>,
    /// The number of saved games that no longer fit the draft.
    pub(super) lost: usize,
}

/// Writes a draft to a file.
pub(super) fn save(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    target: Target<'_>,
) -> Result<Saved, Unsaved> {
    let Target { path, format: name, options, known, lost } = target;
    let refused = |error: CannotWrite| Unsaved::Failed(error.into());
    let format = format(plugin, name, path).map_err(refused)?;
    let (bytes, losses) = bytes(plugin, draft, metadata, format).map_err(refused)?;
    match std::fs::metadata(path_of(path)) {
        // Devices and pipes can be neither replaced nor read.
        Ok(found) if !found.is_file() => {
            return Err(Unsaved::Failed(format!("'{path}' is not a regular file")));
        }
        Ok(_) if !options.overwrite => match known {
            None => return Err(Unsaved::Exists(count(plugin, path))),
            Some(known) if lost > 0 || known != losses => return Err(Unsaved::Loses(lost, losses)),
            Some(_) => {}
        },
        _ => {}
    }
    let failed = |error: WriteError| Unsaved::Failed(error.into());
    let old = known.is_none().then(|| std::fs::read(path_of(path)).ok()).flatten();
    let backup = match old {
        Some(old) => {
            let backup = format!("{path}~");
            write_beside(&path_of(&backup), &old).map_err(failed)?;
            Some(backup)
        }
        None => None,
    };
    write_beside(&path_of(path), &bytes).map_err(failed)?;
    Ok(Saved { format: Some(format.name), losses, backup })
}

/// Replaces the puzzle of the draft in its file, and nothing else of it.
///
/// # Errors
/// The draft is no puzzle, or cannot be written there.
pub(super) fn save_in_place(plugin: &dyn Plugin, draft: &dyn Draft, known: &KnownFile) -> Result<Saved, Unsaved> {
    let puzzle = draft.puzzle().map_err(|error| Unsaved::Failed(error.into()))?;
    let metadata = Metadata::default();
    let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &metadata, flags: "" };
    let old = std::fs::read(path_of(&known.path)).map_err(|error| Unsaved::Failed(error.to_string()))?;
    let (text, encoding) = decode(old).ok_or_else(|| Unsaved::Failed("it is not text".to_owned()))?;
    let changed = replaced(plugin, &text, known.index, &record).map_err(Unsaved::Failed)?;
    let lacks = || Unsaved::Failed(format!("{} lacks a letter of it", encoding.name()));
    write_beside(&path_of(&known.path), &encoding.encode(&changed).ok_or_else(lacks)?)
        .map_err(|error| Unsaved::Failed(error.into()))?;
    Ok(Saved { format: None, losses: Vec::new(), backup: None })
}

/// The format of that name or of the extension of the path; the first of the plug-in for `.txt` and no extension.
fn format(plugin: &dyn Plugin, name: Option<&str>, path: &str) -> Result<&'static Format, CannotWrite> {
    let extension = Path::new(path).extension().and_then(|it| it.to_str()).unwrap_or_default();
    match plugin.formats().first() {
        Some(first) if name.is_none() && (extension.is_empty() || extension.eq_ignore_ascii_case("txt")) => Ok(first),
        Some(_) => format_for("save", plugin, name, Some(path)),
        None => Err(format!("no file format holds {} puzzles", plugin.name()).into()),
    }
}

fn bytes(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    format: &Format,
) -> Result<(Vec<u8>, Vec<String>), CannotWrite> {
    let puzzle = match draft.puzzle() {
        Ok(puzzle) => puzzle,
        // What is not a puzzle has no text but that of the draft.
        Err(_) if plugin.formats().first().is_some_and(|first| first.name == format.name) => {
            return Ok((draft.text().into_bytes(), Vec::new()));
        }
        Err(message) => {
            let first = plugin.formats().first().map_or("", |first| first.name);
            return Err(format!("{message}; a draft that is not a puzzle can be saved as {first} only").into());
        }
    };
    let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata, flags: "" };
    let written = plugin.write(format, &[record])?;
    // What was saved must be read back as the same puzzle.
    if format.is_text {
        let options = ReadOptions {
            format: Some(format.name.to_owned()),
            allow_unequal: true,
            exact: true,
            ..ReadOptions::default()
        };
        let text = text_of(written.bytes.clone()).unwrap_or_default();
        let entries = plugin.read_with(&text, &options).map_err(|diagnostic| diagnostic.message)?;
        let again = entries.first().and_then(|entry| entry.puzzle.as_ref().ok());
        if again.is_none_or(|again| again.id() != puzzle.id()) {
            return Err(format!("{} cannot represent it: it would be read as a different puzzle", format.name).into());
        }
    }
    Ok((written.bytes, written.losses))
}

/// The index of a puzzle in a file, from 0: the given one if it is there, or else the only one.
pub(super) fn index_of(plugin: &dyn Plugin, path: &str, puzzle: &dyn Puzzle, index: usize) -> Option<usize> {
    let text = std::fs::read(path_of(path)).ok().and_then(text_of)?;
    let entries = plugin.read_with(&text, &ReadOptions { allow_unequal: true, ..ReadOptions::default() }).ok()?;
    let is_it = |entry: &PuzzleEntry| entry.puzzle.as_ref().is_ok_and(|other| other.text() == puzzle.text());
    if entries.get(index).is_some_and(is_it) {
        return Some(index);
    }
    let mut found = entries.iter().enumerate().filter(|(_, entry)| is_it(entry)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}

/// The number of puzzles in a file.
pub(super) fn count(plugin: &dyn Plugin, path: &str) -> Option<usize> {
    let text = std::fs::read(path_of(path)).ok().and_then(text_of)?;
    plugin.read(&text).ok().map(|entries| entries.len())
}

// The file of a draft, as it was when the draft was loaded or saved.

/// The file of a draft, as it was when the draft was loaded or saved.
pub(super) struct KnownFile {
    pub(super) path: String,
    hash: u64,
    /// The index of the puzzle in it, from 0.
    pub(super) index: usize,
    /// Whether the draft is the only puzzle in it.
    pub(super) is_alone: bool,
    /// The parts of the draft that it does not hold, as reported already.
    pub(super) losses: Vec<String>,
}

impl KnownFile {
    pub(super) fn of(plugin: &dyn Plugin, path: &str, index: usize, losses: Vec<String>) -> Option<Self> {
        // Reading a pipe would never end.
        let is_file = std::fs::metadata(path_of(path)).is_ok_and(|found| found.is_file());
        if !is_file {
            return None;
        }
        let hash = fnv(&std::fs::read(path_of(path)).ok()?);
        // One puzzle of several must not replace all of them.
        let is_alone = count(plugin, path) == Some(1);
        Some(Self { path: path.to_owned(), hash, index, is_alone, losses })
    }

    pub(super) fn is_at(&self, path: &str) -> bool {
        let whole = |path: &str| std::fs::canonicalize(path).ok();
        whole(path).is_some_and(|path| Some(path) == whole(&self.path))
    }

    pub(super) fn is_unchanged_at(&self, path: &str) -> bool {
        self.is_at(path) && std::fs::read(path_of(path)).is_ok_and(|bytes| fnv(&bytes) == self.hash)
    }
}

// Why a command of the editor was not carried out.

pub enum EditError {
    /// It cannot be done, for this reason, which the puzzle may give.
    Refused(DraftError),
    /// The puzzle to load cannot be found or read.
    Input(Box<InputError>),
    /// What was loaded cannot be edited.
    NotEditable {
        loaded: Box<Loaded>,
        message: String,
    },
    NoPuzzle(DraftError),
    Invalid(Vec<Issue>),
    /// No file was named to save to.
    NoFile,
    Unsaved {
        path: String,
        reason: Unsaved,
        /// The options with which it would be saved, if there are any.
        retry: Option<SaveOptions>,
    },
}

/// A puzzle that was loaded into the editor.
pub struct Loaded {
    /// The puzzle, or why it cannot be read.
    pub item: Item,
    /// The number of puzzles that the reference names; the first one is loaded.
    pub count: usize,
}

impl EditError {
    /// The exit code of a script that ends with this error.
    pub fn exit(&self) -> Exit {
        match self {
            Self::NoPuzzle(_) | Self::Invalid(_) | Self::Unsaved { retry: Some(_), .. } => Exit::No,
            _ => Exit::Usage,
        }
    }
}
