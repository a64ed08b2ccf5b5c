//! A picture as items that do not overlap: cells, labels and buttons, each a fragment of SVG in a rectangle. An image in
//! pixels draws each different item once.

use lurd_puzzle::puzzle::{Cells, Coordinates, Instruction, Instructions, Position};

use super::colours::{Colours, Rgb, hex};
use super::tile_art::{UNIT, text_at, text_in, tile};
use crate::grid::wrapped;

/// A fragment of SVG in a rectangle, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SceneItem {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) svg: String,
}

/// A picture. Sizes are in pixels, of which a cell has [`UNIT`] in each direction.
#[derive(Clone, Debug)]
pub(super) struct Scene {
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
/// The width and height of a button.
const BUTTON: (usize, usize) = (56, 28);

/// The number of letters in a line of a caption, in a picture of a width.
pub(super) fn caption_letters(width: usize) -> usize {
    100 * width.saturating_sub(2 * MARGIN) / (CAPTION_LETTER * CAPTION)
}

/// What is pointed out on the boards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marked {
    /// The lit row and column of the first board.
    pub(super) lit: Option<Coordinates>,
    /// A cell of the first board.
    pub(super) cell: Option<Coordinates>,
}

impl Scene {
    pub(super) fn empty(title: &str, colours: &'static Colours) -> Self {
        Self { width: 0, height: 0, items: Vec::new(), colours, title: title.to_owned() }
    }

    /// Draws the boards of a position side by side, or its picture as text if it is not drawn cell by cell.
    pub(super) fn of(position: &dyn Position, marked: Marked, title: &str, colours: &'static Colours) -> Self {
        let mut scene = Self::empty(title, colours);
        match position.controls() {
            Some(cells) => {
                for number in 0..cells.panels().len() {
                    scene.add_board(cells, number, if number == 0 { marked } else { Marked::default() });
                }
            }
            None => scene.add_text_board(position),
        }
        scene.width += MARGIN;
        scene.height += MARGIN;
        scene
    }

    /// Adds the picture of a position, one character in each place of a grid.
    fn add_text_board(&mut self, position: &dyn Position) {
        for (row, line) in position.picture().lines().enumerate() {
            let mut roles = position.cell_roles(row, line).into_iter();
            for (column, letter) in line.trim_end().chars().enumerate() {
                let colour = self.colours.of(roles.next().unwrap_or_default()).unwrap_or(self.colours.mark).rgb;
                let place = (MARGIN + column * TEXT_COLUMN, MARGIN + row * LINE);
                self.add_text(place, (TEXT_COLUMN, LINE), letter.to_string().trim(), colour);
            }
        }
    }

    /// Adds a board at the right of the others. Empty cells are left out.
    fn add_board(&mut self, cells: &dyn Cells, number: usize, marked: Marked) {
        let (panel, colours) = (cells.panels()[number], self.colours);
        let (mut left, mut top) = (if number == 0 { MARGIN } else { self.width + GAP }, MARGIN);
        if cells.panels().len() > 1 {
            let name = text_at(panel.name, (0, LINE.midpoint(LETTERS * 7 / 10)), LETTERS, "start", colours.faint.rgb);
            self.add((left, top), (panel.columns * UNIT, LINE), name);
            top += LINE;
        }
        let is_row_lit = |row| marked.lit.is_some_and(|lit| lit.row == row);
        let is_column_lit = |column| marked.lit.is_some_and(|lit| lit.column == column);
        if panel.numbered {
            let ink = |is_lit: bool| if is_lit { colours.mark.rgb } else { colours.faint.rgb };
            for column in 0..panel.columns {
                let place = (left + (column + 1) * UNIT, top);
                self.add_text(place, (UNIT, LINE), &column.to_string(), ink(is_column_lit(column)));
            }
            top += LINE;
            for row in 0..panel.rows {
                self.add_text((left, top + row * UNIT), (UNIT, UNIT), &row.to_string(), ink(is_row_lit(row)));
            }
            left += UNIT;
        }
        for row in 0..panel.rows {
            for column in 0..panel.columns {
                let place = Coordinates::new(row, column);
                let is_lit = is_row_lit(row) || is_column_lit(column);
                let svg = tile(&cells.tile(number, place), is_lit, marked.cell == Some(place), colours);
                self.add((left + column * UNIT, top + row * UNIT), (UNIT, UNIT), svg);
            }
        }
        self.width = left + panel.columns * UNIT;
        self.height = self.height.max(top + panel.rows * UNIT);
    }

