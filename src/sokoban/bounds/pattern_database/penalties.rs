//! What the groups of a position add to the cheapest assignment.

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell};
use crate::sokoban::bounds::distances::{BoxAndSide, Distances};
use crate::sokoban::bounds::matcher::Matcher;
use crate::sokoban::bounds::max_weight_packing::{self, WeightedGroup};
use crate::sokoban::bounds::pattern_database::combinations::{Combinations, MAX_SIZE, Members};
use crate::sokoban::bounds::pattern_database::database::Database;
use crate::sokoban::bounds::pattern_database::size::PatternSize;

/// A database with the scratch to look up a position.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct PatternPenalties {
    database: Database,
    size: PatternSize,
    /// The groups of a position, by the numbers of its boxes.
    groups: Combinations,
    members: Vec<Members>,
    /// Whether all solutions have an even number of pushes, or all an odd one. So it is where every goal gets a box: each
    /// push moves a box to a square of the other colour of a chessboard, and the colours at the end are known.
    has_parity: bool,
    /// The sets of goals by the numbers of their goals, and how much less than the greatest their dual values are.
    goal_sets: Vec<Members>,
    below_top: Vec<u8>,
    numbers: Vec<u16>,
    /// For each box its goal and its dual value.
    goals: Vec<u16>,
    duals: Vec<i64>,
    found: Vec<WeightedGroup>,
}

impl PatternPenalties {
    /// Builds the database of groups of `size` boxes. `None` if there are none, or if it does not fit in a quarter of the
    /// free memory. O(live cells^size * goals^size).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(in crate::sokoban) fn new(
        board: &Board,
        distances: &Distances,
        size: PatternSize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(groups) = Combinations::new(board.boxes().len(), size) else { return Ok(None) };
        let Some(database) = Database::new(board, distances, size, budget)? else { return Ok(None) };
        let goal_sets: Vec<Members> = database.goal_sets().all().collect();
        let built = Self {
            size,
            members: groups.all().collect(),
            groups,
            has_parity: board.boxes().len() == board.goals().len(),
            below_top: vec![0; goal_sets.len()],
            goal_sets,
            database,
            numbers: Vec::new(),
            goals: Vec::new(),
            duals: Vec::new(),
            found: Vec::new(),
        };
        budget.grow(built.scratch_bytes())?;
        Ok(Some(built))
    }

    fn scratch_bytes(&self) -> u64 {
        let of_set = size_of::<Members>() + 1;
        (self.members.len() * (size_of::<Members>() + size_of::<WeightedGroup>())
            + self.goal_sets.len() * of_set) as u64
    }

    /// The memory that it takes, which was charged to the budget.
    pub(in crate::sokoban) fn bytes(&self) -> u64 {
        self.database.bytes() + self.scratch_bytes()
    }

    /// The number of boxes of a group.
    pub(in crate::sokoban) fn size(&self) -> PatternSize {
        self.size
    }

    /// What the groups of boxes, in increasing order of their cells, add to the assignment that `matcher` has of them.
    /// `None` for a deadlock. O(groups * sets of goals), and mostly far less.
    pub(in crate::sokoban) fn penalty(
        &mut self,
        boxes: &[Cell],
        sides: &[BoxAndSide],
        player: Cell,
        matcher: &Matcher,
    ) -> Option<u32> {
        self.take_duals(sides, matcher);
        self.numbers.clear();
        for &cell in boxes {
            self.numbers.push(self.database.number(cell)?);
        }
        debug_assert!(self.numbers.is_sorted() && self.members.len() == self.groups.count());
        self.found.clear();
        for members in &self.members {
            let members = &members[..self.size];
            let mut numbers = [0; MAX_SIZE];
            let mut goals = [0; MAX_SIZE];
            let mut dual = 0;
            for (at, &member) in members.iter().enumerate() {
                let member = usize::from(member);
                numbers[at] = self.numbers[member];
                goals[at] = self.goals[member];
                dual += self.duals[member];
            }
            let row = self.database.row(&numbers[..self.size], player)?;
            // What the group needs beyond its part: at most that for the goals of the assignment, which is mostly none.
            let beyond = |excess: u8| i64::from(row.least) + i64::from(excess) - dual;
            let own = self.database.goal_sets().rank_unsorted(goals);
            if beyond(row.excess[own].saturating_add(self.below_top[own])) <= 0 {
                continue;
            }
            // Sums that are cut off at 255 are too low, which does no harm.
            let sums =
                row.excess.iter().zip(&self.below_top).map(|(&excess, &below)| excess.saturating_add(below));
            let penalty = beyond(sums.min().unwrap_or(0));
            if penalty > 0 {
                let boxes = members.iter().map(|&member| 1_u128 << member).sum();
                self.found.push(WeightedGroup { boxes, weight: u8::try_from(penalty).unwrap_or(u8::MAX) });
            }
        }
        let total = max_weight_packing::heaviest(&mut self.found);
        Some(if self.has_parity { total.next_multiple_of(2) } else { total })
    }

    /// Copies the dual values, moved so that the greatest of the goals is 0.
    fn take_duals(&mut self, sides: &[BoxAndSide], matcher: &Matcher) {
        let of_goals = matcher.goal_duals();
        let top = of_goals.iter().copied().max().unwrap_or(0);
        self.goals.clear();
        self.duals.clear();
        for &side in sides {
            let (goal, dual) = matcher.goal_and_dual(side);
            self.goals.push(goal);
            self.duals.push(dual + top);
        }
        for (below, set) in self.below_top.iter_mut().zip(&self.goal_sets) {
            let sum: i64 = set[..self.size].iter().map(|&goal| top - of_goals[usize::from(goal)]).sum();
            *below = u8::try_from(sum).unwrap_or(u8::MAX);
        }
    }
}
