//! A number for every arrangement of the cells of a small board.
//!
//! The colours are split into two groups. A rank has three digits: which cells belong to the first group (a set of
//! cells, numbered in the order of their bit patterns), how the first group is arranged within its cells, how the
//! second is arranged within the others. A shift takes a set of cells to a set of cells, and permutes each group by a
//! permutation that depends on the set alone; with two groups of about equal size there are few arrangements of each,
//! so that what a permutation does to them fits into tables of some hundred bytes. All states with one set of cells
//! are adjacent, and so are their neighbours by one shift: the table of distances is read and written block by block.

use std::sync::OnceLock;

use lurd_atlas::Walker;
use lurd_engine::program::space::SearchDirection;
use rustc_hash::FxHashMap;

use crate::{
    rules::is_odd,
    spaces::fields::{Fields, MAX_FIELDS},
};

// Sets of cells, numbered within those of their size (the combinatorial number system).

/// The binomial coefficient `n` over `k`.
fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k as u64).fold(1, |product, index| product * (n as u64 - index) / (index + 1)) }
}

/// The rank of a set of cells among those of its size, in the order of their bit patterns.
fn set_rank(mut set: u64) -> u64 {
    let (mut rank, mut nth) = (0, 1);
    while set != 0 {
        rank += binomial(set.trailing_zeros() as usize, nth);
        set &= set - 1;
        nth += 1;
    }
    rank
}

/// The set of `size` cells with this rank.
fn nth_set(mut rank: u64, size: usize) -> u64 {
    let mut set = 0;
    for nth in (1..=size).rev() {
        let cell = (nth - 1..MAX_FIELDS).rev().find(|&cell| binomial(cell, nth) <= rank).unwrap_or(nth - 1);
        rank -= binomial(cell, nth);
        set |= 1 << cell;
    }
    set
}

// Arrangements of some colours in a row of cells, numbered in lexicographic order.

/// The number of cells of each colour.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    counts: [u8; MAX_FIELDS],
    cells: usize,
    size: u64,
}

impl Group {
    fn new(colours: impl Iterator<Item = (usize, u8)>) -> Self {
        let mut group = Self { counts: [0; MAX_FIELDS], cells: 0, size: 1 };
        for (colour, count) in colours {
            group.counts[colour] = count;
            for nth in 1..=u64::from(count) {
                group.cells += 1;
                // Times a binomial coefficient, a factor at a time: exact at every step.
                group.size = group.size * group.cells as u64 / nth;
            }
        }
        group
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn cells(&self) -> usize {
        self.cells
    }

    fn has(&self, colour: usize) -> bool {
        self.counts[colour] > 0
    }

    /// The rank of an arrangement; `None` if it is not one of this group.
    fn rank(&self, sequence: &[usize]) -> Option<u64> {
        if sequence.len() != self.cells {
            return None;
        }
        let (mut left, mut rank) = (self.counts, 0);
        // The number of arrangements that begin like the part that has been read.
        let mut ways = self.size;
        for (cells, &colour) in (1..=self.cells as u64).rev().zip(sequence) {
            let before: u64 = left[..colour].iter().map(|&count| u64::from(count)).sum();
            rank += ways * before / cells;
            ways = ways * u64::from(left[colour]) / cells;
            left[colour] = left[colour].checked_sub(1)?;
        }
        Some(rank)
    }

    /// Writes the arrangement with this rank to the first cells of `sequence`.
    fn unrank(&self, mut rank: u64, sequence: &mut [usize; MAX_FIELDS]) {
        let mut left = self.counts;
        let mut ways = self.size;
        for (cells, cell) in (1..=self.cells as u64).rev().zip(sequence) {
            for (colour, count) in left.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
                let share = ways * u64::from(*count) / cells;
                if rank < share {
                    *cell = colour;
                    *count -= 1;
                    ways = share;
                    break;
                }
                rank -= share;
            }
        }
    }
}

// From boards to ranks and back.

/// The ranking of the boards with the tiles of one board.
pub(crate) struct Ranking {
    fields: Fields,
    cells: usize,
    groups: [Group; 2],
    /// The number of arrangements with one set of cells.
    block: u64,
}

impl Ranking {
    /// Creates the ranking of the boards with the tiles of `state` for moves that rename colours by `renamings`: each
    /// of them keeps both groups or exchanges them. O(2^colours).
    pub(crate) fn new(fields: Fields, state: u64, cells: usize, renamings: &[Permutation]) -> Self {
        let mut counts = [0_u8; MAX_FIELDS];
        for cell in 0..cells {
            counts[fields.colour(state, cell)] += 1;
        }
        let groups = split(&counts, renamings);
        let block = groups[0].size() * groups[1].size();
        Self { fields, cells, groups, block }
    }

