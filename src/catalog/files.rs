//! Reading text from files and standard input, with errors that say what to do.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::diagnostic::Diagnostic;

/// More than this is not read.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a text file.
pub(super) fn read(path: &str) -> Result<String, Diagnostic> {
    let shown = shortened(path);
    if Path::new(path).is_dir() {
        return Err(Diagnostic::new(format!("'{shown}' is a folder")).help("name a file in it"));
    }
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let near = beside(path);
            let near: Vec<_> = near.iter().map(String::as_str).collect();
            let missing = Diagnostic::new(format!("there is no file '{shown}'"));
            match super::nearest(path, &near) {
                Some(near) => missing.help(format!("did you mean '{near}'?")),
                None => missing,
            }
        }
        ErrorKind::PermissionDenied => Diagnostic::new(format!("no permission to read '{shown}'")),
        _ => Diagnostic::new(format!("cannot read '{shown}': {error}")),
    })?;
    read_text(file, &format!("'{shown}'"))
}

/// Reads standard input to its end.
pub(super) fn read_stdin() -> Result<String, Diagnostic> {
    read_text(io::stdin().lock(), "standard input")
}

fn read_text(from: impl Read, name: &str) -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Diagnostic::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(
            Diagnostic::new(format!("{name} is larger than 64 MiB")).help("split it into smaller files")
        );
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(Diagnostic::new(format!("{name} is a binary file: byte {at} is 0")));
    }
    // A byte order mark is no part of the text.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Diagnostic::new(format!("{name} is no UTF-8 text: see byte {at}")).help("save it as UTF-8")
    })
}

/// The files in the folder of `path`, spelled as `path` is, for suggestions.
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

/// A name as it may stand in a message.
pub(super) fn shortened(name: &str) -> String {
    const MOST: usize = 120;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let start: String = name.chars().take(MOST).collect();
    format!("{start}..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_file() {
        let message = |path| read(path).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message("src"), Err("'src' is a folder".to_owned()));
        assert_eq!(message("src/lob.rs"), Err("there is no file 'src/lob.rs'".to_owned()));
        assert_eq!(read("src/lob.rs").unwrap_err().help.as_deref(), Some("did you mean 'src/lib.rs'?"));
    }

    #[test]
    fn binary_input_is_refused() {
        let message = |bytes: &[u8]| read_text(bytes, "x").map_err(|diagnostic| diagnostic.message);
        assert_eq!(message(b"a\0"), Err("x is a binary file: byte 1 is 0".to_owned()));
        assert_eq!(message(b"a\xff"), Err("x is no UTF-8 text: see byte 1".to_owned()));
        assert_eq!(message(b"\xef\xbb\xbfa"), Ok("a".to_owned()));
    }

    #[test]
    fn endless_input_ends() {
        let message = read_text(io::repeat(b'#'), "x").map_err(|diagnostic| diagnostic.message);
        assert_eq!(message, Err("x is larger than 64 MiB".to_owned()));
    }
}
