//! Scenes as SVG. Items that occur several times are written once.

use std::{collections::HashMap, fmt::Write as _};

use super::{
    colours::{Rgb, hex},
    scene::{Scene, SceneItem},
    tile_art::xml,
};

/// Writes a picture as an SVG document.
pub(super) fn document(scene: &Scene) -> String {
    let Scene { width, height, .. } = scene;
    let mut text = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}' \
         role='img' font-family='DejaVu Sans, sans-serif'>\n<title>{}</title>\n\
         <rect width='{width}' height='{height}' fill='{}'/>\n",
        xml(&scene.title),
        hex(scene.colours.paper.rgb)
    );
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for item in &scene.items {
        *counts.entry(&item.svg).or_default() += 1;
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    for SceneItem { x, y, svg, .. } in &scene.items {
        if counts.get(svg.as_str()).is_none_or(|&count| count < 2) {
            let _ = writeln!(text, "<g transform='translate({x} {y})'>{svg}</g>");
            continue;
        }
        let next = names.len();
        let is_new = !names.contains_key(svg.as_str());
        let name = *names.entry(svg).or_insert(next);
        if is_new {
            let _ = writeln!(text, "<defs><g id='i{name}'>{svg}</g></defs>");
        }
        let _ = writeln!(text, "<use href='#i{name}' x='{x}' y='{y}'/>");
    }
    text + "</svg>\n"
}

/// One item as a document of its own.
pub(super) fn item_document(SceneItem { width, height, svg, .. }: &SceneItem, paper: Rgb) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='DejaVu Sans, sans-serif'>\
         <rect width='{width}' height='{height}' fill='{}'/>{svg}</svg>",
        hex(paper)
    )
}
