//! The index of an arrangement of eight tiles in the pattern database.
//!
//! An arrangement says in which cell each of eight tiles is. The 12,870 sets of eight cells fall into 926
//! classes under the sixteen symmetries that keep the pattern; a table has 8! = 40,320 entries for the
//! representative of each class. The tiles are renamed by the same symmetry. Where a symmetry takes the set
//! to itself, several entries are equal, and all of them are filled.

use super::symmetry::{Map, inverse, keeping_two_rows};

pub(super) const TILES: usize = 8;
/// Arrangements of the tiles within a set of cells.
pub(super) const ORDERS: usize = 40_320;

/// Classes of sets.
const CLASSES: usize = 926;
/// Entries of the table.
pub(super) const ENTRIES: usize = CLASSES * ORDERS;

#[derive(Clone, Copy, Default)]
struct CellSet {
    /// The symmetry that takes it to the representative of its class.
    symmetry: u8,
    class: u16,
    /// For each of its cells, as nibbles: the place among the cells of the representative.
    places: u64,
}

/// The effect of a shift or a symmetry on the arrangements within the representative of a class.
pub(super) struct Change {
    pub(super) class: usize,
    /// The symmetry that renames the tiles.
    pub(super) symmetry: usize,
    /// The place to which each place goes.
    pub(super) places: [u8; TILES],
}

pub(super) struct Layout {
    /// By the bits of the cells.
    sets: Vec<CellSet>,
    /// The representative of each class.
    pub(super) representatives: Vec<u16>,
    /// The tile that each symmetry renames to each tile.
    pub(super) tiles: [[u8; TILES]; 16],
    /// The rank of an order, from its first four and from its last four places of three bits.
    pub(super) first: Vec<u16>,
    pub(super) last: Vec<u8>,
}

impl Layout {
    pub(super) fn new() -> Self {
        let symmetries = keeping_two_rows();
        let mut sets = vec![CellSet::default(); 1 << 16];
        let mut known = vec![false; 1 << 16];
        let mut representatives = Vec::new();
        for set in (0..=u16::MAX).filter(|set| set.count_ones() as usize == TILES) {
            if known[usize::from(set)] {
                continue;
            }
            let class = u16::try_from(representatives.len()).expect("926 classes");
            representatives.push(set);
            for (symmetry, map) in (0..).zip(&symmetries) {
                // From an image of the representative back to it.
                let image = image(set, map);
                if !std::mem::replace(&mut known[usize::from(image)], true) {
                    let places = places(image, &inverse(map), set);
                    sets[usize::from(image)] = CellSet { symmetry, class, places };
                }
            }
        }
        assert_eq!(representatives.len(), CLASSES, "the classes of eight of sixteen cells");
        // The symmetry of a set is the inverse of `map`, so tiles are renamed by `map` itself.
        let tiles = symmetries.map(|map| std::array::from_fn(|tile| map[tile]));
        let mut first = vec![0; 1 << 12];
        let mut last = vec![0; 1 << 12];
        let mut rank = 0;
        each_choice(&mut |four: [usize; 4]| {
            first[index(four)] = rank;
            rank += 1;
            let mut sorted = four;
            sorted.sort_unstable();
            let order = four.map(|it| sorted.iter().position(|&other| other == it).unwrap_or(0));
            let mut code = 0;
            for (nth, &here) in order.iter().enumerate() {
                let smaller = order[nth + 1..].iter().filter(|&&later| later < here).count();
                code = code * (4 - nth) + smaller;
            }
            last[index(four)] = u8::try_from(code).expect("4! orders");
        });
        Self { sets, representatives, tiles, first, last }
    }

    /// The entry of the arrangement in which tile *i* is in cell `cells[i]`.
    #[inline]
    pub(super) fn entry(&self, cells: [u8; TILES]) -> usize {
        let bits = cells.iter().fold(0_usize, |bits, cell| bits | 1 << cell);
        let set = &self.sets[bits];
        let order = &self.tiles[usize::from(set.symmetry) & 15];
        let place = |tile: usize| {
            let cell = cells[usize::from(order[tile]) & 7];
            usize::from((set.places >> (4 * cell)).to_le_bytes()[0] & 7)
        };
        let first = place(0) | place(1) << 3 | place(2) << 6 | place(3) << 9;
        let last = place(4) | place(5) << 3 | place(6) << 6 | place(7) << 9;
        usize::from(set.class) * ORDERS
            + usize::from(self.first[first & 0xFFF]) * 24
            + usize::from(self.last[last & 0xFFF])
    }

    /// The effect of a map of the cells on the representative of a class.
    pub(super) fn change(&self, class: usize, cells: &Map) -> Change {
        let before = self.representatives[class];
        let after = &self.sets[usize::from(image(before, cells))];
        let members = (0..16).filter(|&cell| before >> cell & 1 == 1);
        let mut places = [0; TILES];
        for (nth, cell) in members.enumerate() {
            places[nth] = (after.places >> (4 * cells[cell])).to_le_bytes()[0] & 7;
        }
        Change { class: after.class.into(), symmetry: after.symmetry.into(), places }
    }
}

fn image(set: u16, map: &Map) -> u16 {
    (0..16).filter(|&cell| set >> cell & 1 == 1).fold(0, |image, cell| image | 1 << map[cell])
}

/// For each cell of `set`, as nibbles: the place of its image among the cells of `to`.
fn places(set: u16, map: &Map, to: u16) -> u64 {
    (0..16).filter(|&cell| set >> cell & 1 == 1).fold(0, |places, cell| {
        let below = (1_u32 << map[cell]) - 1;
        places | u64::from((u32::from(to) & below).count_ones()) << (4 * cell)
    })
}

/// Calls `visit` for each sequence of four different numbers below eight, in order.
fn each_choice(visit: &mut impl FnMut([usize; 4])) {
    for code in 0..8_usize.pow(4) {
        let four = [code / 512, code / 64 % 8, code / 8 % 8, code % 8];
        let different = (0..4).all(|nth| !four[..nth].contains(&four[nth]));
        if different {
            visit(four);
        }
    }
}

/// Four numbers below eight in twelve bits.
fn index(four: [usize; 4]) -> usize {
    four[0] | four[1] << 3 | four[2] << 6 | four[3] << 9
}

/// All orders of eight places by their rank, as three bits each.
pub(super) fn orders(layout: &Layout) -> Vec<u32> {
    let mut orders = vec![0; ORDERS];
    each_choice(&mut |one| {
        let rest: Vec<usize> = (0..8).filter(|place| !one.contains(place)).collect();
        each_choice(&mut |two| {
            if two.iter().all(|&it| it < 4) {
                let two = two.map(|it| rest[it]);
                let rank = usize::from(layout.first[index(one)]) * 24 + usize::from(layout.last[index(two)]);
                orders[rank] = u32::try_from(index(one) | index(two) << 12).expect("24 bits");
            }
        });
    });
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_order_has_its_rank() {
        let layout = Layout::new();
        let orders: BTreeSet<u32> = orders(&layout).into_iter().collect();
        assert_eq!(orders.len(), ORDERS);
    }

    #[test]
    fn symmetric_arrangements_of_sets_without_symmetry_share_an_entry() {
        let layout = Layout::new();
        // This set is taken to itself by no symmetry but one.
        let cells = [0, 1, 2, 4, 7, 9, 3, 14];
        for map in keeping_two_rows() {
            let mut moved = [0; TILES];
            for tile in 0..TILES {
                moved[usize::from(map[tile])] = map[usize::from(cells[tile])];
            }
            assert_eq!(layout.entry(moved), layout.entry(cells));
        }
    }
}
