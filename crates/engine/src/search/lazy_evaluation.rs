//! Lazy evaluation of a second, slower estimate (Tolpin, Beja, Shimony, Felner & Karpas, *Toward rational deployment of
//! multiple heuristics in A\**, 2013).
//!
//! The estimates of successors have to be fast, because most successors are never expanded. So a search asks for the
//! slow one ([`Heuristic::improved`](crate::space::Heuristic::improved)) only when it is about to expand a state. If it
//! is higher, the state is postponed. That saves an expansion only if the search ends before the state's turn comes
//! again. So the slow estimate is asked for only while enough states are postponed, and enough of those that were
//! postponed in earlier layers have not returned.

use crate::{
    budget::Budget,
    outcome::{Cost, Stop},
    search::closed_list::Id,
};

/// While evaluation does not pay, one state in this many is evaluated anyway, so that a change is noticed.
const SAMPLE: u64 = 16;

/// Evaluation pays if at least one in this many evaluations saves an expansion.
const EVALUATIONS_PER_SAVED: u64 = 4;

/// Number of evaluations, or of postponed states, after which the counts are used.
const ENOUGH: u64 = 256;

/// Which states were postponed, and whether that pays.
#[derive(Debug, Default)]
pub(in crate::search) struct LazyEvaluation {
    /// A bit for each state.
    was_postponed: Vec<u64>,
    /// The sum of cost and estimate that is expanded now.
    layer: Cost,
    asked: u64,
    /// The states that were postponed and that returned in the layers before, each with half the weight of the next one,
    /// and in this layer.
    past: Returns,
    present: Returns,
    /// The last evaluations, and how many of them postponed a state.
    evaluated: u64,
    postponed: u64,
    does_not_pay: bool,
    /// Whether the space had no better estimate when it was asked last.
    has_none: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Returns {
    postponed: u64,
    returned: u64,
}

impl LazyEvaluation {
    /// Whether to evaluate a state with this sum of cost and estimate before its expansion.
    #[inline]
    pub(in crate::search) fn is_due(&mut self, id: Id, sum: Cost) -> bool {
        if sum > self.layer {
            self.end_layer(sum);
        }
        let (word, bit) = place(id);
        if self.was_postponed.get(word).is_some_and(|bits| bits & bit != 0) {
            self.present.returned += 1;
            return false;
        }
        self.asked += 1;
        !(self.does_not_pay || self.has_none) || self.asked.is_multiple_of(SAMPLE)
    }

    /// Takes note of an evaluation.
    ///
    /// # Errors
    /// When the memory limit forbids to store that a state was postponed.
    pub(in crate::search) fn evaluated(
        &mut self,
        id: Id,
        is_postponed: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if is_postponed {
            let (word, bit) = place(id);
            if word >= self.was_postponed.len() {
                let more = (word + 1).next_power_of_two().max(64) - self.was_postponed.len();
                budget.grow(8 * more as u64)?;
                self.was_postponed.resize(self.was_postponed.len() + more, 0);
            }
            self.was_postponed[word] |= bit;
        }
        self.has_none = false;
        self.present.postponed += u64::from(is_postponed);
        self.postponed += u64::from(is_postponed);
        self.evaluated += 1;
        if self.evaluated == ENOUGH {
            let (saved, of) = self.past.share_saved();
            self.does_not_pay = self.postponed * saved * EVALUATIONS_PER_SAVED < self.evaluated * of;
            (self.evaluated, self.postponed) = (0, 0);
        }
        Ok(())
    }

    /// Takes note that there is no better estimate now.
    pub(in crate::search) fn has_none(&mut self) {
        self.has_none = true;
    }

    fn end_layer(&mut self, sum: Cost) {
        self.layer = sum;
        let Returns { postponed, returned } = std::mem::take(&mut self.present);
        self.past.postponed = self.past.postponed / 2 + postponed;
        self.past.returned = self.past.returned / 2 + returned;
    }
}

impl Returns {
    /// Postponed states that have not returned, and all postponed states; while there are too few, both numbers are equal.
    fn share_saved(self) -> (u64, u64) {
        if self.postponed < ENOUGH {
            return (1, 1);
        }
        (self.postponed.saturating_sub(self.returned), self.postponed)
    }
}

fn place(id: Id) -> (usize, u64) {
    (id as usize / 64, 1 << (id % 64))
}

// Whether the layers of a search grow so fast that it pays to leave out successors of later ones.
//
// When the search comes to a layer, nearly all states of the layers before are expanded again; those of the last
// layer are not. Measured on Sokoban: up to 40% slower where there are many layers of similar size, and 6% to 40%
// faster where most states are in the last one. So successors are left out while each layer has half as many states
// again as all before it.

/// The numbers of expansions by the sum of cost and estimate.
#[derive(Debug, Default)]
pub(in crate::search) struct LayerGrowth {
    layer: Cost,
    /// The expansions with this sum, and those with lower ones.
    in_layer: u64,
    before: u64,
    is_slow: bool,
}

impl LayerGrowth {
    /// Whether to leave out successors with higher sums than `sum`, that of the state that is expanded.
    #[inline]
    pub(in crate::search) fn defers(&mut self, sum: Cost) -> bool {
        if sum > self.layer {
            self.is_slow = 2 * self.in_layer < 3 * self.before;
            self.before += std::mem::take(&mut self.in_layer);
            self.layer = sum;
        }
        !self.is_slow
    }

    /// Counts an expansion of this layer.
    #[inline]
    pub(in crate::search) fn count_expansion(&mut self) {
        self.in_layer += 1;
    }
}

#[cfg(test)]
mod layer_growth_tests {
    use super::*;

    #[test]
    fn a_layer_follows_the_growth_of_the_one_before() {
        let mut growth = LayerGrowth::default();
        // 10 is the first layer, 30 is more than 15, 50 is less than 60, 300 is more than 135.
        for (sum, expansions, defers) in
            [(8, 10, true), (10, 30, true), (12, 50, true), (14, 300, false), (16, 1, true)]
        {
            for _ in 0..expansions {
                assert_eq!(growth.defers(sum), defers, "{sum}");
                growth.count_expansion();
            }
        }
    }
}
