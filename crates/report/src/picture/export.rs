//! Pictures and pages in the format of a file name.

use lurd_puzzle::puzzle::Controls;

use super::{
    Drawn, Titled,
    animation::gif,
    colours::colours,
    html,
    raster::{Raster, Renderer},
    scene::{Marked, Scene, caption_letters, captions},
    svg,
};
use crate::{format::named, grid::wrapped};

/// The least width of a board on a sheet, for its title.
const MIN_SHEET_WIDTH: usize = 160;
/// The most boards of a filmstrip; of a longer solution it leaves out boards evenly.
const MAX_STRIP: usize = 48;

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Gif,
    /// A page that plays.
    Html,
}

impl PictureFormat {
    /// The format that a file name's extension stands for. The error lists the known extensions.
    pub fn of(path: &str) -> Result<Self, String> {
        named(path, &[("svg", Self::Svg), ("png", Self::Png), ("gif", Self::Gif), ("html", Self::Html)])
    }

    /// Draws a board, or several on a sheet or a page with a menu; a solution as a filmstrip, or as an animation or a page
    /// that follows it. A position without cells is drawn as the text of [`Position::picture`].
    ///
    /// [`Position::picture`]: lurd_puzzle::puzzle::Position::picture
    ///
    /// # Errors
    /// A step is refused, the format cannot hold what is drawn, or the picture would be too large.
    pub fn draw(self, drawn: &Drawn<'_>) -> Result<Vec<u8>, String> {
        match (self.draw_as_text(drawn)?, self, drawn.puzzles) {
            (Some(text), ..) => Ok(text.into_bytes()),
            (None, Self::Gif, [_]) => gif(drawn, Renderer::default()),
            (None, Self::Gif, _) => Err("an animation shows one puzzle; .html, .svg and .png hold several".into()),
            (None, ..) => png(&Renderer::default().scene(&still(drawn)?)?),
        }
    }

    /// Draws as [`PictureFormat::draw`] does in a format that is text; `None` for the others. A program that only calls this
    /// one has no encoder of pictures in it.
    ///
    /// # Errors
    /// As [`PictureFormat::draw`].
    pub fn draw_as_text(self, drawn: &Drawn<'_>) -> Result<Option<String>, String> {
        Ok(match self {
            Self::Html => Some(html::document(drawn)?),
            Self::Svg => Some(svg::document(&still(drawn)?)),
            Self::Png | Self::Gif => None,
        })
    }
}

fn png(raster: &Raster) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let mut encoder = png::Encoder::new(&mut bytes, side(raster.width), side(raster.height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&raster.pixels.concat()));
    written.map_err(|error| format!("the picture cannot be written: {error}"))?;
    Ok(bytes)
}

/// Everything in one picture.
fn still(drawn: &Drawn<'_>) -> Result<Scene, String> {
    let colours = colours(drawn.theme);
    if !drawn.steps.is_empty() {
        return filmstrip(drawn);
    }
    let board = |&(puzzle, title): &Titled<'_>| {
        let start = puzzle.start();
        let lit = start.controls().and_then(<dyn Controls>::cursor);
        Scene::of(start.as_ref(), Marked { lit, cell: None }, title, colours)
    };
    let mut boards: Vec<Scene> = drawn.puzzles.iter().map(board).collect();
    if boards.len() == 1 {
        return Ok(boards.remove(0));
    }
    for board in &mut boards {
        board.width = board.width.max(MIN_SHEET_WIDTH);
        board.add_caption(&wrapped(&board.title, caption_letters(board.width)));
    }
    Ok(Scene::sheet(&boards, drawn.title, colours))
}

/// The boards after each instruction, each with its caption.
fn filmstrip(drawn: &Drawn<'_>) -> Result<Scene, String> {
    let mut follow = drawn.follow()?;
    let list = follow.instructions().list.clone();
    let start = drawn.board(follow.placed(0).position.as_ref(), Marked::default(), &[]);
    let captions = captions(&list, start.width);
    let board = |index: usize| {
        let placed = follow.placed(index);
        let cell = index.checked_sub(1).and_then(|last| list[last].moved_to);
        drawn.board(placed.position.as_ref(), Marked { lit: placed.cursor, cell }, &captions[index])
    };
    let boards: Vec<Scene> = thinned(list.len() + 1, MAX_STRIP).map(board).collect();
    Ok(Scene::sheet(&boards, drawn.title, colours(drawn.theme)))
}

/// Evenly chosen numbers below `count`, at most `most` of them, with the first and the last.
fn thinned(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(most);
    (0..shown).map(move |at| at * (count - 1) / (shown - 1).max(1))
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::{Plugin, StepText};

    use lurd_toolkit::themes::ThemeName;

    use super::*;
    use crate::picture::{drawings, gif_of_drawings, raster::render};

    #[test]
    fn a_gif_of_drawings_is_the_same_gif() {
        let sokoban = lurd_sokoban::Sokoban.read("#######|#@ $ .#|#######");
        let shifter = lurd_shifter::Shifter.read("12/34 -> 21/34");
        for (read, solution) in [(sokoban, "rRR"), (shifter, "left 0")] {
            let puzzle = read.expect("a puzzle").remove(0).puzzle.expect("a puzzle");
            let steps = StepText::words(puzzle.as_ref(), solution);
            let puzzles = [(puzzle.as_ref(), "one")];
            let subject = Drawn { puzzles: &puzzles, title: "one", steps: &steps, theme: ThemeName::Dark };
            let drawings = drawings(&subject).expect("it is drawn");
            let pixels = drawings.iter().flat_map(|it| render(&it.svg).expect("SVG").pixels);
            let pixels: Vec<u8> = pixels.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
            let gif = PictureFormat::Gif.draw(&subject).expect("it is drawn");
            assert_eq!(gif_of_drawings(&subject, &pixels).expect("it is drawn"), gif);
            assert!(gif_of_drawings(&subject, &pixels[4..]).is_err(), "a pixel is missing");
        }
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let thinned = |count| thinned(count, 7).collect::<Vec<_>>();
        assert_eq!((thinned(1), thinned(5)), (vec![0], vec![0, 1, 2, 3, 4]));
        for count in 7..60 {
            let kept = thinned(count);
            assert_eq!((kept[0], kept[6], kept.len()), (0, count - 1, 7));
            assert!(kept.is_sorted_by(|one, other| one < other), "{kept:?}");
        }
    }
}
