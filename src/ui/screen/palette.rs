//! The colours of each theme.

use ratatui::style::Color;

use crate::toolkit::themes::ThemeName;

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

const BLACK: Ink = Ink(Color::Black, [0, 0, 0]);
const WHITE: Ink = Ink(Color::White, [255, 255, 255]);

static DARK: Palette = Palette {
    paper: BLACK,
    faint: Ink(Color::DarkGray, [110, 110, 110]),
    wall: Ink(Color::Gray, [128, 128, 128]),
    player: Ink(Color::Cyan, [80, 230, 255]),
    piece: Ink(Color::Yellow, [255, 175, 40]),
    goal: Ink(Color::Magenta, [215, 135, 255]),
    placed: Ink(Color::Green, [95, 215, 135]),
    good: Ink(Color::Green, [95, 215, 135]),
    bad: Ink(Color::Red, [255, 95, 95]),
    mark: Ink(Color::White, [235, 235, 235]),
    tiles: [
        Ink(Color::Cyan, [95, 215, 215]),
        Ink(Color::Red, [255, 95, 95]),
        Ink(Color::Green, [135, 215, 135]),
        Ink(Color::Yellow, [255, 215, 95]),
        Ink(Color::Blue, [95, 175, 255]),
        Ink(Color::Magenta, [215, 135, 215]),
        Ink(Color::Gray, [188, 188, 188]),
        Ink(Color::LightRed, [255, 175, 95]),
    ],
};

static LIGHT: Palette = Palette {
    paper: WHITE,
    faint: Ink(Color::DarkGray, [130, 130, 130]),
    wall: Ink(Color::DarkGray, [105, 100, 95]),
    player: Ink(Color::Blue, [0, 95, 175]),
    piece: Ink(Color::Red, [175, 95, 0]),
    goal: Ink(Color::Magenta, [135, 0, 135]),
    placed: Ink(Color::Green, [0, 120, 60]),
    good: Ink(Color::Green, [0, 120, 60]),
    bad: Ink(Color::Red, [190, 0, 0]),
    mark: Ink(Color::Black, [40, 40, 40]),
    tiles: [
        Ink(Color::Cyan, [0, 120, 130]),
        Ink(Color::Red, [190, 30, 30]),
        Ink(Color::Green, [40, 125, 40]),
        Ink(Color::Yellow, [140, 100, 0]),
        Ink(Color::Blue, [0, 80, 190]),
        Ink(Color::Magenta, [150, 40, 150]),
        Ink(Color::DarkGray, [90, 90, 90]),
        Ink(Color::LightRed, [190, 80, 0]),
    ],
};

static HIGH_CONTRAST: Palette = Palette {
    paper: BLACK,
    faint: WHITE,
    wall: WHITE,
    player: Ink(Color::LightCyan, [0, 255, 255]),
    piece: Ink(Color::LightYellow, [255, 255, 0]),
    goal: Ink(Color::LightMagenta, [255, 0, 255]),
    placed: Ink(Color::LightGreen, [0, 255, 0]),
    good: Ink(Color::LightGreen, [0, 255, 0]),
    bad: Ink(Color::LightRed, [255, 80, 80]),
    mark: Ink(Color::LightBlue, [95, 135, 255]),
    tiles: [
        Ink(Color::LightCyan, [0, 255, 255]),
        Ink(Color::LightRed, [255, 80, 80]),
        Ink(Color::LightGreen, [0, 255, 0]),
        Ink(Color::LightYellow, [255, 255, 0]),
        Ink(Color::LightBlue, [95, 175, 255]),
        Ink(Color::LightMagenta, [255, 0, 255]),
        WHITE,
        Ink(Color::Yellow, [255, 175, 0]),
    ],
};

/// The colours of Okabe and Ito, except for the walls.
static COLOUR_BLIND: Palette = Palette {
    paper: BLACK,
    faint: Ink(Color::DarkGray, [130, 130, 130]),
    wall: Ink(Color::Gray, [118, 118, 118]),
    player: Ink(Color::White, [240, 228, 66]),
    piece: Ink(Color::Yellow, [230, 159, 0]),
    goal: Ink(Color::Cyan, [86, 180, 233]),
    placed: Ink(Color::Blue, [0, 114, 178]),
    good: Ink(Color::Cyan, [86, 180, 233]),
    bad: Ink(Color::Yellow, [213, 94, 0]),
    mark: WHITE,
    tiles: [
        Ink(Color::Yellow, [230, 159, 0]),
        Ink(Color::Cyan, [86, 180, 233]),
        Ink(Color::Green, [0, 158, 115]),
        Ink(Color::LightYellow, [240, 228, 66]),
        Ink(Color::Blue, [0, 114, 178]),
        Ink(Color::Red, [213, 94, 0]),
        Ink(Color::Magenta, [204, 121, 167]),
        Ink(Color::Gray, [190, 190, 190]),
    ],
};

impl Ink {
    /// The colour between this one and `other`: `part` percent of this one.
    pub(super) fn mixed(self, other: Self, part: u16) -> [u8; 3] {
        std::array::from_fn(|channel| {
            let (one, two) = (u16::from(self.1[channel]), u16::from(other.1[channel]));
            u8::try_from((one * part + two * (100 - part)) / 100).unwrap_or(u8::MAX)
        })
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
