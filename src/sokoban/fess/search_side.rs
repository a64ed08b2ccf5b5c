//! What the searches that meet have in common, whichever side they begin at.

use crate::budget::{Budget, Deadline};
use crate::sokoban::board::WALL;
use crate::sokoban::fess::level_analysis::LevelAnalysis;
use crate::sokoban::fess::random_tie_break;
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::spaces::{MacroPush, MacroPushSpace};
use crate::sokoban::state::UnpackedState;
use crate::space::{DEAD_END, Mark, Successors};

/// One of the two sides.
pub(super) struct SearchSide<'t> {
    pub(super) analysis: &'t LevelAnalysis<'t>,
    pub(super) direction: SearchDirection,
    /// If there is a seed, chance breaks ties.
    seed: Option<u64>,
    pub(super) deadline: Deadline,
}

/// What is left of a score for chance.
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

    /// Writes the marks of the children of the position in hand, whose own is `here`. `see` gets each
    /// carry with the box where it is put down. Forward, what has been learned to be dead is killed.
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
            // With hundreds of boxes one expansion can outlast the limit; then it matters no more.
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
