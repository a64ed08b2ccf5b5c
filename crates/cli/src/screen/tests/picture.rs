//! Screens as pictures: those of the documentation, and all sizes and themes to look at.

use std::{fmt::Write as _, path::Path};

use lurd_toolkit::themes::ThemeName;
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

use crate::screen::theme::{Depth, Theme};

/// Set if pictures are to be drawn: `docs/screens/draw.sh` does that.
pub(crate) const DRAWN: &str = "LURD_SCREENSHOTS";

/// The colours of letters and background without a style.
pub(crate) fn colours(theme: ThemeName) -> [&'static str; 2] {
    if theme == ThemeName::Light { ["#202020", "#ffffff"] } else { ["#e0e0e0", "#000000"] }
}

/// Draws a screen in three sizes for dark, light and no colours; `draw` makes it. Without colours the screen has none.
/// The pictures are written to `target/screens` if they are to be drawn.
pub(crate) fn in_sizes_and_colours(name: &str, mut draw: impl FnMut((u16, u16), Theme) -> Buffer) {
    for (columns, rows) in [(80, 24), (120, 35), (200, 60)] {
        for (look, theme, depth) in [
            ("dark", ThemeName::Dark, Depth::True),
            ("light", ThemeName::Light, Depth::True),
            ("no-colour", ThemeName::Dark, Depth::None),
        ] {
            let buffer = draw((columns, rows), Theme { name: theme, depth, ..Theme::plain(false) });
            let has_colour = buffer.content.iter().any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
            assert_eq!(has_colour, depth == Depth::True, "{name} {look}");
            if std::env::var_os(DRAWN).is_some() {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screens");
                std::fs::create_dir_all(&folder).expect("a folder");
                let file = folder.join(format!("{name}-{columns}x{rows}-{look}.svg"));
                std::fs::write(file, svg(&buffer, colours(theme))).expect("written");
            }
        }
    }
}

/// The width and the height of a character in pixels.
const WIDTH: usize = 8;
const HEIGHT: usize = 16;

/// A screen as SVG. `colours`: those of letters and background without a style.
pub(crate) fn svg(buffer: &Buffer, colours: [&str; 2]) -> String {
    let area = buffer.area;
    let (width, height) = (usize::from(area.width) * WIDTH, usize::from(area.height) * HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"13\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        colours[1]
    );
    for y in 0..area.height {
        let row: Vec<&Cell> = (0..area.width).map(|x| &buffer[(x, y)]).collect();
        let mut x = 0;
        let is_same = |one: &&Cell, other: &&Cell| {
            one.style() == other.style() && is_block(one) == is_block(other) && (!is_block(one) || one == other)
        };
        for run in row.chunk_by(is_same) {
            draw_run(&mut text, run, (x, usize::from(y)), colours);
            x += run.len();
        }
    }
    text + "</svg>\n"
}

/// Whether a character is drawn as rectangles, because fonts leave gaps between blocks.
fn is_block(cell: &Cell) -> bool {
    matches!(cell.symbol(), "█" | "▀" | "▄")
}

fn draw_run(text: &mut String, run: &[&Cell], (x, y): (usize, usize), colours: [&str; 2]) {
    let first = run[0];
    let is_reversed = first.modifier.contains(Modifier::REVERSED);
    let pair = [hex(first.fg, colours[0]), hex(first.bg, colours[1])];
    let [ink, paper] = if is_reversed { [&pair[1], &pair[0]] } else { [&pair[0], &pair[1]] };
    let (left, top, width) = (x * WIDTH, y * HEIGHT, run.len() * WIDTH);
    let mut rect = |top: usize, height: usize, fill: &str| {
        let _ =
            writeln!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
    };
    if paper != colours[1] {
        rect(top, HEIGHT, paper);
    }
    match first.symbol() {
        "█" => return rect(top, HEIGHT, ink),
        "▀" => return rect(top, HEIGHT / 2, ink),
        "▄" => return rect(top + HEIGHT / 2, HEIGHT / 2, ink),
        _ => {}
    }
    let letters: String = run.iter().map(|cell| cell.symbol()).collect();
    let weight = if first.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    // Programs differ in what they do with blanks, so each word has its place.
    let mut column = 0;
    for word in letters.split(' ') {
        let count = word.chars().count();
        if count > 0 {
            let (left, width) = (left + column * WIDTH, count * WIDTH);
            let word = word.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(
                text,
                "<text x=\"{left}\" y=\"{}\" textLength=\"{width}\" fill=\"{ink}\"{weight}>{word}</text>",
                top + 12
            );
        }
        column += count + 1;
    }
}

fn hex(colour: Color, default: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}
