//! A ranking of one board of each class up to symmetry, or of few.
//!
//! A rank of [`Ranking`] begins with the set of the cells of the first group of colours. If each symmetry keeps both
//! groups or exchanges them, it takes sets to sets, and only the boards with the least set of each class of sets are
//! ranked. A set that some symmetries take to itself (its *stabilizer*) has boards that these symmetries take to each
//! other: all of them are ranked, so that each rank of a set stands for as many boards as there are sets in its class.
//! Kociemba's two-phase algorithm ranks cubes in this way ("symmetry coordinates").
//!
//! A board that is reached is first taken to the least set of the class of its set, and from there by the stabilizer to
//! all boards of its class with that set. So a layer of the table has all boards of a class or none.

use lurd_atlas::{Ranked, Walker};
use lurd_engine::program::space::{SearchDirection, Space};

use super::{
    fields::Fields,
    rank::{ImageTables, Permutation, Ranking, Turn, unchanged},
};

/// The entries of the tables of moves beyond which boards are not ranked in this way: 256 MiB.
const MAX_ENTRIES: u64 = 1 << 26;

/// The ranking of the boards of a space up to symmetries.
pub(crate) struct Reduced {
    ranking: Ranking,
    fields: Fields,
    cells: usize,
    order: u64,
    /// For each set of cells, the symmetry that takes it to the least set of its class, and the place of that.
    to_least: Vec<(Turn, u32)>,
    /// The ranks of the least sets.
    least: Vec<u64>,
    blocks: Vec<Block>,
    arrows: Vec<Arrow>,
    images: [Vec<u32>; 2],
}

/// The boards whose first group is in one set of cells.
struct Block {
    /// Its arrows: of the moves, then those of the moves followed by a symmetry, then those of the stabilizer.
    arrows: [usize; 4],
    /// The number of sets in its class.
    weight: u64,
}

/// The effect of a move and of a symmetry after it on all boards of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Arrow {
    block: u32,
    starts: [u32; 2],
}

impl Reduced {
    /// Creates the ranking of the boards with the tiles of `state`, for moves that are closed under `symmetries`, a group
    /// that begins with the identity. `None` if no split of the colours suits the symmetries, or its tables are too large.
    pub(crate) fn new(fields: Fields, state: u64, cells: usize, moves: &[Turn], symmetries: &[Turn]) -> Option<Self> {
        let is_closed =
            |symmetry: &Turn| moves.iter().all(|turn| moves.contains(&symmetry.undone().then(turn).then(symmetry)));
        if symmetries.first() != Some(&Turn::of_places(unchanged())) || !symmetries.iter().all(is_closed) {
            return None;
        }
        let renamings: Vec<Permutation> = symmetries.iter().chain(moves).map(|turn| turn.colours).collect();
        let ranking = Ranking::new(fields, state, cells, &renamings);
        if !ranking.suits(&renamings) || ranking.sets() * symmetries.len() as u64 > MAX_ENTRIES {
            return None;
        }
        let mut to_least = vec![None; usize::try_from(ranking.sets()).ok()?];
        let (mut least, mut stabilizers) = (Vec::new(), Vec::new());
        for set in 0..ranking.sets() {
            if to_least[usize::try_from(set).ok()?].is_some() {
                continue;
            }
            let mut stabilizer = Vec::new();
            for symmetry in symmetries {
                let image = ranking.set_after(set, symmetry);
                to_least[usize::try_from(image).ok()?]
                    .get_or_insert((symmetry.undone(), u32::try_from(least.len()).ok()?));
                if image == set {
                    stabilizer.push(*symmetry);
                }
            }
            least.push(set);
            stabilizers.push(stabilizer);
        }
        let to_least = to_least.into_iter().collect::<Option<Vec<_>>>()?;
        let arrows: usize = stabilizers.iter().map(Vec::len).sum::<usize>() * (moves.len() + 1);
        if arrows as u64 * (ranking.sizes()[0] + ranking.sizes()[1]) as u64 > 8 * MAX_ENTRIES {
            return None;
        }
        let order = symmetries.len() as u64;
        let mut reduced = Self {
            ranking,
            fields,
            cells,
            order,
            to_least,
            least,
            blocks: Vec::new(),
            arrows: Vec::new(),
            images: [Vec::new(), Vec::new()],
        };
        reduced.tabulate(moves, &stabilizers)?;
        Some(reduced)
    }

    /// Makes the arrows of all blocks; `None` if their tables are too large.
    fn tabulate(&mut self, moves: &[Turn], stabilizers: &[Vec<Turn>]) -> Option<()> {
        let mut tables = ImageTables::new(&self.ranking);
        let (mut arrows, mut blocks) = (Vec::new(), Vec::new());
        for (block, (&set, stabilizer)) in (0..).zip(self.least.iter().zip(stabilizers)) {
            let start = arrows.len();
            let cells = self.ranking.nth_set(set);
            let mut add = |turn: &Turn, block: u32, from: usize| {
                let arrow = Arrow { block, starts: tables.effect(cells, turn).1 };
                if !arrows[from..].contains(&arrow) {
                    arrows.push(arrow);
                }
                arrows.len()
            };
            let mut ends = [start; 3];
            let mut reached = Vec::new();
            for turn in moves {
                let (symmetry, to) = &self.to_least[usize::try_from(self.ranking.set_after(set, turn)).ok()?];
                let turn = turn.then(symmetry);
                ends[0] = add(&turn, *to, start);
                reached.push((turn, *to));
            }
            ends[1] = ends[0];
            for (turn, to) in reached {
                for symmetry in &stabilizers[to as usize] {
                    ends[1] = add(&turn.then(symmetry), to, start);
                }
            }
            ends[2] = ends[1];
            for symmetry in &stabilizer[1..] {
                ends[2] = add(symmetry, block, ends[1]);
            }
            let weight = self.order / stabilizer.len() as u64;
            blocks.push(Block { arrows: [start, ends[0], ends[1], ends[2]], weight });
            if tables.images.iter().map(Vec::len).sum::<usize>() as u64 > MAX_ENTRIES {
                return None;
            }
        }
        let mut images = tables.images;
        images.iter_mut().for_each(Vec::shrink_to_fit);
        (self.arrows, self.blocks, self.images) = (arrows, blocks, images);
        Some(())
    }
}

