//! A certificate as data, and its checker, which verifies the three conditions and imports only the level and
//! directions.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    fmt,
};

use crate::{direction::Direction, level::Level};

/// Why a certificate proves nothing. Patterns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No pattern covers the start of the level.
    StartNotCovered,
    /// A pattern has too few boxes off goal.
    MayBeSolved {
        /// The number of the pattern.
        pattern: usize,
    },
    /// No pattern covers the position after a push.
    PushNotCovered {
        /// The number of the pattern.
        pattern: usize,
        /// The square of the box, in words.
        place: String,
        /// The direction of the push.
        direction: Direction,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartNotCovered => f.write_str("no pattern covers the start of the level"),
            Self::MayBeSolved { pattern } => write!(f, "pattern {pattern}: it may cover a solved position"),
            Self::PushNotCovered { pattern, place, direction } => {
                let direction = direction.word();
                write!(f, "pattern {pattern}: nothing covers the position after pushing the box at {place} {direction}")
            }
        }
    }
}

impl Certificate {
    /// Checks that the patterns prove the level unsolvable. O(patterns * squares).
    ///
    /// # Errors
    /// The first condition that does not hold.
    pub fn check(&self) -> Result<(), Flaw> {
        infallible(self.check_within(&mut |_| Ok(())))
    }

    /// The same as long as `ask` returns `Ok`.
    ///
    /// # Errors
    /// The error of `ask`, which says nothing about the certificate.
    pub(crate) fn check_within<E>(&self, ask: &mut Ask<'_, E>) -> Result<Result<(), Flaw>, E> {
        let checker = PatternIndex::new(self, ask)?;
        let start: Vec<usize> = self.level.boxes().collect();
        if !checker.covers(&start, self.level.player(), ask)? {
            return Ok(Err(Flaw::StartNotCovered));
        }
        let surplus = start.len().saturating_sub(self.level.goals().count());
        for index in 0..self.patterns.len() {
            let boxes = &self.patterns[index].boxes;
            if boxes.len() > start.len() {
                // It covers no position of the level, and nothing relies on it.
                continue;
            }
            let off_goal = boxes.iter().filter(|&&square| !self.level.is_goal(square)).count();
            if off_goal <= surplus {
                return Ok(Err(Flaw::MayBeSolved { pattern: index + 1 }));
            }
            if let Some(flaw) = checker.uncovered_push(index, ask)? {
                return Ok(Err(flaw));
            }
        }
        Ok(Ok(()))
    }
}

struct PatternIndex<'c> {
    certificate: &'c Certificate,
    /// The region of each pattern, with a bit per square.
    regions: Vec<Vec<u64>>,
    by_boxes: HashMap<&'c [usize], Vec<usize>>,
    /// The patterns without all boxes of the level, by the number of their boxes and the first of them.
    partial: BTreeMap<usize, HashMap<usize, Vec<usize>>>,
}

impl<'c> PatternIndex<'c> {
    fn new<E>(certificate: &'c Certificate, ask: &mut Ask<'_, E>) -> Result<Self, E> {
        let all = certificate.level.boxes().count();
        let mut checker = Self { certificate, regions: Vec::new(), by_boxes: HashMap::new(), partial: BTreeMap::new() };
        // Each pattern takes a region, an entry of the map by boxes, and entries of two lists. The map is at
        // least 7/16 full, and while it grows there is one of twice the size, too.
        let region_bytes = 3 * size_of::<Vec<u64>>() + 16 + certificate.level.squares().div_ceil(64) * 8;
        let entry = size_of::<(&[usize], Vec<usize>)>() + 1;
        let bytes = region_bytes + 2 * (3 * 16 * entry / 7 + 16 + 4 * size_of::<usize>());
        for (index, pattern) in certificate.patterns.iter().enumerate() {
            ask(bytes as u64)?;
            checker.regions.push(region(&certificate.level, pattern));
            checker.by_boxes.entry(&pattern.boxes).or_default().push(index);
            let count = pattern.boxes.len();
            if let Some(&first) = pattern.boxes.first().filter(|_| count < all) {
                checker.partial.entry(count).or_default().entry(first).or_default().push(index);
            }
        }
        Ok(checker)
    }

    /// Whether a pattern covers the positions with `boxes` (in increasing order, and perhaps others) and the
    /// player on `player`.
    fn covers<E>(&self, boxes: &[usize], player: usize, ask: &mut Ask<'_, E>) -> Result<bool, E> {
        let stands = |&index: &usize| has(&self.regions[index], player);
        if self.by_boxes.get(boxes).is_some_and(|patterns| patterns.iter().any(stands)) {
            return Ok(true);
        }
        let holds = |&index: &usize| {
            let pattern = &self.certificate.patterns[index];
            pattern.boxes.iter().all(|square| boxes.binary_search(square).is_ok())
        };
        for (_, by_first) in self.partial.range(..boxes.len()) {
            for patterns in boxes.iter().filter_map(|square| by_first.get(square)) {
                ask(0)?;
                if patterns.iter().any(|index| stands(index) && holds(index)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A push of a box of pattern `index` that leads to a position without cover.
    fn uncovered_push<E>(&self, index: usize, ask: &mut Ask<'_, E>) -> Result<Option<Flaw>, E> {
        let level = &self.certificate.level;
        let (pattern, region) = (&self.certificate.patterns[index], &self.regions[index]);
        for &from in &pattern.boxes {
            ask(0)?;
            for direction in Direction::ALL {
                let (stand, to) = (level.neighbour(from, direction.opposite()), level.neighbour(from, direction));
                let (Some(stand), Some(to)) = (stand, to) else { continue };
                if !has(region, stand) || level.is_wall(to) || pattern.boxes.binary_search(&to).is_ok() {
                    continue;
                }
                let mut boxes: Vec<usize> =
                    pattern.boxes.iter().map(|&square| if square == from { to } else { square }).collect();
                boxes.sort_unstable();
                if !self.covers(&boxes, from, ask)? {
                    let place = level.place(from);
                    return Ok(Some(Flaw::PushNotCovered { pattern: index + 1, place, direction }));
                }
            }
        }
        Ok(None)
    }
}

fn has(set: &[u64], square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

/// Where the player can walk if only the boxes of the pattern are there.
fn region(level: &Level, pattern: &Pattern) -> Vec<u64> {
    let mut region = vec![0; level.squares().div_ceil(64)];
    let mut stack = vec![pattern.player];
    region[pattern.player / 64] |= 1 << (pattern.player % 64);
    while let Some(square) = stack.pop() {
        for direction in Direction::ALL {
            let Some(next) = level.neighbour(square, direction) else { continue };
            if !level.is_wall(next) && !has(&region, next) && pattern.boxes.binary_search(&next).is_err() {
                region[next / 64] |= 1 << (next % 64);
                stack.push(next);
            }
        }
    }
    region
}

// A certificate as data.

/// Boxes that must be there, and a square of the player. Squares are those of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// In increasing order.
    pub boxes: Vec<usize>,
    /// One of the squares where the player may be.
    pub player: usize,
}

/// A level and the patterns that prove it unsolvable.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The level without solution.
    pub level: Level,
    /// The patterns, in the order of the text.
    pub patterns: Vec<Pattern>,
}

/// Called before every piece of work with the bytes that the work will keep. An error stops the work. This is
/// all that the checker knows of limits.
pub type Ask<'a, E> = dyn FnMut(u64) -> Result<(), E> + 'a;

/// The value of a result that has no error.
pub(super) fn infallible<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
