//! How a puzzle is added to lurd.
//!
//! Four parts are needed.
//!
//! 1. A **space** ([`Slide`]) is what a search sees: states, the start, the goals, the successors of a state. A state of
//!    the 15-puzzle fits into a `u64`, four bits per cell. Optional *abilities* make more strategies fit: a heuristic
//!    (A*, IDA*), backward moves (bidirectional search), and move pruning, which prevents undoing a slide (IDA*).
//! 2. A **position** ([`Board`]) plays by the plain rules. It shares no code with the space, so replaying an answer on it
//!    detects errors of the space.
//! 3. A **puzzle** ([`FifteenPuzzle`]) combines them: objectives, `solve`, answers as text.
//! 4. A **plug-in** ([`Fifteen`]) recognizes and reads texts.
//!
//! A step is one letter, `u`, `d`, `l` or `r`: the direction in which a *tile* slides into the gap.

use lurd::budget::Budget;
use lurd::diagnostic::Diagnostic;
use lurd::outcome::Cost;
use lurd::puzzle::{
    Buttons, Claim, Ending, Entry, Fit, IllegalStep, Metadata, Metric, Misread, Objective, Plugin, Position,
    Puzzle, Report, StepText, fits, solve_by_search,
};
use lurd::search::{Settings, Strategy};
use lurd::space::{Backward, Features, Guarantee, Heuristic, Mark, MovePruning, Space, Successors};

/// Tiles in order, the gap (0) last: cell *i* holds tile *i* + 1.
const SOLVED: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];

/// The direction in which a tile slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.letter() == letter.to_ascii_lowercase())
    }

    fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The cell of the tile that can slide this way into a gap at `gap`.
    fn tile_for(self, gap: usize) -> Option<usize> {
        match self {
            Self::Up => (gap < 12).then(|| gap + 4),
            Self::Down => gap.checked_sub(4),
            Self::Left => (gap % 4 < 3).then(|| gap + 1),
            Self::Right => (!gap.is_multiple_of(4)).then(|| gap - 1),
        }
    }
}

// --- 1. The space ---------------------------------------------------------------------------------

/// What a search sees: a nibble a cell, cell 0 lowest.
struct Slide {
    start: u64,
}

fn pack(cells: [u8; 16]) -> u64 {
    cells.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile))
}

fn tile(state: u64, cell: usize) -> usize {
    usize::from((state >> (4 * cell)).to_le_bytes()[0] & 0xF)
}

fn gap(state: u64) -> usize {
    (0..16).find(|&cell| tile(state, cell) == 0).unwrap_or(0)
}

/// Slides the tile at `from` into the gap: where there were zeros, there is the tile, and vice versa.
fn slide(state: u64, from: usize, gap: usize) -> u64 {
    let tile = state >> (4 * from) & 0xF;
    state ^ (tile << (4 * from)) ^ (tile << (4 * gap))
}

impl Space for Slide {
    type State = u64;
    type Action = Direction;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == pack(SOLVED)
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let gap = gap(*state);
        for way in Direction::ALL {
            if let Some(from) = way.tile_for(gap) {
                children.push(&slide(*state, from, gap), way, 1);
            }
        }
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
}

/// The order in which people bring tiles home: the first row, the first column, and so on inward.
const BY_HAND: [usize; 15] = [1, 2, 3, 4, 5, 9, 13, 6, 7, 8, 10, 14, 11, 12, 15];

/// Two features: how many tiles are home in that order, and how far the next one is.
impl Features<Self> for Slide {
    fn mark(&self, state: &u64) -> Mark {
        let at_home = |&&number: &&usize| tile(*state, number - 1) == number;
        let done = BY_HAND.iter().take_while(at_home).count();
        let away = BY_HAND.get(done).map_or(0, |&next| {
            let cell = (0..16).find(|&cell| tile(*state, cell) == next).unwrap_or(0);
            (cell / 4).abs_diff((next - 1) / 4) + (cell % 4).abs_diff((next - 1) % 4)
        });
        let cell = ((15 - done) * 8 + away) as u64;
        Mark { cell, score: cell << 32 | u64::from(self.of(state)), weight: 1 }
    }

    /// The best child that undoes nothing is recommended.
    fn annotate(&self, _: &u64, here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = self.mark(children.state(index));
        }
        let best = marks.iter_mut().filter(|mark| mark.cell <= here.cell).min_by_key(|mark| mark.score);
        if let Some(best) = best {
            best.weight = 0;
        }
    }
}

/// The Manhattan distance: a slide moves one tile by one cell, so the sum over the tiles of how far
/// each is from home falls by at most the 1 that a slide costs.
impl Heuristic<Self> for Slide {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }

    fn of(&self, state: &u64) -> Cost {
        let way_home = |cell: usize| match tile(*state, cell) {
            0 => 0,
            tile => (cell / 4).abs_diff((tile - 1) / 4) + (cell % 4).abs_diff((tile - 1) % 4),
        };
        Cost::try_from((0..16).map(way_home).sum::<usize>()).unwrap_or(Cost::MAX)
    }
}

