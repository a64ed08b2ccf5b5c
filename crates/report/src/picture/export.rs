//! Pictures and pages in the format of a file name: a board, a solution frame by frame.

use std::path::Path;

use lurd_puzzle::puzzle::{CellRole, Coordinates, Instruction, Instructions, Position, Puzzle};
use lurd_toolkit::{play::Follow, themes::ThemeName};

use super::{
    animation::{Animator, Collector, Pace, gif, png},
    colours::{Colours, colours},
    html::{self, Titled},
    raster::{Raster, Renderer},
    scene::{Captions, Marked, Scene, text_size},
    svg,
    tile_art::{CELL, PictureError, UNIT},
};

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Gif,
    /// A page that plays.
    Html,
}

const FORMATS: [(&str, PictureFormat); 4] = [
    ("svg", PictureFormat::Svg),
    ("png", PictureFormat::Png),
    ("gif", PictureFormat::Gif),
    ("html", PictureFormat::Html),
];

impl PictureFormat {
    /// The format that a file name's extension stands for, if it is one of pictures.
    pub fn of(path: &str) -> Option<Self> {
        let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
        FORMATS.iter().find(|(name, _)| *name == extension).map(|&(_, format)| format)
    }

    /// Why no picture can be written to a file of that name.
    pub fn unknown(path: &str) -> PictureError {
        let known = FORMATS.map(|(name, _)| name).to_vec();
        PictureError::Ending { path: path.to_owned(), known }
    }

    /// Draws a board. A position without cells
    /// is drawn as the text of [`Position::picture`].
    ///
    /// # Errors
    /// The picture would be too large.
    pub fn board(self, position: &dyn Position, title: &str, theme: ThemeName) -> Result<Vec<u8>, PictureError> {
        match self.board_as_text(position, title, theme)? {
            Some(text) => Ok(text.into_bytes()),
            None => self.still(&scene_of(position, title, colours(theme))),
        }
    }

    /// Draws a board as [`PictureFormat::board`] does in a format that is text; `None` for the others.
    ///
    /// # Errors
    /// As [`PictureFormat::board`].
    pub fn board_as_text(
        self,
        position: &dyn Position,
        title: &str,
        theme: ThemeName,
    ) -> Result<Option<String>, PictureError> {
        Ok(Some(match self {
            Self::Html => html::document(&[(position.puzzle().as_ref(), title)], title, &[])?,
            Self::Svg => svg::document(&scene_of(position, title, colours(theme)), CELL),
            Self::Png | Self::Gif => return Ok(None),
        }))
    }

