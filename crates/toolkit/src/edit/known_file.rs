//! The file of a draft, as it was when the draft was loaded or saved.

use super::saving::count;
use lurd_disk::hash::fnv;
use lurd_puzzle::puzzle::Plugin;

/// The file of a draft, as it was when the draft was loaded or saved.
pub(super) struct KnownFile {
    pub(super) path: String,
    hash: u64,
    /// Whether the draft is the only puzzle in it.
    is_alone: bool,
    /// The parts of the draft that it does not hold, as reported already.
    pub(super) losses: Vec<String>,
}

impl KnownFile {
    pub(super) fn of(plugin: &dyn Plugin, path: &str, losses: Vec<String>) -> Option<Self> {
        // Reading a pipe would never end.
        let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
        if !is_file {
            return None;
        }
        let hash = fnv(&std::fs::read(path).ok()?);
        // One puzzle of several must not replace all of them.
        let is_alone = count(plugin, path) == Some(1);
        Some(Self { path: path.to_owned(), hash, is_alone, losses })
    }

    pub(super) fn is_unchanged_at(&self, path: &str) -> bool {
        let whole = |path: &str| std::fs::canonicalize(path).ok();
        self.is_alone
            && whole(path).is_some_and(|path| Some(path) == whole(&self.path))
            && std::fs::read(path).is_ok_and(|bytes| fnv(&bytes) == self.hash)
    }
}
