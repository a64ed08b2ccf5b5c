//! Searches whose expansions are recorded, of any space, without a line in its plug-in.
//!
//! States and actions are numbered, and what a strategy asks of the erased space is noted on the way.

use std::{cell::RefCell, collections::HashMap};

use super::erased::{Children, DynSpace, HeuristicKind};
use crate::{
    budget::{Budget, Child, Deadline, Expansion, Fate, MAX_EXPANSIONS, Task},
    outcome::{Cost, Stop},
    space::{DEAD_END, Guarantee, Mark, SearchDirection, Successors},
};

/// Texts of paths with so many actions in all are written even after the time limit.
const FEW_ACTIONS: usize = 10_000;

/// The expansions with the texts of their paths and actions, as in solutions. Each text takes as long as its path, and the
/// paths of a search deep in a large level are long: what is left after the deadline is left out.
fn with_texts(logged: Vec<Logged>, write: &dyn Fn(&[u64]) -> String, deadline: &Deadline) -> Vec<Expansion> {
    let mut written = 0;
    let mut paths: Vec<Option<Vec<u64>>> = Vec::with_capacity(logged.len());
    let mut expansions: Vec<Expansion> = Vec::with_capacity(logged.len());
    for Logged { mut expansion, action, actions_of_children } in logged {
        let mut path = match expansion.parent {
            _ if expansion.is_backward => None,
            None => Some(Vec::new()),
            Some(parent) => paths[parent].clone(),
        };
        let is_over = |written| written > FEW_ACTIONS && deadline.is_over();
        if is_over(written) {
            break;
        }
        if let Some(path) = &mut path {
            path.extend(action);
            let text = write(path);
            let before = expansion.parent.and_then(|parent| expansions[parent].solution.as_deref());
            if let Some(before) = before {
                expansion.action = Some(added(before, &text));
            }
            for (child, action) in expansion.children.iter_mut().zip(actions_of_children) {
                written += path.len() + 1;
                if is_over(written) {
                    return expansions;
                }
                path.push(action);
                child.action = added(&text, &write(path));
                path.pop();
            }
            expansion.solution = Some(text);
        }
        paths.push(path);
        expansions.push(expansion);
    }
    expansions
}

/// What a longer solution has behind a shorter one; all of it if it begins otherwise.
fn added(shorter: &str, longer: &str) -> String {
    longer.strip_prefix(shorter).unwrap_or(longer).trim_start_matches([',', ' ']).to_owned()
}

// The record of what a strategy does.

/// An expansion, with the numbers of the action that led to its state and of those that lead to its children.
struct Logged {
    expansion: Expansion,
    action: Option<u64>,
    actions_of_children: Vec<u64>,
}

/// About the bytes of a state in the tables of the log.
const BYTES_LOGGED: usize = 2 * (size_of::<(Reached, Cost)>() + size_of::<((Reached, Cost), (usize, u64))>());

/// A state in a search from the start or from the goals.
type Reached = (SearchDirection, u64);

