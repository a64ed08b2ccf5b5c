//! All positions of a rectangle of floor by their distance to the goals, with a set of squares in a word.
//!
//! The search begins with the boxes on the goals and pulls them. For pushes a state is a set of boxes and a region of the
//! player; for moves it is a set of boxes and the square of the player, and the squares of the player with the same boxes
//! in one layer are one word, which walks in all directions at once.

use lurd_engine::program::{budget::Budget, outcome::Stop};

use crate::direction::Direction;

/// The most squares.
pub(super) const MAX_SQUARES: usize = 36;

/// A set of squares, row by row.
pub(super) type Squares = u64;

/// A rectangle of floor.
#[derive(Clone, Debug)]
pub(super) struct Rectangle {
    pub(super) width: usize,
    pub(super) height: usize,
    all: Squares,
    /// All but the first column, and all but the last.
    not_first: Squares,
    not_last: Squares,
    /// The binomial coefficient of a square over the number of boxes up to it.
    binomials: Vec<[u32; MAX_SQUARES + 1]>,
}

/// Sets of boxes in one layer with the squares of the player.
pub(super) type Layer = Vec<(Squares, Squares)>;

impl Rectangle {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let squares = width * height;
        let all = (1 << squares) - 1;
        let column = |column: usize| (0..height).map(|row| 1 << (row * width + column)).sum::<Squares>();
        let mut binomials = vec![[0_u32; MAX_SQUARES + 1]; MAX_SQUARES + 1];
        for n in 0..=squares {
            binomials[n][0] = 1;
            for k in 1..=n {
                binomials[n][k] = binomials[n - 1][k - 1].saturating_add(binomials[n - 1][k]);
            }
        }
        Self { width, height, all, not_first: all & !column(0), not_last: all & !column(width - 1), binomials }
    }

    pub(super) fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The number of sets of so many squares; too large to count is `u32::MAX`.
    pub(super) fn sets(&self, boxes: usize) -> u32 {
        self.binomials[self.squares()][boxes]
    }

    /// The squares next to those of a set.
    #[inline]
    pub(super) fn shift(&self, set: Squares, direction: Direction) -> Squares {
        match direction {
            Direction::Left => (set & self.not_first) >> 1,
            Direction::Right => (set & self.not_last) << 1,
            Direction::Up => set >> self.width,
            Direction::Down => set << self.width & self.all,
        }
    }

    /// The squares that the player reaches from `from` without pushing.
    #[inline]
    pub(super) fn flood(&self, from: Squares, free: Squares) -> Squares {
        let mut reached = from;
        loop {
            let next = (reached | self.around(reached)) & free;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    #[inline]
    fn around(&self, set: Squares) -> Squares {
        (set & self.not_first) >> 1 | (set & self.not_last) << 1 | set >> self.width | set << self.width & self.all
    }

    /// The rank of a set among those of its size.
    #[inline]
    fn rank(&self, mut set: Squares) -> usize {
        let (mut rank, mut nth) = (0, 1);
        while set != 0 {
            rank += self.binomials[set.trailing_zeros() as usize][nth];
            set &= set - 1;
            nth += 1;
        }
        rank as usize
    }

    pub(super) fn free(&self, boxes: Squares) -> Squares {
        self.all & !boxes
    }

    /// The images of the squares under the reflections, rotations and, with equal sides, the transposition.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let (width, height) = (self.width, self.height);
        let mut maps = Vec::new();
        for bits in 0..if width == height { 8 } else { 4 } {
            let image = |square: usize| {
                let (row, column) = (square / width, square % width);
                let row = if bits & 1 == 0 { row } else { height - 1 - row };
                let column = if bits & 2 == 0 { column } else { width - 1 - column };
                if bits & 4 == 0 { row * width + column } else { column * width + row }
            };
            maps.push((0..self.squares()).map(image).collect());
        }
        maps
    }

    /// One set of goals of each class up to symmetry, ascending.
    pub(super) fn goals_up_to_symmetry(&self, boxes: usize) -> Vec<Squares> {
        let maps = self.symmetries();
        let mut found = Vec::new();
        let mut set: Squares = (1 << boxes) - 1;
        while set <= self.all {
            let image = |map: &Vec<usize>| {
                let squares = (0..self.squares()).filter(|square| set >> square & 1 == 1);
                squares.fold(0, |image: Squares, square| image | 1 << map[square])
            };
            if maps.iter().all(|map| image(map) >= set) {
                found.push(set);
            }
            // The next larger number with as many ones (Gosper).
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            set = ripple | ((set ^ ripple) / low) >> 2;
        }
        found
    }
}

/// What distances count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Pushes,
    Moves,
}

/// The tables of a search, reused from goals to goals.
pub(super) struct PullSearch<'r> {
    rectangle: &'r Rectangle,
    count: Count,
    /// By the rank of the boxes, the squares of the player that have been reached.
    seen: Vec<Squares>,
    /// By the rank of the boxes, the squares of the player in the next layer.
    next: Vec<Squares>,
}

