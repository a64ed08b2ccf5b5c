//! Missile 4 without what only lurd is told: no width of the states, no pruning of moves. And the moves that
//! lurd prunes, as a table for a search that has no such ability.

use lurd::shifter::Packed;
use lurd::space::{DEAD_END, Guarantee, Heuristic, Space, Successors};

/// The space of `inner` with states of 64 bits, without move pruning.
pub struct Bare {
    inner: Packed,
    has_goal: bool,
}

impl Bare {
    pub fn new(inner: Packed) -> Self {
        Self { inner, has_goal: true }
    }

    /// The same without a goal: every state is visited.
    pub fn without_goal(inner: Packed) -> Self {
        Self { inner, has_goal: false }
    }
}

impl Space for Bare {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        self.inner.start()
    }
    fn is_goal(&self, state: &u64) -> bool {
        self.has_goal && self.inner.is_goal(state)
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        for (number, next) in (0..).zip(self.inner.successors(*state)) {
            children.push(next, number, 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for Bare {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &u64) -> u64 {
        self.inner.heuristic().map_or(0, |estimate| estimate.of(state))
    }
}

/// For each move, whether each other one is redundant after it.
pub fn redundant(space: &Packed) -> Vec<Vec<bool>> {
    let moves = |previous| {
        let mut children = Successors::default();
        space.expand(&space.start(), &mut children);
        if let (Some(previous), Some(pruning)) = (previous, space.move_pruning()) {
            pruning.prune(previous, &mut children);
        }
        children
    };
    let all = moves(None);
    let after = |previous: usize| {
        let children = moves(Some(all.action(previous)));
        (0..all.len()).map(|next| children.estimate(next) == DEAD_END).collect()
    };
    (0..all.len()).map(after).collect()
}