#[derive(Default)]
struct Log {
    expansions: Vec<Logged>,
    /// Whether the strategy remembers the states that it has generated, and has one memory of them.
    stores: bool,
    /// The cost of the state that is about to be expanded, and whether the expansion counts.
    pending: Option<(Cost, bool)>,
    /// The lowest cost of each state.
    costs: HashMap<Reached, Cost>,
    /// Which expansion generated a state at a cost, and by which action.
    origins: HashMap<(Reached, Cost), (usize, u64)>,
    estimates: HashMap<u64, Cost>,
    /// What the rules had left out at the last count.
    rules: Vec<(&'static str, u64)>,
    /// The last expansion of each state.
    last: HashMap<Reached, usize>,
    /// The expansion whose children are being estimated, and the place of the first of them in the buffer.
    present: Option<(usize, usize)>,
    /// About the bytes of the expansions.
    bytes: u64,
}

impl Log {
    /// Adds the expansion of a state at that cost, whose children begin at `first`. What was expanded again gets the
    /// children that were left out before.
    fn add(
        &mut self,
        space: &dyn DynSpace<u64>,
        (reached, cost, is_counted): (Reached, Cost, bool),
        (children, first): (&Children<'_, u64>, usize),
    ) {
        self.present = None;
        if self.expansions.len() == MAX_EXPANSIONS {
            return;
        }
        let cost = if cost == Cost::MAX { self.costs.get(&reached).copied().unwrap_or(0) } else { cost };
        self.costs.entry(reached).or_insert(cost);
        let again = self.last.get(&reached).copied().filter(|_| !is_counted);
        let index = again.unwrap_or(self.expansions.len());
        if again.is_none() {
            self.present = Some((index, first));
            self.expansions.push(self.logged(space, reached, cost));
            self.last.insert(reached, index);
        }
        let mut found = std::mem::take(&mut self.expansions[index].expansion.children);
        let before = found.len();
        for place in first..children.len() {
            let (state, action) = (*children.state(place), children.action(place));
            let cost = cost.saturating_add(children.cost(place));
            if found[..before].iter().any(|child| (child.state, child.cost) == (state, cost)) {
                continue;
            }
            let child = (reached.0, state);
            let fate = match self.costs.get(&child) {
                None => Fate::New,
                Some(&known) if cost < known => Fate::Cheaper,
                Some(_) => Fate::Known,
            };
            if fate != Fate::Known {
                self.costs.insert(child, cost);
            }
            if fate != Fate::Known || !self.stores {
                self.origins.insert((child, cost), (index, action));
            }
            let estimate = self.estimates.get(&state).copied();
            self.expansions[index].actions_of_children.push(action);
            // With the text of the action, and twice because lists double.
            self.bytes += (2 * (size_of::<Child>() + size_of::<[u64; 4]>()) + BYTES_LOGGED) as u64;
            found.push(Child { state, action: space.action_text(action), cost, estimate, fate });
        }
        let expansion = &mut self.expansions[index].expansion;
        expansion.children = found;
        self.count_rules(index, space.left_out());
    }

    /// Adds what the rules have left out since the last count to an expansion.
    fn count_rules(&mut self, index: usize, now: Vec<(&'static str, u64)>) {
        let sums = &mut self.expansions[index].expansion.left_out;
        for &(name, count) in &now {
            let before = self.rules.iter().find(|rule| rule.0 == name).map_or(0, |rule| rule.1);
            match sums.iter_mut().find(|sum| sum.0 == name) {
                _ if count == before => {}
                Some(sum) => sum.1 += count - before,
                None => sums.push((name, count - before)),
            }
        }
        self.rules = now;
    }

    fn logged(&self, space: &dyn DynSpace<u64>, reached: Reached, cost: Cost) -> Logged {
        let origin = self.origins.get(&(reached, cost));
        let action = origin.map(|&(_, action)| action);
        let expansion = Expansion {
            state: reached.1,
            is_backward: reached.0 == SearchDirection::Backward,
            parent: origin.map(|&(parent, _)| parent),
            action: action.map(|action| space.action_text(action)),
            cost,
            estimate: self.estimates.get(&reached.1).copied(),
            depth: origin.map_or(0, |&(parent, _)| self.expansions[parent].expansion.depth + 1),
            children: Vec::new(),
            left_out: Vec::new(),
            solution: None,
        };
        Logged { expansion, action, actions_of_children: Vec::new() }
    }

    /// Marks the children of the present expansion that are dead, and takes over the estimates of the others.
    fn judge_dead(&mut self, children: &Children<'_, u64>, rules: Vec<(&'static str, u64)>) {
        self.judge(children, Fate::Dead);
        if let Some((index, _)) = self.present {
            self.count_rules(index, rules);
        }
    }

    /// Marks the children of the present expansion that `children` says are removed, and takes over their estimates.
    fn judge(&mut self, children: &Children<'_, u64>, fate: Fate) {
        let Some((index, first)) = self.present else { return };
        for (place, child) in (first..children.len()).zip(&mut self.expansions[index].expansion.children) {
            match children.estimate(place) {
                DEAD_END if matches!(child.fate, Fate::New | Fate::Cheaper) => child.fate = fate,
                DEAD_END => {}
                estimate if fate == Fate::Dead => {
                    child.estimate = Some(estimate);
                    self.estimates.insert(child.state, estimate);
                }
                _ => {}
            }
        }
    }
}

/// A space that records its expansions.
pub(super) struct Traced<'a> {
    space: &'a dyn DynSpace<u64>,
    log: RefCell<Log>,
}

impl<'a> Traced<'a> {
    /// Records the expansions of a strategy that `stores` the states that it has visited, or does not.
    pub(super) fn new(space: &'a dyn DynSpace<u64>, stores: bool) -> Self {
        Self { space, log: RefCell::new(Log { stores, ..Log::default() }) }
    }

