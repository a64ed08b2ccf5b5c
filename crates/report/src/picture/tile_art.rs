//! The drawing of a cell as a fragment of SVG, in a square of [`UNIT`] by [`UNIT`] pixels, and of text.
//!
//! Each role has a shape of its own, so that the pictures can be told apart without colours.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::{CellRole, Tile};

use super::colours::{Colours, Ink, Rgb, hex, mixed};

/// The width and height of a cell in pixels.
pub(super) const UNIT: usize = 24;

/// Draws a cell, with a line below the contents if it is in the lit row or column, and a frame if it is marked. A plain cell
/// without text is empty.
pub(super) fn tile(tile: &Tile, is_lit: bool, is_marked: bool, colours: &Colours) -> String {
    let ink = colours.of(tile.cell_role);
    let mut svg = ink.map_or_else(String::new, |ink| shape(tile, ink, colours));
    let is_sign = tile.sign.is_some() || matches!(&*tile.text, "@" | "+");
    if !is_sign && !tile.text.trim().is_empty() {
        let ink = ink.unwrap_or(colours.mark);
        let colour = if matches!(tile.cell_role, CellRole::Tile(_)) { ink.letters().rgb } else { ink.rgb };
        svg.push_str(&text_in(&tile.text, (UNIT, UNIT), 15, colour));
    }
    let mark = hex(colours.mark.rgb);
    if is_lit {
        let _ = write!(svg, "<rect x='5' y='20' width='14' height='2' fill='{mark}'/>");
    }
    if is_marked {
        let _ = write!(svg, "<rect x='1' y='1' width='22' height='22' fill='none' stroke='{mark}' stroke-width='2'/>");
    }
    svg
}

fn shape(tile: &Tile, ink: Ink, colours: &Colours) -> String {
    let colour = hex(ink.rgb);
    match tile.cell_role {
        CellRole::Plain | CellRole::Faint => String::new(),
        CellRole::Wall => format!("<rect width='24' height='24' fill='{colour}'/>"),
        // A crate: a frame around a lighter board; on a goal with a cross.
        CellRole::Piece | CellRole::Placed => {
            let shade = hex(colours.shade(ink.rgb, 60));
            let cross = format!("<path d='M4 4L20 20M20 4L4 20' stroke='{colour}' stroke-width='4'/>");
            format!(
                "<rect x='3' y='3' width='18' height='18' rx='2' fill='{shade}' stroke='{colour}' stroke-width='3'/>{}",
                if tile.cell_role == CellRole::Placed { &cross } else { "" }
            )
        }
        CellRole::Goal => format!("<rect x='8' y='8' width='8' height='8' fill='{colour}'/>"),
        CellRole::Player => {
            let goal = format!("<path d='M2 2h6v3h-3v3h-3zM22 22h-6v-3h3v-3h3z' fill='{}'/>", hex(colours.goal.rgb));
            // In XSB the player on a goal has a letter of its own.
            let goal = if &*tile.text == "+" { &goal } else { "" };
            format!("{goal}<circle cx='12' cy='12' r='8.5' fill='{colour}'/>")
        }
        CellRole::Marked => format!("<circle cx='12' cy='12' r='2.5' fill='{colour}'/>"),
        CellRole::Danger => format!("<path d='M8 8L16 16M16 8L8 16' stroke='{colour}' stroke-width='2'/>"),
        CellRole::Tile(_) => {
            // The edge is seen on a background of the same colour.
            let edge = hex(mixed(ink.rgb, colours.faint.rgb, 50));
            format!("<rect x='1.5' y='1.5' width='21' height='21' rx='4' fill='{colour}' stroke='{edge}'/>")
        }
    }
}

/// Draws text in the middle of a box, in letters of a size or smaller ones if it is long.
pub(super) fn text_in(text: &str, (width, height): (usize, usize), size: usize, colour: Rgb) -> String {
    let letters = text.chars().count().max(1);
    let size = size.min(10 * width.saturating_sub(2) / (6 * letters)).max(4);
    text_at(text, (width / 2, height.midpoint(size * 7 / 10)), size, "middle", colour)
}

/// Draws text that begins at a place on its base line, or has its middle there.
pub(super) fn text_at(text: &str, (x, y): (usize, usize), size: usize, anchor: &str, colour: Rgb) -> String {
    let (text, colour) = (xml(text), hex(colour));
    format!("<text x='{x}' y='{y}' font-size='{size}' text-anchor='{anchor}' fill='{colour}'>{text}</text>")
}

/// Text with the characters replaced that mean something in XML, and without those that XML forbids.
pub(super) fn xml(text: &str) -> String {
    let forbidden = |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    let text = text.replace(forbidden, "\u{fffd}").replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
