//! The picture of the pad: boxes where there is room, else the names on a line. The signs say what the
//! colours say: the button to press has a double frame or brackets, a button to hold a thick one or braces.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::ui::screen::text::write;
use crate::ui::screen::theme::Theme;
use lurd_puzzle::puzzle::{Instruction, PadButton};

/// The number of rows of a button.
const ROWS: usize = 3;
/// The number of columns between the cross and the buttons beside it.
const BESIDE: usize = 2;
/// The first column of the picture that is beside the cross.
const CROSS: usize = 3;

/// What to do with a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    None,
    Hold,
    Press,
}

fn use_of(button: &PadButton, instruction: &Instruction) -> Use {
    // Of several presses, the last one carries out the instruction.
    if instruction.presses.last() == Some(&button.name) {
        Use::Press
    } else if instruction.held.contains(&button.name) {
        Use::Hold
    } else {
        Use::None
    }
}

fn style(of: Use, theme: Theme) -> Style {
    match of {
        Use::None => theme.faint(),
        Use::Hold => Theme::strong(),
        Use::Press => theme.good().add_modifier(Modifier::REVERSED),
    }
}

/// Corners, horizontal and vertical lines of a frame.
fn frame(of: Use, ascii: bool) -> [char; 6] {
    match (of, ascii) {
        (Use::None, false) => ['┌', '┐', '└', '┘', '─', '│'],
        (Use::Hold, false) => ['┏', '┓', '┗', '┛', '━', '┃'],
        (Use::Press, false) => ['╔', '╗', '╚', '╝', '═', '║'],
        (Use::None, true) => ['.', '.', '\'', '\'', '-', '|'],
        (Use::Hold, true) => ['{', '}', '{', '}', '-', '|'],
        (Use::Press, true) => ['#', '#', '#', '#', '=', '#'],
    }
}

/// The first column of each column of buttons, and the width of all of them.
fn columns(pad: &[PadButton]) -> (Vec<usize>, usize) {
    let count = pad.iter().map(|button| button.at.column + 1).max().unwrap_or(0);
    let width = |column: usize| {
        let names = pad.iter().filter(|button| button.at.column == column);
        names.map(|button| button.name.chars().count() + 2).max().unwrap_or(0)
    };
    let mut x = 0;
    let mut columns = Vec::new();
    for column in 0..count {
        x += if column == CROSS { BESIDE } else { 0 };
        columns.push(x);
        x += width(column);
    }
    (columns, x)
}

/// The number of rows of the picture; `None` if it does not fit.
pub(super) fn height(pad: &[PadButton], width: u16, height: u16) -> Option<u16> {
    let rows = ROWS * pad.iter().map(|button| button.at.row + 1).max()?;
    let rows = u16::try_from(rows).ok().filter(|&rows| rows <= height)?;
    (columns(pad).1 <= usize::from(width)).then_some(rows)
}

/// Draws the picture, for which there is room.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    pad: &[PadButton],
    instruction: &Instruction,
    theme: Theme,
) {
    let (columns, _) = columns(pad);
    for button in pad {
        let of = use_of(button, instruction);
        let [top_left, top_right, low_left, low_right, line, side] = frame(of, theme.ascii);
        let width = button.name.chars().count();
        let across = line.to_string().repeat(width);
        let rows = [
            format!("{top_left}{across}{top_right}"),
            format!("{side}{}{side}", button.name),
            format!("{low_left}{across}{low_right}"),
        ];
        let x = u16::try_from(columns[button.at.column]).unwrap_or(u16::MAX).min(area.width);
        let place = Rect { x: area.x + x, width: area.width - x, ..area };
        for (row, text) in rows.iter().enumerate() {
            let row = u16::try_from(ROWS * button.at.row + row).unwrap_or(u16::MAX);
            write(buffer, place, row, text, style(of, theme));
        }
    }
}

/// The buttons on a line: `{A} [Left] Right Up Down`.
pub(super) fn line(pad: &[PadButton], instruction: &Instruction) -> String {
    let mut used: Vec<(usize, String)> = pad
        .iter()
        .map(|button| match use_of(button, instruction) {
            Use::Hold => (0, format!("{{{}}}", button.name)),
            Use::Press => (1, format!("[{}]", button.name)),
            Use::None => (2, button.name.clone()),
        })
        .collect();
    used.sort_by_key(|(rank, _)| *rank);
    used.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// The buttons to hold, and the hands that do what is to be done: `held: A (the right thumb)`.
pub(super) fn held(pad: &[PadButton], instruction: &Instruction) -> Option<String> {
    let hand = |name: &String| {
        let button = pad.iter().find(|button| button.name == *name)?;
        button.hand.as_ref().map(|hand| format!("{name} ({hand})"))
    };
    let pressed = instruction.presses.last().and_then(hand).map(|pressed| format!("pressed: {pressed}"));
    let names: Vec<_> =
        instruction.held.iter().map(|name| hand(name).unwrap_or_else(|| name.clone())).collect();
    let held = (!names.is_empty()).then(|| format!("held: {}", names.join(", ")));
    let parts: Vec<String> = [held, pressed].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
