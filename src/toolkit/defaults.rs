//! The defaults of a session: what was set here, or else what the configuration file says, or else
//! what is built in.

use std::collections::BTreeMap;

use super::limits::{
    parse_memory, parse_nodes, parse_seed, parse_threads, parse_ties, parse_time, parse_weight, parse_width,
};
use super::settings::strategy;
use crate::catalog::nearest;

/// What completes the value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Numbers, limits: nothing to choose from.
    Free,
    /// `on` or `off`.
    Switch,
    /// The name of a strategy.
    Strategy,
    /// An objective of some puzzle.
    Objective,
}

/// A setting.
pub struct Setting {
    /// Its name; flags of that name come first.
    pub name: &'static str,
    /// What holds unless it is set, in words.
    pub default: &'static str,
    /// What may stand there.
    pub values: Values,
    check: fn(&str) -> Result<(), String>,
}

/// All settings, in the order in which `set` lists them.
pub const SETTINGS: &[Setting] = &[
    free("for", "the puzzle's first objective", Values::Objective, |_| Ok(())),
    free("strategy", "auto", Values::Strategy, |text| strategy(text).map(drop)),
    free("time", "60s", Values::Free, |text| parse_time(text).map(drop)),
    free("memory", "2GiB or half of the machine's", Values::Free, |text| parse_memory(text).map(drop)),
    free("nodes", "none", Values::Free, |text| parse_nodes(text).map(drop)),
    free("threads", "1", Values::Free, |text| parse_threads(text).map(drop)),
    free("seed", "0", Values::Free, |text| parse_seed(text).map(drop)),
    free("weight", "2 for weighted-astar, 3 for ara", Values::Free, |text| parse_weight(text).map(drop)),
    free("ties", "deep", Values::Free, |text| parse_ties(text).map(drop)),
    free("width", "1000", Values::Free, |text| parse_width(text).map(drop)),
    free("pad", "assumed", Values::Free, |_| Ok(())),
    switch("autosolve", "on"),
    switch("first", "off"),
    switch("store", "on"),
    switch("json", "off"),
    switch("stats", "off"),
    switch("progress", "on"),
    switch("hints", "on"),
];

const fn free(
    name: &'static str,
    default: &'static str,
    values: Values,
    check: fn(&str) -> Result<(), String>,
) -> Setting {
    Setting { name, default, values, check }
}

const fn switch(name: &'static str, default: &'static str) -> Setting {
    Setting { name, default, values: Values::Switch, check: on_or_off }
}

fn on_or_off(text: &str) -> Result<(), String> {
    if matches!(text, "on" | "off") {
        Ok(())
    } else {
        Err(format!("invalid value '{text}': expected on or off"))
    }
}

/// The setting of that name.
///
/// # Errors
/// With the nearest name, or all of them.
fn setting(name: &str) -> Result<&'static Setting, String> {
    SETTINGS.iter().find(|setting| setting.name == name).ok_or_else(|| {
        let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
        match nearest(name, &names) {
            Some(near) => format!("unknown setting '{name}'; did you mean '{near}'?"),
            None => format!("unknown setting '{name}'; there are {}", names.join(", ")),
        }
    })
}

/// A value as it is shown: a time without a unit is in seconds.
fn with_unit(name: &str, value: &str) -> String {
    let is_bare = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if name == "time" && is_bare { format!("{value}s") } else { value.to_owned() }
}

/// One line of `set`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Where the value comes from.
    pub origin: String,
}

/// What is set, and by whom.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    here: BTreeMap<&'static str, String>,
    /// From the configuration file.
    file: BTreeMap<&'static str, String>,
    /// Its name.
    file_name: String,
}

impl Settings {
    /// What was set for `name`; `None` leaves it to the default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.here.get(name).or_else(|| self.file.get(name)).map(String::as_str)
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        let default = SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.default);
        self.get(name).or(default) == Some("on")
    }

    /// Sets a value for this session; `default` takes it back.
    ///
    /// # Errors
    /// There is no such setting, or the value is none for it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let setting = setting(name)?;
        if value == "default" {
            self.here.remove(setting.name);
            return Ok(());
        }
        (setting.check)(value)?;
        self.here.insert(setting.name, with_unit(setting.name, value));
        Ok(())
    }

    /// The line of one setting.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<SettingRow> {
        self.rows().into_iter().find(|row| row.name == name)
    }

    /// Takes a value that stands in the configuration file.
    ///
    /// # Errors
    /// As [`Settings::set`].
    pub(super) fn configure(&mut self, file: &str, name: &str, value: &str) -> Result<(), String> {
        let setting = setting(name)?;
        (setting.check)(value)?;
        file.clone_into(&mut self.file_name);
        self.file.insert(setting.name, value.to_owned());
        Ok(())
    }

    /// All settings, in a fixed order.
    #[must_use]
    pub fn rows(&self) -> Vec<SettingRow> {
        SETTINGS
            .iter()
            .map(|&Setting { name, default, .. }| {
                let (value, origin) = match (self.here.get(name), self.file.get(name)) {
                    (Some(value), _) => (value.as_str(), "set here"),
                    (None, Some(value)) => (value.as_str(), self.file_name.as_str()),
                    (None, None) => (default, "default"),
                };
                SettingRow { name, value: value.to_owned(), origin: origin.to_owned() }
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
        assert_eq!(
            settings.set("time", "soon").unwrap_err(),
            "invalid time 'soon': expected 60s, 500ms, 2m or none"
        );
        settings.set("time", "10").unwrap();
        assert_eq!(settings.row("time").map(|row| row.value), Some("10s".to_owned()));
        settings.set("time", "default").unwrap();
        assert!(settings.rows().iter().all(|row| row.origin == "default"));
    }

    #[test]
    fn what_is_set_here_comes_before_the_file() {
        let mut settings = Settings::default();
        settings.configure("c.toml", "time", "5s").unwrap();
        assert_eq!(settings.get("time"), Some("5s"));
        settings.set("time", "7s").unwrap();
        assert_eq!(settings.get("time"), Some("7s"));
        settings.set("time", "default").unwrap();
        let row = settings.rows().into_iter().find(|row| row.name == "time").expect("a row");
        assert_eq!((row.value.as_str(), row.origin.as_str()), ("5s", "c.toml"));
    }
}
