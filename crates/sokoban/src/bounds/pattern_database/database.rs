//! The table: the fewest pushes of each group of boxes to each set of goals.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use crate::{
    board::{Board, Cell, WALL},
    bounds::distances::Distances,
    direction::Direction,
};

/// The fewest pushes that bring each group of boxes of one size, with nothing else on the board, to each set of as many
/// goals.
#[derive(Clone, Debug)]
pub(super) struct Database {
    graph: GroupGraph,
    goal_sets: Combinations,
    /// For each node a row. It begins with the fewest pushes to any set of goals, or [`DEAD`], in two bytes. Then follows
    /// how many more pushes each set of goals takes, at most [`FAR`]; [`NEVER`] if it cannot be reached.
    rows: Vec<u8>,
}

const DEAD: u16 = u16::MAX;
const HEAD: usize = size_of::<u16>();
/// A lower bound of all greater values.
const FAR: u8 = 254;
const NEVER: u8 = 255;

/// The pushes of one group of boxes, for the player where it is.
pub(super) struct Row<'d> {
    /// The fewest pushes to any set of goals, if there are any.
    pub(super) least: i64,
    /// The further pushes to each set of goals, or a lower bound of them.
    pub(super) excess: &'d [u8],
}

impl Database {
    /// Builds the table by breadth-first searches from all sets of goals at once. `None` if it does not fit in a quarter
    /// of the free memory. O(nodes * sets of goals).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(super) fn new(
        board: &Board,
        distances: &Distances,
        size: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(goal_sets) = Combinations::new(board.goals().len(), size) else { return Ok(None) };
        let Some(graph) = GroupGraph::new(board, distances, size, budget)? else { return Ok(None) };
        let (nodes, sets) = (graph.nodes(), goal_sets.count());
        let kept = nodes as u64 * (HEAD + sets) as u64;
        let scratch = graph.bytes_of_predecessors() + Frontier::bytes(nodes, sets);
        if budget.memory_left().is_some_and(|left| kept + scratch > left / 4) {
            budget.shrink(graph.kept());
            return Ok(None);
        }
        budget.grow(kept + scratch)?;
        let before = graph.predecessors(board, budget)?;
        // All bytes of the head are those of DEAD, too.
        let mut built = Self { graph, goal_sets, rows: vec![NEVER; nodes * (HEAD + sets)] };
        built.fill(board, &before, budget)?;
        budget.shrink(scratch);
        Ok(Some(built))
    }

    /// Searches backward from all sets of goals in layers. Each node has a set of bits: the sets of goals that it reaches.
    fn fill(&mut self, board: &Board, before: &Predecessors, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let sets = self.goal_sets.count();
        let mut frontier = Frontier::new(self.graph.nodes(), sets);
        for (number, members) in self.goal_sets.all().enumerate() {
            for node in self.nodes_on(&members, board.goals()) {
                frontier.reach(node, number);
            }
        }
        let mut pushes = 0_u32;
        while frontier.advance() {
            for at in 0..frontier.active.len() {
                budget.check()?;
                let node = frontier.active[at];
                let row = &mut self.rows[node as usize * (HEAD + sets)..][..HEAD + sets];
                let [low, high, row @ ..] = row else { continue };
                if u16::from_le_bytes([*low, *high]) == DEAD {
                    [*low, *high] = u16::try_from(pushes).unwrap_or(DEAD - 1).to_le_bytes();
                }
                let excess = pushes - u32::from(u16::from_le_bytes([*low, *high]));
                let excess = u8::try_from(excess).map_or(FAR, |excess| excess.min(FAR));
                frontier.new_sets(node, |set| row[set] = excess);
                for &earlier in before.of(node) {
                    frontier.spread(node, earlier);
                }
            }
            pushes += 1;
        }
        Ok(())
    }

    /// The nodes with the boxes on the goals of a set.
    fn nodes_on(&self, members: &Members, goals: &[Cell]) -> std::ops::Range<u32> {
        let mut numbers = [0; MAX_SIZE];
        for (number, &member) in numbers.iter_mut().zip(&members[..self.goal_sets.size()]) {
            match self.graph.live(goals[usize::from(member)]) {
                Some(live) => *number = live,
                None => return 0..0,
            }
        }
        self.graph.nodes_of(self.graph.groups().rank(&mut numbers[..self.goal_sets.size()]))
    }

    /// All sets of goals, by the numbers of their goals.
    pub(super) fn goal_sets(&self) -> &Combinations {
        &self.goal_sets
    }

    /// For each place in a group what a box on `cell` adds to the number of the group. `None` if the cell is dead.
    #[inline]
    pub(super) fn terms(&self, cell: Cell) -> Option<Members<u32>> {
        Some(self.graph.groups().terms(self.graph.live(cell)?))
    }

    /// The node of a group with the player on a cell without a box.
    #[inline]
    pub(super) fn node(&self, group: usize, player: Cell) -> u32 {
        self.graph.node(group, player)
    }

    /// The pushes of a group of boxes.
    #[inline]
    pub(super) fn row(&self, node: u32) -> Row<'_> {
        let stride = HEAD + self.goal_sets.count();
        let (head, excess) = self.rows[node as usize * stride..][..stride].split_at(HEAD);
        Row { least: i64::from(u16::from_le_bytes([head[0], head[1]])), excess }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.graph.kept() + self.rows.len() as u64
    }
}

