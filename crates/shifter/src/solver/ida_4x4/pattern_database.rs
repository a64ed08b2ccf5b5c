//! The pattern databases: their layout, the symmetries of the board, how they are built, stored on disk and looked
//! up.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lurd_disk::{files::write_beside_with, folders};
use lurd_engine::program::budget::{Budget, Task};
use lurd_engine::program::outcome::{Limit, Stop};

use crate::{rules::Board, solver::ida_4x4::walking_distance::Tiles, spaces::packed::Packed};

// Builds the pattern database: breadth-first search from the solved arrangement of eight tiles, layer by
// layer, over the representatives of symmetric arrangements.
//
// The effect of a shift on the arrangements within one set of cells depends on the set alone: they all
// move to one other set, their places are permuted in one way, and the tiles are renamed by one of
// sixteen symmetries. So for each set and shift two tables of 4,096 entries lead from orders to
// entries, and all reads and writes of a step stay within two blocks of 40 kB.

/// An arrangement that has not been reached.
const NONE: u8 = u8::MAX;
/// The expected number of layers, for the progress bar.
const LAYERS: u64 = 12;

/// Builds the table: the distance of each arrangement, which is below 16, two entries per byte.
fn build(layout: &Layout, budget: &mut Budget<'_>) -> Result<Vec<u8>, Stop> {
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
            let task =
                Task { name: "building the table of 4x4 boards", done, of: LAYERS * classes as u64, began: None };
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
            (0..).zip(tiles).fold(0, |new, (tile, &old): (u32, &u8)| new | (order >> (3 * old) & 7) << (3 * tile))
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

// The pattern database in the user's cache folder.
//
// A file with another magic number, version, length or checksum is ignored, and replaced after the table
// has been built again.

/// The magic number, with the version of the contents.
const MAGIC: &[u8; 24] = b"lurd 4x4 two rows, v1 \r\n";
/// The length of magic number, length and checksum.
const HEADER: usize = 24 + 8 + 8;

fn path() -> Option<PathBuf> {
    Some(folders::cache()?.join("shifter-4x4-two-rows.table"))
}

/// The bytes that are read, checked or written between two looks at the clock.
const PIECE: usize = 1 << 18;

/// Reads the table of `bytes` bytes, if the cache has it intact. The caller has reserved its memory.
///
/// # Errors
/// When time is over or the search was cancelled.
fn read(bytes: usize, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, Stop> {
    match path() {
        Some(path) => read_from(&path, bytes, budget),
        None => Ok(None),
    }
}

/// Writes the table to the cache. Failures are ignored, and a stop of the search leaves the cache as it is.
fn write(table: &[u8], budget: &mut Budget<'_>) {
    if let Some(path) = path() {
        let _ = write_to(&path, table, budget);
    }
}

fn read_from(path: &Path, bytes: usize, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, Stop> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    // The length first, so that a foreign file of any size is not read.
    let is_right = |found: fs::Metadata| found.is_file() && found.len() == (HEADER + bytes) as u64;
    if !file.metadata().is_ok_and(is_right) {
        return Ok(None);
    }
    let mut head = [0; HEADER];
    if file.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let mut table = vec![0; bytes];
    let mut sum = Checksum::default();
    for piece in table.chunks_mut(PIECE) {
        budget.check_now()?;
        if file.read_exact(piece).is_err() {
            return Ok(None);
        }
        sum.add(piece);
    }
    Ok((head == header(bytes, &sum)).then_some(table))
}

/// Writes the file atomically. It need not be durable: a damaged one is not used.
fn write_to(path: &Path, table: &[u8], budget: &mut Budget<'_>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = write_beside_with(path, |file| {
        let mut sum = Checksum::default();
        let mut pieces = table.chunks(PIECE);
        let in_time = |budget: &mut Budget<'_>| budget.check_now().map_err(|_| io::Error::other("stopped"));
        pieces.clone().try_for_each(|piece| {
            sum.add(piece);
            in_time(budget)
        })?;
        file.write_all(&header(table.len(), &sum))?;
        pieces.try_for_each(|piece| {
            in_time(budget)?;
            file.write_all(piece)
        })
    });
    written.map_err(io::Error::other)
}

