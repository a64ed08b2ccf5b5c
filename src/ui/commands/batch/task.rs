//! What a batch has to do: all its levels, or those that an earlier one has left.

use std::collections::HashSet;
use std::path::Path;

use lurd_report as report;
use lurd_toolkit::batch::{BatchEntry, limits_of_each};
use lurd_toolkit::exit::Exit;
use lurd_toolkit::line_file::LineFile;
use lurd_toolkit::results::LevelKey;
use lurd_toolkit::results::resume::Resumed;
use lurd_toolkit::search_options::Search;

pub(super) struct Task {
    /// The levels to solve.
    pub(super) entries: Vec<BatchEntry>,
    /// The exit code of the levels that are not solved again.
    pub(super) exit: Exit,
    pub(super) output: Output,
    /// The number of levels that are not solved again.
    done: usize,
}

/// Where the lines of the levels go.
#[derive(Default)]
pub(super) struct Output {
    /// The places of the levels to solve among all levels.
    pub(super) ranks: Vec<usize>,
    /// The file and its name; without one the lines are printed.
    pub(super) file: Option<(LineFile, String)>,
    /// What the file had before.
    pub(super) resumed: Option<Resumed>,
}

impl Task {
    pub(super) fn new(entries: Vec<BatchEntry>, file: Option<LineFile>, path: Option<&str>) -> Self {
        let file = file.zip(path.map(str::to_owned));
        let output = Output { ranks: (0..entries.len()).collect(), file, resumed: None };
        Self { entries, exit: Exit::Good, output, done: 0 }
    }

    /// What the file of an earlier batch has left. A level that is named twice is solved once.
    pub(super) fn resume(
        entries: Vec<BatchEntry>,
        search: &Search,
        path: &str,
        retry: bool,
    ) -> Result<Self, String> {
        let keys: Vec<_> = entries.iter().map(|entry| LevelKey::of_entry(entry, search)).collect();
        let (file, resumed) = Resumed::open(Path::new(path), &keys)?;
        let limits = limits_of_each(search, entries.len());
        let mut seen = HashSet::new();
        let is_first: Vec<_> = keys.iter().map(|key| seen.insert(key)).collect();
        let is_open = |rank: usize| resumed.is_open(rank, &limits, retry);
        let (open, done): (Vec<_>, Vec<_>) =
            (0..entries.len()).filter(|&rank| is_first[rank]).partition(|&rank| is_open(rank));
        let exit = resumed.exit(done.iter().copied());
        let mut entries: Vec<_> = entries.into_iter().map(Some).collect();
        let entries = open.iter().filter_map(|&rank| entries[rank].take()).collect();
        let output = Output { ranks: open, file: Some((file, path.to_owned())), resumed: Some(resumed) };
        Ok(Self { entries, exit, output, done: done.len() })
    }

    /// What is worth knowing of an earlier batch.
    pub(super) fn notes(&self) -> Vec<String> {
        let (Some(resumed), Some((_, path))) = (&self.output.resumed, &self.output.file) else {
            return Vec::new();
        };
        let path = report::escaped(path);
        let mut notes = Vec::new();
        if resumed.is_torn {
            notes.push(format!(
                "note: '{path}' ended within a line, which is removed; its level is solved again"
            ));
        }
        if resumed.others > 0 {
            let lines = if resumed.others == 1 { "line" } else { "lines" };
            notes.push(format!(
                "note: {} {lines} of '{path}' belong to other levels or another objective; they stay",
                resumed.others
            ));
        }
        if self.done > 0 {
            let levels = if self.done == 1 { "level is" } else { "levels are" };
            notes.push(format!("{} {levels} done already, {} to go", self.done, self.entries.len()));
        }
        notes
    }
}
