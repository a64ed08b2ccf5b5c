//! From bytes to text, and back: the only place that knows encodings.
//!
//! Text is UTF-8, or UTF-16 with or without a byte order mark. Other text is in an encoding from before Unicode, which is
//! guessed ([`decode`]) or named ([`decode_as`]). Anything else is binary data.

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufRead, Read as _},
};

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    kind: Kind,
    /// Whether the text begins with a byte order mark, which is not part of it.
    has_mark: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// ISO 8859-1, in which every byte is a character.
    Latin1,
    /// Code page 437 of DOS.
    Cp437,
    #[cfg(feature = "encodings")]
    Other(&'static encoding_rs::Encoding),
}

/// Bytes that are no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The first byte that cannot be part of a text.
    pub at: usize,
    /// All of them.
    pub bytes: Vec<u8>,
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} is not text", self.at)
    }
}

impl std::error::Error for NotText {}

/// A text with its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// Its encoding.
    pub encoding: Encoding,
    /// The number of characters that stand for bytes without a meaning in that encoding.
    pub replaced: usize,
}

impl Encoding {
    /// UTF-8 without a byte order mark.
    pub const UTF_8: Self = Self::of(Kind::Utf8);

    const fn of(kind: Kind) -> Self {
        Self { kind, has_mark: false }
    }

    /// The encoding of that name: `utf-8`, `utf-16le`, `latin1`, `cp437`, `windows-1252`, `shift_jis`. With the feature
    /// `encodings`, all labels of the web's encoding standard are names.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let kind = match name.trim().to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Kind::Utf8,
            "utf-16" | "utf16" | "utf-16le" | "utf16le" | "unicode" => Kind::Utf16Le,
            "utf-16be" | "utf16be" => Kind::Utf16Be,
            "latin1" | "latin-1" | "iso-8859-1" | "iso8859-1" => Kind::Latin1,
            "cp437" | "cp-437" | "ibm437" | "437" | "dos" => Kind::Cp437,
            #[cfg(feature = "encodings")]
            other => {
                let of_code_page = other.strip_prefix("cp").filter(|number| number.starts_with("125"));
                let label = of_code_page.map_or_else(|| other.to_owned(), |number| format!("windows-{number}"));
                let encoding = encoding_rs::Encoding::for_label_no_replacement(label.as_bytes())?;
                Kind::Other(encoding)
            }
            #[cfg(not(feature = "encodings"))]
            _ => return None,
        };
        Some(Self::of(kind))
    }

    /// Its name, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.kind {
            Kind::Utf8 => "UTF-8",
            Kind::Utf16Le => "UTF-16LE",
            Kind::Utf16Be => "UTF-16BE",
            Kind::Latin1 => "ISO 8859-1",
            Kind::Cp437 => "code page 437",
            #[cfg(feature = "encodings")]
            Kind::Other(encoding) => encoding.name(),
        }
    }

    /// Whether it encodes Unicode, so that nothing about the text was guessed.
    #[must_use]
    pub fn is_unicode(self) -> bool {
        matches!(self.kind, Kind::Utf8 | Kind::Utf16Le | Kind::Utf16Be)
    }

    /// Whether it is UTF-8, with or without a byte order mark.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        self.kind == Kind::Utf8
    }

    /// Encodes a text; `None` if it has a character that the encoding lacks.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        match self.kind {
            Kind::Utf8 => Some([mark.as_bytes(), text.as_bytes()].concat()),
            Kind::Utf16Le => {
                Some([mark, text].iter().flat_map(|part| part.encode_utf16()).flat_map(u16::to_le_bytes).collect())
            }
            Kind::Utf16Be => {
                Some([mark, text].iter().flat_map(|part| part.encode_utf16()).flat_map(u16::to_be_bytes).collect())
            }
            Kind::Latin1 => text.chars().map(|letter| u8::try_from(letter).ok()).collect(),
            Kind::Cp437 => text.chars().map(cp437_byte).collect(),
            #[cfg(feature = "encodings")]
            Kind::Other(encoding) => {
                let (bytes, _, is_lossy) = encoding.encode(text);
                (!is_lossy).then(|| bytes.into_owned())
            }
        }
    }
}

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The encoding that a byte order mark at the beginning of `bytes` names, and the length of the mark.
#[must_use]
pub fn marked(bytes: &[u8]) -> Option<(Encoding, usize)> {
    let kind = match bytes {
        [0xef, 0xbb, 0xbf, ..] => Kind::Utf8,
        // UTF-32 begins alike, and is not supported.
        [0xff, 0xfe, rest @ ..] if !rest.starts_with(&[0, 0]) => Kind::Utf16Le,
        [0xfe, 0xff, ..] => Kind::Utf16Be,
        _ => return None,
    };
    Some((Encoding { kind, has_mark: true }, if kind == Kind::Utf8 { UTF_8_MARK.len() } else { 2 }))
}