impl Row<'_> {
    /// Whether the group reaches no set of goals.
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        self.least == i64::from(DEAD)
    }
}

/// For each node the sets of goals, as bits, from which the search has reached it.
struct Frontier {
    words: usize,
    reached: Vec<u64>,
    /// Those reached in this layer, and in the next one.
    fresh: Vec<u64>,
    next: Vec<u64>,
    /// The nodes with any of these.
    active: Vec<u32>,
    next_active: Vec<u32>,
    is_active: Vec<bool>,
}

impl Frontier {
    fn new(nodes: usize, sets: usize) -> Self {
        let words = sets.div_ceil(64);
        let none = || vec![0; nodes * words];
        Self {
            words,
            reached: none(),
            fresh: none(),
            next: none(),
            active: Vec::new(),
            next_active: Vec::new(),
            is_active: vec![false; nodes],
        }
    }

    fn bytes(nodes: usize, sets: usize) -> u64 {
        nodes as u64 * (3 * 8 * sets.div_ceil(64) + 2 * 2 * 4 + 1) as u64
    }

    /// Reaches `node` from one set of goals in the next layer.
    fn reach(&mut self, node: u32, set: usize) {
        self.next[node as usize * self.words + set / 64] |= 1 << (set % 64);
        self.activate(node);
    }

    fn activate(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_active[node as usize], true) {
            self.next_active.push(node);
        }
    }

    /// Begins the next layer. False if it is empty.
    fn advance(&mut self) -> bool {
        for &node in &self.active {
            self.fresh[node as usize * self.words..][..self.words].fill(0);
        }
        std::mem::swap(&mut self.fresh, &mut self.next);
        std::mem::swap(&mut self.active, &mut self.next_active);
        self.next_active.clear();
        for &node in &self.active {
            self.is_active[node as usize] = false;
            let at = node as usize * self.words;
            for word in at..at + self.words {
                self.reached[word] |= self.fresh[word];
            }
        }
        !self.active.is_empty()
    }

    /// Calls `each` for the sets of goals from which `node` was reached in this layer.
    fn new_sets(&self, node: u32, mut each: impl FnMut(usize)) {
        let at = node as usize * self.words;
        for (word, &bits) in self.fresh[at..at + self.words].iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                each(word * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Reaches `earlier` in the next layer from the sets of goals from which `node` was reached in this one.
    fn spread(&mut self, node: u32, earlier: u32) {
        let (from, to) = (node as usize * self.words, earlier as usize * self.words);
        let mut any = 0;
        for word in 0..self.words {
            let new = self.fresh[from + word] & !self.reached[to + word];
            self.next[to + word] |= new;
            any |= new;
        }
        if any != 0 {
            self.activate(earlier);
        }
    }
}

// Sets of numbers, numbered in colexicographic order (the *combinatorial number system*: Knuth, *The Art of Computer
// Programming*, volume 4A, section 7.2.1.3).

/// The most members of a set.
pub(super) const MAX_SIZE: usize = 5;

/// A set in increasing order; members beyond its size are 0.
pub(super) type Members<T = u16> = [T; MAX_SIZE];

/// All sets of one size.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    size: usize,
    numbers: u16,
    /// For each number n and each i the binomial coefficient of n over i + 1.
    binomials: Vec<[u32; MAX_SIZE]>,
}

