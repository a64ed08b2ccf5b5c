//! Frames as pictures with a palette, moving or not, and as PNG and GIF files.

use std::collections::HashMap;

use super::{
    colours::Rgb,
    raster::{Raster, Renderer},
    scene::Scene,
    tile_art::PictureError,
};

/// How long frames are shown, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) start: u16,
    /// A step of a walk.
    pub(super) walk: u16,
    /// A push, a shift or a press.
    pub(super) step: u16,
    pub(super) end: u16,
}

impl Pace {
    /// For something that moves by itself.
    pub(super) fn new(is_pressed: bool) -> Self {
        // A press has words to be read.
        let step = if is_pressed { 600 } else { 200 };
        Self { start: 1000, walk: 100, step, end: 3000 }
    }
}

/// Draws frames, of which it keeps only what changes.
pub(super) struct Animator<'d> {
    renderer: Renderer<'d>,
    last: Option<(Scene, Raster)>,
    collector: Option<Collector>,
}

impl<'d> Animator<'d> {
    pub(super) fn new(renderer: Renderer<'d>) -> Self {
        Self { renderer, last: None, collector: None }
    }

    /// Adds a frame that is shown so long.
    ///
    /// # Errors
    /// It would be too large.
    pub(super) fn add(&mut self, scene: Scene, milliseconds: u16) -> Result<(), PictureError> {
        let raster = match self.last.take() {
            Some((before, mut raster)) => {
                self.renderer.update(&mut raster, &before, &scene)?;
                debug_assert!(raster == self.renderer.scene(&scene)?, "items overlap");
                raster
            }
            None => self.renderer.scene(&scene)?,
        };
        let collector = self.collector.get_or_insert_with(|| Collector::new(raster.width, raster.height));
        collector.add(&raster, milliseconds);
        self.last = Some((scene, raster));
        Ok(())
    }

    /// The picture of all frames; with none, an error.
    pub(super) fn finish(self) -> Result<Indexed, PictureError> {
        let nothing = || PictureError::Encoding("there is no frame".to_owned());
        self.collector.map(Collector::finish).ok_or_else(nothing)
    }
}

// Pictures as PNG and GIF files.

fn failed(error: impl std::fmt::Display) -> PictureError {
    PictureError::Encoding(error.to_string())
}

