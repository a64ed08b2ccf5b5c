//! Rush Hour: vehicles that move along their lines, and a first one that must reach the right edge.

use lurd::outcome::Cost;

use crate::figure::Figure;
use crate::problem::{Instance, Problem, Search, figure_by_visitor, figures_of};

const SIDE: u8 = 6;
const MOST_VEHICLES: usize = 16;

/// The first cell of each vehicle in its line.
type Cells = [u8; MOST_VEHICLES];

struct Vehicle {
    is_horizontal: bool,
    line: u8,
    length: u8,
}

impl Vehicle {
    /// The bit of the cell at `place` of the vehicle's line.
    fn bit(&self, place: u8) -> u64 {
        1 << if self.is_horizontal { self.line * SIDE + place } else { place * SIDE + self.line }
    }
}

struct Rush {
    /// The first one is the one that must get out.
    vehicles: Vec<Vehicle>,
    walls: u64,
    start: Cells,
    /// Whether a move costs as much as the cells it passes, instead of 1.
    counts_cells: bool,
}

impl Rush {
    /// A board row by row: a letter a vehicle, `A` for the first one; `x` for walls; other characters for empty cells.
    fn new(board: &str, counts_cells: bool) -> Self {
        let mut rush = Self { vehicles: Vec::new(), walls: 0, start: [0; MOST_VEHICLES], counts_cells };
        for letter in 'A'..='Z' {
            let cells: Vec<u8> =
                (0..).zip(board.chars()).filter(|&(_, it)| it == letter).map(|(cell, _)| cell).collect();
            let &[first, second, ..] = &cells[..] else { continue };
            let is_horizontal = second == first + 1;
            let (line, place) = if is_horizontal { (first / SIDE, first % SIDE) } else { (first % SIDE, first / SIDE) };
            rush.start[rush.vehicles.len()] = place;
            rush.vehicles.push(Vehicle { is_horizontal, line, length: if cells.len() == 2 { 2 } else { 3 } });
        }
        rush.walls = (0..).zip(board.chars()).filter(|&(_, it)| it == 'x').map(|(cell, _)| 1 << cell).sum();
        rush
    }

    fn occupied(&self, state: &Cells) -> u64 {
        let bits =
            |(vehicle, &first): (&Vehicle, &u8)| (first..first + vehicle.length).map(|it| vehicle.bit(it)).sum::<u64>();
        self.vehicles.iter().zip(state).map(bits).sum::<u64>() | self.walls
    }
}

impl Problem for Rush {
    type State = Cells;

    fn start(&self) -> Cells {
        self.start
    }
    fn is_goal(&self, state: &Cells) -> bool {
        state[0] == SIDE - self.vehicles[0].length
    }
    fn successors<'a>(&'a self, state: &Cells) -> impl Iterator<Item = (Cells, Cost)> + use<'a> {
        let mut successors = Vec::new();
        self.visit(state, |next, cost| successors.push((next, cost)));
        successors.into_iter()
    }
    fn visit(&self, state: &Cells, mut visit: impl FnMut(Cells, Cost)) {
        let occupied = self.occupied(state);
        for (number, vehicle) in self.vehicles.iter().enumerate() {
            let first = state[number];
            let mut moved = |place: u8| {
                let mut next = *state;
                next[number] = place;
                visit(next, if self.counts_cells { place.abs_diff(first).into() } else { 1 });
            };
            let is_free = |&place: &u8| occupied & vehicle.bit(place) == 0;
            (0..first).rev().take_while(is_free).for_each(&mut moved);
            let last = first + vehicle.length;
            (last..SIDE).take_while(is_free).for_each(|place| moved(place + 1 - vehicle.length));
        }
    }
    /// Each vehicle in the way must move, and the first one.
    fn estimate(&self, state: &Cells) -> Cost {
        let vehicle = &self.vehicles[0];
        let behind = state[0] + vehicle.length;
        let occupied = self.occupied(state);
        let in_the_way = (behind..SIDE).filter(|&place| occupied & vehicle.bit(place) != 0).count() as Cost;
        let own = Cost::from(SIDE - behind);
        in_the_way + if self.counts_cells { own } else { own.min(1) }
    }
    fn unit_costs(&self) -> bool {
        !self.counts_cells
    }
}

/// Needs 93 steps of one cell, more than any other board without walls; 24,132 positions can be reached (Collette,
/// Raskin & Servais, *On the symbolic computation of the hardest configurations of the Rush Hour game*, 2006).
const HARDEST: &str = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";

/// Boards and the least number of moves over any number of cells. The second is the hardest of all with walls
/// (M. Fogleman's database of all boards, 2018, which the others are from, too).
const BOARDS: [(&str, u64); 5] = [
    (HARDEST, 49),
    ("IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", 60),
    ("BB.KMxDDDKM.IAAL..I.JLEE..JFFN.GG.xN", 58),
    ("..BBMxDDDKM.AAJK.N..JEENIFFL..IGGL.x", 55),
    ("..BBMxDDDKM.AAJK.N..JEENIFFL..IGGLHH", 55),
];

/// The first board of the game, which takes 8 moves.
const FIRST: &str = "BB...OP..Q.OPAAQ.OP..Q..C...DDC.RRR.";

fn instances(search: Search) -> Vec<Instance<Rush>> {
    match search {
        Search::Bfs | Search::Astar => {
            BOARDS.iter().map(|(board, moves)| Instance::known(Rush::new(board, false), *moves)).collect()
        }
        Search::Dijkstra => {
            let mut instances = vec![Instance::known(Rush::new(HARDEST, true), 93)];
            instances.extend(BOARDS[1..].iter().map(|(board, _)| Instance::unknown(Rush::new(board, true))));
            instances
        }
        Search::Idastar => vec![Instance::known(Rush::new(FIRST, false), 8)],
    }
}

pub fn figures() -> Vec<Figure> {
    let what = "Rush Hour, an array of bytes";
    let visitor = [Search::Bfs, Search::Astar].map(|it| figure_by_visitor("rush", what, 11, it, move || instances(it)));
    figures_of("rush", what, 11, instances).into_iter().chain(visitor).collect()
}
