//! The colours of tiles: the same in the text of boards, on the screen, in pictures and on pages.

use std::collections::{BTreeMap, BTreeSet};

use lurd_puzzle::puzzle::Puzzle;
use lurd_report::{
    painted_in,
    picture::{
        Drawn, PictureFormat,
        colours::{Rgb, colours, indexed},
    },
};
use lurd_toolkit::themes::ThemeName;
use ratatui::style::Color;

use super::*;
use crate::screen::theme::Depth;

/// Boards with 2 to 16 labels: digits, letters and numbers, with and without the names of colours.
const BOARDS: [&str; 10] = [
    "12/21 -> 21/12",
    "123/312 -> 312/123",
    "RGBY/YBGR -> YBGR/RGBY",
    "abcd/dcba -> dcba/abcd",
    "A1B2/R3G4 -> R3G4/A1B2",
    "RGBYOPWK/KWPOYBGR -> KWPOYBGR/RGBYOPWK",
    "CDEFGHIJ/JIHGFEDC -> JIHGFEDC/CDEFGHIJ",
    "RGBYOPWK/C1234567 -> C1234567/RGBYOPWK",
    "10,11,12,13/14,15,16,17 -> 14,15,16,17/10,11,12,13",
    "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 -> 5,6,7,8/1,2,3,4/9,10,11,12/13,14,15,16",
];

/// The colours of labels.
type Found = BTreeMap<String, Color>;

fn rgb([red, green, blue]: Rgb) -> Color {
    Color::Rgb(red, green, blue)
}

/// The labels of a board with their places.
fn labels(puzzle: &dyn Puzzle) -> Vec<(Coordinates, String)> {
    let start = puzzle.start();
    let controls = start.controls().expect("cells");
    let panel = controls.panels()[0];
    let all = (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |column| Coordinates::new(row, column)));
    all.map(|place| (place, controls.tile(0, place).text.into_owned())).collect()
}

/// The backgrounds of the labels in text with escape codes.
fn in_text(text: &str, labels: &[(Coordinates, String)]) -> Found {
    let mut found = Found::new();
    for part in text.split('\x1b') {
        let Some((codes, label)) = part.strip_prefix('[').and_then(|part| part.split_once('m')) else { continue };
        let numbers: Vec<u8> = codes.split(';').filter_map(|code| code.parse().ok()).collect();
        let colour = match numbers[..] {
            [48, 2, red, green, blue] => Color::Rgb(red, green, blue),
            [48, 5, index] => Color::Indexed(index),
            [code @ (40..=47 | 100..=107)] => Color::Indexed(if code < 48 { code - 40 } else { code - 92 }),
            _ => continue,
        };
        if labels.iter().any(|(_, known)| known == label.trim()) {
            found.insert(label.trim().to_owned(), colour);
        }
    }
    found
}

/// The backgrounds of the labels on a screen.
fn on_screen(board: &str, size: (u16, u16), theme: Theme, labels: &[(Coordinates, String)]) -> Found {
    let mut show = Show::of(board, size.0, size.1, false);
    show.view.theme = theme;
    show.text();
    let buffer = show.terminal.backend().buffer();
    let all = (0..size.0).flat_map(|column| (0..size.1).map(move |row| (column, row)));
    let mut found = Found::new();
    for (column, row) in all {
        let Some((0, place)) = show.view.viewport.cell_at(column, row) else { continue };
        let label = labels.iter().find(|(at, _)| *at == place).map(|(_, label)| label).expect("a tile");
        if label.contains(buffer[(column, row)].symbol()) {
            found.insert(label.clone(), buffer[(column, row)].bg);
        }
    }
    found
}

/// The colours of the labels in pixels, which must show the labels, too.
fn in_pixels(pixels: &[Rgb], width: usize, labels: &[(Coordinates, String)], cell: usize) -> Found {
    let at = |x: usize, y: usize| pixels[y * width + x];
    // The margin, a line with the name and one with the numbers, in units of which a cell has 24.
    let mut found = Found::new();
    for (Coordinates { row, column }, label) in labels {
        let (left, top) = ((8 + 24 * (column + 1)) * cell / 24, (8 + 20 + 20 + 24 * row) * cell / 24);
        let fill = at(left + cell / 2, top + cell / 7);
        let inner = (cell / 4..3 * cell / 4).flat_map(|x| (cell / 4..3 * cell / 4).map(move |y| (x, y)));
        assert!(inner.into_iter().any(|(x, y)| at(left + x, top + y) != fill), "{label} is not to be seen");
        found.insert(label.clone(), rgb(fill));
    }
    found
}

fn in_png(bytes: &[u8], labels: &[(Coordinates, String)], cell: usize) -> Found {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("small")];
    let frame = reader.next_frame(&mut buffer).expect("a frame");
    in_pixels(buffer.as_chunks().0, frame.width as usize, labels, cell)
}

