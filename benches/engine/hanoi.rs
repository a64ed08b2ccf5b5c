//! The tower of Hanoi with four pegs.

use lurd::outcome::Cost;

use crate::figure::Figure;
use crate::problem::{Instance, Problem, Search, figures_of};

const PEGS: u32 = 4;

/// From the first peg to the last. Two bits a disk, the smallest lowest.
struct Hanoi {
    disks: u32,
    /// Whether a move costs the size of the disk, instead of 1.
    counts_sizes: bool,
}

impl Hanoi {
    fn goal(&self) -> u32 {
        (1 << (2 * self.disks)) - 1
    }
}

impl Problem for Hanoi {
    type State = u32;

    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal()
    }
    fn successors<'a>(&'a self, state: &u32) -> impl Iterator<Item = (u32, Cost)> + use<'a> {
        let state = *state;
        // The smallest disk of each peg.
        let mut tops = [self.disks; PEGS as usize];
        for disk in (0..self.disks).rev() {
            tops[(state >> (2 * disk) & 3) as usize] = disk;
        }
        (0..PEGS * PEGS).filter_map(move |pair| {
            let (from, to) = (pair / PEGS, pair % PEGS);
            let disk = tops[from as usize];
            let cost = if self.counts_sizes { disk + 1 } else { 1 };
            (disk < tops[to as usize]).then(|| (state ^ (from ^ to) << (2 * disk), cost.into()))
        })
    }
    /// Each disk that is not on the last peg must move.
    fn estimate(&self, state: &u32) -> Cost {
        let away = !state & self.goal();
        let away = (away | away >> 1) & 0x5555_5555;
        if self.counts_sizes {
            (0..self.disks).filter(|disk| away >> (2 * disk) & 1 == 1).map(|disk| Cost::from(disk + 1)).sum()
        } else {
            away.count_ones().into()
        }
    }
    fn unit_costs(&self) -> bool {
        !self.counts_sizes
    }
}

/// The least numbers of moves are those of Frame and Stewart, proved by T. Bousch (*La quatrième tour de Hanoï*, 2014).
fn instances(search: Search) -> Vec<Instance<Hanoi>> {
    match search {
        Search::Bfs | Search::Astar => vec![Instance::known(Hanoi { disks: 10, counts_sizes: false }, 49)],
        Search::Dijkstra => vec![Instance::unknown(Hanoi { disks: 10, counts_sizes: true })],
        Search::Idastar => vec![Instance::known(Hanoi { disks: 5, counts_sizes: false }, 13)],
    }
}

pub fn figures() -> Vec<Figure> {
    figures_of("hanoi", "tower of Hanoi with four pegs, a u32", 5, instances)
}