    /// Draws several boards with their titles: on one sheet, or on one page with a menu.
    ///
    /// # Errors
    /// The format holds one board, or as [`PictureFormat::board`].
    pub fn collection(self, boards: &[Titled<'_>], title: &str, theme: ThemeName) -> Result<Vec<u8>, PictureError> {
        match self {
            Self::Html => Ok(html::document(boards, title, &[])?.into_bytes()),
            Self::Svg | Self::Png => self.still(&sheet(boards, title, theme)),
            Self::Gif => Err(PictureError::OneBoard),
        }
    }

    /// Draws a solution: as a filmstrip, or as an animation if the format has those.
    ///
    /// # Errors
    /// A step is refused, or the picture would be too large.
    pub fn answer(self, subject: &Drawn<'_>) -> Result<Vec<u8>, PictureError> {
        if let Some(text) = self.answer_as_text(subject)? {
            return Ok(text.into_bytes());
        }
        match self {
            Self::Html | Self::Svg | Self::Png => self.still(&filmstrip(subject)?),
            Self::Gif => {
                let mut animator = Animator::new(Renderer::default());
                animate(subject, pace(subject), &mut animator)?;
                gif(&animator.finish()?)
            }
        }
    }

    /// Draws a solution as [`PictureFormat::answer`] does in a format that is text; `None` for the others. A program that
    /// only calls this one has no encoder of pictures in it.
    ///
    /// # Errors
    /// As [`PictureFormat::answer`].
    pub fn answer_as_text(self, subject: &Drawn<'_>) -> Result<Option<String>, PictureError> {
        let Drawn { puzzle, title, steps, .. } = *subject;
        Ok(Some(match self {
            Self::Html => html::document(&[(puzzle, title)], title, steps)?,
            Self::Svg => svg::document(&filmstrip(subject)?, CELL),
            Self::Png | Self::Gif => return Ok(None),
        }))
    }

    fn still(self, scene: &Scene) -> Result<Vec<u8>, PictureError> {
        if self == Self::Svg {
            return Ok(svg::document(scene, CELL).into_bytes());
        }
        let raster = Renderer::default().scene(scene)?;
        let mut collector = Collector::new(raster.width, raster.height);
        collector.add(&raster, 0);
        let picture = collector.finish();
        if self == Self::Gif { gif(&picture) } else { png(&picture) }
    }
}

/// Boards in rows, each with its title below.
fn sheet(boards: &[Titled<'_>], title: &str, theme: ThemeName) -> Scene {
    let colours = colours(theme);
    let mut scenes = Vec::new();
    for (puzzle, title) in boards {
        let mut scene = scene_of(puzzle.start().as_ref(), title, colours);
        scene.width = scene.width.max(MIN_SHEET_WIDTH);
        scene.add_title(title);
        scenes.push(scene);
    }
    let width = scenes.iter().map(|scene| scene.width).max().unwrap_or(UNIT);
    let area: usize = scenes.iter().map(|scene| width * scene.height).sum();
    // About four by three.
    let columns = (1..scenes.len()).find(|columns| 3 * (columns * width).pow(2) >= 4 * area).unwrap_or(scenes.len());
    let (mut sheet, mut top) = (Scene::empty(title, colours), 0);
    for row in scenes.chunks(columns.max(1)) {
        for (column, scene) in row.iter().enumerate() {
            sheet.add_scene(scene, (column * width, top));
        }
        sheet.width = sheet.width.max(row.len() * width);
        top = sheet.height;
    }
    sheet
}

/// A board with what is lit.
fn scene_of(position: &dyn Position, title: &str, colours: &'static Colours) -> Scene {
    match position.controls() {
        Some(cells) => Scene::of_boards(cells, Marked { lit: cells.cursor(), cell: None }, title, colours),
        None => Scene::of_text(position, (0, 0), title, colours),
    }
}

// A solution in pictures: frame after frame, or all of them on one sheet.

/// What is drawn: a puzzle and a solution of it, in steps.
pub struct Drawn<'a> {
    pub puzzle: &'a dyn Puzzle,
    pub title: &'a str,
    pub steps: &'a [String],
    pub theme: ThemeName,
}

/// Of the steps that move no piece, such as those of a walk, every so many is a frame.
pub const WALK: usize = 3;
/// The number of instructions up to which each is a frame; of more, only every second is, and so on.
pub const MAX_INSTRUCTIONS: usize = 1000;
/// The number of steps of a solution from which on walks have no frames.
pub const MAX_STEPS: usize = 3000;
/// The least width of a board on a sheet, for its title.
const MIN_SHEET_WIDTH: usize = 160;
/// The least width of a picture with captions.
const MIN_WIDTH: usize = 300;
/// The most boards of a filmstrip; of a longer solution it leaves out boards evenly.
pub(super) const MAX_STRIP: usize = 48;

/// Draws the boards of a solution, all of one size.
struct Artist<'a> {
    subject: &'a Drawn<'a>,
    /// The most lines and columns of a board that is text.
    text: (usize, usize),
}

impl<'a> Artist<'a> {
    /// # Errors
    /// A step is refused.
    fn new(subject: &'a Drawn<'a>) -> Result<Self, PictureError> {
        let mut position = subject.puzzle.start();
        let mut text = (0, 0);
        if position.controls().is_none() {
            text = text_size(&position.picture());
            for step in subject.steps {
                position.apply(step).map_err(|error| PictureError::Step(error.to_string()))?;
                let (lines, columns) = text_size(&position.picture());
                text = (text.0.max(lines), text.1.max(columns));
            }
        }
        Ok(Self { subject, text })
    }

    /// The board of a position.
    fn board(&self, position: &dyn Position, marked: Marked) -> Scene {
        let Drawn { title, theme, .. } = *self.subject;
        let colours = colours(theme);
        let mut scene = match position.controls() {
            Some(cells) => Scene::of_boards(cells, marked, title, colours),
            None => Scene::of_text(position, self.text, title, colours),
        };
        scene.width = scene.width.max(MIN_WIDTH);
        scene
    }

    /// The captions of instructions under the boards of a puzzle.
    fn captions(&self, instructions: &Instructions) -> Captions {
        let width = self.board(self.subject.puzzle.start().as_ref(), Marked::default()).width;
        Captions::new(&instructions.list, width)
    }
}

fn follow(subject: &Drawn<'_>) -> Result<Follow, PictureError> {
    let refused = |error: lurd_toolkit::play::RefusedStep| PictureError::Step(error.reason.to_string());
    Follow::new(subject.puzzle, subject.steps).map_err(refused)
}

