//! Frames as moving pictures.

use super::error::PictureError;
use super::indexed::{Collector, Indexed};
use super::raster::{Raster, Renderer};
use super::scene::Scene;

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
pub(super) struct Animator {
    renderer: Renderer,
    cell: usize,
    last: Option<(Scene, Raster)>,
    collector: Option<Collector>,
}

impl Animator {
    /// Draws cells of `cell` pixels.
    pub(super) fn new(cell: usize) -> Self {
        Self { renderer: Renderer::default(), cell, last: None, collector: None }
    }

    /// Adds a frame that is shown so long.
    ///
    /// # Errors
    /// It would be too large.
    pub(super) fn add(&mut self, scene: Scene, milliseconds: u16) -> Result<(), PictureError> {
        let raster = match self.last.take() {
            Some((before, mut raster)) => {
                self.renderer.update(&mut raster, &before, &scene, self.cell)?;
                debug_assert!(raster == self.renderer.scene(&scene, self.cell)?, "items overlap");
                raster
            }
            None => self.renderer.scene(&scene, self.cell)?,
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
