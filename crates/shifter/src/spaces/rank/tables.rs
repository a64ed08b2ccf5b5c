//! The effect of every move on each digit of a rank.

use rustc_hash::FxHashMap;

use super::combinations::{binomial, nth_set, set_rank};
use super::group::Group;
use super::ranking::Ranking;
use crate::spaces::fields::MAX_FIELDS;

/// The cell to which each cell goes.
pub(crate) type Permutation = [u8; MAX_FIELDS];

/// The effect of one move on all states with one set of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    /// The rank of the resulting set.
    set: u32,
    /// The start of its tables for the two groups.
    starts: [u32; 2],
}

/// The tables shared by all walkers of a ranking.
pub(super) struct MoveTables {
    moves: usize,
    undo: Vec<usize>,
    sizes: [usize; 2],
    /// By set, then by move.
    arrows: Vec<Arrow>,
    /// For each permutation of a group that occurs: the image of each arrangement, times the value of
    /// its digit.
    images: [Vec<u32>; 2],
}

impl MoveTables {
    /// Creates the tables for moves, each of which is undone by one of them.
    pub(super) fn new(ranking: &Ranking, moves: &[Permutation]) -> Self {
        let sizes = [0, 1].map(|group| usize::try_from(ranking.groups[group].size()).expect("in memory"));
        let values = [sizes[1], 1];
        let members = ranking.groups[0].cells();
        let sets = binomial(ranking.cells, members);
        let mut arrows = Vec::with_capacity(usize::try_from(sets).expect("in memory") * moves.len());
        let mut images = [Vec::new(), Vec::new()];
        let mut known = [FxHashMap::default(), FxHashMap::default()];
        for set in (0..sets).map(|rank| nth_set(rank, members)) {
            for turn in moves {
                let image = (0..ranking.cells)
                    .filter(|&cell| set >> cell & 1 == 1)
                    .fold(0_u64, |image, cell| image | 1 << turn[cell]);
                let starts = [0, 1].map(|group| {
                    let (before, after) = if group == 0 { (set, image) } else { (!set, !image) };
                    let permutation = within(before, after, ranking.cells, turn);
                    *known[group].entry(permutation).or_insert_with(|| {
                        let start = images[group].len();
                        tabulate(
                            &ranking.groups[group],
                            permutation,
                            narrow(values[group] as u64),
                            &mut images[group],
                        );
                        narrow(start as u64)
                    })
                });
                arrows.push(Arrow { set: narrow(set_rank(image)), starts });
            }
        }
        let undoes = |turn: &Permutation, other: &Permutation| {
            (0..ranking.cells).all(|cell| usize::from(other[usize::from(turn[cell])]) == cell)
        };
        let undo = moves.iter().map(|turn| {
            moves.iter().position(|other| undoes(turn, other)).expect("every shift can be undone by a shift")
        });
        Self { moves: moves.len(), undo: undo.collect(), sizes, arrows, images }
    }

    pub(super) fn moves(&self) -> usize {
        self.moves
    }

    pub(super) fn undo(&self, turn: usize) -> usize {
        self.undo[turn]
    }

    pub(super) fn sizes(&self) -> [usize; 2] {
        self.sizes
    }

    pub(super) fn block(&self) -> u64 {
        (self.sizes[0] * self.sizes[1]) as u64
    }

    /// The effect of a move on the states of a set: the first rank of the resulting set, and the
    /// summands for each arrangement of the first and of the second group.
    pub(super) fn images(&self, set: usize, turn: usize) -> (u64, &[u32], &[u32]) {
        let arrow = self.arrows[set * self.moves + turn];
        let image = |group: usize| {
            let start = arrow.starts[group] as usize;
            &self.images[group][start..start + self.sizes[group]]
        };
        (u64::from(arrow.set) * self.block(), image(0), image(1))
    }

    pub(super) fn bytes(&self) -> u64 {
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

/// Appends the image of every arrangement by `permutation`, times `value`.
fn tabulate(group: &Group, permutation: u64, value: u32, images: &mut Vec<u32>) {
    let (mut before, mut after) = ([0; MAX_FIELDS], [0; MAX_FIELDS]);
    for rank in 0..group.size() {
        group.unrank(rank, &mut before);
        for (nth, &colour) in before[..group.cells()].iter().enumerate() {
            let place = permutation >> (4 * nth) & 0xF;
            after[usize::try_from(place).expect("a nibble")] = colour;
        }
        let image = group.rank(&after[..group.cells()]).expect("the same colours");
        images.push(narrow(image) * value);
    }
}

/// Narrows an index into tables that fit into memory.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).expect("a ranking whose tables fit into memory has small groups")
}
