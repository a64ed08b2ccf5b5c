//! The same graph with eight kinds of states: a sliding puzzle of three rows and four columns, whose eleven tiles have
//! four colours (4, 4, 2 and 1 tiles). It has 415,800 states, all of which are connected.

use lurd::outcome::Cost;
use lurd::search::random::Random;

use crate::figure::Figure;
use crate::problem::{self, Instance, Kind, Problem, Search, find_by_functions};

pub const CELLS: usize = 12;
/// 12 places of the gap, and 11! / (4! 4! 2! 1!) arrangements of the tiles.
const STATES: u64 = 12 * 34_650;

/// The colours of the cells, row by row; 0 is the gap.
pub type Colours = [u8; CELLS];

const START: Colours = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4];
const GOAL: Colours = [4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0];

/// The cells next to each one, above, left, right and below.
const NEIGHBOURS: [[Option<usize>; 4]; CELLS] = {
    let mut neighbours = [[None; 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        neighbours[cell] = [
            if cell >= 4 { Some(cell - 4) } else { None },
            if cell % 4 > 0 { Some(cell - 1) } else { None },
            if cell % 4 < 3 { Some(cell + 1) } else { None },
            if cell < 8 { Some(cell + 4) } else { None },
        ];
        cell += 1;
    }
    neighbours
};

/// A representation of the puzzle.
pub trait Board: Kind {
    fn of(colours: Colours) -> Self;
    fn gap(&self) -> usize;
    /// The colour of a tile: 1 to 4.
    fn colour(&self, cell: usize) -> u8;
    /// The board after the tile at `from` has slid into the gap.
    fn slid(&self, gap: usize, from: usize) -> Self;
    /// The number of tiles on cells that have another colour, or the gap, in `goal`.
    fn misplaced(&self, goal: &Self) -> u32;
    /// As [`Problem::by_lurd`].
    fn by_lurd(slides: &Slides<Self>, search: Search) -> (u64, u64) {
        find_by_functions(slides, search)
    }
}

/// The puzzle with a start, and a goal unless the whole space is to be visited.
pub struct Slides<B> {
    start: B,
    goal: B,
    has_goal: bool,
    /// Whether the cost of a slide depends on the colour.
    is_weighted: bool,
}

impl<B: Board> Problem for Slides<B> {
    type State = B;

    fn start(&self) -> B {
        self.start.clone()
    }
    fn is_goal(&self, state: &B) -> bool {
        self.has_goal && *state == self.goal
    }
    fn successors<'a>(&'a self, state: &B) -> impl Iterator<Item = (B, Cost)> + use<'a, B> {
        let gap = state.gap();
        let slide = |from: usize| {
            let cost = if self.is_weighted { Cost::from(state.colour(from)) } else { 1 };
            (state.slid(gap, from), cost)
        };
        NEIGHBOURS[gap].map(|from| from.map(slide)).into_iter().flatten()
    }
    fn estimate(&self, state: &B) -> Cost {
        state.misplaced(&self.goal).into()
    }
    fn unit_costs(&self) -> bool {
        !self.is_weighted
    }
    fn by_lurd(&self, search: Search) -> (u64, u64) {
        B::by_lurd(self, search)
    }
}

/// Random slides from the goal, none of which undoes the one before.
fn walked<B: Board>(slides: usize) -> B {
    let mut random = Random::new(slides as u64);
    let mut board = B::of(GOAL);
    let mut before = None;
    for _ in 0..slides {
        let gap = board.gap();
        let ways: Vec<usize> = NEIGHBOURS[gap].into_iter().flatten().filter(|&cell| Some(cell) != before).collect();
        board = board.slid(gap, ways[random.below(ways.len())]);
        before = Some(gap);
    }
    board
}

fn instances<B: Board>(search: Search) -> Vec<Instance<Slides<B>>> {
    let slides = Slides { start: B::of(START), goal: B::of(GOAL), has_goal: true, is_weighted: false };
    match search {
        Search::Bfs => vec![Instance::known(Slides { has_goal: false, ..slides }, STATES)],
        Search::Dijkstra => vec![Instance::unknown(Slides { is_weighted: true, ..slides })],
        Search::Astar => vec![Instance::unknown(slides)],
        Search::Idastar => vec![Instance::unknown(Slides { start: walked(32), ..slides })],
    }
}

fn figures_of<B: Board>(kind: &str) -> Vec<Figure> {
    problem::figures_of(&format!("kind-{kind}"), "3x4 slides", 3, instances::<B>)
}

pub fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    figures.extend(figures_of::<u32>("u32"));
    figures.extend(figures_of::<u64>("u64"));
    figures.extend(figures_of::<(u8, u8, u32)>("tuple"));
    figures.extend(figures_of::<[u8; CELLS]>("array"));
    figures.extend(figures_of::<String>("string"));
    figures.extend(figures_of::<Vec<u8>>("vec"));
    figures.extend(figures_of::<[u8; 32]>("32-bytes"));
    figures.extend(figures_of::<[u64; 4]>("words"));
    figures
}