fn header(bytes: usize, sum: &Checksum) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..24].copy_from_slice(MAGIC);
    header[24..32].copy_from_slice(&(bytes as u64).to_le_bytes());
    header[32..].copy_from_slice(&sum.0.to_le_bytes());
    header
}

/// A checksum against accidental damage; it depends on every byte and its position.
struct Checksum(u64);

impl Checksum {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

    /// Continues with more bytes: a multiple of eight, except at the end.
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.chunks(8).fold(self.0, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(Self::ODD)
        });
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self(Self::ODD)
    }
}

// The exact number of shifts that bring the tiles of two rows home, whatever the others do (Culberson and
// Schaeffer, *Pattern databases*, 1998), also looked up for the inverse board (Felner, Zahavi, Schaeffer
// and Holte, *Dual lookups in pattern databases*, 2005).
//
// The bounds of the inverse are not consistent, which matters only to searches with a closed list.
//
// One table holds for every two adjacent rows and every two adjacent columns, of the board and of its
// inverse: sixteen lookups, each a lower bound.

/// Distances of eight tiles, two entries a byte.
pub(in crate::solver::ida_4x4) struct PatternDatabase {
    layout: Layout,
    distances: Vec<u8>,
    /// For each pair of rows or columns: its tiles in the order of those of the table, and the symmetry
    /// that takes their cells there.
    pairs: [([u8; TILES], Map); 8],
}

impl PatternDatabase {
    fn new(layout: Layout, distances: Vec<u8>) -> Self {
        let pairs = to_each_pair().map(|map| (std::array::from_fn(|tile| map[tile]), inverse(&map)));
        Self { layout, distances, pairs }
    }

    pub(in crate::solver::ida_4x4) fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    #[inline]
    pub(in crate::solver::ida_4x4) fn bound(&self, tiles: &Tiles, which: usize) -> u8 {
        let (pair, map) = &self.pairs[which & 7];
        let cells = if which < 8 { &tiles.cell_of } else { &tiles.tile_in };
        let mut places = [0; TILES];
        for (place, &tile) in places.iter_mut().zip(pair) {
            *place = map[usize::from(cells[usize::from(tile) & 15]) & 15];
        }
        let entry = self.layout.entry(places);
        self.distances[entry / 2] >> (4 * (entry % 2)) & 15
    }

    /// Whether a bound exceeds `left`. `first` is the one to look up first, and becomes the one that exceeds.
    #[inline]
    pub(in crate::solver::ida_4x4) fn exceeds(&self, tiles: &Tiles, left: u8, first: &mut usize) -> bool {
        for nth in 0..16 {
            let which = (*first + nth) % 16;
            if self.bound(tiles, which) > left {
                *first = which;
                return true;
            }
        }
        false
    }

    #[cfg(test)]
    pub(in crate::solver::ida_4x4) fn max_bound(&self, tiles: &Tiles) -> u8 {
        (0..16).map(|which| self.bound(tiles, which)).max().unwrap_or(0)
    }
}

/// The table of this process, once there is one.
static TABLE: Mutex<Option<Arc<PatternDatabase>>> = Mutex::new(None);

fn shared() -> MutexGuard<'static, Option<Arc<PatternDatabase>>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The effort that a table is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::ida_4x4) enum Effort {
    /// Only if it is in memory.
    InMemory,
    /// If it can be read from the cache: a few hundredths of a second.
    Read,
    /// Also if it has to be built: a few seconds.
    Build,
}

