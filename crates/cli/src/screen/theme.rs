//! Themes: colours and signs, as far as the terminal supports them. Colours never carry information of their own.

use std::env;

use lurd_puzzle::puzzle::{CellRole, Tile};
use lurd_report::picture::colours::{self, mixed};
use lurd_toolkit::themes::ThemeName;
use ratatui::style::{Color, Modifier, Style};

use super::{graphics::Graphics, sprites::NO_COLOUR};

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No colours, only bold and reversed letters.
    None,
    Sixteen,
    /// A palette of 256 colours.
    Palette,
    /// All RGB colours.
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) name: ThemeName,
    pub(crate) depth: Depth,
    /// Whether only ASCII characters are drawn.
    pub(crate) ascii: bool,
    /// Whether tiles are drawn by the terminal.
    pub(crate) graphics: Graphics,
}

impl Theme {
    /// Detects the abilities of the terminal from the environment.
    pub(crate) fn detect(name: ThemeName, has_colour: bool, ascii: bool, graphics: Graphics) -> Self {
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
    pub(crate) fn plain(ascii: bool) -> Self {
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

    pub(crate) fn cell_role(self, cell_role: CellRole) -> Style {
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

    /// The letters or the sign of a tile.
    pub(crate) fn letters(self, tile: &Tile) -> String {
        match tile.sign.filter(|_| !self.ascii) {
            Some(sign) => sign.to_string(),
            None => tile.text.to_string(),
        }
    }
}

// The colours of each theme.

/// A colour: the nearest of sixteen, and in RGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink(pub(super) Color, pub(super) [u8; 3]);

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// The background of the terminal that the theme is made for.
    pub(super) paper: Ink,
    pub(super) faint: Ink,
    pub(super) wall: Ink,
    pub(super) player: Ink,
    pub(super) piece: Ink,
    pub(super) goal: Ink,
    pub(super) placed: Ink,
    pub(super) good: Ink,
    pub(super) bad: Ink,
    /// A marked cell.
    pub(super) mark: Ink,
    /// The kinds of tiles in turn.
    pub(super) tiles: [Ink; 8],
}

/// The palette of a theme.
pub(super) fn palette(theme: ThemeName) -> &'static Palette {
    match theme {
        ThemeName::Dark | ThemeName::Ascii => &DARK,
        ThemeName::Light => &LIGHT,
        ThemeName::HighContrast => &HIGH_CONTRAST,
        ThemeName::ColourBlind => &COLOUR_BLIND,
    }
}

static DARK: Palette = Palette {
    paper: Ink(Color::Black, colours::DARK.paper),
    faint: Ink(Color::DarkGray, colours::DARK.faint),
    wall: Ink(Color::Gray, colours::DARK.wall),
    player: Ink(Color::Cyan, colours::DARK.player),
    piece: Ink(Color::Yellow, colours::DARK.piece),
    goal: Ink(Color::Magenta, colours::DARK.goal),
    placed: Ink(Color::Green, colours::DARK.placed),
    good: Ink(Color::Green, colours::DARK.good),
    bad: Ink(Color::Red, colours::DARK.bad),
    mark: Ink(Color::White, colours::DARK.mark),
    tiles: [
        Ink(Color::Cyan, colours::DARK.tiles[0]),
        Ink(Color::Red, colours::DARK.tiles[1]),
        Ink(Color::Green, colours::DARK.tiles[2]),
        Ink(Color::Yellow, colours::DARK.tiles[3]),
        Ink(Color::Blue, colours::DARK.tiles[4]),
        Ink(Color::Magenta, colours::DARK.tiles[5]),
        Ink(Color::Gray, colours::DARK.tiles[6]),
        Ink(Color::LightRed, colours::DARK.tiles[7]),
    ],
};

static LIGHT: Palette = Palette {
    paper: Ink(Color::White, colours::LIGHT.paper),
    faint: Ink(Color::DarkGray, colours::LIGHT.faint),
    wall: Ink(Color::DarkGray, colours::LIGHT.wall),
    player: Ink(Color::Blue, colours::LIGHT.player),
    piece: Ink(Color::Red, colours::LIGHT.piece),
    goal: Ink(Color::Magenta, colours::LIGHT.goal),
    placed: Ink(Color::Green, colours::LIGHT.placed),
    good: Ink(Color::Green, colours::LIGHT.good),
    bad: Ink(Color::Red, colours::LIGHT.bad),
    mark: Ink(Color::Black, colours::LIGHT.mark),
    tiles: [
        Ink(Color::Cyan, colours::LIGHT.tiles[0]),
        Ink(Color::Red, colours::LIGHT.tiles[1]),
        Ink(Color::Green, colours::LIGHT.tiles[2]),
        Ink(Color::Yellow, colours::LIGHT.tiles[3]),
        Ink(Color::Blue, colours::LIGHT.tiles[4]),
        Ink(Color::Magenta, colours::LIGHT.tiles[5]),
        Ink(Color::DarkGray, colours::LIGHT.tiles[6]),
        Ink(Color::LightRed, colours::LIGHT.tiles[7]),
    ],
};

static HIGH_CONTRAST: Palette = Palette {
    paper: Ink(Color::Black, colours::HIGH_CONTRAST.paper),
    faint: Ink(Color::White, colours::HIGH_CONTRAST.faint),
    wall: Ink(Color::White, colours::HIGH_CONTRAST.wall),
    player: Ink(Color::LightCyan, colours::HIGH_CONTRAST.player),
    piece: Ink(Color::LightYellow, colours::HIGH_CONTRAST.piece),
    goal: Ink(Color::LightMagenta, colours::HIGH_CONTRAST.goal),
    placed: Ink(Color::LightGreen, colours::HIGH_CONTRAST.placed),
    good: Ink(Color::LightGreen, colours::HIGH_CONTRAST.good),
    bad: Ink(Color::LightRed, colours::HIGH_CONTRAST.bad),
    mark: Ink(Color::LightBlue, colours::HIGH_CONTRAST.mark),
    tiles: [
        Ink(Color::LightCyan, colours::HIGH_CONTRAST.tiles[0]),
        Ink(Color::LightRed, colours::HIGH_CONTRAST.tiles[1]),
        Ink(Color::LightGreen, colours::HIGH_CONTRAST.tiles[2]),
        Ink(Color::LightYellow, colours::HIGH_CONTRAST.tiles[3]),
        Ink(Color::LightBlue, colours::HIGH_CONTRAST.tiles[4]),
        Ink(Color::LightMagenta, colours::HIGH_CONTRAST.tiles[5]),
        Ink(Color::White, colours::HIGH_CONTRAST.tiles[6]),
        Ink(Color::Yellow, colours::HIGH_CONTRAST.tiles[7]),
    ],
};

/// The colours of Okabe and Ito, except for the walls.
static COLOUR_BLIND: Palette = Palette {
    paper: Ink(Color::Black, colours::COLOUR_BLIND.paper),
    faint: Ink(Color::DarkGray, colours::COLOUR_BLIND.faint),
    wall: Ink(Color::Gray, colours::COLOUR_BLIND.wall),
    player: Ink(Color::White, colours::COLOUR_BLIND.player),
    piece: Ink(Color::Yellow, colours::COLOUR_BLIND.piece),
    goal: Ink(Color::Cyan, colours::COLOUR_BLIND.goal),
    placed: Ink(Color::Blue, colours::COLOUR_BLIND.placed),
    good: Ink(Color::Cyan, colours::COLOUR_BLIND.good),
    bad: Ink(Color::Yellow, colours::COLOUR_BLIND.bad),
    mark: Ink(Color::White, colours::COLOUR_BLIND.mark),
    tiles: [
        Ink(Color::Yellow, colours::COLOUR_BLIND.tiles[0]),
        Ink(Color::Cyan, colours::COLOUR_BLIND.tiles[1]),
        Ink(Color::Green, colours::COLOUR_BLIND.tiles[2]),
        Ink(Color::LightYellow, colours::COLOUR_BLIND.tiles[3]),
        Ink(Color::Blue, colours::COLOUR_BLIND.tiles[4]),
        Ink(Color::Red, colours::COLOUR_BLIND.tiles[5]),
        Ink(Color::Magenta, colours::COLOUR_BLIND.tiles[6]),
        Ink(Color::Gray, colours::COLOUR_BLIND.tiles[7]),
    ],
};

impl Ink {
    /// The colour between this one and `other`: `part` percent of this one.
    pub(super) fn mixed(self, other: Self, part: u16) -> [u8; 3] {
        mixed(self.1, other.1, part)
    }
}

/// The nearest colour of the palette of 256 colours: of its cube of 216, or of its 24 greys.
pub(super) fn indexed([red, green, blue]: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let far = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let level = |value: u8| (0..6_u8).min_by_key(|&index| far(LEVELS[usize::from(index)], value)).unwrap_or_default();
    let distance = |one: [u8; 3]| far(one[0], red) + far(one[1], green) + far(one[2], blue);
    let cube = [red, green, blue].map(level);
    let in_cube = (16 + 36 * cube[0] + 6 * cube[1] + cube[2], cube.map(|index| LEVELS[usize::from(index)]));
    let greys = (0..24_u8).map(|index| (232 + index, [8 + 10 * index; 3]));
    let nearest = std::iter::once(in_cube).chain(greys).min_by_key(|(_, colour)| distance(*colour));
    nearest.map_or(in_cube.0, |(index, _)| index)
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
            let Palette { paper, wall, player, piece, goal, placed, mark, .. } = palette(theme);
            let inks = [paper, wall, player, piece, goal, placed, mark];
            for (index, one) in inks.iter().enumerate() {
                for other in &inks[..index] {
                    let far: u32 = (0..3).map(|it| u32::from(one.1[it].abs_diff(other.1[it]))).sum();
                    assert!(far > 60, "{name}: {one:?} and {other:?}");
                    assert!(indexed(one.1) != indexed(other.1), "{name}: {one:?} and {other:?}");
                }
            }
        }
    }
}
