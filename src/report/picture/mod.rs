//! Pictures of boards and solutions: SVG, PNG, animated PNG, GIF; and pages: HTML, Markdown.
//!
//! - `colours`: the colours of each theme; `tile_art`: the drawing of a cell
//! - `scene`: boards, labels and buttons as items; `answer`: a solution as scenes
//! - `svg`: scenes as SVG; `raster`: scenes in pixels; `letters`: text as outlines
//! - `indexed`: pixels with a palette, frame by frame; `animation`: scenes as such frames; `encode`: their files
//! - `html`: a page that plays; `markdown`: a text
//! - `export`: the format of a file name, and its document

mod animation;
mod answer;
mod captions;
pub(crate) mod colours;
mod encode;
mod error;
mod export;
mod html;
mod indexed;
mod letters;
mod markdown;
mod raster;
mod scene;
mod svg;
#[cfg(test)]
mod tests;
mod tile_art;

pub(crate) use answer::Subject as Drawn;
pub use error::PictureError;
pub(crate) use export::{PictureFormat, PictureOptions};
pub(crate) use raster::Raster;
pub(crate) use tile_art::Emphasis;

use crate::puzzle::Tile;
use colours::{Colours, Rgb};
use indexed::{Collector, Indexed};

/// A picture with a palette.
pub(crate) struct Paletted {
    pub(crate) width: usize,
    /// At most 256.
    pub(crate) colours: Vec<Rgb>,
    /// The number of the colour of each pixel.
    pub(crate) pixels: Vec<u8>,
}

/// An SVG document as PNG, in its own size.
///
/// # Errors
/// It would be too large.
pub(crate) fn png_of_svg(svg: &str) -> Result<Vec<u8>, PictureError> {
    png(&raster::render(svg)?)
}

/// A picture as PNG.
///
/// # Errors
/// The encoder refuses its size.
pub(crate) fn png(raster: &Raster) -> Result<Vec<u8>, PictureError> {
    encode::png(&indexed(raster))
}

/// A picture reduced to a palette.
pub(crate) fn paletted(raster: &Raster) -> Paletted {
    let Indexed { width, palette, frames, .. } = indexed(raster);
    let colours = palette.as_chunks().0.to_vec();
    let pixels = frames.into_iter().next().map_or_else(Vec::new, |frame| frame.pixels);
    Paletted { width, colours, pixels }
}

fn indexed(raster: &Raster) -> Indexed {
    let mut collector = Collector::new(raster.width, raster.height);
    collector.add(raster, 0);
    collector.finish()
}

/// The pixels of a cell, stretched to a size.
///
/// # Errors
/// The drawing library refuses the drawing.
pub(crate) fn tile_raster(
    tile: &Tile,
    emphasis: Emphasis,
    colours: &Colours,
    size: (usize, usize),
) -> Result<Raster, PictureError> {
    let unit = (tile_art::UNIT, tile_art::UNIT);
    raster::item_raster(&tile_art::tile(tile, emphasis, colours), unit, size, colours.paper)
}