impl<'r> PullSearch<'r> {
    /// # Errors
    /// When the memory limit forbids it.
    pub(super) fn new(
        rectangle: &'r Rectangle,
        boxes: usize,
        count: Count,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let sets = rectangle.sets(boxes) as usize;
        budget.grow(2 * (sets * size_of::<Squares>()) as u64)?;
        Ok(Self { rectangle, count, seen: vec![0; sets], next: vec![0; sets] })
    }

    /// Calls `visit` with each layer of positions by their distance to `goals`, from 0. Returns the number of positions.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn layers(
        &mut self,
        goals: Squares,
        budget: &mut Budget<'_>,
        mut visit: impl FnMut(&Layer),
    ) -> Result<u64, Stop> {
        self.seen.fill(0);
        let free = self.rectangle.free(goals);
        let mut layer = match self.count {
            Count::Moves => vec![(goals, free)],
            Count::Pushes => self.regions(goals, free),
        };
        self.seen[self.rectangle.rank(goals)] = free;
        let mut positions = 0;
        while !layer.is_empty() {
            positions += match self.count {
                Count::Moves => layer.iter().map(|(_, players)| u64::from(players.count_ones())).sum(),
                Count::Pushes => layer.len() as u64,
            };
            visit(&layer);
            budget.expanded_elsewhere(layer.len() as u64);
            budget.check()?;
            layer = match self.count {
                Count::Moves => self.before_moves(&layer),
                Count::Pushes => self.before_pushes(&layer),
            };
        }
        Ok(positions)
    }

    fn regions(&self, boxes: Squares, mut free: Squares) -> Layer {
        let mut regions = Vec::new();
        while free != 0 {
            let region = self.rectangle.flood(free & free.wrapping_neg(), free);
            regions.push((boxes, region));
            free &= !region;
        }
        regions
    }

    /// Calls `reach` with the boxes and the square of the player after each pull.
    #[inline]
    fn pulls(rectangle: &Rectangle, boxes: Squares, players: Squares, mut reach: impl FnMut(Squares, Squares)) {
        let free = rectangle.free(boxes);
        for direction in Direction::ALL {
            // The box is behind the player, who steps ahead.
            let mut able = players & rectangle.shift(boxes, direction) & rectangle.shift(free, direction.opposite());
            while able != 0 {
                let player = able & able.wrapping_neg();
                able &= able - 1;
                let pulled = rectangle.shift(player, direction.opposite());
                reach(boxes ^ pulled ^ player, rectangle.shift(player, direction));
            }
        }
    }

    fn before_pushes(&mut self, layer: &Layer) -> Layer {
        let Self { rectangle, seen, .. } = self;
        let mut next = Vec::new();
        for &(boxes, players) in layer {
            Self::pulls(rectangle, boxes, players, |boxes, player| {
                let seen = &mut seen[rectangle.rank(boxes)];
                if *seen & player == 0 {
                    let region = rectangle.flood(player, rectangle.free(boxes));
                    *seen |= region;
                    next.push((boxes, region));
                }
            });
        }
        next
    }

    fn before_moves(&mut self, layer: &Layer) -> Layer {
        let Self { rectangle, seen, next, .. } = self;
        let mut reached: Vec<(usize, Squares)> = Vec::new();
        let mut add = |boxes: Squares, rank: usize, players: Squares| {
            let new = players & !seen[rank];
            if new != 0 {
                if next[rank] == 0 {
                    reached.push((rank, boxes));
                }
                next[rank] |= new;
            }
        };
        for &(boxes, players) in layer {
            add(boxes, rectangle.rank(boxes), rectangle.around(players) & rectangle.free(boxes));
            Self::pulls(rectangle, boxes, players, |boxes, player| add(boxes, rectangle.rank(boxes), player));
        }
        let taken = reached.into_iter().map(|(rank, boxes)| {
            let players = std::mem::take(&mut next[rank]);
            seen[rank] |= players;
            (boxes, players)
        });
        taken.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_counted_by_the_orbit_formula() {
        // Squares of a 3x3 board up to symmetry, and pairs of them; pairs of a 2x3 board.
        assert_eq!(Rectangle::new(3, 3).goals_up_to_symmetry(1).len(), 3);
        assert_eq!(Rectangle::new(3, 3).goals_up_to_symmetry(2).len(), 8);
        assert_eq!(Rectangle::new(2, 3).goals_up_to_symmetry(2).len(), 6);
    }

    #[test]
    fn sets_have_different_ranks() {
        let rectangle = Rectangle::new(3, 2);
        let mut ranks: Vec<usize> =
            (0..64_u64).filter(|set| set.count_ones() == 3).map(|set| rectangle.rank(set)).collect();
        ranks.sort_unstable();
        assert_eq!(ranks, (0..20).collect::<Vec<_>>());
    }
}
