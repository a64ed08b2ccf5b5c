//! Screenshots of each theme as SVG files in `docs/screens`, which the README shows.
//! `LURD_SCREENSHOTS=1 cargo test --lib screenshots` draws them anew.

use std::fmt::Write as _;
use std::path::Path;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::*;
use crate::ui::screen::theme::Depth;
use lurd_toolkit::themes::ThemeName;

/// The width and the height of a character in pixels.
const WIDTH: usize = 8;
const HEIGHT: usize = 16;

/// A screen as SVG. `colours`: those of letters and background without a style.
fn svg(buffer: &Buffer, colours: [&str; 2]) -> String {
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
            one.style() == other.style()
                && is_block(one) == is_block(other)
                && (!is_block(one) || one == other)
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
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
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
    if letters.trim().is_empty() {
        return;
    }
    let weight = if first.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let letters = letters.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "\u{a0}");
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"{}\" textLength=\"{width}\" fill=\"{ink}\"{weight}>{letters}</text>",
        top + 12
    );
}

fn hex(colour: Color, default: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}

#[test]
fn screenshots_of_every_theme_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/screens");
    for (name, theme) in ThemeName::ALL {
        let mut show = Show::of("pusher/1", 80, 24, false);
        show.view.theme = Theme {
            name: theme,
            depth: Depth::True,
            ascii: theme == ThemeName::Ascii,
            ..Theme::plain(false)
        };
        show.keys("khhhh12");
        let position = show.view.game().position().boxed();
        let controls = position.controls().expect("controls");
        let targets = controls.overlays().iter().find(|overlay| overlay.is_of_piece).expect("an overlay");
        let is_free = |place: &Place| controls.marked(targets, Some(*place)).is_ok_and(|it| !it.is_empty());
        let mut places = (0..11).flat_map(|row| (0..22).map(move |column| Place::new(row, column)));
        show.view.taken = places.find(is_free);
        show.text();
        let colours = if theme == ThemeName::Light { ["#202020", "#ffffff"] } else { ["#e0e0e0", "#000000"] };
        let picture = svg(show.terminal.backend().buffer(), colours);
        let path = folder.join(format!("{name}.svg"));
        if std::env::var_os("LURD_SCREENSHOTS").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &picture).expect("written");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == picture, "{name}: LURD_SCREENSHOTS=1 cargo test --lib screenshots draws it anew");
    }
}
