//! The drawing of a cell as a fragment of SVG, in a square of [`UNIT`] by [`UNIT`] units, and text as outlines.
//!
//! Each role has a shape of its own, so that the pictures can be told apart without colours.

use std::{
    borrow::Cow,
    fmt::{self, Display, Write as _},
    sync::OnceLock,
};

use lurd_puzzle::puzzle::{CellRole, Tile};
use lurd_toolkit::search_options::alternatives;
use roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

use super::colours::{Colours, Ink, Rgb, hex, mixed};

/// The width and height of a cell in units.
pub const UNIT: usize = 24;
/// The width and height of a cell in pixels.
pub(super) const CELL: usize = 24;

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
        let ink = colours.of(tile.cell_role).unwrap_or(colours.mark);
        let colour = if matches!(tile.cell_role, CellRole::Tile(_)) { ink.letters().rgb } else { ink.rgb };
        svg.push_str(&text_in(&tile.text, (UNIT, UNIT), 15, colour, Anchor::Middle));
    }
    if emphasis.is_lit {
        let _ = write!(svg, "<rect x='5' y='20' width='14' height='2' fill='{}'/>", hex(colours.mark.rgb));
    }
    if emphasis.is_marked {
        let _ = write!(
            svg,
            "<rect x='1' y='1' width='22' height='22' fill='none' stroke='{}' stroke-width='2'/>",
            hex(colours.mark.rgb)
        );
    }
    svg
}

fn shape(svg: &mut String, tile: &Tile, ink: Ink, colours: &Colours) {
    let colour = hex(ink.rgb);
    let shade = hex(colours.shade(ink.rgb, 60));
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
                let goal = hex(colours.goal.rgb);
                let _ = write!(svg, "<path d='M2 2h6v3h-3v3h-3zM22 22h-6v-3h3v-3h3z' fill='{goal}'/>");
            }
            write!(svg, "<circle cx='12' cy='12' r='8.5' fill='{colour}'/>")
        }
        CellRole::Marked => write!(svg, "<circle cx='12' cy='12' r='2.5' fill='{colour}'/>"),
        CellRole::Danger => {
            write!(svg, "<path d='M8 8L16 16M16 8L8 16' stroke='{colour}' stroke-width='2'/>")
        }
        CellRole::Tile(_) => {
            // The edge is seen on a background of the same colour.
            let edge = hex(mixed(ink.rgb, colours.faint.rgb, 50));
            write!(
                svg,
                "<rect x='1.5' y='1.5' width='21' height='21' rx='4' fill='{colour}' stroke='{edge}' stroke-width='1'/>"
            )
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
pub(super) fn text_in(text: &str, (width, height): (usize, usize), size: usize, colour: Rgb, anchor: Anchor) -> String {
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

// The text of an SVG document as outlines of its letters. The drawing library then needs no layout of text, which
// is most of what it would take to compile.
//
// Letters go from left to right, without kerning: enough for labels, captions and charts.

/// Replaces each `text` element by a `path` element. Of its attributes, `x`, `y`, `dy` (in em or ex),
/// `text-anchor`, `font-size`, `fill`, `opacity` and `transform` count.
///
/// # Errors
/// It is not XML.
pub(super) fn outlined(svg: &str) -> Result<Cow<'_, str>, PictureError> {
    if !svg.contains("<text") {
        return Ok(Cow::Borrowed(svg));
    }
    let failed = |error: &dyn Display| PictureError::Svg(error.to_string());
    let document = Document::parse(svg).map_err(|error| failed(&error))?;
    let face = font().as_ref().map_err(|error| failed(error))?;
    let (mut out, mut end) = (String::new(), 0);
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = node.range();
        out.push_str(&svg[end..range.start]);
        out.push_str(&path(node, face));
        end = range.end;
    }
    out.push_str(&svg[end..]);
    Ok(Cow::Owned(out))
}

/// A font of its own draws the same picture on every machine.
fn font() -> &'static Result<Face<'static>, ttf_parser::FaceParsingError> {
    static FONT: OnceLock<Result<Face<'static>, ttf_parser::FaceParsingError>> = OnceLock::new();
    FONT.get_or_init(|| Face::parse(dejavu::sans::regular(), 0))
}

