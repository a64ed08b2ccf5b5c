//! The text of an SVG document as outlines of its letters. The drawing library then needs no layout of text, which
//! is most of what it would take to compile.
//!
//! Letters go from left to right, without kerning: enough for labels, captions and charts.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::sync::OnceLock;

use roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

use super::error::PictureError;
use super::tile_art::xml;

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
    let mut out =
        format!("<path d='{}' fill='{}'", outline.d, xml(node.attribute("fill").unwrap_or("black")));
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

#[cfg(test)]
mod tests {
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
        dark.map(|at| (at % 200, at / 200)).fold(none, |[left, right, top, bottom], (x, y)| {
            [left.min(x), right.max(x), top.min(y), bottom.max(y)]
        })
    }

    #[test]
    fn letters_stand_where_the_attributes_say() {
        let near = |one: usize, other: usize| one.abs_diff(other) <= 2;
        let at = |anchor: &str, text| {
            covered(&format!("x='100' y='100' font-size='30' text-anchor='{anchor}'"), text)
        };
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
