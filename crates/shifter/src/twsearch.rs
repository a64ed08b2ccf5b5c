//! Puzzles for twsearch and other programs for permutation puzzles: the definition file of ksolve+ (`.tws`), and the
//! start as its scramble file.
//!
//! The solved state of the definition is the target. A permutation lists for each place the place that its tile
//! comes from. Only one direction of each line is defined, because these programs add inverses and powers.

use std::{collections::BTreeMap, fmt::Write as _};

use lurd_puzzle::puzzle::{CannotWrite, Controls, Coordinates, Format, Output, PadDirection, Puzzle};

/// The formats, which are only written.
pub(super) const FORMATS: &[Format] = &[
    Format {
        name: "tws",
        summary: "one puzzle for twsearch: moves and target (written only)",
        extensions: &["tws"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "tws-scramble",
        summary: "the start of that puzzle (written only)",
        extensions: &["scr"],
        is_text: true,
        holds_solutions: false,
    },
];

/// Writes one of [`FORMATS`]; `None` for another format.
pub(super) fn write(format: &Format, puzzles: &[&dyn Puzzle]) -> Option<Result<Output, CannotWrite>> {
    let write = match format.name {
        "tws" => definition,
        "tws-scramble" => scramble,
        _ => return None,
    };
    let [puzzle] = puzzles else {
        let count = puzzles.len();
        return Some(Err(format!("a {} file holds one puzzle, not {count}", format.name).into()));
    };
    Some(write(*puzzle).map(|text| Output { bytes: text.into_bytes(), losses: Vec::new() }))
}

/// The tiles of both boards as numbers from 1, equal for equal labels.
struct Boards {
    rows: usize,
    columns: usize,
    start: Vec<usize>,
    target: Vec<usize>,
}

fn boards(puzzle: &dyn Puzzle) -> Result<Boards, CannotWrite> {
    let start = puzzle.start();
    let controls = start.controls().ok_or("this puzzle has no cells")?;
    let panel = controls.panels().first().copied().ok_or("this puzzle has no board")?;
    let labels = |number| labels(controls, number, panel.rows, panel.columns);
    let (start, target) = (labels(0), labels(1));
    if target.iter().any(|label| label == "?") {
        return Err("tws has no cells that accept any tile".into());
    }
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for label in &target {
        let next = numbers.len() + 1;
        numbers.entry(label).or_insert(next);
    }
    let of = |labels: &[String]| -> Result<Vec<usize>, CannotWrite> {
        let number = |label: &String| numbers.get(label.as_str()).copied();
        labels.iter().map(number).collect::<Option<_>>().ok_or_else(|| "start and target differ in their tiles".into())
    };
    Ok(Boards { rows: panel.rows, columns: panel.columns, start: of(&start)?, target: of(&target)? })
}

fn labels(controls: &dyn Controls, number: usize, rows: usize, columns: usize) -> Vec<String> {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Coordinates::new(row, column)));
    places.map(|place| controls.tile(number, place).text.to_string()).collect()
}

fn numbers(list: &[usize]) -> String {
    list.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn definition(puzzle: &dyn Puzzle) -> Result<String, CannotWrite> {
    let Boards { rows, columns, target, .. } = boards(puzzle)?;
    let size = rows * columns;
    let mut text = format!("Name shifter\n\nSet TILES {size} 1\n\nSolved\nTILES\n{}\nEnd\n", numbers(&target));
    for (direction, lines) in [(PadDirection::Left, rows), (PadDirection::Up, columns)] {
        for line in 0..lines {
            // A locked line has no move.
            if puzzle.start().apply(&format!("{} {line}", direction.word())).is_err() {
                continue;
            }
            let from = |place: usize| {
                let (row, column) = (place / columns, place % columns);
                1 + match direction {
                    PadDirection::Left if row == line => row * columns + (column + 1) % columns,
                    PadDirection::Up if column == line => (row + 1) % rows * columns + column,
                    _ => place,
                }
            };
            let permutation: Vec<usize> = (0..size).map(from).collect();
            let name = move_name(direction, line);
            let _ = write!(text, "\nMove {name}\nTILES\n{}\nEnd\n", numbers(&permutation));
        }
    }
    Ok(text)
}

/// The name of a move: `Ra` shifts row 0 left, `Cb` shifts column 1 up. Digits would mean powers.
fn move_name(direction: PadDirection, line: usize) -> String {
    let mut name = if direction == PadDirection::Left { "R" } else { "C" }.to_owned();
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    if line >= 26 {
        name.push(letter(line / 26 - 1));
    }
    name.push(letter(line));
    name
}

fn scramble(puzzle: &dyn Puzzle) -> Result<String, CannotWrite> {
    Ok(format!("ScrambleState start\nTILES\n{}\nEnd\n", numbers(&boards(puzzle)?.start)))
}
