//! The colours of each theme in RGB, which the screen and the pictures share.

use lurd_puzzle::puzzle::CellRole;
use lurd_toolkit::themes::ThemeName;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// The colours of a theme.
#[derive(Debug)]
pub struct Colours {
    /// The background.
    pub paper: Rgb,
    pub faint: Rgb,
    pub wall: Rgb,
    pub player: Rgb,
    pub piece: Rgb,
    pub goal: Rgb,
    pub placed: Rgb,
    pub good: Rgb,
    pub bad: Rgb,
    /// A marked cell, and text.
    pub mark: Rgb,
    /// The kinds of tiles in turn.
    pub tiles: [Rgb; 8],
}

/// The colours of a theme; ASCII has those of the dark theme, for where only letters are ASCII.
pub fn colours(theme: ThemeName) -> &'static Colours {
    match theme {
        ThemeName::Dark | ThemeName::Ascii => &DARK,
        ThemeName::Light => &LIGHT,
        ThemeName::HighContrast => &HIGH_CONTRAST,
        ThemeName::ColourBlind => &COLOUR_BLIND,
    }
}

pub static DARK: Colours = Colours {
    paper: [0, 0, 0],
    faint: [110, 110, 110],
    wall: [128, 128, 128],
    player: [80, 230, 255],
    piece: [255, 175, 40],
    goal: [215, 135, 255],
    placed: [95, 215, 135],
    good: [95, 215, 135],
    bad: [255, 95, 95],
    mark: [235, 235, 235],
    tiles: [
        [95, 215, 215],
        [255, 95, 95],
        [135, 215, 135],
        [255, 215, 95],
        [95, 175, 255],
        [215, 135, 215],
        [188, 188, 188],
        [255, 175, 95],
    ],
};

pub static LIGHT: Colours = Colours {
    paper: [255, 255, 255],
    faint: [130, 130, 130],
    wall: [105, 100, 95],
    player: [0, 95, 175],
    piece: [175, 95, 0],
    goal: [135, 0, 135],
    placed: [0, 120, 60],
    good: [0, 120, 60],
    bad: [190, 0, 0],
    mark: [40, 40, 40],
    tiles: [
        [0, 120, 130],
        [190, 30, 30],
        [40, 125, 40],
        [140, 100, 0],
        [0, 80, 190],
        [150, 40, 150],
        [90, 90, 90],
        [190, 80, 0],
    ],
};

pub static HIGH_CONTRAST: Colours = Colours {
    paper: [0, 0, 0],
    faint: [255, 255, 255],
    wall: [255, 255, 255],
    player: [0, 255, 255],
    piece: [255, 255, 0],
    goal: [255, 0, 255],
    placed: [0, 255, 0],
    good: [0, 255, 0],
    bad: [255, 80, 80],
    mark: [95, 135, 255],
    tiles: [
        [0, 255, 255],
        [255, 80, 80],
        [0, 255, 0],
        [255, 255, 0],
        [95, 175, 255],
        [255, 0, 255],
        [255, 255, 255],
        [255, 175, 0],
    ],
};

/// The colours of Okabe and Ito, except for the walls.
pub static COLOUR_BLIND: Colours = Colours {
    paper: [0, 0, 0],
    faint: [130, 130, 130],
    wall: [118, 118, 118],
    player: [240, 228, 66],
    piece: [230, 159, 0],
    goal: [86, 180, 233],
    placed: [0, 114, 178],
    good: [86, 180, 233],
    bad: [213, 94, 0],
    mark: [255, 255, 255],
    tiles: [
        [230, 159, 0],
        [86, 180, 233],
        [0, 158, 115],
        [240, 228, 66],
        [0, 114, 178],
        [213, 94, 0],
        [204, 121, 167],
        [190, 190, 190],
    ],
};

impl Colours {
    /// The colour of a role; `None` for plain cells.
    pub fn of(&self, role: CellRole) -> Option<Rgb> {
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
            CellRole::Tile(kind) => self.tiles[usize::from(kind) % self.tiles.len()],
        })
    }

    /// The colour between `colour` and the background: `part` percent of the colour.
    pub fn shade(&self, colour: Rgb, part: u16) -> Rgb {
        mixed(colour, self.paper, part)
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
