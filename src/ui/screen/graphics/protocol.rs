//! The graphics of a terminal.

use std::env;

/// A graphics protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) enum GraphicsProtocol {
    Kitty,
    Sixel,
    Iterm2,
}

impl GraphicsProtocol {
    /// The protocol of a value of `--graphics`.
    fn of(name: &str) -> Option<Self> {
        match name {
            "kitty" => Some(Self::Kitty),
            "sixel" => Some(Self::Sixel),
            "iterm2" => Some(Self::Iterm2),
            _ => None,
        }
    }
}

/// Whether tiles are drawn, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Graphics {
    /// Half blocks or letters.
    #[default]
    Off,
    /// What the terminal supports, which is still to be asked.
    Auto,
    /// This protocol; the size of characters is still to be asked.
    Chosen(GraphicsProtocol),
    /// This protocol, with characters of so many pixels (width, height).
    On(GraphicsProtocol, (u16, u16)),
}

impl Graphics {
    /// The value of `--graphics`: `auto`, `off` or the name of a protocol. `auto` is off inside a terminal
    /// multiplexer, which does not pass pictures on.
    pub(in crate::ui) fn of(value: &str) -> Self {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let terminal = env::var("TERM").unwrap_or_default();
        let is_plain = ["dumb", "linux", "vt", "screen", "tmux"].iter().any(|it| terminal.starts_with(it));
        match GraphicsProtocol::of(value) {
            Some(protocol) => Self::Chosen(protocol),
            None if value == "auto" && !is_plain && !is_set("TMUX") && !is_set("STY") => Self::Auto,
            None => Self::Off,
        }
    }

    pub(in crate::ui) fn is_on(self) -> bool {
        matches!(self, Self::On(..))
    }
}