fn in_gif(bytes: &[u8], labels: &[(Coordinates, String)], cell: usize) -> Found {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::io::Cursor::new(bytes)).expect("a GIF");
    let frame = decoder.read_next_frame().expect("readable").expect("a frame");
    let pixels: Vec<Rgb> = frame.buffer.chunks(4).map(|it| [it[0], it[1], it[2]]).collect();
    in_pixels(&pixels, frame.width.into(), labels, cell)
}

fn of_hex(text: &str) -> Color {
    let channel = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("a colour");
    Color::Rgb(channel(1), channel(3), channel(5))
}

/// The colours of the rectangles in front of the labels.
fn in_svg(svg: &str) -> Found {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let is_text = |node: &roxmltree::Node<'_, '_>| node.has_tag_name("text");
    let mut found = Found::new();
    for text in document.descendants().filter(is_text) {
        let fill = text.prev_sibling_element().filter(|node| node.has_tag_name("rect"));
        if let (Some(fill), Some(label)) = (fill.and_then(|node| node.attribute("fill")), text.text()) {
            found.insert(label.to_owned(), of_hex(fill));
        }
    }
    found
}

fn in_page(page: &str) -> Found {
    let data = page.split("type=\"application/json\">").nth(1).and_then(|rest| rest.split("</script>").next());
    let data = lurd_report::parsed(data.expect("data")).expect("JSON");
    let kinds = data[0]["kinds"].as_object().expect("kinds");
    let colour = |kind: &str| {
        let rule = format!(".t{kind} {{ background: ");
        of_hex(page.split(&rule).nth(1).expect("a rule"))
    };
    kinds.iter().map(|(label, kind)| (label.clone(), colour(&kind.to_string()))).collect()
}

/// The colours of the labels of a board in all outputs that have all RGB colours.
fn outputs(board: &str, puzzle: &dyn Puzzle, theme: ThemeName) -> Vec<(&'static str, Found)> {
    const CELL: usize = 24;
    let labels = labels(puzzle);
    let subject = Drawn { puzzles: &[(puzzle, "title")], title: "title", steps: &[], theme };
    let drawn = |format: PictureFormat| format.draw(&subject).expect("drawn");
    let text = |format: PictureFormat| String::from_utf8(drawn(format)).expect("text");
    let [typed, shown] = as_text(board, puzzle, theme, Depth::True);
    let screen = Theme { name: theme, depth: Depth::True, ..Theme::plain(theme == ThemeName::Ascii) };
    vec![
        ("prompt", in_text(&typed, &labels)),
        ("text", in_text(&shown, &labels)),
        ("small screen", on_screen(board, (40, 12), screen, &labels)),
        ("screen", on_screen(board, (200, 60), screen, &labels)),
        ("PNG", in_png(&drawn(PictureFormat::Png), &labels, CELL)),
        ("GIF", in_gif(&drawn(PictureFormat::Gif), &labels, CELL)),
        ("SVG", in_svg(&text(PictureFormat::Svg))),
        ("HTML", in_page(&text(PictureFormat::Html))),
    ]
}

/// A board as it is typed, and as it is shown as text.
fn as_text(board: &str, puzzle: &dyn Puzzle, theme: ThemeName, depth: Depth) -> [String; 2] {
    let catalog = lurd::catalog::builtin();
    let plugin = catalog.plugins().find(|plugin| plugin.name() == "shifter").expect("shifters");
    let start = puzzle.start();
    let line = |(row, line): (usize, &str)| painted_in(line, start.cell_roles(row, line), colours(theme), depth);
    let shown: Vec<String> = start.picture().lines().enumerate().map(line).collect();
    [painted_in(board, plugin.cell_roles(board), colours(theme), depth), shown.join("\n")]
}

fn puzzle(board: &str) -> Box<dyn Puzzle> {
    let items = lurd::catalog::builtin().resolve(&Typed::argument(board)).expect("a board");
    items.into_iter().next().expect("one").puzzle.expect("readable")
}

