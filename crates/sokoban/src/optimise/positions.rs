//! The positions of one search: sets of boxes as bits with the cell of the player, each once.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use crate::{board::Cell, direction::Direction};

/// The number of a position that is not there.
pub(super) const NONE: u32 = u32::MAX;

/// What the search knows of a position beside the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The position before, or [`NONE`].
    pub(super) parent: u32,
    /// The cost from the start.
    pub(super) cost: u64,
    /// The present key in the open list, by which outdated entries are recognized.
    pub(super) key: u64,
    /// The lower bound of the pushes that remain.
    pub(super) bound: u16,
    /// The cell of the player.
    pub(super) player: Cell,
    /// The cell from which the last push moved its box.
    pub(super) from: Cell,
    /// The direction of the last push.
    pub(super) direction: Direction,
    /// Whether the successors of the present cost were generated.
    pub(super) is_expanded: bool,
}

/// The positions that a search has found. Positions are compared in full.
#[derive(Debug)]
pub(super) struct Positions {
    /// Words per set of boxes.
    width: usize,
    words: Vec<u64>,
    nodes: Vec<Node>,
    /// Open addressing; the numbers of positions.
    table: Vec<u32>,
    mask: usize,
    /// The bytes that are charged to the budget.
    charged: u64,
}

impl Positions {
    /// Creates an empty store for sets of cells below `cells`.
    pub(super) fn new(cells: usize) -> Self {
        Self {
            width: cells.div_ceil(64).max(1),
            words: Vec::new(),
            nodes: Vec::new(),
            table: Vec::new(),
            mask: 0,
            charged: 0,
        }
    }

    /// Removes all positions. Keeps up to `keep` bytes for the next search and releases the rest.
    pub(super) fn clear(&mut self, keep: u64, budget: &mut Budget<'_>) {
        self.words.clear();
        self.nodes.clear();
        if self.charged > keep {
            self.release(budget);
        }
        self.table.fill(NONE);
    }

    /// Releases all memory.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        (self.words, self.nodes, self.table, self.mask) = (Vec::new(), Vec::new(), Vec::new(), 0);
        budget.shrink(self.charged);
        self.charged = 0;
    }

    /// The set of boxes of a position.
    #[inline]
    pub(super) fn boxes(&self, id: u32) -> &[u64] {
        let start = id as usize * self.width;
        &self.words[start..start + self.width]
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Finds a position.
    #[inline]
    pub(super) fn find(&self, boxes: &[u64], player: Cell) -> Result<u32, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mut at = self.slot(boxes, player);
        loop {
            let id = self.table[at];
            if id == NONE {
                return Err(at);
            }
            if self.nodes[id as usize].player == player && self.boxes(id) == boxes {
                return Ok(id);
            }
            at = (at + 1) & self.mask;
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the mask takes the low bits")]
    fn slot(&self, boxes: &[u64], player: Cell) -> usize {
        let mut hash = u64::from(player).wrapping_mul(SPREAD);
        for &word in boxes {
            let product = u128::from(hash ^ word) * u128::from(FOLD);
            hash = (product >> 64) as u64 ^ product as u64;
        }
        (hash.wrapping_mul(SPREAD) >> 24) as usize & self.mask
    }

    /// Adds a position that [`Positions::find`] did not find, at the place that it returned.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(super) fn insert(
        &mut self,
        slot: usize,
        boxes: &[u64],
        node: Node,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Stop> {
        let mut slot = slot;
        if self.nodes.len() * 2 >= self.table.len() {
            self.grow(budget)?;
            slot = self.find(boxes, node.player).err().unwrap_or(slot);
        }
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.words.extend_from_slice(boxes);
        self.nodes.push(node);
        self.table[slot] = id;
        Ok(id)
    }

    /// Doubles the capacity.
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let slots = (self.table.len() * 2).max(1 << 12);
        let states = slots / 2;
        let bytes = (slots * 4 + states * (self.width * 8 + size_of::<Node>() + HEAP_ENTRY)) as u64;
        // Old and new arrays exist side by side for a moment.
        budget.grow(bytes)?;
        self.words.reserve_exact(states * self.width - self.words.len());
        self.nodes.reserve_exact(states - self.nodes.len());
        self.table = vec![NONE; slots];
        self.mask = slots - 1;
        budget.shrink(self.charged);
        self.charged = bytes;
        for id in 0..self.nodes.len() {
            let id = u32::try_from(id).unwrap_or(NONE);
            let mut at = self.slot(self.boxes(id), self.nodes[id as usize].player);
            while self.table[at] != NONE {
                at = (at + 1) & self.mask;
            }
            self.table[at] = id;
        }
        Ok(())
    }

    /// The positions from the start to `id`, without the start.
    pub(super) fn path(&self, id: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = id;
        while self.node(at).parent != NONE {
            path.push(at);
            at = self.node(at).parent;
        }
        path.reverse();
        path
    }
}

/// The bytes charged per position for its entries in the open list.
const HEAP_ENTRY: usize = 32;

/// Odd numbers with irregular bit patterns: the fraction of the golden ratio, and the first multiplier of
/// `SplitMix64`.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const FOLD: u64 = 0xBF58_476D_1CE4_E5B9;
