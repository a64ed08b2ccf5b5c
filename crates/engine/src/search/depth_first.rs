//! What the depth-first searches share that change one state in place: the path, and the actions left to try on it.

use std::borrow::Borrow;

use super::open_list;
use crate::{
    budget::Budget,
    outcome::{Cost, Plan, Stop},
    space::{Actions, Choice, DEAD_END, InPlace, Space, Successors},
};

/// The path to the current state of `place`, and the actions left to try at each state of the path.
pub(super) struct InPlacePath<'s, S: Space, P> {
    space: &'s S,
    place: P,
    actions: Actions<S::Action>,
    /// The choices left of all states on the path, the next one last.
    left: Vec<Choice<S::Action>>,
    path: Vec<PathStep<S::Action>>,
    /// For each state on the path that was expanded, the number of choices left below its own.
    bases: Vec<usize>,
    /// The cost of the path.
    cost: Cost,
}

#[derive(Clone, Copy)]
struct PathStep<A> {
    action: A,
    cost: Cost,
}

impl<'s, S: Space, P: InPlace<S>> InPlacePath<'s, S, P> {
    /// The empty path, at the start of the space, which has not been expanded.
    pub(super) fn new(space: &'s S, mut place: P) -> Self {
        place.enter(space.start().borrow());
        let (actions, left) = (Actions::default(), Vec::new());
        Self { space, place, actions, left, path: Vec::new(), bases: Vec::new(), cost: 0 }
    }

    /// The cost of the path.
    #[inline]
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    /// The number of actions on the path.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Whether the current state has been expanded.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.bases.len() > self.path.len()
    }

    #[inline]
    pub(super) fn is_goal(&self) -> bool {
        self.place.is_goal()
    }

    /// Expands the current state. Those of its actions for which `keep` returns true are tried later, in their order.
    ///
    /// # Errors
    /// When the budget forbids the expansion, nothing has changed.
    #[inline]
    pub(super) fn expand(
        &mut self,
        budget: &mut Budget<'_>,
        mut keep: impl FnMut(&mut Budget<'_>, &Choice<S::Action>) -> bool,
    ) -> Result<(), Stop> {
        budget.expand()?;
        self.space.expanding(|| self.cost, true);
        let actions = &mut self.actions;
        actions.choices.clear();
        let previous = self.path.last().map(|step| step.action);
        self.place.actions(previous, actions);
        budget.generated(actions.choices.len());
        if cfg!(debug_assertions) {
            check(self.space, &self.place, previous, &actions.choices);
        }
        let base = self.left.len();
        open_list::push(&mut self.bases, base, budget)?;
        if self.left.capacity() - base < actions.choices.len() {
            open_list::reserve(&mut self.left, actions.choices.len(), budget)?;
        }
        // In reverse: the first one is tried first.
        for choice in actions.choices.iter().rev() {
            if keep(budget, choice) {
                self.left.push(*choice);
            }
        }
        Ok(())
    }

    /// Sorts the choices of the current state: those with the lowest estimates are tried first.
    #[inline]
    pub(super) fn sort(&mut self) {
        let base = self.bases.last().copied().unwrap_or(0);
        let choices = &mut self.left[base..];
        // An insertion sort from the end, for choices are few and in reverse order.
        for at in (0..choices.len().saturating_sub(1)).rev() {
            let mut here = at;
            while here + 1 < choices.len() && choices[here].estimate < choices[here + 1].estimate {
                choices.swap(here, here + 1);
                here += 1;
            }
        }
    }

    /// Applies the next choice of the current state. Returns false if none is left.
    #[inline]
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let base = self.bases.last().copied().unwrap_or(0);
        let Some(choice) = self.left[base..].last().copied() else { return Ok(false) };
        let step = PathStep { action: choice.action, cost: choice.cost };
        open_list::push(&mut self.path, step, budget)?;
        self.left.truncate(self.left.len() - 1);
        self.place.apply(choice.action);
        self.cost += choice.cost;
        Ok(true)
    }

    /// Goes back to the state before the current one, which has no choice left. Returns false at the start.
    #[inline]
    pub(super) fn retreat(&mut self) -> bool {
        self.bases.pop();
        self.leave()
    }

    /// Goes back to the state before the current one, which was not expanded. Returns false at the start.
    #[inline]
    pub(super) fn leave(&mut self) -> bool {
        let Some(step) = self.path.pop() else { return false };
        self.place.undo(step.action);
        self.cost -= step.cost;
        true
    }

    pub(super) fn plan(&self) -> Plan<S::Action> {
        Plan { actions: self.path.iter().map(|step| step.action).collect(), cost: self.cost }
    }
}

/// Compares the actions of the current state with those that the other methods of the space give.
fn check<S: Space>(space: &S, place: &impl InPlace<S>, previous: Option<S::Action>, choices: &[Choice<S::Action>]) {
    let state = place.state();
    let state = state.borrow();
    let mut children = Successors::<S>::default();
    space.expand(state, &mut children);
    if let (Some(pruning), Some(previous)) = (space.move_pruning(), previous) {
        pruning.prune(previous, &mut children);
    }
    let pruned: Vec<bool> = (0..children.len()).map(|index| children.estimate(index) == DEAD_END).collect();
    if let Some(heuristic) = space.heuristic() {
        heuristic.of_successors(state, &mut children);
    }
    let expected = (0..children.len()).filter(|&index| !pruned[index]).map(|index| Choice {
        action: children.action(index),
        cost: children.cost(index),
        estimate: children.estimate(index),
    });
    assert!(
        expected.eq(choices.iter().copied()),
        "`Space::in_place` differs from `Space::expand` at {:?}",
        place.state()
    );
    assert_eq!(place.is_goal(), space.is_goal(state), "`InPlace::is_goal` at {:?}", place.state());
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use super::*;
    use crate::{
        outcome::Outcome,
        search::{Settings, Step, Stepper, UnmetNeeds, random::Random},
        space::{Guarantee, Heuristic, MovePruning, Owned},
    };

    type Cells = [u8; 9];
    const HOME: Cells = [0, 1, 2, 3, 4, 5, 6, 7, 8];

    /// Sliding tiles on 3x3 cells. An action is a direction, in which the gap moves; `d ^ 1` is the opposite of `d`.
    struct Slide {
        start: Cells,
        in_place: bool,
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
                children.push(&next, direction, self.cost(state[cell]));
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
                actions.push(direction, self.space.cost(self.cells[cell]), self.space.of(&next));
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
            let space = |in_place| Slide { start, in_place, unit_costs, stuck };
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
        let space = Slide { start: [1, 2, 0, 3, 4, 5, 6, 7, 8], in_place: true, unit_costs: true, stuck: 9 };
        let mut actions = Actions::default();
        let board = Board { space: &space, cells: [1, 0, 2, 3, 4, 5, 6, 7, 8] };
        board.actions(None, &mut actions);
        check(&space, &board, Some(3), &actions.choices);
    }
}
