//! The graphics of a terminal, and pictures in the form in which it takes them.

use std::{cell::Cell, env, fmt::Write as _, num::NonZeroU16};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use lurd_report::picture::{Paletted, Raster, paletted, png};
use ratatui::{
    buffer::{Buffer, CellDiffOption},
    layout::Rect,
    style::Color,
};

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
            GraphicsProtocol::Kitty if columns.max(rows) > MAX_SIDE => return None,
            GraphicsProtocol::Kitty => {
                let transmission = transmission(raster, size, id);
                Self::Kept { transmission, is_sent: Cell::new(false), id }
            }
            GraphicsProtocol::Sixel => Self::Drawn(at_cursor(size, &sixels(&paletted(raster)))),
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
                    let mut text = placeholder(position.y - area.y, position.x - area.x);
                    if !is_sent.replace(true) {
                        text.insert_str(0, transmission);
                    }
                    cell.set_symbol(&text).set_fg(colour(*id)).set_diff_option(one);
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
    Some(format!("\x1b]1337;File=inline=1;size={size};width={width}px;height={height}px;doNotMoveCursor=1:{data}\x07"))
}

// kitty's protocol: a picture is sent once, with a number; characters that carry the number and their place in
// the picture then stand for its parts (*Unicode placeholders* in kitty's documentation).

/// The character that stands for a part of a picture.
const PLACEHOLDER: char = '\u{10eeee}';
/// The combining characters for the rows and columns 0, 1, 2 and so on, the first ones of kitty's table.
const NUMBERS: [char; 16] = [
    '\u{305}', '\u{30d}', '\u{30e}', '\u{310}', '\u{312}', '\u{33d}', '\u{33e}', '\u{33f}', '\u{346}', '\u{34a}',
    '\u{34b}', '\u{34c}', '\u{350}', '\u{351}', '\u{352}', '\u{357}',
];
/// The largest width and height of a picture in characters.
pub(super) const MAX_SIDE: u16 = 16;
/// The pixels of a part of a transmission: 4096 letters of base64.
const PART: usize = 1024;

/// The text that sends a picture of a size in characters, without answers of the terminal.
pub(super) fn transmission(raster: &Raster, (columns, rows): (u16, u16), id: u32) -> String {
    let Raster { width, height, pixels } = raster;
    let parts = pixels.chunks(PART);
    let last = parts.len().saturating_sub(1);
    let mut text = String::new();
    for (number, part) in parts.enumerate() {
        text.push_str("\x1b_Gq=2,");
        if number == 0 {
            let _ = write!(text, "i={id},a=T,U=1,c={columns},r={rows},f=24,t=d,s={width},v={height},");
        }
        let _ = write!(text, "m={};", u8::from(number < last));
        BASE64_STANDARD.encode_string(part.concat(), &mut text);
        text.push_str("\x1b\\");
    }
    text
}

/// The text of the character in a row and column of a picture.
pub(super) fn placeholder(row: u16, column: u16) -> String {
    [PLACEHOLDER, NUMBERS[usize::from(row)], NUMBERS[usize::from(column)]].into_iter().collect()
}

/// The colour of those characters, which is the number of the picture.
pub(super) fn colour(id: u32) -> Color {
    let [_, red, green, blue] = id.to_be_bytes();
    Color::Rgb(red, green, blue)
}

// Sixels: bands of six rows of pixels, in which each letter is a column of six pixels of one colour.

/// The letter of no pixel; the six pixels of a column are the bits that are added.
const NONE: u8 = b'?';

/// The text that draws a picture at the cursor.
pub(super) fn sixels(picture: &Paletted) -> String {
    let Paletted { width, colours, pixels } = picture;
    let height = pixels.len() / width.max(&1);
    // Pixels that are not drawn stay as they are.
    let mut text = format!("\x1bP0;1q\"1;1;{width};{height}");
    for (number, colour) in colours.iter().enumerate() {
        let [red, green, blue] = colour.map(|channel| (u32::from(channel) * 100 + 127) / 255);
        let _ = write!(text, "#{number};2;{red};{green};{blue}");
    }
    for band in pixels.chunks(6 * width.max(&1)) {
        let mut used: Vec<u8> = band.to_vec();
        used.sort_unstable();
        used.dedup();
        for colour in used {
            let _ = write!(text, "#{colour}");
            let column = |x: usize| -> u8 {
                let rows = band.chunks(*width).enumerate();
                rows.filter(|(_, row)| row[x] == colour).map(|(y, _)| 1 << y).sum()
            };
            let letters: Vec<u8> = (0..*width).map(|x| NONE + column(x)).collect();
            for same in letters.chunk_by(|one, other| one == other) {
                let letter = char::from(same[0]);
                match same.len() {
                    count @ 1..=3 => text.extend(std::iter::repeat_n(letter, count)),
                    count => _ = write!(text, "!{count}{letter}"),
                }
            }
            // Back to the left edge of the band.
            text.push('$');
        }
        // On to the next band.
        text.push('-');
    }
    text.push_str("\x1b\\");
    text
}

// The graphics of a terminal.

/// A graphics protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GraphicsProtocol {
    Kitty,
    Sixel,
    Iterm2,
}

impl GraphicsProtocol {
    /// The protocol of a value of `--graphics`.
    fn of(name: &str) -> Option<Self> {
        match name {
            "kitty" => Some(Self::Kitty),
            "sixel" => Some(Self::Sixel),
            "iterm2" => Some(Self::Iterm2),
            _ => None,
        }
    }
}

