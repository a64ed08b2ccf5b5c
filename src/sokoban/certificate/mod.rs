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

pub(super) mod make;

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::fmt::Write as _;

use crate::diagnostic::Diagnostic;
use crate::puzzle::ReadOptions;
use crate::sokoban::direction::Direction;
use crate::sokoban::formats;
use crate::sokoban::level::Level;
use crate::sokoban::xsb;

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

/// Asked before every piece of work, with the bytes that it will keep: may it go on? This is all that the
/// checker knows of limits.
pub type Ask<'a, E> = dyn FnMut(u64) -> Result<(), E> + 'a;

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
        certain(self.write_within(&mut |_| Ok(())))
    }

    /// The same as long as `ask` has nothing against it.
    ///
    /// # Errors
    /// What `ask` says.
    pub fn write_within<E>(&self, ask: &mut Ask<'_, E>) -> Result<String, E> {
        let level = xsb::write_xsb(&self.level);
        let (height, width) = (self.level.height(), self.level.width());
        let digits = |number: usize| number.to_string().len();
        let square = digits(height) + ".".len() + digits(width) + " ".len();
        let pattern = |pattern: &Pattern| (pattern.boxes.len() + 1) * square + ":\n".len();
        let most = HEAD.len() + level.len() + PATTERNS.len() + 3;
        let most = most + self.patterns.iter().map(pattern).sum::<usize>();
        ask(most as u64)?;
        let mut text = String::with_capacity(most);
        let _ = write!(text, "{HEAD}\n{}\n{PATTERNS}\n", level.trim_end_matches('\n'));
        let place = |text: &mut String, square: usize| {
            let _ = write!(text, "{}.{}", square / width + 1, square % width + 1);
        };
        for pattern in &self.patterns {
            ask(0)?;
            place(&mut text, pattern.player);
            text.push_str(" :");
            for &square in &pattern.boxes {
                text.push(' ');
                place(&mut text, square);
            }
            text.push('\n');
        }
        debug_assert!(text.len() <= most, "asked for too little");
        Ok(text)
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let (certificate, whole) = Self::read_within(text, &mut |_| Ok(()))?;
        certain(whole);
        Ok(certificate)
    }

    /// The same as long as `ask` has nothing against it; then the certificate has the patterns so far.
    ///
    /// # Errors
    /// As [`Certificate::read`].
    pub fn read_within<E>(text: &str, ask: &mut Ask<'_, E>) -> Result<(Self, Result<(), E>), Diagnostic> {
        let mut lines = lines(text);
        let head = lines.next();
        if head.is_none_or(|(_, line)| line.trim_end() != HEAD) {
            return Err(Diagnostic::new("this is no certificate of lurd")
                .at(0..head.map_or(0, |(_, line)| line.len()), format!("'{HEAD}' was expected")));
        }
        let start = text.find('\n').map_or(text.len(), |end| end + 1);
        let Some((end, _)) = lines.find(|(_, line)| line.trim_end() == PATTERNS) else {
            return Err(Diagnostic::new(format!("there is no line '{PATTERNS}' after the level")));
        };
        let mut certificate = Self { level: level(&text[start..end], start)?, patterns: Vec::new() };
        for (start, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let pattern = pattern(&certificate.level, line).map_err(|what| {
                Diagnostic::new(what)
                    .at(start..start + line.trim_end().len(), "as 'row.column : row.column ..'")
            })?;
            // The list may be on its way to twice the place.
            let bytes = 3 * size_of::<Pattern>() + 16 + pattern.boxes.len() * size_of::<usize>();
            if let Err(stop) = ask(bytes as u64) {
                return Ok((certificate, Err(stop)));
            }
            certificate.patterns.push(pattern);
        }
        Ok((certificate, Ok(())))
    }

    /// Checks that the patterns prove the level unsolvable.
    ///
    /// Takes time in proportion to the patterns times the squares.
    ///
    /// # Errors
    /// The first thing that is missing for a proof.
    pub fn check(&self) -> Result<(), Flaw> {
        certain(self.check_within(&mut |_| Ok(())))
    }

    /// The same as long as `ask` has nothing against it.
    ///
    /// # Errors
    /// What `ask` says, which is nothing about the certificate.
    pub fn check_within<E>(&self, ask: &mut Ask<'_, E>) -> Result<Result<(), Flaw>, E> {
        let checker = Checker::new(self, ask)?;
        let start: Vec<usize> = self.level.boxes().collect();
        if !checker.covers(&start, self.level.player(), ask)? {
            let what = "no pattern covers the start of the level".to_owned();
            return Ok(Err(Flaw { pattern: 0, what }));
        }
        let (boxes, goals) = (start.len(), self.level.goals().count());
        let surplus = boxes.saturating_sub(goals);
        for (index, pattern) in self.patterns.iter().enumerate() {
            let flaw = |what: String| Ok(Err(Flaw { pattern: index + 1, what }));
            let astray = pattern.boxes.iter().filter(|&&square| !self.level.is_goal(square)).count();
            if astray <= surplus {
                return flaw("it may cover a solved position".to_owned());
            }
            if let Some(what) = checker.gap(pattern, &checker.regions[index], ask)? {
                return flaw(what);
            }
        }
        Ok(Ok(()))
    }
}

/// What nothing can stop.
fn certain<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

/// The one level of the text between the first line and the patterns, which begins at byte `start`.
fn level(text: &str, start: usize) -> Result<Level, Diagnostic> {
    let options =
        ReadOptions { dialect: Some("xsb".to_owned()), allow_unequal: true, ..ReadOptions::default() };
    let entries = formats::read_with(text, &options).map_err(|wrong| wrong.shifted(start))?;
    let mut entries = entries.into_iter();
    let first = entries.next().ok_or_else(|| Diagnostic::new("the certificate has no level"))?;
    if let Some(second) = entries.next() {
        let place = second.place.start + start..second.place.end + start;
        return Err(Diagnostic::new("the certificate has more than one level")
            .at(place, "the second")
            .help("a certificate is about one level; the others go"));
    }
    first.level.map_err(|wrong| wrong.shifted(start))
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
    boxes.shrink_to_fit();
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
    fn new<E>(certificate: &'c Certificate, ask: &mut Ask<'_, E>) -> Result<Self, E> {
        let all = certificate.level.boxes().count();
        let mut checker =
            Self { certificate, regions: Vec::new(), by_boxes: HashMap::new(), partial: BTreeMap::new() };
        // For each a region, an entry of the table by boxes, which is at least seven sixteenths full and may
        // be on its way to twice the place, and lists of its number.
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

    /// Whether a pattern covers the positions with `boxes` (in order, and perhaps others) and the
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

    /// What of the pushes of boxes of the pattern leads to what is not covered, in words.
    fn gap<E>(&self, pattern: &Pattern, region: &[u64], ask: &mut Ask<'_, E>) -> Result<Option<String>, E> {
        let level = &self.certificate.level;
        for &from in &pattern.boxes {
            ask(0)?;
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
                if !self.covers(&boxes, from, ask)? {
                    let (from, way) = (level.place(from), direction.name());
                    return Ok(Some(format!("nothing covers what comes of pushing the box at {from} {way}")));
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
