//! The record of the expansions of a search, of any space, without a line in its plug-in. An [erased](super::erased) space
//! keeps it; states are numbered in it, and actions are the numbers of that space.

use std::collections::HashMap;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::{
    budget::{Child, Deadline, Expansion, Fate, MAX_EXPANSIONS},
    outcome::Cost,
    space::{DEAD_END, SearchDirection, Space, State, Successors},
};

/// Texts of paths with so many actions in all are written even after the time limit.
const FEW_ACTIONS: usize = 10_000;

/// What a longer solution has behind a shorter one; all of it if it begins otherwise.
fn added(shorter: &str, longer: &str) -> String {
    longer.strip_prefix(shorter).unwrap_or(longer).trim_start_matches([',', ' ']).to_owned()
}

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

/// The expansions of a search so far.
pub struct Log<K: State + ?Sized> {
    expansions: Vec<Logged>,
    /// Whether the strategy remembers the states that it has generated, and has one memory of them.
    stores: bool,
    /// The states, by number.
    states: IndexSet<K::Owned, FxBuildHasher>,
    /// The cost of the state that is about to be expanded, and whether the expansion counts.
    pub(super) pending: Option<(Cost, bool)>,
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
}

impl<K: State + ?Sized> Log<K> {
    /// Records the expansions of a strategy that `stores` the states that it has visited, or does not.
    pub(super) fn new(stores: bool) -> Self {
        Self {
            expansions: Vec::new(),
            stores,
            states: IndexSet::default(),
            pending: None,
            costs: HashMap::new(),
            origins: HashMap::new(),
            estimates: HashMap::new(),
            rules: Vec::new(),
            last: HashMap::new(),
            present: None,
        }
    }

    /// The number of a state.
    pub(super) fn number(&mut self, state: &K) -> u64 {
        let known = self.states.get_index_of(state);
        known.unwrap_or_else(|| self.states.insert_full(state.to_owned()).0) as u64
    }

    /// Takes note of the estimate of a state.
    pub(super) fn estimated(&mut self, state: &K, estimate: Cost) {
        let number = self.number(state);
        self.estimates.insert(number, estimate);
    }

    /// Whether the successors that are generated next are those of an expansion; if so, given what the rules have left out
    /// so far.
    pub(super) fn begin(&mut self, rules: impl FnOnce() -> Vec<(&'static str, u64)>) -> bool {
        if self.pending.is_some() {
            self.rules = rules();
        }
        self.pending.is_some()
    }

    /// Adds the expansion of a state that was pending, whose children begin at `first`. What was expanded again gets the
    /// children that were left out before. Returns about the bytes that it takes.
    pub(super) fn add<S: Space<State = K, Action = u64>>(
        &mut self,
        (direction, state): (SearchDirection, &K),
        (children, first): (&Successors<S>, usize),
        rules: Vec<(&'static str, u64)>,
        text: &dyn Fn(u64) -> String,
    ) -> u64 {
        self.present = None;
        let Some((cost, is_counted)) = self.pending.take().filter(|_| self.expansions.len() < MAX_EXPANSIONS) else {
            return 0;
        };
        let reached = (direction, self.number(state));
        let cost = if cost == Cost::MAX { self.costs.get(&reached).copied().unwrap_or(0) } else { cost };
        self.costs.entry(reached).or_insert(cost);
        let again = self.last.get(&reached).copied().filter(|_| !is_counted);
        let index = again.unwrap_or(self.expansions.len());
        if again.is_none() {
            self.present = Some((index, first));
            self.expansions.push(self.logged(reached, cost, text));
            self.last.insert(reached, index);
        }
        let mut found = std::mem::take(&mut self.expansions[index].expansion.children);
        let (before, mut bytes) = (found.len(), 0);
        for place in first..children.len() {
            let (state, action) = (self.number(children.state(place)), children.action(place));
            let cost = cost.saturating_add(children.cost(place));
            if found[..before].iter().any(|child| (child.state, child.cost) == (state, cost)) {
                continue;
            }
            let child = (direction, state);
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
            let owned = size_of::<K::Owned>() as u64 + children.state(place).heap_bytes();
            bytes += (2 * (size_of::<Child>() + size_of::<[u64; 4]>()) + BYTES_LOGGED) as u64 + 2 * owned;
            found.push(Child { state, action: text(action), cost, estimate, fate });
        }
        self.expansions[index].expansion.children = found;
        self.count_rules(index, rules);
        bytes
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

    fn logged(&self, reached: Reached, cost: Cost, text: &dyn Fn(u64) -> String) -> Logged {
        let origin = self.origins.get(&(reached, cost));
        let action = origin.map(|&(_, action)| action);
        let expansion = Expansion {
            state: reached.1,
            is_backward: reached.0 == SearchDirection::Backward,
            parent: origin.map(|&(parent, _)| parent),
            action: action.map(text),
            cost,
            estimate: self.estimates.get(&reached.1).copied(),
            depth: origin.map_or(0, |&(parent, _)| self.expansions[parent].expansion.depth + 1),
            children: Vec::new(),
            left_out: Vec::new(),
            solution: None,
        };
        Logged { expansion, action, actions_of_children: Vec::new() }
    }

    /// Marks the children of the present expansion that `children` says are removed, and takes over their estimates. `rules`
    /// is what the rules have left out so far, if they were asked.
    pub(super) fn judge<S: Space<State = K, Action = u64>>(
        &mut self,
        children: &Successors<S>,
        fate: Fate,
        rules: Option<Vec<(&'static str, u64)>>,
    ) {
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
        if let Some(rules) = rules {
            self.count_rules(index, rules);
        }
    }

    /// The expansions with the texts of their paths and actions, as in solutions. Each text takes as long as its path, and the
    /// paths of a search deep in a large level are long: what is left after the deadline is left out.
    pub(super) fn with_texts(self, write: &dyn Fn(&[u64]) -> String, deadline: &Deadline) -> Vec<Expansion> {
        let mut written = 0;
        let mut paths: Vec<Option<Vec<u64>>> = Vec::with_capacity(self.expansions.len());
        let mut expansions: Vec<Expansion> = Vec::with_capacity(self.expansions.len());
        for Logged { mut expansion, action, actions_of_children } in self.expansions {
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
}