fn path(node: Node<'_, '_>, face: &Face<'_>) -> String {
    let value = |name| node.attribute(name).unwrap_or_default();
    let number = |name| value(name).parse::<f32>().unwrap_or_default();
    let size = number("font-size");
    let dy = value("dy");
    let ems = |text: &str| text.parse::<f32>().unwrap_or_default();
    let below = dy.strip_suffix("em").map(ems).or_else(|| dy.strip_suffix("ex").map(|text| ems(text) / 2.0));
    let y = number("y") + below.unwrap_or_default() * size;

    let mut outline = Outline { d: String::new(), left: 0.0 };
    // Outside of an element, space is one character or none.
    let text = node.text().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    for letter in text.chars() {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        face.outline_glyph(glyph, &mut outline);
        outline.left += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    }
    let scale = size / f32::from(face.units_per_em());
    let width = outline.left * scale;
    let x = number("x")
        - match value("text-anchor") {
            "middle" => width / 2.0,
            "end" => width,
            _ => 0.0,
        };
    let mut out = format!("<path d='{}' fill='{}'", outline.d, xml(node.attribute("fill").unwrap_or("black")));
    if let Some(opacity) = node.attribute("opacity") {
        let _ = write!(out, " opacity='{}'", xml(opacity));
    }
    // In a font, y points upward.
    let turned = xml(value("transform"));
    let _ = write!(out, " transform='{turned} translate({x} {y}) scale({scale} -{scale})'/>");
    out
}

/// The outlines of letters side by side, as the data of a path.
struct Outline {
    d: String,
    /// Where the next letter begins.
    left: f32,
}

impl Outline {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.d.push(command);
        for (x, y) in points {
            let _ = write!(self.d, "{} {y} ", x + self.left);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('Z');
    }
}

// Why a picture cannot be drawn.

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// It would have too many pixels.
    TooLarge { width: usize, height: usize },
    /// The format holds one board, and there are several.
    OneBoard,
    /// A page holds puzzles of one kind.
    Mixed,
    /// A step of the solution is against the rules.
    Step(String),
    /// The drawing library does not accept the drawing.
    Svg(String),
    /// An encoder refuses the picture.
    Encoding(String),
    /// The file name has an extension that no format has.
    Ending { path: String, known: Vec<&'static str> },
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => {
                write!(f, "the picture would have {width}x{height} pixels; a file .svg or .html has no such limit")
            }
            Self::OneBoard => f.write_str("an animation shows one puzzle; .html, .svg and .png hold several"),
            Self::Mixed => f.write_str("a page holds puzzles of one kind; write a page for each"),
            Self::Step(error) => write!(f, "the solution cannot be drawn: {error}"),
            Self::Svg(error) => write!(f, "the picture cannot be drawn: {error}"),
            Self::Encoding(error) => write!(f, "the picture cannot be written: {error}"),
            Self::Ending { path, known } => {
                let path = crate::diagnostic::escaped(path);
                write!(f, "invalid file extension of '{path}': expected {}", alternatives(known))
            }
        }
    }
}

impl std::error::Error for PictureError {}

#[cfg(test)]
mod letters_tests {
    use crate::picture::raster::render;

    /// The columns and rows that text covers: left, right, top, bottom.
    fn covered(attributes: &str, text: &str) -> [usize; 4] {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='200'>\
             <rect width='200' height='200' fill='white'/><text {attributes} fill='black'>{text}</text></svg>"
        );
        let raster = render(&svg).expect("drawn");
        let dark = (0..200 * 200).filter(|&at| raster.pixels[at][0] < 128);
        let none = [usize::MAX, 0, usize::MAX, 0];
        dark.map(|at| (at % 200, at / 200))
            .fold(none, |[left, right, top, bottom], (x, y)| [left.min(x), right.max(x), top.min(y), bottom.max(y)])
    }

    #[test]
    fn letters_stand_where_the_attributes_say() {
        let near = |one: usize, other: usize| one.abs_diff(other) <= 2;
        let at = |anchor: &str, text| covered(&format!("x='100' y='100' font-size='30' text-anchor='{anchor}'"), text);
        let [left, right, top, bottom] = at("start", "HHH");
        // An H of DejaVu Sans is 0.73 em high, with its stems 0.1 em from its edges.
        assert!(near(left, 103) && near(bottom, 99) && near(top, 78), "{left} {top} {bottom}");
        assert!(right - left > 55 && right - left < 70, "{left} {right}");
        let [left, right, ..] = at("middle", "HHH");
        assert!(near(left + right, 200), "{left} {right}");
        let [_, right, ..] = at("end", "HHH");
        assert!(near(right, 97), "{right}");
        let [.., bottom] = covered("x='100' y='100' dy='0.5em' font-size='30'", "H");
        assert!(near(bottom, 114), "{bottom}");
        let [left, right, top, bottom] =
            covered("x='100' y='100' font-size='30' transform='rotate(270, 100, 100)'", "HHHH");
        assert!(bottom - top > 2 * (right - left), "{left} {right} {top} {bottom}");
    }

    #[test]
    fn text_with_letters_that_xml_escapes_or_the_font_lacks_is_drawn() {
        for text in ["&amp;&lt;", "\u{1f600}", "  \n a &#39; b "] {
            let [left, right, ..] = covered("x='20' y='100' font-size='30'", text);
            assert!(left < right && right < 120, "{text}: {left} {right}");
        }
        assert!(render("<svg><text").is_err());
    }
}
