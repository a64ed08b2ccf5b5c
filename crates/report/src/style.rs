//! Styles of the reports, and boards in colour. No style carries information of its own.

use anstyle::{AnsiColor, Style};
use lurd_puzzle::puzzle::CellRole;

pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const STOPPED: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const STRONG: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();

pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

// Boards in colour. Colours carry no information that the characters lack.

/// Colours of tiles, used cyclically; legible on dark and light backgrounds.
const TILES: [AnsiColor; 6] =
    [AnsiColor::Cyan, AnsiColor::Red, AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Blue, AnsiColor::Magenta];

fn style(cell_role: CellRole) -> Style {
    match cell_role {
        CellRole::Plain => Style::new(),
        CellRole::Faint | CellRole::Wall => DIM,
        CellRole::Player => AnsiColor::Cyan.on_default().bold(),
        CellRole::Piece => AnsiColor::Yellow.on_default().bold(),
        CellRole::Goal => AnsiColor::Magenta.on_default(),
        CellRole::Placed => AnsiColor::Green.on_default().bold(),
        CellRole::Marked => AnsiColor::Green.on_default(),
        CellRole::Danger => AnsiColor::Red.on_default(),
        CellRole::Tile(kind) => TILES[usize::from(kind) % TILES.len()].on_default(),
    }
}

/// Colours `text`, one role per character; further characters stay plain. White space is not coloured, and
/// neighbours of one colour share the escape codes.
pub fn painted(text: &str, cell_roles: impl IntoIterator<Item = CellRole>) -> String {
    let mut cell_roles = cell_roles.into_iter();
    let mut out = String::with_capacity(text.len() * 2);
    let mut now = Style::new();
    for letter in text.chars() {
        let wanted = style(cell_roles.next().unwrap_or_default());
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
mod cell_roles_tests {
    use super::*;

    #[test]
    fn neighbours_share_their_codes_and_nothing_is_lost() {
        let text = "## @ #\n$$";
        let cell_role = |letter| match letter {
            '#' => CellRole::Wall,
            '@' => CellRole::Player,
            '$' => CellRole::Piece,
            _ => CellRole::Plain,
        };
        let shown = painted(text, text.chars().map(cell_role));
        assert_eq!(anstream::adapter::strip_str(&shown).to_string(), text);
        assert_eq!(shown.matches("\u{1b}[33m").count(), 1, "{shown:?}");
        assert!(shown.ends_with("\u{1b}[0m"));
        assert_eq!(painted("plain", []), "plain");
    }
}
