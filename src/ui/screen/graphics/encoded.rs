//! A picture in the form in which a terminal takes it.

use std::cell::Cell;
use std::fmt::Write as _;
use std::num::NonZeroU16;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;

use super::protocol::GraphicsProtocol;
use super::{kitty, sixel};
use lurd_report::picture::{Raster, paletted, png};

/// An encoded picture.
pub(super) enum EncodedPicture {
    /// It is sent once, and shown by characters that name it.
    Kept { transmission: String, is_sent: Cell<bool>, id: u32 },
    /// The text draws it, each time from the beginning.
    Drawn(String),
}

impl EncodedPicture {
    /// Encodes a picture that fills so many columns and rows; `None` if it is too large for the protocol.
    pub(super) fn new(
        protocol: GraphicsProtocol,
        raster: &Raster,
        size @ (columns, rows): (u16, u16),
        id: u32,
    ) -> Option<Self> {
        Some(match protocol {
            GraphicsProtocol::Kitty if columns.max(rows) > kitty::MAX_SIDE => return None,
            GraphicsProtocol::Kitty => {
                let transmission = kitty::transmission(raster, size, id);
                Self::Kept { transmission, is_sent: Cell::new(false), id }
            }
            GraphicsProtocol::Sixel => Self::Drawn(at_cursor(size, &sixel::sixels(&paletted(raster)))),
            GraphicsProtocol::Iterm2 => Self::Drawn(at_cursor(size, &inline_file(raster)?)),
        })
    }

    /// Puts the picture into an area of its size.
    pub(super) fn render(&self, area: Rect, buffer: &mut Buffer) {
        // Whatever the text draws, the characters of the area are as wide as any.
        let one = CellDiffOption::ForcedWidth(NonZeroU16::MIN);
        match self {
            Self::Kept { transmission, is_sent, id } => {
                for position in area.positions() {
                    let Some(cell) = buffer.cell_mut(position) else { continue };
                    let mut text = kitty::placeholder(position.y - area.y, position.x - area.x);
                    if !is_sent.replace(true) {
                        text.insert_str(0, transmission);
                    }
                    cell.set_symbol(&text).set_fg(kitty::colour(*id)).set_diff_option(one);
                }
            }
            Self::Drawn(text) => {
                for position in area.positions() {
                    let Some(cell) = buffer.cell_mut(position) else { continue };
                    if position == area.as_position() {
                        cell.set_symbol(text).set_diff_option(one);
                    } else {
                        cell.set_diff_option(CellDiffOption::Skip);
                    }
                }
            }
        }
    }
}

/// Text that clears an area, so that no older picture remains below, draws `picture` there, and leaves the cursor
/// behind the first character, where ratatui takes it to be.
fn at_cursor((columns, rows): (u16, u16), picture: &str) -> String {
    let mut text = String::from("\x1b7");
    for row in 0..rows {
        if row > 0 {
            text.push_str("\x1b[1B");
        }
        let _ = write!(text, "\x1b[{columns}X");
    }
    text + "\x1b8" + picture + "\x1b8\x1b[1C"
}

/// A file in the text, as iTerm2 shows it.
fn inline_file(raster: &Raster) -> Option<String> {
    let file = png(raster).ok()?;
    let (size, Raster { width, height, .. }) = (file.len(), raster);
    let data = BASE64_STANDARD.encode(file);
    Some(format!(
        "\x1b]1337;File=inline=1;size={size};width={width}px;height={height}px;doNotMoveCursor=1:{data}\x07"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster() -> Raster {
        Raster {
            width: 20,
            height: 20,
            pixels: (0..400).map(|it| [u8::from(it % 3 == 0) * 255, 9, 9]).collect(),
        }
    }

    #[test]
    fn kittys_terminal_gets_a_picture_once() {
        let picture = EncodedPicture::new(GraphicsProtocol::Kitty, &raster(), (2, 1), 5).expect("small");
        let area = Rect::new(1, 1, 2, 1);
        for count in [1, 0] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
            picture.render(area, &mut buffer);
            let text: String = buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect();
            assert_eq!(text.matches("a=T").count(), count);
            assert_eq!(text.matches('\u{10eeee}').count(), 2);
            assert!(buffer[(2, 1)].symbol().ends_with("\u{305}\u{30d}"));
        }
        assert!(EncodedPicture::new(GraphicsProtocol::Kitty, &raster(), (17, 1), 5).is_none());
    }

    #[test]
    fn other_terminals_get_it_in_the_first_character() {
        for (protocol, begin) in [
            (GraphicsProtocol::Sixel, "\x1bP0;1q"),
            (GraphicsProtocol::Iterm2, "\x1b]1337;File=inline=1;size="),
        ] {
            let picture = EncodedPicture::new(protocol, &raster(), (2, 2), 5).expect("small");
            let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
            picture.render(Rect::new(1, 1, 2, 2), &mut buffer);
            let text = buffer[(1, 1)].symbol();
            let rest = text.strip_prefix("\x1b7\x1b[2X\x1b[1B\x1b[2X\x1b8").expect("it is cleared first");
            assert!(rest.starts_with(begin) && rest.ends_with("\x1b8\x1b[1C"), "{rest:?}");
            assert_eq!(buffer[(2, 2)].diff_option, CellDiffOption::Skip);
            assert_eq!(buffer[(3, 1)].diff_option, CellDiffOption::None);
        }
    }
}
