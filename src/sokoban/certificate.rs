//! Certificates that a level has no solution, and their checker, which shares no code with any search:
//! it knows squares, walls, and how a box is pushed. (The scheme is that of Mirek Olšák's `SokoDLex`
//! and `sokoban.lean`.)
//!
//! A certificate is a list of *patterns*. A pattern is a set of boxes and a square of the player: it
//! *covers* every position that has these boxes (and perhaps others), and in which the player stands
//! where he could walk from that square if only these boxes were there. The certificate proves that
//! there is no solution if
//!
//! 1. the start of the level is covered,
//! 2. no pattern covers a solved position: more of its boxes are off goal than may be left over,
//! 3. whatever box of a pattern is pushed, wherever the player can stand in it, the position that
//!    comes of it is covered, too.
//!
//! For then every position that can be reached is covered: a push of a box that is not in the pattern
//! leaves its boxes where they are, and the player within the region. What covers the position after
//! a push of one of its boxes covers it with further boxes, too: they only restrict the player.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::formats;
use super::{Direction, Level};
use crate::diagnostic::Diagnostic;
use crate::puzzle::Hints;

/// The first line of a certificate.
const HEAD: &str = "lurd certificate 1";
/// The line after the level.
const PATTERNS: &str = "patterns";

/// Boxes that must be there, and a square of the player; squares of the level by number.
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
    /// The level.
    pub level: Level,
    /// The patterns.
    pub patterns: Vec<Pattern>,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The pattern, from 1; 0 for the whole.
    pub pattern: usize,
    /// What is wrong, in words.
    pub what: String,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.pattern {
            0 => f.write_str(&self.what),
            number => write!(f, "pattern {number}: {}", self.what),
        }
    }
}

impl Certificate {
    /// Whether a text begins as a certificate.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end() == HEAD)
    }

    /// The text: the level, then a line a pattern, `player : boxes`, each square as `row.column` from 1.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text =
            format!("{HEAD}\n{}\n{PATTERNS}\n", formats::write_xsb(&self.level).trim_end_matches('\n'));
        let place = |square: usize| {
            format!("{}.{}", square / self.level.width() + 1, square % self.level.width() + 1)
        };
        for pattern in &self.patterns {
            let _ = write!(text, "{} :", place(pattern.player));
            for &square in &pattern.boxes {
                let _ = write!(text, " {}", place(square));
            }
            text.push('\n');
        }
        text
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut lines = lines(text);
        let head = lines.next();
        if head.is_none_or(|(_, line)| line.trim_end() != HEAD) {
            return Err(Diagnostic::new("this is no certificate of lurd")
                .at(0..head.map_or(0, |(_, line)| line.len()), format!("'{HEAD}' was expected")));
        }
        let mut board = String::new();
        loop {
            let Some((_, line)) = lines.next() else {
                return Err(Diagnostic::new(format!("there is no line '{PATTERNS}' after the level")));
            };
            if line.trim_end() == PATTERNS {
                break;
            }
            board.push_str(line.trim_end());
            board.push('\n');
        }
        let hints = Hints { dialect: Some("xsb".to_owned()), allow_unequal: true, ..Hints::default() };
        let entry = formats::read_with(&board, &hints)?.pop();
        let level = entry.map(|entry| entry.level).transpose()?;
        let level = level.ok_or_else(|| Diagnostic::new("the certificate has no level"))?;
        let mut patterns = Vec::new();
        for (start, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let pattern = pattern(&level, line);
            patterns.push(pattern.map_err(|what| {
                Diagnostic::new(what)
                    .at(start..start + line.trim_end().len(), "as 'row.column : row.column ..'")
            })?);
        }
        Ok(Self { level, patterns })
    }

    /// Checks that the patterns prove the level unsolvable.
    ///
    /// Takes time in proportion to the patterns times the squares.
    ///
    /// # Errors
    /// The first thing that is missing for a proof.
    pub fn check(&self) -> Result<(), Flaw> {
        let checker = Checker::new(self);
        let start: Vec<usize> = self.level.boxes().collect();
        if !checker.covers(&start, self.level.player()) {
            return Err(Flaw { pattern: 0, what: "no pattern covers the start of the level".to_owned() });
        }
        let (boxes, goals) = (start.len(), self.level.goals().count());
        let surplus = boxes.saturating_sub(goals);
        for (index, pattern) in self.patterns.iter().enumerate() {
            let flaw = |what: String| Flaw { pattern: index + 1, what };
            let astray = pattern.boxes.iter().filter(|&&square| !self.level.is_goal(square)).count();
            if astray <= surplus {
                return Err(flaw("it may cover a solved position".to_owned()));
            }
            checker.closed(pattern, &checker.regions[index]).map_err(flaw)?;
        }
        Ok(())
    }
}