    /// The number of boards, at most 16!.
    pub(crate) fn size(&self) -> u64 {
        binomial(self.cells, self.groups[0].cells()) * self.block
    }

    /// The number of arrangements of the larger group: each has an entry in the tables of the moves.
    pub(crate) fn largest_group(&self) -> u64 {
        self.groups[0].size().max(self.groups[1].size())
    }

    /// The number of sets of cells that the first group can be in.
    pub(crate) fn sets(&self) -> u64 {
        binomial(self.cells, self.groups[0].cells())
    }

    /// The set of cells of the first group with this rank.
    pub(crate) fn nth_set(&self, rank: u64) -> u64 {
        nth_set(rank, self.groups[0].cells())
    }

    /// The numbers of arrangements of both groups.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        [0, 1].map(|group| usize::try_from(self.groups[group].size()).expect("in memory"))
    }

    /// The number of arrangements with one set of cells.
    pub(crate) fn block(&self) -> u64 {
        self.block
    }

    /// The rank of the set of cells of the first group after `turn`, from that with the given rank.
    pub(crate) fn set_after(&self, rank: u64, turn: &Turn) -> u64 {
        let image = image_of(self.nth_set(rank), turn, self.cells);
        set_rank(if self.exchanges(&turn.colours) { all_cells(self.cells) & !image } else { image })
    }

    /// Whether every renaming keeps both groups or exchanges them.
    pub(crate) fn suits(&self, renamings: &[Permutation]) -> bool {
        let is_first = |colour: u8| self.groups[0].has(usize::from(colour));
        renamings.iter().all(|renaming| {
            let present = (0..MAX_FIELDS).filter(|&colour| self.groups.iter().any(|group| group.has(colour)));
            let mut kept = present.map(|colour| self.groups[0].has(colour) == is_first(renaming[colour]));
            let first = kept.next().unwrap_or(true);
            kept.all(|other| other == first)
        })
    }

    /// Whether no two tiles are of one colour.
    pub(crate) fn all_differ(&self) -> bool {
        self.groups.iter().all(|group| group.counts.iter().all(|&count| count <= 1))
    }

    /// Whether a renaming exchanges the groups.
    fn exchanges(&self, renaming: &Permutation) -> bool {
        (0..MAX_FIELDS)
            .find(|&colour| self.groups[0].has(colour))
            .is_some_and(|colour| !self.groups[0].has(usize::from(renaming[colour])))
    }

    /// The rank of a board; `None` if it has other tiles. O(cells x colours).
    pub(crate) fn rank(&self, state: u64) -> Option<u64> {
        let mut set = 0;
        let mut sequences = [[0; MAX_FIELDS]; 2];
        let mut lengths = [0; 2];
        for cell in 0..self.cells {
            let colour = self.fields.colour(state, cell);
            let group = usize::from(!self.groups[0].has(colour));
            set |= u64::from(group == 0) << cell;
            sequences[group][lengths[group]] = colour;
            lengths[group] += 1;
        }
        let first = self.groups[0].rank(&sequences[0][..lengths[0]])?;
        let second = self.groups[1].rank(&sequences[1][..lengths[1]])?;
        Some(set_rank(set) * self.block + first * self.groups[1].size() + second)
    }

    /// The board with this rank. O(cells x colours).
    pub(crate) fn unrank(&self, rank: u64) -> u64 {
        let within = rank % self.block;
        let set = nth_set(rank / self.block, self.groups[0].cells());
        let mut digits = [within / self.groups[1].size(), within % self.groups[1].size()];
        let mut sequences = [[0; MAX_FIELDS]; 2];
        for (index, group) in self.groups.iter().enumerate() {
            group.unrank(digits[index], &mut sequences[index]);
        }
        digits = [0, 0];
        let mut state = 0;
        for cell in 0..self.cells {
            let group = usize::from(set >> cell & 1 == 0);
            let place = usize::try_from(digits[group]).expect("at most 16 cells");
            state |= self.fields.painted(cell, sequences[group][place]);
            digits[group] += 1;
        }
        state
    }
}

