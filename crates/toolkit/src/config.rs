//! The configuration file: settings by name, in TOML.
//!
//! ```toml
//! strategy = "astar"
//! time = "10s"
//! autosolve = false
//! ```

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::settings::{SettingError, Settings};
use lurd_puzzle::diagnostic::Diagnostic;

/// The number of settings that are told to be wrong one by one.
const MAX_WRONG: usize = 20;

/// Applies the settings in `text`, the content of the file `name`. Valid settings hold even if others are
/// not valid.
///
/// # Errors
/// What is not valid, with its place in the text.
pub fn configure(settings: &mut Settings, name: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Settings, Vec<(String, String)>) {
        let mut settings = Settings::default();
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
        let (settings, wrong) =
            read("time = \"5s\" # short\nnodes = 1000\nweight = 1.5\nautosolve = false\n");
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