/// The number of sets of `size` of `numbers` members. `None` if it exceeds 32 bits.
pub(super) fn count(numbers: usize, size: usize) -> Option<u32> {
    let factors = 0..size as u64;
    let numbers = numbers as u64;
    let product = factors.map(|i| (numbers.saturating_sub(i), i + 1));
    // After each factor the product is a binomial coefficient, so the division leaves no remainder.
    let binomial = product.into_iter().try_fold(1_u64, |product, (over, under)| {
        Some(product.checked_mul(over)? / under).filter(|&product| u32::try_from(product).is_ok())
    });
    u32::try_from(binomial?).ok()
}

impl Combinations {
    /// The sets of `size` of the numbers from 0 to `numbers` - 1. `None` if there are none or too many.
    pub(super) fn new(numbers: usize, size: usize) -> Option<Self> {
        if !(1..=MAX_SIZE).contains(&size) || numbers < size || count(numbers, size).is_none() {
            return None;
        }
        let row = |n: usize| {
            let mut row = [0; MAX_SIZE];
            for (entry, size) in row.iter_mut().zip(1..=size) {
                // The largest entries are those of sets that exist.
                *entry = count(n, size).unwrap_or(u32::MAX);
            }
            row
        };
        Some(Self { size, numbers: u16::try_from(numbers).ok()?, binomials: (0..=numbers).map(row).collect() })
    }

    /// The number of sets.
    pub(super) fn count(&self) -> usize {
        self.binomials[usize::from(self.numbers)][self.size - 1] as usize
    }

    /// The number of members of each set.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of a set whose members are in any order. Afterwards they are in increasing order.
    #[inline]
    pub(super) fn rank(&self, members: &mut [u16]) -> usize {
        debug_assert!(members.len() == self.size);
        // Bubble sort by minima and maxima has no branches that a processor could mispredict.
        for last in (1..members.len()).rev() {
            for at in 0..last {
                let (a, b) = (members[at], members[at + 1]);
                (members[at], members[at + 1]) = (a.min(b), a.max(b));
            }
        }
        let terms = members.iter().enumerate().map(|(at, &member)| self.terms(member)[at]);
        terms.sum::<u32>() as usize
    }

    /// For each place in a set what a member adds to the number of the set there.
    #[inline]
    pub(super) fn terms(&self, member: u16) -> Members<u32> {
        self.binomials[usize::from(member)]
    }

    /// All sets in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = Members> {
        let (size, numbers) = (self.size, self.numbers);
        let mut first = [0; MAX_SIZE];
        for (member, number) in first[..size].iter_mut().zip(0..) {
            *member = number;
        }
        std::iter::successors(Some(first), move |before| next(before, size, numbers))
    }
}

/// The set after another one: the first member that can is increased by one, and those before it are the least.
fn next(before: &Members, size: usize, numbers: u16) -> Option<Members> {
    let mut set = *before;
    for at in 0..size {
        let limit = if at + 1 < size { set[at + 1] } else { numbers };
        if set[at] + 1 < limit {
            set[at] += 1;
            return Some(set);
        }
        set[at] = u16::try_from(at).unwrap_or(0);
    }
    None
}

// The graph of pushes of a group of boxes with nothing else on the board.

/// The nodes: sets of live cells with boxes, each with one of the regions into which the boxes divide the floor.
#[derive(Clone, Debug)]
pub(super) struct GroupGraph {
    /// The number of each live cell, or [`NONE`].
    live: Vec<u16>,
    groups: Combinations,
    /// For each group its first node, and the start of its row in `regions`, or [`UNDIVIDED`] if it does not divide the
    /// floor; then the number of nodes. The regions of a group are consecutive.
    first_and_row: Vec<(u32, u32)>,
    /// A row has the region of each cell.
    regions: Vec<u8>,
}

