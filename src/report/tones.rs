//! Boards in colour. Every letter says the same without its colour.

use anstyle::{AnsiColor, Style};

use super::style::DIM;
use crate::puzzle::Tone;

/// The colours of tiles, by turns: those that can be read on dark and on light ground.
const TILES: [AnsiColor; 6] = [
    AnsiColor::Cyan,
    AnsiColor::Red,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Blue,
    AnsiColor::Magenta,
];

fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint | Tone::Wall => DIM,
        Tone::Player => AnsiColor::Cyan.on_default().bold(),
        Tone::Piece => AnsiColor::Yellow.on_default().bold(),
        Tone::Goal => AnsiColor::Magenta.on_default(),
        Tone::Placed => AnsiColor::Green.on_default().bold(),
        Tone::Tile(kind) => TILES[usize::from(kind) % TILES.len()].on_default(),
    }
}

/// `text` in the colours of `tones`, a tone a letter; letters without one stay plain. Blanks and
/// line breaks take no colour, and neighbours of one colour share its codes.
pub fn painted(text: &str, tones: impl IntoIterator<Item = Tone>) -> String {
    let mut tones = tones.into_iter();
    let mut out = String::with_capacity(text.len() * 2);
    let mut now = Style::new();
    for letter in text.chars() {
        let wanted = style(tones.next().unwrap_or_default());
        if !letter.is_whitespace() && wanted != now {
            turn(&mut out, now, wanted);
            now = wanted;
        }
        out.push(letter);
    }
    turn(&mut out, now, Style::new());
    out
}

fn turn(out: &mut String, from: Style, to: Style) {
    use std::fmt::Write as _;
    let _ = write!(out, "{from:#}{to}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_their_codes_and_nothing_is_lost() {
        let text = "## @ #\n$$";
        let tone = |letter| match letter {
            '#' => Tone::Wall,
            '@' => Tone::Player,
            '$' => Tone::Piece,
            _ => Tone::Plain,
        };
        let shown = painted(text, text.chars().map(tone));
        assert_eq!(anstream::adapter::strip_str(&shown).to_string(), text);
        assert_eq!(shown.matches("\u{1b}[33m").count(), 1, "{shown:?}");
        assert!(shown.ends_with("\u{1b}[0m"));
        assert_eq!(painted("plain", []), "plain");
    }
}
