//! Pictures of boards and solutions: SVG, PNG, animated PNG, GIF; and pages: HTML, Markdown.
//!
//! - [`colours`]: the colours of each theme; `tile_art`: the drawing of a cell, and text as outlines
//! - `scene`: boards, labels, buttons and captions as items
//! - `svg`: scenes as SVG; `raster`: scenes in pixels
//! - `animation`: frames with a palette, and their files
//! - `html`: a page that plays
//! - `export`: the format of a file name, and its document: a solution as scenes, or as Markdown

use animation::{Collector, Indexed};
use colours::{Colours, Rgb};
use lurd_puzzle::puzzle::Tile;

mod animation;
pub mod colours;
mod export;
mod html;
mod raster;
mod scene;
mod svg;
#[cfg(test)]
mod tests;
mod tile_art;

pub use export::{PictureFormat, PictureOptions, Subject as Drawn};
pub use html::Titled;
pub use raster::Raster;
pub use tile_art::{Emphasis, PictureError};

/// A picture with a palette.
pub struct Paletted {
    pub width: usize,
    /// At most 256.
    pub colours: Vec<Rgb>,
    /// The number of the colour of each pixel.
    pub pixels: Vec<u8>,
}

/// An SVG document as PNG, in its own size.
///
/// # Errors
/// It would be too large.
pub fn png_of_svg(svg: &str) -> Result<Vec<u8>, PictureError> {
    png(&raster::render(svg)?)
}

/// A picture as PNG.
///
/// # Errors
/// The encoder refuses its size.
pub fn png(raster: &Raster) -> Result<Vec<u8>, PictureError> {
    animation::png(&indexed(raster))
}

/// A picture reduced to a palette.
pub fn paletted(raster: &Raster) -> Paletted {
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
pub fn tile_raster(
    tile: &Tile,
    emphasis: Emphasis,
    colours: &Colours,
    size: (usize, usize),
) -> Result<Raster, PictureError> {
    let unit = (tile_art::UNIT, tile_art::UNIT);
    raster::item_raster(&tile_art::tile(tile, emphasis, colours), unit, size, colours.paper.rgb)
}
