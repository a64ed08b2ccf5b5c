//! Keys as the terminal and a browser report them, so that both have the same ones.

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character; a capital letter is pressed with Shift.
    Char(char),
    Left,
    Up,
    Right,
    Down,
    Backspace,
    Delete,
    Enter,
    Tab,
    /// Tab with Shift.
    BackTab,
    PageUp,
    PageDown,
    Home,
    End,
    /// F1.
    Help,
    Escape,
}

/// A key with the keys that are held meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed {
    pub key: Key,
    pub shift: bool,
    pub control: bool,
    pub alt: bool,
}

impl Pressed {
    /// A key alone.
    pub fn alone(key: Key) -> Self {
        Self { key, shift: false, control: false, alt: false }
    }
}

impl Key {
    /// The key with a name of the browsers (`KeyboardEvent.key`): `ArrowLeft`, `a`.
    pub fn named(name: &str, shift: bool) -> Option<Self> {
        Some(match name {
            "ArrowLeft" => Self::Left,
            "ArrowUp" => Self::Up,
            "ArrowRight" => Self::Right,
            "ArrowDown" => Self::Down,
            "Backspace" => Self::Backspace,
            "Delete" => Self::Delete,
            "Enter" => Self::Enter,
            "Tab" if shift => Self::BackTab,
            "Tab" => Self::Tab,
            "PageUp" => Self::PageUp,
            "PageDown" => Self::PageDown,
            "Home" => Self::Home,
            "End" => Self::End,
            "F1" => Self::Help,
            "Escape" => Self::Escape,
            name => {
                let mut letters = name.chars();
                return letters.next().filter(|_| letters.next().is_none()).map(Self::Char);
            }
        })
    }
}

/// A change of the size of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    In,
    Out,
    /// The largest size that fits.
    Fit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_browsers_are_keys() {
        for (name, shift, key) in [
            ("ArrowLeft", true, Some(Key::Left)),
            ("a", false, Some(Key::Char('a'))),
            ("\u{e4}", false, Some(Key::Char('\u{e4}'))),
            ("Tab", true, Some(Key::BackTab)),
            ("Tab", false, Some(Key::Tab)),
            ("Shift", true, None),
            ("", false, None),
        ] {
            assert_eq!(Key::named(name, shift), key, "{name}");
        }
    }
}
