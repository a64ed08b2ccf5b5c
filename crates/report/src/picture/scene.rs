//! A picture as items that do not overlap: cells, labels and buttons, each a fragment of SVG in a rectangle.
//!
//! A raster image draws each different item once, and an animation only the items that change.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::{Cells, Coordinates, Instruction, Panel, Position};

use super::colours::{Colours, hex};
use super::tile_art::{Anchor, Emphasis, UNIT, text_in, tile};
use crate::grid::wrapped;

/// A fragment of SVG in a rectangle, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SceneItem {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) svg: String,
}

/// A picture. Sizes are in units, of which a cell has [`UNIT`] in each direction.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) items: Vec<SceneItem>,
    pub(super) colours: &'static Colours,
    /// What the picture shows, for readers who do not see it.
    pub(super) title: String,
}

/// The margin around a board.
const MARGIN: usize = 8;
/// The room between two boards.
const GAP: usize = UNIT;
/// The height of a line of text.
const LINE: usize = 20;
/// The size of letters.
const LETTERS: usize = 14;
/// The size of letters of captions.
const CAPTION: usize = 11;
/// The width of a character of a picture as text.
const TEXT_COLUMN: usize = 12;
/// From one line of a caption to the next.
const CAPTION_LINE: usize = 15;

/// The room of a letter of a caption, in hundredths of its size: a little more than the mean of words, so that no
/// line is longer than its room.
const CAPTION_LETTER: usize = 52;

/// The number of letters in a line of a caption, in a picture of a width.
pub(super) fn caption_letters(width: usize) -> usize {
    100 * width.saturating_sub(2 * MARGIN) / (CAPTION_LETTER * CAPTION)
}

/// The number of lines of a picture as text, and of characters in the longest.
pub(super) fn text_size(picture: &str) -> (usize, usize) {
    let columns = picture.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
    (picture.lines().count(), columns)
}

/// What is pointed out on the boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marked {
    /// The lit row and column of the first board.
    pub lit: Option<Coordinates>,
    /// A cell of the first board.
    pub cell: Option<Coordinates>,
}

impl Scene {
    pub(super) fn empty(title: &str, colours: &'static Colours) -> Self {
        Self { width: 0, height: 0, items: Vec::new(), colours, title: title.to_owned() }
    }

    /// Draws the boards of a position side by side. Empty cells are left out.
    pub fn of_boards(cells: &dyn Cells, marked: Marked, title: &str, colours: &'static Colours) -> Self {
        let mut scene = Self::empty(title, colours);
        let panels = cells.panels();
        let mut x = MARGIN;
        for (number, panel) in panels.iter().enumerate() {
            if number > 0 {
                x += GAP;
            }
            let marked = if number == 0 { marked } else { Marked::default() };
            x = scene.add_board(cells, number, *panel, (x, panels.len() > 1), marked);
        }
        scene.width = x + MARGIN;
        scene.height += MARGIN;
        scene
    }

    /// Writes the picture of a position that is not drawn cell by cell, one character in each place of a grid, in the room
    /// of at least so many lines and columns.
    pub(super) fn of_text(
        position: &dyn Position,
        (lines, columns): (usize, usize),
        title: &str,
        colours: &'static Colours,
    ) -> Self {
        let mut scene = Self::empty(title, colours);
        let picture = position.picture();
        let (own_lines, own_columns) = text_size(&picture);
        for (row, line) in picture.lines().enumerate() {
            let mut roles = position.cell_roles(row, line).into_iter();
            for (column, letter) in line.chars().enumerate() {
                let role = roles.next().unwrap_or_default();
                if letter.is_whitespace() {
                    continue;
                }
                let colour = colours.of(role).unwrap_or(colours.mark).rgb;
                let (x, y) = (MARGIN + column * TEXT_COLUMN, MARGIN + row * LINE);
                let svg =
                    text_in(letter.encode_utf8(&mut [0; 4]), (TEXT_COLUMN, LINE), LETTERS, colour, Anchor::Middle);
                scene.items.push(SceneItem { x, y, width: TEXT_COLUMN, height: LINE, svg });
            }
        }
        scene.width = 2 * MARGIN + columns.max(own_columns) * TEXT_COLUMN;
        scene.height = 2 * MARGIN + lines.max(own_lines) * LINE;
        scene
    }

