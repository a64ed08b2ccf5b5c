//! The floor around a corral as a small graph.
//!
//! In the proofs of [`corrals`](super::corrals) boxes stand only on the cells of the corral, and a box that
//! leaves them is taken off the board. So the connected parts of all other floor never change, and each is a
//! single node. The player's region is then a bit mask, found without a flood of the floor.

use crate::board::{Board, Cell, WALL};

/// The cells of a corral and the parts of the floor outside, numbered: the boxes first, then the cells
/// inside, then the parts outside.
#[derive(Default)]
pub(super) struct CorralGraph {
    /// The cells of the corral.
    cells: Vec<Cell>,
    /// The node of each cell of the board, or [`NO_NODE`] for walls.
    nodes: Vec<u8>,
    /// The neighbours of each node.
    adjacent: Vec<u128>,
    stack: Vec<Cell>,
}

const NO_NODE: u8 = u8::MAX;

/// The number of bits of a mask.
const MAX_NODES: usize = 128;

impl CorralGraph {
    /// Builds the graph of `boxes` and `inside` on the floor that is not `is_wall`. Returns whether it is
    /// small enough. O(cells).
    pub(super) fn build(
        &mut self,
        board: &Board,
        boxes: &[Cell],
        inside: &[Cell],
        is_wall: impl Fn(Cell) -> bool,
    ) -> bool {
        self.cells.clear();
        self.cells.extend(boxes.iter().chain(inside));
        if self.cells.len() > MAX_NODES {
            return false;
        }
        self.nodes.clear();
        self.nodes.resize(board.cells(), NO_NODE);
        let mut count = 0;
        for &cell in &self.cells {
            self.nodes[usize::from(cell)] = count;
            count += 1;
        }
        for root in board.all() {
            if self.nodes[usize::from(root)] != NO_NODE || is_wall(root) {
                continue;
            }
            if usize::from(count) == MAX_NODES {
                return false;
            }
            self.nodes[usize::from(root)] = count;
            let nodes = &mut self.nodes;
            board.flood(&mut self.stack, root, |next| {
                let is_new = nodes[usize::from(next)] == NO_NODE && !is_wall(next);
                if is_new {
                    nodes[usize::from(next)] = count;
                }
                is_new
            });
            count += 1;
        }
        self.adjacent.clear();
        self.adjacent.resize(usize::from(count), 0);
        for (number, &cell) in self.cells.iter().enumerate() {
            for &next in board.neighbours(cell) {
                if let Some(node) = self.node(next) {
                    self.adjacent[number] |= 1 << node;
                    self.adjacent[node] |= 1 << number;
                }
            }
        }
        true
    }

    /// The node of a cell; `None` for walls.
    #[inline]
    pub(super) fn node(&self, cell: Cell) -> Option<usize> {
        if cell == WALL {
            return None;
        }
        let node = self.nodes[usize::from(cell)];
        (node != NO_NODE).then_some(usize::from(node))
    }

    /// The cell of a node within the corral; `None` for parts outside.
    #[inline]
    pub(super) fn cell(&self, node: usize) -> Option<Cell> {
        self.cells.get(node).copied()
    }

    /// The nodes that the player on `node` can reach with boxes on the nodes of `boxes`.
    #[inline]
    pub(super) fn region(&self, node: usize, boxes: u128) -> u128 {
        let mut region = 1_u128 << node;
        let mut frontier = region;
        while frontier != 0 {
            let next = frontier.trailing_zeros() as usize;
            frontier &= frontier - 1;
            let reached = self.adjacent[next] & !boxes & !region;
            region |= reached;
            frontier |= reached;
        }
        region
    }

    /// The set of the nodes of `cells`.
    pub(super) fn mask(&self, cells: impl Iterator<Item = Cell>) -> u128 {
        cells.filter_map(|cell| self.node(cell)).fold(0, |mask, node| mask | 1 << node)
    }
}

/// The members of a set of nodes.
pub(super) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let node = set.trailing_zeros() as usize;
            set &= set - 1;
            node
        })
    })
}
