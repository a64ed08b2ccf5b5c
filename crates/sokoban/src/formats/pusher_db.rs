//! The formats of packed levels: `pusher-db`, as a disassembler lists them, and `pusher-bin`, as bytes, one level after
//! the other.
//!
//! `pusher-db` has lines such as `level_01  db 16h, 0Bh, 0A2h, 3`.
//!
//! A line may have a label, then `db` and bytes: hexadecimal with the suffix `h` or the prefix `0x`, otherwise decimal; `;`
//! begins a comment. Labels are ignored: the bytes are one stream, in which each level begins where the previous one ends.

use lurd_puzzle::{
    diagnostic::Diagnostic,
    lines::lines,
    puzzle::{CannotWrite, ReadOptions},
};

use super::level_record::{Container, LevelRecord, Reading};
use super::packed_levels::{pack_all, scan};

pub(super) const LISTED: Container = Container::Text { claims, read };
pub(super) const BYTES: Container = Container::Bytes { claims: scan::holds_levels, read: scan::read };

/// Whether the first line that is not a comment defines bytes.
fn claims(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    // A label may be on a line of its own.
    let mut lines = lines.filter(|line| !line.is_empty() && !line.ends_with(':'));
    // A number is required because `Title: Db 'x'` is not a listing.
    let is_number = |values: &str| values.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let begins = lines.next().and_then(definition).is_some_and(is_number);
    // Neither is `Title: Db 5` above a board.
    begins && lines.next().is_none_or(|line| !line.starts_with("##"))
}

/// The part of a line after `db`, before which there may be a label.
fn definition(line: &str) -> Option<&str> {
    let (word, rest) = line.trim_start().split_once([' ', '\t'])?;
    let is_db = |word: &str, values: &str| word.eq_ignore_ascii_case("db") && !values.trim().is_empty();
    if is_db(word, rest) {
        return Some(rest);
    }
    let (db, values) = rest.trim_start().split_once([' ', '\t'])?;
    let is_label = word.bytes().all(|it| it.is_ascii_alphanumeric() || b"_:$?@.".contains(&it));
    (is_label && is_db(db, values)).then_some(values)
}

fn read(text: &str, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    // Each byte, with its place in the text.
    let mut defined: Vec<(u8, usize)> = Vec::new();
    for line in lines(text) {
        let code = line.text.split(';').next().unwrap_or_default().trim_end();
        let Some(values) = definition(code) else {
            if code.is_empty() || code.ends_with(':') {
                continue;
            }
            return Err(Diagnostic::new("this line defines no bytes")
                .at(line.start..line.start + code.len(), "expected 'db ..'")
                .help("the lines of a listing look like this: level_01 db 16h, 0Bh, 0A2h"));
        };
        let mut next = line.start + code.len() - values.len();
        for value in values.split(',') {
            let start = next + value.len() - value.trim_start().len();
            next += value.len() + 1;
            let byte = byte(value.trim()).ok_or_else(|| {
                Diagnostic::new(format!("'{}' is not a byte", value.trim().escape_debug()))
                    .at(start..start + value.trim().len(), "expected a byte")
                    .help("write a byte as 0A2h or 162")
            })?;
            defined.push((byte, start));
        }
    }
    if defined.is_empty() {
        return Err(Diagnostic::new("no bytes are defined in this text"));
    }
    let (bytes, places): (Vec<u8>, Vec<usize>) = defined.into_iter().unzip();
    Ok(scan::entries_of(&bytes, options, max_levels, &|byte| places.get(byte).copied().unwrap_or(text.len())))
}

/// Reads a byte in assembler notation.
fn byte(text: &str) -> Option<u8> {
    let text = text.to_ascii_lowercase();
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_suffix('h'));
    let (digits, radix) = hexadecimal.map_or((&*text, 10), |digits| (digits, 16));
    u8::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

/// A byte in the notation of IDA.
fn written(byte: u8) -> String {
    let digits = format!("{byte:X}");
    let sign = if digits.starts_with(|digit: char| digit.is_ascii_digit()) { "" } else { "0" };
    if byte < 10 { digits } else { format!("{sign}{digits}h") }
}

pub(super) fn write(records: &[LevelRecord<'_>]) -> Result<Vec<u8>, CannotWrite> {
    const COLUMNS: usize = 74;
    let mut text = String::new();
    for (packed, number) in pack_all(records)?.into_iter().zip(1..) {
        let (mut start, mut before) = (text.len(), format!("{:<16}db ", format!("level_{number:02}")));
        for byte in packed.into_iter().map(written) {
            if text.len() - start + byte.len() + 2 > COLUMNS {
                text.push('\n');
                (start, before) = (text.len(), format!("{:<16}db ", ""));
            }
            text += &(before + &byte);
            before = String::from(", ");
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}

pub(super) fn write_bytes(records: &[LevelRecord<'_>]) -> Result<Vec<u8>, CannotWrite> {
    Ok(pack_all(records)?.concat())
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
            ("101b", None),
            ("'A'", None),
            ("300", None),
            ("xh", None),
            ("", None),
            ("-1", None),
            ("h", None),
        ] {
            assert_eq!(byte(text), value, "{text}");
        }
        for value in 0..=255 {
            assert_eq!(byte(&written(value)), Some(value));
        }
        assert_eq!([3, 0xB, 0x16, 0xA2].map(written), ["3", "0Bh", "16h", "0A2h"]);
    }

    #[test]
    fn errors_point_at_the_text() {
        assert!(claims("; levels\nlevel_01: db 16h\n") && claims("\tDB 1\n") && claims("x:\n db 1"));
        assert!(!claims("#####\n#@$.#\n#####\n") && !claims("db\n") && !claims("solve missile/1"));
        let text = "a db 5, 3, 300\n";
        let error = read(text, &ReadOptions::default(), 9).expect_err("no byte");
        assert_eq!((error.message.as_str(), error.place), ("'300' is not a byte", Some(11..14)));
        assert!(read("a db 5 dup (0)\n", &ReadOptions::default(), 9).is_err());
        let error = read("a db 5\nmov ax, 3\n", &ReadOptions::default(), 9).expect_err("an instruction");
        assert_eq!(error.place, Some(7..16));
    }
}
