//! Results that cannot both be true.

use super::line::Status;
use super::record::Record;

/// Two lines about the same level, by their indices, and why they contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) reason: &'static str,
}

/// Looks for a contradiction in the records of one level, whatever their sources.
pub(super) fn contradiction(records: &[Record]) -> Option<Contradiction> {
    let with = |status: Status| records.iter().position(|record| record.status == status);
    if let (Some(first), Some(second)) = (with(Status::Unsolvable), with(Status::Solved)) {
        return Some(Contradiction {
            first,
            second,
            reason: "one has a solution, the other proves that there is none",
        });
    }
    // Per objective: the highest bound and the lowest cost.
    let mut extremes: Vec<(u16, Option<usize>, Option<usize>)> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let place = extremes.iter().position(|known| known.0 == record.objective).unwrap_or_else(|| {
            extremes.push((record.objective, None, None));
            extremes.len() - 1
        });
        let (_, highest, lowest) = &mut extremes[place];
        if record.bound.is_some() && highest.is_none_or(|old| record.bound > records[old].bound) {
            *highest = Some(at);
        }
        if record.cost.is_some() && lowest.is_none_or(|old| record.cost < records[old].cost) {
            *lowest = Some(at);
        }
    }
    extremes.into_iter().find_map(|(_, highest, lowest)| {
        let (first, second) = (highest?, lowest?);
        let is_optimal = records[first].cost == records[first].bound;
        let reason = if is_optimal {
            "one proves that no solution costs less than its own, the other has one that does"
        } else {
            "one proves a lower bound above the cost of the other's solution"
        };
        (records[first].bound > records[second].cost).then_some(Contradiction { first, second, reason })
    })
}
