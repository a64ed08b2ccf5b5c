//! Formats by the extension of a file name.

use crate::diagnostic::escaped;

/// The row of a table of formats for a file name.
pub(super) fn named<'f, F>(
    path: &str,
    formats: &'f [F],
    endings: impl Fn(&F) -> &'static [&'static str],
) -> Result<&'f F, String> {
    let ending = std::path::Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let lower = ending.to_ascii_lowercase();
    formats.iter().find(|format| endings(format).contains(&lower.as_str())).ok_or_else(|| {
        let endings: Vec<_> = formats.iter().map(|format| format!(".{}", endings(format)[0])).collect();
        format!("unknown file extension of '{}'; there are {}", escaped(path), endings.join(", "))
    })
}
