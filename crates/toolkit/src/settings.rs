//! Settings of the prompt, and the configuration file.

use std::{collections::BTreeMap, fmt};

use lurd_puzzle::{
    catalog::{Item, nearest},
    diagnostic::Diagnostic,
    puzzle::Position,
};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{
    commands::{Apply, FLAGS, Flags, Values},
    play::Game,
    solve::Run,
};

/// A default that `set` and the configuration file can change: a flag that is a setting, or a switch of the
/// session alone.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Name; the flag of the same name overrides the setting.
    pub name: &'static str,
    pub default: &'static str,
    pub values: Values,
    apply: Option<Apply>,
}

/// Switches that are not flags: name and default.
const SESSION_SWITCHES: &[(&str, &str)] = &[("autosolve", "on"), ("store", "on"), ("progress", "on"), ("hints", "on")];

/// All settings, in the order in which `set` lists them.
pub fn settings() -> impl Iterator<Item = Setting> {
    let flags = FLAGS.iter().filter_map(|flag| {
        let default = flag.setting?;
        Some(Setting { name: flag.name, default, values: flag.values, apply: Some(flag.apply) })
    });
    let switches = SESSION_SWITCHES.iter();
    flags.chain(switches.map(|&(name, default)| Setting { name, default, values: Values::Switch, apply: None }))
}

impl Setting {
    fn check(&self, text: &str) -> Result<(), SettingError> {
        if matches!(self.values, Values::Switch) && !matches!(text, "on" | "off") {
            return Err(SettingError::Value(format!("invalid value '{text}': expected on or off")));
        }
        self.apply.map_or(Ok(()), |apply| apply.to(&mut Flags::default(), text)).map_err(SettingError::Value)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    Unknown(String),
    /// The setting does not accept the value: what is wrong with it.
    Value(String),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Unknown(name) => name,
            Self::Value(message) => return f.write_str(message),
        };
        let names: Vec<_> = settings().map(|setting| setting.name).collect();
        match nearest(name, &names) {
            Some(near) => write!(f, "unknown setting '{name}'; did you mean '{near}'?"),
            None => write!(f, "unknown setting '{name}'; there are {}", names.join(", ")),
        }
    }
}

impl std::error::Error for SettingError {}

fn setting(name: &str) -> Result<Setting, SettingError> {
    settings().find(|setting| setting.name == name).ok_or_else(|| SettingError::Unknown(name.to_owned()))
}

/// A value as it is shown: a time without a unit is in seconds.
fn with_unit(name: &str, value: &str) -> String {
    let is_bare = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if name == "time" && is_bare { format!("{value}s") } else { value.to_owned() }
}

/// One line of `set`: a setting, its value, and where the value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    pub name: &'static str,
    pub value: String,
    pub origin: String,
}

/// The values that differ from the defaults.
#[derive(Clone, Debug, Default)]
pub struct UserSettings {
    session: BTreeMap<&'static str, String>,
    file: BTreeMap<&'static str, String>,
    file_name: String,
}

impl UserSettings {
    /// The value of a setting; `None` for the default.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.session.get(name).or_else(|| self.file.get(name)).map(String::as_str)
    }

    pub fn is_on(&self, name: &str) -> bool {
        let default = settings().find(|setting| setting.name == name).map(|setting| setting.default);
        self.get(name).or(default) == Some("on")
    }

    /// Sets a value for this session; `default` restores the default.
    ///
    /// # Errors
    /// The setting does not exist or does not accept the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = setting(name)?;
        if value == "default" {
            self.session.remove(setting.name);
            return Ok(());
        }
        setting.check(value)?;
        self.session.insert(setting.name, with_unit(setting.name, value));
        Ok(())
    }

    pub fn row(&self, name: &str) -> Option<SettingRow> {
        self.rows().into_iter().find(|row| row.name == name)
    }

    /// Sets a value from the configuration file.
    pub(super) fn configure(&mut self, file: &str, name: &str, value: &str) -> Result<(), SettingError> {
        let setting = setting(name)?;
        setting.check(value)?;
        file.clone_into(&mut self.file_name);
        self.file.insert(setting.name, value.to_owned());
        Ok(())
    }

    /// All settings, in the order of [`settings`].
    pub fn rows(&self) -> Vec<SettingRow> {
        settings()
            .map(|Setting { name, default, .. }| {
                let (value, origin) = match (self.session.get(name), self.file.get(name)) {
                    (Some(value), _) => (value.as_str(), "set here"),
                    (None, Some(value)) => (value.as_str(), self.file_name.as_str()),
                    (None, None) => (default, "default"),
                };
                SettingRow { name, value: value.to_owned(), origin: origin.to_owned() }
            })
            .collect()
    }
}

// The configuration file: settings by name, in TOML.
//
// ```toml
// strategy = "astar"
// time = "10s"
// autosolve = false
// ```

/// Maximum number of invalid settings reported individually.
const MAX_WRONG: usize = 20;

