//! Penalties of pairs: the pushes that two boxes cost each other, which an assignment of single boxes misses.
//!
//! For two boxes on cells a and b, with the player in one of the regions into which they divide the floor,
//! the *penalty* is the least value of `both - da - db` over all pairs of different goals. Here `both` is the
//! number of pushes that the two need to these goals with nothing else on the board, and `da` and `db` are
//! what each needs alone, with the player on the same side as now. It is never negative.
//!
//! *The cheapest assignment plus the penalties of disjoint pairs never exceeds the cost of a solution.* A
//! solution brings each box to a goal of its own. The pushes of the two boxes of a pair are a legal solution
//! for these two, because other boxes only restrict. So they are at least `both` for their goals, which is at
//! least `da + db` plus the penalty. Without the penalties these parts sum to the cost of an assignment. So
//! the heaviest matching of pairs may be added. Where `both` is infinite for all goals, the two boxes are a
//! deadlock, whatever the others do. (Pereira, Ritt & Buriol, *Optimal Sokoban solving using pattern
//! databases with specific domain knowledge*, 2015, have tables of two stones for a part of the board.)
//!
//! A push changes only the pairs of the pushed box: the player never gets from one region of a pair to
//! another while its boxes stand still.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::distances::{BoxAndSide, Distances, UNREACHABLE};
use super::max_weight_packing::{self, WeightedGroup};
use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;

/// The penalties of all pairs of live cells.
#[derive(Clone, Debug)]
pub struct PairPenalties {
    /// The number of each live cell, or [`NONE`].
    live: Vec<u16>,
    count: usize,
    /// For each pair of numbers a penalty, or [`SPLIT`] plus the start of its row in `by_player`.
    table: Vec<u32>,
    /// For pairs that divide the floor, the penalty by the player's cell.
    by_player: Vec<u8>,
}

/// The penalty of two boxes that cannot both be brought to goals.
pub(crate) const DEADLOCK: u8 = u8::MAX;

const NONE: u16 = u16::MAX;
const SPLIT: u32 = 1 << 31;
/// The region of a neighbour that is not free.
const NO_REGION: u8 = u8::MAX;

/// Limit of the work for the table, in nodes times pairs of goals. If it takes more, there is no table.
const MAX_WORK: u64 = 300_000_000;
/// Limit of the bytes while the table is built.
const MAX_BYTES: u64 = 256_000_000;

impl PairPenalties {
    /// Pulls two boxes back from each pair of goals. `None` if the board is too large for that to pay.
    /// O(live cells^2 * goals^2).
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    pub fn new(board: &Board, distances: &Distances, budget: &mut Budget<'_>) -> Result<Option<Self>, Stop> {
        Self::until(End::OnTwoGoals, board, distances, budget)
    }

    /// The same where a box disappears as soon as it comes to a goal: `both` is then what two boxes need until the second
    /// one disappears, the first of them with both on the floor, and `da` and `db` are the pushes to the nearest goals.
    /// O(live cells^2).
    ///
    /// # Errors
    /// As [`PairPenalties::new`].
    pub(crate) fn disappearing(
        board: &Board,
        distances: &Distances,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        Self::until(End::BothDisappeared, board, distances, budget)
    }

    fn until(end: End, board: &Board, distances: &Distances, budget: &mut Budget<'_>) -> Result<Option<Self>, Stop> {
        let goals = board.goals().len();
        let rounds = match end {
            End::OnTwoGoals if goals < 2 => return Ok(None),
            End::OnTwoGoals => (goals * goals) as u64,
            End::BothDisappeared => 1,
        };
        let cells: Vec<Cell> = board.all().filter(|&cell| distances.is_live(cell)).collect();
        let count = cells.len();
        if count < 2 || count > usize::from(u16::MAX) {
            return Ok(None);
        }
        let squares = (count * count) as u64;
        let work = squares * rounds;
        let bytes = squares * (64 + 2 * board.cells() as u64);
        if work > MAX_WORK || bytes > MAX_BYTES || budget.memory_left().is_some_and(|left| bytes > left / 4) {
            return Ok(None);
        }
        budget.grow(bytes)?;
        let graph = PairGraph::new(board, distances, &cells, budget)?;
        let (starts, list) = graph.predecessors(board, budget)?;
        let search = PairSearch { graph: &graph, board, distances, sides: graph.sides(board, distances), starts, list };
        let penalties = match end {
            End::OnTwoGoals => search.to_two_goals(budget)?,
            End::BothDisappeared => search.until_both_disappear(budget)?,
        };
        let built = graph.table(board, &penalties);
        let kept = (built.table.len() * 4 + built.by_player.len() + built.live.len() * 2) as u64;
        budget.shrink(bytes.saturating_sub(kept));
        Ok(Some(built))
    }

