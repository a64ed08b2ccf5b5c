//! Lines of several files: read one by one, and compared with those of the same level.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
};

use lurd_disk::text::text_stream;

use super::line::ResultLine;
use crate::exit::Status;

/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 64 << 20;

/// [`read_lines`] of a file.
///
/// # Errors
/// As for [`read_lines`].
pub(super) fn read_file(
    path: &Path,
    take: impl FnMut(usize, &str, ResultLine) -> Result<(), String>,
) -> Result<(u64, bool), String> {
    let reader = File::open(path).and_then(|file| text_stream(BufReader::new(file)));
    read_lines(path, reader.map_err(|error| format!("cannot read '{}': {error}", path.display()))?, take)
}

/// Reads lines and hands on each with its number, from 1, and its text. Returns the length of the whole lines in bytes, and
/// whether a part of a line follows, which is what a killed batch leaves.
///
/// # Errors
/// The file cannot be read, a line is no result, or `take` refuses one: what is wrong, with the place.
pub(super) fn read_lines(
    path: &Path,
    mut reader: impl BufRead,
    mut take: impl FnMut(usize, &str, ResultLine) -> Result<(), String>,
) -> Result<(u64, bool), String> {
    let shown = path.display();
    let (mut whole, mut bytes) = (0, Vec::new());
    for number in 1.. {
        bytes.clear();
        let read = Read::take(&mut reader, MAX_LINE).read_until(b'\n', &mut bytes);
        let length = read.map_err(|error| format!("cannot read '{shown}': {error}"))? as u64;
        if length == 0 {
            break;
        }
        if length == MAX_LINE {
            return Err(format!("{shown}:{number}: the line is larger than 64 MiB, and no result of 'batch'"));
        }
        let read = std::str::from_utf8(&bytes).map_err(|_| "it is not UTF-8".to_owned()).and_then(|text| {
            // A byte order mark is not part of the first line.
            let text = text.trim_start_matches('\u{feff}').trim_end();
            Ok((text, ResultLine::read(text)?))
        });
        let taken = match read {
            Ok((text, line)) => take(number, text, line),
            Err(_) if !bytes.ends_with(b"\n") => return Ok((whole, true)),
            Err(error) => Err(error),
        };
        taken.map_err(|error| format!("{shown}:{number}: {error}"))?;
        whole += length;
    }
    Ok((whole, false))
}

/// What lines claim about levels, to find two that cannot both be true. Lines that do not say which level they are about
/// claim nothing.
#[derive(Default)]
pub(super) struct Claims {
    levels: HashMap<String, Vec<Claim>>,
}

/// What a line claims about its level, and where it is.
struct Claim {
    status: Status,
    objective: Option<String>,
    cost: Option<u64>,
    bound: Option<u64>,
    place: String,
}

impl Claims {
    /// Adds the claims of a line.
    ///
    /// # Errors
    /// An earlier line of the level contradicts it: which one, and why.
    pub(super) fn add(&mut self, line: &ResultLine, path: &Path, number: usize) -> Result<(), String> {
        let Some(level) = &line.level else { return Ok(()) };
        let claim = Claim {
            status: line.status,
            objective: line.objective.clone(),
            cost: line.cost,
            bound: line.bound(),
            place: format!("{}:{number}", path.display()),
        };
        let known = self.levels.entry(level.clone()).or_default();
        for other in &*known {
            if let Some(reason) = claim.contradicts(other) {
                return Err(format!("it contradicts {} about the same level: {reason}", other.place));
            }
        }
        known.push(claim);
        Ok(())
    }
}

impl Claim {
    fn contradicts(&self, other: &Self) -> Option<&'static str> {
        let is_below = |one: &Self, other: &Self| one.cost.zip(other.bound).is_some_and(|(cost, bound)| cost < bound);
        match (self.status, other.status) {
            (Status::Solved, Status::Unsolvable) | (Status::Unsolvable, Status::Solved) => {
                Some("one has a solution, the other proves that there is none")
            }
            _ if self.objective == other.objective && (is_below(self, other) || is_below(other, self)) => {
                Some("one proves a lower bound above the cost of the other's solution")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::samples::line;
    use super::*;

    #[test]
    fn only_lines_of_the_same_level_contradict_each_other() {
        let path = Path::new("a");
        for (one, other, reason) in [
            ("solved 9 optimal", "solved 8 none", "a lower bound above"),
            ("solved 9 optimal", "solved 8 optimal", "a lower bound above"),
            ("unsolvable", "solved 8 none", "proves that there is none"),
            ("limit 9", "solved 8 none", "a lower bound above"),
        ] {
            for (one, other) in [(one, other), (other, one)] {
                let mut claims = Claims::default();
                // The best line of a level is not always the one that is contradicted.
                for (number, end) in [one, "limit 1", "error"].into_iter().enumerate() {
                    assert_eq!(claims.add(&line(1, "A", end), path, number + 1), Ok(()), "{end}");
                }
                let error = claims.add(&line(7, "A", other), Path::new("b"), 4).expect_err(other);
                assert!(
                    error.starts_with("it contradicts a:1 about the same level: ") && error.contains(reason),
                    "{error}"
                );
                assert_eq!(claims.add(&line(1, "B", other), path, 4), Ok(()), "another level with the same place");
                let unnamed = ResultLine { level: None, ..line(1, "A", other) };
                assert_eq!(claims.add(&unnamed, path, 5), Ok(()), "no level is named");
            }
        }
        let mut claims = Claims::default();
        for (number, end) in ["solved 9 optimal", "solved 9 none", "limit 9", "solved 10 none"].into_iter().enumerate()
        {
            assert_eq!(claims.add(&line(1, "A", end), path, number), Ok(()), "{end}");
        }
        let moves = ResultLine { objective: Some("moves".to_owned()), ..line(1, "A", "solved 3 optimal") };
        assert_eq!(claims.add(&moves, path, 9), Ok(()), "another objective");
        assert!(claims.add(&line(1, "A", "unsolvable"), path, 10).is_err());
    }
}