/// The space needs no other moves than those that the ranking was made for.
impl<S: Space<State = u64>> Ranked<S> for Reduced {
    fn size(&self) -> u64 {
        self.least.len() as u64 * self.ranking.block()
    }

    fn rank(&self, state: &u64) -> Option<u64> {
        let set = self.ranking.rank(*state)? / self.ranking.block();
        let (symmetry, block) = &self.to_least[usize::try_from(set).ok()?];
        let image = symmetry.apply(*state, self.fields, self.cells);
        Some(u64::from(*block) * self.ranking.block() + self.ranking.rank(image)? % self.ranking.block())
    }

    fn unrank(&self, rank: u64) -> u64 {
        let block = self.ranking.block();
        let set = self.least[usize::try_from(rank / block).expect("in memory")];
        self.ranking.unrank(set * block + rank % block)
    }

    fn walker(&self) -> Option<Box<dyn Walker + Send + '_>> {
        Some(Box::new(ReducedWalker { reduced: self, block: 0, digits: Vec::new() }))
    }
}

/// A walker over the boards of a block; the digits of each rank are computed once.
struct ReducedWalker<'r> {
    reduced: &'r Reduced,
    block: usize,
    digits: Vec<[u32; 2]>,
}

impl ReducedWalker<'_> {
    fn block_of(&self, rank: u64) -> &Block {
        &self.reduced.blocks[usize::try_from(rank / self.reduced.ranking.block()).expect("in memory")]
    }

    /// Computes the digits of ranks of one block.
    #[expect(clippy::cast_possible_truncation, reason = "tables of all boards of a block are in memory")]
    fn split(&mut self, ranks: &[u64]) {
        let block = self.reduced.ranking.block();
        let width = self.reduced.ranking.sizes()[1] as u64;
        self.digits.clear();
        let Some(first) = ranks.first() else { return };
        self.block = (first / block) as usize;
        let start = first / block * block;
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
    }

    /// The first rank of the block that an arrow leads to, and its tables.
    fn tables(&self, arrow: Arrow) -> (u64, [&[u32]; 2]) {
        let tables = [0, 1].map(|group| {
            let start = arrow.starts[group] as usize;
            &self.reduced.images[group][start..start + self.reduced.ranking.sizes()[group]]
        });
        (u64::from(arrow.block) * self.reduced.ranking.block(), tables)
    }

    fn arrow(&self, slot: usize) -> Arrow {
        self.reduced.arrows[self.reduced.blocks[self.block].arrows[0] + slot]
    }
}

impl Walker for ReducedWalker<'_> {
    fn stretch(&self) -> u64 {
        self.reduced.ranking.block()
    }

    fn bytes(&self) -> u64 {
        let images: usize = self.reduced.images.iter().map(Vec::capacity).sum();
        let sets = self.reduced.to_least.capacity() * size_of::<(Turn, u32)>();
        (images * size_of::<u32>() + self.reduced.arrows.capacity() * size_of::<Arrow>() + sets) as u64
    }

    /// Every move is undone by one, so both ways lead to the same boards.
    fn load(&mut self, ranks: &[u64], _: SearchDirection) -> usize {
        self.split(ranks);
        let [start, _, end, _] = self.reduced.blocks[self.block].arrows;
        end - start
    }

    fn neighbours(&mut self, slot: usize, out: &mut Vec<u64>) {
        let (base, [first, second]) = self.tables(self.arrow(slot));
        let rank = |&[high, low]: &[u32; 2]| base + u64::from(first[high as usize]) + u64::from(second[low as usize]);
        out.extend(self.digits.iter().map(rank));
    }

    fn neighbours_of(&mut self, slot: usize, which: &[u32], out: &mut Vec<u64>) {
        let (base, [first, second]) = self.tables(self.arrow(slot));
        out.extend(which.iter().map(|&place| {
            let [high, low] = self.digits[place as usize];
            base + u64::from(first[high as usize]) + u64::from(second[low as usize])
        }));
    }

    fn weight(&self, rank: u64) -> u64 {
        self.block_of(rank).weight
    }

    fn has_equals(&self, rank: u64) -> bool {
        self.block_of(rank).weight < self.reduced.order
    }

    fn classes(&mut self, ranks: &[u64]) -> u64 {
        let Some(&first) = ranks.first() else { return 0 };
        if !self.has_equals(first) {
            return ranks.len() as u64;
        }
        self.split(ranks);
        let [_, _, start, end] = self.reduced.blocks[self.block].arrows;
        let mut is_least = vec![true; ranks.len()];
        for &arrow in &self.reduced.arrows[start..end] {
            let (base, [first, second]) = self.tables(arrow);
            for ((&rank, &[high, low]), least) in ranks.iter().zip(&self.digits).zip(&mut is_least) {
                *least &= base + u64::from(first[high as usize]) + u64::from(second[low as usize]) >= rank;
            }
        }
        is_least.into_iter().map(u64::from).sum()
    }

    fn slots_to_pull(&self) -> usize {
        let [start, end, ..] = self.reduced.blocks[self.block].arrows;
        end - start
    }
}
