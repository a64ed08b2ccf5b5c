//! Pictures of cells in pixels: a pixel is one column wide and half a row high, which is about square.
//!
//! Each role has a shape of its own, so that the pictures can be told apart without colours.

use lurd_puzzle::puzzle::CellRole;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
};

/// A pixel of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dot {
    /// The colour of the role.
    Ink,
    /// A darker shade of it.
    Shade,
    None,
}

/// Whether cells of this role are drawn as pictures; others are only text.
pub(super) fn has_sprite(role: CellRole) -> bool {
    !matches!(role, CellRole::Plain | CellRole::Faint | CellRole::Marked | CellRole::Danger | CellRole::Tile(_))
}

/// A pixel of the picture of a role, of `size` by `size` pixels. The pictures need at least 3 of them.
pub(super) fn dot(role: CellRole, size: usize, x: usize, y: usize) -> Dot {
    let is_ink = |is: bool| if is { Dot::Ink } else { Dot::None };
    let is_shade = |is: bool| if is { Dot::Ink } else { Dot::Shade };
    // Twice the distances from the centre.
    let (across, down) = ((2 * x).abs_diff(size - 1), (2 * y).abs_diff(size - 1));
    match role {
        CellRole::Wall => Dot::Ink,
        // A frame.
        CellRole::Piece => is_shade(across.max(down) == size - 1),
        // A cross.
        CellRole::Placed => is_shade(across == down),
        // A square in the middle.
        CellRole::Goal => is_shade(2 * across.max(down) <= size),
        // A disc.
        CellRole::Player => is_ink(across * across + down * down < size * size - 1),
        CellRole::Plain | CellRole::Faint | CellRole::Marked | CellRole::Danger | CellRole::Tile(_) => Dot::None,
    }
}

// Pixels that are drawn with half blocks: each is one column wide and half a row high.

/// The pixels of an area of the screen.
pub(super) struct Raster {
    width: usize,
    pixels: Vec<Option<Color>>,
}

impl Raster {
    /// No pixel of the area is set.
    pub(super) fn new(area: Rect) -> Self {
        let (width, rows) = (usize::from(area.width), usize::from(area.height));
        Self { width, pixels: vec![None; 2 * width * rows] }
    }

    /// Sets a pixel. Pixels outside the area are left out.
    pub(super) fn set(&mut self, x: usize, y: usize, colour: Color) {
        if x < self.width
            && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
        {
            *pixel = Some(colour);
        }
    }

    /// The upper and the lower pixel of a character.
    pub(super) fn of_character(&self, column: usize, row: usize) -> [Option<Color>; 2] {
        [2 * row, 2 * row + 1].map(|y| {
            let pixel = self.pixels.get(y * self.width + column).copied().flatten();
            pixel.filter(|_| column < self.width)
        })
    }

    pub(super) fn draw(&self, buffer: &mut Buffer, area: Rect) {
        for (row, y) in (area.top()..area.bottom()).enumerate() {
            for (column, x) in (area.left()..area.right()).enumerate() {
                let (letter, style) = match self.of_character(column, row) {
                    [None, None] => continue,
                    [Some(upper), Some(lower)] if upper == lower => ('█', inked(upper)),
                    [Some(upper), Some(lower)] => ('▀', inked(upper).bg(lower)),
                    [Some(upper), None] => ('▀', inked(upper)),
                    [None, Some(lower)] => ('▄', inked(lower)),
                };
                buffer[(x, y)].set_char(letter).set_style(style);
            }
        }
    }
}

fn inked(colour: Color) -> Style {
    Style::new().fg(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_differ_without_colours() {
        let roles =
            [CellRole::Wall, CellRole::Piece, CellRole::Placed, CellRole::Goal, CellRole::Player, CellRole::Plain];
        for size in 3..=8 {
            let picture = |role| {
                let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
                places.map(|(x, y)| dot(role, size, x, y) == Dot::Ink).collect::<Vec<_>>()
            };
            for (index, &one) in roles.iter().enumerate() {
                for &other in &roles[..index] {
                    assert_ne!(picture(one), picture(other), "{size}: {one:?} {other:?}");
                }
            }
        }
    }
}

#[cfg(test)]
mod raster_tests {
    use super::*;

    #[test]
    fn a_character_has_two_pixels() {
        let area = Rect::new(1, 1, 4, 1);
        let mut raster = Raster::new(area);
        raster.set(0, 0, Color::Red);
        raster.set(1, 1, Color::Red);
        for y in [0, 1, 2] {
            raster.set(2, y, Color::Red);
            raster.set(3, y, if y == 0 { Color::Red } else { Color::Blue });
            raster.set(9, y, Color::Red);
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 3));
        raster.draw(&mut buffer, area);
        let row: Vec<_> = (0..6).map(|x| buffer[(x, 1)].symbol().to_owned()).collect();
        assert_eq!(row, [" ", "▀", "▄", "█", "▀", " "]);
        assert_eq!((buffer[(4, 1)].fg, buffer[(4, 1)].bg), (Color::Red, Color::Blue));
        assert_eq!(raster.of_character(9, 0), [None, None]);
    }
}