/// The text in `bytes`. A text from before Unicode is read in the encoding that it declares, if all of it can be, and otherwise
/// in the one that its bytes suggest.
///
/// Bytes 0 may separate the parts of a text, of which they stay a part.
///
/// # Errors
/// The bytes are binary data.
pub fn decode(bytes: Vec<u8>) -> Result<Decoded, NotText> {
    if let Some((encoding, length)) = marked(&bytes) {
        if encoding.is_utf8() {
            let mut rest = bytes;
            rest.drain(..length);
            let decoded =
                without_mark(rest).map_err(|error| NotText { bytes: [UTF_8_MARK, &error.bytes].concat(), ..error })?;
            let has_mark = decoded.encoding.is_utf8();
            return Ok(Decoded { encoding: Encoding { has_mark, ..decoded.encoding }, ..decoded });
        }
        let (text, replaced) = utf16(&bytes[length..], encoding.kind == Kind::Utf16Le);
        if let Some(at) = text.chars().position(is_control) {
            return Err(NotText { at: length + 2 * at, bytes });
        }
        return Ok(Decoded { text, encoding, replaced });
    }
    without_mark(bytes)
}

fn without_mark(bytes: Vec<u8>) -> Result<Decoded, NotText> {
    if let Some(decoded) = utf16_without_mark(&bytes) {
        return Ok(decoded);
    }
    // Beside characters of a text there may be bytes 0 between its parts.
    let first = |is: fn(u8) -> bool| bytes.iter().position(|&byte| is(byte));
    // Most texts have neither, which a loop without an end is fast to see.
    let has_any = bytes.iter().fold(false, |has_any, &byte| has_any | (byte < b' ') & !(b'\t'..=b'\r').contains(&byte));
    let first_zero = if has_any { first(|byte| byte == 0) } else { None };
    let first_control = if has_any { first(|byte| byte != 0 && is_control(char::from(byte))) } else { None };
    if let (Some(zero), Some(_)) = (first_zero, first_control) {
        return Err(NotText { at: zero, bytes });
    }
    match (String::from_utf8(bytes), first_zero.or(first_control)) {
        (Ok(text), _) => Ok(Decoded { text, encoding: Encoding::UTF_8, replaced: 0 }),
        (Err(error), Some(at)) => Err(NotText { at, bytes: error.into_bytes() }),
        (Err(error), None) => {
            let bytes = error.into_bytes();
            let declared = declared(&bytes).map(|encoding| decode_as(&bytes, encoding)).filter(|it| it.replaced == 0);
            Ok(declared.unwrap_or_else(|| decode_as(&bytes, Encoding::of(guessed(&bytes)))))
        }
    }
}

/// The text in `bytes` in a named encoding.
#[must_use]
pub fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded {
    let mark = marked(bytes)
        .filter(|(marked, _)| marked.kind == encoding.kind || !encoding.is_utf8() && encoding.is_unicode());
    let (encoding, bytes) = mark.map_or((encoding, bytes), |(encoding, length)| (encoding, &bytes[length..]));
    let (text, replaced) = match encoding.kind {
        Kind::Utf8 => counted(String::from_utf8_lossy(bytes)),
        Kind::Utf16Le | Kind::Utf16Be => utf16(bytes, encoding.kind == Kind::Utf16Le),
        Kind::Latin1 => (bytes.iter().map(|&byte| char::from(byte)).collect(), 0),
        Kind::Cp437 => (bytes.iter().map(|&byte| cp437_letter(byte)).collect(), 0),
        #[cfg(feature = "encodings")]
        Kind::Other(encoding) => counted(encoding.decode_without_bom_handling(bytes).0),
    };
    Decoded { text, encoding, replaced }
}

fn counted(text: Cow<'_, str>) -> (String, usize) {
    let replaced = text.matches(char::REPLACEMENT_CHARACTER).count();
    (text.into_owned(), replaced)
}

fn utf16(bytes: &[u8], is_little: bool) -> (String, usize) {
    let units = bytes.chunks(2).map(|pair| match pair {
        [low, high] if is_little => u16::from_le_bytes([*low, *high]),
        [high, low] => u16::from_be_bytes([*high, *low]),
        // Half a character at the end.
        _ => 0xfffd,
    });
    let mut replaced = 0;
    let letters = char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    let text = letters.inspect(|&letter| replaced += usize::from(letter == char::REPLACEMENT_CHARACTER)).collect();
    (text, replaced)
}

