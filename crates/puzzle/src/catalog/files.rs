//! Reads files and standard input, whose bytes [`lurd_disk::text`] decodes; of binary data, each byte is a character.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read},
};

use lurd_disk::{
    names::{name_of, path_of},
    text::{self, Decoded, Encoding},
};

use super::suggestions::suggestion;
use crate::diagnostic::Diagnostic;

/// The maximum size of a file.
const MAX_BYTES: u64 = 1 << 30;
/// What is known about the bytes of a file before they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Nothing.
    Anything,
    /// Binary data.
    Bytes,
    /// A text in this encoding.
    TextIn(Encoding),
}

/// The contents of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contents {
    /// The text; of binary data, each byte is a character.
    pub(super) text: String,
    /// The first byte that is not text, if the file is binary.
    pub(super) binary: Option<usize>,
    /// How the bytes were read, if that is not certain.
    pub(super) note: Option<String>,
}

/// Reads a file.
pub(super) fn read(path: &str, expected: Expected) -> Result<Contents, Diagnostic> {
    let shown = shortened(path);
    if path_of(path).is_dir() {
        return Err(Diagnostic::new(format!("'{shown}' is a folder")).help("name a file in it"));
    }
    let file = File::open(path_of(path)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let help = suggestion(path, &beside(path));
            Diagnostic { help, ..Diagnostic::new(format!("there is no file '{shown}'")) }
        }
        ErrorKind::PermissionDenied => Diagnostic::new(format!("no permission to read '{shown}'")),
        _ => Diagnostic::new(format!("cannot read '{shown}': {error}")),
    })?;
    read_text(file, &format!("'{shown}'"), expected, MAX_BYTES)
}

/// Reads standard input to its end.
pub(super) fn read_stdin(expected: Expected) -> Result<Contents, Diagnostic> {
    read_text(io::stdin().lock(), "standard input", expected, MAX_BYTES)
}

fn read_text(from: impl Read, name: &str, expected: Expected, max_bytes: u64) -> Result<Contents, Diagnostic> {
    let mut bytes = Vec::new();
    from.take(max_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Diagnostic::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > max_bytes {
        return Err(Diagnostic::new(format!("{name} is larger than {} MiB", max_bytes >> 20))
            .help("split it into smaller files"));
    }
    Ok(contents(bytes, expected))
}

/// The text in `bytes`; `None` if they are binary data.
#[must_use]
pub fn text_of(bytes: Vec<u8>) -> Option<String> {
    decode(bytes).map(|(text, _)| text)
}

/// The text in `bytes` and its encoding; `None` if they are binary data.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> Option<(String, Encoding)> {
    text::decode(bytes).ok().map(|decoded| (decoded.text, decoded.encoding))
}

/// The contents of a file with these bytes.
pub(super) fn contents(bytes: Vec<u8>, expected: Expected) -> Contents {
    let as_characters = |bytes: &[u8], at| Contents {
        text: bytes.iter().map(|&byte| char::from(byte)).collect(),
        binary: Some(at),
        note: None,
    };
    let decoded = match expected {
        Expected::Bytes => return as_characters(&bytes, 0),
        Expected::TextIn(encoding) => text::decode_as(&bytes, encoding),
        Expected::Anything => match text::decode(bytes) {
            Ok(decoded) => decoded,
            Err(error) => return as_characters(&error.bytes, error.at),
        },
    };
    let note = note(&decoded, expected == Expected::Anything);
    Contents { text: decoded.text, binary: None, note }
}

/// How a text was decoded, unless that is certain.
fn note(decoded: &Decoded, is_guess: bool) -> Option<String> {
    let name = decoded.encoding.name();
    let lost = match decoded.replaced {
        0 => String::new(),
        1 => format!("1 character is not {name}"),
        count => format!("{count} characters are not {name}"),
    };
    if is_guess && !decoded.encoding.is_unicode() {
        let lost = if lost.is_empty() { lost } else { format!("{lost}; ") };
        return Some(format!("not UTF-8, read as {name}; {lost}--encoding NAME chooses another encoding"));
    }
    (!lost.is_empty()).then_some(lost)
}

/// The files in the folder of `path`, spelled like `path`, for suggestions.
pub(super) fn beside(path: &str) -> Vec<String> {
    let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let entries = fs::read_dir(path_of(if folder.is_empty() { "." } else { folder })).into_iter().flatten().flatten();
    let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| !kind.is_dir());
    let name = |entry: fs::DirEntry| format!("{folder}{}", name_of(&entry.file_name()));
    let mut names: Vec<String> = entries.take(10_000).filter(is_file).map(name).collect();
    names.sort();
    names
}

/// A name, shortened for a message.
pub(super) fn shortened(name: &str) -> String {
    const MAX_LENGTH: usize = 120;
    let end = name.char_indices().nth(MAX_LENGTH);
    end.map_or_else(|| name.to_owned(), |(end, _)| format!("{}..", &name[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_file() {
        let message = |path| read(path, Expected::Anything).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message("src"), Err("'src' is a folder".to_owned()));
        assert_eq!(message("src/lob.rs"), Err("there is no file 'src/lob.rs'".to_owned()));
        let error = read("src/lob.rs", Expected::Anything).unwrap_err();
        assert_eq!(error.help.as_deref(), Some("did you mean 'src/lib.rs'?"));
    }

    #[test]
    fn text_and_binary_data() {
        let of = |bytes: &[u8], expected| {
            let contents = contents(bytes.to_vec(), expected);
            (contents.text, contents.binary)
        };
        assert_eq!(of(b"a\0\xff", Expected::Anything), ("a\0\u{ff}".to_owned(), Some(1)));
        assert_eq!(of(b"a\xff\x01", Expected::Anything), ("a\u{ff}\u{1}".to_owned(), Some(2)));
        assert_eq!(of(b"\xef\xbb\xbfa", Expected::Anything), ("a".to_owned(), None));
        assert_eq!(of(b"a\xff", Expected::Bytes), ("a\u{ff}".to_owned(), Some(0)));
        let named = Encoding::named("cp437").map(Expected::TextIn).expect("an encoding");
        assert_eq!(of(b"f\x81r", named), ("für".to_owned(), None));
        assert_eq!(contents(b"a".to_vec(), Expected::Anything).note, None);
        let note = contents(b"a\xff".to_vec(), Expected::Anything).note.expect("a note");
        assert!(note.starts_with("not UTF-8, read as ") && note.contains("--encoding"), "{note}");
        let utf8 = contents(b"a\xff".to_vec(), Expected::TextIn(Encoding::UTF_8)).note;
        assert_eq!(utf8.as_deref(), Some("1 character is not UTF-8"));
    }

    #[test]
    fn endless_input_ends() {
        let message =
            read_text(io::repeat(b'#'), "x", Expected::Anything, 64 << 20).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message, Err("x is larger than 64 MiB".to_owned()));
    }
}
