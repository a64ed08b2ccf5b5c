//! The drawing of a cell as a fragment of SVG, in a square of [`UNIT`] by [`UNIT`] units.
//!
//! Each role has a shape of its own, so that the pictures can be told apart without colours.

use std::fmt::Write as _;

use super::colours::{Colours, Rgb, hex};
use lurd_puzzle::puzzle::{CellRole, Tile};

/// The width and height of a cell in units.
pub const UNIT: usize = 24;

/// How a cell is pointed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Emphasis {
    /// A frame around the cell.
    pub is_marked: bool,
    /// A line below the contents: the cell is in the lit row or column.
    pub is_lit: bool,
}

/// Draws a cell. A plain cell without text is empty.
pub fn tile(tile: &Tile, emphasis: Emphasis, colours: &Colours) -> String {
    let mut svg = String::new();
    if let Some(ink) = colours.of(tile.cell_role) {
        shape(&mut svg, tile, ink, colours);
    }
    let is_sign = tile.sign.is_some() || matches!(&*tile.text, "@" | "+");
    if !is_sign && !tile.text.trim().is_empty() {
        let on_shape = matches!(tile.cell_role, CellRole::Tile(_));
        let colour =
            if on_shape { colours.paper } else { colours.of(tile.cell_role).unwrap_or(colours.mark) };
        svg.push_str(&text_in(&tile.text, (UNIT, UNIT), 15, colour, Anchor::Middle));
    }
    if emphasis.is_lit {
        let _ = write!(svg, "<rect x='5' y='20' width='14' height='2' fill='{}'/>", hex(colours.mark));
    }
    if emphasis.is_marked {
        let _ = write!(
            svg,
            "<rect x='1' y='1' width='22' height='22' fill='none' stroke='{}' stroke-width='2'/>",
            hex(colours.mark)
        );
    }
    svg
}

fn shape(svg: &mut String, tile: &Tile, ink: Rgb, colours: &Colours) {
    let colour = hex(ink);
    let shade = hex(colours.shade(ink, 60));
    let _ = match tile.cell_role {
        CellRole::Plain | CellRole::Faint => return,
        CellRole::Wall => write!(svg, "<rect width='24' height='24' fill='{colour}'/>"),
        // A crate: a frame around a lighter board.
        CellRole::Piece => write!(
            svg,
            "<rect x='3' y='3' width='18' height='18' rx='2' fill='{shade}' stroke='{colour}' stroke-width='3'/>"
        ),
        // The same with a cross.
        CellRole::Placed => write!(
            svg,
            "<rect x='3' y='3' width='18' height='18' rx='2' fill='{shade}' stroke='{colour}' stroke-width='3'/>\
             <path d='M4 4L20 20M20 4L4 20' stroke='{colour}' stroke-width='4'/>"
        ),
        CellRole::Goal => write!(svg, "<rect x='8' y='8' width='8' height='8' fill='{colour}'/>"),
        CellRole::Player => {
            // In XSB the player on a goal has a letter of its own.
            if &*tile.text == "+" {
                let goal = hex(colours.goal);
                let _ = write!(svg, "<path d='M2 2h6v3h-3v3h-3zM22 22h-6v-3h3v-3h3z' fill='{goal}'/>");
            }
            write!(svg, "<circle cx='12' cy='12' r='8.5' fill='{colour}'/>")
        }
        CellRole::Marked => write!(svg, "<circle cx='12' cy='12' r='2.5' fill='{colour}'/>"),
        CellRole::Danger => {
            write!(svg, "<path d='M8 8L16 16M16 8L8 16' stroke='{colour}' stroke-width='2'/>")
        }
        CellRole::Tile(_) => {
            write!(svg, "<rect x='1' y='1' width='22' height='22' rx='4' fill='{colour}'/>")
        }
    };
}

/// Where text stands in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// Draws text in a box, in letters of `size` units or smaller ones if it is long.
pub(super) fn text_in(
    text: &str,
    (width, height): (usize, usize),
    size: usize,
    colour: Rgb,
    anchor: Anchor,
) -> String {
    let letters = text.chars().count().max(1);
    let size = size.min(10 * width.saturating_sub(2) / (6 * letters)).max(4);
    let (x, anchor) = match anchor {
        Anchor::Start => (0, "start"),
        Anchor::Middle => (width / 2, "middle"),
    };
    let y = height.midpoint(size * 7 / 10);
    let (text, colour) = (xml(text), hex(colour));
    format!("<text x='{x}' y='{y}' font-size='{size}' text-anchor='{anchor}' fill='{colour}'>{text}</text>")
}

/// Text with the characters replaced that mean something in XML, and without those that XML forbids.
pub fn xml(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                out.push('\u{fffd}');
            }
            letter => out.push(letter),
        }
    }
    out
}
