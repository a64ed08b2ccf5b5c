//! Depth-first searches that change one state in place find what they find without.

#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use lurd_engine::Budget;
use lurd_engine::program::search::Step;
use lurd_engine::program::search::UnmetNeeds;
use lurd_engine::program::search::random::Random;
use lurd_engine::program::{space::Actions, space::InPlace, space::MovePruning, space::Owned};
use lurd_engine::{Cost, Outcome, Stop};
use lurd_engine::{DEAD_END, Guarantee, Heuristic, Space, Successors};
use lurd_engine::{Settings, Stepper};

type Cells = [u8; 9];
const HOME: Cells = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Sliding tiles on 3x3 cells. An action is a direction, in which the gap moves; `d ^ 1` is the opposite of `d`.
struct Slide {
    start: Cells,
    in_place: bool,
    /// What the actions in place cost more, which is an error if it is not 0.
    surcharge: Cost,
    unit_costs: bool,
    /// Boards on which this tile or a higher one is above the lowest row are called dead ends.
    stuck: u8,
}

fn gap(cells: &Cells) -> usize {
    cells.iter().position(|&tile| tile == 0).expect("there is a gap")
}

fn target(gap: usize, direction: u8) -> Option<usize> {
    match direction {
        0 => gap.checked_sub(3),
        1 => (gap < 6).then_some(gap + 3),
        2 => (!gap.is_multiple_of(3)).then(|| gap - 1),
        _ => (gap % 3 < 2).then_some(gap + 1),
    }
}

impl Slide {
    fn cost(&self, tile: u8) -> Cost {
        if self.unit_costs { 1 } else { 1 + Cost::from(tile) % 3 }
    }
}

impl Space for Slide {
    type State = Cells;
    type Action = u8;

    fn start(&self) -> Cells {
        self.start
    }
    fn is_goal(&self, state: &Cells) -> bool {
        *state == HOME
    }
    fn expand(&self, state: &Cells, children: &mut Successors<Self>) {
        let gap = gap(state);
        for direction in 0..4 {
            let Some(cell) = target(gap, direction) else { continue };
            let mut next = *state;
            next.swap(gap, cell);
            children.push(next, direction, self.cost(state[cell]));
        }
    }
    fn unit_costs(&self) -> bool {
        self.unit_costs
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }
    fn in_place(&self) -> Option<impl InPlace<Self> + '_> {
        self.in_place.then_some(Board { space: self, cells: self.start })
    }
}

impl Heuristic<Self> for Slide {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Admissible
    }
    fn of(&self, state: &Cells) -> Cost {
        if state[..6].iter().any(|&tile| tile >= self.stuck) {
            return DEAD_END;
        }
        let way = |(cell, &tile): (usize, &u8)| {
            let home = usize::from(tile);
            let steps = (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3);
            if tile == 0 { 0 } else { steps as Cost * self.cost(tile) }
        };
        state.iter().enumerate().map(way).sum()
    }
}

impl MovePruning<Self> for Slide {
    fn prune(&self, previous: u8, children: &mut Successors<Self>) {
        children.prune_actions(|action| action == previous ^ 1);
    }
}

struct Board<'s> {
    space: &'s Slide,
    cells: Cells,
}

impl InPlace<Slide> for Board<'_> {
    fn enter(&mut self, state: &Cells) {
        self.cells = *state;
    }
    fn state(&self) -> Owned<Slide> {
        self.cells
    }
    fn is_goal(&self) -> bool {
        self.cells == HOME
    }
    fn actions(&self, previous: Option<u8>, actions: &mut Actions<u8>) {
        let gap = gap(&self.cells);
        for direction in (0..4).filter(|&direction| previous != Some(direction ^ 1)) {
            let Some(cell) = target(gap, direction) else { continue };
            let mut next = self.cells;
            next.swap(gap, cell);
            let cost = self.space.cost(self.cells[cell]) + self.space.surcharge;
            actions.push(direction, cost, self.space.of(&next));
        }
    }
    fn apply(&mut self, direction: u8) {
        let gap = gap(&self.cells);
        self.cells.swap(gap, target(gap, direction).expect("an action of this board"));
    }
    fn undo(&mut self, direction: u8) {
        self.apply(direction ^ 1);
    }
}

/// Begins a search by one strategy.
type Begin<'s> = fn(&'s Slide, &Settings) -> Result<Stepper<'s, Slide>, UnmetNeeds>;

/// The outcome, the number of expansions and the lower bound of a search in slices of `slice` expansions.
fn search<'s>(space: &'s Slide, begin: Begin<'s>, slice: u64, nodes: Option<u64>) -> (Outcome<u8>, u64, Cost) {
    let mut budget = Budget::unlimited();
    let mut search = begin(space, &Settings::default()).expect("it fits");
    loop {
        let left = nodes.map_or(slice, |nodes| slice.min(nodes - budget.statistics().expanded));
        let step = search.advance(left, &mut budget);
        let expanded = budget.statistics().expanded;
        match step {
            Step::Ended(outcome) => return (outcome, expanded, budget.lower_bound()),
            Step::Paused if nodes == Some(expanded) => {
                let outcome = Outcome::Stopped { stop: Stop::Paused, lower_bound: 0 };
                return (outcome, expanded, budget.lower_bound());
            }
            Step::Paused => {}
        }
    }
}

#[test]
fn plans_expansions_and_bounds_are_the_same_in_place() {
    let (mut solved, mut exhausted) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut start = HOME;
        for _ in 0..random.below(40) {
            let gap = gap(&start);
            if let Some(cell) = target(gap, random.below(4) as u8) {
                start.swap(gap, cell);
            }
        }
        let unit_costs = random.below(2) == 0;
        let stuck = 5 + random.below(5) as u8;
        let space = |in_place| Slide { start, in_place, surcharge: 0, unit_costs, stuck };
        let (plain, in_place) = (space(false), space(true));
        let strategies: [(&str, Begin<'_>); 2] = [("idastar", Stepper::idastar), ("iddfs", Stepper::iddfs)];
        for (name, begin) in strategies.into_iter().take(1 + usize::from(unit_costs)) {
            let plain = search(&plain, begin, u64::MAX, Some(20_000));
            let slice = 1 + random.below(50) as u64;
            for slice in [u64::MAX, slice] {
                assert_eq!(search(&in_place, begin, slice, Some(20_000)), plain, "seed {seed}, {name}");
            }
            solved += u32::from(matches!(plain.0, Outcome::Solved { .. }));
            exhausted += u32::from(plain.0 == Outcome::Unsolvable);
        }
    }
    assert!(solved > 200 && exhausted > 5, "{solved} {exhausted}");
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "differs from `Space::expand`")]
fn debug_builds_notice_other_actions() {
    let space = Slide { start: [1, 2, 0, 3, 4, 5, 6, 7, 8], in_place: true, surcharge: 1, unit_costs: true, stuck: 9 };
    let _ = search(&space, Stepper::idastar, u64::MAX, None);
}
