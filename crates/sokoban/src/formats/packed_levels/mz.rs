//! The location of a DOS program's data segment in its file.
//!
//! An MZ header gives its own length, the start of the program, and the words that the loader turns into
//! segments. A program that sets DS at its start moves such a word into a register and the register into DS
//! (Intel 8086: `B8+r iw`, then `8E D8+r`). Only words that the header lists for the loader count, so no
//! other number is mistaken for a segment.

/// The number of bytes from the program's start within which it sets DS.
const MAX_PROLOGUE: usize = 64;

/// The byte of the file at DS:0000; `None` if the file is not such a program.
pub(super) fn data_segment(bytes: &[u8]) -> Option<usize> {
    let word = |at: usize| Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    if bytes.get(..2)? != b"MZ" {
        return None;
    }
    let [relocations, header, ip, cs, table] = [0x06, 0x08, 0x14, 0x16, 0x18].map(word);
    let (relocations, header, table) = (relocations?, header? * 16, table?);
    // The start may be below the first segment: addresses wrap around at 1 MiB.
    let start = header + ((cs? * 16 + ip?) & 0xF_FFFF);
    let is_segment = |at: usize| {
        (0..relocations).any(|entry| {
            let place = table + entry * 4;
            word(place)
                .zip(word(place + 2))
                .is_some_and(|(offset, segment)| header + segment * 16 + offset == at)
        })
    };
    let code = bytes.get(start..)?;
    let code = &code[..code.len().min(MAX_PROLOGUE)];
    let into_ds = code.windows(2).enumerate().filter(|(_, it)| it[0] == 0x8E && it[1] & 0xF8 == 0xD8);
    into_ds
        .filter_map(|(at, it)| {
            let load = 0xB8 | (it[1] & 7);
            (0..at.saturating_sub(2)).rev().find(|&from| code[from] == load && is_segment(start + from + 1))
        })
        .find_map(|from| word(start + from + 1))
        .map(|segment| header + segment * 16)
}

/// The byte of the file at which the program begins, after the header; `None` if the file is not such a
/// program.
pub(super) fn image(bytes: &[u8]) -> Option<usize> {
    let header = bytes.get(0x08..0x0A).filter(|_| bytes.starts_with(b"MZ"))?;
    Some(usize::from(u16::from_le_bytes(header.try_into().ok()?)) * 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with a header of 32 bytes that starts with `code`.
    fn program(code: &[u8], segment_at: u16) -> Vec<u8> {
        let mut bytes = vec![0; 32];
        bytes[..2].copy_from_slice(b"MZ");
        bytes[6] = 1;
        bytes[8] = 2;
        bytes[0x18] = 0x1C;
        bytes[0x1C..0x1E].copy_from_slice(&segment_at.to_le_bytes());
        bytes.extend_from_slice(code);
        bytes.resize(256, 0x90);
        bytes
    }

    #[test]
    fn the_word_that_goes_to_ds() {
        // mov ax, 7; mov ds, ax
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xD8], 1)), Some(32 + 7 * 16));
        // nop; mov dx, 5; mov cs:[1234h], dx; mov ds, dx
        let code = [0x90, 0xBA, 5, 0, 0x2E, 0x89, 0x16, 0x34, 0x12, 0x8E, 0xDA];
        assert_eq!(data_segment(&program(&code, 2)), Some(32 + 5 * 16));
    }

    #[test]
    fn other_numbers_are_no_segments() {
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xD8], 9)), None, "no word for the loader");
        assert_eq!(data_segment(&program(&[0xBA, 7, 0, 0x8E, 0xD8], 1)), None, "another register");
        assert_eq!(data_segment(&program(&[0xB8, 7, 0, 0x8E, 0xC0], 1)), None, "another segment");
        let whole = program(&[0xB8, 7, 0, 0x8E, 0xD8], 1);
        for end in 0..37 {
            assert_eq!(data_segment(&whole[..end]), None, "the first {end} bytes");
        }
        assert_eq!(data_segment(&[0xB8; 300]), None);
    }
}