/// The split whose larger group has the fewest arrangements, of those that every renaming keeps or exchanges.
fn split(counts: &[u8; MAX_FIELDS], renamings: &[Permutation]) -> [Group; 2] {
    let present: Vec<usize> = (0..MAX_FIELDS).filter(|&colour| counts[colour] > 0).collect();
    let groups = |subset: u32| {
        let part = |first: bool| {
            let chosen = present.iter().enumerate().filter(|(index, _)| (subset >> index & 1 == 1) == first);
            Group::new(chosen.map(|(_, &colour)| (colour, counts[colour])))
        };
        [part(true), part(false)]
    };
    let all = (1_u32 << present.len()) - 1;
    let renamed = |subset: u32, renaming: &Permutation| {
        let members = present.iter().enumerate().filter(|(index, _)| subset >> index & 1 == 1);
        let images =
            members.filter_map(|(_, &colour)| present.iter().position(|&other| other == usize::from(renaming[colour])));
        images.fold(0, |image, index| image | 1 << index)
    };
    let suits = |subset: u32| {
        renamings.iter().map(|renaming| renamed(subset, renaming)).all(|image| image == subset || image == all ^ subset)
    };
    // Exchanging the groups changes nothing, so the first colour is in the first one.
    let subsets = (0..1_u32 << present.len()).filter(|&subset| subset & 1 == 1 && suits(subset));
    let best = subsets.min_by_key(|&subset| {
        let [first, second] = groups(subset);
        first.size().max(second.size())
    });
    groups(best.unwrap_or(0))
}

// The effect of every move on each digit of a rank.

/// The cell to which each cell goes.
pub(crate) type Permutation = [u8; MAX_FIELDS];

/// A move, or a symmetry: the tile in each cell goes to another cell and gets another colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) places: Permutation,
    pub(crate) colours: Permutation,
}

/// The permutation that changes nothing.
pub(crate) fn unchanged() -> Permutation {
    std::array::from_fn(|index| index.to_le_bytes()[0])
}

/// Whether a permutation is even.
pub(crate) fn is_even(permutation: &Permutation) -> bool {
    !is_odd(&permutation.map(usize::from))
}

impl Turn {
    /// A move that leaves the colours of the tiles alone.
    pub(crate) fn of_places(places: Permutation) -> Self {
        Self { places, colours: unchanged() }
    }

    /// The board after this move.
    pub(crate) fn apply(&self, state: u64, fields: Fields, cells: usize) -> u64 {
        let moved = |cell: usize| {
            let colour = self.colours[fields.colour(state, cell)];
            fields.painted(usize::from(self.places[cell]), usize::from(colour))
        };
        (0..cells).map(moved).sum()
    }

    /// This move, and then another one.
    pub(crate) fn then(&self, next: &Self) -> Self {
        Self {
            places: self.places.map(|place| next.places[usize::from(place)]),
            colours: self.colours.map(|colour| next.colours[usize::from(colour)]),
        }
    }

    /// The move that undoes this one.
    pub(crate) fn undone(&self) -> Self {
        let undo = |map: &Permutation| {
            let mut undo = unchanged();
            for (index, &image) in (0..).zip(map) {
                undo[usize::from(image)] = index;
            }
            undo
        };
        Self { places: undo(&self.places), colours: undo(&self.colours) }
    }

    /// Whether this move undoes another one.
    pub(crate) fn undoes(&self, other: &Self) -> bool {
        let undo = |one: &Permutation, other: &Permutation| {
            (0..MAX_FIELDS).all(|index| usize::from(one[usize::from(other[index])]) == index)
        };
        undo(&self.places, &other.places) && undo(&self.colours, &other.colours)
    }
}

/// The effect of one move on all states with one set of cells.
#[derive(Clone, Copy, Debug)]
struct Arrow {
    /// The rank of the resulting set.
    set: u32,
    /// The start of its tables for the two groups.
    starts: [u32; 2],
}

/// The tables shared by all walkers of a ranking.
struct MoveTables {
    moves: usize,
    undo: Vec<usize>,
    sizes: [usize; 2],
    /// By set, then by move.
    arrows: Vec<Arrow>,
    /// For each permutation of a group that occurs: the image of each arrangement, times the value of its digit.
    images: [Vec<u32>; 2],
}

/// The tables of the permutations of both groups that have occurred.
pub(crate) struct ImageTables<'r> {
    ranking: &'r Ranking,
    known: [FxHashMap<(u64, Permutation), u32>; 2],
    /// For each permutation of a group that occurs: the image of each arrangement, times the value of its digit.
    pub(crate) images: [Vec<u32>; 2],
}

