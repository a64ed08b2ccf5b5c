//! kitty's protocol: a picture is sent once, with a number; characters that carry the number and their place in
//! the picture then stand for its parts (*Unicode placeholders* in kitty's documentation).

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ratatui::style::Color;

use lurd_report::picture::Raster;

/// The character that stands for a part of a picture.
const PLACEHOLDER: char = '\u{10eeee}';
/// The combining characters for the rows and columns 0, 1, 2 and so on, the first ones of kitty's table.
const NUMBERS: [char; 16] = [
    '\u{305}', '\u{30d}', '\u{30e}', '\u{310}', '\u{312}', '\u{33d}', '\u{33e}', '\u{33f}', '\u{346}',
    '\u{34a}', '\u{34b}', '\u{34c}', '\u{350}', '\u{351}', '\u{352}', '\u{357}',
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_sent_in_parts_that_join_to_its_pixels() {
        let pixels: Vec<_> = (0..2500_u32).map(|it| [it.to_be_bytes()[2], it.to_be_bytes()[3], 7]).collect();
        let raster = Raster { width: 50, height: 50, pixels: pixels.clone() };
        let text = transmission(&raster, (4, 2), 0x0001_0203);
        let parts: Vec<_> =
            text.split_terminator("\x1b\\").map(|part| part.split_once(';').expect("data")).collect();
        let heads: Vec<_> = parts.iter().map(|(head, _)| *head).collect();
        let first = "\x1b_Gq=2,i=66051,a=T,U=1,c=4,r=2,f=24,t=d,s=50,v=50,m=1";
        assert_eq!(heads, [first, "\x1b_Gq=2,m=1", "\x1b_Gq=2,m=0"]);
        assert!(parts.iter().all(|(_, data)| data.len() <= 4096));
        let sent: Vec<u8> =
            parts.iter().flat_map(|(_, data)| BASE64_STANDARD.decode(data).expect("base64")).collect();
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
