//! Which level and which objective a line is about.

use super::line::ResultLine;
use crate::batch::BatchEntry;
use crate::search_options::Search;
use lurd_puzzle::puzzle::Puzzle;

/// A level at its place in its source, and what was minimized. Two lines with equal keys are results of the same
/// task.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LevelKey {
    pub source: String,
    pub index: Option<u64>,
    pub id: Option<String>,
    pub objective: Option<String>,
}

impl LevelKey {
    pub fn of_line(line: &ResultLine) -> Self {
        Self {
            source: line.source.clone(),
            index: line.index,
            id: line.id.clone(),
            objective: line.objective.clone(),
        }
    }

    /// The key of the line that a batch will write for an entry.
    pub fn of_entry(entry: &BatchEntry, search: &Search) -> Self {
        match entry {
            BatchEntry::Broken(error) => {
                let source = error.source.as_ref().map_or(&error.name, |source| &source.name).clone();
                Self { source, index: None, id: None, objective: None }
            }
            BatchEntry::Item(item) => {
                let puzzle = item.puzzle.as_ref().ok().map(Box::as_ref);
                Self {
                    source: item.source.name.clone(),
                    index: u64::try_from(item.index).ok(),
                    id: puzzle.map(Puzzle::id),
                    objective: puzzle
                        .and_then(|puzzle| Some(search.objective_of(puzzle).ok()?.name.to_owned())),
                }
            }
        }
    }
}
