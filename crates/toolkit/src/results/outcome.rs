//! What a solver achieved on a level, by whatever file says so.

use std::fmt;

use super::line::Status;

/// A level by the name of its file, without folders, and its number in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelName {
    pub source: String,
    pub index: u64,
}

impl LevelName {
    /// Reads `levels.xsb:12` or `missile/4`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (source, index) = text.rsplit_once([':', '/'])?;
        Some(Self::new(source, index.parse().ok()?))
    }

    pub(super) fn new(source: &str, index: u64) -> Self {
        Self { source: source.rsplit(['/', '\\']).next().unwrap_or(source).to_owned(), index }
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.source, self.index)
    }
}

/// What a solver achieved on a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub status: Status,
    pub seconds: Option<f64>,
    pub cost: Option<u64>,
    pub is_optimal: bool,
    /// The limit that ended the search.
    pub limit: Option<String>,
}

impl Outcome {
    pub(super) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }
}
