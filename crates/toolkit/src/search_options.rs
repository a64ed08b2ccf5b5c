//! Options of a search, independent of the puzzle, and the values of flags and settings.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr, time::Duration};

use lurd_engine::program::{
    budget::{Budget, Cancel, Limits, Observer},
    outcome::Weight,
    search::{self, STRATEGIES, Strategy},
};
use lurd_puzzle::{
    catalog::{did_you_mean, nearest},
    puzzle::{Difficulty, Objective, Puzzle},
};

use crate::themes::ThemeName;

/// Options of a search, as given by flags and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Name of the objective; the puzzle's first one if `None`.
    pub objective: Option<String>,
    /// Whether puzzles without that objective use their first one instead of failing.
    pub objective_is_default: bool,
    /// The strategy; `auto` if `None`.
    pub strategy: Option<Strategy>,
    /// Limits of time, memory and expansions.
    pub limits: Limits,
    /// Parameters of the strategies.
    pub settings: search::Settings,
    /// Names of pruning rules to disable.
    pub without: Vec<String>,
    /// Whether the time of rules is measured, and what parts and rules did is returned.
    pub is_measured: bool,
    /// Whether the expansions are recorded.
    pub is_traced: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            objective: None,
            objective_is_default: false,
            strategy: None,
            limits: Limits::usual(),
            settings: search::Settings::default(),
            without: Vec::new(),
            is_measured: false,
            is_traced: false,
        }
    }
}

impl SearchOptions {
    /// The budget of a search, whose time starts now.
    pub(super) fn budget<'o>(&self, cancel: &Cancel, observer: &'o mut dyn Observer) -> Budget<'o> {
        let mut budget = Budget::new(self.limits, cancel.clone(), observer);
        if self.is_measured {
            budget.measure_rules();
        }
        if self.is_traced {
            budget.record_expansions();
        }
        budget
    }

    /// The parameters for a puzzle, with the bits of its disabled rules.
    pub fn settings_for(&self, puzzle: &dyn Puzzle) -> Result<search::Settings, String> {
        let rules: Vec<_> = puzzle.rules().iter().map(|row| row.name).collect();
        let mut settings = self.settings;
        for name in &self.without {
            let Some(at) = rules.iter().position(|rule| rule == name) else {
                let kind = puzzle.kind();
                return Err(if rules.is_empty() {
                    format!("--without: {kind} puzzles have no rules to disable")
                } else {
                    let near = did_you_mean(name, &rules);
                    format!("--without: {kind} puzzles have no rule '{name}', only {}{near}", rules.join(", "))
                });
            };
            settings.without |= 1 << at;
        }
        Ok(settings)
    }

    /// The puzzle's objective of the name given.
    pub fn objective_of(&self, puzzle: &dyn Puzzle) -> Result<&'static Objective, String> {
        let objectives = puzzle.objectives();
        let names: Vec<_> = objectives.iter().map(|objective| objective.name).collect();
        let found = match &self.objective {
            None => objectives.first(),
            Some(name) => {
                let default = objectives.first().filter(|_| self.objective_is_default);
                objectives.iter().find(|objective| objective.name == name).or(default)
            }
        };
        found.ok_or_else(|| {
            let name = self.objective.as_deref().unwrap_or_default();
            let near = did_you_mean(name, &names);
            let kind = puzzle.kind();
            format!("{kind} puzzles cannot be solved for '{name}', only for {}{near}", names.join(", "))
        })
    }
}

// Values of flags and settings: limits (`60s`, `2GiB`, `2M`, `none`), and parameters of strategies. Each
// error names the value and what is expected instead.

/// Reads `60s`, `500ms`, `2m`, `1h`, `none`; a bare number is seconds.
pub fn parse_time(text: &str) -> Result<Option<Duration>, String> {
    let units = [("", 1.0), ("s", 1.0), ("ms", 1e-3), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
    limit(text, "time", "60s, 500ms, 2m or none", &units, |seconds| Duration::try_from_secs_f64(seconds).ok())
}

/// Reads `2GiB`, `64MiB`, `500MB`, `1000000`, `none`.
pub fn parse_memory(text: &str) -> Result<Option<u64>, String> {
    const KIB: f64 = 1024.0;
    let binary = [("", 1.0), ("b", 1.0), ("kib", KIB), ("mib", KIB * KIB), ("gib", KIB * KIB * KIB)];
    let others = [("k", KIB), ("m", KIB * KIB), ("g", KIB * KIB * KIB), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9)];
    limit(text, "amount of memory", "2GiB, 64MiB or none", &[&binary[..], &others].concat(), whole)
}

