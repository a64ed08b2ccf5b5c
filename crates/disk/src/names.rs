//! Names of files as text, without a loss. A name on Unix is any bytes; arguments, references and messages are text.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// The character that stands for byte 0 of a name that is not UTF-8; the others follow. They are at the end of the
/// last plane for private use, where no text has characters.
const FIRST: u32 = 0x10_FF00;

/// The byte that a character of a [`name`](name_of) stands for, if the name is not UTF-8 there.
#[must_use]
pub fn raw_byte(letter: char) -> Option<u8> {
    u8::try_from(u32::from(letter).checked_sub(FIRST)?).ok().filter(|byte| !byte.is_ascii())
}

/// The text for a name: bytes that are not UTF-8 become one character each, which [`path_of`] turns back.
#[must_use]
pub fn name_of(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for letter in chunk.valid().chars() {
            // A character that stands for a byte is written as its bytes, so that it comes back as itself.
            match raw_byte(letter) {
                None => text.push(letter),
                Some(_) => text.extend(letter.encode_utf8(&mut [0; 4]).bytes().filter_map(character)),
            }
        }
        text.extend(chunk.invalid().iter().copied().filter_map(character));
    }
    text
}

fn character(byte: u8) -> Option<char> {
    char::from_u32(FIRST + u32::from(byte))
}

/// The path that a [`name`](name_of) stands for. `~/` at its beginning is the home folder, as in a shell, unless there is a
/// folder of that name.
#[must_use]
pub fn path_of(name: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    if let Some(rest) = name.strip_prefix("~/")
        && !Path::new("~").exists()
        && let Some(home) = home()
    {
        return home.join(path_of(rest));
    }
    let mut bytes = Vec::with_capacity(name.len());
    for letter in name.chars() {
        match raw_byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    from_bytes(bytes).into()
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

/// Elsewhere names are text.
#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn every_name_comes_back() {
        let names: [&[u8]; 7] = [
            b"",
            b"a.xsb",
            "für/\u{1f600}".as_bytes(),
            b"a\nb",
            b"x\xff.xsb",
            b"\xe2\x82",
            "\u{10fff0}\u{10ff00}".as_bytes(),
        ];
        for bytes in names {
            let name = OsStr::from_bytes(bytes);
            assert_eq!(path_of(&name_of(name)).as_os_str(), name, "{name:?}");
        }
        assert_eq!(name_of(OsStr::from_bytes(b"a\xff")), "a\u{10ffff}");
        assert_eq!(raw_byte('\u{10ffff}'), Some(0xff));
        assert_eq!(raw_byte('\u{10ff41}'), None, "ASCII is always UTF-8");
    }
}