/// The table, if `effort` suffices and `budget` grants its memory. A built table is kept in this process
/// and, as far as the disk allows, in the cache.
///
/// # Errors
/// When time is over or the search was cancelled.
pub(in crate::solver::ida_4x4) fn load(
    effort: Effort,
    budget: &mut Budget<'_>,
) -> Result<Option<Arc<PatternDatabase>>, Stop> {
    let known = shared().clone();
    if let Some(table) = known {
        return Ok(budget.grow(table.bytes()).is_ok().then_some(table));
    }
    if effort == Effort::InMemory {
        return Ok(None);
    }
    let bytes = ENTRIES / 2;
    let stored = if budget.grow(bytes as u64).is_ok() {
        let stored = read(bytes, budget);
        if !matches!(stored, Ok(Some(_))) {
            budget.shrink(bytes as u64);
        }
        stored?
    } else {
        None
    };
    if stored.is_none() && effort == Effort::Read {
        return Ok(None);
    }
    let layout = Layout::new();
    let distances = match stored {
        Some(distances) => distances,
        None => match build(&layout, budget) {
            Ok(distances) => {
                write(&distances, budget);
                distances
            }
            // The search continues without it.
            Err(Stop::Limit(Limit::Memory)) => return Ok(None),
            Err(stop) => return Err(stop),
        },
    };
    let table = Arc::new(PatternDatabase::new(layout, distances));
    *shared() = Some(Arc::clone(&table));
    Ok(Some(table))
}

// The index of an arrangement of eight tiles in the pattern database.
//
// An arrangement says in which cell each of eight tiles is. The 12,870 sets of eight cells fall into 926
// classes under the sixteen symmetries that keep the pattern; a table has 8! = 40,320 entries for the
// representative of each class. The tiles are renamed by the same symmetry. Where a symmetry takes the set
// to itself, several entries are equal, and all of them are filled.

const TILES: usize = 8;
/// Arrangements of the tiles within a set of cells.
const ORDERS: usize = 40_320;

/// Classes of sets.
const CLASSES: usize = 926;
/// Entries of the table.
const ENTRIES: usize = CLASSES * ORDERS;

#[derive(Clone, Copy, Default)]
struct CellSet {
    /// The symmetry that takes it to the representative of its class.
    symmetry: u8,
    class: u16,
    /// For each of its cells, as nibbles: the place among the cells of the representative.
    places: u64,
}

/// The effect of a shift or a symmetry on the arrangements within the representative of a class.
struct Change {
    class: usize,
    /// The symmetry that renames the tiles.
    symmetry: usize,
    /// The place to which each place goes.
    places: [u8; TILES],
}

struct Layout {
    /// By the bits of the cells.
    sets: Vec<CellSet>,
    /// The representative of each class.
    representatives: Vec<u16>,
    /// The tile that each symmetry renames to each tile.
    tiles: [[u8; TILES]; 16],
    /// The rank of an order, from its first four and from its last four places of three bits.
    first: Vec<u16>,
    last: Vec<u8>,
}

