//! The answers of a terminal among the bytes that come from it, and the keys that the player presses meanwhile.

use lurd_toolkit::themes::ThemeName;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// What a terminal has answered so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    pub(super) kitty: bool,
    pub(super) sixel: bool,
    /// The width and height of a character in pixels.
    pub(super) size: Option<(u16, u16)>,
    /// The theme for the background.
    pub(super) background: Option<ThemeName>,
    /// The number of status reports, each of which ends a question.
    pub(super) ends: usize,
    /// Everything else: the keys of the player.
    pub(super) others: Vec<u8>,
    /// The beginning of an answer that is not complete.
    open: Vec<u8>,
}

/// The arrow keys as terminals send them.
const ARROWS: [(&str, KeyCode); 4] =
    [("\x1b[A", KeyCode::Up), ("\x1b[B", KeyCode::Down), ("\x1b[C", KeyCode::Right), ("\x1b[D", KeyCode::Left)];

/// The longest answer in bytes; what is longer is none.
const MAX_ANSWER: usize = 256;

impl Answers {
    /// Takes bytes from the terminal, which may break off inside an answer.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.open.is_empty() && byte != 0x1b {
                self.others.push(byte);
                continue;
            }
            self.open.push(byte);
            match self.open.as_slice() {
                [_] | [_, b'[' | b'_' | b']'] => {}
                [_, b'[', .., last] if (0x40..0x7f).contains(last) => self.control(),
                [_, b'_', .., 0x1b, b'\\'] => self.graphics(),
                [_, b']', .., 0x07] | [_, b']', .., 0x1b, b'\\'] => self.system(),
                [_, b'[' | b'_' | b']', ..] if self.open.len() < MAX_ANSWER => {}
                _ => self.others.append(&mut self.open),
            }
        }
    }

    /// What was taken for the beginning of an answer belongs to the player.
    pub(super) fn finish(&mut self) {
        self.others.append(&mut self.open);
    }

    /// A control sequence `ESC [ .. letter` is complete.
    fn control(&mut self) {
        let open = std::mem::take(&mut self.open);
        let text = String::from_utf8_lossy(&open[2..]).into_owned();
        if let Some(list) = text.strip_prefix('?').and_then(|text| text.strip_suffix('c')) {
            self.sixel |= list.split(';').any(|code| code == "4");
        } else if let Some(list) = text.strip_prefix("6;").and_then(|text| text.strip_suffix('t')) {
            let numbers: Vec<u16> = list.split(';').filter_map(|number| number.parse().ok()).collect();
            if let &[height, width] = numbers.as_slice()
                && height > 0
                && width > 0
            {
                self.size = Some((width, height));
            }
        } else if text == "0n" || text == "3n" {
            self.ends += 1;
        } else {
            self.others.extend(open);
        }
    }

    /// A sequence `ESC ] ..` is complete: `11;rgb:ffff/ffff/ffff` is a white background.
    fn system(&mut self) {
        let open = std::mem::take(&mut self.open);
        let text = String::from_utf8_lossy(&open[2..]).into_owned();
        let colour = text.strip_prefix("11;rgb:").or_else(|| text.strip_prefix("11;rgba:")).unwrap_or_default();
        // Each channel has one to four digits.
        let channel = |digits: &str| {
            let value = u32::from_str_radix(digits, 16).ok()?;
            Some(255 * value / (16_u32.pow(u32::try_from(digits.len()).ok()?) - 1))
        };
        let digits = colour.split('/').map(|part| part.trim_end_matches(|end: char| !end.is_ascii_hexdigit()));
        let channels: Option<Vec<u32>> = digits.filter(|part| part.len() <= 4).map(channel).collect();
        if let Some(&[red, green, blue, ..]) = channels.as_deref() {
            let is_light = 299 * red + 587 * green + 114 * blue > 500 * 255;
            self.background = Some(if is_light { ThemeName::Light } else { ThemeName::Dark });
        } else {
            self.others.extend(open);
        }
    }

    /// A sequence `ESC _ .. ESC \` is complete.
    fn graphics(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.kitty |= open.starts_with(b"\x1b_Gi=31;OK");
    }

    /// The keys that the player has pressed.
    pub(super) fn keys(&self) -> Vec<Event> {
        let text = String::from_utf8_lossy(&self.others).into_owned();
        let mut keys = Vec::new();
        let mut rest = text.as_str();
        while let Some(letter) = rest.chars().next() {
            let arrow = ARROWS.iter().find_map(|(text, code)| Some((rest.strip_prefix(text)?, *code)));
            let (after, code) = arrow.unwrap_or((&rest[letter.len_utf8()..], key(letter)));
            rest = after;
            let is_control = letter.is_ascii_control() && matches!(code, KeyCode::Char(_));
            let modifiers = if is_control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            keys.push(Event::Key(KeyEvent::new(code, modifiers)));
        }
        keys
    }
}