/// Draws the frames of an animation: the start; for each instruction a frame, and one for every third step of its
/// walk; the solved board.
pub(super) fn animate(subject: &Drawn<'_>, pace: Pace, animator: &mut Animator<'_>) -> Result<(), PictureError> {
    let follow = follow(subject)?;
    let instructions = follow.instructions();
    let mut position = subject.puzzle.start();
    let mut lit = instructions.cursor;
    let mut steps = subject.steps.iter();
    let count = instructions.list.len();
    let every = count.div_ceil(MAX_INSTRUCTIONS).max(1);
    let shows_walks = every == 1 && subject.steps.len() <= MAX_STEPS;
    let artist = Artist::new(subject)?;
    let captions = artist.captions(instructions);
    let draw = |position: &dyn Position, lit, cell, caption: &[String], pressed| {
        let mut drawn = artist.board(position, Marked { lit, cell });
        drawn.add_caption(caption, captions.lines());
        add_pad(&mut drawn, instructions, pressed);
        drawn
    };
    animator.add(draw(position.as_ref(), lit, None, &[], None), pace.start)?;
    // While the player walks, the caption is still that of the last push.
    let mut before = [].as_slice();
    for (index, instruction) in instructions.list.iter().enumerate() {
        let caption = captions.of(index);
        for done in 1..=instruction.steps {
            let Some(step) = steps.next() else { break };
            let last = position.boxed();
            position.apply(step).map_err(|error| PictureError::Step(error.to_string()))?;
            let is_shown = shows_walks && done < instruction.steps;
            if is_shown && (done % WALK == 0 || moves_pieces(last.as_ref(), position.as_ref())) {
                animator.add(draw(position.as_ref(), lit, None, before, Some(instruction)), pace.walk)?;
            }
        }
        lit = instruction.cursor.or(lit);
        before = caption;
        if index % every == 0 {
            let cell = instruction.moved_to;
            animator.add(draw(position.as_ref(), lit, cell, caption, Some(instruction)), pace.step)?;
        }
    }
    // What is pressed is over at the end.
    let solved = ["solved".to_owned()];
    let end = if position.is_solved() { solved.as_slice() } else { &[] };
    animator.add(draw(position.as_ref(), lit, None, end, None), pace.end)
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
/// As [`PictureFormat::answer`].
pub fn drawings(subject: &Drawn<'_>) -> Result<Vec<Drawing>, PictureError> {
    let mut drawings = Vec::new();
    let renderer = Renderer::by(|svg, units, (width, height), paper| {
        drawings.push(Drawing { svg: svg::item_document(svg, units, (width, height), paper), width, height });
        Ok(Raster::filled(width, height, paper))
    });
    let mut animator = Animator::new(renderer);
    animate(subject, pace(subject), &mut animator)?;
    drop(animator);
    Ok(drawings)
}

/// The GIF that [`PictureFormat::answer`] writes, of these [`drawings`] in their order: red, green, blue and opacity of each
/// pixel, row by row.
///
/// # Errors
/// There are fewer pixels than the drawings have, or as [`PictureFormat::answer`].
pub fn gif_of_drawings(subject: &Drawn<'_>, pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    let (mut pixels, rest) = pixels.as_chunks::<4>();
    debug_assert!(rest.is_empty(), "four bytes a pixel");
    let renderer = Renderer::by(|_, _, (width, height), _| {
        let count = width * height;
        if pixels.len() < count {
            return Err(PictureError::Encoding("the drawings have too few pixels".to_owned()));
        }
        let (own, others) = pixels.split_at(count);
        pixels = others;
        let colours = own.iter().map(|&[red, green, blue, _]| [red, green, blue]).collect();
        Ok(Raster { width, height, pixels: colours })
    });
    let mut animator = Animator::new(renderer);
    animate(subject, pace(subject), &mut animator)?;
    gif(&animator.finish()?)
}

fn pace(subject: &Drawn<'_>) -> Pace {
    Pace::new(subject.puzzle.instructions(subject.steps).cursor.is_some())
}

/// Whether a step moved more than the player.
fn moves_pieces(before: &dyn Position, after: &dyn Position) -> bool {
    let (Some(before), Some(after)) = (before.controls(), after.controls()) else { return true };
    let is_piece = |role| matches!(role, CellRole::Piece | CellRole::Placed | CellRole::Tile(_));
    before.panels().iter().enumerate().any(|(number, panel)| {
        let places =
            (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |column| Coordinates::new(row, column)));
        places.into_iter().any(|place| {
            let [one, two] = [before.tile(number, place), after.tile(number, place)];
            one != two && (is_piece(one.cell_role) || is_piece(two.cell_role))
        })
    })
}

