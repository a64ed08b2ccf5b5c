//! Searches whose expansions are recorded, of any space, without a line in its plug-in.
//!
//! States and actions are numbered, and the strategies search the numbers. So they are compiled once for this, not once
//! for each space, and a search that is not recorded has nothing to do with it.

use std::{
    borrow::Borrow,
    cell::{Cell, RefCell},
    collections::HashMap,
};

use indexmap::IndexSet;
use lurd_engine::{
    budget::{Budget, Child, Deadline, Expansion, Fate, MAX_EXPANSIONS, Task},
    outcome::{Cost, Outcome, Plan, Proof, Stop},
    search::{Searched, Settings, Step, Stepper, Strategy, UnmetNeeds},
    space::{
        Backward, DEAD_END, Features, Guarantee, Heuristic, Mark, MovePruning, Owned, SearchDirection, Space, State,
        StateList, Successors,
    },
};

/// Searches `space` by `strategy` as [`Stepper::finish`] does, and adds each expansion to the budget. `write` turns the
/// actions of a path into the text of a solution. Returns the outcome and the strategy that ran.
///
/// # Errors
/// The needs of the strategy that `space` does not meet.
pub(crate) fn run<S: Searched>(
    space: &S,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
    write: &dyn Fn(&[S::Action]) -> String,
) -> Result<(Outcome<S::Action>, Strategy), UnmetNeeds> {
    let numbers = Numbers::new(space);
    let log = RefCell::new(Log { stores: strategy.row().stores, ..Log::default() });
    let traced = Traced::new(&numbers, &log);
    let mut search = Stepper::new(&traced, strategy, &Settings { threads: 1, ..*settings })?;
    let mut charged = 0;
    let outcome = loop {
        if let Step::Ended(outcome) = search.advance(SLICE, budget) {
            break outcome;
        }
        let bytes = numbers.bytes.get() + log.borrow().bytes;
        if let Err(stop) = budget.grow(bytes - charged) {
            let lower_bound = search.lower_bound().max(budget.lower_bound());
            break match search.best() {
                Some(plan) => Outcome::Solved { plan, proof: Proof::Nothing, lower_bound, stopped: Some(stop) },
                None => Outcome::Stopped { stop, lower_bound },
            };
        }
        charged = bytes;
    };
    let ran = search.strategy();
    drop(search);
    let actions = numbers.actions.borrow();
    budget.add_expansions(with_texts(log.take().expansions, &actions, write, &budget.deadline()));
    Ok((outcome_of(outcome, &actions), ran))
}

/// The record is charged to the budget after so many expansions.
const SLICE: u64 = 64;
/// The texts of paths with so many actions in all are written even after the time limit.
const FEW_ACTIONS: usize = 10_000;

