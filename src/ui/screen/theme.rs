//! Colours and signs, as far as the terminal supports them. Colours never carry information of their own.

use std::env;

use ratatui::style::{Color, Modifier, Style};

use crate::puzzle::{CellRole, Tile};

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
    pub(in crate::ui) depth: Depth,
    /// Whether only ASCII characters are drawn.
    pub(in crate::ui) ascii: bool,
}

/// The colours of tiles in turn: of sixteen, of 256, and in RGB.
const TILES: [(Color, u8, (u8, u8, u8)); 8] = [
    (Color::Cyan, 80, (95, 215, 215)),
    (Color::Red, 203, (255, 95, 95)),
    (Color::Green, 114, (135, 215, 135)),
    (Color::Yellow, 221, (255, 215, 95)),
    (Color::Blue, 75, (95, 175, 255)),
    (Color::Magenta, 176, (215, 135, 215)),
    (Color::Gray, 250, (188, 188, 188)),
    (Color::LightRed, 215, (255, 175, 95)),
];

impl Theme {
    /// Detects the abilities of the terminal from the environment.
    pub(in crate::ui) fn detect(has_colour: bool, ascii: bool) -> Self {
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
        Self { depth, ascii: ascii || !is_utf8 }
    }

    fn colour(self, sixteen: Color, palette: u8, (red, green, blue): (u8, u8, u8)) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            Depth::Sixteen => Style::new().fg(sixteen),
            Depth::Palette => Style::new().fg(Color::Indexed(palette)),
            Depth::True => Style::new().fg(Color::Rgb(red, green, blue)),
        }
    }

    pub(in crate::ui) fn cell_role(self, cell_role: CellRole) -> Style {
        match cell_role {
            CellRole::Plain => Style::new(),
            CellRole::Faint => self.faint(),
            CellRole::Wall => self.colour(Color::Gray, 244, (128, 128, 128)),
            CellRole::Player => self.colour(Color::Cyan, 51, (80, 230, 255)).add_modifier(Modifier::BOLD),
            CellRole::Piece => self.colour(Color::Yellow, 214, (255, 175, 40)).add_modifier(Modifier::BOLD),
            CellRole::Goal => self.colour(Color::Magenta, 177, (215, 135, 255)),
            CellRole::Placed => self.colour(Color::Green, 78, (95, 215, 135)).add_modifier(Modifier::BOLD),
            CellRole::Tile(kind) => {
                let (sixteen, palette, all) = TILES[usize::from(kind) % TILES.len()];
                self.colour(sixteen, palette, all).add_modifier(Modifier::BOLD)
            }
        }
    }

    pub(in crate::ui) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of hints and numbers.
    pub(in crate::ui) fn faint(self) -> Style {
        self.colour(Color::DarkGray, 242, (110, 110, 110))
    }

    pub(in crate::ui) fn good(self) -> Style {
        self.colour(Color::Green, 78, (95, 215, 135)).add_modifier(Modifier::BOLD)
    }

    pub(in crate::ui) fn bad(self) -> Style {
        self.colour(Color::Red, 203, (255, 95, 95)).add_modifier(Modifier::BOLD)
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
        let plain = Theme { depth: Depth::None, ascii: true };
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
        let rich = Theme { depth: Depth::True, ascii: false };
        assert_eq!(rich.letters(&wall), "█");
        assert!(matches!(rich.cell_role(CellRole::Tile(9)).fg, Some(Color::Rgb(..))));
        let palette = Theme { depth: Depth::Palette, ascii: false };
        assert!(matches!(palette.cell_role(CellRole::Wall).fg, Some(Color::Indexed(_))));
    }
}
