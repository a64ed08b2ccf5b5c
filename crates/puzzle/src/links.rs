//! Links to the page in the browser. What a link says stands behind its `#`, which browsers do not send anywhere:
//! `#puzzle=missile/4` names a built-in puzzle, `#level=..` carries the text of one, compressed by deflate in base64url, and
//! `&solve`, `&play` or `&edit` says what is done with it.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};

use crate::diagnostic::Diagnostic;

/// The longest text of a level in a link, in bytes.
const MAX_TEXT: usize = 1 << 20;
/// The longest link that is read, in bytes.
const MAX_LINK: usize = 256 << 10;
/// The level of compression: the highest one.
const LEVEL: u8 = 10;

/// The puzzle that a link opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linked {
    /// A reference to a built-in puzzle: `missile/4`.
    Puzzle(String),
    /// The text of a puzzle.
    Level(String),
}

/// What is done with the puzzle of a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Then {
    /// It is shown.
    #[default]
    Show,
    /// It is solved.
    Solve,
    /// It is played.
    Play,
    /// It is edited.
    Edit,
}

/// What a word of a link asks for.
const WORDS: [(&str, Then); 3] = [("solve", Then::Solve), ("play", Then::Play), ("edit", Then::Edit)];

/// The part of a text after the `#` of a link, if it is a link.
#[must_use]
pub fn fragment_in(text: &str) -> Option<&str> {
    let (_, fragment) = text.trim().split_once('#')?;
    let is_link = fragment.starts_with("level=") || fragment.starts_with("puzzle=");
    (is_link && !fragment.contains(char::is_whitespace)).then_some(fragment)
}

/// The part of a link after its `#`.
#[must_use]
pub fn fragment(linked: &Linked) -> String {
    match linked {
        Linked::Puzzle(reference) => format!("puzzle={}", escaped(reference)),
        Linked::Level(text) => {
            format!("level={}", BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL)))
        }
    }
}

/// Reads the part of a link after its `#`; `None` if it is empty.
///
/// # Errors
/// It is damaged.
pub fn read(fragment: &str) -> Result<Option<(Linked, Then)>, Diagnostic> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.is_empty() {
        return Ok(None);
    }
    if fragment.len() > MAX_LINK {
        return Err(broken("it is longer than 256 KiB"));
    }
    let (mut linked, mut then) = (None, Then::default());
    for part in fragment.split('&') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match name {
            "level" if linked.is_none() => linked = Some(Linked::Level(level(value)?)),
            "puzzle" if linked.is_none() => {
                linked = Some(Linked::Puzzle(unescaped(value).ok_or_else(|| broken("its puzzle is no text"))?));
            }
            "level" | "puzzle" => return Err(broken("it names two puzzles")),
            word => {
                let known = WORDS.iter().find(|(known, _)| *known == word);
                then = known.ok_or_else(|| broken("it has a word that is unknown"))?.1;
            }
        }
    }
    let linked = linked.ok_or_else(|| broken("it names no puzzle"))?;
    Ok(Some((linked, then)))
}

/// The text of a level from its compressed form.
fn level(encoded: &str) -> Result<String, Diagnostic> {
    let packed = BASE64_URL_SAFE_NO_PAD.decode(encoded).map_err(|_| broken("its level is not base64url"))?;
    let bytes = decompress_to_vec_with_limit(&packed, MAX_TEXT);
    let bytes = bytes.map_err(|_| broken("its level cannot be decompressed"))?;
    let text = String::from_utf8(bytes).map_err(|_| broken("its level is no text"))?;
    if text.trim().is_empty() { Err(broken("its level is empty")) } else { Ok(text) }
}

fn broken(why: &str) -> Diagnostic {
    Diagnostic::new(format!("the link is damaged: {why}"))
        .help("copy the whole link, or paste the level itself; 'lurd link PUZZLE' prints a link")
}

/// Replaces the bytes that mean something in a link.
fn escaped(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Reverses [`escaped`].
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(fragment: &str) -> String {
        read(fragment).expect_err(fragment).message
    }

    #[test]
    fn links_carry_what_they_are_made_of() {
        for linked in [
            Linked::Puzzle("missile/4".to_owned()),
            Linked::Puzzle("a b&c=%<>\u{e4}".to_owned()),
            Linked::Level("#####\n#@$.#\n#####\nTitle: <b>\u{e4}&\"'</b>\n".to_owned()),
        ] {
            let made = fragment(&linked);
            assert!(made.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"=-_./%~".contains(&byte)), "{made}");
            assert_eq!(read(&format!("#{made}")), Ok(Some((linked.clone(), Then::Show))));
            assert_eq!(read(&format!("{made}&solve")), Ok(Some((linked, Then::Solve))));
        }
        assert_eq!(read("#"), Ok(None));
    }

    #[test]
    fn a_link_is_known_by_what_follows_its_hash() {
        for (text, fragment) in [
            ("#puzzle=missile/4", Some("puzzle=missile/4")),
            (" https://example.org/lurd/#level=AbC_-9&solve\n", Some("level=AbC_-9&solve")),
            ("#level", None),
            ("#level=A B", None),
            ("#####|#@$.#|#####", None),
            ("levels/#1.xsb", None),
            ("missile/4", None),
        ] {
            assert_eq!(fragment_in(text), fragment, "{text:?}");
        }
    }

    #[test]
    fn a_level_of_60_by_60_squares_fits() {
        let row = |at: usize| {
            (0..60).map(|it| if usize::is_multiple_of(it * it + at * 7, 5) { '#' } else { ' ' }).collect::<String>()
        };
        let level = (0..60).map(row).collect::<Vec<_>>().join("\n");
        let made = fragment(&Linked::Level(level.clone()));
        assert!(made.len() < 2000, "{}", made.len());
        assert_eq!(read(&made), Ok(Some((Linked::Level(level), Then::Show))));
    }

    #[test]
    fn damaged_links_say_what_is_wrong() {
        for (link, why) in [
            ("level=*", "its level is not base64url"),
            ("level=AAAA", "its level cannot be decompressed"),
            ("level=", "its level cannot be decompressed"),
            ("solve", "it names no puzzle"),
            ("level", "its level cannot be decompressed"),
            ("puzzle=a&puzzle=b", "it names two puzzles"),
            ("puzzle=%f", "its puzzle is no text"),
            ("puzzle=%ff", "its puzzle is no text"),
            ("puzzle=a&frob", "it has a word that is unknown"),
        ] {
            assert_eq!(message(link), format!("the link is damaged: {why}"), "{link}");
        }
        assert!(message(&"x".repeat(MAX_LINK + 1)).ends_with("longer than 256 KiB"));
        let bomb = compress_to_vec(&vec![b'#'; MAX_TEXT + 1], LEVEL);
        let bomb = format!("level={}", BASE64_URL_SAFE_NO_PAD.encode(bomb));
        assert!(message(&bomb).ends_with("cannot be decompressed"), "{}", bomb.len());
    }

    /// Links cut short and with other letters are read, or refused.
    #[test]
    fn no_change_of_a_link_does_harm() {
        let made = fragment(&Linked::Level("#######\n#@ $ .#\n#######\nTitle: <script>\n".to_owned()));
        for at in 0..made.len() {
            let _ = read(&made[..at]);
            for letter in ["A", "_", "%", "&", "=", "\u{e4}"] {
                let _ = read(&format!("{}{letter}{}", &made[..at], &made[at + 1..]));
            }
        }
    }
}
