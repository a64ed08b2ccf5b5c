//! Options of a search, independent of the puzzle, and the values of flags and settings.

use std::time::Duration;

use lurd_engine::program::{
    budget::{Budget, Cancel, Limits, Observer},
    outcome::Weight,
    search::{self, STRATEGIES, Strategy},
};
use lurd_puzzle::{
    catalog::{did_you_mean, nearest},
    puzzle::{Difficulty, Objective, Puzzle},
    reasons,
};

use crate::themes::ThemeName;

reasons! {
    /// Why a puzzle cannot be solved with an option: it does not have that objective or rule.
    UnfitOption;
}

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
    pub fn settings_for(&self, puzzle: &dyn Puzzle) -> Result<search::Settings, UnfitOption> {
        let rules: Vec<_> = puzzle.rules().iter().map(|row| row.name).collect();
        let mut settings = self.settings;
        for name in &self.without {
            let Some(at) = rules.iter().position(|rule| rule == name) else {
                let kind = puzzle.kind();
                return Err(UnfitOption::from(if rules.is_empty() {
                    format!("--without: {kind} puzzles have no rules to disable")
                } else {
                    let near = did_you_mean(name, &rules);
                    format!("--without: {kind} puzzles have no rule '{name}', only {}{near}", rules.join(", "))
                }));
            };
            settings.without |= 1 << at;
        }
        Ok(settings)
    }

    /// The puzzle's objective of the name given.
    pub fn objective_of(&self, puzzle: &dyn Puzzle) -> Result<&'static Objective, UnfitOption> {
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
            format!("{kind} puzzles cannot be solved for '{name}', only for {}{near}", names.join(", ")).into()
        })
    }
}

// Values of flags and settings: limits (`60s`, `2GiB`, `2M`, `none`), and parameters of strategies. Each
// error names the value and what is expected instead.

/// Reads `60s`, `500ms`, `2m`, `1h`, `none`; a bare number is seconds.
pub fn parse_time(text: &str) -> Result<Option<Duration>, String> {
    let wrong = || format!("invalid time '{text}': expected 60s, 500ms, 2m or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let seconds = match unit {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * seconds).map(Some).map_err(|_| wrong())
}

/// Reads `2GiB`, `64MiB`, `500MB`, `1000000`, `none`.
pub fn parse_memory(text: &str) -> Result<Option<u64>, String> {
    let wrong = || format!("invalid amount of memory '{text}': expected 2GiB, 64MiB or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kib" | "k" => 1024.0,
        "mib" | "m" => 1_048_576.0,
        "gib" | "g" => 1_073_741_824.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        _ => return Err(wrong()),
    };
    whole(number * bytes).map(Some).ok_or_else(wrong)
}

/// Reads `1000`, `200k`, `2M`, `none`.
pub fn parse_nodes(text: &str) -> Result<Option<u64>, String> {
    let wrong = || format!("invalid number of expansions '{text}': expected 1000, 2M or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let times = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        _ => return Err(wrong()),
    };
    whole(number * times).map(Some).ok_or_else(wrong)
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

/// Reads a seed: any whole number of 64 bits.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("invalid seed '{text}': expected a whole number, 0 or 42"))
}

/// Reads the name of a theme.
pub fn parse_theme(text: &str) -> Result<ThemeName, String> {
    ThemeName::of(text).ok_or_else(|| {
        let names = ThemeName::ALL.map(|(name, _)| name);
        match nearest(text, &names) {
            Some(near) => format!("unknown theme '{text}'; did you mean '{near}'?"),
            None => format!("invalid theme '{text}': expected {}", alternatives(&names)),
        }
    })
}

/// Reads what the squares outside a board are.
pub fn parse_outside(text: &str) -> Result<bool, String> {
    if text == "wall" { Ok(true) } else { Err(format!("invalid value '{text}': expected wall")) }
}

/// Reads the number of puzzles to generate, or of their boxes.
pub fn parse_count(text: &str) -> Result<usize, String> {
    const MAX_COUNT: usize = 100_000;
    let number = text.trim().parse().ok().filter(|number| (1..=MAX_COUNT).contains(number));
    number.ok_or_else(|| format!("invalid number '{text}': expected 1 to {MAX_COUNT}, such as 20"))
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
    Difficulty::named(text).ok_or_else(|| {
        format!("invalid class '{text}': expected {}", alternatives(&Difficulty::ALL.map(|(name, _)| name)))
    })
}

pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(threads) if threads > 0 => Ok(threads),
        _ => Err(format!("invalid number of threads '{text}': expected 1 or more")),
    }
}

