//! The formats of packed levels: `pusher-db`, as a disassembler lists them, and `pusher-bin`, as bytes.
//!
//! `pusher-db` has lines such as `level_01  db 16h, 0Bh, 0A2h, 3`.
//!
//! A line may have a label, then `db` and bytes: hexadecimal with the suffix `h` or the prefix `0x`, binary with the
//! suffix `b`, otherwise decimal; `5 dup (0)` and quoted text are supported, and `;` begins a comment. Labels are
//! ignored: the bytes are one stream, in which each level begins where the previous one ends.

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

use super::level_record::{Container, ContainerOptions, Extra, FormatRow, LevelRecord, Reading, losses};
use super::packed_levels::{pack_all, scan};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "pusher-db",
        summary: "levels packed for pusher.exe, as assembler text",
        extensions: &["asm", "db"],
        is_text: true,
        holds_solutions: false,
    },
    container: Container::Text { claims, read },
    write,
};

/// The maximum number of bytes in a listing.
const MAX_BYTES: usize = 1 << 20;

/// Whether the first line that is not a comment defines bytes.
fn claims(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    // A label may be on a line of its own.
    let mut first = lines.by_ref().filter(|line| !line.is_empty() && !line.ends_with(':'));
    // A number is required because `Title: Db 'x'` is not a listing.
    let is_number = |values: &str| values.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let begins = first.next().and_then(definition).is_some_and(is_number);
    // Neither is `Title: Db 5` above a board.
    begins && first.next().is_none_or(|line| !line.starts_with("##"))
}

/// The part of a line after `db`.
fn definition(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    for _ in 0..2 {
        let end = rest.find([' ', '\t']).unwrap_or(rest.len());
        let (word, more) = rest.split_at(end);
        if word.eq_ignore_ascii_case("db") && !more.trim().is_empty() {
            return Some(more);
        }
        let is_label = word.bytes().all(|it| it.is_ascii_alphanumeric() || b"_:$?@.".contains(&it));
        if !is_label || word.is_empty() {
            return None;
        }
        rest = more.trim_start();
    }
    None
}

fn read(text: &str, options: ContainerOptions) -> Result<Reading, Diagnostic> {
    let mut bytes: Vec<u8> = Vec::new();
    // The place in the text of each byte.
    let mut places: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split(';').next().unwrap_or_default();
        match definition(code) {
            Some(rest) => {
                let offset = start + (rest.as_ptr() as usize - line.as_ptr() as usize);
                values(rest.trim_end(), offset, &mut bytes, &mut places)?;
            }
            None if code.trim().is_empty() || code.trim().ends_with(':') => {}
            None => {
                let bare = code.trim_end();
                return Err(Diagnostic::new("this line defines no bytes")
                    .at(start..start + bare.len(), "expected 'db ..'")
                    .help("the lines of a listing look like this: level_01 db 16h, 0Bh, 0A2h"));
            }
        }
        start += line.len();
    }
    if bytes.is_empty() {
        return Err(Diagnostic::new("no bytes are defined in this text"));
    }
    let place_of = |byte: usize| places.get(byte).copied().unwrap_or(text.len());
    Ok(scan::entries_of(&bytes, options, &place_of))
}

/// Reads the values of a definition at `offset` in the text.
fn values(text: &str, offset: usize, bytes: &mut Vec<u8>, places: &mut Vec<usize>) -> Result<(), Diagnostic> {
    let mut start = 0;
    for item in text.split(',') {
        let word = item.trim();
        let at = offset + start + (item.len() - item.trim_start().len());
        start += item.len() + 1;
        let wrong = |message: String| {
            Diagnostic::new(message)
                .at(at..at + word.len(), "expected a byte")
                .help("write a byte as 0A2h, 162 or 10100010b")
        };
        let (times, value) = match word.to_ascii_lowercase().split_once(" dup") {
            Some((times, value)) => {
                let times = number(times.trim()).ok_or_else(|| wrong(format!("'{word}' is not a count")))?;
                (times, value.trim().trim_matches(['(', ')']).trim().to_owned())
            }
            None => (1, word.to_owned()),
        };
        let quoted = value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
        let found: Vec<u8> = match quoted {
            Some(letters) if letters.is_ascii() => letters.bytes().collect(),
            _ => match number(&value).and_then(|number| u8::try_from(number).ok()) {
                Some(byte) => vec![byte],
                None => return Err(wrong(format!("'{}' is not a byte", word.escape_debug()))),
            },
        };
        if found.len().saturating_mul(times) > MAX_BYTES.saturating_sub(bytes.len()) {
            return Err(wrong(format!("more than {MAX_BYTES} bytes")));
        }
        for _ in 0..times {
            places.extend(std::iter::repeat_n(at, found.len()));
            bytes.extend_from_slice(&found);
        }
    }
    Ok(())
}

