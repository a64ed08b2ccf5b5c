//! Weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*, 1970): [`Astar`] with a weight above 1.

use super::astar::Astar;
use crate::search::strategies::prelude::*;

pub(in crate::search) const ROW: Row = Row {
    summary: "weighted A*: expands the lowest g + w*h, costs at most w times the optimum",
    source: "Pohl 1970",
    needs: &[Need::Heuristic],
    claim: Claim::Within,
    ..Row::new(Strategy::WeightedAstar, "weighted-astar", Family::Informed)
};

pub(in crate::search) fn begin<'s, S: Searched>(space: &'s S, settings: &Settings) -> BoxedSearch<'s, S> {
    Box::new(Astar::new(space, settings.weight, settings.ties))
}
