//! Formats of files by the extension of a file name.

use lurd_toolkit::search_options::alternatives;

use super::diagnostic::escaped;

/// The format of these that a file name's extension names. The error lists the extensions.
pub(crate) fn named<F: Copy>(path: &str, formats: &[(&str, F)]) -> Result<F, String> {
    let extension = std::path::Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let found = formats.iter().find(|(name, _)| name.eq_ignore_ascii_case(extension));
    found.map(|(_, format)| *format).ok_or_else(|| {
        let extensions: Vec<_> = formats.iter().map(|(name, _)| format!(".{name}")).collect();
        format!("invalid file extension of '{}': expected {}", escaped(path), alternatives(&extensions))
    })
}
