//! The colours of each theme, which text, the screen, pictures and pages share, and the nearest ones of a terminal.

use std::env;

use anstyle::AnsiColor::{
    self, Black, Blue, BrightBlack, BrightBlue, BrightCyan, BrightGreen, BrightMagenta, BrightRed, BrightWhite,
    BrightYellow, Cyan, Green, Magenta, Red, White, Yellow,
};
use lurd_puzzle::puzzle::{CellRole, TILE_COLOURS};
use lurd_toolkit::themes::ThemeName;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// A colour in RGB, and the one of the sixteen of a terminal that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    pub near: AnsiColor,
    pub rgb: Rgb,
}

const fn ink(near: AnsiColor, rgb: Rgb) -> Ink {
    Ink { near, rgb }
}

impl Ink {
    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn letters(self) -> Self {
        // The relative luminance of sRGB; 0.179 has the same contrast to black and to white.
        let linear = self.rgb.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        let luminance = linear.iter().zip([0.2126, 0.7152, 0.0722]).map(|(one, part)| one * part).sum::<f64>();
        if luminance > 0.179 { ink(Black, [0; 3]) } else { ink(BrightWhite, [255; 3]) }
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub struct Colours {
    /// The background.
    pub paper: Ink,
    pub faint: Ink,
    pub wall: Ink,
    pub player: Ink,
    pub piece: Ink,
    pub goal: Ink,
    pub placed: Ink,
    pub good: Ink,
    pub bad: Ink,
    /// A marked cell, and text.
    pub mark: Ink,
}

/// The colours of a theme. Both palettes can be told apart with any kind of colour vision; the dark one is that of Okabe
/// and Ito (2008) except for the walls, the light one has the same hues, darker.
pub fn colours(theme: ThemeName) -> &'static Colours {
    match theme {
        ThemeName::Dark | ThemeName::Ascii => &DARK,
        ThemeName::Light => &LIGHT,
    }
}

static DARK: Colours = Colours {
    paper: ink(Black, [0, 0, 0]),
    faint: ink(BrightBlack, [130, 130, 130]),
    wall: ink(White, [118, 118, 118]),
    player: ink(BrightWhite, [240, 228, 66]),
    piece: ink(Yellow, [230, 159, 0]),
    goal: ink(Cyan, [86, 180, 233]),
    placed: ink(Blue, [0, 114, 178]),
    good: ink(Cyan, [86, 180, 233]),
    bad: ink(Yellow, [213, 94, 0]),
    mark: ink(BrightWhite, [255, 255, 255]),
};

static LIGHT: Colours = Colours {
    paper: ink(BrightWhite, [255, 255, 255]),
    faint: ink(BrightBlack, [130, 130, 130]),
    wall: ink(BrightBlack, [105, 100, 95]),
    player: ink(Magenta, [150, 50, 110]),
    piece: ink(Red, [190, 80, 0]),
    goal: ink(Cyan, [40, 135, 190]),
    placed: ink(Blue, [0, 80, 140]),
    good: ink(Blue, [0, 80, 140]),
    bad: ink(Red, [190, 60, 0]),
    mark: ink(Black, [40, 40, 40]),
};

/// The colours of tiles by their numbers: red, blue, yellow, green, orange, purple, cyan, white and black, which labels
/// can name, and pink, brown, grey, lime, sky blue, maroon and tan; the first ones about those of Okabe and Ito.
pub static TILES: [Ink; TILE_COLOURS] = [
    ink(Red, [215, 95, 0]),
    ink(Blue, [0, 95, 215]),
    ink(BrightYellow, [255, 255, 0]),
    ink(Green, [0, 175, 135]),
    ink(Yellow, [255, 175, 0]),
    ink(Magenta, [215, 135, 175]),
    ink(Cyan, [95, 175, 255]),
    ink(BrightWhite, [238, 238, 238]),
    ink(Black, [38, 38, 38]),
    ink(BrightMagenta, [255, 135, 215]),
    ink(BrightRed, [135, 95, 0]),
    ink(BrightBlack, [138, 138, 138]),
    ink(BrightGreen, [135, 255, 0]),
    ink(BrightCyan, [135, 215, 255]),
    ink(BrightBlue, [95, 0, 0]),
    ink(White, [215, 175, 135]),
];

impl Colours {
    /// The colour of a role; `None` for plain cells.
    pub fn of(&self, role: CellRole) -> Option<Ink> {
        Some(match role {
            CellRole::Plain => return None,
            CellRole::Faint => self.faint,
            CellRole::Wall => self.wall,
            CellRole::Player => self.player,
            CellRole::Piece => self.piece,
            CellRole::Goal => self.goal,
            CellRole::Placed => self.placed,
            CellRole::Marked => self.good,
            CellRole::Danger => self.bad,
            CellRole::Tile(kind) => TILES[usize::from(kind) % TILES.len()],
        })
    }

    /// The colour between `colour` and the background: `part` percent of the colour.
    pub fn shade(&self, colour: Rgb, part: u16) -> Rgb {
        mixed(colour, self.paper.rgb, part)
    }
}

/// The colour between two: `part` percent of the first.
pub fn mixed(one: Rgb, other: Rgb, part: u16) -> Rgb {
    std::array::from_fn(|channel| {
        let (one, two) = (u16::from(one[channel]), u16::from(other[channel]));
        u8::try_from((one * part + two * (100 - part)) / 100).unwrap_or(u8::MAX)
    })
}

/// A colour as SVG and HTML write it: `#5fd787`.
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The nearest colour of the palette of 256 colours: of its cube of 216, or of its 24 greys.
pub fn indexed([red, green, blue]: Rgb) -> u8 {
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

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// No colours, only bold and reversed letters.
    None,
    Sixteen,
    /// A palette of 256 colours.
    Palette,
    /// All RGB colours.
    True,
}

impl Depth {
    /// The depth of a terminal with colours, by its environment.
    pub fn of_environment() -> Self {
        let is = |name: &str, words: &[&str]| {
            env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        if is("COLORTERM", &["truecolor", "24bit"]) {
            Self::True
        } else if is("TERM", &["256color", "kitty", "direct"]) {
            Self::Palette
        } else {
            Self::Sixteen
        }
    }
}
