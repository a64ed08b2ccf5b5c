//! The part that the features of both sides of a bidirectional search share.

use crate::board::WALL;
use crate::fess::level_analysis::LevelAnalysis;
use crate::fess::random_tie_break;
use crate::search_direction::SearchDirection;
use crate::spaces::{MacroPush, MacroPushSpace};
use crate::state::UnpackedState;
use lurd_engine::budget::{Budget, Deadline};
use lurd_engine::space::{DEAD_END, Mark, Successors};

/// One side of a bidirectional search.
pub(super) struct SearchSide<'t> {
    pub(super) analysis: &'t LevelAnalysis<'t>,
    pub(super) direction: SearchDirection,
    /// The seed of random tie-breaking, if there is any.
    seed: Option<u64>,
    pub(super) deadline: Deadline,
}

/// The low bits of a score, which break ties.
const TIE_BITS: u32 = 16;

impl<'t> SearchSide<'t> {
    pub(super) fn new(
        analysis: &'t LevelAnalysis<'t>,
        direction: SearchDirection,
        seed: Option<u64>,
        budget: &Budget<'_>,
    ) -> Self {
        Self { analysis, direction, seed, deadline: budget.deadline() }
    }

    /// Writes the marks of the children of the position in `unpacked`, which has the mark `here`.
    /// `mark_child` is called for each macro push with its box moved. Forward, children that match a proved
    /// deadlock pattern are pruned.
    pub(super) fn mark_children(
        &self,
        here: Mark,
        unpacked: &mut UnpackedState,
        children: &mut Successors<MacroPushSpace<'_>>,
        marks: &mut [Mark],
        mut mark_child: impl FnMut(&mut UnpackedState, MacroPush) -> Mark,
    ) {
        let checker = self.analysis.checker.borrow();
        for (index, mark) in marks.iter_mut().enumerate() {
            if children.estimate(index) == DEAD_END {
                continue;
            }
            // With hundreds of boxes one expansion can outlast the time limit, and then its marks are unused.
            if index % 64 == 63 && self.deadline.is_over() {
                return;
            }
            let macro_push @ MacroPush { from, to, region, .. } = children.action(index);
            if from == WALL {
                *mark = Mark { weight: 0, ..here };
                continue;
            }
            unpacked.occupied[usize::from(from)] = false;
            unpacked.occupied[usize::from(to)] = true;
            if self.direction == SearchDirection::Push
                && checker.patterns().fits_at(to, &unpacked.occupied, region)
            {
                children.prune(index);
            } else {
                *mark = mark_child(unpacked, macro_push);
                if let Some(seed) = self.seed {
                    mark.score =
                        random_tie_break::with_random_tie_break(seed, mark.score, TIE_BITS, macro_push);
                }
            }
            unpacked.occupied[usize::from(to)] = false;
            unpacked.occupied[usize::from(from)] = true;
        }
    }
}
