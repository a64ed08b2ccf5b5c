//! The settings of a session and what a search is to do.

use std::collections::BTreeMap;

use super::limits::{
    parse_memory, parse_nodes, parse_seed, parse_threads, parse_time, parse_weight, parse_width,
};
use crate::budget::Limits;
use crate::catalog::{did_you_mean, nearest};
use crate::puzzle::{Puzzle, Wish};
use crate::search::{self, STRATEGIES, Strategy};

/// What a search is to do, whatever the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The word after `--for`; the puzzle's first wish if `None`.
    pub wish: Option<String>,
    /// The strategy; `auto` if `None`.
    pub strategy: Option<Strategy>,
    /// The limits.
    pub limits: Limits,
    /// What can be set beside the strategy.
    pub settings: search::Settings,
}

impl Search {
    /// Takes the values of flags; those that are not given keep their default.
    ///
    /// # Errors
    /// The first value that cannot be read, in words.
    pub fn read<'v>(value: impl Fn(&str) -> Option<&'v str>) -> Result<Self, String> {
        let mut search = Self {
            wish: value("for").map(str::to_owned),
            strategy: value("strategy").map(strategy).transpose()?,
            ..Self::default()
        };
        if let Some(text) = value("time") {
            search.limits.time = parse_time(text).map_err(|error| format!("--time: {error}"))?;
        }
        if let Some(text) = value("memory") {
            search.limits.memory = parse_memory(text).map_err(|error| format!("--memory: {error}"))?;
        }
        if let Some(text) = value("nodes") {
            search.limits.nodes = parse_nodes(text).map_err(|error| format!("--nodes: {error}"))?;
        }
        if let Some(text) = value("seed") {
            search.settings.seed = parse_seed(text).map_err(|error| format!("--seed: {error}"))?;
        }
        if let Some(text) = value("threads") {
            search.settings.threads = parse_threads(text).map_err(|error| format!("--threads: {error}"))?;
        }
        if let Some(text) = value("weight") {
            let weight = parse_weight(text).map_err(|error| format!("--weight: {error}"))?;
            search.settings.weight = weight;
            search.settings.first_weight = weight;
        }
        if let Some(text) = value("width") {
            search.settings.width = parse_width(text).map_err(|error| format!("--width: {error}"))?;
        }
        Ok(search)
    }

    /// The wish in the puzzle's own table.
    ///
    /// # Errors
    /// The puzzle does not know it; the message names those it knows.
    pub fn wish_of(&self, puzzle: &dyn Puzzle) -> Result<&'static Wish, String> {
        let wishes = puzzle.wishes();
        let names: Vec<_> = wishes.iter().map(|wish| wish.name).collect();
        let found = match &self.wish {
            None => wishes.first(),
            Some(name) => wishes.iter().find(|wish| wish.name == name),
        };
        found.ok_or_else(|| {
            let name = self.wish.as_deref().unwrap_or_default();
            let near = did_you_mean(name, &names);
            format!("a {} cannot be solved for '{name}', only for {}{near}", puzzle.kind(), names.join(", "))
        })
    }
}

/// The strategy of that name.
///
/// # Errors
/// With the nearest name, or where to find them.
pub fn strategy(name: &str) -> Result<Strategy, String> {
    Strategy::named(name).ok_or_else(|| {
        let names: Vec<_> = STRATEGIES.iter().map(|row| row.name).collect();
        match nearest(name, &names) {
            Some(near) => format!("unknown strategy '{name}'; did you mean '{near}'?"),
            None => format!("unknown strategy '{name}'; there are {}", names.join(", ")),
        }
    })
}

/// A setting of the prompt.
struct Setting {
    name: &'static str,
    default: &'static str,
    check: fn(&str) -> Result<(), String>,
}

const SETTINGS: &[Setting] = &[
    Setting { name: "for", default: "the puzzle's first wish", check: |_| Ok(()) },
    Setting { name: "strategy", default: "auto", check: |text| strategy(text).map(drop) },
    Setting { name: "time", default: "60s", check: |text| parse_time(text).map(drop) },
    Setting {
        name: "memory",
        default: "2GiB or half of the machine's",
        check: |text| parse_memory(text).map(drop),
    },
    Setting { name: "nodes", default: "none", check: |text| parse_nodes(text).map(drop) },
    Setting { name: "threads", default: "1", check: |text| parse_threads(text).map(drop) },
    Setting { name: "seed", default: "0", check: |text| parse_seed(text).map(drop) },
    Setting {
        name: "weight",
        default: "2 for weighted-astar, 3 for ara",
        check: |text| parse_weight(text).map(drop),
    },
    Setting { name: "width", default: "1000", check: |text| parse_width(text).map(drop) },
    Setting { name: "autosolve", default: "on", check: on_or_off },
    Setting { name: "store", default: "on", check: on_or_off },
    Setting { name: "json", default: "off", check: on_or_off },
    Setting { name: "stats", default: "off", check: on_or_off },
];

fn on_or_off(text: &str) -> Result<(), String> {
    if matches!(text, "on" | "off") { Ok(()) } else { Err(format!("'{text}' is neither on nor off")) }
}

/// One line of `set`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Where the value comes from.
    pub origin: &'static str,
}

/// What was set in this session.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: BTreeMap<&'static str, String>,
}

impl Settings {
    /// What was set for `name`; `None` leaves it to the default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        let default = SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.default);
        self.get(name).or(default) == Some("on")
    }

    /// Sets a value; `default` takes it back.
    ///
    /// # Errors
    /// There is no such setting, or the value is none for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
            let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            return Err(match nearest(name, &names) {
                Some(near) => format!("unknown setting '{name}'; did you mean '{near}'?"),
                None => format!("unknown setting '{name}'; there are {}", names.join(", ")),
            });
        };
        if value == "default" {
            self.values.remove(setting.name);
            return Ok(());
        }
        (setting.check)(value)?;
        self.values.insert(setting.name, value.to_owned());
        Ok(())
    }

    /// All settings, in a fixed order.
    #[must_use]
    pub fn rows(&self) -> Vec<SettingRow> {
        SETTINGS
            .iter()
            .map(|setting| match self.get(setting.name) {
                Some(value) => SettingRow { name: setting.name, value: value.to_owned(), origin: "set here" },
                None => {
                    SettingRow { name: setting.name, value: setting.default.to_owned(), origin: "default" }
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_checked_and_can_be_taken_back() {
        let mut settings = Settings::default();
        assert!(settings.is_on("autosolve"));
        settings.set("autosolve", "off").unwrap();
        assert!(!settings.is_on("autosolve"));
        settings.set("autosolve", "default").unwrap();
        assert!(settings.is_on("autosolve"));
        assert_eq!(settings.set("tme", "1s").unwrap_err(), "unknown setting 'tme'; did you mean 'time'?");
        assert!(settings.set("time", "soon").is_err());
        assert!(settings.rows().iter().all(|row| row.origin == "default"));
    }

    #[test]
    fn flags_become_a_search() {
        let search = Search::read(|name| (name == "nodes").then_some("2M")).unwrap();
        assert_eq!(search.limits.nodes, Some(2_000_000));
        assert_eq!(search.limits.time, Limits::default().time);
        let search = Search::read(|name| (name == "weight").then_some("1.5")).unwrap();
        assert_eq!(search.settings.weight.hundredths(), 150);
        assert_eq!(search.settings.width, search::Settings::default().width);
        let error = Search::read(|name| (name == "strategy").then_some("astr")).unwrap_err();
        assert_eq!(error, "unknown strategy 'astr'; did you mean 'astar'?");
    }
}
