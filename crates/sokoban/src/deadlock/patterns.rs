//! Sets of boxes that a search has proved dead: they cannot all be brought to goals, whatever the other
//! boxes do, as long as the player is in a certain region.
//!
//! Let P be a set of boxes and R the region of the player with only P on the board, and let it be proved
//! that from there P cannot be brought to goals, where all goals are available. Then every position is dead
//! that has boxes on P and the player in R when only P is looked at: taking other boxes away only adds pushes
//! and room to walk. The player's region in a position with more boxes lies within the region with P alone,
//! so it suffices to look at one cell of it.

use crate::board::Cell;

#[derive(Clone, Debug)]
struct DeadSet {
    boxes: Vec<Cell>,
    /// A bit for each cell of the region.
    region: Vec<u64>,
}

/// A node of a set-trie: the sets that contain the cells on the path to it.
#[derive(Clone, Copy, Debug)]
struct Node {
    cell: Cell,
    /// The first node below this one, and the next node below the same parent; or [`NONE`].
    below: u32,
    next: u32,
    /// The first entry of the sets that end here, or [`NONE`].
    entry: u32,
}

/// A set that ends at a node, and the next such entry or [`NONE`].
#[derive(Clone, Copy, Debug)]
struct Entry {
    set: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The nodes below the root on the path of a set, fewer for sets of many boxes, to save memory. The remaining cells are
/// looked up in the set.
fn depth(boxes: usize) -> usize {
    if boxes <= 16 { boxes.saturating_sub(1).min(5) } else { 1 }
}

/// All sets that have been proved on a board.
///
/// The sets are found through tries (Savnik, *Index data structure for fast subset and superset queries*, 2013), one
/// for each cell, of the sets that contain the cell. The other cells of a set are in increasing order from the root
/// down. Only the nodes are visited whose cells all have boxes, which are few.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    list: Vec<DeadSet>,
    /// For each cell the root of its trie, or [`NONE`].
    roots: Vec<u32>,
    nodes: Vec<Node>,
    entries: Vec<Entry>,
    bytes: u64,
}

const MAX_SETS: usize = 4000;
const MAX_BYTES: u64 = 8_000_000;

impl Patterns {
    pub(super) fn new(cells: usize) -> Self {
        Self { list: Vec::new(), roots: vec![NONE; cells], nodes: Vec::new(), entries: Vec::new(), bytes: 0 }
    }

    pub(super) fn max_bytes(cells: usize) -> u64 {
        MAX_BYTES + Self::empty_bytes(cells)
    }

    /// The roots of the tries, with their nodes.
    fn empty_bytes(cells: usize) -> u64 {
        (cells * (size_of::<u32>() + 3 * size_of::<Node>()) + 16) as u64
    }

