//! Scenes in pixels, drawn by resvg, or by the program that shows them.

use std::collections::HashMap;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{
    colours::Rgb,
    scene::{Scene, SceneItem},
    svg::item_document,
    tile_art::{CELL, PictureError, UNIT, outlined},
};

/// The largest picture in pixels: 100 MB while it is drawn.
const MAX_PIXELS: usize = 25_000_000;
/// The largest width and height, which is that of a GIF.
const MAX_SIDE: usize = 65_535;

/// A picture in pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Rgb>,
}

impl Raster {
    pub(super) fn filled(width: usize, height: usize, colour: Rgb) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    #[cfg(test)]
    pub(super) fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y * self.width + x]
    }

    /// Draws `other` with its corner at a place, as far as it is inside.
    fn draw(&mut self, other: &Self, (left, top): (usize, usize)) {
        let columns = other.width.min(self.width.saturating_sub(left));
        for row in 0..other.height.min(self.height.saturating_sub(top)) {
            let to = (top + row) * self.width + left;
            let from = row * other.width;
            self.pixels[to..to + columns].copy_from_slice(&other.pixels[from..from + columns]);
        }
    }
}

/// Draws an item: a fragment of SVG of a size in units, stretched to a size in pixels, on paper of a colour.
pub(super) type DrawItem<'d> =
    dyn FnMut(&str, (usize, usize), (usize, usize), Rgb) -> Result<Raster, PictureError> + 'd;

/// Draws scenes, and keeps what it has drawn to use it again.
pub(super) struct Renderer<'d> {
    drawn: HashMap<(String, usize, usize), Raster>,
    draw: Box<DrawItem<'d>>,
}

impl Default for Renderer<'_> {
    fn default() -> Self {
        Self::by(item_raster)
    }
}

impl<'d> Renderer<'d> {
    /// Lets `draw` draw each item, once.
    pub(super) fn by(
        draw: impl FnMut(&str, (usize, usize), (usize, usize), Rgb) -> Result<Raster, PictureError> + 'd,
    ) -> Self {
        Self { drawn: HashMap::new(), draw: Box::new(draw) }
    }

    /// Draws a scene.
    ///
    /// # Errors
    /// The picture would be too large.
    pub(super) fn scene(&mut self, scene: &Scene) -> Result<Raster, PictureError> {
        let (width, height) = size(scene)?;
        let mut raster = Raster::filled(width, height, scene.colours.paper.rgb);
        for item in &scene.items {
            self.item(&mut raster, item, scene.colours.paper.rgb)?;
        }
        Ok(raster)
    }

    /// Draws the items of `scene` that `before` does not have, on its picture. No two items may overlap.
    ///
    /// # Errors
    /// As [`Renderer::scene`].
    pub(super) fn update(&mut self, raster: &mut Raster, before: &Scene, scene: &Scene) -> Result<(), PictureError> {
        let paper = scene.colours.paper.rgb;
        let by_place = |scene: &'_ Scene| -> HashMap<(usize, usize), usize> {
            scene.items.iter().enumerate().map(|(at, item)| ((item.x, item.y), at)).collect()
        };
        let (old, new) = (by_place(before), by_place(scene));
        for item in before.items.iter().filter(|item| !new.contains_key(&(item.x, item.y))) {
            self.item(raster, &SceneItem { svg: String::new(), ..item.clone() }, paper)?;
        }
        for item in &scene.items {
            if old.get(&(item.x, item.y)).is_none_or(|&at| before.items[at] != *item) {
                self.item(raster, item, paper)?;
            }
        }
        Ok(())
    }

    fn item(&mut self, raster: &mut Raster, item: &SceneItem, paper: Rgb) -> Result<(), PictureError> {
        // Both edges are rounded, so that neighbours leave no gap.
        let pixels = |units: usize| units * CELL / UNIT;
        let (left, top) = (pixels(item.x), pixels(item.y));
        let width = pixels(item.x + item.width) - left;
        let height = pixels(item.y + item.height) - top;
        let key = (item.svg.clone(), width, height);
        if !self.drawn.contains_key(&key) {
            let drawn = if item.svg.is_empty() || width == 0 || height == 0 {
                Raster::filled(width, height, paper)
            } else {
                (self.draw)(&item.svg, (item.width, item.height), (width, height), paper)?
            };
            self.drawn.insert(key.clone(), drawn);
        }
        raster.draw(&self.drawn[&key], (left, top));
        Ok(())
    }
}

/// The size of a scene in pixels.
fn size(scene: &Scene) -> Result<(usize, usize), PictureError> {
    let pixels = |units: usize| units.saturating_mul(CELL) / UNIT;
    let (width, height) = (pixels(scene.width).max(1), pixels(scene.height).max(1));
    if width > MAX_SIDE || height > MAX_SIDE || width.saturating_mul(height) > MAX_PIXELS {
        return Err(PictureError::TooLarge { width, height });
    }
    Ok((width, height))
}

/// Draws a fragment of SVG of a size in units, stretched to a size in pixels.
pub(super) fn item_raster(
    svg: &str,
    units: (usize, usize),
    (width, height): (usize, usize),
    paper: Rgb,
) -> Result<Raster, PictureError> {
    if width == 0 || height == 0 {
        return Ok(Raster::filled(width, height, paper));
    }
    render(&item_document(svg, units, (width, height), paper))
}

/// Draws an SVG document in its own size.
///
/// # Errors
/// It is not SVG, or too large.
pub fn render(svg: &str) -> Result<Raster, PictureError> {
    let tree =
        Tree::from_str(&outlined(svg)?, &Options::default()).map_err(|error| PictureError::Svg(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width() as usize, size.height() as usize);
    let too_large = || PictureError::TooLarge { width, height };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let pixels = pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok(Raster { width, height, pixels })
}