    /// The penalty of boxes on `a` and `b` with the player on `player`. It is also `DEADLOCK` where one of
    /// the cells is a dead square.
    #[inline]
    #[must_use]
    pub fn penalty(&self, a: Cell, b: Cell, player: Cell) -> u8 {
        self.penalty_of(self.number(a), self.number(b), player)
    }

    /// The number of a cell, for [`penalty_of`](Self::penalty_of).
    #[inline]
    pub(super) fn number(&self, cell: Cell) -> u16 {
        self.live[usize::from(cell)]
    }

    /// The same as [`penalty`](Self::penalty), by the numbers of the cells.
    #[inline]
    pub(super) fn penalty_of(&self, a: u16, b: u16, player: Cell) -> u8 {
        if a == NONE || b == NONE {
            return DEADLOCK;
        }
        let entry = self.table[usize::from(a) * self.count + usize::from(b)];
        if entry < SPLIT {
            #[expect(clippy::cast_possible_truncation, reason = "a penalty")]
            return entry as u8;
        }
        self.by_player[(entry - SPLIT) as usize + usize::from(player)]
    }
}

/// The graph of pushes of two boxes. A node is an ordered pair of live cells and a region of the player.
struct PairGraph {
    cells: Vec<Cell>,
    live: Vec<u16>,
    /// The first node of each pair, then the number of nodes.
    first: Vec<u32>,
    /// For each pair, the regions next to the first and to the second box, in the order of the directions.
    around: Vec<[[u8; 4]; 2]>,
    /// A cell of the region of each node.
    within: Vec<Cell>,
    /// For pairs that divide the floor: the pair, then the region of each cell.
    split: Vec<(usize, Vec<u8>)>,
}

impl PairGraph {
    fn new(board: &Board, distances: &Distances, cells: &[Cell], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let mut live = vec![NONE; board.cells()];
        for (number, &cell) in (0..).zip(cells) {
            live[usize::from(cell)] = number;
        }
        debug_assert!(cells.iter().all(|&cell| distances.is_live(cell)));
        let mut graph = Self {
            cells: cells.to_vec(),
            live,
            first: Vec::with_capacity(cells.len() * cells.len() + 1),
            around: Vec::with_capacity(cells.len() * cells.len()),
            within: Vec::new(),
            split: Vec::new(),
        };
        let mut region = vec![NO_REGION; board.cells()];
        for &a in cells {
            for &b in cells {
                budget.check()?;
                graph.add(board, a, b, &mut region);
            }
        }
        graph.first.push(u32::try_from(graph.within.len()).unwrap_or(u32::MAX));
        Ok(graph)
    }

    /// Floods the floor around boxes on `a` and `b`.
    fn add(&mut self, board: &Board, a: Cell, b: Cell, region: &mut [u8]) {
        self.first.push(u32::try_from(self.within.len()).unwrap_or(u32::MAX));
        let mut around = [[NO_REGION; 4]; 2];
        if a != b {
            region.fill(NO_REGION);
            let mut stack = Vec::new();
            let mut count = 0;
            // Without the boxes the floor is connected, so every region touches one of them.
            for (slot, &root) in [a, b].iter().enumerate() {
                for direction in Direction::ALL {
                    let root = board.next(root, direction);
                    if root == WALL || root == a || root == b {
                        continue;
                    }
                    if region[usize::from(root)] == NO_REGION {
                        region[usize::from(root)] = count;
                        board.flood(&mut stack, root, |next| {
                            let is_new = next != a && next != b && region[usize::from(next)] == NO_REGION;
                            if is_new {
                                region[usize::from(next)] = count;
                            }
                            is_new
                        });
                        self.within.push(root);
                        count += 1;
                    }
                    around[slot][direction as usize] = region[usize::from(root)];
                }
            }
            if count > 1 {
                self.split.push((self.around.len(), region.to_vec()));
            }
        }
        self.around.push(around);
    }

