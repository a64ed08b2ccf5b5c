//! Parts of a file that were ignored.

use super::diagnostic::escaped;
use lurd_puzzle::catalog::Source;
use lurd_puzzle::puzzle::{LeftOut, Omission};

/// How much was ignored, and where the first of it is.
pub fn left_out(left_out: &LeftOut, source: &Source) -> String {
    let LeftOut { what, count, first } = *left_out;
    let name = escaped(&source.name);
    let one = count == 1;
    match what {
        Omission::Rows => {
            let place = format!("{name}:{}", line_of(&source.text, first));
            if one {
                format!("{place}: 1 row that looks like a row of a board was ignored")
            } else {
                format!(
                    "{name}: {count} rows that look like rows of a board were ignored; the first is {place}"
                )
            }
        }
        Omission::Unlisted | Omission::Copies => {
            let levels = if one { "1 packed level" } else { &format!("{count} packed levels") };
            let why = match (what, one) {
                (Omission::Copies, true) => "is a copy of an earlier one",
                (Omission::Copies, false) => "are copies of earlier ones",
                _ if one => "is not in the program's table of levels",
                _ => "are not in the program's table of levels",
            };
            let (place, kept) = if one {
                ("at", "it was ignored (--all includes it)")
            } else {
                ("the first is at", "they were ignored (--all includes them)")
            };
            format!("{name}: {levels} {why}, {place} file offset {first:04X}: {kept}")
        }
    }
}

/// The number, from 1, of the line with the byte `at`. Accepts all kinds of line breaks.
fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let ends = |(index, &byte): (usize, &u8)| {
        byte == b'\n' || (byte == b'\r' && text.as_bytes().get(index + 1) != Some(&b'\n'))
    };
    1 + before.iter().enumerate().filter(|&pair| ends(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        let source = Source::new("a.xsb", "one\r\ntwo\rthree\nfour");
        let text = |what, count, first| left_out(&LeftOut { what, count, first }, &source);
        assert_eq!(
            text(Omission::Rows, 3, 9),
            "a.xsb: 3 rows that look like rows of a board were ignored; the first is a.xsb:3"
        );
        assert_eq!(
            text(Omission::Rows, 1, 15),
            "a.xsb:4: 1 row that looks like a row of a board was ignored"
        );
        assert_eq!(
            text(Omission::Copies, 1, 0x3A0),
            "a.xsb: 1 packed level is a copy of an earlier one, at file offset 03A0: it was ignored (--all includes it)"
        );
        assert_eq!(
            text(Omission::Unlisted, 4, 0x3A0),
            "a.xsb: 4 packed levels are not in the program's table of levels, the first is at file offset 03A0: they were ignored (--all includes them)"
        );
    }
}
