//! The formats of pictures by file name.

use std::path::Path;

use super::animation::{Animator, Pace};
use super::answer::{Subject, animate, filmstrip};
use super::colours::colours;
use super::encode::{gif, png};
use super::error::PictureError;
use super::indexed::Collector;
use super::raster::Renderer;
use super::scene::{Marked, Scene};
use super::{html, markdown, svg};
use lurd_puzzle::puzzle::Position;
use lurd_toolkit::themes::ThemeName;

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Apng,
    Gif,
    /// A page that plays.
    Html,
    Markdown,
}

/// How pictures are drawn.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions {
    pub theme: ThemeName,
    /// The width and height of a cell in pixels.
    pub cell: usize,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { theme: ThemeName::default(), cell: 24 }
    }
}

const FORMATS: [(&str, PictureFormat); 6] = [
    ("svg", PictureFormat::Svg),
    ("png", PictureFormat::Png),
    ("apng", PictureFormat::Apng),
    ("gif", PictureFormat::Gif),
    ("html", PictureFormat::Html),
    ("md", PictureFormat::Markdown),
];

impl PictureFormat {
    /// The format that a file name's extension stands for, if it is one of pictures.
    pub fn of(path: &str) -> Option<Self> {
        let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
        FORMATS.iter().find(|(name, _)| *name == ending).map(|&(_, format)| format)
    }

    /// Why no picture can be written to a file of that name.
    pub fn unknown(path: &str) -> PictureError {
        let known = FORMATS.map(|(name, _)| name).to_vec();
        PictureError::Ending { path: path.to_owned(), known }
    }

    /// Draws a board. Only SVG and PNG hold one picture; the others hold it as their only frame.
    ///
    /// # Errors
    /// The puzzle has no cells, or the picture would be too large.
    pub fn board(
        self,
        position: &dyn Position,
        title: &str,
        options: PictureOptions,
    ) -> Result<Vec<u8>, PictureError> {
        match self {
            Self::Html => return Ok(html::document(position.puzzle().as_ref(), title, &[])?.into_bytes()),
            Self::Markdown => return Ok(markdown::board(position, title).into_bytes()),
            Self::Svg | Self::Png | Self::Apng | Self::Gif => {}
        }
        let kind = position.puzzle().kind();
        let controls = position.controls().ok_or(PictureError::NoCells(kind))?;
        let lit = controls.cursor();
        let marked = Marked { lit, cell: None };
        let scene = Scene::of_boards(controls, marked, title, colours(options.theme));
        self.still(&scene, options)
    }

    /// Draws a solution: as a filmstrip, or as an animation if the format has those.
    ///
    /// # Errors
    /// The puzzle has no cells, a step is refused, or the picture would be too large.
    pub fn answer(self, subject: &Subject<'_>, options: PictureOptions) -> Result<Vec<u8>, PictureError> {
        let Subject { puzzle, title, steps, .. } = *subject;
        match self {
            Self::Html => Ok(html::document(puzzle, title, steps)?.into_bytes()),
            Self::Markdown => Ok(markdown::document(puzzle, title, steps).into_bytes()),
            Self::Svg | Self::Png => self.still(&filmstrip(subject)?, options),
            Self::Apng | Self::Gif => {
                let has_pad = !subject.puzzle.instructions(subject.steps).pad.is_empty();
                let mut animator = Animator::new(options.cell);
                animate(subject, Pace::new(has_pad), &mut animator)?;
                let picture = animator.finish()?;
                if self == Self::Gif { gif(&picture) } else { png(&picture) }
            }
        }
    }

    fn still(self, scene: &Scene, options: PictureOptions) -> Result<Vec<u8>, PictureError> {
        if self == Self::Svg {
            return Ok(svg::document(scene, options.cell).into_bytes());
        }
        let raster = Renderer::default().scene(scene, options.cell)?;
        let mut collector = Collector::new(raster.width, raster.height);
        collector.add(&raster, 0);
        let picture = collector.finish();
        if self == Self::Gif { gif(&picture) } else { png(&picture) }
    }
}