/// The lines of a text with the bytes where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

fn pattern(level: &Level, line: &str) -> Result<Pattern, String> {
    let (player, boxes) = line.split_once(':').ok_or("a pattern has a colon after the player's square")?;
    let player = square(level, player.trim())?;
    let mut boxes =
        boxes.split_whitespace().map(|word| square(level, word)).collect::<Result<Vec<_>, _>>()?;
    boxes.sort_unstable();
    if boxes.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two boxes on one square".to_owned());
    }
    if boxes.contains(&player) {
        return Err("the player stands on a box".to_owned());
    }
    Ok(Pattern { boxes, player })
}

fn square(level: &Level, word: &str) -> Result<usize, String> {
    let numbers = word.split_once('.').and_then(|(row, column)| {
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        Some((row.checked_sub(1)?, column.checked_sub(1)?))
    });
    let (row, column) = numbers.ok_or_else(|| format!("'{}' is no square", word.escape_debug()))?;
    if row >= level.height() || column >= level.width() || level.is_wall(row * level.width() + column) {
        return Err(format!("there is no floor at {word}"));
    }
    Ok(row * level.width() + column)
}

/// The patterns, found by their boxes.
struct Checker<'c> {
    certificate: &'c Certificate,
    /// The region of each, a bit a square.
    regions: Vec<Vec<u64>>,
    /// By all their boxes.
    by_boxes: HashMap<&'c [usize], Vec<usize>>,
    /// Those that have not all boxes of the level, by the number of boxes and the first of them.
    partial: BTreeMap<usize, HashMap<usize, Vec<usize>>>,
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate) -> Self {
        let all = certificate.level.boxes().count();
        let mut checker = Self {
            certificate,
            regions: Vec::with_capacity(certificate.patterns.len()),
            by_boxes: HashMap::new(),
            partial: BTreeMap::new(),
        };
        for (index, pattern) in certificate.patterns.iter().enumerate() {
            checker.regions.push(region(&certificate.level, pattern));
            checker.by_boxes.entry(&pattern.boxes).or_default().push(index);
            let count = pattern.boxes.len();
            if let Some(&first) = pattern.boxes.first().filter(|_| count < all) {
                checker.partial.entry(count).or_default().entry(first).or_default().push(index);
            }
        }
        checker
    }

    /// Whether a pattern covers the positions with `boxes` (in order, and perhaps others) and the
    /// player on `player`.
    fn covers(&self, boxes: &[usize], player: usize) -> bool {
        let stands = |&index: &usize| has(&self.regions[index], player);
        if self.by_boxes.get(boxes).is_some_and(|patterns| patterns.iter().any(stands)) {
            return true;
        }
        let holds = |&index: &usize| {
            let pattern = &self.certificate.patterns[index];
            pattern.boxes.iter().all(|square| boxes.binary_search(square).is_ok())
        };
        let fewer = self.partial.range(..boxes.len()).map(|(_, by_first)| by_first);
        fewer.into_iter().any(|by_first| {
            let lists = boxes.iter().filter_map(|square| by_first.get(square));
            lists.flatten().any(|index| stands(index) && holds(index))
        })
    }

    /// Whether every push of a box of the pattern leads to what is covered.
    fn closed(&self, pattern: &Pattern, region: &[u64]) -> Result<(), String> {
        let level = &self.certificate.level;
        for &from in &pattern.boxes {
            for direction in Direction::ALL {
                let (stand, to) =
                    (level.neighbour(from, direction.opposite()), level.neighbour(from, direction));
                let (Some(stand), Some(to)) = (stand, to) else { continue };
                if !has(region, stand) || level.is_wall(to) || pattern.boxes.binary_search(&to).is_ok() {
                    continue;
                }
                let mut boxes: Vec<usize> =
                    pattern.boxes.iter().map(|&square| if square == from { to } else { square }).collect();
                boxes.sort_unstable();
                if !self.covers(&boxes, from) {
                    let (from, way) = (level.place(from), direction.name());
                    return Err(format!("nothing covers what comes of pushing the box at {from} {way}"));
                }
            }
        }
        Ok(())
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
