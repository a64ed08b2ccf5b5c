//! Pancakes: a stack is sorted by turning over pancakes from its top.

use std::rc::Rc;

use lurd::outcome::Cost;
use lurd::search::random::Random;
use pathfinding::prelude as peer;

use crate::figure::{Figure, Measured, Sides};
use crate::problem::{Instance, Problem, Search, figures_of};

/// Stacks of up to 15 pancakes, four bits each, the top in the lowest ones.
struct Pancakes {
    size: u32,
    start: u64,
    has_goal: bool,
    /// Whether a move costs as much as the pancakes that it turns over, instead of 1.
    is_weighted: bool,
    /// Gaps at smaller pancakes are not counted in the estimate.
    counted: u64,
}

const SORTED: u64 = 0xFEDC_BA98_7654_3210;

/// Turns over the first pancakes.
fn turned(stack: u64, pancakes: u32) -> u64 {
    let bytes = stack.swap_bytes();
    let all = (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    let bits = 4 * pancakes;
    stack >> bits << bits | all >> (64 - bits)
}

impl Pancakes {
    /// The stack in order from top to bottom, with a goal.
    fn new(size: u32, order: &[u64]) -> Self {
        let rest = SORTED >> (4 * size) << (4 * size);
        let start = order.iter().rev().fold(0, |stack, pancake| stack << 4 | pancake) | rest;
        Self { size, start, has_goal: true, is_weighted: false, counted: 0 }
    }

    fn shuffled(size: u32, random: &mut Random) -> Self {
        let mut order: Vec<u64> = (0..size.into()).collect();
        random.shuffle(&mut order);
        Self::new(size, &order)
    }
}

impl Problem for Pancakes {
    type State = u64;

    fn start(&self) -> u64 {
        self.start
    }
    fn is_goal(&self, state: &u64) -> bool {
        self.has_goal && *state == SORTED
    }
    fn successors<'a>(&'a self, state: &u64) -> impl Iterator<Item = (u64, Cost)> + use<'a> {
        let stack = *state;
        (2..=self.size).map(move |count| (turned(stack, count), if self.is_weighted { count.into() } else { 1 }))
    }
    /// The gaps: neighbours, or the last pancake and the plate, that are not neighbours when sorted (Helmert, *Landmark
    /// heuristics for the pancake problem*, 2010). A move changes one pair. Without the gaps at the smallest pancakes
    /// the bound is lower and the searches are longer.
    fn estimate(&self, state: &u64) -> Cost {
        let at = |place: u32| state >> (4 * place) & 0xF;
        // Below the last pancake is the next number, as if it were the plate.
        let is_gap = |&place: &u32| {
            let (above, below) = (at(place - 1), at(place));
            above.abs_diff(below) != 1 && above.min(below) >= self.counted
        };
        (1..=self.size).filter(is_gap).count() as Cost
    }
    fn unit_costs(&self) -> bool {
        !self.is_weighted
    }
}

/// A stack for the searches that visit nearly all arrangements.
const ORDER: [u64; 9] = [3, 7, 0, 5, 8, 2, 6, 1, 4];

fn instances(search: Search) -> Vec<Instance<Pancakes>> {
    let mut random = Random::new(9);
    let mut informed = || Instance::unknown(Pancakes { counted: 1, ..Pancakes::shuffled(15, &mut random) });
    match search {
        Search::Bfs => {
            vec![Instance::known(Pancakes { has_goal: false, ..Pancakes::new(9, &ORDER) }, (1..=9).product())]
        }
        Search::Dijkstra => {
            vec![Instance::unknown(Pancakes { is_weighted: true, ..Pancakes::new(9, &ORDER) })]
        }
        Search::Astar | Search::Idastar => (0..20).map(|_| informed()).collect(),
    }
}

/// Ten pancakes from both ends, by the functions that both programs take.
fn bidirectional() -> Figure {
    Figure::new("pancakes10-bidirectional", "five stacks of ten pancakes from both ends", 21, || {
        let mut random = Random::new(9);
        let stacks: Rc<[Pancakes]> = (0..5).map(|_| Pancakes::shuffled(10, &mut random)).collect();
        let theirs = Rc::clone(&stacks);
        let next = |stack: &Pancakes, state: &u64| stack.successors(state).map(|(next, _)| next).collect::<Vec<_>>();
        Sides::new(
            move || {
                let length = |stack: &Pancakes| {
                    let path =
                        lurd_engine::bidirectional(&stack.start, |it| next(stack, it), [SORTED], |it| next(stack, it));
                    path.expect("a way").len() as u64
                };
                Measured { answers: stacks.iter().map(length).collect(), note: String::new() }
            },
            move || {
                let length = |stack: &Pancakes| {
                    let path =
                        peer::bfs_bidirectional(&stack.start, &SORTED, |it| next(stack, it), |it| next(stack, it));
                    path.expect("a way").len() as u64
                };
                Measured { answers: theirs.iter().map(length).collect(), note: String::new() }
            },
        )
    })
}

pub fn figures() -> Vec<Figure> {
    let mut figures = figures_of("pancakes", "pancakes, a word", 5, instances);
    figures.push(bidirectional());
    figures
}
