//! The names of files that hold pictures and pages, not levels.

use std::path::Path;

/// The extensions of these files.
pub const ENDINGS: [&str; 6] = ["svg", "png", "apng", "gif", "html", "md"];

/// Whether a file of that name holds a picture or a page.
#[must_use]
pub fn is_picture(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
}