    /// Adds a board and returns its right edge.
    fn add_board(
        &mut self,
        cells: &dyn Cells,
        number: usize,
        panel: Panel,
        (left, is_named): (usize, bool),
        marked: Marked,
    ) -> usize {
        let mut top = MARGIN;
        if is_named {
            let width = panel.columns * UNIT;
            self.add_text((left, top, width, LINE), panel.name, self.colours.faint.rgb, Anchor::Start);
            top += LINE;
        }
        let mut x = left;
        if panel.numbered {
            x += UNIT;
            let faint = self.colours.faint.rgb;
            let strong = self.colours.mark.rgb;
            for column in 0..panel.columns {
                let is_lit = marked.lit.is_some_and(|lit| lit.column == column);
                let place = (x + column * UNIT, top, UNIT, LINE);
                let colour = if is_lit { strong } else { faint };
                self.add_text(place, &column.to_string(), colour, Anchor::Middle);
            }
            top += LINE;
            for row in 0..panel.rows {
                let is_lit = marked.lit.is_some_and(|lit| lit.row == row);
                let place = (left, top + row * UNIT, UNIT, UNIT);
                let colour = if is_lit { strong } else { faint };
                self.add_text(place, &row.to_string(), colour, Anchor::Middle);
            }
        }
        for row in 0..panel.rows {
            for column in 0..panel.columns {
                let place = Coordinates::new(row, column);
                let emphasis = Emphasis {
                    is_marked: marked.cell == Some(place),
                    is_lit: marked.lit.is_some_and(|lit| lit.row == row || lit.column == column),
                };
                let svg = tile(&cells.tile(number, place), emphasis, self.colours);
                if !svg.is_empty() {
                    let (x, y) = (x + column * UNIT, top + row * UNIT);
                    self.items.push(SceneItem { x, y, width: UNIT, height: UNIT, svg });
                }
            }
        }
        self.height = self.height.max(top + panel.rows * UNIT);
        x + panel.columns * UNIT
    }

    /// Adds text in a rectangle (x, y, width, height).
    pub(super) fn add_text(
        &mut self,
        (x, y, width, height): (usize, usize, usize, usize),
        text: &str,
        colour: super::colours::Rgb,
        anchor: Anchor,
    ) {
        let svg = text_in(text, (width, height), LETTERS, colour, anchor);
        self.items.push(SceneItem { x, y, width, height, svg });
    }

    /// Adds a caption below everything, line by line, in the room of `lines` lines. It is one item, because its lines
    /// overlap.
    pub(super) fn add_caption(&mut self, caption: &[String], lines: usize) {
        let width = self.width.saturating_sub(2 * MARGIN);
        let height = LINE + lines.max(caption.len()).saturating_sub(1) * CAPTION_LINE;
        let mut svg = String::new();
        for (at, text) in caption.iter().enumerate() {
            // Wrapped text keeps its size.
            let line = text_in(text, (usize::MAX / 100, LINE), CAPTION, self.colours.mark.rgb, Anchor::Start);
            let _ = match at * CAPTION_LINE {
                0 => write!(svg, "{line}"),
                below => write!(svg, "<g transform='translate(0 {below})'>{line}</g>"),
            };
        }
        self.items.push(SceneItem { x: MARGIN, y: self.height, width, height, svg });
        self.height += height;
    }

    /// Adds a title below everything, which is wrapped to the width.
    pub(super) fn add_title(&mut self, title: &str) {
        let lines = wrapped(title, caption_letters(self.width));
        self.add_caption(&lines, lines.len());
    }