/// The smallest distance of two colours.
fn smallest(found: &Found) -> f64 {
    let colours: Vec<[f64; 3]> = found.values().map(|&colour| lab(colour)).collect();
    let pairs = colours.iter().enumerate().flat_map(|(at, one)| colours[..at].iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| ciede2000(*one, *other)).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_label_has_one_colour_in_all_outputs_and_no_two_look_alike() {
    // Each theme on two boards, or on all of them.
    let themes = if std::env::var_os("LURD_FULL").is_some() { ThemeName::ALL.len() } else { 1 };
    let of_board =
        |(at, board)| ThemeName::ALL.into_iter().cycle().skip(at).take(themes).map(move |theme| (board, theme));
    for (board, (name, theme)) in BOARDS.into_iter().enumerate().flat_map(of_board) {
        let puzzle = puzzle(board);
        let all = outputs(board, puzzle.as_ref(), theme);
        let first = &all[0].1;
        let count = labels(puzzle.as_ref()).into_iter().map(|(_, label)| label).collect::<BTreeSet<_>>();
        for (output, found) in &all {
            assert_eq!(found.len(), count.len(), "{board} {name} {output}: {found:?}");
            assert_eq!(found, first, "{board} {name} {output}");
        }
        let distance = smallest(first);
        let limit = if count.len() <= 8 { 20.0 } else { 5.0 };
        assert!(distance >= limit, "{board} {name}: {distance}");
    }
}

#[test]
fn terminals_with_fewer_colours_have_the_nearest_ones() {
    for (board, (name, theme)) in BOARDS.into_iter().flat_map(|board| ThemeName::ALL.map(|theme| (board, theme))) {
        let puzzle = puzzle(board);
        let labels = labels(puzzle.as_ref());
        let exact = in_text(&as_text(board, puzzle.as_ref(), theme, Depth::True)[0], &labels);
        for depth in [Depth::Palette, Depth::Sixteen] {
            let [typed, shown] = as_text(board, puzzle.as_ref(), theme, depth).map(|text| in_text(&text, &labels));
            assert_eq!(typed, shown, "{board} {name} {depth:?}");
            let screen = on_screen(board, (80, 24), Theme { name: theme, depth, ..Theme::plain(false) }, &labels);
            let different: BTreeSet<String> = screen.values().map(|it| format!("{it:?}")).collect();
            assert_eq!(different.len(), exact.len(), "{board} {name} {depth:?}: {screen:?}");
            if depth == Depth::Palette {
                assert_eq!(typed, screen, "{board} {name}");
                for (label, colour) in &exact {
                    let &Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
                    assert_eq!(typed[label], Color::Indexed(indexed([red, green, blue])), "{board} {name} {label}");
                }
            }
        }
    }
}

// CIEDE2000, by Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes, supplementary test
// data, and mathematical observations", Color Research and Application 30 (2005).

/// A colour of sRGB in CIELAB with the white point D65.
fn lab(colour: Color) -> [f64; 3] {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
    let linear = [red, green, blue].map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let weighted = |weights: [f64; 3]| linear.iter().zip(weights).map(|(one, weight)| one * weight).sum::<f64>();
    let curve =
        |value: f64| if value > 216.0 / 24389.0 { value.cbrt() } else { (24389.0 / 27.0 * value + 16.0) / 116.0 };
    let x = curve(weighted([0.412_456_4, 0.357_576_1, 0.180_437_5]) / 0.950_47);
    let y = curve(weighted([0.212_672_9, 0.715_152_2, 0.072_175]));
    let z = curve(weighted([0.019_333_9, 0.119_192, 0.950_304_1]) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let ratio = |chroma: f64| (chroma.powi(7) / (chroma.powi(7) + 25_f64.powi(7))).sqrt();
    let stretch = 1.5 - 0.5 * ratio(f64::midpoint(a1.hypot(b1), a2.hypot(b2)));
    let (a1, a2) = (a1 * stretch, a2 * stretch);
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let is_grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if is_grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let mean_hue = match h1 + h2 {
        sum if is_grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (light, chroma) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(mean_hue - 30.0) + 0.24 * cos(2.0 * mean_hue) + 0.32 * cos(3.0 * mean_hue + 6.0)
        - 0.20 * cos(4.0 * mean_hue - 63.0);
    let from_middle = (light - 50.0).powi(2);
    let of_light = (l2 - l1) / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt());
    let of_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let of_hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * t);
    let angle = 60.0 * (-((mean_hue - 275.0) / 25.0).powi(2)).exp();
    let rotation = -2.0 * ratio(chroma) * angle.to_radians().sin();
    (of_light.powi(2) + of_chroma.powi(2) + of_hue.powi(2) + rotation * of_chroma * of_hue).sqrt()
}

#[test]
fn the_distance_of_colours_is_that_of_the_published_pairs() {
    let pairs = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, 3.1571, -77.2803], [50.0, 0.0, -82.7485], 2.8615),
        ([50.0, 2.8361, -74.0200], [50.0, 0.0, -82.7485], 3.4412),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
        ([50.0, -0.001, 2.49], [50.0, 0.0011, -2.49], 4.7461),
        ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
        ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
        ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.2630),
        ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
        ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
        ([90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447], 1.4441),
        ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ];
    for (one, other, expected) in pairs {
        let found = ciede2000(one, other);
        assert!((found - expected).abs() < 1e-4, "{one:?} {other:?}: {found}");
        assert!((ciede2000(other, one) - expected).abs() < 1e-4);
    }
}
