//! Colours and signs, as far as the terminal supports them. Colours never carry information of their own.

use std::env;

use ratatui::style::{Color, Modifier, Style};

use super::graphics::Graphics;
use super::palette::{Ink, Palette, indexed, palette};
use super::raster::NO_COLOUR;
use lurd_puzzle::puzzle::{CellRole, Tile};
use lurd_toolkit::themes::ThemeName;

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Depth {
    /// No colours, only bold and reversed letters.
    None,
    Sixteen,
    /// A palette of 256 colours.
    Palette,
    /// All RGB colours.
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Theme {
    pub(in crate::ui) name: ThemeName,
    pub(in crate::ui) depth: Depth,
    /// Whether only ASCII characters are drawn.
    pub(in crate::ui) ascii: bool,
    /// Whether tiles are drawn by the terminal.
    pub(in crate::ui) graphics: Graphics,
}

impl Theme {
    /// Detects the abilities of the terminal from the environment.
    pub(in crate::ui) fn detect(name: ThemeName, has_colour: bool, ascii: bool, graphics: Graphics) -> Self {
        let is = |name: &str, words: &[&str]| {
            env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        let depth = if !has_colour {
            Depth::None
        } else if is("COLORTERM", &["truecolor", "24bit"]) {
            Depth::True
        } else if is("TERM", &["256color", "kitty", "direct"]) {
            Depth::Palette
        } else {
            Depth::Sixteen
        };
        let is_utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
            .is_none_or(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"));
        let ascii = ascii || name == ThemeName::Ascii || !is_utf8;
        let graphics = if ascii || depth == Depth::None { Graphics::Off } else { graphics };
        Self { name, depth, ascii, graphics }
    }

    /// A theme without colours.
    #[cfg(test)]
    pub(in crate::ui) fn plain(ascii: bool) -> Self {
        Self { name: ThemeName::default(), depth: Depth::None, ascii, graphics: Graphics::Off }
    }

    /// Whether cells take whole rows: letters and drawn tiles cannot be cut in halves.
    pub(super) fn has_whole_rows(self) -> bool {
        self.ascii || self.graphics.is_on()
    }

    fn palette(self) -> &'static Palette {
        palette(self.name)
    }

    /// A colour as the terminal has it; `None` if it has none.
    fn colour(self, ink: Ink) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(ink.0),
            Depth::Palette | Depth::True => Some(self.exact(ink.1)),
        }
    }

    fn exact(self, [red, green, blue]: [u8; 3]) -> Color {
        if self.depth == Depth::True {
            Color::Rgb(red, green, blue)
        } else {
            Color::Indexed(indexed([red, green, blue]))
        }
    }

    fn style(self, ink: Ink) -> Style {
        self.colour(ink).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    /// The colour of a role; `None` for plain cells.
    fn ink(self, cell_role: CellRole) -> Option<Ink> {
        let palette = self.palette();
        Some(match cell_role {
            CellRole::Plain => return None,
            CellRole::Faint => palette.faint,
            CellRole::Wall => palette.wall,
            CellRole::Player => palette.player,
            CellRole::Piece => palette.piece,
            CellRole::Goal => palette.goal,
            CellRole::Placed => palette.placed,
            CellRole::Marked => palette.good,
            CellRole::Danger => palette.bad,
            CellRole::Tile(kind) => palette.tiles[usize::from(kind) % palette.tiles.len()],
        })
    }

    pub(in crate::ui) fn cell_role(self, cell_role: CellRole) -> Style {
        let Some(ink) = self.ink(cell_role) else { return Style::new() };
        match cell_role {
            CellRole::Faint | CellRole::Wall | CellRole::Goal => self.style(ink),
            _ => self.style(ink).add_modifier(Modifier::BOLD),
        }
    }

    /// The colour of pixels of a role.
    pub(super) fn pixel(self, cell_role: CellRole) -> Color {
        self.ink(cell_role).and_then(|ink| self.colour(ink)).unwrap_or(NO_COLOUR)
    }

    /// A shade of the colour of a role, nearer to the background. Sixteen colours have no shades.
    pub(super) fn shade(self, cell_role: CellRole) -> Option<Color> {
        let part = if cell_role == CellRole::Goal { 30 } else { 60 };
        let has_shades = matches!(self.depth, Depth::Palette | Depth::True);
        let ink = self.ink(cell_role).filter(|_| has_shades)?;
        Some(self.exact(ink.mixed(self.palette().paper, part)))
    }

    /// The colour of marked pixels; `None` without colours.
    pub(super) fn mark(self) -> Option<Color> {
        self.colour(self.palette().mark)
    }

    /// The style of text on pixels of a colour.
    pub(super) fn on(self, pixel: Color) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self.colour(self.palette().paper) {
            Some(paper) => style.fg(paper).bg(pixel),
            None => style.add_modifier(Modifier::REVERSED),
        }
    }

    pub(in crate::ui) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of hints and numbers.
    pub(in crate::ui) fn faint(self) -> Style {
        self.style(self.palette().faint)
    }

    pub(in crate::ui) fn good(self) -> Style {
        self.style(self.palette().good).add_modifier(Modifier::BOLD)
    }

    pub(in crate::ui) fn bad(self) -> Style {
        self.style(self.palette().bad).add_modifier(Modifier::BOLD)
    }

    /// The style of a marked cell.
    pub(in crate::ui) fn marked(style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }

    /// The letters or the sign of a tile.
    pub(in crate::ui) fn letters(self, tile: &Tile) -> String {
        match tile.sign.filter(|_| !self.ascii) {
            Some(sign) => sign.to_string(),
            None => tile.text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_is_none_and_with_ascii_nothing_else() {
        let plain = Theme::plain(true);
        for cell_role in [
            CellRole::Wall,
            CellRole::Player,
            CellRole::Piece,
            CellRole::Goal,
            CellRole::Placed,
            CellRole::Tile(3),
        ] {
            assert_eq!((plain.cell_role(cell_role).fg, plain.cell_role(cell_role).bg), (None, None));
        }
        let wall = Tile { text: "#".into(), sign: Some('█'), cell_role: CellRole::Wall };
        assert_eq!(plain.letters(&wall), "#");
        let rich = Theme { depth: Depth::True, ..Theme::plain(false) };
        assert_eq!(rich.letters(&wall), "█");
        assert!(matches!(rich.cell_role(CellRole::Tile(9)).fg, Some(Color::Rgb(..))));
        let palette = Theme { depth: Depth::Palette, ..Theme::plain(false) };
        assert!(matches!(palette.cell_role(CellRole::Wall).fg, Some(Color::Indexed(_))));
    }
}
