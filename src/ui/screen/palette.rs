//! The colours of each theme.

use ratatui::style::Color;

use lurd_report::picture::colours::{self, mixed};
use lurd_toolkit::themes::ThemeName;

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
    let level =
        |value: u8| (0..6_u8).min_by_key(|&index| far(LEVELS[usize::from(index)], value)).unwrap_or_default();
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