/// Adds the picture of the pad below the board, with what is pressed and held, unless directions act on the board
/// directly.
fn add_pad(scene: &mut Scene, instructions: &Instructions, pressed: Option<&Instruction>) {
    const BUTTON: (usize, usize) = (56, 28);
    let top = scene.height;
    for button in instructions.pad.iter().filter(|_| instructions.cursor.is_some()) {
        let is_on = pressed.is_some_and(|it| it.held.contains(&button.name) || it.presses.contains(&button.name));
        let (x, y) = (8 + button.at.column * BUTTON.0, top + button.at.row * BUTTON.1);
        scene.add_button((x, y, BUTTON.0, BUTTON.1), &button.name, is_on);
        scene.width = scene.width.max(x + BUTTON.0 + 8);
        scene.height = scene.height.max(y + BUTTON.1 + 8);
    }
}

/// Evenly chosen items, with the first and the last.
fn thinned<T>(items: Vec<T>, most: usize) -> Vec<T> {
    let (count, most) = (items.len(), most.max(2));
    if count <= most {
        return items;
    }
    let mut next = 0;
    let mut kept = Vec::with_capacity(most);
    for (at, item) in items.into_iter().enumerate() {
        if at == next * (count - 1) / (most - 1) {
            kept.push(item);
            next += 1;
        }
    }
    kept
}

/// The boards after each instruction on one sheet, in rows, each with its caption.
pub(super) fn filmstrip(subject: &Drawn<'_>) -> Result<Scene, PictureError> {
    let mut follow = follow(subject)?;
    let count = follow.len();
    let shown = thinned((0..=count).collect(), MAX_STRIP);
    let artist = Artist::new(subject)?;
    let captions = artist.captions(follow.instructions());
    let start = ["start".to_owned()];
    let mut boards = Vec::new();
    for &index in &shown {
        let placed = follow.placed(index);
        let done = index.checked_sub(1).map(|last| &follow.instructions().list[last]);
        let caption = index.checked_sub(1).map_or(start.as_slice(), |last| captions.of(last));
        let marked = Marked { lit: placed.cursor, cell: done.and_then(|it| it.moved_to) };
        let mut drawn = artist.board(placed.position.as_ref(), marked);
        drawn.add_caption(caption, captions.lines());
        boards.push(drawn);
    }
    let (width, height) = boards.first().map_or((UNIT, UNIT), |board| (board.width, board.height));
    // About four by three.
    let columns =
        (1..=boards.len()).find(|&columns| 3 * columns * width >= 4 * boards.len().div_ceil(columns) * height);
    let columns = columns.unwrap_or(boards.len()).max(1);
    let mut sheet = Scene::empty(subject.title, colours(subject.theme));
    for (at, board) in boards.iter().enumerate() {
        sheet.add_scene(board, (at % columns * width, at / columns * height));
    }
    Ok(sheet)
}

#[cfg(test)]
mod answer_tests {
    use lurd_puzzle::puzzle::{Plugin, StepText};

    use super::*;
    use crate::picture::raster::render;

    #[test]
    fn a_gif_of_drawings_is_the_same_gif() {
        let sokoban = lurd_sokoban::Sokoban.read("#######|#@ $ .#|#######");
        let shifter = lurd_shifter::Shifter.read("12/34 -> 21/34");
        for (read, solution) in [(sokoban, "rRR"), (shifter, "left 0")] {
            let puzzle = read.expect("a puzzle").remove(0).puzzle.expect("a puzzle");
            let steps = StepText::words(puzzle.as_ref(), solution);
            let subject = Drawn { puzzle: puzzle.as_ref(), title: "one", steps: &steps, theme: ThemeName::Dark };
            let drawings = drawings(&subject).expect("it is drawn");
            let pixels = drawings.iter().flat_map(|it| render(&it.svg).expect("SVG").pixels);
            let pixels: Vec<u8> = pixels.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
            let gif = PictureFormat::Gif.answer(&subject).expect("it is drawn");
            assert_eq!(gif_of_drawings(&subject, &pixels).expect("it is drawn"), gif);
            assert!(gif_of_drawings(&subject, &pixels[4..]).is_err(), "a pixel is missing");
        }
    }

    #[test]
    fn thinning_keeps_both_ends() {
        assert_eq!(thinned((0..5).collect::<Vec<_>>(), 10), [0, 1, 2, 3, 4]);
        assert_eq!(thinned((0..9).collect::<Vec<_>>(), 3), [0, 4, 8]);
        for count in 3..60 {
            let kept = thinned((0..count).collect::<Vec<_>>(), 7);
            assert_eq!((kept[0], kept[kept.len() - 1]), (0, count - 1));
            assert_eq!(kept.len(), 7.min(count));
        }
    }
}
