//! Reads files and standard input.
//!
//! Text is UTF-8, or else ISO 8859-1, in which every byte is a character; binary data is passed on as such
//! characters, too.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

use crate::diagnostic::{Diagnostic, edit_distance};

/// The maximum size of a file.
const MAX_BYTES: u64 = 64 << 20;
/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The kind of data in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Text in UTF-8.
    Text,
    /// Text in ISO 8859-1.
    Latin1,
    /// Binary data; the byte is the first that is not text.
    Binary(usize),
}

/// The contents of a file; of binary data, each byte is a character.
pub(super) type Contents = (String, FileKind);

/// Reads a file; `as_bytes` if it is known to be binary.
pub(super) fn read(path: &str, as_bytes: bool) -> Result<Contents, Diagnostic> {
    let shown = shortened(path);
    if Path::new(path).is_dir() {
        return Err(Diagnostic::new(format!("'{shown}' is a folder")).help("name a file in it"));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let near = beside(path);
            let near: Vec<_> = near.iter().map(String::as_str).collect();
            let missing = Diagnostic::new(format!("there is no file '{shown}'"));
            match nearest(path, &near) {
                Some(near) => missing.help(format!("did you mean '{near}'?")),
                None => missing,
            }
        }
        ErrorKind::PermissionDenied => Diagnostic::new(format!("no permission to read '{shown}'")),
        _ => Diagnostic::new(format!("cannot read '{shown}': {error}")),
    })?;
    read_text(file, &format!("'{shown}'"), as_bytes)
}

/// Reads standard input to its end.
pub(super) fn read_stdin(as_bytes: bool) -> Result<Contents, Diagnostic> {
    read_text(io::stdin().lock(), "standard input", as_bytes)
}

fn read_text(from: impl Read, name: &str, as_bytes: bool) -> Result<Contents, Diagnostic> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Diagnostic::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Diagnostic::new(format!("{name} is larger than 64 MiB")).help("split it into smaller files"));
    }
    Ok(contents(bytes, as_bytes))
}

/// The text in `bytes`; `None` if they are binary data.
#[must_use]
pub fn text_of(bytes: Vec<u8>) -> Option<String> {
    decode(bytes).map(|(text, _)| text)
}

/// The encoding of a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Whether it is ISO 8859-1 rather than UTF-8.
    pub is_latin: bool,
    /// Whether the text begins with a byte order mark.
    pub has_mark: bool,
}

impl Encoding {
    /// Encodes a text; `None` if it has a character that the encoding lacks.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let mut bytes = if self.has_mark { MARK.to_vec() } else { Vec::new() };
        if self.is_latin {
            for letter in text.chars() {
                bytes.push(u8::try_from(letter).ok()?);
            }
        } else {
            bytes.extend_from_slice(text.as_bytes());
        }
        Some(bytes)
    }
}

/// The text in `bytes` and its encoding; `None` if they are binary data.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Option<(String, Encoding)> {
    let has_mark = bytes.starts_with(MARK);
    match contents(bytes, false) {
        (_, FileKind::Binary(_)) => None,
        (text, kind) => Some((text, Encoding { is_latin: kind == FileKind::Latin1, has_mark })),
    }
}

fn contents(mut bytes: Vec<u8>, as_bytes: bool) -> Contents {
    let as_characters = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    if as_bytes {
        return (as_characters(&bytes), FileKind::Binary(0));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return (as_characters(&bytes), FileKind::Binary(at));
    }
    // A byte order mark is not part of the text.
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_or_else(
        |error| {
            let bytes = error.into_bytes();
            // Text has no control characters other than those of lines.
            let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a);
            let kind = bytes.iter().position(|&it| is_control(it)).map_or(FileKind::Latin1, FileKind::Binary);
            (as_characters(&bytes), kind)
        },
        |text| (text, FileKind::Text),
    )
}

/// The files in the folder of `path`, spelled like `path`, for suggestions.
pub(super) fn beside(path: &str) -> Vec<String> {
    let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let entries = std::fs::read_dir(if folder.is_empty() { "." } else { folder });
    let mut names: Vec<String> = entries
        .into_iter()
        .flatten()
        .flatten()
        .take(10_000)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .map(|name| format!("{folder}{name}"))
        .collect();
    names.sort();
    names
}

/// A name, shortened for a message.
pub(super) fn shortened(name: &str) -> String {
    const MAX_LENGTH: usize = 120;
    if name.chars().count() <= MAX_LENGTH {
        return name.to_owned();
    }
    let start: String = name.chars().take(MAX_LENGTH).collect();
    format!("{start}..")
}

/// The maximum length of a word that is compared, in bytes.
const MAX_LENGTH: usize = 200;

/// The candidate that `word` is probably a misspelling of. None without the feature `cli`.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    // The time is proportional to the product of the lengths.
    if word.trim().is_empty() || word.len() > MAX_LENGTH {
        return None;
    }
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    candidates
        .iter()
        .map(|candidate| (edit_distance(&word.to_lowercase(), &candidate.to_lowercase()), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `; did you mean 'solve'?`, or an empty text.
#[must_use]
pub fn did_you_mean(word: &str, candidates: &[&str]) -> String {
    nearest(word, candidates).map_or_else(String::new, |near| format!("; did you mean '{near}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_file() {
        let message = |path| read(path, false).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message("src"), Err("'src' is a folder".to_owned()));
        assert_eq!(message("src/lob.rs"), Err("there is no file 'src/lob.rs'".to_owned()));
        assert_eq!(read("src/lob.rs", false).unwrap_err().help.as_deref(), Some("did you mean 'src/lib.rs'?"));
    }

    #[test]
    fn text_in_two_encodings_and_no_text() {
        let of = |bytes: &[u8]| read_text(bytes, "x", false).map_err(|diagnostic| diagnostic.message);
        assert_eq!(of(b"a\0\xff"), Ok(("a\0\u{ff}".to_owned(), FileKind::Binary(1))));
        assert_eq!(of(b"a\xff"), Ok(("a\u{ff}".to_owned(), FileKind::Latin1)));
        assert_eq!(of(b"a\xff\x01"), Ok(("a\u{ff}\u{1}".to_owned(), FileKind::Binary(2))));
        assert_eq!(of(b"\xef\xbb\xbfa"), Ok(("a".to_owned(), FileKind::Text)));
    }

    #[test]
    fn a_text_is_written_in_its_own_encoding() {
        for bytes in [&b"a\xff"[..], b"\xef\xbb\xbfa", "aÿ漢".as_bytes(), b"", b"\xef\xbb\xbf\xff"] {
            let (text, encoding) = decode(bytes.to_vec()).expect("a text");
            assert_eq!(encoding.encode(&text).as_deref(), Some(bytes), "{encoding:?}");
        }
        let latin = Encoding { is_latin: true, has_mark: false };
        assert_eq!(latin.encode("漢"), None);
    }

    #[test]
    fn endless_input_ends() {
        let message = read_text(io::repeat(b'#'), "x", false).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message, Err("x is larger than 64 MiB".to_owned()));
    }
}

#[cfg(test)]
mod nearest_tests {
    use super::*;

    #[test]
    fn finds_what_was_meant_and_nothing_far_off() {
        let words = ["solve", "show", "set"];
        assert_eq!(nearest("slove", &words), Some("solve"));
        assert_eq!(nearest("SHOW", &words), Some("show"));
        assert_eq!(nearest("quit", &words), None);
        assert_eq!(did_you_mean("slove", &words), "; did you mean 'solve'?");
        assert_eq!(did_you_mean(&"x".repeat(1_000_000), &words), "");
    }
}
