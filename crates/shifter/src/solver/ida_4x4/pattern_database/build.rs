//! Builds the pattern database: breadth-first search from the solved arrangement of eight tiles, layer by
//! layer, over the representatives of symmetric arrangements.
//!
//! The effect of a shift on the arrangements within one set of cells depends on the set alone: they all
//! move to one other set, their places are permuted in one way, and the tiles are renamed by one of
//! sixteen symmetries. So for each set and shift two tables of 4,096 entries lead from orders to
//! entries, and all reads and writes of a step stay within two blocks of 40 kB.

use super::layout::{Change, ENTRIES, Layout, ORDERS, TILES, orders};
use super::symmetry::{Map, inverse, keeping_two_rows};
use crate::rules::Board;
use crate::spaces::packed::Packed;
use lurd_engine::budget::{Budget, Task};
use lurd_engine::outcome::Stop;

/// An arrangement that has not been reached.
const NONE: u8 = u8::MAX;
/// The expected number of layers, for the progress bar.
const LAYERS: u64 = 12;

/// Builds the table: the distance of each arrangement, which is below 16, two entries per byte.
pub(super) fn build(layout: &Layout, budget: &mut Budget<'_>) -> Result<Vec<u8>, Stop> {
    let bytes = (ENTRIES + 17 * 4 * ORDERS) as u64;
    budget.grow(bytes)?;
    let built = fill(layout, budget);
    budget.note_task(None);
    budget.shrink(bytes);
    let distances = built?;
    budget.grow((ENTRIES / 2) as u64)?;
    Ok(distances.chunks(2).map(|pair| pair[0].min(15) | pair[1].min(15) << 4).collect())
}

fn fill(layout: &Layout, budget: &mut Budget<'_>) -> Result<Vec<u8>, Stop> {
    let board = Board::new(4, (0..16).collect());
    let shifts: Vec<Map> = Packed::new(&board, &board, false).permutations();
    let classes = layout.representatives.len();
    let changes: Vec<Vec<Change>> =
        (0..classes).map(|class| shifts.iter().map(|shift| layout.change(class, shift)).collect()).collect();
    let own: Vec<Vec<Change>> = (0..classes).map(|class| own_symmetries(layout, class)).collect();
    let renamed = renamed(layout);
    let mut distances = vec![NONE; ENTRIES];
    let solved: [u8; TILES] = std::array::from_fn(|tile| u8::try_from(tile).expect("a tile"));
    distances[layout.entry(solved)] = 0;
    let (mut list, mut tables) = (Vec::new(), Images::default());
    for depth in 0..NONE {
        let mut reached = false;
        for class in 0..classes {
            budget.check_now()?;
            let done = u64::from(depth) * classes as u64 + class as u64;
            let task = Task { name: "building the table of 4x4 boards", done, of: LAYERS * classes as u64 };
            budget.note_task(Some(task));
            find(&distances[class * ORDERS..(class + 1) * ORDERS], depth, &mut list);
            for change in if list.is_empty() { &[][..] } else { &changes[class] } {
                tables.prepare(layout, change.places);
                let orders = &renamed[change.symmetry];
                let block = &mut distances[change.class * ORDERS..(change.class + 1) * ORDERS];
                for &rank in &list {
                    let entry = &mut block[tables.rank(orders[rank as usize])];
                    *entry = if *entry == NONE { depth + 1 } else { *entry };
                }
                reached = true;
            }
        }
        // Entries that are equal by a symmetry of their set may not all have been reached.
        for class in 0..classes {
            for change in &own[class] {
                find(&distances[class * ORDERS..(class + 1) * ORDERS], depth + 1, &mut list);
                tables.prepare(layout, change.places);
                for &rank in &list {
                    let entry = tables.rank(renamed[change.symmetry][rank as usize]);
                    let entry = &mut distances[class * ORDERS + entry];
                    *entry = if *entry == NONE { depth + 1 } else { *entry };
                }
            }
        }
        if !reached {
            break;
        }
    }
    Ok(distances)
}

/// The symmetries that take the set of a class to itself.
fn own_symmetries(layout: &Layout, class: usize) -> Vec<Change> {
    let set = layout.representatives[class];
    let maps = keeping_two_rows();
    let keeps = |map: &Map| (0..16).all(|cell| set >> cell & 1 == 0 || set >> map[cell] & 1 == 1);
    let mut own = Vec::new();
    for map in maps.iter().filter(|map| keeps(map)) {
        let members: Vec<usize> = (0..16).filter(|&cell| set >> cell & 1 == 1).collect();
        let mut places = [0; TILES];
        for (nth, &cell) in members.iter().enumerate() {
            let to = usize::from(map[cell]);
            places[nth] = u8::try_from(members.iter().position(|&it| it == to).unwrap_or(0)).unwrap_or(0);
        }
        // Tiles are renamed by the inverse of the symmetry.
        let undone = inverse(map);
        let symmetry = maps.iter().position(|it| *it == undone).expect("they are a group");
        own.push(Change { class, symmetry, places });
    }
    own
}

/// For each symmetry all orders by rank, with the tiles renamed.
fn renamed(layout: &Layout) -> Vec<Vec<u32>> {
    let orders = orders(layout);
    let rename = |tiles: &[u8; TILES]| {
        let renamed = |&order: &u32| {
            (0..)
                .zip(tiles)
                .fold(0, |new, (tile, &old): (u32, &u8)| new | (order >> (3 * old) & 7) << (3 * tile))
        };
        orders.iter().map(renamed).collect()
    };
    layout.tiles.iter().map(rename).collect()
}

fn find(block: &[u8], depth: u8, list: &mut Vec<u16>) {
    list.clear();
    list.extend((0..).zip(block).filter(|&(_, &distance)| distance == depth).map(|(rank, _)| rank));
}

/// From orders to ranks after a permutation of the places.
#[derive(Default)]
struct Images {
    first: Vec<u32>,
    last: Vec<u8>,
}

impl Images {
    fn prepare(&mut self, layout: &Layout, places: [u8; TILES]) {
        self.first.resize(1 << 12, 0);
        self.last.resize(1 << 12, 0);
        // Two places at a time.
        let two: [usize; 64] =
            std::array::from_fn(|two| usize::from(places[two & 7]) | usize::from(places[two >> 3]) << 3);
        for high in 0..64 {
            for low in 0..64 {
                let image = two[low] | two[high] << 6;
                self.first[low | high << 6] = u32::from(layout.first[image]) * 24;
                self.last[low | high << 6] = layout.last[image];
            }
        }
    }

    #[inline]
    fn rank(&self, order: u32) -> usize {
        self.first[order as usize & 0xFFF] as usize + usize::from(self.last[(order >> 12) as usize & 0xFFF])
    }
}