/// Applies the settings in `text`, the content of the file `name`. Valid settings hold even if others are not valid.
///
/// # Errors
/// What is not valid, with its place in the text.
pub fn configure(settings: &mut UserSettings, name: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let place = error.span().unwrap_or(0..0);
            return Err(vec![Diagnostic::new(error.message().to_owned()).at(place, "")]);
        }
    };
    let (mut wrong, mut more) = (Vec::new(), 0_usize);
    for (key, value) in &table {
        if wrong.len() == MAX_WRONG {
            more += 1;
            continue;
        }
        let Some(word) = word(value) else {
            let message = format!("the value of {} must be a string, a number or a boolean", key.get_ref());
            wrong.push(Diagnostic::new(message).at(value.span(), ""));
            continue;
        };
        if let Err(error) = settings.configure(name, key.get_ref(), &word) {
            let is_unknown = matches!(error, SettingError::Unknown(_));
            let place = if is_unknown { key.span() } else { value.span() };
            wrong.push(Diagnostic::new(error.to_string()).at(place, ""));
        }
    }
    if more > 0 {
        wrong.push(Diagnostic::new(format!("{more} more settings of the file were not read")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
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

// The state of the prompt: the game of the current puzzle, and the settings.

/// What the prompt remembers between commands.
#[derive(Default)]
pub struct Session {
    /// The current puzzle and how far it has been played.
    pub game: Option<Game>,
    /// Whether a line mode has lent the current puzzle, so that no other may take its place.
    pub is_lent: bool,
    /// The defaults of flags.
    pub settings: UserSettings,
}

impl Session {
    /// Makes `item` the current puzzle unless that is lent; returns the item if it is not a puzzle.
    pub fn load(&mut self, item: Item) -> Result<(), Box<Item>> {
        let game = Game::new(item)?;
        if !self.is_lent {
            self.game = Some(game);
        }
        Ok(())
    }

    pub fn position(&self) -> Option<&dyn Position> {
        self.game.as_ref().map(Game::position)
    }

    /// Remembers the answer of a search from the current position, if it has one.
    pub fn remember(&mut self, run: &Run) {
        if let Some(game) = &mut self.game {
            let from = game.bookmark();
            game.remember(run, from);
        }
    }

    /// Whether `text` reads as actions of the current puzzle.
    pub fn reads_actions(&self, text: &str) -> bool {
        !text.trim().is_empty() && self.game.as_ref().is_some_and(|game| game.reads(text).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_checked_and_can_be_taken_back() {
        let mut settings = UserSettings::default();
        assert!(settings.is_on("autosolve"));
        settings.set("autosolve", "off").unwrap();
        assert!(!settings.is_on("autosolve"));
        settings.set("autosolve", "default").unwrap();
        assert!(settings.is_on("autosolve"));
        assert_eq!(settings.set("tme", "1s").unwrap_err().to_string(), "unknown setting 'tme'; did you mean 'time'?");
        assert_eq!(
            settings.set("time", "soon").unwrap_err().to_string(),
            "invalid time 'soon': expected 60s, 500ms, 2m or none"
        );
        settings.set("time", "10").unwrap();
        assert_eq!(settings.row("time").map(|row| row.value), Some("10s".to_owned()));
        settings.set("time", "default").unwrap();
        assert!(settings.rows().iter().all(|row| row.origin == "default"));
    }

    #[test]
    fn what_is_set_here_comes_before_the_file() {
        let mut settings = UserSettings::default();
        settings.configure("c.toml", "time", "5s").unwrap();
        assert_eq!(settings.get("time"), Some("5s"));
        settings.set("time", "7s").unwrap();
        assert_eq!(settings.get("time"), Some("7s"));
        settings.set("time", "default").unwrap();
        let row = settings.rows().into_iter().find(|row| row.name == "time").expect("a row");
        assert_eq!((row.value.as_str(), row.origin.as_str()), ("5s", "c.toml"));
    }
}

#[cfg(test)]
mod config_tests {
    use super::*;

    fn read(text: &str) -> (UserSettings, Vec<(String, String)>) {
        let mut settings = UserSettings::default();
        let wrong = configure(&mut settings, "c.toml", text).err().unwrap_or_default();
        let wrong = wrong
            .into_iter()
            .map(|diagnostic| {
                let place = diagnostic.place.map(|place| text[place].to_owned()).unwrap_or_default();
                (diagnostic.message, place)
            })
            .collect();
        (settings, wrong)
    }

    #[test]
    fn settings_of_every_kind() {
        let (settings, wrong) = read("time = \"5s\" # short\nnodes = 1000\nweight = 1.5\nautosolve = false\n");
        assert_eq!(wrong, []);
        assert_eq!((settings.get("time"), settings.get("nodes")), (Some("5s"), Some("1000")));
        assert!(settings.get("weight") == Some("1.5") && !settings.is_on("autosolve"));
    }

    #[test]
    fn what_is_wrong_has_its_place_and_the_rest_is_taken() {
        let (settings, wrong) = read("tme = 5\nstrategy = \"astr\"\nnodes = [1]\nseed = 7\n");
        assert_eq!(settings.get("seed"), Some("7"));
        let wrong: Vec<_> = wrong.iter().map(|(message, place)| (message.as_str(), place.as_str())).collect();
        assert_eq!(wrong.len(), 3);
        for expected in [
            ("unknown setting 'tme'; did you mean 'time'?", "tme"),
            ("unknown strategy 'astr'; did you mean 'astar'?", "\"astr\""),
            ("the value of nodes must be a string, a number or a boolean", "[1]"),
        ] {
            assert!(wrong.contains(&expected), "{wrong:?}");
        }
    }

    #[test]
    fn many_mistakes_are_told_by_the_first_ones() {
        let lines: Vec<String> = (0..5_000).map(|number| format!("unknown{number} = 1\n")).collect();
        let text = lines.concat();
        let (_, wrong) = read(&text);
        assert_eq!(wrong.len(), MAX_WRONG + 1);
        assert_eq!(wrong[MAX_WRONG].0, "4980 more settings of the file were not read");
    }

    #[test]
    fn no_toml_at_all() {
        let (_, wrong) = read("time = = 5");
        assert_eq!(wrong.len(), 1);
        assert!(!wrong[0].0.is_empty());
    }
}