/// The expansions with the texts of their paths and actions, as in solutions. Each text takes as long as its path, and the
/// paths of a search deep in a large level are long: what is left after the deadline is left out.
fn with_texts<A: Copy>(
    logged: Vec<Logged>,
    actions: &[A],
    write: &dyn Fn(&[A]) -> String,
    deadline: &Deadline,
) -> Vec<Expansion> {
    let mut written = 0;
    let mut paths: Vec<Option<Vec<A>>> = Vec::with_capacity(logged.len());
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
            path.extend(action.map(|action| actions[action as usize]));
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
                path.push(actions[action as usize]);
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

/// The outcome with the actions that the numbers stand for.
fn outcome_of<A: Copy>(outcome: Outcome<u32>, actions: &[A]) -> Outcome<A> {
    match outcome {
        Outcome::Solved { plan, proof, lower_bound, stopped } => {
            let path = plan.actions.iter().map(|&action| actions[action as usize]).collect();
            Outcome::Solved { plan: Plan { actions: path, cost: plan.cost }, proof, lower_bound, stopped }
        }
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped { stop, lower_bound } => Outcome::Stopped { stop, lower_bound },
    }
}

// States and actions as numbers.

/// Whether a heuristic estimates the cost or rates states.
#[derive(Clone, Copy)]
enum HeuristicKind {
    Estimate,
    Rate,
}

/// A space whose states and actions are numbers.
trait Numbered {
    fn start(&self) -> u64;
    fn is_goal(&self, state: u64) -> bool;
    fn expand(&self, state: u64, left: Cost, children: &mut Successors<Traced<'_>>) -> Cost;
    fn unit_costs(&self) -> bool;
    fn cost_parity(&self) -> Option<Cost>;
    /// The number of successors that each rule has left out so far.
    fn left_out(&self) -> Vec<(&'static str, u64)>;
    /// The text of an action.
    fn action_text(&self, action: u32) -> String;
    /// The guarantee of an estimate; `None` if there is no such estimate.
    fn guarantee(&self, kind: HeuristicKind) -> Option<Guarantee>;
    fn estimate(&self, kind: HeuristicKind, state: u64) -> Cost;
    fn improved(&self, kind: HeuristicKind, state: u64, estimate: Cost) -> Option<Cost>;
    fn estimate_successors(&self, kind: HeuristicKind, parent: u64, children: &mut Successors<Traced<'_>>);
    fn has_backward(&self) -> bool;
    fn goal_states(&self) -> Vec<u64>;
    fn predecessors(&self, state: u64, left: Cost, children: &mut Successors<Traced<'_>>);
    fn has_move_pruning(&self) -> bool;
    fn prune(&self, previous: u32, children: &mut Successors<Traced<'_>>);
    fn has_features(&self) -> bool;
    fn mark(&self, state: u64) -> Mark;
    fn annotate(&self, parent: u64, here: Mark, children: &mut Successors<Traced<'_>>, marks: &mut [Mark]);
    fn milestone(&self, state: u64) -> Option<Task>;
    fn prove_dead(&self, state: u64, budget: &mut Budget<'_>) -> Result<bool, Stop>;
}

/// The numbers of the states and actions of a space, in the order in which they were met.
struct Numbers<'s, S: Space> {
    space: &'s S,
    states: RefCell<IndexSet<Owned<S>>>,
    actions: RefCell<Vec<S::Action>>,
    /// About the bytes of all states.
    bytes: Cell<u64>,
}

impl<'s, S: Space> Numbers<'s, S> {
    fn new(space: &'s S) -> Self {
        Self { space, states: RefCell::default(), actions: RefCell::default(), bytes: Cell::new(0) }
    }

    fn number(&self, state: &S::State) -> u64 {
        let mut states = self.states.borrow_mut();
        if let Some(known) = states.get_index_of(state) {
            return known as u64;
        }
        // With its place in the table, and what the log remembers of it.
        let bytes = state.heap_bytes() + (size_of::<Owned<S>>() + size_of::<[u64; 3]>() + BYTES_LOGGED) as u64;
        self.bytes.set(self.bytes.get() + bytes);
        states.insert_full(state.to_owned()).0 as u64
    }

    #[expect(clippy::cast_possible_truncation, reason = "states in memory")]
    fn state(&self, number: u64) -> Owned<S> {
        self.states.borrow()[number as usize].clone()
    }

    #[expect(clippy::cast_possible_truncation, reason = "far fewer actions than states")]
    fn action_number(&self, action: S::Action) -> u32 {
        let mut actions = self.actions.borrow_mut();
        let known = actions.iter().position(|it| *it == action);
        known.unwrap_or_else(|| {
            actions.push(action);
            actions.len() - 1
        }) as u32
    }

    /// Appends successors of the space to numbered ones.
    fn append(&self, found: &Successors<S>, children: &mut Successors<Traced<'_>>) {
        for index in 0..found.len() {
            let (state, action) = (self.number(found.state(index)), self.action_number(found.action(index)));
            children.push(&state, action, found.cost(index));
        }
    }

    /// Calls `change` with the successors that the numbers stand for, and takes over the estimates that it sets.
    fn changed(&self, children: &mut Successors<Traced<'_>>, change: impl FnOnce(&mut Successors<S>)) {
        let mut meant = Successors::default();
        for index in 0..children.len() {
            let state = self.state(*children.state(index));
            let action = self.actions.borrow()[children.action(index) as usize];
            meant.push(state.borrow(), action, children.cost(index));
            // Of a dead child, and of a pruned one, this is `DEAD_END`.
            meant.set_estimate(index, children.estimate(index));
        }
        change(&mut meant);
        for index in 0..children.len() {
            children.set_estimate(index, meant.estimate(index));
        }
    }

    fn heuristic(&self, kind: HeuristicKind) -> Option<&dyn Heuristic<S>> {
        match kind {
            HeuristicKind::Estimate => self.space.heuristic(),
            HeuristicKind::Rate => self.space.rate(),
        }
    }

    fn known_heuristic(&self, kind: HeuristicKind) -> &dyn Heuristic<S> {
        self.heuristic(kind).expect("asked only if there is one")
    }

    fn features(&self) -> &dyn Features<S> {
        self.space.featured().expect("asked only if there are some")
    }
}

impl<S: Space> Numbered for Numbers<'_, S> {
    fn start(&self) -> u64 {
        self.number(self.space.start().borrow())
    }

    fn is_goal(&self, state: u64) -> bool {
        self.space.is_goal(self.state(state).borrow())
    }

    fn expand(&self, state: u64, left: Cost, children: &mut Successors<Traced<'_>>) -> Cost {
        let mut found = Successors::default();
        let left_out = self.space.expand_within(self.state(state).borrow(), left, &mut found);
        self.append(&found, children);
        left_out
    }

    fn unit_costs(&self) -> bool {
        self.space.unit_costs()
    }

    fn cost_parity(&self) -> Option<Cost> {
        self.space.cost_parity()
    }

    fn left_out(&self) -> Vec<(&'static str, u64)> {
        self.space.left_out()
    }

    fn action_text(&self, action: u32) -> String {
        format!("{:?}", self.actions.borrow()[action as usize])
    }

    fn guarantee(&self, kind: HeuristicKind) -> Option<Guarantee> {
        self.heuristic(kind).map(Heuristic::guarantee)
    }

    fn estimate(&self, kind: HeuristicKind, state: u64) -> Cost {
        self.known_heuristic(kind).of(self.state(state).borrow())
    }

    fn improved(&self, kind: HeuristicKind, state: u64, estimate: Cost) -> Option<Cost> {
        self.known_heuristic(kind).improved(self.state(state).borrow(), estimate)
    }

    fn estimate_successors(&self, kind: HeuristicKind, parent: u64, children: &mut Successors<Traced<'_>>) {
        let parent = self.state(parent);
        self.changed(children, |meant| self.known_heuristic(kind).of_successors(parent.borrow(), meant));
    }

    fn has_backward(&self) -> bool {
        self.space.backward().is_some()
    }

    fn goal_states(&self) -> Vec<u64> {
        let mut goals = <S::State as State>::List::default();
        if let Some(backward) = self.space.backward() {
            backward.goal_states(&mut goals);
        }
        (0..goals.count()).map(|index| self.number(goals.state(index))).collect()
    }

    fn predecessors(&self, state: u64, left: Cost, children: &mut Successors<Traced<'_>>) {
        let Some(backward) = self.space.backward() else { return };
        let mut found = Successors::default();
        backward.predecessors_within(self.state(state).borrow(), left, &mut found);
        self.append(&found, children);
    }

    fn has_move_pruning(&self) -> bool {
        self.space.move_pruning().is_some()
    }

    fn prune(&self, previous: u32, children: &mut Successors<Traced<'_>>) {
        let Some(pruning) = self.space.move_pruning() else { return };
        let previous = self.actions.borrow()[previous as usize];
        self.changed(children, |meant| pruning.prune(previous, meant));
    }

    fn has_features(&self) -> bool {
        self.space.featured().is_some()
    }

    fn mark(&self, state: u64) -> Mark {
        self.features().mark(self.state(state).borrow())
    }

    fn annotate(&self, parent: u64, here: Mark, children: &mut Successors<Traced<'_>>, marks: &mut [Mark]) {
        let parent = self.state(parent);
        self.changed(children, |meant| self.features().annotate(parent.borrow(), here, meant, marks));
    }

    fn milestone(&self, state: u64) -> Option<Task> {
        self.features().milestone(self.state(state).borrow())
    }

    fn prove_dead(&self, state: u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        self.features().prove_dead(self.state(state).borrow(), budget)
    }
}

// The record of what a strategy does.

/// An expansion, with the numbers of the action that led to its state and of those that lead to its children.
struct Logged {
    expansion: Expansion,
    action: Option<u32>,
    actions_of_children: Vec<u32>,
}

/// About the bytes of a state in the tables of the log.
const BYTES_LOGGED: usize = 2 * (size_of::<(Reached, Cost)>() + size_of::<((Reached, Cost), (usize, u32))>());

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
    origins: HashMap<(Reached, Cost), (usize, u32)>,
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
        space: &dyn Numbered,
        (reached, cost, is_counted): (Reached, Cost, bool),
        (children, first): (&Successors<Traced<'_>>, usize),
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
            self.bytes += 2 * (size_of::<Child>() + size_of::<[u64; 4]>()) as u64;
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

    fn logged(&self, space: &dyn Numbered, reached: Reached, cost: Cost) -> Logged {
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
    fn judge_dead(&mut self, children: &Successors<Traced<'_>>, rules: Vec<(&'static str, u64)>) {
        self.judge(children, Fate::Dead);
        if let Some((index, _)) = self.present {
            self.count_rules(index, rules);
        }
    }

    /// Marks the children of the present expansion that `children` says are removed, and takes over their estimates.
    fn judge(&mut self, children: &Successors<Traced<'_>>, fate: Fate) {
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
struct Traced<'a> {
    own: Shared<'a>,
    estimate: Option<Estimates<'a>>,
    rate: Option<Estimates<'a>>,
    backward: Option<Shared<'a>>,
    pruning: Option<Shared<'a>>,
    features: Option<Shared<'a>>,
}

/// What the abilities of a traced space have in common.
#[derive(Clone, Copy)]
struct Shared<'a> {
    space: &'a dyn Numbered,
    log: &'a RefCell<Log>,
}

impl Shared<'_> {
    /// Generates the children of a state, and records that if it is an expansion.
    fn generate(
        self,
        reached: Reached,
        children: &mut Successors<Traced<'_>>,
        generate: impl FnOnce(&mut Successors<Traced<'_>>) -> Cost,
    ) -> Cost {
        let Some((cost, is_counted)) = self.log.borrow_mut().pending.take() else { return generate(children) };
        self.log.borrow_mut().rules = self.space.left_out();
        let first = children.len();
        let left_out = generate(children);
        self.log.borrow_mut().add(self.space, (reached, cost, is_counted), (children, first));
        left_out
    }
}

impl<'a> Traced<'a> {
    fn new(space: &'a dyn Numbered, log: &'a RefCell<Log>) -> Self {
        let own = Shared { space, log };
        let estimates = |kind| space.guarantee(kind).map(|guarantee| Estimates { own, kind, guarantee });
        Self {
            own,
            estimate: estimates(HeuristicKind::Estimate),
            rate: estimates(HeuristicKind::Rate),
            backward: space.has_backward().then_some(own),
            pruning: space.has_move_pruning().then_some(own),
            features: space.has_features().then_some(own),
        }
    }
}

impl Space for Traced<'_> {
    type State = u64;
    type Action = u32;

    fn start(&self) -> u64 {
        self.own.space.start()
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.own.space.is_goal(*state)
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        self.expand_within(state, Cost::MAX, children);
    }

    fn expand_within(&self, state: &u64, left: Cost, children: &mut Successors<Self>) -> Cost {
        let space = self.own.space;
        self.own.generate((SearchDirection::Forward, *state), children, |children| space.expand(*state, left, children))
    }

    fn expanding(&self, cost: impl FnOnce() -> Cost, is_counted: bool) {
        self.own.log.borrow_mut().pending = Some((cost(), is_counted));
    }

    fn unit_costs(&self) -> bool {
        self.own.space.unit_costs()
    }

    fn cost_parity(&self) -> Option<Cost> {
        self.own.space.cost_parity()
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        self.estimate.as_ref().map(|it| it as _)
    }

    fn rate(&self) -> Option<&dyn Heuristic<Self>> {
        self.rate.as_ref().map(|it| it as _)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        self.backward.as_ref().map(|it| it as _)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        self.pruning.as_ref().map(|it| it as _)
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        self.features.as_ref().map(|it| it as _)
    }
}

/// One of the estimates of a traced space.
struct Estimates<'a> {
    own: Shared<'a>,
    kind: HeuristicKind,
    guarantee: Guarantee,
}

impl<'a> Heuristic<Traced<'a>> for Estimates<'a> {
    fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    fn of(&self, state: &u64) -> Cost {
        let estimate = self.own.space.estimate(self.kind, *state);
        self.own.log.borrow_mut().estimates.insert(*state, estimate);
        estimate
    }

    fn improved(&self, state: &u64, estimate: Cost) -> Option<Cost> {
        let better = self.own.space.improved(self.kind, *state, estimate)?;
        self.own.log.borrow_mut().estimates.insert(*state, better);
        Some(better)
    }

    fn of_successors(&self, parent: &u64, children: &mut Successors<Traced<'a>>) {
        // What is removed already was removed by the strategy.
        self.own.log.borrow_mut().judge(children, Fate::Redundant);
        self.own.space.estimate_successors(self.kind, *parent, children);
        self.own.log.borrow_mut().judge_dead(children, self.own.space.left_out());
    }
}

impl<'a> Backward<Traced<'a>> for Shared<'a> {
    fn goal_states(&self, goals: &mut Vec<u64>) {
        goals.extend(self.space.goal_states());
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Traced<'a>>) {
        self.predecessors_within(state, Cost::MAX, children);
    }

    fn predecessors_within(&self, state: &u64, left: Cost, children: &mut Successors<Traced<'a>>) {
        self.generate((SearchDirection::Backward, *state), children, |children| {
            self.space.predecessors(*state, left, children);
            Cost::MAX
        });
    }
}

impl<'a> MovePruning<Traced<'a>> for Shared<'a> {
    fn prune(&self, previous: u32, children: &mut Successors<Traced<'a>>) {
        self.space.prune(previous, children);
        self.log.borrow_mut().judge(children, Fate::Redundant);
    }
}

impl<'a> Features<Traced<'a>> for Shared<'a> {
    fn mark(&self, state: &u64) -> Mark {
        self.space.mark(*state)
    }

    fn annotate(&self, parent: &u64, here: Mark, children: &mut Successors<Traced<'a>>, marks: &mut [Mark]) {
        // What is removed already is known.
        self.log.borrow_mut().judge(children, Fate::Known);
        self.space.annotate(*parent, here, children, marks);
        self.log.borrow_mut().judge_dead(children, self.space.left_out());
    }

    fn milestone(&self, state: &u64) -> Option<Task> {
        self.space.milestone(*state)
    }

    fn prove_dead(&self, state: &u64, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let is_dead = self.space.prove_dead(*state, budget)?;
        if is_dead {
            let mut none = Successors::default();
            self.generate((SearchDirection::Forward, *state), &mut none, |_| Cost::MAX);
        }
        Ok(is_dead)
    }
}
