//! The result of a comparison.

use super::chosen::Chosen;
use super::row::Row;
use crate::exit::Exit;
use crate::solve::Run;
use lurd_puzzle::puzzle::Objective;

/// Results of several strategies on one puzzle.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The objective; `None` if the puzzle does not have it.
    pub objective: Option<Objective>,
    /// One row per strategy, in the order of the registry or of the user's list.
    pub rows: Vec<Row>,
    /// Describes two results that contradict each other.
    pub disagreement: Option<String>,
    /// Whether the user stopped the comparison.
    pub interrupted: bool,
}

impl Comparison {
    /// Time of a row as a multiple of the time of the leader; see [`Standing::ratio`](super::Standing).
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        self.ranking()?.ratio(row).map(|ratio| ratio.times)
    }

    /// The exit code. Strategies that gave up do not matter if another one succeeded.
    pub fn exit(&self, chosen: &Chosen) -> Exit {
        if self.interrupted {
            return Exit::Interrupted;
        }
        let ends = || self.rows.iter().flat_map(Row::all).map(Run::exit);
        let serious = ends().filter(|exit| match exit {
            Exit::Usage => matches!(chosen, Chosen::These(_)) || self.rows.len() == 1,
            exit => matches!(exit, Exit::Internal | Exit::Interrupted),
        });
        let worst = serious.fold(Exit::Good, Exit::worst);
        if worst != Exit::Good {
            return worst;
        }
        if self.disagreement.is_some() {
            return Exit::No;
        }
        ends()
            .filter(|exit| matches!(exit, Exit::Good | Exit::No))
            .reduce(Exit::worst)
            .unwrap_or(Exit::GaveUp)
    }
}