/// Whether tiles are drawn, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Graphics {
    /// Half blocks or letters.
    #[default]
    Off,
    /// What the terminal supports, which is still to be asked.
    Auto,
    /// This protocol; the size of characters is still to be asked.
    Chosen(GraphicsProtocol),
    /// This protocol, with characters of so many pixels (width, height).
    #[cfg_attr(not(unix), allow(dead_code, reason = "what a terminal can show is asked on Unix alone"))]
    On(GraphicsProtocol, (u16, u16)),
}

impl Graphics {
    /// The value of `--graphics`: `auto`, `off` or the name of a protocol. `auto` is off inside a terminal
    /// multiplexer, which does not pass pictures on.
    pub(crate) fn of(value: &str) -> Self {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let terminal = env::var("TERM").unwrap_or_default();
        let is_plain = ["dumb", "linux", "vt", "screen", "tmux"].iter().any(|it| terminal.starts_with(it));
        match GraphicsProtocol::of(value) {
            Some(protocol) => Self::Chosen(protocol),
            None if value == "auto" && !is_plain && !is_set("TMUX") && !is_set("STY") => Self::Auto,
            None => Self::Off,
        }
    }

    pub(crate) fn is_on(self) -> bool {
        matches!(self, Self::On(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster() -> Raster {
        Raster { width: 20, height: 20, pixels: (0..400).map(|it| [u8::from(it % 3 == 0) * 255, 9, 9]).collect() }
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
        for (protocol, begin) in
            [(GraphicsProtocol::Sixel, "\x1bP0;1q"), (GraphicsProtocol::Iterm2, "\x1b]1337;File=inline=1;size=")]
        {
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

#[cfg(test)]
mod kitty_tests {
    use super::*;

    #[test]
    fn a_picture_is_sent_in_parts_that_join_to_its_pixels() {
        let pixels: Vec<_> = (0..2500_u32).map(|it| [it.to_be_bytes()[2], it.to_be_bytes()[3], 7]).collect();
        let raster = Raster { width: 50, height: 50, pixels: pixels.clone() };
        let text = transmission(&raster, (4, 2), 0x0001_0203);
        let parts: Vec<_> = text.split_terminator("\x1b\\").map(|part| part.split_once(';').expect("data")).collect();
        let heads: Vec<_> = parts.iter().map(|(head, _)| *head).collect();
        let first = "\x1b_Gq=2,i=66051,a=T,U=1,c=4,r=2,f=24,t=d,s=50,v=50,m=1";
        assert_eq!(heads, [first, "\x1b_Gq=2,m=1", "\x1b_Gq=2,m=0"]);
        assert!(parts.iter().all(|(_, data)| data.len() <= 4096));
        let sent: Vec<u8> = parts.iter().flat_map(|(_, data)| BASE64_STANDARD.decode(data).expect("base64")).collect();
        assert_eq!(sent, pixels.concat());
        assert_eq!(colour(0x0001_0203), Color::Rgb(1, 2, 3));
    }

    #[test]
    fn each_character_names_its_place() {
        assert_eq!(placeholder(0, 0), "\u{10eeee}\u{305}\u{305}");
        assert_eq!(placeholder(1, 3), "\u{10eeee}\u{30d}\u{310}");
        assert_eq!(NUMBERS.len(), usize::from(MAX_SIDE));
    }
}

#[cfg(test)]
mod sixel_tests {
    use super::*;

    /// Draws what the letters say: the colour of each pixel.
    fn drawn(text: &str, width: usize, height: usize) -> Vec<Option<u8>> {
        let body = text.strip_suffix("\x1b\\").expect("an end");
        let body = body.split_once('#').map(|(_, body)| format!("#{body}")).expect("colours");
        let mut pixels = vec![None; width * height];
        let (mut x, mut top, mut colour, mut rest) = (0, 0, 0, body.as_str());
        let number = |text: &str| text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        while let Some(letter) = rest.chars().next() {
            rest = &rest[1..];
            let mut count = 1;
            let mut letter = letter;
            match letter {
                '#' => {
                    let end = number(rest);
                    colour = rest[..end].parse().expect("a colour");
                    rest = rest[end..].trim_start_matches([';', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
                    continue;
                }
                '$' => x = 0,
                '-' => (x, top) = (0, top + 6),
                '!' => {
                    let end = number(rest);
                    count = rest[..end].parse().expect("a count");
                    letter = char::from(rest.as_bytes()[end]);
                    rest = &rest[end + 1..];
                }
                _ => {}
            }
            if matches!(letter, '$' | '-') {
                continue;
            }
            for _ in 0..count {
                for bit in 0..6 {
                    if ((letter as u8 - NONE) >> bit) & 1 == 1 {
                        let pixel = &mut pixels[(top + bit) * width + x];
                        assert!(pixel.replace(colour).is_none(), "a pixel is drawn once");
                    }
                }
                x += 1;
            }
        }
        pixels
    }

    #[test]
    fn every_pixel_is_drawn_in_its_colour() {
        let (width, height) = (9, 14);
        let pixels: Vec<u8> = (0..width * height).map(|it| [0, 0, 0, 0, 0, 1, 2][it % 7]).collect();
        let picture = Paletted { width, colours: vec![[0, 0, 0], [255, 0, 51], [1, 2, 255]], pixels: pixels.clone() };
        let text = sixels(&picture);
        assert!(text.starts_with("\x1bP0;1q\"1;1;9;14#0;2;0;0;0#1;2;100;0;20#2;2;0;1;100#"), "{text:?}");
        let pixels: Vec<_> = pixels.into_iter().map(Some).collect();
        assert_eq!(drawn(&text, width, height), pixels);
    }

    #[test]
    fn equal_columns_are_written_once() {
        let picture = Paletted { width: 20, colours: vec![[0, 0, 0]], pixels: vec![0; 120] };
        assert_eq!(sixels(&picture), "\x1bP0;1q\"1;1;20;6#0;2;0;0;0#0!20~$-\x1b\\");
    }
}