/// Reads a number in assembler notation.
fn number(text: &str) -> Option<usize> {
    let text = text.trim().to_ascii_lowercase();
    let (digits, radix) = match (text.strip_prefix("0x"), text.strip_suffix('h'), text.strip_suffix('b')) {
        (Some(digits), _, _) | (_, Some(digits), _) => (digits, 16),
        (_, _, Some(digits)) => (digits, 2),
        _ => (text.as_str(), 10),
    };
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    usize::from_str_radix(digits, radix).ok()
}

/// A byte in the notation of IDA.
fn written(byte: u8) -> String {
    match byte {
        0..=9 => byte.to_string(),
        0xA0.. => format!("0{byte:X}h"),
        _ if byte >> 4 == 0 => format!("0{byte:X}h"),
        _ => format!("{byte:X}h"),
    }
}

fn write(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    const COLUMNS: usize = 74;
    let mut text = String::new();
    for (packed, number) in pack_all(records)?.into_iter().zip(1..) {
        let mut line = format!("{:<16}db ", format!("level_{number:02}"));
        let mut is_first = true;
        for byte in packed {
            let word = written(byte);
            if line.len() + word.len() + 2 > COLUMNS {
                text.push_str(&line);
                text.push('\n');
                line = format!("{:<16}db ", "");
                is_first = true;
            }
            if !is_first {
                line.push_str(", ");
            }
            line.push_str(&word);
            is_first = false;
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok(Output { bytes: text.into_bytes(), losses: losses(records, &Extra::ALL) })
}

// `pusher-bin`: packed levels as bytes, one after the other, read from anywhere in a file.

pub(super) const BYTES_ROW: FormatRow = FormatRow {
    format: Format {
        name: "pusher-bin",
        summary: "levels packed for pusher.exe, as bytes; read from anywhere in a file",
        extensions: &["bin", "exe", "com"],
        is_text: false,
        holds_solutions: false,
    },
    container: Container::Bytes { claims: scan::holds_levels, read: scan::read },
    write: write_bytes,
};

fn write_bytes(records: &[LevelRecord<'_>]) -> Result<Output, CannotWrite> {
    Ok(Output { bytes: pack_all(records)?.concat(), losses: losses(records, &Extra::ALL) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_assemblers() {
        for (text, value) in [
            ("16h", Some(0x16)),
            ("0A2h", Some(0xA2)),
            ("3", Some(3)),
            ("0x1f", Some(31)),
            ("101b", Some(5)),
            ("xh", None),
            ("", None),
            ("-1", None),
            ("h", None),
        ] {
            assert_eq!(number(text), value, "{text}");
        }
        for byte in 0..=255 {
            assert_eq!(number(&written(byte)), Some(usize::from(byte)));
        }
        assert_eq!([3, 0xB, 0x16, 0xA2].map(written), ["3", "0Bh", "16h", "0A2h"]);
    }

    #[test]
    fn errors_point_at_the_text() {
        assert!(claims("; levels\nlevel_01: db 16h\n") && claims("\tDB 1\n") && claims("x:\n db 1"));
        assert!(!claims("#####\n#@$.#\n#####\n") && !claims("db\n") && !claims("solve missile/1"));
        let text = "a db 5, 3, 300\n";
        let error = read(text, ContainerOptions::ALL).expect_err("no byte");
        assert_eq!((error.message.as_str(), error.place), ("'300' is not a byte", Some(11..14)));
        assert!(read("a db 9999999 dup (0)\n", ContainerOptions::ALL).is_err());
        let error = read("a db 5\nmov ax, 3\n", ContainerOptions::ALL).expect_err("an instruction");
        assert_eq!(error.place, Some(7..16));
    }
}