/// The first frame as PNG.
pub(super) fn png(picture: &Indexed) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let side = |side: usize| u32::try_from(side).map_err(failed);
    let mut encoder = png::Encoder::new(&mut bytes, side(picture.width)?, side(picture.height)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(picture.palette.clone());
    encoder.set_compression(png::Compression::High);
    // Neighbouring numbers of a palette mean nothing.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(failed)?;
    if let Some(frame) = picture.frames.first() {
        writer.write_image_data(&frame.pixels).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The picture as GIF, which repeats forever if it has several frames.
pub(super) fn gif(picture: &Indexed) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let side = |side: usize| u16::try_from(side).map_err(failed);
    let (width, height) = (side(picture.width)?, side(picture.height)?);
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &picture.palette).map_err(failed)?;
    if picture.frames.len() > 1 {
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    }
    for frame in &picture.frames {
        let frame = gif::Frame {
            left: side(frame.left)?,
            top: side(frame.top)?,
            width: side(frame.width)?,
            height: side(frame.height)?,
            // GIF counts hundredths of a second.
            delay: frame.milliseconds / 10,
            buffer: std::borrow::Cow::Borrowed(&frame.pixels),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(bytes)
}

// Pictures with a palette, as PNG and GIF hold them: a first frame, and of each further one the rectangle that
// changed.

/// The number of colours of a palette.
const MAX_COLOURS: usize = 256;

/// A rectangle of a picture, as indices of a palette.
#[derive(Clone, Debug)]
pub(super) struct IndexedFrame {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
    pub(super) milliseconds: u16,
}

/// A picture, still or moving.
#[derive(Clone, Debug)]
pub(super) struct Indexed {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Red, green and blue of each colour.
    pub(super) palette: Vec<u8>,
    pub(super) frames: Vec<IndexedFrame>,
}

/// Collects the frames of a picture.
pub(super) struct Collector {
    width: usize,
    height: usize,
    before: Option<Raster>,
    /// The numbers of the colours, and how many pixels have each.
    numbers: HashMap<Rgb, u32>,
    counts: Vec<(Rgb, usize)>,
    frames: Vec<(IndexedFrame, Vec<u32>)>,
}

impl Collector {
    /// For pictures of that size.
    pub(super) fn new(width: usize, height: usize) -> Self {
        let (numbers, counts, frames) = (HashMap::new(), Vec::new(), Vec::new());
        Self { width, height, before: None, numbers, counts, frames }
    }

    /// Adds a frame that is shown so long. A frame that changes nothing is one pixel.
    pub(super) fn add(&mut self, raster: &Raster, milliseconds: u16) {
        let (left, top, right, bottom) = match &self.before {
            None => (0, 0, self.width, self.height),
            Some(before) => changed(before, raster).unwrap_or((0, 0, 1, 1)),
        };
        let mut numbers = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            for &colour in &raster.pixels[y * self.width + left..y * self.width + right] {
                let next = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
                let number = *self.numbers.entry(colour).or_insert(next);
                if number == next {
                    self.counts.push((colour, 0));
                }
                self.counts[number as usize].1 += 1;
                numbers.push(number);
            }
        }
        let (width, height) = (right - left, bottom - top);
        let frame = IndexedFrame { left, top, width, height, pixels: Vec::new(), milliseconds };
        self.frames.push((frame, numbers));
        self.before = Some(raster.clone());
    }

    /// The picture. With more colours than a palette holds, the rarest ones, which smooth edges, become the
    /// nearest of the others.
    pub(super) fn finish(self) -> Indexed {
        let mut order: Vec<usize> = (0..self.counts.len()).collect();
        order.sort_by_key(|&number| (std::cmp::Reverse(self.counts[number].1), number));
        let kept: Vec<Rgb> = order.iter().take(MAX_COLOURS).map(|&number| self.counts[number].0).collect();
        let mut index = vec![0_u8; self.counts.len()];
        for (rank, &number) in order.iter().enumerate() {
            let rank = if rank < MAX_COLOURS { rank } else { nearest(&kept, self.counts[number].0) };
            index[number] = u8::try_from(rank).unwrap_or_default();
        }
        let frames = self.frames.into_iter().map(|(frame, numbers)| {
            let pixels = numbers.into_iter().map(|number| index[number as usize]).collect();
            IndexedFrame { pixels, ..frame }
        });
        let palette = kept.concat();
        Indexed { width: self.width, height: self.height, palette, frames: frames.collect() }
    }
}

fn nearest(colours: &[Rgb], wanted: Rgb) -> usize {
    let far = |colour: &Rgb| -> u32 {
        let channels = colour.iter().zip(wanted);
        channels.map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let nearest = colours.iter().enumerate().min_by_key(|(_, colour)| far(colour));
    nearest.map_or(0, |(index, _)| index)
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
mod indexed_tests {
    use super::*;

    #[test]
    fn only_what_changed_is_in_a_frame() {
        let mut raster = Raster::filled(5, 4, [0, 0, 0]);
        let mut collector = Collector::new(5, 4);
        collector.add(&raster, 100);
        raster.pixels[5 + 2] = [1, 2, 3];
        raster.pixels[10 + 3] = [1, 2, 3];
        collector.add(&raster, 100);
        collector.add(&raster, 100);
        let picture = collector.finish();
        let places: Vec<_> = picture.frames.iter().map(|it| (it.left, it.top, it.width, it.height)).collect();
        assert_eq!(places, [(0, 0, 5, 4), (2, 1, 2, 2), (0, 0, 1, 1)]);
        assert_eq!(picture.frames[1].pixels, [1, 0, 0, 1]);
        assert_eq!(picture.palette, [0, 0, 0, 1, 2, 3]);
    }

    #[test]
    fn rare_colours_become_the_nearest_frequent_one() {
        let mut raster = Raster::filled(300, 2, [0, 0, 0]);
        for (at, pixel) in raster.pixels[..300].iter_mut().enumerate() {
            *pixel = [u8::try_from(at % 256).expect("small"), u8::from(at >= 256), 0];
        }
        let mut collector = Collector::new(300, 2);
        collector.add(&raster, 1);
        let picture = collector.finish();
        assert_eq!(picture.palette.len(), 3 * 256);
        for (pixel, &index) in raster.pixels.iter().zip(&picture.frames[0].pixels) {
            let at = 3 * usize::from(index);
            let far: u32 = (0..3).map(|it| u32::from(pixel[it].abs_diff(picture.palette[at + it]))).sum();
            assert!(far <= 45, "{pixel:?}");
        }
    }
}