impl<'r> ImageTables<'r> {
    pub(crate) fn new(ranking: &'r Ranking) -> Self {
        Self { ranking, known: [FxHashMap::default(), FxHashMap::default()], images: [Vec::new(), Vec::new()] }
    }

    /// The cells of the first group after a move of states whose first group is in the cells `set`, and the starts of
    /// the tables of both groups.
    pub(crate) fn effect(&mut self, set: u64, turn: &Turn) -> (u64, [u32; 2]) {
        let Ranking { groups, cells, .. } = self.ranking;
        let values = [groups[1].size(), 1];
        let image = image_of(set, turn, *cells);
        let exchanges = self.ranking.exchanges(&turn.colours);
        let starts = [0, 1].map(|group| {
            let (before, after) = if group == 0 { (set, image) } else { (!set, !image) };
            let permutation = within(before, after, *cells, &turn.places);
            let images = &mut self.images[group];
            *self.known[group].entry((permutation, turn.colours)).or_insert_with(|| {
                let start = images.len();
                let to = if exchanges { 1 - group } else { group };
                let value = narrow(values[to]);
                tabulate([&groups[group], &groups[to]], permutation, &turn.colours, value, images);
                narrow(start as u64)
            })
        });
        // The set of the cells of the first group.
        (if exchanges { all_cells(*cells) & !image } else { image }, starts)
    }
}

/// The cells to which a move takes those of a set.
fn image_of(set: u64, turn: &Turn, cells: usize) -> u64 {
    (0..cells).filter(|&cell| set >> cell & 1 == 1).fold(0, |image, cell| image | 1 << turn.places[cell])
}

fn all_cells(cells: usize) -> u64 {
    (1 << cells) - 1
}

impl MoveTables {
    /// Creates the tables for moves, each of which is undone by one of them.
    fn new(ranking: &Ranking, moves: &[Turn]) -> Self {
        let sizes = ranking.sizes();
        let mut tables = ImageTables::new(ranking);
        let mut arrows = Vec::with_capacity(usize::try_from(ranking.sets()).expect("in memory") * moves.len());
        for set in (0..ranking.sets()).map(|rank| ranking.nth_set(rank)) {
            for turn in moves {
                let (image, starts) = tables.effect(set, turn);
                arrows.push(Arrow { set: narrow(set_rank(image)), starts });
            }
        }
        let undo = moves
            .iter()
            .map(|turn| moves.iter().position(|other| other.undoes(turn)).expect("every move can be undone by a move"));
        Self { moves: moves.len(), undo: undo.collect(), sizes, arrows, images: tables.images }
    }

    fn moves(&self) -> usize {
        self.moves
    }

    fn undo(&self, turn: usize) -> usize {
        self.undo[turn]
    }

    fn sizes(&self) -> [usize; 2] {
        self.sizes
    }

    fn block(&self) -> u64 {
        (self.sizes[0] * self.sizes[1]) as u64
    }

    /// The effect of a move on the states of a set: the first rank of the resulting set, and the
    /// summands for each arrangement of the first and of the second group.
    fn images(&self, set: usize, turn: usize) -> (u64, &[u32], &[u32]) {
        let arrow = self.arrows[set * self.moves + turn];
        let image = |group: usize| {
            let start = arrow.starts[group] as usize;
            &self.images[group][start..start + self.sizes[group]]
        };
        (u64::from(arrow.set) * self.block(), image(0), image(1))
    }

    fn bytes(&self) -> u64 {
        let images: usize = self.images.iter().map(Vec::capacity).sum();
        (self.arrows.capacity() * size_of::<Arrow>() + images * size_of::<u32>()) as u64
    }
}

/// The permutation of the members of a set by `turn`: nibble *j* is the place among the members of
/// `after` of the *j*-th member of `before`.
fn within(before: u64, after: u64, cells: usize, turn: &Permutation) -> u64 {
    let mut permutation = 0;
    for (nth, cell) in (0..cells).filter(|&cell| before >> cell & 1 == 1).enumerate() {
        let place = (after & ((1_u64 << turn[cell]) - 1)).count_ones();
        permutation |= u64::from(place) << (4 * nth);
    }
    permutation
}

/// Appends the image of every arrangement of the first group, an arrangement of the second one, by `permutation` and
/// the renaming `colours`, times `value`.
fn tabulate(groups: [&Group; 2], permutation: u64, colours: &Permutation, value: u32, images: &mut Vec<u32>) {
    let [from, to] = groups;
    let (mut before, mut after) = ([0; MAX_FIELDS], [0; MAX_FIELDS]);
    for rank in 0..from.size() {
        from.unrank(rank, &mut before);
        for (nth, &colour) in before[..from.cells()].iter().enumerate() {
            let place = permutation >> (4 * nth) & 0xF;
            after[usize::try_from(place).expect("a nibble")] = usize::from(colours[colour]);
        }
        let image = to.rank(&after[..from.cells()]).expect("the same colours");
        images.push(narrow(image) * value);
    }
}

