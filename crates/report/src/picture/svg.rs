//! Scenes as SVG. Each different item is written once.

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
    let mut names: HashMap<&str, usize> = HashMap::new();
    for SceneItem { x, y, svg, .. } in &scene.items {
        let next = names.len();
        let name = *names.entry(svg).or_insert_with(|| {
            let _ = writeln!(text, "<defs><g id='i{next}'>{svg}</g></defs>");
            next
        });
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
