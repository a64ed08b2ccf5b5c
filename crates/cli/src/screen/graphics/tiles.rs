//! Cells as pictures of the terminal. Each different picture is encoded once and kept.

use std::{cell::RefCell, collections::HashMap};

use lurd_puzzle::puzzle::Tile;
use lurd_report::picture::{Emphasis, colours::colours, tile_raster};
use lurd_toolkit::themes::ThemeName;
use ratatui::{buffer::Buffer, layout::Rect};

use super::encoded::{EncodedPicture, GraphicsProtocol};

/// The most pictures that are kept; a board has some dozens.
const MAX_KEPT: usize = 2000;
/// The most cells that are drawn by protocols that send each cell as a picture. More take longer than a frame.
const MAX_SENT: usize = 600;
/// The widest and highest character in pixels for which pictures are drawn. A terminal that reports a larger one would get
/// megabytes for each cell.
const MAX_CHARACTER: u16 = 256;
/// The first number of a picture in the terminal, which other programs hardly use.
const FIRST_ID: u32 = 0x006c_7572;

/// What a picture depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Look {
    protocol: GraphicsProtocol,
    pixels: (u16, u16),
    size: (u16, u16),
    theme: &'static str,
    role: String,
    text: String,
    has_sign: bool,
    emphasis: Emphasis,
}

thread_local! {
    /// The pictures that the terminal has or that can be sent again. There is one terminal, used by one thread.
    static KEPT: RefCell<HashMap<Look, Option<EncodedPicture>>> = RefCell::new(HashMap::new());
}

/// Sends all pictures again when they are drawn next.
#[cfg(unix)]
pub(super) fn forget() {
    KEPT.with_borrow_mut(HashMap::clear);
}

/// Whether so many cells are drawn fast enough.
pub(in crate::screen) fn fit_in_time(protocol: GraphicsProtocol, cells: usize) -> bool {
    protocol == GraphicsProtocol::Kitty || cells <= MAX_SENT
}

/// Draws a cell over an area of the screen; false if that is not possible.
pub(in crate::screen) fn tile(
    buffer: &mut Buffer,
    area: Rect,
    (tile, emphasis): (&Tile, Emphasis),
    (protocol, pixels): (GraphicsProtocol, (u16, u16)),
    theme: ThemeName,
) -> bool {
    let names = ThemeName::ALL.into_iter();
    let look = Look {
        protocol,
        pixels,
        size: (area.width, area.height),
        theme: names.clone().find(|(_, known)| *known == theme).map_or("", |(name, _)| name),
        role: format!("{:?}", tile.cell_role),
        text: tile.text.to_string(),
        has_sign: tile.sign.is_some(),
        emphasis,
    };
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MAX_KEPT && !kept.contains_key(&look) {
            kept.clear();
        }
        let next = FIRST_ID + u32::try_from(kept.len()).unwrap_or_default();
        let picture = kept.entry(look).or_insert_with(|| encoded(area, tile, emphasis, protocol, pixels, theme, next));
        let Some(picture) = picture else { return false };
        picture.render(area, buffer);
        true
    })
}

/// The picture of a cell; `None` if it cannot be drawn.
fn encoded(
    area: Rect,
    tile: &Tile,
    emphasis: Emphasis,
    protocol: GraphicsProtocol,
    (width, height): (u16, u16),
    theme: ThemeName,
    id: u32,
) -> Option<EncodedPicture> {
    if width > MAX_CHARACTER || height > MAX_CHARACTER {
        return None;
    }
    let (columns, rows) = (area.width.checked_mul(width)?, area.height.checked_mul(height)?);
    let size = (usize::from(columns), usize::from(rows));
    let raster = tile_raster(tile, emphasis, colours(theme), size).ok()?;
    EncodedPicture::new(protocol, &raster, (area.width, area.height), id)
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::CellRole;

    use super::*;

    #[test]
    fn characters_of_an_impossible_size_get_no_pictures() {
        let area = Rect::new(0, 0, 2, 1);
        let mut buffer = Buffer::empty(area);
        let wall = Tile { text: "#".into(), sign: None, cell_role: CellRole::Wall };
        let mut is_drawn = |pixels| {
            let protocol = (GraphicsProtocol::Kitty, pixels);
            tile(&mut buffer, area, (&wall, Emphasis::default()), protocol, ThemeName::Dark)
        };
        assert!(is_drawn((10, 20)) && is_drawn((MAX_CHARACTER, MAX_CHARACTER)));
        for pixels in [(MAX_CHARACTER + 1, 20), (10, MAX_CHARACTER + 1), (2000, 2000), (u16::MAX, u16::MAX)] {
            assert!(!is_drawn(pixels), "{pixels:?}");
        }
    }
}