/// Narrows an index into tables that fit into memory.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).expect("a ranking whose tables fit into memory has small groups")
}

// From ranks to neighbouring ranks, one block and one move at a time.

/// A walker over states with one set of cells; the other digits are computed once per rank.
struct Blocks<'t> {
    tables: &'t MoveTables,
    set: usize,
    way: SearchDirection,
    /// The arrangements of both groups, by rank.
    digits: Vec<[u32; 2]>,
}

impl<'t> Blocks<'t> {
    fn new(tables: &'t MoveTables) -> Self {
        Self { tables, set: 0, way: SearchDirection::Forward, digits: Vec::new() }
    }

    fn images(&self, slot: usize) -> (u64, &'t [u32], &'t [u32]) {
        let turn = match self.way {
            SearchDirection::Forward => slot,
            SearchDirection::Backward => self.tables.undo(slot),
        };
        self.tables.images(self.set, turn)
    }
}

impl Walker for Blocks<'_> {
    fn stretch(&self) -> u64 {
        self.tables.block()
    }

    fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    #[expect(clippy::cast_possible_truncation, reason = "tables of all sets are in memory")]
    fn load(&mut self, ranks: &[u64], way: SearchDirection) -> usize {
        self.way = way;
        self.digits.clear();
        let Some(first) = ranks.first() else { return 0 };
        self.set = (first / self.tables.block()) as usize;
        let start = self.set as u64 * self.tables.block();
        let width = self.tables.sizes()[1] as u64;
        // Ranks ascend, so the first digit seldom changes: no division.
        let mut high = (first - start) / width;
        let mut row = start + high * width;
        self.digits.extend(ranks.iter().map(|&rank| {
            while rank - row >= width {
                row += width;
                high += 1;
            }
            [high as u32, (rank - row) as u32]
        }));
        self.tables.moves()
    }

    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>) {
        let (base, first, second) = self.images(slot);
        let rank = |&[high, low]: &[u32; 2]| base + u64::from(first[high as usize] + second[low as usize]);
        out.extend(self.digits.iter().map(rank));
    }

    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>) {
        let (base, first, second) = self.images(slot);
        out.extend(which.iter().map(|&place| {
            let [high, low] = self.digits[place as usize];
            base + u64::from(first[high as usize] + second[low as usize])
        }));
    }
}

/// The ranking of a space and its tables, made when they are first used.
#[derive(Default)]
pub(crate) struct LazyRanking {
    ranking: OnceLock<Ranking>,
    tables: OnceLock<MoveTables>,
}

impl Clone for LazyRanking {
    /// Creates an empty one: most copies of a space never need it.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl LazyRanking {
    /// The ranking of the boards with the tiles of `state`.
    pub(crate) fn ranking(&self, fields: Fields, state: u64, cells: usize) -> &Ranking {
        self.ranking.get_or_init(|| Ranking::new(fields, state, cells, &[]))
    }

    /// The ranking for moves that rename colours.
    pub(crate) fn ranking_with(
        &self,
        fields: Fields,
        state: u64,
        cells: usize,
        renamings: impl FnOnce() -> Vec<Permutation>,
    ) -> &Ranking {
        self.ranking.get_or_init(|| Ranking::new(fields, state, cells, &renamings()))
    }

    pub(crate) fn walker(&self, ranking: &Ranking, moves: impl FnOnce() -> Vec<Turn>) -> Box<dyn Walker + Send + '_> {
        Box::new(Blocks::new(self.tables.get_or_init(|| MoveTables::new(ranking, &moves()))))
    }
}

#[cfg(test)]
mod tests {
    use super::{binomial, nth_set, set_rank};

    #[test]
    fn sets_are_numbered_in_order() {
        for size in 0..=8 {
            let sets: Vec<u64> = (0_u64..1 << 10).filter(|set| set.count_ones() as usize == size).collect();
            assert_eq!(sets.len() as u64, binomial(10, size));
            for (rank, &set) in sets.iter().enumerate() {
                assert_eq!((set_rank(set), nth_set(rank as u64, size)), (rank as u64, set));
            }
        }
    }
}