    /// Adds an item, if it is not empty, and makes room for it.
    fn add(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), svg: String) {
        self.width = self.width.max(x + width);
        self.height = self.height.max(y + height);
        if !svg.is_empty() {
            self.items.push(SceneItem { x, y, width, height, svg });
        }
    }

    /// Adds text in the middle of a rectangle.
    fn add_text(&mut self, place: (usize, usize), size: (usize, usize), text: &str, colour: Rgb) {
        self.add(place, size, if text.is_empty() { String::new() } else { text_in(text, size, LETTERS, colour) });
    }

    /// Adds a caption below everything, line by line. It is one item, because its lines overlap.
    pub(super) fn add_caption(&mut self, caption: &[String]) {
        let mut svg = String::new();
        for (at, text) in caption.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let place = (0, LINE.midpoint(CAPTION * 7 / 10) + at * CAPTION_LINE);
            svg.push_str(&text_at(text, place, CAPTION, "start", self.colours.mark.rgb));
        }
        let height = LINE + caption.len().saturating_sub(1) * CAPTION_LINE;
        self.add((MARGIN, self.height), (self.width.saturating_sub(2 * MARGIN), height), svg);
    }

    /// Adds the picture of a pad below everything, with what is pressed and held, unless directions act on the board
    /// directly.
    pub(super) fn add_pad(&mut self, instructions: &Instructions, pressed: Option<&Instruction>) {
        let (colours, top, (width, height)) = (self.colours, self.height, BUTTON);
        let line = hex(colours.faint.rgb);
        for button in instructions.pad.iter().filter(|_| instructions.cursor.is_some()) {
            let is_on = pressed.is_some_and(|it| it.held.contains(&button.name) || it.presses.contains(&button.name));
            let (ink, fill) = if is_on { (colours.paper, colours.mark) } else { (colours.mark, colours.paper) };
            let (w, h, fill, name) = (width - 4, height - 4, hex(fill.rgb), text_in(&button.name, BUTTON, 12, ink.rgb));
            let svg = format!(
                "<rect x='2' y='2' width='{w}' height='{h}' rx='5' fill='{fill}' stroke='{line}' stroke-width='2'/>{name}"
            );
            let place = (MARGIN + button.at.column * width, top + button.at.row * height);
            self.add(place, BUTTON, svg);
            self.width = self.width.max(place.0 + width + MARGIN);
            self.height = self.height.max(place.1 + height + MARGIN);
        }
    }

    /// Pictures in rows, on a sheet of about four by three.
    pub(super) fn sheet(pictures: &[Self], title: &str, colours: &'static Colours) -> Self {
        let width = pictures.iter().map(|picture| picture.width).max().unwrap_or(UNIT);
        let area: usize = pictures.iter().map(|picture| width * picture.height).sum();
        let columns = (1..pictures.len()).find(|columns| 3 * (columns * width).pow(2) >= 4 * area);
        let mut sheet = Self::empty(title, colours);
        for row in pictures.chunks(columns.unwrap_or(pictures.len()).max(1)) {
            let top = sheet.height;
            for (column, picture) in row.iter().enumerate() {
                let left = column * width;
                sheet.width = sheet.width.max(left + width);
                sheet.height = sheet.height.max(top + picture.height);
                let items = picture.items.iter().cloned();
                sheet.items.extend(items.map(|item| SceneItem { x: item.x + left, y: item.y + top, ..item }));
            }
        }
        sheet
    }
}

// The captions of the boards of a solution, wrapped to the width of the board.

/// The most lines of a caption.
const MAX_LINES: usize = 4;

/// What is written under the boards of a solution: at the start, after each instruction, and at the end. All captions have
/// the lines of the longest one, so that all pictures have the same size.
pub(super) fn captions(list: &[Instruction], width: usize) -> Vec<Vec<String>> {
    let room = caption_letters(width);
    let mut captions = vec![vec!["start".to_owned()]];
    captions.extend(list.iter().enumerate().map(|(index, it)| caption(index, list.len(), it, room)));
    captions.push(vec!["solved".to_owned()]);
    let lines = captions.iter().map(Vec::len).max().unwrap_or(1);
    for caption in &mut captions {
        caption.resize(lines, String::new());
    }
    captions
}

/// `3/17 hold A, press Left: row 3 shifts left`. Where that is too long, the effect is left out, which the board
/// shows; then the action is cut off.
fn caption(index: usize, count: usize, instruction: &Instruction, room: usize) -> Vec<String> {
    let action = format!("{}/{count} {}", index + 1, instruction.action);
    let mut lines = wrapped(&format!("{action}: {}", instruction.effect), room);
    if instruction.effect.is_empty() || lines.len() > MAX_LINES {
        lines = wrapped(&action, room);
    }
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        let last = &mut lines[MAX_LINES - 1];
        *last = last.chars().take(room.saturating_sub(2)).chain(" …".chars()).collect();
    }
    lines
}

#[cfg(test)]
mod tests {
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
        let captions = captions(&list, 300);
        assert_eq!(captions[0], ["start", ""]);
        assert_eq!(captions[1], ["1/2 push left: the box goes to row 3 column 2", ""]);
        assert_eq!(captions[2], ["2/2 right 1, up 2, left 2, push down: the box", "goes to row 3 column 5"]);
    }

    #[test]
    fn a_long_walk_comes_first_and_is_cut_off_only_at_the_last_line() {
        let list = [instruction(&["right 1"; 18].join(", "), "the box goes to row 3 column 2")];
        let caption = &captions(&list, 300)[1];
        assert_eq!(caption.len(), MAX_LINES);
        assert!(caption.concat().ends_with("right 1"), "{caption:?}");
        let list = [instruction(&["right 1"; 40].join(", "), "")];
        let caption = &captions(&list, 300)[1];
        assert_eq!(caption.len(), MAX_LINES);
        assert!(caption.concat().ends_with(" …"), "{caption:?}");
    }
}
