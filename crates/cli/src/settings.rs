//! The settings as texts, and where each comes from: `set`, or the configuration file.
//!
//! ```toml
//! strategy = "astar"
//! time = "10s"
//! autosolve = false
//! ```

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use clap::{Arg, ArgAction, CommandFactory, Parser};
use clap_complete::CompletionCandidate;
use lurd_puzzle::{catalog::nearest, diagnostic::Diagnostic};
use lurd_report::SettingRow;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{args::Settings, completion::described, registry::reason_of};

/// The values that differ from the defaults.
#[derive(Clone, Debug, Default)]
pub struct UserSettings {
    session: BTreeMap<String, String>,
    file: BTreeMap<String, String>,
    file_name: String,
    /// The values of both, as flags.
    pub(crate) all: Settings,
}

/// The settings as arguments of a parser, in the order in which `set` lists them.
pub(crate) fn settings() -> Vec<Arg> {
    Settings::command().get_arguments().filter(|arg| !arg.is_hide_set() && arg.get_id() != "help").cloned().collect()
}

pub(crate) fn name(setting: &Arg) -> &str {
    setting.get_long().unwrap_or_default()
}

/// Whether it is a flag without a value, which is on or off as a setting.
pub(crate) fn is_switch(setting: &Arg) -> bool {
    matches!(setting.get_action(), ArgAction::SetTrue)
}

/// Its default, as its help says.
fn default(setting: &Arg) -> String {
    let help = setting.get_help().map(ToString::to_string).unwrap_or_default();
    let default = help.rsplit_once("[default: ").map(|(_, default)| default.trim_end_matches(']').to_owned());
    default.unwrap_or_else(|| if is_switch(setting) { "off" } else { "none" }.to_owned())
}

/// The names of settings that begin with a word.
pub(crate) fn completions(word: &OsStr) -> Vec<CompletionCandidate> {
    described(word, settings().iter().map(|it| (name(it), it.get_help().map(ToString::to_string))))
}

/// A setting as flags of a command line.
fn words(name: &str, value: &str) -> Vec<OsString> {
    let is_switch = settings().iter().any(|it| self::name(it) == name && is_switch(it));
    match value {
        "on" if is_switch => vec![format!("--{name}").into()],
        "off" if is_switch => Vec::new(),
        // Puzzles without the objective have another.
        _ if name == "for" => vec![format!("--for-if-any={value}").into()],
        _ => vec![format!("--{name}={value}").into()],
    }
}

/// Why a setting cannot have a value; `None` if it can.
fn problem(name: &str, value: &str) -> Option<String> {
    let all = settings();
    let Some(setting) = all.iter().find(|it| self::name(it) == name) else {
        let names: Vec<_> = all.iter().map(self::name).collect();
        return Some(match nearest(name, &names) {
            Some(near) => format!("unknown setting '{name}'; did you mean '{near}'?"),
            None => format!("unknown setting '{name}'; there are {}", names.join(", ")),
        });
    };
    if is_switch(setting) && !matches!(value, "on" | "off") {
        return Some(format!("invalid value '{value}': expected on or off"));
    }
    let given = std::iter::once(OsString::from("set")).chain(words(name, value));
    let all = Settings::try_parse_from(given).map_err(|error| reason_of(&error));
    all.and_then(|all| all.search.options()).err()
}

impl UserSettings {
    /// The flags of the settings that `takes` wants.
    pub(crate) fn flags(&self, takes: impl Fn(&str) -> bool) -> Vec<OsString> {
        let of_file = self.file.iter().filter(|(name, _)| !self.session.contains_key(*name));
        let all = self.session.iter().chain(of_file);
        all.filter(|(name, _)| takes(name)).flat_map(|(name, value)| words(name, value)).collect()
    }

    /// Sets a value for this session; `default` restores the default.
    ///
    /// # Errors
    /// The setting does not exist or does not accept the value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (value, problem(name, value)) {
            ("default", _) if settings().iter().any(|it| self::name(it) == name) => {
                self.session.remove(name);
            }
            (_, Some(problem)) => return Err(problem),
            (_, None) => {
                // A time without a unit is in seconds.
                let is_bare = name == "time" && value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                self.session.insert(name.to_owned(), if is_bare { format!("{value}s") } else { value.to_owned() });
            }
        }
        self.update();
        Ok(())
    }

    fn update(&mut self) {
        let given = std::iter::once(OsString::from("set")).chain(self.flags(|_| true));
        self.all = Settings::try_parse_from(given).unwrap_or_default();
    }

    /// All settings, their values, and where these come from.
    pub(crate) fn rows(&self) -> Vec<SettingRow> {
        let row = |setting: &Arg| {
            let name = name(setting);
            let (value, origin) = match (self.session.get(name), self.file.get(name)) {
                (Some(value), _) => (value.clone(), "set here"),
                (None, Some(value)) => (value.clone(), self.file_name.as_str()),
                (None, None) => (default(setting), "default"),
            };
            SettingRow { name: name.to_owned(), value, origin: origin.to_owned() }
        };
        settings().iter().map(row).collect()
    }

    /// Takes over the settings in `text`, the content of the file `name`. Valid settings hold even if others are not valid.
    ///
    /// # Errors
    /// What is not valid, with its place in the text.
    pub(crate) fn configure(&mut self, name: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
        let table = match DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let place = error.span().unwrap_or(0..0);
                return Err(vec![Diagnostic::new(error.message().to_owned()).at(place, "")]);
            }
        };
        name.clone_into(&mut self.file_name);
        let mut wrong = Vec::new();
        for (key, value) in &table {
            let setting = key.get_ref().as_ref();
            let problem = match word(value) {
                None => Some(format!("the value of {setting} must be a string, a number or a boolean")),
                Some(value) => problem(setting, &value).or_else(|| {
                    self.file.insert(setting.to_owned(), value);
                    None
                }),
            };
            if let Some(problem) = problem {
                let place = if problem.starts_with("unknown setting") { key.span() } else { value.span() };
                wrong.push(Diagnostic::new(problem).at(place, ""));
            }
        }
        self.update();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }
}

/// A value as `set` accepts it.
fn word(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(true) => Some("on".to_owned()),
        DeValue::Boolean(false) => Some("off".to_owned()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
