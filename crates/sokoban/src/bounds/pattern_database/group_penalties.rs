//! The penalties of the groups of one size.

use crate::board::{Board, Cell};
use crate::bounds::distances::Distances;
use crate::bounds::max_weight_packing::WeightedGroup;
use crate::bounds::pattern_database::combinations::{Combinations, MAX_SIZE, Members};
use crate::bounds::pattern_database::database::Database;
use crate::bounds::pattern_database::size::PatternSize;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The boxes of a position and their assignment.
pub(super) struct Assigned<'a> {
    /// The cells of the boxes, in increasing order.
    pub(super) boxes: &'a [Cell],
    pub(super) player: Cell,
    /// For each box its goal and its dual value.
    pub(super) goals: &'a [u16],
    pub(super) duals: &'a [i64],
    /// For each goal its dual value, which is at most 0.
    pub(super) goal_duals: &'a [i64],
}

/// A database with the scratch to look up the groups of a position.
#[derive(Clone, Debug)]
pub(super) struct GroupPenalties {
    database: Database,
    size: PatternSize,
    /// The groups of a position, by the numbers of its boxes.
    groups: Vec<Members>,
    /// The sets of goals by the numbers of their goals, and how far their dual values are below 0.
    goal_sets: Vec<Members>,
    below_zero: Vec<u8>,
    /// For each box what it adds to the number of a group by its place in the group.
    terms: Vec<Members<u32>>,
    /// The node of each group.
    nodes: Vec<u32>,
    /// The groups that may have a penalty.
    candidates: Vec<u32>,
}

impl GroupPenalties {
    /// Builds the database of groups of `size` boxes. `None` if there are none, or if it does not fit in a quarter of the
    /// free memory. O(live cells^size * (goals^size + cells)).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(super) fn new(
        board: &Board,
        distances: &Distances,
        size: PatternSize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(groups) = Combinations::new(board.boxes().len(), size) else { return Ok(None) };
        let Some(database) = Database::new(board, distances, size, budget)? else { return Ok(None) };
        let goal_sets: Vec<Members> = database.goal_sets().all().collect();
        let groups: Vec<Members> = groups.all().collect();
        let built = Self {
            size,
            nodes: Vec::with_capacity(groups.len()),
            candidates: Vec::with_capacity(groups.len()),
            groups,
            below_zero: vec![0; goal_sets.len()],
            goal_sets,
            database,
            terms: Vec::new(),
        };
        if budget.grow(built.scratch_bytes()).is_err() {
            budget.shrink(built.database.bytes());
            return Ok(None);
        }
        Ok(Some(built))
    }

    fn scratch_bytes(&self) -> u64 {
        let of_group = size_of::<Members>() + 2 * size_of::<u32>() + size_of::<WeightedGroup>();
        let of_set = size_of::<Members>() + 1;
        (self.groups.len() * of_group + self.goal_sets.len() * of_set) as u64
    }

    /// The memory that it takes, which was charged to the budget.
    pub(super) fn bytes(&self) -> u64 {
        self.database.bytes() + self.scratch_bytes()
    }

    /// Finds the groups of a position with a penalty. `None` for a deadlock. O(groups * sets of goals), and mostly far
    /// less.
    pub(super) fn find(&mut self, position: &Assigned<'_>, found: &mut Vec<WeightedGroup>) -> Option<()> {
        match self.size {
            2 => self.find_of::<2>(position, found),
            3 => self.find_of::<3>(position, found),
            4 => self.find_of::<4>(position, found),
            _ => self.find_of::<MAX_SIZE>(position, found),
        }
    }

    /// The same with the size as a constant, for loops without a count.
    fn find_of<const SIZE: usize>(
        &mut self,
        position: &Assigned<'_>,
        found: &mut Vec<WeightedGroup>,
    ) -> Option<()> {
        found.clear();
        self.terms.clear();
        for &cell in position.boxes {
            self.terms.push(self.database.terms(cell)?);
        }
        for (below, set) in self.below_zero.iter_mut().zip(&self.goal_sets) {
            let sum: i64 = set[..SIZE].iter().map(|&goal| -position.goal_duals[usize::from(goal)]).sum();
            *below = u8::try_from(sum).unwrap_or(u8::MAX);
        }
        // The table is far larger than the caches of a processor. Each pass over the groups reads one thing of each, so
        // the processor waits for many of them at a time.
        self.nodes.clear();
        for members in &self.groups {
            let terms =
                members[..SIZE].iter().enumerate().map(|(at, &member)| self.terms[usize::from(member)][at]);
            self.nodes.push(self.database.node(terms.sum::<u32>() as usize, position.player));
        }
        // What a group needs to the goals of the assignment beyond its part of that is mostly nothing.
        self.candidates.clear();
        let mut is_dead = false;
        for (group, (members, &node)) in (0..).zip(self.groups.iter().zip(&self.nodes)) {
            let mut goals: [u16; SIZE] = std::array::from_fn(|at| position.goals[usize::from(members[at])]);
            let own = self.database.goal_sets().rank(&mut goals);
            let row = self.database.row(node);
            is_dead |= row.is_dead();
            let excess = row.excess[own].saturating_add(self.below_zero[own]);
            if row.least + i64::from(excess) > dual(&members[..SIZE], position.duals) {
                self.candidates.push(group);
            }
        }
        if is_dead {
            return None;
        }
        for &group in &self.candidates {
            let members = &self.groups[group as usize][..SIZE];
            let row = self.database.row(self.nodes[group as usize]);
            // Sums that are cut off at 255 are too low, which does no harm.
            let sums =
                row.excess.iter().zip(&self.below_zero).map(|(&excess, &below)| excess.saturating_add(below));
            let needed = row.least + i64::from(sums.min().unwrap_or(0));
            let penalty = needed - dual(members, position.duals);
            if penalty > 0 {
                let boxes = members.iter().map(|&member| 1_u128 << member).sum();
                let weight = u8::try_from(penalty).unwrap_or(u8::MAX);
                found.push(WeightedGroup { boxes, weight });
            }
        }
        Some(())
    }
}

fn dual(members: &[u16], duals: &[i64]) -> i64 {
    members.iter().map(|&member| duals[usize::from(member)]).sum()
}
