//! The penalties of the groups of one size, and what those of a position add to the cheapest assignment.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::database::{self, Combinations, Database, MAX_SIZE, Members};
use crate::board::{Balance, Board, Cell};
use crate::bounds::{
    assignment::Matcher,
    distances::{BoxAndSide, Distances},
    max_weight_packing::{self, WeightedGroup},
};

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
    fn find_of<const SIZE: usize>(&mut self, position: &Assigned<'_>, found: &mut Vec<WeightedGroup>) -> Option<()> {
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
            let terms = members[..SIZE].iter().enumerate().map(|(at, &member)| self.terms[usize::from(member)][at]);
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
            let sums = row.excess.iter().zip(&self.below_zero).map(|(&excess, &below)| excess.saturating_add(below));
            let needed = row.least + i64::from(sums.min().unwrap_or(0));
            let penalty = needed - dual(members, position.duals);
            if penalty > 0 {
                let boxes = members.iter().map(|&member| 1_u128 << member).sum();
                let weight = u8::try_from(penalty).unwrap_or(u8::MAX);
                found.push(WeightedGroup { boxes, weight });
            }
        }
        #[cfg(any(test, feature = "check"))]
        self.assert_as_by_all_sums(position, found);
        Some(())
    }

    /// Panics unless `found` has the penalties that come of every group with every set of goals, without what is kept
    /// between the passes over the groups.
    #[cfg(any(test, feature = "check"))]
    fn assert_as_by_all_sums(&self, position: &Assigned<'_>, found: &[WeightedGroup]) {
        let mut expected = Vec::new();
        for members in &self.groups {
            let members = &members[..self.size];
            let terms = members.iter().enumerate().map(|(at, &member)| {
                self.database.terms(position.boxes[usize::from(member)]).map_or(0, |terms| terms[at])
            });
            let node = self.database.node(terms.sum::<u32>() as usize, position.player);
            let row = self.database.row(node);
            assert!(!row.is_dead(), "a group is dead, and the position is not");
            let needed = row.excess.iter().zip(&self.goal_sets).map(|(&excess, set)| {
                let below: i64 = set[..self.size].iter().map(|&goal| -position.goal_duals[usize::from(goal)]).sum();
                row.least + (i64::from(excess) + below.min(255)).min(255)
            });
            let penalty = needed.min().unwrap_or(row.least) - dual(members, position.duals);
            if penalty > 0 {
                let boxes: u128 = members.iter().map(|&member| 1_u128 << member).sum();
                expected.push((boxes, u8::try_from(penalty).unwrap_or(u8::MAX)));
            }
        }
        let found: Vec<_> = found.iter().map(|group| (group.boxes, group.weight)).collect();
        assert_eq!(found, expected, "the penalties of groups, by their boxes");
    }
}

fn dual(members: &[u16], duals: &[i64]) -> i64 {
    members.iter().map(|&member| duals[usize::from(member)]).sum()
}

// What the groups of a position add to the cheapest assignment.

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
        let position = Assigned { boxes, player, goals: &self.goals, duals: &self.duals, goal_duals: &self.goal_duals };
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

// How many boxes a group has.

/// The number of boxes of a group.
pub(crate) type PatternSize = usize;

/// Maximum number of groups of a position, by size. Groups of four and five boxes take long to look up and add less
/// than those of three, so they are for few boxes.
const MAX_GROUPS: [u32; MAX_SIZE + 1] = [0, 0, 2100, 2100, 130, 130];

/// The most entries of a database for each expansion so far. An entry takes 10 to 30 ns, and each group, whose floor is
/// flooded, as long as as many entries as there are cells; an expansion takes at least 5 us. So groups of four and five
/// boxes are built when that takes as long as the search did. Groups of three are built sooner: with 1000 instead of 160,
/// levels 8, 11 and 27 of XSokoban are proved within 10 s, too, and 21 after 2 instead of 8 s.
const ENTRIES_PER_EXPANSION: [u64; MAX_SIZE + 1] = [0, 0, 1000, 1000, 160, 160];

/// The largest size of a database that pays after `expansions`. `None` if there is none, or more boxes than goals.
pub(crate) fn largest_size(board: &Board, distances: &Distances, expansions: u64) -> Option<PatternSize> {
    let (boxes, goals) = (board.boxes().len(), board.goals().len());
    if board.balance() == Balance::MoreBoxes {
        return None;
    }
    let live = board.all().filter(|&cell| distances.is_live(cell)).count();
    let fits = |&size: &usize| {
        let [groups, sets, of_position] = [live, goals, boxes].map(|count| database::count(count, size));
        let entries = groups
            .zip(sets)
            .map(|(groups, sets)| u64::from(groups).saturating_mul(u64::from(sets) + board.cells() as u64));
        entries.is_some_and(|entries| entries <= expansions.saturating_mul(ENTRIES_PER_EXPANSION[size]))
            && of_position.is_some_and(|count| (1..=MAX_GROUPS[size]).contains(&count))
    };
    (2..=MAX_SIZE).rev().find(fits)
}
