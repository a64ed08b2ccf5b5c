//! What the groups of a position add to the cheapest assignment.

use crate::board::{Board, Cell};
use crate::bounds::distances::{BoxAndSide, Distances};
use crate::bounds::matcher::Matcher;
use crate::bounds::max_weight_packing::{self, WeightedGroup};
use crate::bounds::pattern_database::group_penalties::{Assigned, GroupPenalties};
use crate::bounds::pattern_database::size::PatternSize;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The largest database so far.
#[derive(Clone, Debug)]
pub(crate) struct PatternPenalties {
    groups: Option<GroupPenalties>,
    /// The largest size for which a database was built, or did not fit in the memory.
    largest: PatternSize,
    /// Whether all solutions have an even number of pushes, or all an odd one. So it is where every goal gets a box: each
    /// push moves a box to a square of the other colour of a chessboard, and the colours at the end are known.
    has_parity: bool,
    goals: Vec<u16>,
    duals: Vec<i64>,
    goal_duals: Vec<i64>,
    found: Vec<WeightedGroup>,
}

impl PatternPenalties {
    /// No database yet.
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            groups: None,
            largest: 1,
            has_parity: board.boxes().len() == board.goals().len(),
            goals: Vec::new(),
            duals: Vec::new(),
            goal_duals: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Whether there is no database.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_none()
    }

    /// Builds the database of groups of `size` boxes instead of a smaller one, unless it does not fit in a quarter of the
    /// free memory. O(live cells^size * (goals^size + cells)).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(crate) fn build(
        &mut self,
        board: &Board,
        distances: &Distances,
        size: PatternSize,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        if size <= self.largest {
            return Ok(());
        }
        self.largest = size;
        if let Some(larger) = GroupPenalties::new(board, distances, size, budget)? {
            self.drop_database(budget);
            self.groups = Some(larger);
        }
        Ok(())
    }

    /// Drops the database, and does not build a smaller one again.
    pub(crate) fn drop_database(&mut self, budget: &mut Budget<'_>) {
        budget.shrink(self.groups.take().map_or(0, |groups| groups.bytes()));
    }

    /// What the groups of boxes, in increasing order of their cells, add to the assignment that `matcher` has of them.
    /// `None` for a deadlock. O(groups * sets of goals), and mostly far less.
    pub(crate) fn penalty(
        &mut self,
        boxes: &[Cell],
        sides: &[BoxAndSide],
        player: Cell,
        matcher: &Matcher,
    ) -> Option<u32> {
        self.take_duals(sides, matcher);
        let position =
            Assigned { boxes, player, goals: &self.goals, duals: &self.duals, goal_duals: &self.goal_duals };
        if let Some(groups) = &mut self.groups {
            groups.find(&position, &mut self.found)?;
        }
        let total = max_weight_packing::heaviest(&mut self.found);
        Some(if self.has_parity { total.next_multiple_of(2) } else { total })
    }

    /// Copies the dual values, moved so that the greatest of the goals is 0.
    fn take_duals(&mut self, sides: &[BoxAndSide], matcher: &Matcher) {
        let top = matcher.goal_duals().iter().copied().max().unwrap_or(0);
        self.goal_duals.clear();
        self.goal_duals.extend(matcher.goal_duals().iter().map(|&dual| dual - top));
        self.goals.clear();
        self.duals.clear();
        for &side in sides {
            let (goal, dual) = matcher.goal_and_dual(side);
            self.goals.push(goal);
            self.duals.push(dual + top);
        }
    }
}
