//! The free floor, or a part of it while one box is lifted off the board.
//!
//! One depth-first pass (Hopcroft & Tarjan, *Efficient algorithms for graph manipulation*, 1973) finds the
//! biconnected components, called *blocks*, of the part of the free floor that the box can touch. When a
//! box is put on any cell, its neighbours are connected exactly if their edges to the cell lie in one block.
//! The least cell of the player's region and the number of regions follow from the tree of the search. So one
//! pass answers these questions for all cells, where a flood for each cell would take quadratic time.

use crate::board::{Board, Cell, WALL};

/// The result of the pass, with its scratch.
#[derive(Clone, Debug)]
pub(crate) struct Articulation {
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    root: Cell,
    path: Vec<Frame>,
    stack: Vec<Cell>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// When the cell was discovered, counted from 1; 0 for free cells that were not, [`BOX`] for others.
    order: u16,
    /// The block of its edge to its parent.
    block: u16,
}

/// A cell on the path of the depth-first search.
#[derive(Clone, Copy, Debug)]
struct Frame {
    cell: Cell,
    /// The least order that the subtree of the cell is adjacent to.
    low: u16,
    /// The least cell in the subtree.
    least: Cell,
    /// The next side of the cell.
    side: u8,
}

/// The order of a cell with a box, later than that of any free cell.
const BOX: u16 = u16::MAX;

/// A biconnected component, which hangs below its head in the tree.
#[derive(Clone, Copy, Debug)]
struct Block {
    head: Cell,
    /// The least cell below the head.
    least: Cell,
    /// The latest order below the head.
    last: u16,
}

impl Articulation {
    pub(crate) fn new(cells: usize) -> Self {
        Self { nodes: vec![Node::default(); cells], blocks: Vec::new(), root: 0, path: Vec::new(), stack: Vec::new() }
    }

    /// Searches the part of the free floor that contains `root`, which must be its least cell. O(cells).
    pub(crate) fn survey(&mut self, board: &Board, occupied: &[bool], root: Cell) {
        self.clear(occupied);
        self.root = root;
        self.search(board, root, 0);
    }

    /// Searches all regions of the free floor. O(cells).
    pub(crate) fn survey_all(&mut self, board: &Board, occupied: &[bool]) {
        self.clear(occupied);
        let mut time = 0;
        for root in board.all() {
            if self.nodes[usize::from(root)].order == 0 {
                time = self.search(board, root, time);
            }
        }
    }

    fn clear(&mut self, occupied: &[bool]) {
        for (node, &occupied) in self.nodes.iter_mut().zip(occupied) {
            node.order = if occupied { BOX } else { 0 };
        }
        self.blocks.clear();
    }

    /// Searches the region of `root`, its least cell, from `time` on. Returns the time after it.
    fn search(&mut self, board: &Board, root: Cell, mut time: u16) -> u16 {
        self.stack.clear();
        self.path.clear();
        let mut here = self.discover(root, &mut time);
        loop {
            let mut below = None;
            while here.side < 4 {
                let next = board.neighbours(here.cell)[usize::from(here.side)];
                here.side += 1;
                if next != WALL {
                    match self.nodes[usize::from(next)].order {
                        0 => {
                            below = Some(next);
                            break;
                        }
                        // The edge to the parent does no harm: it leads to the order of the parent, and only lower
                        // values keep the block below from being closed. Nor do boxes, whose order is high.
                        seen => here.low = here.low.min(seen),
                    }
                }
            }
            if let Some(next) = below {
                self.path.push(here);
                here = self.discover(next, &mut time);
                continue;
            }
            let Some(parent) = self.path.pop() else { return time };
            let done = std::mem::replace(&mut here, parent);
            here.least = here.least.min(done.least);
            if done.low >= self.nodes[usize::from(here.cell)].order {
                self.close(done.cell, Block { head: here.cell, least: done.least, last: time });
            } else {
                here.low = here.low.min(done.low);
            }
        }
    }

    #[inline]
    fn discover(&mut self, cell: Cell, time: &mut u16) -> Frame {
        *time += 1;
        self.nodes[usize::from(cell)].order = *time;
        self.stack.push(cell);
        Frame { cell, low: *time, least: cell, side: 0 }
    }

    /// Makes `new` of all cells discovered since `cell`. All cells below its head have been discovered.
    #[inline]
    fn close(&mut self, cell: Cell, new: Block) {
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer blocks than cells")]
        let block = self.blocks.len() as u16;
        self.blocks.push(new);
        while let Some(member) = self.stack.pop() {
            self.nodes[usize::from(member)].block = block;
            if member == cell {
                break;
            }
        }
    }

    /// Whether the search has reached `cell`.
    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        cell != WALL && !matches!(self.nodes[usize::from(cell)].order, 0 | BOX)
    }

    /// The side of a box on `cell` on which its neighbour `next` lies. Sides with equal numbers are
    /// connected. The search must have reached both cells.
    #[inline]
    pub(crate) fn side(&self, cell: Cell, next: Cell) -> u16 {
        let (cell, next) = (self.nodes[usize::from(cell)], self.nodes[usize::from(next)]);
        if next.order > cell.order { next.block } else { cell.block }
    }

    /// The least cell of the region on a side of a box on `cell`.
    #[inline]
    pub(crate) fn region(&self, cell: Cell, side: u16) -> Cell {
        let block = self.blocks[usize::from(side)];
        if block.head == cell { block.least } else { self.root }
    }

    /// The least cell of the region of `other` with a box on `cell`, if the box cuts it off from the root of the search,
    /// which is the least cell of the region of both.
    #[inline]
    pub(crate) fn cut_off(&self, board: &Board, cell: Cell, other: Cell) -> Option<Cell> {
        let (top, order) = (self.nodes[usize::from(cell)].order, self.nodes[usize::from(other)].order);
        // The subtrees below a cell have consecutive orders, and each contains a neighbour of the cell. So the latest
        // neighbour that is not later than `other` is in the same subtree, if `other` is in any.
        let neighbours = board.neighbours(cell).iter().filter(|&&next| next != WALL);
        let nodes = neighbours.map(|&next| self.nodes[usize::from(next)]);
        let latest = nodes.filter(|node| top < node.order && node.order <= order).max_by_key(|node| node.order)?;
        let block = self.blocks[usize::from(latest.block)];
        (block.head == cell && order <= block.last).then_some(block.least)
    }

    /// The number of regions into which a box on `cell` divides the part.
    #[inline]
    pub(crate) fn regions(&self, board: &Board, cell: Cell) -> u32 {
        let mut sides = [u16::MAX; 4];
        let mut count = 0;
        for (index, &next) in board.neighbours(cell).iter().enumerate() {
            if self.contains(next) {
                sides[index] = self.side(cell, next);
                count += u32::from(!sides[..index].contains(&sides[index]));
            }
        }
        count
    }
}
