//! A page that plays a puzzle and follows a solution, in one file without any other.

use std::{collections::BTreeMap, fmt::Write as _};

use lurd_puzzle::puzzle::{CellRole, Cells, Controls, Coordinates, PadDirection, Panel, Puzzle};
use lurd_toolkit::themes::ThemeName;
use serde_json::{Value, json};

use super::colours::{Colours, TILES, colours, hex};
use super::tile_art::xml;
use super::{Drawn, Titled};
use crate::instruction_words;

const PAGE: &str = include_str!("page/page.html");
const TEXT_PAGE: &str = include_str!("page/text_page.html");
const STYLE: &str = include_str!("page/page.css");
const RULES: &str = include_str!("page/rules.js");
const SCRIPT: &str = include_str!("page/page.js");

/// The kinds of puzzles whose rules the page has.
const KINDS: [&str; 2] = ["sokoban", "shifter"];

/// Writes a page that plays puzzles of one kind from their starts, with a menu if there are several. With steps, it can
/// follow them in the only one. For kinds whose rules the page does not have, it shows
/// the boards as text, and follows steps.
///
/// # Errors
/// The kinds differ, or a step is refused.
pub(super) fn document(drawn: &Drawn<'_>) -> Result<String, String> {
    let Drawn { puzzles: levels, steps, .. } = *drawn;
    let kind = levels.first().map_or("", |(puzzle, _)| puzzle.kind());
    if levels.iter().any(|(puzzle, _)| puzzle.kind() != kind) {
        return Err("a page holds puzzles of one kind; write a page for each".into());
    }
    let has_rules = KINDS.contains(&kind);
    let data = |(puzzle, title): &Titled<'_>| {
        let start = puzzle.start();
        Some(data(*puzzle, title, start.controls().filter(|_| has_rules)?, steps))
    };
    let Some(all) = levels.iter().map(data).collect() else { return text_document(drawn) };
    let (shifts, clicks) = if kind == "shifter" {
        (" the lit row and column, with Shift they shift it", "a click on a tile lights its row and column")
    } else {
        ("", "a click on a square walks there")
    };
    let parts = [
        ("{pad}", pad(kind == "shifter")),
        ("{menu}", menu(levels)),
        ("{shifts}", shifts.to_owned()),
        ("{clicks}", clicks.to_owned()),
        ("{keys}", keys(levels.len(), steps.len()).to_owned()),
        ("{rules}", RULES.to_owned()),
        ("{script}", SCRIPT.to_owned()),
    ];
    Ok(filled(PAGE, &[&parts[..], &common_parts(drawn, &Value::Array(all))].concat()))
}

/// The parts that both pages have.
fn common_parts(drawn: &Drawn<'_>, data: &Value) -> [(&'static str, String); 5] {
    let Drawn { puzzles, title, steps, .. } = *drawn;
    let (mut follow, mut solution) = ("", String::new());
    if let ([(puzzle, _)], false) = (puzzles, steps.is_empty()) {
        follow = FOLLOW;
        solution = format!(
            "<details><summary>Answer</summary><p style=\"overflow-wrap:anywhere\"><code>{}</code></p></details>",
            xml(&puzzle.join_steps(steps))
        );
    }
    [
        ("{title}", xml(title)),
        ("{style}", style()),
        ("{follow}", follow.to_owned()),
        ("{solution}", solution),
        // The end of a script in a text would end the element.
        ("{data}", data.to_string().replace('<', "\\u003c")),
    ]
}

/// A page that shows boards as text, or the boards of the only puzzle along the steps.
fn text_document(drawn: &Drawn<'_>) -> Result<String, String> {
    let (mut boards, mut shown, mut words) = (String::new(), Vec::new(), Vec::new());
    if let [_] = drawn.puzzles {
        let mut follow = drawn.follow()?;
        shown = (0..=follow.len()).map(|index| follow.placed(index).position.picture()).collect();
        words = follow.instructions().list.iter().map(instruction_words).collect();
        boards = format!("<pre id=\"board\">{}</pre>", pre(&shown[0]));
    } else {
        for (puzzle, title) in drawn.puzzles {
            let _ = writeln!(boards, "<h2>{}</h2>\n<pre>{}</pre>", xml(title), pre(&puzzle.start().picture()));
        }
    }
    let data = json!({ "boards": shown, "words": words });
    Ok(filled(TEXT_PAGE, &[&[("{boards}", boards)], &common_parts(drawn, &data)[..]].concat()))
}

/// Lines of text in HTML.
fn pre(text: &str) -> String {
    text.lines().map(|line| xml(line) + "\n").collect()
}

/// The page with the parts in the places of their marks.
fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = page;
    // Each mark occurs once but for the title, and what is put in is not searched again.
    while let Some((at, (mark, part))) =
        parts.iter().filter_map(|part| Some((rest.find(part.0)?, part))).min_by_key(|(at, _)| *at)
    {
        text.push_str(&rest[..at]);
        text.push_str(part);
        rest = &rest[at + mark.len()..];
    }
    text.push_str(rest);
    text
}

const FOLLOW: &str = r#"<section aria-label="answer">
<div class="row">
<button id="back" aria-label="one step back">&#9664;</button>
<button id="run">play</button>
<button id="on" aria-label="one step on">&#9654;</button>
<input id="slider" type="range" min="0" value="0" aria-label="place in the answer">
<label>speed <select id="speed"><option value="1200">slow</option><option value="500" selected>normal</option><option value="150">fast</option></select></label>
</div>
<p id="last" aria-live="polite"></p>
<p id="next"></p>
</section>"#;