    fn pair(&self, a: Cell, b: Cell) -> Option<usize> {
        let (a, b) = (self.live[usize::from(a)], self.live[usize::from(b)]);
        (a != NONE && b != NONE).then(|| usize::from(a) * self.cells.len() + usize::from(b))
    }

    /// Visits the nodes from which one push leads to the node of `pair` with the player in `region`.
    fn before(&self, board: &Board, pair: usize, region: u8, mut visit: impl FnMut(u32)) {
        let boxes = [self.cells[pair / self.cells.len()], self.cells[pair % self.cells.len()]];
        for slot in 0..2 {
            for direction in Direction::ALL {
                // The player is on the box's former cell and came from the cell beyond.
                if self.around[pair][slot][direction as usize] != region {
                    continue;
                }
                let from = board.next(boxes[slot], direction);
                let stood = board.next(from, direction);
                if stood == WALL || stood == boxes[1 - slot] {
                    continue;
                }
                let mut before = boxes;
                before[slot] = from;
                // No push leads from a dead square to a live one.
                let Some(earlier) = self.pair(before[0], before[1]) else { continue };
                visit(self.first[earlier] + u32::from(self.around[earlier][slot][direction as usize]));
            }
        }
    }

    /// The predecessors of all nodes, and where those of each node start.
    fn predecessors(&self, board: &Board, budget: &mut Budget<'_>) -> Result<(Vec<u32>, Vec<u32>), Stop> {
        let (mut starts, mut list) = (Vec::with_capacity(self.within.len() + 1), Vec::new());
        for pair in 0..self.around.len() {
            budget.check()?;
            for node in self.first[pair]..self.first[pair + 1] {
                starts.push(u32::try_from(list.len()).unwrap_or(u32::MAX));
                #[expect(clippy::cast_possible_truncation, reason = "two boxes have eight neighbours")]
                let region = (node - self.first[pair]) as u8;
                self.before(board, pair, region, |earlier| list.push(earlier));
            }
        }
        starts.push(u32::try_from(list.len()).unwrap_or(u32::MAX));
        Ok((starts, list))
    }

    /// The cell and side of the two boxes of each node.
    fn sides(&self, board: &Board, distances: &Distances) -> Vec<[BoxAndSide; 2]> {
        let mut sides = Vec::with_capacity(self.within.len());
        for pair in 0..self.around.len() {
            let boxes = [self.cells[pair / self.cells.len()], self.cells[pair % self.cells.len()]];
            let players = &self.within[self.first[pair] as usize..self.first[pair + 1] as usize];
            sides.extend(players.iter().map(|&player| boxes.map(|cell| distances.box_and_side(board, cell, player))));
        }
        sides
    }