fn key(letter: char) -> KeyCode {
    match letter {
        '\r' | '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        '\x1b' => KeyCode::Esc,
        '\x7f' => KeyCode::Backspace,
        // Ctrl-A is 1.
        '\x01'..='\x1a' => KeyCode::Char(char::from(letter as u8 + b'a' - 1)),
        letter => KeyCode::Char(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1b[?62;4;22c\x1b[6;20;10t\x1b[0n";

    #[test]
    fn answers_are_told_from_keys_however_they_arrive() {
        let whole = "j\x1b[?62;4;22c\x1b[6;20;10tk\x1b[0n\x1b[Al\x1b_Gi=31;OK\x1b\\";
        for size in 1..=whole.len() {
            let mut answers = Answers::default();
            for part in whole.as_bytes().chunks(size) {
                answers.take(part);
            }
            answers.finish();
            let codes: Vec<_> =
                answers.keys().into_iter().map(|event| event.as_key_event().map(|key| key.code)).collect();
            let expected = [KeyCode::Char('j'), KeyCode::Char('k'), KeyCode::Up, KeyCode::Char('l')];
            assert_eq!(codes, expected.map(Some), "{size}");
            assert!(answers.kitty && answers.sixel && answers.ends == 1, "{answers:?}");
            assert_eq!(answers.size, Some((10, 20)));
        }
    }

    #[test]
    fn the_background_decides_on_the_theme() {
        for (answer, expected) in [
            ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", Some(ThemeName::Light)),
            ("\x1b]11;rgb:fd/f6/e3\x07", Some(ThemeName::Light)),
            ("\x1b]11;rgb:1e1e/1e1e/1e1e\x07", Some(ThemeName::Dark)),
            ("\x1b]11;rgba:0000/0000/0000/ffff\x1b\\", Some(ThemeName::Dark)),
            ("\x1b]10;rgb:ffff/ffff/ffff\x07", None),
            ("\x1b]11;rgb:x\x07", None),
        ] {
            let mut answers = Answers::default();
            answers.take(format!("j{answer}\x1b[0n").as_bytes());
            assert_eq!((answers.background, answers.ends), (expected, 1), "{answer:?}");
            assert_eq!(answers.others.first(), Some(&b'j'));
        }
    }

    #[test]
    fn a_terminal_without_graphics_says_so() {
        let mut answers = Answers::default();
        answers.take(b"\x1b_Gi=31;ENOENT:no\x1b\\\x1b[?62;22c\x1b[0n");
        assert!(!answers.kitty && !answers.sixel && answers.size.is_none() && answers.ends == 1);
        answers.take(KITTY.as_bytes());
        assert!(answers.kitty);
    }

    #[test]
    fn a_key_that_looks_like_an_answer_is_kept() {
        let mut answers = Answers::default();
        answers.take(b"\x1b");
        answers.finish();
        answers.take(b"\x03");
        let codes: Vec<_> = answers.keys();
        let escape = Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        let stop = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(codes, [escape, stop]);
    }
}
