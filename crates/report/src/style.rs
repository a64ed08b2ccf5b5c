//! Styles of the reports, and boards in colour. No style carries information of its own.

use std::{fmt::Write as _, sync::OnceLock};

use anstyle::{AnsiColor, Color, Style};
use lurd_puzzle::puzzle::CellRole;
use lurd_toolkit::themes::ThemeName;

use crate::picture::colours::{Colours, Depth, Ink, colours, indexed};

pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const STOPPED: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const STRONG: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();

pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

// Boards in colour. Colours carry no information that the characters lack.

/// The style of a role in a theme, on a terminal of a depth. Tiles have a background, so that they are readable on
/// every other one; everything else has one of the sixteen colours.
fn style(cell_role: CellRole, colours: &Colours, depth: Depth) -> Style {
    let Some(ink) = colours.of(cell_role) else { return Style::new() };
    let near: Color = ink.near.into();
    match cell_role {
        CellRole::Faint | CellRole::Wall => DIM,
        CellRole::Player | CellRole::Piece | CellRole::Placed => Style::new().fg_color(Some(near)).bold(),
        CellRole::Tile(_) => {
            let of_depth = |ink: Ink| match depth {
                Depth::True => Color::Rgb(<(u8, u8, u8)>::from(ink.rgb).into()),
                Depth::Palette => Color::Ansi256(indexed(ink.rgb).into()),
                Depth::Sixteen | Depth::None => ink.near.into(),
            };
            Style::new().fg_color(Some(of_depth(ink.letters()))).bg_color(Some(of_depth(ink)))
        }
        _ => Style::new().fg_color(Some(near)),
    }
}

/// Colours `text`, one role per character; further characters stay plain. Of white space only that of tiles is
/// coloured, and neighbours of one colour share the escape codes.
pub fn painted(text: &str, cell_roles: impl IntoIterator<Item = CellRole>) -> String {
    static DEPTH: OnceLock<Depth> = OnceLock::new();
    let depth = *DEPTH.get_or_init(Depth::of_environment);
    painted_in(text, cell_roles, colours(ThemeName::of_environment()), depth)
}

/// As [`painted`], in the colours of a theme, on a terminal of a depth.
pub fn painted_in(
    text: &str,
    cell_roles: impl IntoIterator<Item = CellRole>,
    colours: &Colours,
    depth: Depth,
) -> String {
    let mut cell_roles = cell_roles.into_iter();
    let mut out = String::with_capacity(text.len() * 2);
    let mut now = Style::new();
    for letter in text.chars() {
        let role = cell_roles.next().unwrap_or_default();
        let wanted = style(role, colours, depth);
        let is_shown = !letter.is_whitespace() || matches!(role, CellRole::Tile(_)) || now.get_bg_color().is_some();
        if is_shown && wanted != now {
            let _ = write!(out, "{now:#}{wanted}");
            now = wanted;
        }
        out.push(letter);
    }
    out + &now.render_reset().to_string()
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
