//! Layouts in TOML, such as `examples/gamepad.toml`.

use lurd_puzzle::diagnostic::Diagnostic;
use serde::{Deserialize, Deserializer};

use super::{Button, Pad, invalid};

/// A button as a layout has it; `press = "A+left"` is short for `hold = "A", press = "left"`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenButton {
    press: String,
    hold: Option<String>,
    #[serde(default = "one")]
    cost: u32,
}

fn one() -> u32 {
    1
}

impl<'de> Deserialize<'de> for Button {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let WrittenButton { press, hold, cost } = WrittenButton::deserialize(from)?;
        Ok(Self::new(hold.map_or(press.clone(), |hold| format!("{hold}+{press}")), cost))
    }
}

impl Pad {
    /// Reads a layout.
    pub(crate) fn read(text: &str) -> Result<Self, Diagnostic> {
        let pad: Self = toml::from_str(text).map_err(|error| {
            let diagnostic = invalid(error.message());
            let diagnostic = match error.span() {
                Some(place) => diagnostic.at(place, ""),
                None => diagnostic,
            };
            diagnostic.help("a layout has name, start, wrap, [cursor], [shift] and [hands]; see examples/gamepad.toml")
        })?;
        pad.check().map(|()| pad)
    }
}