    /// The most bytes of a set. A list that grows takes three times its size for a moment.
    fn bytes_of_set(&self, boxes: usize) -> usize {
        let path = size_of::<Entry>() + depth(boxes) * size_of::<Node>();
        let words = self.roots.len().div_ceil(64);
        let set = boxes * size_of::<Cell>() + words * size_of::<u64>() + 2 * 16;
        set + 3 * (size_of::<DeadSet>() + boxes * path)
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Keeps a set, unless a limit is reached.
    pub(super) fn add(&mut self, boxes: &[Cell], in_region: impl Fn(Cell) -> bool) {
        let bytes = self.bytes_of_set(boxes.len()) as u64;
        if self.list.len() >= MAX_SETS || self.bytes + bytes > MAX_BYTES {
            return;
        }
        self.bytes += bytes;
        let mut region = vec![0; self.roots.len().div_ceil(64)];
        for cell in (0..self.roots.len()).filter_map(|cell| Cell::try_from(cell).ok()) {
            if in_region(cell) {
                region[usize::from(cell) / 64] |= 1 << (cell % 64);
            }
        }
        let mut boxes = boxes.to_vec();
        boxes.sort_unstable();
        #[expect(clippy::cast_possible_truncation, reason = "they are few")]
        let set = self.list.len() as u32;
        for &root in &boxes {
            let others = boxes.iter().copied().filter(|&cell| cell != root).take(depth(boxes.len()));
            self.add_path(root, others, set);
        }
        self.list.push(DeadSet { boxes, region });
    }

    fn add_path(&mut self, root: Cell, others: impl Iterator<Item = Cell>, set: u32) {
        if self.roots[usize::from(root)] == NONE {
            self.roots[usize::from(root)] = self.add_node(root, NONE);
        }
        let mut node = self.roots[usize::from(root)];
        for cell in others {
            let first = self.nodes[node as usize].below;
            let known = self.with_siblings(first).find(|&below| self.nodes[below as usize].cell == cell);
            node = known.unwrap_or_else(|| {
                let below = self.add_node(cell, first);
                self.nodes[node as usize].below = below;
                below
            });
        }
        #[expect(clippy::cast_possible_truncation, reason = "the bytes are limited")]
        let entry = self.entries.len() as u32;
        let next = std::mem::replace(&mut self.nodes[node as usize].entry, entry);
        self.entries.push(Entry { set, next });
    }

    fn add_node(&mut self, cell: Cell, next: u32) -> u32 {
        self.nodes.push(Node { cell, below: NONE, next, entry: NONE });
        #[expect(clippy::cast_possible_truncation, reason = "the bytes are limited")]
        return (self.nodes.len() - 1) as u32;
    }

    /// A node and those after it below the same parent.
    fn with_siblings(&self, first: u32) -> impl Iterator<Item = u32> {
        let present = |node: u32| (node != NONE).then_some(node);
        std::iter::successors(present(first), move |&node| present(self.nodes[node as usize].next))
    }

    /// Whether a set with a box on `cell` fits the position.
    #[inline]
    pub(crate) fn fits_at(&self, cell: Cell, occupied: &[bool], player: Cell) -> bool {
        let root = self.roots[usize::from(cell)];
        root != NONE && self.fits_below(root, 0, occupied, player)
    }

    /// Whether any set fits a position with boxes on `boxes`.
    pub(super) fn fit(&self, boxes: &[Cell], occupied: &[bool], player: Cell) -> bool {
        // Each set is looked up from the least of its cells.
        boxes.iter().any(|&cell| {
            let root = self.roots[usize::from(cell)];
            root != NONE && self.fits_below(root, cell, occupied, player)
        })
    }

    /// Whether a set of the trie below `node` fits, whose next cell is not less than `least`.
    fn fits_below(&self, node: u32, least: Cell, occupied: &[bool], player: Cell) -> bool {
        let Node { entry, below, .. } = self.nodes[node as usize];
        (entry != NONE && self.entry_fits(entry, occupied, player))
            || self.with_siblings(below).any(|below| {
                let cell = self.nodes[below as usize].cell;
                cell >= least && occupied[usize::from(cell)] && self.fits_below(below, 0, occupied, player)
            })
    }

    fn entry_fits(&self, first: u32, occupied: &[bool], player: Cell) -> bool {
        let mut next = first;
        while next != NONE {
            let Entry { set, next: after } = self.entries[next as usize];
            let DeadSet { boxes, region } = &self.list[set as usize];
            if region[usize::from(player) / 64] >> (player % 64) & 1 == 1
                && boxes.iter().all(|&cell| occupied[usize::from(cell)])
            {
                return true;
            }
            next = after;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Patterns {
        fn bytes_of_tries(&self) -> usize {
            let nodes = self.nodes.capacity() * size_of::<Node>();
            nodes + self.entries.capacity() * size_of::<Entry>() + self.roots.capacity() * size_of::<u32>()
        }
    }

    /// Random sets and positions on a small board, against a look at every set.
    #[test]
    fn the_tries_find_what_a_look_at_every_set_finds() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let cells: Vec<Cell> = (0..20).collect();
        let (mut fits, mut misses) = (0, 0);
        for _ in 0..60 {
            let mut patterns = Patterns::new(cells.len());
            let mut sets = Vec::new();
            for _ in 0..=random(40) {
                let share = 2 + random(6);
                let boxes: Vec<Cell> = cells.iter().copied().filter(|_| random(share) == 0).collect();
                let outside: Vec<Cell> = cells.iter().copied().filter(|_| random(2) == 0).collect();
                if !boxes.is_empty() {
                    patterns.add(&boxes, |cell| !outside.contains(&cell));
                    sets.push((boxes, outside));
                }
            }
            for _ in 0..200 {
                let share = 1 + random(3);
                let boxes: Vec<Cell> = cells.iter().copied().filter(|_| random(1 + share) < share).collect();
                let occupied: Vec<bool> = cells.iter().map(|cell| boxes.contains(cell)).collect();
                let player = cells[usize::try_from(random(20)).expect("small")];
                let fitting: Vec<&Vec<Cell>> = sets
                    .iter()
                    .filter(|(set, outside)| !outside.contains(&player) && set.iter().all(|cell| boxes.contains(cell)))
                    .map(|(set, _)| set)
                    .collect();
                assert_eq!(patterns.fit(&boxes, &occupied, player), !fitting.is_empty());
                for &cell in &boxes {
                    let fits_here = fitting.iter().any(|set| set.contains(&cell));
                    assert_eq!(patterns.fits_at(cell, &occupied, player), fits_here);
                    *(if fits_here { &mut fits } else { &mut misses }) += 1;
                }
            }
        }
        assert!(fits > 1_000 && misses > 1_000, "{fits} {misses}");
    }

    #[test]
    fn no_more_is_kept_than_was_said() {
        let cells = 3_000;
        let mut patterns = Patterns::new(cells);
        let boxes: Vec<Cell> = (0..900).collect();
        for _ in 0..MAX_SETS {
            patterns.add(&boxes, |cell| cell > 900);
        }
        assert!((100..MAX_SETS).contains(&patterns.list.len()), "{}", patterns.list.len());
        let kept: usize = patterns.list.iter().map(|it| 2 * it.boxes.capacity() + 8 * it.region.capacity()).sum();
        let tries = patterns.bytes_of_tries();
        let table = patterns.list.capacity() * size_of::<DeadSet>();
        assert!((kept + tries + table) as u64 <= Patterns::max_bytes(cells), "{kept} + {tries} + {table}");
    }

    /// One large set, or many small ones in different places: no slack is left by a limit.
    #[test]
    fn each_set_takes_no_more_than_was_counted() {
        for (cells, boxes, sets) in [(60_000, 60_000, 1), (60_000, 12, 600), (100, 3, 2_000)] {
            let mut patterns = Patterns::new(cells);
            for number in 0..sets {
                let at = |index: usize| Cell::try_from((number * boxes + index) % cells).expect("small");
                patterns.add(&(0..boxes).map(at).collect::<Vec<Cell>>(), |_| true);
            }
            assert_eq!(patterns.list.len(), sets);
            let heap = |bytes: usize| if bytes > 0 { bytes + 16 } else { 0 };
            let kept = patterns.list.iter().map(|it| heap(2 * it.boxes.capacity()) + heap(8 * it.region.capacity()));
            let table = patterns.list.capacity() * size_of::<DeadSet>();
            let all = kept.sum::<usize>() + patterns.bytes_of_tries() + table;
            let counted = patterns.bytes + Patterns::empty_bytes(cells);
            assert!(all as u64 <= counted, "{all} of {counted}");
            assert!(Patterns::max_bytes(cells) == MAX_BYTES + Patterns::empty_bytes(cells));
        }
    }
}
