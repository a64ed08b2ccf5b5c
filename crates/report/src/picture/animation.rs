//! A solution as an animation in a GIF file, of which each part is drawn here or by a browser.

use std::{borrow::Cow, cmp::Reverse, collections::HashMap, fmt::Display};

use lurd_puzzle::puzzle::{Instruction, Position};

use super::{
    Drawn,
    colours::Rgb,
    raster::{Raster, Renderer},
    scene::{Marked, Scene, captions},
    svg::item_document,
};

/// Of the steps before the last one of an instruction, which are those of a walk, every so many is a frame.
const WALK: usize = 3;
/// The number of instructions up to which each is a frame; of more, only every second is, and so on.
const MAX_INSTRUCTIONS: usize = 1000;
/// The number of steps of a solution from which on walks have no frames.
const MAX_STEPS: usize = 3000;

/// The GIF of a solution: frames of one size, drawn by `renderer`.
///
/// # Errors
/// A step is refused, or the picture would be too large.
pub(super) fn gif(drawn: &Drawn<'_>, mut renderer: Renderer<'_>) -> Result<Vec<u8>, String> {
    let (mut width, mut height) = (0, 0);
    each_frame(drawn, &mut |scene, _| {
        (width, height) = (width.max(scene.width), height.max(scene.height));
        Ok(())
    })?;
    let mut frames = Frames::default();
    each_frame(drawn, &mut |scene, milliseconds| {
        frames.add(renderer.scene(&Scene { width, height, ..scene })?, milliseconds)
    })?;
    frames.encoded()
}

/// Calls `show` with each frame and its time in milliseconds: the start; for each instruction a frame, and one for every
/// third step of its walk; the solved board.
fn each_frame(drawn: &Drawn<'_>, show: &mut dyn FnMut(Scene, u16) -> Result<(), String>) -> Result<(), String> {
    let follow = drawn.follow()?;
    let instructions = follow.instructions();
    let mut position = drawn.puzzles[0].0.start();
    let mut lit = instructions.cursor;
    let mut steps = drawn.steps.iter();
    let every = instructions.list.len().div_ceil(MAX_INSTRUCTIONS).max(1);
    let shows_walks = every == 1 && drawn.steps.len() <= MAX_STEPS;
    // A press has words to be read.
    let pause = if lit.is_some() { 600 } else { 200 };
    let captions = captions(&instructions.list, drawn.board(position.as_ref(), Marked::default(), &[]).width);
    let scene = |position: &dyn Position, lit, cell, caption: usize, pressed: Option<&Instruction>| {
        let mut scene = drawn.board(position, Marked { lit, cell }, &captions[caption]);
        scene.add_pad(instructions, pressed);
        scene
    };
    show(scene(position.as_ref(), lit, None, 0, None), 1000)?;
    for (index, instruction) in instructions.list.iter().enumerate() {
        for done in 1..=instruction.steps {
            let Some(step) = steps.next() else { break };
            // The steps have been carried out before, in `follow`.
            let _ = position.apply(step);
            if shows_walks && done < instruction.steps && done % WALK == 0 {
                // While the player walks, the caption is still that of the last push.
                show(scene(position.as_ref(), lit, None, index, Some(instruction)), 100)?;
            }
        }
        lit = instruction.cursor.or(lit);
        if index % every == 0 {
            show(scene(position.as_ref(), lit, instruction.moved_to, index + 1, Some(instruction)), pause)?;
        }
    }
    // What is pressed is over at the end.
    let last = instructions.list.len() + usize::from(position.is_solved());
    show(scene(position.as_ref(), lit, None, last, None), 3000)
}

// A GIF of drawings whose pixels the caller makes: a browser draws SVG itself.

/// A part of the frames of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// An SVG document of this size in pixels.
    pub svg: String,
    pub width: usize,
    pub height: usize,
}

/// The drawings that the frames of a solution consist of, each once.
///
/// # Errors
/// A step is refused, or the picture would be too large.
pub fn drawings(drawn: &Drawn<'_>) -> Result<Vec<Drawing>, String> {
    let mut drawings = Vec::new();
    let renderer = Renderer::by(|item, paper| {
        let (width, height) = (item.width, item.height);
        drawings.push(Drawing { svg: item_document(item, paper), width, height });
        Raster::filled(width, height, paper)
    });
    gif(drawn, renderer)?;
    Ok(drawings)
}

/// The GIF of a solution, of these [`drawings`] in their order: red, green, blue and opacity of each pixel, row by row.
///
/// # Errors
/// There are fewer pixels than the drawings have, or the picture would be too large.
pub fn gif_of_drawings(drawn: &Drawn<'_>, pixels: &[u8]) -> Result<Vec<u8>, String> {
    let mut pixels = pixels.as_chunks::<4>().0;
    let renderer = Renderer::by(|item, _| {
        let (width, height) = (item.width, item.height);
        let own = pixels.split_off(..width * height).ok_or("the drawings have too few pixels")?;
        Ok(Raster { width, height, pixels: own.iter().map(|&[red, green, blue, _]| [red, green, blue]).collect() })
    });
    gif(drawn, renderer)
}

// The file: a first frame, and of each further one the rectangle that changed.

/// The number of colours of a palette.
const MAX_COLOURS: usize = 256;

