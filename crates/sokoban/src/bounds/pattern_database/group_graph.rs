//! The graph of pushes of a group of boxes with nothing else on the board.

use crate::board::{Board, Cell, WALL};
use crate::bounds::distances::Distances;
use crate::bounds::pattern_database::combinations::{Combinations, MAX_SIZE, Members};
use crate::direction::Direction;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

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
/// The most predecessors of a node: each box was pushed from one of four sides.
const MOST_BEFORE: u32 = 4 * 5;
const _: () = assert!(MOST_BEFORE as usize == 4 * MAX_SIZE);
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
            let more = nodes.checked_add(count).filter(|&nodes| nodes < u32::MAX / MOST_BEFORE);
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
        4 * self.nodes() as u64 * (1 + 2 * u64::from(MOST_BEFORE))
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
