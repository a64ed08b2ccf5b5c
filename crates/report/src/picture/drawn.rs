//! What is drawn: puzzles, or a solution of one.

use lurd_puzzle::puzzle::{Position, Puzzle};
use lurd_toolkit::{
    play::{Follow, RefusedStep},
    themes::ThemeName,
};

use super::{
    colours::colours,
    scene::{Marked, Scene},
};

/// The least width of a picture with captions.
const MIN_WIDTH: usize = 300;

/// A puzzle and its title.
pub type Titled<'a> = (&'a dyn Puzzle, &'a str);

/// Puzzles from their starts, or if there are steps, a solution of the only one.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    pub puzzles: &'a [Titled<'a>],
    pub title: &'a str,
    pub steps: &'a [String],
    pub theme: ThemeName,
}

impl Drawn<'_> {
    /// The solution of the only puzzle.
    pub(super) fn follow(&self) -> Result<Follow, String> {
        let [(puzzle, _)] = self.puzzles else { return Err("only one puzzle can be drawn with its solution".into()) };
        let refused = |error: RefusedStep| format!("the solution cannot be drawn: {}", error.reason);
        Follow::new(*puzzle, self.steps).map_err(refused)
    }

    /// A board of the solution, with a caption.
    pub(super) fn board(&self, position: &dyn Position, marked: Marked, caption: &[String]) -> Scene {
        let mut scene = Scene::of(position, marked, self.title, colours(self.theme));
        scene.width = scene.width.max(MIN_WIDTH);
        scene.add_caption(caption);
        scene
    }
}
