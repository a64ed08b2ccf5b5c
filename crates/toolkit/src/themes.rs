//! The themes of the screen by name, and the file names of pictures and pages.

use std::path::Path;

/// A theme of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    /// For a dark background.
    #[default]
    Dark,
    /// For a light background.
    Light,
    /// ASCII characters only.
    Ascii,
}

impl ThemeName {
    /// All themes with their names; the first one is the default.
    pub const ALL: [(&'static str, Self); 3] = [("dark", Self::Dark), ("light", Self::Light), ("ascii", Self::Ascii)];

    /// The theme for the background that `COLORFGBG` names (`15;0`: white on black), or else a dark one.
    #[must_use]
    pub fn of_environment() -> Self {
        let colours = std::env::var("COLORFGBG").unwrap_or_default();
        match colours.rsplit(';').next().and_then(|background| background.parse::<u8>().ok()) {
            Some(7 | 9..=15) => Self::Light,
            _ => Self::Dark,
        }
    }
}

// The names of files that hold pictures and pages, not levels.

/// The extensions of these files.
pub const EXTENSIONS: [&str; 4] = ["svg", "png", "gif", "html"];

/// Whether a file of that name holds a picture or a page.
#[must_use]
pub fn is_picture(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str())
}
