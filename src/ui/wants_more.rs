//! Whether a board that is being typed is complete.

use crate::catalog::Catalog;

/// The maximum length of a typed board in bytes: each further row checks all rows before it again.
const MAX_BYTES: usize = 16 << 10;

/// Whether `text` is the beginning of a puzzle with lines missing.
pub(super) fn wants_more(catalog: &Catalog, text: &str) -> bool {
    !text.trim().is_empty()
        && text.len() < MAX_BYTES
        && catalog.plugins().any(|plugin| plugin.wants_more(text))
}