/// Slides can be undone: the predecessors are the successors, led on by the opposite slide.
impl Backward<Self> for Slide {
    fn goal_states(&self, goals: &mut Vec<u64>) {
        goals.push(pack(SOLVED));
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let gap = gap(*state);
        for way in Direction::ALL {
            if let Some(from) = way.tile_for(gap) {
                children.push(&slide(*state, from, gap), way.opposite(), 1);
            }
        }
    }
}

/// No optimal answer undoes a slide at once.
impl MovePruning<Self> for Slide {
    fn prune(&self, previous: Direction, children: &mut Successors<Self>) {
        for index in 0..children.len() {
            if children.action(index) == previous.opposite() {
                children.prune(index);
            }
        }
    }
}

// --- 2. The plain rules ---------------------------------------------------------------------------

/// A position, cell by cell.
#[derive(Clone)]
struct Board {
    cells: [u8; 16],
}

impl Position for Board {
    fn picture(&self) -> String {
        let cell = |&tile: &u8| if tile == 0 { "  .".to_owned() } else { format!("{tile:3}") };
        let rows: Vec<String> =
            self.cells.chunks(4).map(|row| row.iter().map(cell).collect::<String>()).collect();
        rows.join("\n")
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let mut letters = step.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err("a slide is one letter: u, d, l or r".into());
        };
        let way = Direction::of_letter(letter)
            .ok_or_else(|| format!("'{letter}' is not a slide: use u, d, l or r"))?;
        let gap = self.cells.iter().position(|&tile| tile == 0).unwrap_or(0);
        let from = way.tile_for(gap).ok_or("no tile can slide in this direction: the gap is at the edge")?;
        self.cells.swap(from, gap);
        Ok(way.letter().to_string())
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

// --- 3. The puzzle --------------------------------------------------------------------------------

/// A puzzle: the board it starts with.
struct FifteenPuzzle {
    cells: [u8; 16],
}

/// The objectives.
const OBJECTIVES: &[Objective] = &[Objective { name: "slides", metric: "slides", summary: "fewest slides" }];

impl FifteenPuzzle {
    fn space(&self) -> Slide {
        Slide { start: pack(self.cells) }
    }

    /// Whether the board is unsolvable. A slide exchanges the gap with a tile, an odd permutation, and moves the gap by
    /// one cell, so the parities of the permutation and of the gap's distance from its home change together.
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

impl Puzzle for FifteenPuzzle {
    fn kind(&self) -> &'static str {
        "fifteen"
    }

    fn title(&self) -> Option<&str> {
        None
    }

    fn id(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(ToString::to_string).collect();
        format!("fifteen: {}", cells.join(" "))
    }

    fn text(&self) -> String {
        self.id()
    }

    fn objectives(&self) -> &'static [Objective] {
        OBJECTIVES
    }

    fn strategies(&self, _: &Objective, _: &mut Budget<'_>) -> Vec<Fit> {
        fits(&self.space())
    }

    fn solve(&self, _: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        if self.is_odd() {
            // Half of all boards have the wrong parity; a search would have to visit all the others.
            let reason = "parity: an odd permutation of the tiles cannot be put in order".to_owned();
            let strategy = if choice == Strategy::Auto { Strategy::Idastar } else { choice };
            return Report {
                strategy,
                ending: Ending::Unsolvable { reason },
                statistics: budget.statistics(),
                second: None,
            };
        }
        // Hard boards have too many states to store them.
        let choice = if choice == Strategy::Auto { Strategy::Idastar } else { choice };
        let write = |ways: &[Direction]| ways.iter().map(|way| way.letter()).collect();
        solve_by_search(&self.space(), choice, settings, budget, write, || {
            "all reachable boards were visited".to_owned()
        })
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board { cells: self.cells })
    }

    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let step = |(at, letter): (usize, char)| {
            let place = at..at + letter.len_utf8();
            match Direction::of_letter(letter) {
                Some(way) => Ok(StepText { word: way.letter().to_string(), place }),
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

    fn buttons(&self, _: &[String]) -> Option<Buttons> {
        None
    }
}

// --- 4. The plug-in -------------------------------------------------------------------------------

/// The plug-in: `lurd::catalog::builtin().with(Fifteen)`.
pub(crate) struct Fifteen;

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

    fn claims(&self, text: &str) -> Claim {
        if text.trim_start().starts_with(PREFIX) { Claim::Sure } else { Claim::No }
    }

    fn read(&self, text: &str) -> Result<Vec<Entry>, Diagnostic> {
        let begin = text.len() - text.trim_start().len();
        let Some(list) = text[begin..].strip_prefix(PREFIX) else {
            return Err(Diagnostic::new("not a 15-puzzle").help(format!("write {}", self.example())));
        };
        let place = begin..text.trim_end().len();
        let puzzle = read_tiles(list)
            .map(|cells| Box::new(FifteenPuzzle { cells }) as Box<dyn Puzzle>)
            .map_err(|error| error.at(place.clone(), "0 is the gap"));
        Ok(vec![Entry { puzzle, place, flags: String::new(), note: None, metadata: Metadata::default() }])
    }

    fn wants_more(&self, text: &str) -> bool {
        self.claims(text) == Claim::Sure && text.split_whitespace().count() < 17 && !text.ends_with("\n\n")
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