/// Reads a weight from 1 to 1000, rounded to hundredths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
pub fn parse_weight(text: &str) -> Result<Weight, String> {
    match text.trim().parse::<f64>() {
        Ok(weight) if (1.0..=1000.0).contains(&weight) => Ok(Weight::from_hundredths((weight * 100.0).round() as u32)),
        _ => Err(format!("invalid weight '{text}': expected a number from 1 to 1000, such as 1.5")),
    }
}

pub fn parse_width(text: &str) -> Result<u32, String> {
    match text.trim().parse() {
        Ok(width) if width > 0 => Ok(width),
        _ => Err(format!("invalid width '{text}': expected 1 or more, such as 1000")),
    }
}

pub fn parse_strategy(name: &str) -> Result<Strategy, String> {
    let lower = name.to_ascii_lowercase();
    let alias = STRATEGY_ALIASES.iter().find(|(alias, _)| *alias == lower);
    Strategy::named(alias.map_or(lower.as_str(), |(_, name)| name)).ok_or_else(|| {
        let names: Vec<_> = STRATEGIES.iter().map(|row| row.name).collect();
        match nearest(name, &names) {
            Some(near) => format!("unknown strategy '{name}'; did you mean '{near}'?"),
            None => format!("invalid strategy '{name}': expected {}", alternatives(&names)),
        }
    })
}

/// Other names of strategies, as textbooks and papers write them.
pub const STRATEGY_ALIASES: &[(&str, &str)] = &[
    ("a*", "astar"),
    ("a-star", "astar"),
    ("beam-search", "beam"),
    ("best-first", "greedy"),
    ("breadth-first", "bfs"),
    ("depth-first", "dfs"),
    ("dijkstra", "uniform"),
    ("gbfs", "greedy"),
    ("ida*", "idastar"),
    ("id-dfs", "iddfs"),
    ("ucs", "uniform"),
    ("uniform-cost", "uniform"),
    ("wa*", "weighted-astar"),
    ("weighted-a*", "weighted-astar"),
];

/// Reads a count from `least` to 10000.
pub fn parse_times(text: &str, least: usize) -> Result<usize, String> {
    const MAX_TIMES: usize = 10_000;
    match text.trim().parse() {
        Ok(times) if (least..=MAX_TIMES).contains(&times) => Ok(times),
        _ => Err(format!("invalid number '{text}': expected {least} to {MAX_TIMES}")),
    }
}

/// Splits a number from its unit; `None` for `none`.
fn split(text: &str, wrong: impl Fn() -> String) -> Result<Option<(f64, &str)>, String> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| wrong())?;
    Ok(Some((number, text[end..].trim_start())))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked, and fractions are cut off")]
fn whole(number: f64) -> Option<u64> {
    (0.0..=1e18).contains(&number).then_some(number as u64)
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
        assert_eq!((parse_seed("42"), parse_width("5")), (Ok(42), Ok(5)));
        assert_eq!(parse_weight("1.25"), Ok(Weight::from_hundredths(125)));
        for text in ["0.5", "-2", "NaN", "inf", "1001", "much"] {
            assert!(parse_weight(text).is_err(), "{text}");
        }
        assert!(parse_threads("0").is_err() && parse_threads("2") == Ok(2));
        assert!(parse_seed("-1").is_err() && parse_width("0").is_err() && parse_width("4294967296").is_err());
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
