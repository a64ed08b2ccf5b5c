//! Sixels: bands of six rows of pixels, in which each letter is a column of six pixels of one colour.

use std::fmt::Write as _;

use lurd_report::picture::Paletted;

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

#[cfg(test)]
mod tests {
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
                    rest = rest[end..]
                        .trim_start_matches([';', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
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
        let picture =
            Paletted { width, colours: vec![[0, 0, 0], [255, 0, 51], [1, 2, 255]], pixels: pixels.clone() };
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