    /// Adds the recorded expansions to the budget. `write` turns the actions of a path into the text of a solution.
    pub(super) fn finish(self, write: &dyn Fn(&[u64]) -> String, budget: &mut Budget<'_>) {
        budget.add_expansions(with_texts(self.log.into_inner().expansions, write, &budget.deadline()));
    }

    /// Generates the children of a state, and records that if it is an expansion.
    fn generate(
        &self,
        reached: Reached,
        children: &mut Children<'_, u64>,
        generate: impl FnOnce(&mut Children<'_, u64>) -> Cost,
    ) -> Cost {
        let Some((cost, is_counted)) = self.log.borrow_mut().pending.take() else { return generate(children) };
        let log = || self.log.borrow_mut();
        log().rules = self.space.left_out();
        let first = children.len();
        let left_out = generate(children);
        let before = log().bytes;
        log().add(self.space, (reached, cost, is_counted), (children, first));
        children.remember(log().bytes - before);
        left_out
    }
}

impl DynSpace<u64> for Traced<'_> {
    fn start(&self) -> u64 {
        self.space.start()
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, state: &u64, left: Cost, children: &mut Children<'_, u64>) -> Cost {
        self.generate((SearchDirection::Forward, *state), children, |children| self.space.expand(state, left, children))
    }

    fn expanding(&self, cost: Cost, is_counted: bool) {
        self.log.borrow_mut().pending = Some((cost, is_counted));
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.space.left_out()
    }

    fn unit_costs(&self) -> bool {
        self.space.unit_costs()
    }

    fn cost_parity(&self) -> Option<Cost> {
        self.space.cost_parity()
    }

    fn state_bits(&self) -> u32 {
        u64::BITS
    }

    fn guarantee(&self, kind: HeuristicKind) -> Option<Guarantee> {
        self.space.guarantee(kind)
    }

    fn estimate(&self, kind: HeuristicKind, state: &u64) -> Cost {
        let estimate = self.space.estimate(kind, state);
        self.log.borrow_mut().estimates.insert(*state, estimate);
        estimate
    }

    fn improved(&self, kind: HeuristicKind, state: &u64, estimate: Cost) -> Option<Cost> {
        let better = self.space.improved(kind, state, estimate)?;
        self.log.borrow_mut().estimates.insert(*state, better);
        Some(better)
    }

    fn estimate_successors(&self, kind: HeuristicKind, parent: &u64, children: &mut Children<'_, u64>) {
        // What is removed already was removed by the strategy.
        self.log.borrow_mut().judge(children, Fate::Redundant);
        self.space.estimate_successors(kind, parent, children);
        self.log.borrow_mut().judge_dead(children, self.space.left_out());
    }

    fn has_backward(&self) -> bool {
        self.space.has_backward()
    }

    fn goal_states(&self) -> Vec<u64> {
        self.space.goal_states()
    }

    fn predecessors(&self, state: &u64, left: Option<Cost>, children: &mut Children<'_, u64>) {
        self.generate((SearchDirection::Backward, *state), children, |children| {
            self.space.predecessors(state, left, children);
            Cost::MAX
        });
    }

    fn has_move_pruning(&self) -> bool {
        self.space.has_move_pruning()
    }

    fn prune(&self, previous: u64, children: &mut Children<'_, u64>) {
        self.space.prune(previous, children);
        self.log.borrow_mut().judge(children, Fate::Redundant);
    }

    fn has_features(&self) -> bool {
        self.space.has_features()
    }

    fn mark(&self, state: &u64) -> Mark {
        self.space.mark(state)
    }

    fn annotate(&self, parent: &u64, here: Mark, children: &mut Children<'_, u64>, marks: &mut [Mark]) {
        // What is removed already is known.
        self.log.borrow_mut().judge(children, Fate::Known);
        self.space.annotate(parent, here, children, marks);
        self.log.borrow_mut().judge_dead(children, self.space.left_out());
    }

    fn milestone(&self, state: &u64) -> Option<Task> {
        self.space.milestone(state)
    }

    fn prove_dead(&self, state: &u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let is_dead = self.space.prove_dead(state, budget)?;
        if is_dead {
            let mut none = Successors::default();
            self.generate((SearchDirection::Forward, *state), &mut none, |_| Cost::MAX);
        }
        Ok(is_dead)
    }

    fn action_text(&self, number: u64) -> String {
        self.space.action_text(number)
    }
}