/// UTF-16 without a mark: in a text that is mostly ASCII every other byte is 0.
fn utf16_without_mark(bytes: &[u8]) -> Option<Decoded> {
    const SAMPLE: usize = 4096;
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), sample.len() / 2);
    let kind = match (even, odd) {
        (0, odd) if 4 * odd >= 3 * pairs => Kind::Utf16Le,
        (even, 0) if 4 * even >= 3 * pairs => Kind::Utf16Be,
        _ => return None,
    };
    let (text, replaced) = utf16(bytes, kind == Kind::Utf16Le);
    (replaced == 0 && !text.contains(is_control)).then_some(Decoded { text, encoding: Encoding::of(kind), replaced })
}

/// The encoding that XML or a page declares at its beginning: `encoding="EUC-JP"`, `charset=koi8-r`.
fn declared(bytes: &[u8]) -> Option<Encoding> {
    const BEGINNING: usize = 1024;
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_ascii_lowercase();
    let names = ["encoding=", "charset="].into_iter().filter_map(|key| beginning.split_once(key));
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let name =
        |rest: &str| rest.trim_start_matches(['"', '\'']).split(|letter| !is_name(letter)).next().map(str::to_owned);
    names.filter_map(|(_, rest)| Encoding::named(&name(rest)?)).find(|encoding| !encoding.is_unicode())
}

/// Whether a text cannot have this character: texts have no control characters but those of lines and pages, and the
/// mark with which DOS ends files.
fn is_control(letter: char) -> bool {
    letter < ' ' && !matches!(letter, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1a}')
}

// Texts that are read line by line.

/// The longest text with a byte order mark that a stream decodes.
const MAX_DECODED: u64 = 256 << 20;