/// The frames of an animation.
#[derive(Default)]
struct Frames {
    /// The last picture.
    before: Option<Raster>,
    /// The number of pixels of each colour.
    counts: HashMap<Rgb, usize>,
    /// Each frame with its pixels.
    all: Vec<(gif::Frame<'static>, Vec<Rgb>)>,
}

impl Frames {
    /// Adds a frame that is shown so long. A frame that changes nothing is one pixel.
    fn add(&mut self, raster: Raster, milliseconds: u16) -> Result<(), String> {
        let whole = (0, 0, raster.width, raster.height);
        let (left, top, right, bottom) =
            self.before.as_ref().map_or(whole, |before| changed(before, &raster).unwrap_or((0, 0, 1, 1)));
        let rows = (top..bottom).map(|row| &raster.pixels[row * raster.width..][left..right]);
        let pixels = rows.collect::<Vec<_>>().concat();
        for &colour in &pixels {
            *self.counts.entry(colour).or_default() += 1;
        }
        let frame = gif::Frame {
            left: side(left)?,
            top: side(top)?,
            width: side(right - left)?,
            height: side(bottom - top)?,
            // GIF counts hundredths of a second.
            delay: milliseconds / 10,
            ..gif::Frame::default()
        };
        self.all.push((frame, pixels));
        self.before = Some(raster);
        Ok(())
    }

    /// The colours of the palette, and the number there of every colour. With more colours than a palette holds, the rarest
    /// ones, which smooth edges, become the nearest of the others.
    fn palette(&self) -> (Vec<Rgb>, HashMap<Rgb, u8>) {
        let mut colours: Vec<Rgb> = self.counts.keys().copied().collect();
        colours.sort_by_key(|colour| (Reverse(self.counts[colour]), *colour));
        let palette = colours[..colours.len().min(MAX_COLOURS)].to_vec();
        let number = |colour: &Rgb| (0..=u8::MAX).zip(&palette).min_by_key(|(_, it)| far(**it, *colour)).map(|it| it.0);
        let numbers = colours.iter().map(|colour| (*colour, number(colour).unwrap_or_default())).collect();
        (palette, numbers)
    }

    /// The file, which repeats forever.
    fn encoded(self) -> Result<Vec<u8>, String> {
        let (palette, numbers) = self.palette();
        let (width, height) = self.before.map_or((0, 0), |last| (last.width, last.height));
        let mut bytes = Vec::new();
        let mut encoder =
            gif::Encoder::new(&mut bytes, side(width)?, side(height)?, &palette.concat()).map_err(cannot_be_written)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(cannot_be_written)?;
        for (mut frame, pixels) in self.all {
            frame.buffer = Cow::Owned(pixels.iter().map(|colour| numbers[colour]).collect());
            encoder.write_frame(&frame).map_err(cannot_be_written)?;
        }
        drop(encoder);
        Ok(bytes)
    }
}

fn side(side: usize) -> Result<u16, String> {
    u16::try_from(side).map_err(cannot_be_written)
}

fn cannot_be_written(error: impl Display) -> String {
    format!("the picture cannot be written: {error}")
}

/// How different two colours are.
fn far(one: Rgb, other: Rgb) -> u32 {
    one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

/// The rectangle (left, top, right, bottom) in which two pictures of the same size differ.
fn changed(one: &Raster, other: &Raster) -> Option<(usize, usize, usize, usize)> {
    let mut found: Option<(usize, usize, usize, usize)> = None;
    let rows = one.pixels.chunks(one.width.max(1)).zip(other.pixels.chunks(one.width.max(1)));
    for (y, (one, other)) in rows.enumerate() {
        let differs = |(one, other): (&Rgb, &Rgb)| one != other;
        let Some(first) = one.iter().zip(other).position(differs) else { continue };
        let last = one.iter().zip(other).rposition(differs).unwrap_or(first) + 1;
        let (left, top, right, _) = found.unwrap_or((first, y, last, y));
        found = Some((left.min(first), top, right.max(last), y + 1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_in_a_frame() {
        let mut raster = Raster::filled(5, 4, [0, 0, 0]).expect("small");
        let mut frames = Frames::default();
        frames.add(raster.clone(), 100).expect("small");
        raster.pixels[5 + 2] = [1, 2, 3];
        raster.pixels[10 + 3] = [1, 2, 3];
        frames.add(raster.clone(), 100).expect("small");
        frames.add(raster, 100).expect("small");
        let places: Vec<_> = frames.all.iter().map(|(it, _)| (it.left, it.top, it.width, it.height)).collect();
        assert_eq!(places, [(0, 0, 5, 4), (2, 1, 2, 2), (0, 0, 1, 1)]);
        assert_eq!(frames.all[1].1, [[1, 2, 3], [0; 3], [0; 3], [1, 2, 3]]);
        assert_eq!(frames.palette().0, [[0, 0, 0], [1, 2, 3]]);
    }

    #[test]
    fn rare_colours_become_the_nearest_frequent_one() {
        let mut raster = Raster::filled(300, 2, [0, 0, 0]).expect("small");
        for (at, pixel) in raster.pixels[..300].iter_mut().enumerate() {
            *pixel = [u8::try_from(at % 256).expect("small"), u8::from(at >= 256), 0];
        }
        let mut frames = Frames::default();
        frames.add(raster.clone(), 1).expect("small");
        let (palette, numbers) = frames.palette();
        assert_eq!(palette.len(), 256);
        for pixel in raster.pixels {
            assert!(far(pixel, palette[usize::from(numbers[&pixel])]) <= 45 * 45, "{pixel:?}");
        }
    }
}