impl Layout {
    fn new() -> Self {
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
    fn entry(&self, cells: [u8; TILES]) -> usize {
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
    fn change(&self, class: usize, cells: &Map) -> Change {
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
fn orders(layout: &Layout) -> Vec<u32> {
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

// The symmetries of the 4x4 torus that the pattern database uses, as maps of cells.
//
// A symmetry *s* of the board takes shifts to shifts. So if a sequence of shifts makes the
// permutation *p* of the solved board, a sequence of the same length makes *s p s*⁻¹; and the reversed
// sequence makes *p*⁻¹. One table for the tiles of the two upper rows therefore serves for every two
// adjacent rows and every two adjacent columns, of a board and of its inverse; and a table of half the
// tiles needs only one entry for each class of arrangements under the symmetries that keep the two rows.

const CELLS: usize = 16;
/// The image of each cell.
type Map = [u8; CELLS];

fn map(place: impl Fn(usize, usize) -> (usize, usize)) -> Map {
    std::array::from_fn(|cell| {
        let (row, column) = place(cell / 4, cell % 4);
        u8::try_from(row % 4 * 4 + column % 4).expect("16 cells")
    })
}

fn inverse(map: &Map) -> Map {
    let mut inverse = [0; CELLS];
    for (cell, &to) in (0..).zip(map) {
        inverse[usize::from(to)] = cell;
    }
    inverse
}

/// The sixteen symmetries that take the two upper rows to themselves: columns rotated and mirrored, the
/// two rows exchanged.
fn keeping_two_rows() -> [Map; 16] {
    std::array::from_fn(|index| {
        let (by, mirrored, exchanged) = (index % 4, index / 4 % 2 == 1, index / 8 == 1);
        map(|row, column| {
            let column = if mirrored { 3 - column } else { column };
            (if exchanged { 5 - row } else { row }, column + by)
        })
    })
}

/// The symmetries that take the two upper rows to each pair of adjacent rows or columns.
fn to_each_pair() -> [Map; 8] {
    std::array::from_fn(|index| {
        let by = index % 4;
        map(|row, column| if index < 4 { (row + by, column) } else { (column, row + by) })
    })
}

#[cfg(test)]
mod cache_tests {
    use lurd_engine::program::budget::{Cancel, Limits};

    use super::*;

    #[test]
    fn only_a_whole_file_is_trusted() {
        let folder = std::env::temp_dir().join(format!("lurd-cache-{}", std::process::id()));
        let path = folder.join("table");
        // More than one piece, and no multiple of eight bytes.
        let table: Vec<u8> = (0..=255).cycle().take(2 * PIECE + 1003).collect();
        let budget = &mut Budget::unlimited();
        assert_eq!(read_from(&path, table.len(), budget), Ok(None), "there is none");
        write_to(&path, &table, budget).expect("a folder for tests");
        assert_eq!(read_from(&path, table.len(), budget), Ok(Some(table.clone())));
        assert_eq!(read_from(&path, table.len() - 1, budget), Ok(None), "another length");
        let whole = fs::read(&path).expect("it is there");
        for at in [0, 22, 30, 35, HEADER, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).expect("writable");
            assert_eq!(read_from(&path, table.len(), budget), Ok(None), "byte {at}");
        }
        fs::write(&path, &whole[..whole.len() - 1]).expect("writable");
        assert_eq!(read_from(&path, table.len(), budget), Ok(None), "cut off");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&folder).expect("removable");
    }

    /// A search that was cancelled neither waits for the table nor writes it.
    #[test]
    fn a_stop_ends_reading_and_writing() {
        let folder = std::env::temp_dir().join(format!("lurd-cache-stop-{}", std::process::id()));
        let path = folder.join("table");
        let table = vec![7; 3 * PIECE];
        let (cancel, mut no_observer) = (Cancel::default(), ());
        let mut stopped = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
        cancel.cancel();
        assert!(write_to(&path, &table, &mut stopped).is_err());
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left");
        write_to(&path, &table, &mut Budget::unlimited()).expect("written");
        assert_eq!(read_from(&path, table.len(), &mut stopped), Err(Stop::Cancelled));
        fs::remove_dir_all(&folder).expect("removable");
    }
}

#[cfg(test)]
mod layout_tests {
    use std::collections::BTreeSet;

    use super::*;

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

#[cfg(test)]
mod symmetry_tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn they_are_symmetries() {
        let all: BTreeSet<Map> = keeping_two_rows().into_iter().collect();
        assert_eq!(all.len(), 16);
        for map in all {
            assert!((0..8).all(|cell| map[cell] < 8));
            assert_eq!(inverse(&inverse(&map)), map);
        }
        let pairs: BTreeSet<BTreeSet<u8>> =
            to_each_pair().iter().map(|map| map[..8].iter().copied().collect()).collect();
        assert_eq!(pairs.len(), 8);
        // Neighbours on the torus stay neighbours, in rows or in columns.
        for map in keeping_two_rows().iter().chain(&to_each_pair()) {
            for cell in 0..CELLS {
                let right = cell / 4 * 4 + (cell + 1) % 4;
                let (one, two) = (usize::from(map[cell]), usize::from(map[right]));
                assert!(one / 4 == two / 4 || one % 4 == two % 4);
            }
        }
    }
}