const NONE: u16 = u16::MAX;
const UNDIVIDED: u32 = u32::MAX;
/// Maximum number of predecessors of a node: each box was pushed from one of four sides.
const MAX_BEFORE: u32 = 4 * 5;
const _: () = assert!(MAX_BEFORE as usize == 4 * MAX_SIZE);
/// The region of a cell with a box.
const NO_REGION: u8 = u8::MAX;

/// The nodes from which one push leads to each node: a list for each, one after the other.
pub(super) struct Predecessors {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Predecessors {
    pub(super) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.list[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

impl GroupGraph {
    /// Finds the nodes. `None` if they do not fit in 32 bits or in a quarter of the free memory. O(groups * cells).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub(super) fn new(
        board: &Board,
        distances: &Distances,
        size: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let cells: Vec<Cell> = board.all().filter(|&cell| distances.is_live(cell)).collect();
        let Some(groups) = Combinations::new(cells.len(), size) else { return Ok(None) };
        let most = Self::bytes(board, groups.count());
        if budget.memory_left().is_some_and(|left| most > left / 4) {
            return Ok(None);
        }
        budget.grow(most)?;
        let mut live = vec![NONE; board.cells()];
        for (number, &cell) in (0..).zip(&cells) {
            live[usize::from(cell)] = number;
        }
        let (mut first_and_row, mut regions) = (Vec::new(), Vec::new());
        let mut nodes = 0_u32;
        let mut region = vec![NO_REGION; board.cells()];
        let mut stack = Vec::new();
        for members in groups.all() {
            budget.check()?;
            let boxes = members.map(|member| cells[usize::from(member)]);
            let count = divide(board, &boxes[..size], &mut region, &mut stack);
            let start = u32::try_from(regions.len()).ok().filter(|&start| start != UNDIVIDED);
            // The lists of predecessors are numbered by 32 bits, too.
            let more = nodes.checked_add(count).filter(|&nodes| nodes < u32::MAX / MAX_BEFORE);
            let (Some(more), Some(start)) = (more, start) else {
                budget.shrink(most);
                return Ok(None);
            };
            first_and_row.push((nodes, if count == 1 { UNDIVIDED } else { start }));
            nodes = more;
            if count != 1 {
                regions.extend_from_slice(&region);
            }
        }
        first_and_row.push((nodes, UNDIVIDED));
        first_and_row.shrink_to_fit();
        regions.shrink_to_fit();
        let graph = Self { live, groups, first_and_row, regions };
        budget.shrink(most.saturating_sub(graph.kept()));
        Ok(Some(graph))
    }

    /// An upper limit of the memory for a number of groups.
    fn bytes(board: &Board, groups: usize) -> u64 {
        // The vectors grow by doubling.
        2 * (groups as u64 * (8 + board.cells()) as u64 + 8 + 2 * board.cells() as u64)
    }

    /// The memory that it takes.
    pub(super) fn kept(&self) -> u64 {
        (8 * self.first_and_row.len() + self.regions.len() + 2 * self.live.len()) as u64
    }

    pub(super) fn groups(&self) -> &Combinations {
        &self.groups
    }

    pub(super) fn nodes(&self) -> usize {
        self.first_and_row.last().map_or(0, |&(nodes, _)| nodes as usize)
    }

    /// The number of a cell among the live ones, if it is live.
    #[inline]
    pub(super) fn live(&self, cell: Cell) -> Option<u16> {
        Some(self.live[usize::from(cell)]).filter(|&number| number != NONE)
    }

    /// The nodes of a group.
    pub(super) fn nodes_of(&self, group: usize) -> std::ops::Range<u32> {
        self.first_and_row[group].0..self.first_and_row[group + 1].0
    }

    /// The node of a group with the player on a cell without a box.
    #[inline]
    pub(super) fn node(&self, group: usize, player: Cell) -> u32 {
        let (first, row) = self.first_and_row[group];
        let region = if row == UNDIVIDED { 0 } else { self.regions[row as usize + usize::from(player)] };
        debug_assert!(region != NO_REGION);
        first + u32::from(region)
    }

    /// The most bytes that the predecessors of all nodes take.
    pub(super) fn bytes_of_predecessors(&self) -> u64 {
        // A vector grows by doubling.
        4 * self.nodes() as u64 * (1 + 2 * u64::from(MAX_BEFORE))
    }

    /// The predecessors of all nodes, the memory for which the caller has accounted for. O(nodes * size of a group).
    ///
    /// # Errors
    /// When the budget has no time left.
    pub(super) fn predecessors(&self, board: &Board, budget: &mut Budget<'_>) -> Result<Predecessors, Stop> {
        let live = board.all().filter(|&cell| self.live(cell).is_some());
        let cells: Vec<Cell> = live.collect();
        let mut found = Predecessors { starts: Vec::with_capacity(self.nodes() + 1), list: Vec::new() };
        for (group, members) in self.groups.all().enumerate() {
            budget.check()?;
            for node in self.nodes_of(group) {
                found.starts.push(u32::try_from(found.list.len()).unwrap_or(u32::MAX));
                self.before(board, &cells, (group, members), node, &mut found.list);
            }
        }
        found.starts.push(u32::try_from(found.list.len()).unwrap_or(u32::MAX));
        Ok(found)
    }

    /// Appends the nodes from which one push leads to `node`, which is one of `group`.
    fn before(
        &self,
        board: &Board,
        cells: &[Cell],
        (group, members): (usize, Members),
        node: u32,
        list: &mut Vec<u32>,
    ) {
        let size = self.groups.size();
        let boxes = members.map(|member| cells[usize::from(member)]);
        for (slot, &at) in boxes[..size].iter().enumerate() {
            for direction in Direction::ALL {
                // The player is on the box's former cell and came from the cell beyond.
                let from = board.next(at, direction);
                if from == WALL || boxes[..size].contains(&from) || self.node(group, from) != node {
                    continue;
                }
                let stood = board.next(from, direction);
                if stood == WALL || boxes[..size].contains(&stood) {
                    continue;
                }
                // No push leads from a dead square to a live one.
                let Some(number) = self.live(from) else { continue };
                let mut earlier = members;
                earlier[slot] = number;
                list.push(self.node(self.groups.rank(&mut earlier[..size]), stood));
            }
        }
    }
}

/// Numbers the regions into which boxes divide the floor; returns how many there are.
fn divide(board: &Board, boxes: &[Cell], region: &mut [u8], stack: &mut Vec<Cell>) -> u32 {
    region.fill(NO_REGION);
    let mut count = 0;
    // Without the boxes the floor is connected, so every region touches one of them.
    for &cell in boxes {
        for direction in Direction::ALL {
            let root = board.next(cell, direction);
            if root == WALL || boxes.contains(&root) || region[usize::from(root)] != NO_REGION {
                continue;
            }
            region[usize::from(root)] = count;
            board.flood(stack, root, |next| {
                let is_new = region[usize::from(next)] == NO_REGION && !boxes.contains(&next);
                if is_new {
                    region[usize::from(next)] = count;
                }
                is_new
            });
            count += 1;
        }
    }
    u32::from(count)
}

#[cfg(test)]
mod combinations_tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for size in 1..=MAX_SIZE {
            for numbers in size..9 {
                let sets = Combinations::new(numbers, size).expect("few sets");
                let all: Vec<Members> = sets.all().collect();
                assert_eq!(all.len(), sets.count());
                let expected = (0_u32..1 << numbers).filter(|set| set.count_ones() as usize == size).count();
                assert_eq!(all.len(), expected);
                for (number, set) in all.iter().enumerate() {
                    assert!(set[..size].is_sorted_by(|a, b| a < b), "{set:?}");
                    assert!(set[..size].iter().all(|&member| usize::from(member) < numbers));
                    let mut shuffled = *set;
                    shuffled[..size].reverse();
                    assert_eq!(sets.rank(&mut shuffled[..size]), number);
                }
            }
        }
    }

    #[test]
    fn too_many_sets_are_none() {
        assert_eq!(count(100, 3), Some(161_700));
        assert_eq!(count(65_535, 5), None);
        assert_eq!(count(2, 3), Some(0));
        assert!(Combinations::new(65_535, 4).is_none());
        assert!(Combinations::new(2, 3).is_none());
    }
}
