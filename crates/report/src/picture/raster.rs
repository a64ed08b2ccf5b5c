//! Scenes in pixels, drawn by resvg, or by the program that shows them.

use std::{borrow::Cow, collections::HashMap, fmt::Write as _, sync::OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

use super::{
    colours::Rgb,
    scene::{Scene, SceneItem},
    svg::item_document,
    tile_art::xml,
};

/// The largest picture in pixels: 100 MB while it is drawn.
const MAX_PIXELS: usize = 25_000_000;
/// The largest width and height, which is that of a GIF.
const MAX_SIDE: usize = 65_535;

/// A picture in pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Rgb>,
}

impl Raster {
    /// A picture of one colour.
    ///
    /// # Errors
    /// It would be too large.
    pub(super) fn filled(width: usize, height: usize, colour: Rgb) -> Result<Self, String> {
        if width.max(height) > MAX_SIDE || width.saturating_mul(height) > MAX_PIXELS {
            let size = format!("the picture would have {width}x{height} pixels");
            return Err(format!("{size}; a file .svg or .html has no such limit"));
        }
        Ok(Self { width, height, pixels: vec![colour; width * height] })
    }

    #[cfg(test)]
    pub(super) fn at(&self, x: usize, y: usize) -> Rgb {
        self.pixels[y * self.width + x]
    }

    /// Draws `other` with its corner at a place, as far as it is inside.
    fn draw(&mut self, other: &Self, (left, top): (usize, usize)) {
        let columns = other.width.min(self.width.saturating_sub(left));
        for row in 0..other.height.min(self.height.saturating_sub(top)) {
            let to = (top + row) * self.width + left;
            let from = row * other.width;
            self.pixels[to..to + columns].copy_from_slice(&other.pixels[from..from + columns]);
        }
    }
}

/// Draws an item on paper of a colour.
type DrawItem<'d> = dyn FnMut(&SceneItem, Rgb) -> Result<Raster, String> + 'd;

/// Draws scenes, and keeps the items that it has drawn to use them again.
pub(super) struct Renderer<'d> {
    drawn: HashMap<(String, usize, usize), Raster>,
    draw: Box<DrawItem<'d>>,
}

impl Default for Renderer<'_> {
    fn default() -> Self {
        Self::by(|item, paper| render(&item_document(item, paper)))
    }
}

impl<'d> Renderer<'d> {
    /// Lets `draw` draw each item, once.
    pub(super) fn by(draw: impl FnMut(&SceneItem, Rgb) -> Result<Raster, String> + 'd) -> Self {
        Self { drawn: HashMap::new(), draw: Box::new(draw) }
    }

    /// Draws a scene.
    ///
    /// # Errors
    /// The picture would be too large.
    pub(super) fn scene(&mut self, scene: &Scene) -> Result<Raster, String> {
        let paper = scene.colours.paper.rgb;
        let mut raster = Raster::filled(scene.width.max(1), scene.height.max(1), paper)?;
        for item in &scene.items {
            let key = (item.svg.clone(), item.width, item.height);
            if !self.drawn.contains_key(&key) {
                self.drawn.insert(key.clone(), (self.draw)(item, paper)?);
            }
            raster.draw(&self.drawn[&key], (item.x, item.y));
        }
        Ok(raster)
    }
}

/// Draws an SVG document in its own size.
///
/// # Errors
/// It is not SVG, or too large.
pub fn render(svg: &str) -> Result<Raster, String> {
    let tree = Tree::from_str(&outlined(svg)?, &Options::default()).map_err(cannot_be_drawn)?;
    let size = tree.size().to_int_size();
    let mut raster = Raster::filled(size.width() as usize, size.height() as usize, [0; 3])?;
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(|| cannot_be_drawn("no size"))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    raster.pixels = pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Ok(raster)
}

fn cannot_be_drawn(error: impl std::fmt::Display) -> String {
    format!("the picture cannot be drawn: {error}")
}

// The text of an SVG document as outlines of its letters. The drawing library then needs no layout of text, which
// is most of what it would take to compile.
//
// Letters go from left to right, without kerning: enough for labels and captions.

/// Replaces each `text` element by a `path` element. Of its attributes, `x`, `y`, `text-anchor` (start or middle),
/// `font-size` and `fill` count.
///
/// # Errors
/// It is not XML.
fn outlined(svg: &str) -> Result<Cow<'_, str>, String> {
    if !svg.contains("<text") {
        return Ok(Cow::Borrowed(svg));
    }
    let document = Document::parse(svg).map_err(cannot_be_drawn)?;
    let (mut out, mut end) = (String::new(), 0);
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = node.range();
        out.push_str(&svg[end..range.start]);
        out.push_str(&path(node, font()));
        end = range.end;
    }
    out.push_str(&svg[end..]);
    Ok(Cow::Owned(out))
}

/// A font of its own draws the same picture on every machine.
fn font() -> &'static Face<'static> {
    static FONT: OnceLock<Face<'static>> = OnceLock::new();
    FONT.get_or_init(|| Face::parse(dejavu::sans::regular(), 0).expect("a font that is part of the program"))
}

fn path(node: Node<'_, '_>, face: &Face<'_>) -> String {
    let value = |name| node.attribute(name).unwrap_or_default();
    let number = |name| value(name).parse::<f32>().unwrap_or_default();
    let mut outline = Outline { d: String::new(), left: 0.0 };
    for letter in node.text().unwrap_or_default().chars() {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        face.outline_glyph(glyph, &mut outline);
        outline.left += f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    }
    let scale = number("font-size") / f32::from(face.units_per_em());
    let before = if value("text-anchor") == "middle" { outline.left * scale / 2.0 } else { 0.0 };
    let (x, y, fill) = (number("x") - before, number("y"), xml(value("fill")));
    // In a font, y points upward.
    format!("<path d='{}' fill='{fill}' transform='translate({x} {y}) scale({scale} -{scale})'/>", outline.d)
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
    use super::*;

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
    }

    #[test]
    fn text_with_letters_that_xml_escapes_or_the_font_lacks_is_drawn() {
        for text in ["&amp;&lt;", "\u{1f600}", "a &#39; b"] {
            let [left, right, ..] = covered("x='20' y='100' font-size='30'", text);
            assert!(left < right && right < 120, "{text}: {left} {right}");
        }
        assert!(render("<svg><text").is_err());
    }
}
