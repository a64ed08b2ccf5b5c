//! How a puzzle is added to lurd.
//!
//! Four parts are needed; the first is in `space.rs`, the others are here.
//!
//! 1. A **space** ([`Slide`]) is what a search sees: states, the start, the goals, the successors of a state.
//!    A state of the 15-puzzle fits into a `u64`, four bits per cell. Optional *abilities* make more
//!    strategies fit: a heuristic (A*, IDA*), backward moves (bidirectional search), and move pruning, which
//!    prevents undoing a slide (IDA*).
//! 2. A **position** ([`Board`]) plays by the plain rules. It shares no code with the space, so replaying an
//!    answer on it detects errors of the space.
//! 3. A **puzzle** ([`FifteenPuzzle`]) combines them: objectives, the space, answers as text. From these the engine
//!    solves it (`solve`, `compare`, `trace`, `batch`), lists all answers (`solve --all`), counts the boards (`space`)
//!    and rates it (`rate`).
//! 4. A **plug-in** ([`Fifteen`]) recognizes and reads texts.
//!
//! A plug-in can also bring a **strategy** of its own, as `strategy.rs` does. Most need none.
//!
//! A step is one letter, `u`, `d`, `l` or `r`: the direction in which a *tile* slides into the gap.

mod space;
mod strategy;

use lurd::budget::Budget;
use lurd::diagnostic::Diagnostic;
use lurd::puzzle::{
    AnySpace, Confidence, Ending, IllegalStep, Metadata, Metric, Misread, Objective, Plugin, Position, Puzzle,
    PuzzleEntry, PuzzleSpace, StepText,
};
use lurd::search::Strategy;
use space::{Direction, SOLVED, Slide, pack, unpack};
pub(crate) use strategy::NEWEST;
use strategy::Newest;

// --- The plain rules ---------------------------------------------------------------------------

/// A position, cell by cell.
#[derive(Clone)]
struct Board {
    cells: [u8; 16],
}

impl Position for Board {
    fn picture(&self) -> String {
        let cell = |&tile: &u8| if tile == 0 { "  .".to_owned() } else { format!("{tile:3}") };
        let rows: Vec<String> = self.cells.chunks(4).map(|row| row.iter().map(cell).collect::<String>()).collect();
        rows.join("\n")
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let mut letters = step.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err("a slide is one letter: u, d, l or r".into());
        };
        let direction =
            Direction::of_letter(letter).ok_or_else(|| format!("'{letter}' is not a slide: use u, d, l or r"))?;
        let gap = self.cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        let from = direction.tile_for(gap).ok_or("no tile can slide in this direction: the gap is at the edge")?;
        self.cells.swap(from, gap);
        Ok(direction.letter().to_string())
    }

    fn is_solved(&self) -> bool {
        self.cells == SOLVED
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(FifteenPuzzle { cells: self.cells })
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

// --- The puzzle --------------------------------------------------------------------------------

/// A puzzle: the board it starts with.
struct FifteenPuzzle {
    cells: [u8; 16],
}

/// The objectives.
const OBJECTIVES: &[Objective] = &[Objective { name: "slides", metric: "slides", summary: "fewest slides" }];

impl FifteenPuzzle {
    /// Whether the board is unsolvable. A slide exchanges the gap with a tile, an odd permutation, and moves
    /// the gap by one cell, so the parities of the permutation and of the gap's distance from its home change
    /// together.
    fn is_odd(&self) -> bool {
        let cells = self.cells;
        let inversions = (0..16).flat_map(|one| (one + 1..16).map(move |two| (one, two)));
        let inverted = inversions.filter(|&(one, two)| {
            // The gap counts as the last tile.
            let rank = |cell: usize| if cells[cell] == 0 { 16 } else { cells[cell] };
            rank(one) > rank(two)
        });
        let gap = cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        let from_home = (3 - gap / 4) + (3 - gap % 4);
        (inverted.count() + from_home) % 2 == 1
    }
}

/// A board in one line.
fn id(cells: [u8; 16]) -> String {
    let cells = cells.map(|tile| tile.to_string());
    format!("{PREFIX} {}", cells.join(" "))
}

impl Puzzle for FifteenPuzzle {
    fn kind(&self) -> &'static str {
        "fifteen"
    }

    fn id(&self) -> String {
        id(self.cells)
    }

    fn objectives(&self) -> &'static [Objective] {
        OBJECTIVES
    }

    // All that the engine needs to solve the puzzle, to list all answers, to count the boards and to rate it.
    fn space(&self, _: &Objective, _: &mut Budget<'_>) -> Ending<Box<dyn AnySpace + '_>> {
        let write = |directions: &[Direction]| directions.iter().map(|direction| direction.letter()).collect();
        // Half of all boards have the wrong parity; a search would have to visit all the others.
        let odd = self.is_odd().then(|| "parity: an odd permutation of the tiles cannot be put in order".to_owned());
        let space = PuzzleSpace::new(Slide { start: pack(self.cells) }, write)
            // Hard boards have too many states to store them.
            .with_auto(Strategy::Idastar)
            .with_proof_of_unsolvability(odd)
            .with_strategy(&NEWEST, |space| Box::new(Newest::new(space)))
            .with_states("boards", |&board| id(unpack(board)));
        Ok(space.boxed())
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board { cells: self.cells })
    }

    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let step = |(at, letter): (usize, char)| {
            let place = at..at + letter.len_utf8();
            match Direction::of_letter(letter) {
                Some(direction) => Ok(StepText { word: direction.letter().to_string(), place }),
                None => Err(Misread {
                    place,
                    message: format!("'{letter}' is not a slide"),
                    help: Some("a slide is u, d, l or r: the direction of a tile".to_owned()),
                }),
            }
        };
        letters.map(step).collect()
    }

    fn join_steps(&self, steps: &[String]) -> String {
        steps.concat()
    }

    fn metrics(&self, steps: &[String]) -> Vec<Metric> {
        vec![Metric { name: "slides", value: steps.len() as u64 }]
    }
}

