//! Which alphabet a text is written in.
//!
//! Text with boards that have `#` walls is XSB, and its errors are XSB's. Without any, boards with
//! `X` walls are pusher's, and a note says that this was assumed. The wall alone separates them: `X`
//! is no letter of XSB, `#` none of pusher's.

use super::reader::{self, Reading};
use super::{pusher, xsb};
use crate::diagnostic::Diagnostic;

/// Reads `text` in the alphabet it seems to be in.
pub(super) fn read(text: &str) -> Result<Reading, Diagnostic> {
    let reading = reader::read(text, &xsb::ALPHABET)?;
    if reading.has_wall {
        return Ok(reading);
    }
    let mut other = reader::read(text, &pusher::ALPHABET)?;
    if !other.has_wall {
        return Ok(reading);
    }
    for entry in &mut other.entries {
        entry.note = Some(pusher::NOTE.to_owned());
    }
    Ok(other)
}
