//! Counts before letters: `3r4U` is `rrrUUUU`, `2(3(dr)R)` repeats groups. Levels and solutions are shortened
//! in this way (run-length encoding; sokobano.de, and version 0.17 of the `.sok` format).

/// A letter and the byte it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeated {
    pub(crate) letter: u8,
    pub(crate) byte: usize,
}

/// Why a text cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// This byte is not a letter, or a bracket is missing there.
    Letter(usize),
    /// At this byte the number of letters exceeds the limit.
    TooMany(usize),
}

const MAX_DEPTH: usize = 64;

/// An open group: its count, and where it begins in the result and in the text.
struct Group {
    times: usize,
    start: usize,
    byte: usize,
}

/// Expands every repetition in `text`, up to `max_letters` letters. Blanks are skipped.
///
/// Takes time and memory proportional to the text and to the result.
pub(crate) fn expand(
    text: &[u8],
    is_letter: impl Fn(u8) -> bool,
    is_blank: impl Fn(u8) -> bool,
    max_letters: usize,
) -> Result<Vec<Repeated>, Fault> {
    let mut out: Vec<Repeated> = Vec::with_capacity(text.len().min(max_letters));
    let mut groups: Vec<Group> = Vec::new();
    let mut count: Option<usize> = None;
    for (byte, &letter) in text.iter().enumerate() {
        let times = |count: Option<usize>| count.unwrap_or(1);
        match letter {
            b'0'..=b'9' => {
                let digit = usize::from(letter - b'0');
                count = Some(times(count.or(Some(0))).saturating_mul(10).saturating_add(digit));
            }
            _ if is_blank(letter) => {}
            b'(' if groups.len() < MAX_DEPTH => {
                groups.push(Group { times: times(count.take()), start: out.len(), byte });
            }
            b')' if count.is_none() => {
                let Some(Group { times, start, .. }) = groups.pop() else {
                    return Err(Fault::Letter(byte));
                };
                let length = out.len() - start;
                if length.saturating_mul(times) > max_letters.saturating_sub(start) {
                    return Err(Fault::TooMany(byte));
                }
                match times {
                    _ if length == 0 => {}
                    0 => out.truncate(start),
                    _ => (1..times).for_each(|_| out.extend_from_within(start..start + length)),
                }
            }
            _ if is_letter(letter) => {
                let times = times(count.take());
                if times > max_letters - out.len().min(max_letters) {
                    return Err(Fault::TooMany(byte));
                }
                out.extend(std::iter::repeat_n(Repeated { letter, byte }, times));
            }
            _ => return Err(Fault::Letter(byte)),
        }
    }
    match (count, groups.first()) {
        (Some(_), _) => Err(Fault::Letter(text.len())),
        (_, Some(&Group { byte, .. })) => Err(Fault::Letter(byte)),
        _ => Ok(out),
    }
}

/// Replaces sequences of at least `min_length` equal letters by a count and the letter.
pub(crate) fn shorten(letters: &[u8], min_length: usize) -> String {
    let mut text = String::new();
    for equal in letters.chunk_by(|a, b| a == b) {
        let letter = char::from(equal[0]);
        if equal.len() >= min_length {
            text.push_str(&equal.len().to_string());
            text.push(letter);
        } else {
            text.extend(std::iter::repeat_n(letter, equal.len()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> Result<String, Fault> {
        let letters = expand(text.as_bytes(), |byte| b"lurdLURD".contains(&byte), |byte| byte == b' ', 1000)?;
        Ok(letters.into_iter().map(|it| char::from(it.letter)).collect())
    }

    #[test]
    fn counts_and_groups() {
        assert_eq!(written("3r4U"), Ok("rrrUUUU".to_owned()));
        assert_eq!(written("2(3(dr)R)"), Ok("drdrdrRdrdrdrR".to_owned()));
        assert_eq!(written("l 2 u"), Ok("luu".to_owned()));
        assert_eq!(written("0(lr)u0d"), Ok("u".to_owned()));
        assert_eq!(written("600000000000()u"), Ok("u".to_owned()));
        assert_eq!(written(""), Ok(String::new()));
        for (text, fault) in [("3", 1), ("l)", 1), ("l(r", 1), ("lx", 1), ("2)", 1), ("2(l3)", 4)] {
            assert_eq!(written(text), Err(Fault::Letter(fault)), "{text}");
        }
        for text in ["9999(9999(9999l))", "99999999999999999999999r", "1000l(r)"] {
            assert!(matches!(written(text), Err(Fault::TooMany(_))), "{text}");
        }
        assert!(written(&"(".repeat(1000)).is_err());
    }

    proptest! {
        #[test]
        fn shortened_is_expanded_to_the_same(text in "[lurdLURD]{0,60}", shortest in 2_usize..5) {
            prop_assert_eq!(written(&shorten(text.as_bytes(), shortest)), Ok(text));
        }

        #[test]
        fn nothing_breaks_it(text in "[lr0-9() |]{0,40}") {
            if let Ok(text) = written(&text) {
                prop_assert!(text.len() <= 1000);
            }
        }
    }
}