    /// Makes the table: the least value over the two orders of a pair.
    fn table(self, board: &Board, penalty: &[u32]) -> PairPenalties {
        let count = self.cells.len();
        let mut table = vec![u32::from(DEADLOCK); count * count];
        let mut by_player = Vec::new();
        let short = |value: u32| match value {
            u32::MAX => DEADLOCK,
            // 250 is even, as all penalties are.
            value => u8::try_from(value.min(250)).unwrap_or(250),
        };
        let swapped = |pair: usize| pair % count * count + pair / count;
        let at = |pair: usize, region: u8| penalty[self.first[pair] as usize + usize::from(region)];
        for (pair, entry) in table.iter_mut().enumerate() {
            if self.first[pair + 1] == self.first[pair] + 1 {
                *entry = u32::from(short(at(pair, 0).min(at(swapped(pair), 0))));
            }
        }
        let split: rustc_hash::FxHashMap<usize, &Vec<u8>> =
            self.split.iter().map(|(pair, regions)| (*pair, regions)).collect();
        for (pair, regions) in &self.split {
            let other = swapped(*pair);
            // The regions of the swapped pair are the same under other names.
            let Some(names) = split.get(&other) else { continue };
            let start = by_player.len();
            for cell in board.all().map(usize::from) {
                let best = if regions[cell] == NO_REGION {
                    u32::MAX
                } else {
                    at(*pair, regions[cell]).min(at(other, names[cell]))
                };
                by_player.push(short(best));
            }
            table[*pair] = SPLIT + u32::try_from(start).unwrap_or(0);
        }
        PairPenalties { live: self.live, count, table, by_player }
    }
}

/// What ends the way of two boxes.
#[derive(Clone, Copy)]
enum End {
    OnTwoGoals,
    BothDisappeared,
}

/// What a search backward over all nodes of a graph needs.
struct PairSearch<'p> {
    graph: &'p PairGraph,
    board: &'p Board,
    distances: &'p Distances,
    /// The cell and side of the two boxes of each node.
    sides: Vec<[BoxAndSide; 2]>,
    /// The predecessors of all nodes, and where those of each node start.
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl PairSearch<'_> {
    fn to_two_goals(&self, budget: &mut Budget<'_>) -> Result<Vec<u32>, Stop> {
        let &Self { graph, board, distances, ref sides, ref starts, ref list } = self;
        let nodes = graph.within.len();
        let mut penalty = vec![u32::MAX; nodes];
        let mut both = vec![u32::MAX; nodes];
        let mut queue: Vec<u32> = Vec::new();
        let goals = board.goals();
        for one in 0..goals.len() {
            for other in one + 1..goals.len() {
                budget.check_now()?;
                both.fill(u32::MAX);
                queue.clear();
                let Some(pair) = graph.pair(goals[one], goals[other]) else { continue };
                for node in graph.first[pair]..graph.first[pair + 1] {
                    both[node as usize] = 0;
                    queue.push(node);
                }
                let mut next = 0;
                while let Some(&node) = queue.get(next) {
                    next += 1;
                    let node = node as usize;
                    let cost = both[node];
                    let [a, b] = sides[node];
                    let (da, db) = (distances.from_side(a)[one], distances.from_side(b)[other]);
                    if da != UNREACHABLE && db != UNREACHABLE {
                        penalty[node] = penalty[node].min(cost.saturating_sub(da + db));
                    }
                    for &earlier in &list[starts[node] as usize..starts[node + 1] as usize] {
                        if both[earlier as usize] == u32::MAX {
                            both[earlier as usize] = cost + 1;
                            queue.push(earlier);
                        }
                    }
                }
            }
        }
        Ok(penalty)
    }

    fn until_both_disappear(&self, budget: &mut Budget<'_>) -> Result<Vec<u32>, Stop> {
        let &Self { graph, board, distances, ref sides, ref starts, ref list } = self;
        let nearest = |place: BoxAndSide| distances.from_side(place).iter().copied().min().unwrap_or(UNREACHABLE);
        let mut both = vec![u32::MAX; graph.within.len()];
        // The nodes by what both boxes need. Where one is on a goal, that is what the other needs alone.
        let mut buckets: Vec<Vec<u32>> = Vec::new();
        let mut add = |buckets: &mut Vec<Vec<u32>>, node: u32, cost: u32| {
            if cost < both[node as usize] {
                both[node as usize] = cost;
                let bucket = cost as usize;
                buckets.resize_with(buckets.len().max(bucket + 1), Vec::new);
                buckets[bucket].push(node);
            }
            both[node as usize]
        };
        for pair in 0..graph.around.len() {
            let goals =
                [pair / graph.cells.len(), pair % graph.cells.len()].map(|number| board.is_goal(graph.cells[number]));
            for node in graph.first[pair]..graph.first[pair + 1] {
                let [a, b] = sides[node as usize].map(nearest);
                let cost = if goals[0] { b } else { a };
                if (goals[0] || goals[1]) && cost != UNREACHABLE {
                    add(&mut buckets, node, cost);
                }
            }
        }
        let mut cost = 0;
        while let Some(bucket) = buckets.get_mut(cost as usize).map(std::mem::take) {
            budget.check_now()?;
            for node in bucket {
                if add(&mut buckets, node, cost) == cost {
                    for &earlier in &list[starts[node as usize] as usize..starts[node as usize + 1] as usize] {
                        add(&mut buckets, earlier, cost + 1);
                    }
                }
            }
            cost += 1;
        }
        let penalty = |(both, sides): (u32, &[BoxAndSide; 2])| match (both, sides.map(nearest)) {
            (u32::MAX, _) | (_, [UNREACHABLE, _] | [_, UNREACHABLE]) => u32::MAX,
            (both, [a, b]) => both.saturating_sub(a + b),
        };
        Ok(both.into_iter().zip(sides).map(penalty).collect())
    }
}

