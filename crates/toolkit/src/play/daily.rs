//! The level of a day: generated with the date as its seed, so that it is the same for everybody.

use std::time::{SystemTime, UNIX_EPOCH};

use lurd_engine::program::budget::{Cancel, Limits, Observer};
use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{Difficulty, GenerateOptions};

use crate::generate::generate;

/// The kind of puzzle that is played every day.
const KIND: &str = "sokoban";
/// The classes by day of the week, from Monday: harder towards the end of the week.
const CLASSES: [Difficulty; 7] = {
    use Difficulty::{Easy, Hard, Medium};
    [Easy, Easy, Medium, Medium, Medium, Hard, Hard]
};

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    year: u64,
    month: u64,
    /// The day of the month.
    date: u64,
    /// From Monday, 0.
    weekday: usize,
}

impl Day {
    /// Today in UTC.
    pub fn today() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::after_epoch(since.as_secs() / 86_400)
    }

    /// The day that many days after the first of January 1970. Counted in years that begin in March, where the leap
    /// day is the last one.
    fn after_epoch(days: u64) -> Self {
        /// Days of 400 years, and those from the first of March 0000 to the epoch.
        const ERA: u64 = 146_097;
        const BEFORE: u64 = 719_468;
        let (era, day) = ((days + BEFORE) / ERA, (days + BEFORE) % ERA);
        // Leap days are left out of the count: one every 4 years, but not every 100, and the last of the era.
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // The months from March on have 153 days every five.
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let is_next_year = month >= 10;
        Self {
            year: era * 400 + year + u64::from(is_next_year),
            month: if is_next_year { month - 9 } else { month + 3 },
            date: day,
            weekday: usize::try_from((days + 3) % 7).unwrap_or(0),
        }
    }

    /// `2026-11-23`.
    fn name(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.date)
    }

    fn seed(self) -> u64 {
        self.year * 10_000 + self.month * 100 + self.date
    }
}

/// The level of a day; `None` if it was interrupted.
///
/// # Errors
/// There is no such level: this kind of puzzle is not in the catalog, or nothing was found.
pub fn daily(
    catalog: &Catalog,
    day: Day,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Option<Item>, String> {
    let plugin = catalog.plugins().find(|plugin| plugin.name() == KIND);
    let plugin = plugin.ok_or_else(|| format!("there are no {KIND} puzzles here"))?;
    let options = GenerateOptions {
        seed: day.seed(),
        count: 1,
        size: None,
        boxes: None,
        difficulty: CLASSES[day.weekday],
        style: None,
        longest: None,
    };
    let limits = Limits { time: None, ..Limits::usual() };
    let mut generation = generate(plugin, &options, limits, cancel, observer);
    match (generation.puzzles.pop(), generation.end) {
        (Some(generated), _) => {
            let name = day.name();
            Ok(Some(Item::of_puzzle(generated.puzzle, &format!("daily {name}"), &format!("daily/{name}"))))
        }
        (None, Ok(())) => Ok(None),
        (None, Err(unanswered)) => match (unanswered.limit(), unanswered.reason()) {
            (Some(limit), _) => Err(format!("no level: the {} limit was reached", limit.describe())),
            (None, Some(reason)) => Err(reason.to_owned()),
            (None, None) => Ok(None),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (days, name, weekday) in [
            (0, "1970-01-01", 3),
            (58, "1970-02-28", 5),
            (59, "1970-03-01", 6),
            (11_016, "2000-02-29", 1),
            (11_017, "2000-03-01", 2),
            (20_780, "2026-11-23", 0),
            (47_540, "2100-02-28", 6),
            (47_541, "2100-03-01", 0),
        ] {
            let day = Day::after_epoch(days);
            assert_eq!((day.name(), day.weekday), (name.to_owned(), weekday), "{days}");
        }
        assert_eq!(Day::after_epoch(20_780).seed(), 20_261_123);
    }

    /// The days of four hundred years follow each other.
    #[test]
    fn every_day_has_a_name_of_its_own() {
        let mut before = Day::after_epoch(0);
        for days in 1..146_097 {
            let day = Day::after_epoch(days);
            let is_next = day.seed() == before.seed() + 1;
            assert!(is_next || (day.date == 1 && day.seed() > before.seed()), "{}", day.name());
            before = day;
        }
        assert_eq!(before.name(), "2369-12-31");
    }
}
