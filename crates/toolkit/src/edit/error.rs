//! Why a command of the editor was not carried out.

use super::saving::{SaveOptions, Unsaved};
use crate::exit::Exit;
use lurd_disk::files::WriteError;
use lurd_puzzle::catalog::{InputError, Item};
use lurd_puzzle::puzzle::{DraftError, Issue};

pub enum EditError {
    /// The draft refuses the change, for the reason that the puzzle gives.
    Refused(DraftError),
    NothingToUndo,
    NothingToRedo,
    /// No unsaved draft was left behind.
    NoOrphan,
    NoBoard {
        name: String,
        known: Vec<&'static str>,
    },
    NoKind {
        kind: String,
        known: Vec<&'static str>,
    },
    /// The editor cannot read from standard input.
    StandardInput,
    /// The path is neither a file nor a folder.
    NotAFile(String),
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
    /// The draft cannot be kept beside its file.
    NotKept(WriteError),
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