// The sum of the penalties of disjoint pairs, for a position and its successors.

/// The pairs of one position that have a penalty.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChildPenalties {
    edges: Vec<WeightedGroup>,
    /// The numbers of the cells of the boxes.
    numbers: Vec<u16>,
    child: Vec<WeightedGroup>,
}

impl ChildPenalties {
    /// Looks up all pairs of `boxes`. Returns what they add to the lower bound, or `None` for a deadlock.
    pub(crate) fn set(&mut self, pairs: &PairPenalties, boxes: &[Cell], player: Cell) -> Option<u32> {
        self.edges.clear();
        self.numbers.clear();
        self.numbers.extend(boxes.iter().map(|&cell| pairs.number(cell)));
        for (i, &a) in (0_u8..).zip(&self.numbers) {
            for (j, &b) in (0_u8..).zip(&self.numbers[..usize::from(i)]) {
                match pairs.penalty_of(a, b, player) {
                    0 => {}
                    DEADLOCK => return None,
                    penalty => self.edges.push(WeightedGroup { boxes: 1 << i | 1 << j, weight: penalty }),
                }
            }
        }
        Some(max_weight_packing::heaviest(&mut self.edges))
    }

    /// A lower bound of [`after`](Self::after) for any push of the box on `from`: the pairs of the other boxes.
    #[inline]
    pub(crate) fn without(&mut self, boxes: &[Cell], from: Cell) -> u32 {
        if self.edges.is_empty() {
            return 0;
        }
        let moved = (0_u8..).zip(boxes).fold(u8::MAX, |moved, (i, &cell)| if cell == from { i } else { moved });
        self.child.clear();
        self.child.extend(self.edges.iter().filter(|edge| moved == u8::MAX || edge.boxes >> moved & 1 == 0));
        max_weight_packing::heaviest(&mut self.child)
    }

    /// The same after a push of the box on `from` to `to`, with the player on `player` afterwards.
    pub(crate) fn after(
        &mut self,
        pairs: &PairPenalties,
        boxes: &[Cell],
        from: Cell,
        to: Cell,
        player: Cell,
    ) -> Option<u32> {
        self.child.clear();
        let mut moved = u8::MAX;
        for (i, &cell) in (0_u8..).zip(boxes) {
            if cell == from {
                moved = i;
            }
        }
        let to = pairs.number(to);
        for (i, &number) in (0_u8..).zip(&self.numbers) {
            if i == moved {
                continue;
            }
            match pairs.penalty_of(number, to, player) {
                0 => {}
                DEADLOCK => return None,
                penalty => self.child.push(WeightedGroup { boxes: 1 << i | 1 << moved, weight: penalty }),
            }
        }
        self.child.extend(self.edges.iter().filter(|edge| moved == u8::MAX || edge.boxes >> moved & 1 == 0));
        Some(max_weight_packing::heaviest(&mut self.child))
    }
}