/// The menu of levels, if there are several.
fn menu(levels: &[Titled<'_>]) -> String {
    if levels.len() < 2 {
        return String::new();
    }
    let mut text = "<p><label>puzzle <select id=\"level\">".to_owned();
    for (number, (_, title)) in (1..).zip(levels) {
        let _ = write!(text, "<option>{number} {}</option>", xml(title));
    }
    text + "</select></label></p>"
}

/// The keys that a page has for its menu or for its answer.
fn keys(levels: usize, steps: usize) -> &'static str {
    match (levels, steps) {
        (0 | 1, 0) => "",
        (0 | 1, _) => "Space follows the answer, b goes back. ",
        _ => "n goes to the next puzzle, b to the one before. ",
    }
}

/// The buttons on the screen: the directions, and the one to hold.
fn pad(is_shifter: bool) -> String {
    let mut text = String::new();
    for (row, column, name, sign) in
        [(1, 2, "up", "&#8593;"), (2, 1, "left", "&#8592;"), (3, 2, "down", "&#8595;"), (2, 3, "right", "&#8594;")]
    {
        let _ = writeln!(
            text,
            "<button data-press=\"{name}\" data-button=\"{name}\" aria-label=\"{name}\" \
             style=\"grid-area:{row}/{column}\">{sign}</button>"
        );
    }
    if is_shifter {
        let _ = writeln!(
            text,
            "<button data-hold data-button=\"A\" aria-pressed=\"false\" style=\"grid-area:2/5\">A: shift</button>"
        );
    }
    text
}

/// What the script reads.
fn data(puzzle: &dyn Puzzle, title: &str, controls: &dyn Controls, steps: &[String]) -> Value {
    let instructions = puzzle.instructions(steps);
    let panels = controls.panels();
    let board = panels.first().map(|panel| rows(controls, 0, panel));
    let target = panels.get(1).map(|panel| target(controls, panel));
    let place = |place: Coordinates| json!([place.row, place.column]);
    let cursor = instructions.cursor.or(controls.cursor()).unwrap_or_default();
    let list: Vec<Value> = instructions
        .list
        .iter()
        .map(|it| {
            let lower = |names: &[String]| -> Vec<String> {
                // The pad of the page names directions in lower case.
                let is_direction = |name: &String| PadDirection::of_word(name).is_some();
                names.iter().map(|name| if is_direction(name) { name.to_lowercase() } else { name.clone() }).collect()
            };
            json!({
                "steps": it.steps, "held": lower(&it.held), "presses": lower(&it.presses),
                "action": it.action, "effect": it.effect, "cursor": it.cursor.map(place),
            })
        })
        .collect();
    json!({
        "kind": puzzle.kind(),
        "title": title,
        "board": board,
        "target": target,
        "kinds": kinds(controls),
        "moves": moves(puzzle, panels.first()),
        "steps": steps,
        "instructions": list,
        "cursor": place(cursor),
        "hold": "A",
    })
}

/// The labels of a board, row by row.
fn rows(cells: &dyn Controls, number: usize, panel: &Panel) -> Vec<Vec<String>> {
    let label = |row, column| cells.tile(number, Coordinates::new(row, column)).text.to_string();
    (0..panel.rows).map(|row| (0..panel.columns).map(|column| label(row, column)).collect()).collect()
}

/// The labels of a target; null in cells that accept any.
fn target(cells: &dyn Controls, panel: &Panel) -> Vec<Vec<Value>> {
    let value = |label: String| if label == "?" { Value::Null } else { Value::String(label) };
    rows(cells, 1, panel).into_iter().map(|row| row.into_iter().map(value).collect()).collect()
}

/// The numbers of the kinds of tiles by their labels.
fn kinds(cells: &dyn Cells) -> BTreeMap<String, u8> {
    let mut kinds = BTreeMap::new();
    for (number, panel) in cells.panels().iter().enumerate() {
        for at in 0..panel.rows * panel.columns {
            let tile = cells.tile(number, Coordinates::new(at / panel.columns, at % panel.columns));
            if let CellRole::Tile(kind) = tile.cell_role {
                kinds.insert(tile.text.to_string(), kind);
            }
        }
    }
    kinds
}

/// The shifts that the rules accept: those of lines that are not locked.
fn moves(puzzle: &dyn Puzzle, panel: Option<&Panel>) -> Vec<String> {
    let Some(panel) = panel.filter(|_| puzzle.kind() == "shifter") else { return Vec::new() };
    let words = PadDirection::ALL.into_iter().flat_map(|direction| {
        let is_row = matches!(direction, PadDirection::Left | PadDirection::Right);
        let lines = if is_row { panel.rows } else { panel.columns };
        (0..lines).map(move |line| format!("{} {line}", direction.word()))
    });
    words.filter(|word| puzzle.start().apply(word).is_ok()).collect()
}

/// The style with the colours of the light and the dark theme, and those of the tiles.
fn style() -> String {
    let mut tiles = String::new();
    for (kind, ink) in TILES.iter().enumerate() {
        let (colour, letters) = (hex(ink.rgb), hex(ink.letters().rgb));
        let _ = writeln!(tiles, ".t{kind} {{ background: {colour}; color: {letters}; }}");
    }
    let style = STYLE.replace("LIGHT", &variables(colours(ThemeName::Light)));
    style.replace("DARK", &variables(colours(ThemeName::Dark))) + &tiles
}

fn variables(colours: &Colours) -> String {
    let named = [
        ("paper", colours.paper),
        ("ink", colours.mark),
        ("mark", colours.mark),
        ("faint", colours.faint),
        ("wall", colours.wall),
        ("player", colours.player),
        ("piece", colours.piece),
        ("goal", colours.goal),
        ("placed", colours.placed),
        ("good", colours.good),
    ];
    let mut text = String::new();
    for (name, colour) in named {
        let _ = write!(text, "--{name}: {}; ", hex(colour.rgb));
    }
    text
}