/// A file or stream of text in UTF-8. One with a byte order mark, in UTF-8 or UTF-16, is decoded as a whole when it is
/// opened; all others are read as they are.
///
/// # Errors
/// It cannot be read, or has a mark and is no text or longer than 256 MiB.
pub fn text_stream<'a>(mut reader: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    if marked(reader.fill_buf()?).is_none() {
        return Ok(Box::new(reader));
    }
    let mut bytes = Vec::new();
    reader.take(MAX_DECODED + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_DECODED {
        let message = "a text with a byte order mark is larger than 256 MiB; convert it to UTF-8 without one";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let decoded = decode(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(Box::new(io::Cursor::new(decoded.text.into_bytes())))
}

// Encodings from before Unicode.

/// The encoding that a text without control characters, which is not UTF-8, is probably in.
fn guessed(bytes: &[u8]) -> Kind {
    if is_cp437(bytes) {
        return Kind::Cp437;
    }
    #[cfg(feature = "encodings")]
    {
        let options = (chardetng::Iso2022JpDetection::Deny, chardetng::Utf8Detection::Deny);
        let mut detector = chardetng::EncodingDetector::new(options.0);
        detector.feed(bytes, true);
        Kind::Other(detector.guess(None, options.1))
    }
    #[cfg(not(feature = "encodings"))]
    Kind::Latin1
}

/// Whether a text is in code page 437: some of its vowels with marks, in the middle of words, are bytes that are quotation
/// marks or unused in Windows-1252, and all others are in the same range.
fn is_cp437(bytes: &[u8]) -> bool {
    const INSIDE: [u8; 9] = [0x81, 0x82, 0x84, 0x87, 0x88, 0x89, 0x8b, 0x90, 0x94];
    let is_inside = |window: &[u8]| match window {
        [before, letter, after] => before.is_ascii_lowercase() && after.is_ascii_lowercase() && INSIDE.contains(letter),
        _ => false,
    };
    bytes.iter().filter(|byte| !byte.is_ascii()).all(|byte| (0x80..=0xa5).contains(byte))
        && bytes.windows(3).any(is_inside)
}

/// The upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

fn cp437_letter(byte: u8) -> char {
    match byte.checked_sub(128) {
        Some(upper) => CP437.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
        None => char::from(byte),
    }
}

fn cp437_byte(letter: char) -> Option<u8> {
    if letter.is_ascii() {
        return u8::try_from(letter).ok();
    }
    let upper = CP437.chars().position(|known| known == letter)?;
    u8::try_from(upper + 128).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, &'static str), usize> {
        decode(bytes.to_vec()).map(|decoded| (decoded.text, decoded.encoding.name())).map_err(|error| error.at)
    }

    #[test]
    fn unicode_with_and_without_a_mark() {
        let is = |text: &str, name| Ok((text.to_owned(), name));
        assert_eq!(read("aé漢".as_bytes()), is("aé漢", "UTF-8"));
        assert_eq!(read(b"\xef\xbb\xbfa"), is("a", "UTF-8"));
        assert_eq!(read(b"\xff\xfe#\0\n\0"), is("#\n", "UTF-16LE"));
        assert_eq!(read(b"\xfe\xff\0#\0\n"), is("#\n", "UTF-16BE"));
        assert_eq!(read(b"#\0@\0\r\0\n\0"), is("#@\r\n", "UTF-16LE"));
        assert_eq!(read(b"\0#\0@\0\r\0\n"), is("#@\r\n", "UTF-16BE"));
        assert_eq!(read(b""), is("", "UTF-8"));
    }

    #[test]
    fn zeros_may_separate_texts_and_binary_data_is_no_text() {
        assert_eq!(read(b"##\0##\0").map(|(text, _)| text), Ok("##\0##\0".to_owned()));
        assert_eq!(read(b"a\0\xff"), Err(1));
        assert_eq!(read(b"ab\0\x01"), Err(2));
        assert_eq!(read(b"a\xff\x01"), Err(2));
        assert_eq!(read(b"\xff\xfe\x01\0"), Err(2));
    }

    #[test]
    fn a_text_is_written_in_its_own_encoding() {
        for bytes in [
            &b"a\xff"[..],
            b"\xef\xbb\xbfa",
            "aÿ漢".as_bytes(),
            b"",
            b"\xef\xbb\xbf\xff",
            b"\xff\xfe#\0\n\0",
            b"\0#\0@\0\r\0\n",
            b"f\x81r",
        ] {
            let decoded = decode(bytes.to_vec()).expect("a text");
            let mark = if bytes == b"\xef\xbb\xbf\xff" { &bytes[3..] } else { bytes };
            assert_eq!(decoded.encoding.encode(&decoded.text).as_deref(), Some(mark), "{decoded:?}");
        }
        assert_eq!(Encoding::of(Kind::Latin1).encode("漢"), None);
        assert_eq!(Encoding::of(Kind::Cp437).encode("漢"), None);
    }

    #[test]
    fn names_of_encodings() {
        for name in ["utf-8", "UTF-16", "latin1", "cp437"] {
            assert!(Encoding::named(name).is_some(), "{name}");
        }
        assert_eq!(Encoding::named("klingon"), None);
        assert_eq!(decode_as(b"f\x81r \xdb", Encoding::of(Kind::Cp437)).text, "für █");
        assert_eq!(
            decode_as(b"a\xff", Encoding::UTF_8),
            Decoded { text: "a\u{fffd}".to_owned(), encoding: Encoding::UTF_8, replaced: 1 }
        );
    }

    #[test]
    fn streams_with_a_mark_and_without_an_end_are_refused() {
        for mark in [&b"\xff\xfe"[..], b"\xef\xbb\xbf"] {
            let stream = text_stream(io::BufReader::new(mark.chain(io::repeat(b' '))));
            assert!(stream.err().is_some_and(|error| error.to_string().contains("larger than 256 MiB")));
        }
    }

    #[test]
    fn streams_with_a_mark_are_decoded() {
        for bytes in [&b"a\nb\n"[..], b"\xef\xbb\xbfa\nb\n", b"\xff\xfea\0\n\0b\0\n\0"] {
            let stream = text_stream(bytes).expect("read");
            assert_eq!(stream.lines().collect::<io::Result<Vec<_>>>().expect("lines"), ["a", "b"]);
        }
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn older_encodings_are_guessed() {
        for (bytes, text) in [
            (&b"Tom\x92s \x93best\x94"[..], "Tom\u{2019}s \u{201c}best\u{201d}"),
            (b"f\x81r alle", "für alle"),
            (b"\x91\x71\x8c\xc9\x94\xd4\x82\xcc\x83\x70\x83\x59\x83\x8b", "倉庫番のパズル"),
            (
                b"\xd1\xee\xea\xee\xe1\xe0\xed, \xf3\xf0\xee\xe2\xe5\xed\xfc \xef\xe5\xf0\xe2\xfb\xe9",
                "Сокобан, уровень первый",
            ),
        ] {
            let read = decode(bytes.to_vec()).expect("a text");
            assert_eq!(read.text, text, "{}", read.encoding.name());
        }
        assert_eq!(Encoding::named("cp1252").map(Encoding::name), Some("windows-1252"));
        assert_eq!(Encoding::named("sjis").map(Encoding::name), Some("Shift_JIS"));
    }
}
