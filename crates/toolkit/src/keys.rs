//! Keys as the terminal and a browser report them, so that both have the same ones, and tables of what they do.

use lurd_puzzle::puzzle::PadDirection;

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

    /// Its name in tables of keys and in help: `u`, `Ctrl-Z`, `PageDown`.
    fn name(self) -> String {
        match self.key {
            Key::Char(' ') => "Space".to_owned(),
            Key::Char(letter) if self.control => format!("Ctrl-{}", letter.to_ascii_uppercase()),
            Key::Char(letter) => letter.to_string(),
            Key::Escape => "Esc".to_owned(),
            Key::Delete => "Del".to_owned(),
            Key::Help => "F1".to_owned(),
            key => format!("{key:?}"),
        }
    }

    /// The direction of an arrow or of a letter, and whether it is meant with Shift. `letters`: those of left, up, right,
    /// down.
    pub(crate) fn direction(self, letters: [&str; 4]) -> Option<(PadDirection, bool)> {
        let at = match self.key {
            Key::Left => 0,
            Key::Up => 1,
            Key::Right => 2,
            Key::Down => 3,
            Key::Char(letter) if !self.control => {
                letters.iter().position(|it| it.contains(letter.to_ascii_lowercase()))?
            }
            _ => return None,
        };
        let is_capital = matches!(self.key, Key::Char(letter) if letter.is_ascii_uppercase());
        let directions = [PadDirection::Left, PadDirection::Up, PadDirection::Right, PadDirection::Down];
        Some((directions[at], self.shift || is_capital))
    }
}

/// A row of a table of keys: their names, with blanks between them, and those after a bar that help leaves out; what they
/// do, in words; and as an action, unless it is
/// done by a mouse or by other code. A row without words shares those of the row before.
pub type KeyRow<A> = (&'static str, &'static str, Option<fn() -> A>);

/// What a key does by a table.
pub fn action_of<A>(rows: &[KeyRow<A>], pressed: Pressed) -> Option<A> {
    let name = pressed.name();
    let row = rows.iter().find(|(keys, ..)| keys.split(' ').any(|key| key == name))?;
    row.2.map(|action| action())
}

/// The rows of a table as help shows them: keys, and what they do.
pub fn help_of<A>(rows: &[KeyRow<A>]) -> Vec<(String, &'static str)> {
    let mut shown: Vec<(String, &str)> = Vec::new();
    for (keys, does, _) in rows {
        let keys = keys.split(" | ").next().unwrap_or_default();
        match shown.last_mut().filter(|_| does.is_empty()) {
            Some((before, _)) => *before = format!("{before} / {keys}"),
            None => shown.push(((*keys).to_owned(), does)),
        }
    }
    shown
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
