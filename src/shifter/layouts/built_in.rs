//! The table of the built-in layouts.

use std::sync::{Arc, LazyLock};

use crate::shifter::gamepad::Pad;

/// The names that `--pad` takes, and the layouts; the first is the default.
const LAYOUTS: &[(&str, &str)] =
    &[("assumed", include_str!("assumed.toml")), ("keyboard", include_str!("keyboard.toml"))];

/// The names of the built-in layouts.
pub(crate) const NAMES: &[&str] = &[LAYOUTS[0].0, LAYOUTS[1].0];

/// The default layout.
pub(crate) fn assumed() -> Arc<Pad> {
    static ASSUMED: LazyLock<Arc<Pad>> =
        LazyLock::new(|| Arc::new(Pad::read(LAYOUTS[0].1).expect("a test reads it")));
    Arc::clone(&ASSUMED)
}

/// The text of the built-in layout of that name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    LAYOUTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_is_valid_and_begins_with_its_name() {
        assert_eq!(NAMES.len(), LAYOUTS.len());
        for name in NAMES {
            let pad = Pad::read(text(name).expect("a layout")).expect("valid");
            assert_eq!(pad.name().split(" (").next(), Some(*name));
            assert!(pad.costs_one_each() && pad.wraps());
        }
        assert_eq!(text("none"), None);
    }
}