// --- The plug-in -------------------------------------------------------------------------------

/// The plug-in: `lurd::catalog::builtin().with(Fifteen)`.
pub(crate) struct Fifteen;

/// A file of puzzles, which the catalog has as `loyd/1` and so on.
pub(crate) const COLLECTION: (&str, &str) = ("loyd.fifteen", include_str!("loyd.fifteen"));

/// The beginning of every text of this puzzle.
const PREFIX: &str = "fifteen:";

impl Plugin for Fifteen {
    fn name(&self) -> &'static str {
        "fifteen"
    }

    fn summary(&self) -> &'static str {
        "slide the tiles 1 to 15 into order, the gap (0) last"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["fifteen"]
    }

    fn example(&self) -> &'static str {
        "fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12"
    }

    fn confidence(&self, text: &str) -> Confidence {
        if text.trim_start().starts_with(PREFIX) { Confidence::Sure } else { Confidence::No }
    }

    fn read(&self, text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        if self.confidence(text) == Confidence::No {
            return Err(Diagnostic::new("not a 15-puzzle").help(format!("write {}", self.example())));
        }
        let begins: Vec<usize> = text.match_indices(PREFIX).map(|(begin, _)| begin).collect();
        let ends = begins.iter().copied().skip(1).chain([text.len()]);
        let entry = |(&begin, end): (&usize, usize)| {
            let place = begin..begin + text[begin..end].trim_end().len();
            let puzzle = read_tiles(&text[begin + PREFIX.len()..place.end])
                .map(|cells| Box::new(FifteenPuzzle { cells }) as Box<dyn Puzzle>)
                .map_err(|error| error.at(place.clone(), "0 is the gap").into());
            PuzzleEntry { puzzle, place, flags: String::new(), note: None, metadata: Metadata::default().shared() }
        };
        Ok(begins.iter().zip(ends).map(entry).collect())
    }

    fn wants_more(&self, text: &str) -> bool {
        self.confidence(text) == Confidence::Sure && text.split_whitespace().count() < 17 && !text.ends_with("\n\n")
    }
}

fn read_tiles(list: &str) -> Result<[u8; 16], Diagnostic> {
    let error = || Diagnostic::new("a 15-puzzle has each of the numbers 0 to 15 once");
    let mut cells = [0; 16];
    let mut seen = [false; 16];
    let mut words = list.split_whitespace();
    for cell in &mut cells {
        let number: usize = words.next().and_then(|word| word.parse().ok()).ok_or_else(error)?;
        if number >= 16 || std::mem::replace(&mut seen[number], true) {
            return Err(error());
        }
        *cell = u8::try_from(number).map_err(|_| error())?;
    }
    if words.next().is_some() { Err(error()) } else { Ok(cells) }
}
