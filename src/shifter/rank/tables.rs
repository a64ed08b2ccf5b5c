//! What every move does to each digit of a rank.

use rustc_hash::FxHashMap;

use super::group::Group;
use super::{MOST, Ranking, binomial, nth_set, set_rank};

/// Where cell *i* goes: place *i*.
pub(in crate::shifter) type Permutation = [u8; MOST];

/// What one move does to all states with one set of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    /// The number of the set it becomes.
    set: u32,
    /// Where the tables of its permutations of the two groups begin.
    starts: [u32; 2],
}

/// The tables behind all walkers of a ranking.
pub(super) struct Tables {
    moves: usize,
    /// The move that undoes each move.
    undo: Vec<usize>,
    sizes: [usize; 2],
    /// By set, then by move.
    arrows: Vec<Arrow>,
    /// For each permutation of a group that occurs: for each arrangement, what it becomes, times the
    /// value of its digit.
    images: [Vec<u32>; 2],
}

impl Tables {
    /// The tables for moves, each of which some other move (or itself) undoes.
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

    /// The move that undoes a move.
    pub(super) fn undo(&self, turn: usize) -> usize {
        self.undo[turn]
    }

    /// The sizes of the two groups.
    pub(super) fn sizes(&self) -> [usize; 2] {
        self.sizes
    }

    pub(super) fn block(&self) -> u64 {
        (self.sizes[0] * self.sizes[1]) as u64
    }

    /// What a move makes of the states of a set: the first rank of the set it becomes, and what to
    /// add for each arrangement of the first and of the second group.
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

/// How `turn` permutes the members of a set: nibble *j* says which place among the members of
/// `after` the *j*-th member of `before` gets.
fn within(before: u64, after: u64, cells: usize, turn: &Permutation) -> u64 {
    let mut permutation = 0;
    for (nth, cell) in (0..cells).filter(|&cell| before >> cell & 1 == 1).enumerate() {
        let place = (after & ((1_u64 << turn[cell]) - 1)).count_ones();
        permutation |= u64::from(place) << (4 * nth);
    }
    permutation
}

/// Appends what `permutation` makes of every arrangement, times `value`.
fn tabulate(group: &Group, permutation: u64, value: u32, images: &mut Vec<u32>) {
    let (mut before, mut after) = ([0; MOST], [0; MOST]);
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

/// Numbers of tables that were built in memory.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).expect("a ranking whose tables fit into memory has small groups")
}
