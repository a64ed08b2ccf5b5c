//! What comes into the page: the built-in puzzles, keys, and errors in texts.

use anstream::adapter::strip_str;
use lurd::catalog::{self, Catalog, InputError};
use lurd_report as report;
use lurd_toolkit::keys::{Key, Pressed};
use serde_json::{Value, json};

/// The built-in plug-ins and collections.
pub(crate) fn builtin() -> Catalog {
    catalog::builtin()
}

/// A key with a name of the browsers.
pub(crate) fn pressed(name: &str, shift: bool, control: bool, alt: bool) -> Option<Pressed> {
    Key::named(name, shift).map(|key| Pressed { key, shift, control, alt })
}

/// An error in an input, with its place and its remedy, as the terminal shows it.
pub(crate) fn diagnostic(error: &InputError) -> Value {
    let source = error.source.as_deref();
    let text = report::complaint(&error.diagnostic, source);
    let place = source.zip(error.diagnostic.place.as_ref()).and_then(|(source, place)| {
        let before = source.text.get(..place.start)?;
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Some(json!({ "line": line, "column": column }))
    });
    json!({ "error": {
        "message": report::escaped(&error.diagnostic.message),
        "help": error.diagnostic.help.as_deref().map(report::escaped),
        "place": place,
        "text": strip_str(&text).to_string(),
    }})
}
