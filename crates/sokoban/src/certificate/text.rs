//! Certificates as text: a head line, the level, then one line per pattern.

use std::fmt::{self, Write as _};

use lurd_puzzle::{diagnostic::Diagnostic, puzzle::ReadOptions};

use crate::{
    certificate::check::{Ask, Certificate, Pattern, infallible},
    formats,
    level::Level,
    xsb,
};

/// The first line of a certificate.
const HEAD: &str = "lurd certificate 1";
const PATTERNS: &str = "patterns";

/// Why a line is no pattern.
enum BadPattern<'t> {
    NoColon,
    NoSquare(&'t str),
    NoFloor(&'t str),
    BoxTwice,
    PlayerOnBox,
}

impl fmt::Display for BadPattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoColon => f.write_str("a pattern has a colon after the player's square"),
            Self::NoSquare(word) => write!(f, "'{}' is no square", word.escape_debug()),
            Self::NoFloor(word) => write!(f, "there is no floor at {word}"),
            Self::BoxTwice => f.write_str("two boxes on one square"),
            Self::PlayerOnBox => f.write_str("the player stands on a box"),
        }
    }
}

impl Certificate {
    /// Whether a text begins like a certificate.
    pub(crate) fn is_one(text: &str) -> bool {
        text.lines().next().is_some_and(|line| line.trim_end() == HEAD)
    }

    /// The text: the level, then a line `player : boxes` per pattern, each square as `row.column` from 1.
    #[must_use]
    pub fn write(&self) -> String {
        infallible(self.write_within(&mut |_| Ok(())))
    }

    /// The same as long as `ask` returns `Ok`.
    pub(crate) fn write_within<E>(&self, ask: &mut Ask<'_, E>) -> Result<String, E> {
        let level = xsb::write_xsb(&self.level);
        let (height, width) = (self.level.height(), self.level.width());
        let digits = |number: usize| number.to_string().len();
        let square = digits(height) + ".".len() + digits(width) + " ".len();
        let pattern = |pattern: &Pattern| (pattern.boxes.len() + 1) * square + ":\n".len();
        let fixed = HEAD.len() + level.len() + PATTERNS.len() + 3;
        let max_length = fixed + self.patterns.iter().map(pattern).sum::<usize>();
        ask(max_length as u64)?;
        let mut text = String::with_capacity(max_length);
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
        debug_assert!(text.len() <= max_length, "asked for too little");
        Ok(text)
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let (certificate, whole) = Self::read_within(text, &mut |_| Ok(()))?;
        infallible(whole);
        Ok(certificate)
    }

    /// The same as long as `ask` returns `Ok`. After an error of `ask`, the certificate has the patterns read so far.
    pub(crate) fn read_within<E>(text: &str, ask: &mut Ask<'_, E>) -> Result<(Self, Result<(), E>), Diagnostic> {
        let mut lines = lines(text);
        let head = lines.next();
        if head.is_none_or(|(_, line)| line.trim_end() != HEAD) {
            return Err(Diagnostic::new("this is no certificate of lurd")
                .at(0..head.map_or(0, |(_, line)| line.len()), format!("expected '{HEAD}'")));
        }
        let start = text.find('\n').map_or(text.len(), |end| end + 1);
        let Some((end, _)) = lines.find(|(_, line)| line.trim_end() == PATTERNS) else {
            return Err(Diagnostic::new(format!("there is no line '{PATTERNS}' after the level")));
        };
        let mut certificate = Self { level: level(&text[start..end], start)?, patterns: Vec::new() };
        for (start, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let pattern = pattern(&certificate.level, line).map_err(|bad| {
                Diagnostic::new(bad.to_string())
                    .at(start..start + line.trim_end().len(), "expected 'row.column : row.column ..'")
            })?;
            // A list that grows takes three times its size for a moment.
            let bytes = 3 * size_of::<Pattern>() + 16 + pattern.boxes.len() * size_of::<usize>();
            if let Err(stop) = ask(bytes as u64) {
                return Ok((certificate, Err(stop)));
            }
            certificate.patterns.push(pattern);
        }
        Ok((certificate, Ok(())))
    }
}

/// Reads the only level of the text between the head line and the patterns, which begins at byte `start`.
fn level(text: &str, start: usize) -> Result<Level, Diagnostic> {
    let options =
        ReadOptions { dialect: Some("xsb".to_owned()), allow_unequal: true, exact: true, ..ReadOptions::default() };
    let entries = formats::read_with(text, &options).map_err(|wrong| wrong.shifted(start))?;
    let mut entries = entries.into_iter();
    let first = entries.next().ok_or_else(|| Diagnostic::new("the certificate has no level"))?;
    if let Some(second) = entries.next() {
        let place = second.place.start + start..second.place.end + start;
        return Err(Diagnostic::new("the certificate has more than one level")
            .at(place, "the second level")
            .help("a certificate is about one level: remove the others"));
    }
    first.level.map_err(|wrong| wrong.shifted(start))
}

/// The lines of a text with the bytes at which they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

fn pattern<'t>(level: &Level, line: &'t str) -> Result<Pattern, BadPattern<'t>> {
    let (player, boxes) = line.split_once(':').ok_or(BadPattern::NoColon)?;
    let player = square(level, player.trim())?;
    let mut boxes = boxes.split_whitespace().map(|word| square(level, word)).collect::<Result<Vec<_>, _>>()?;
    boxes.shrink_to_fit();
    boxes.sort_unstable();
    if boxes.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(BadPattern::BoxTwice);
    }
    if boxes.contains(&player) {
        return Err(BadPattern::PlayerOnBox);
    }
    Ok(Pattern { boxes, player })
}

fn square<'t>(level: &Level, word: &'t str) -> Result<usize, BadPattern<'t>> {
    let numbers = word.split_once('.').and_then(|(row, column)| {
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        Some((row.checked_sub(1)?, column.checked_sub(1)?))
    });
    let (row, column) = numbers.ok_or(BadPattern::NoSquare(word))?;
    if row >= level.height() || column >= level.width() || level.is_wall(row * level.width() + column) {
        return Err(BadPattern::NoFloor(word));
    }
    Ok(row * level.width() + column)
}
