//! Themes: colours and signs, as far as the terminal supports them. Colours never carry information of their own.

use std::env;

use anstyle::AnsiColor;
use lurd_puzzle::puzzle::{CellRole, Tile};
use lurd_report::picture::colours::{Colours, Ink, colours, indexed};

pub(crate) use lurd_report::picture::colours::Depth;
use lurd_toolkit::themes::ThemeName;
use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) name: ThemeName,
    pub(crate) depth: Depth,
    /// Whether only ASCII characters are drawn.
    pub(crate) ascii: bool,
}

impl Theme {
    /// Detects the abilities of the terminal from the environment.
    pub(crate) fn detect(name: Option<ThemeName>, has_colour: bool) -> Self {
        let depth = if has_colour { Depth::of_environment() } else { Depth::None };
        let is_utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
            .is_none_or(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"));
        let name = name.unwrap_or_else(ThemeName::of_environment);
        let ascii = name == ThemeName::Ascii || !is_utf8;
        Self { name, depth, ascii }
    }

    /// A theme without colours.
    #[cfg(test)]
    pub(crate) fn plain(ascii: bool) -> Self {
        Self { name: ThemeName::default(), depth: Depth::None, ascii }
    }

    /// Whether boards are drawn with letters, because pixels of one colour would be a single block.
    pub(super) fn has_letters(self) -> bool {
        self.ascii || self.depth == Depth::None
    }

    fn palette(self) -> &'static Colours {
        colours(self.name)
    }

    /// A colour as the terminal has it; `None` if it has none.
    fn colour(self, ink: Ink) -> Option<Color> {
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(Color::Indexed(ink.near as u8)),
            Depth::Palette => Some(Color::Indexed(indexed(ink.rgb))),
            Depth::True => Some(Color::from(ink.rgb)),
        }
    }

    fn style(self, ink: Ink) -> Style {
        Style { fg: self.colour(ink), ..Style::new() }
    }

    pub(crate) fn cell_role(self, cell_role: CellRole) -> Style {
        let Some(ink) = self.palette().of(cell_role) else { return Style::new() };
        match cell_role {
            // A tile is readable on every background.
            CellRole::Tile(_) => {
                Style { bg: self.colour(ink), ..self.style(ink.letters()).add_modifier(Modifier::BOLD) }
            }
            CellRole::Faint | CellRole::Wall | CellRole::Goal => self.style(ink),
            _ => self.style(ink).add_modifier(Modifier::BOLD),
        }
    }

    /// The colour of pixels of a role.
    pub(super) fn pixel(self, cell_role: CellRole) -> Color {
        self.palette().of(cell_role).and_then(|ink| self.colour(ink)).unwrap_or(Color::Reset)
    }

    /// A shade of the colour of a role, nearer to the background; among sixteen colours, grey.
    pub(super) fn shade(self, cell_role: CellRole) -> Option<Color> {
        let part = if cell_role == CellRole::Goal { 30 } else { 60 };
        let near = if self.name == ThemeName::Light { AnsiColor::White } else { AnsiColor::BrightBlack };
        let rgb = self.palette().shade(self.palette().of(cell_role)?.rgb, part);
        self.colour(Ink { near, rgb })
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

    pub(crate) fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of hints and numbers.
    pub(crate) fn faint(self) -> Style {
        self.style(self.palette().faint)
    }

    pub(crate) fn good(self) -> Style {
        self.style(self.palette().good).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn bad(self) -> Style {
        self.style(self.palette().bad).add_modifier(Modifier::BOLD)
    }

    /// The style of a marked cell.
    pub(crate) fn marked(style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }

    /// The letters or the sign of a tile. Pieces have letters; goals in colour and walls without are a shade.
    pub(crate) fn letters(self, tile: &Tile) -> String {
        let sign = match (tile.sign.filter(|_| !self.ascii), tile.cell_role) {
            (Some(_), CellRole::Wall) if self.depth == Depth::None => Some('▒'),
            (Some('·'), CellRole::Goal) if self.depth != Depth::None => Some('▒'),
            (Some(_), CellRole::Piece | CellRole::Placed) => None,
            (sign, _) => sign,
        };
        sign.map_or_else(|| tile.text.to_string(), String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_is_none_and_with_ascii_nothing_else() {
        let plain = Theme::plain(true);
        for cell_role in
            [CellRole::Wall, CellRole::Player, CellRole::Piece, CellRole::Goal, CellRole::Placed, CellRole::Tile(3)]
        {
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

#[cfg(test)]
mod palette_tests {
    use super::*;

    #[test]
    fn colours_of_the_palette_stay_what_they_are() {
        for (colour, index) in [([255, 175, 95], 215), ([128, 128, 128], 244), ([0, 0, 0], 16)] {
            assert_eq!(indexed(colour), index, "{colour:?}");
        }
        assert_eq!(indexed([250, 180, 90]), 215);
    }

    #[test]
    fn what_a_theme_tells_apart_differs() {
        for (name, theme) in ThemeName::ALL {
            let Colours { paper, wall, player, piece, goal, placed, mark, .. } = colours(theme);
            let inks = [paper, wall, player, piece, goal, placed, mark];
            for (index, one) in inks.iter().enumerate() {
                for other in &inks[..index] {
                    let far: u32 = (0..3).map(|it| u32::from(one.rgb[it].abs_diff(other.rgb[it]))).sum();
                    assert!(far > 60, "{name}: {one:?} and {other:?}");
                    assert!(indexed(one.rgb) != indexed(other.rgb), "{name}: {one:?} and {other:?}");
                }
            }
        }
    }
}