/// Reads `1000`, `200k`, `2M`, `none`.
pub fn parse_nodes(text: &str) -> Result<Option<u64>, String> {
    let units = [("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9)];
    limit(text, "number of expansions", "1000, 2M or none", &units, whole)
}

/// Reads a number with one of these units, or `none`; `of` is the limit for the number of basic units.
fn limit<T>(
    text: &str,
    what: &str,
    expected: &str,
    units: &[(&str, f64)],
    of: impl Fn(f64) -> Option<T>,
) -> Result<Option<T>, String> {
    let trimmed = text.trim();
    if trimmed == "none" {
        return Ok(None);
    }
    let end = trimmed.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(trimmed.len());
    let (number, unit) = trimmed.split_at(end);
    let unit = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim_start()));
    let read = || of(number.parse::<f64>().ok()? * unit?.1);
    read().map(Some).ok_or_else(|| format!("invalid {what} '{text}': expected {expected}"))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked, and fractions are cut off")]
fn whole(number: f64) -> Option<u64> {
    (0.0..=1e18).contains(&number).then_some(number as u64)
}

/// Reads a number of a range.
pub fn parse_number<T: FromStr + PartialOrd + Display>(text: &str, range: RangeInclusive<T>) -> Result<T, String> {
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("invalid number '{text}': expected {} to {}", range.start(), range.end()))
}

/// Reads one of these names.
fn named<T: Copy>(text: &str, what: &str, known: &[(&'static str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        unknown(text, what, &names)
    })
}

/// The error of a text that is none of these names.
fn unknown(text: &str, what: &str, names: &[&str]) -> String {
    match nearest(text, names) {
        Some(near) => format!("unknown {what} '{text}'; did you mean '{near}'?"),
        None => format!("invalid {what} '{text}': expected {}", alternatives(names)),
    }
}

/// `a, b or c`: the values that a message expects.
#[must_use]
pub fn alternatives<S: AsRef<str>>(values: &[S]) -> String {
    let values: Vec<_> = values.iter().map(AsRef::as_ref).collect();
    match values.as_slice() {
        [] => String::new(),
        [value] => (*value).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// Reads the name of a theme.
pub fn parse_theme(text: &str) -> Result<ThemeName, String> {
    named(text, "theme", &ThemeName::ALL)
}

/// Reads `8x7`: columns and rows.
pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').map(|(columns, rows)| (columns.parse(), rows.parse()));
    match sides {
        Some((Ok(columns), Ok(rows))) => Ok((columns, rows)),
        _ => Err(format!("invalid size '{text}': expected columns and rows, such as 8x7")),
    }
}

/// Reads a class of difficulty.
pub fn parse_difficulty(text: &str) -> Result<Difficulty, String> {
    named(text, "class", &Difficulty::ALL)
}

/// Reads a weight, rounded to hundredths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
pub fn parse_weight(text: &str) -> Result<Weight, String> {
    let weight = parse_number(text, 1.0..=1000.0)?;
    Ok(Weight::from_hundredths((weight * 100.0_f64).round() as u32))
}

pub fn parse_strategy(name: &str) -> Result<Strategy, String> {
    let lower = name.to_ascii_lowercase();
    // As textbooks and papers write them.
    let usual = match lower.replace('*', "-star").as_str() {
        "a-star" => "astar",
        "wa-star" | "weighted-a-star" => "weighted-astar",
        "ida-star" => "idastar",
        "ucs" | "uniform-cost" | "dijkstra" => "uniform",
        "gbfs" | "best-first" => "greedy",
        "breadth-first" => "bfs",
        "depth-first" => "dfs",
        _ => &lower,
    };
    Strategy::named(usual)
        .ok_or_else(|| unknown(name, "strategy", &STRATEGIES.iter().map(|row| row.name).collect::<Vec<_>>()))
}

#[cfg(test)]
mod parse_values_tests {
    use super::*;

    #[test]
    fn limits_are_read_as_people_write_them() {
        let millis = |text| parse_time(text).map(|time| time.map(|time| time.as_millis()));
        for (text, wanted) in [("60s", 60_000), ("500ms", 500), ("2m", 120_000), ("1.5s", 1500), ("3", 3000), ("0s", 0)]
        {
            assert_eq!(millis(text), Ok(Some(wanted)), "{text}");
        }
        for (text, wanted) in
            [("2GiB", 2 << 30), ("64MiB", 64 << 20), ("64 mib", 64 << 20), ("5MB", 5_000_000), ("7", 7)]
        {
            assert_eq!(parse_memory(text), Ok(Some(wanted)), "{text}");
        }
        for (text, wanted) in [("1000", 1000), ("2M", 2_000_000), ("1.5k", 1500)] {
            assert_eq!(parse_nodes(text), Ok(Some(wanted)), "{text}");
        }
        assert_eq!((parse_time("none"), parse_memory("none"), parse_nodes("none")), (Ok(None), Ok(None), Ok(None)));
    }

    #[test]
    fn numbers_for_strategies() {
        assert_eq!(parse_number("42", 0..=u64::MAX), Ok(42));
        assert_eq!(parse_weight("1.25"), Ok(Weight::from_hundredths(125)));
        for text in ["0.5", "-2", "NaN", "inf", "1001", "much"] {
            assert!(parse_weight(text).is_err(), "{text}");
        }
        for text in ["-1", "0", "4294967296", "1.5", ""] {
            let expected = format!("invalid number '{text}': expected 1 to 4294967295");
            assert_eq!(parse_number(text, 1..=u32::MAX), Err(expected));
        }
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in ["", "s", "-1s", "1x", "1e9s", "99999999999999999999999h", "..", "\u{661}s"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        assert_eq!(parse_nodes("many").unwrap_err(), "invalid number of expansions 'many': expected 1000, 2M or none");
        assert!(parse_memory("99999999999GiB").is_err());
    }
}
