//! The table: the fewest pushes of each group of boxes to each set of goals.

use crate::board::{Board, Cell};
use crate::bounds::distances::Distances;
use crate::bounds::pattern_database::combinations::{Combinations, MAX_SIZE, Members};
use crate::bounds::pattern_database::group_graph::{GroupGraph, Predecessors};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

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
