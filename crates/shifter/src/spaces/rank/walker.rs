//! From ranks to neighbouring ranks, one block and one move at a time.

use std::sync::OnceLock;

use super::ranking::Ranking;
use super::tables::{MoveTables, Permutation};
use crate::spaces::fields::Fields;
use lurd_engine::space::{SearchDirection, Walker};

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
        self.ranking.get_or_init(|| Ranking::new(fields, state, cells))
    }

    pub(crate) fn walker(
        &self,
        ranking: &Ranking,
        permutations: impl FnOnce() -> Vec<Permutation>,
    ) -> Box<dyn Walker + Send + '_> {
        Box::new(Blocks::new(self.tables.get_or_init(|| MoveTables::new(ranking, &permutations()))))
    }
}
