//! The table of the built-in layouts.

use std::sync::{Arc, LazyLock};

use crate::gamepad::Pad;

/// The names of the built-in layouts; the first is the default.
pub(crate) const NAMES: &[&str] = &["assumed", "keyboard"];

/// The default layout.
pub(crate) fn assumed() -> Arc<Pad> {
    static ASSUMED: LazyLock<Arc<Pad>> = LazyLock::new(|| Arc::new(assumed_pad()));
    Arc::clone(&ASSUMED)
}

/// The built-in layout of that name.
pub(crate) fn layout(name: &str) -> Option<Pad> {
    match name {
        "assumed" => Some(assumed_pad()),
        "keyboard" => Some(keyboard_pad()),
        _ => None,
    }
}

/// The buttons of the game are not documented. Known: one row and one column are lit, at first row 0 and
/// column 0. Assumed: the pad moves the lit row (up, down) and the lit column (left, right), with wrap, and
/// A with a direction shifts the lit row left or right, or the lit column up or down.
fn assumed_pad() -> Pad {
    Pad::with_held_button("assumed (an assumption: the game's layout is not documented)", "A", [])
}

/// For a keyboard, as in `lurd play`: the arrow keys move the lit row and column, and shift them with Shift.
fn keyboard_pad() -> Pad {
    let hand = ("Shift".to_owned(), "the left hand".to_owned());
    Pad::with_held_button("keyboard (the arrow keys and Shift)", "Shift", [hand])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_is_valid_and_begins_with_its_name() {
        for name in NAMES {
            let pad = layout(name).expect("a layout");
            assert_eq!(pad.check(), Ok(()));
            assert_eq!(pad.name().split(" (").next(), Some(*name));
            assert!(pad.costs_one_each() && pad.wraps());
        }
        assert_eq!(layout("none"), None);
        assert_eq!(*assumed(), layout(NAMES[0]).expect("a layout"));
    }
}