    /// Adds a rectangle with text in it, filled if it is on.
    pub(super) fn add_button(&mut self, (x, y, width, height): (usize, usize, usize, usize), text: &str, is_on: bool) {
        let colours = self.colours;
        let (ink, fill) =
            if is_on { (colours.paper.rgb, colours.mark.rgb) } else { (colours.mark.rgb, colours.paper.rgb) };
        let (w, h) = (width - 4, height - 4);
        let (line, fill) = (hex(colours.faint.rgb), hex(fill));
        let svg = format!(
            "<rect x='2' y='2' width='{w}' height='{h}' rx='5' fill='{fill}' stroke='{line}' stroke-width='2'/>{}",
            text_in(text, (width, height), 12, ink, Anchor::Middle)
        );
        self.items.push(SceneItem { x, y, width, height, svg });
    }

    /// Adds all of another scene with its corner at a place.
    pub(super) fn add_scene(&mut self, scene: &Self, (left, top): (usize, usize)) {
        let moved = scene.items.iter().map(|item| SceneItem { x: item.x + left, y: item.y + top, ..item.clone() });
        self.items.extend(moved);
        self.width = self.width.max(left + scene.width);
        self.height = self.height.max(top + scene.height);
    }
}

// The captions of the boards of a solution, wrapped to the width of the board.

/// The most lines of a caption.
const MAX_LINES: usize = 4;

/// What is written under the boards of a solution. All captions take the room of the longest one, so that all
/// pictures have the same size.
pub(super) struct Captions {
    captions: Vec<Vec<String>>,
    lines: usize,
}

impl Captions {
    /// The captions of instructions, for pictures of a width in units.
    pub(super) fn new(list: &[Instruction], width: usize) -> Self {
        let room = caption_letters(width);
        let caption = |(index, instruction)| caption(index, list.len(), instruction, room);
        let captions: Vec<_> = list.iter().enumerate().map(caption).collect();
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0).max(1);
        Self { captions, lines }
    }

    /// The number of lines of each caption.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The caption of an instruction, by its index.
    pub(super) fn of(&self, index: usize) -> &[String] {
        self.captions.get(index).map_or(&[], Vec::as_slice)
    }
}

/// `3/17 hold A, press Left: row 3 shifts left`. Where that is too long, the effect is left out, which the board
/// shows; then the action is cut off.
fn caption(index: usize, count: usize, instruction: &Instruction, room: usize) -> Vec<String> {
    let action = format!("{}/{count} {}", index + 1, instruction.action);
    if !instruction.effect.is_empty() {
        let lines = wrapped(&format!("{action}: {}", instruction.effect), room);
        if lines.len() <= MAX_LINES {
            return lines;
        }
    }
    let mut lines = wrapped(&action, room);
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(room.saturating_sub(2)).chain(" …".chars()).collect();
        }
    }
    lines
}

#[cfg(test)]
mod captions_tests {
    use super::*;

    fn instruction(action: &str, effect: &str) -> Instruction {
        Instruction { action: action.to_owned(), effect: effect.to_owned(), ..Instruction::default() }
    }

    #[test]
    fn captions_are_wrapped_and_take_the_room_of_the_longest() {
        let list = [
            instruction("push left", "the box goes to row 3 column 2"),
            instruction("right 1, up 2, left 2, push down", "the box goes to row 3 column 5"),
        ];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.of(0), ["1/2 push left: the box goes to row 3 column 2"]);
        assert_eq!(captions.of(1), ["2/2 right 1, up 2, left 2, push down: the box", "goes to row 3 column 5"]);
        assert_eq!(captions.lines(), 2);
        assert_eq!(Captions::new(&[], 300).lines(), 1, "the room of `start`");
    }

    #[test]
    fn a_long_walk_comes_first_and_is_cut_off_only_at_the_last_line() {
        let list = [instruction(&["right 1"; 18].join(", "), "the box goes to row 3 column 2")];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.lines(), MAX_LINES);
        assert!(captions.of(0).concat().ends_with("right 1"), "{:?}", captions.of(0));
        let list = [instruction(&["right 1"; 40].join(", "), "")];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.lines(), MAX_LINES);
        assert!(captions.of(0).concat().ends_with(" …"), "{:?}", captions.of(0));
    }
}
