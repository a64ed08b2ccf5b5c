//! Ways on a grid with random obstacles.

use std::rc::Rc;

use lurd::outcome::Cost;
use lurd::search::random::Random;

use crate::figure::Figure;
use crate::problem::{Instance, Problem, Search, figure, figures_of};

/// Row and column.
type Cell = (u16, u16);

struct Grid {
    side: u16,
    /// Row by row.
    is_open: Rc<[bool]>,
    /// Whether there are diagonal steps. Then a step costs 10 or 14, else 1.
    has_diagonals: bool,
}

impl Grid {
    /// From the first cell to the last one, with obstacles on one cell of `one_in`.
    fn new(side: u16, one_in: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut is_open: Vec<bool> = (0..usize::from(side).pow(2)).map(|_| random.below(one_in) > 0).collect();
        is_open[0] = true;
        *is_open.last_mut().expect("a cell") = true;
        Self { side, is_open: is_open.into(), has_diagonals: false }
    }

    fn with_diagonals(self) -> Self {
        Self { has_diagonals: true, ..self }
    }

    fn is_open(&self, (row, column): Cell) -> bool {
        row < self.side
            && column < self.side
            && self.is_open[usize::from(row) * usize::from(self.side) + usize::from(column)]
    }
}

/// Rows and columns of the steps; the straight ones first.
const STEPS: [(i16, i16); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Problem for Grid {
    type State = Cell;

    fn start(&self) -> Cell {
        (0, 0)
    }
    fn is_goal(&self, state: &Cell) -> bool {
        *state == (self.side - 1, self.side - 1)
    }
    fn successors<'a>(&'a self, state: &Cell) -> impl Iterator<Item = (Cell, Cost)> + use<'a> {
        let (row, column) = *state;
        let (straight, diagonal, steps) = if self.has_diagonals { (10, 14, &STEPS[..]) } else { (1, 1, &STEPS[..4]) };
        steps.iter().filter_map(move |&(down, right)| {
            // Beyond the first row and column it wraps around to beyond the last.
            let next = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            let cost = if down == 0 || right == 0 {
                straight
            } else if self.is_open((row, next.1)) && self.is_open((next.0, column)) {
                diagonal
            } else {
                return None;
            };
            self.is_open(next).then_some((next, cost))
        })
    }
    /// The cost without obstacles.
    fn estimate(&self, &(row, column): &Cell) -> Cost {
        let (down, right) = (Cost::from(self.side - 1 - row), Cost::from(self.side - 1 - column));
        if self.has_diagonals { 10 * down.max(right) + 4 * down.min(right) } else { down + right }
    }
    fn unit_costs(&self) -> bool {
        !self.has_diagonals
    }
}

fn instances(search: Search) -> Vec<Instance<Grid>> {
    match search {
        // On most of such grids there is no way, or the first one found is the shortest, or there are too many ways.
        Search::Idastar => [0, 4, 10, 12].map(|seed| Instance::unknown(Grid::new(20, 3, seed))).into(),
        _ => vec![Instance::unknown(Grid::new(1_000, 4, 1))],
    }
}

fn with_diagonals() -> Vec<Instance<Grid>> {
    vec![Instance::unknown(Grid::new(1_000, 4, 1).with_diagonals())]
}

pub fn figures() -> Vec<Figure> {
    let mut figures = figures_of("grid", "a grid with steps in four directions, a pair", 5, instances);
    let what = "a grid with steps in eight directions, a pair";
    figures.push(figure("grid8", what, 5, Search::Dijkstra, with_diagonals));
    figures.push(figure("grid8", what, 5, Search::Astar, with_diagonals));
    figures
}
