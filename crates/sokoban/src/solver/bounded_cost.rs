//! A solution of at most a given cost: bounded-cost search of macro pushes.
//!
//! Where the lower bound of A\* has come to the optimum, only a solution of that cost is missing for the proof, and A\*, which
//! expands the position with the lowest estimate first, may fill its last layer without coming to one. This search leaves out
//! the same positions, those whose cost so far plus lower bound exceeds the limit, and visits the others in the order of
//! feature-space search: the cells of a feature space take turns, every other turn is that of the cell of the best position so
//! far, and the macro pushes that are recommended come first.
//!
//! The features are those along a random packing plan. The effort of such a search varies much from run to run, so there are
//! many runs, most of them short, each with another plan and other random ties, as in the random attempts of the default
//! search (Gomes, Selman & Kautz, *Boosting combinatorial search through randomization*, 1998), or with the order in which a
//! known solution brings boxes to goals. With the boxes on goals and the regions of the floor as features, it finds far fewer
//! solutions.
//!
//! It makes no claim but its solution. Whether that is optimal follows from the lower bound alone.
//!
//! Sources: bounded-cost search is the problem of Stern, Puzis & Felner, *Potential search: a bounded-cost search algorithm*,
//! 2011; cells and their turns are those of Shoham & Schaeffer, *The FESS algorithm*, 2020.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    hash::{Hash, Hasher},
    ops::Bound,
};

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Stop},
    space::{DEAD_END, Heuristic, Mark, Space, Successors},
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::configurations::RANDOM_CONFIGS;
use crate::{
    board::{Board, Cell},
    fess::{LevelAnalysis, PackingFeatures, PackingPlan, find_plan},
    spaces::{MacroPush, MacroPushSpace, PushSpace},
    state::Push,
};

/// The successors of this search that take as long as one expansion of A\* usually does. Its expansions have 20 to 120
/// successors, and take time accordingly.
const SUCCESSORS_PER_EFFORT: u64 = 16;

/// The expansions of the shortest runs. The others are longer by [`luby`]'s series.
const SHORTEST_RUN: u64 = 2000;

/// A run ends sooner if its expansions have more successors than this on average, as on open floors.
const MAX_SUCCESSORS: u64 = 120;

/// The expansions in search of a plan.
const PLAN_EXPANSIONS: u64 = 1200;

/// The analysis of the level, and each run, may use 1/`MEMORY_PART` of the free memory.
const MEMORY_PART: u64 = 4;

/// How many runs may have too little memory, one after the other.
const MAX_RUNS_WITHOUT_MEMORY: u32 = 8;

/// Every `RUNS_PER_KNOWN_ORDER`-th run follows the order in which the best known solution fills the goals. It is never one of
/// the longest of the series, which have odd numbers from 1.
const RUNS_PER_KNOWN_ORDER: usize = 2;

/// Maximum number of dead positions kept between runs.
const MAX_DEAD: usize = 1 << 20;

/// Runs one after the other, each anew.
pub(super) struct BoundedCost<'s> {
    space: &'s PushSpace<'s>,
    board: &'s Board,
    seed: u64,
    runs: usize,
    /// The expansions that remain.
    nodes: u64,
    /// The effort so far, in expansions of A\* that take as long.
    pub(super) effort: u64,
    /// The effort that all turns so far were to spend together.
    granted: u64,
    /// How many of the last runs had too little memory.
    runs_without_memory: u32,
    /// A run has visited all positions within this limit.
    exhausted: Option<Cost>,
    /// The hashes of positions that were proved dead. Equal hashes of others do no harm, because nothing is proved by them.
    dead: FxHashSet<u64>,
    /// What plans and their features are made from. `None` before the first run.
    analysis: Option<LevelAnalysis<'s>>,
    /// The order in which the best known solution brings boxes to goals.
    known_order: Option<PackingPlan>,
    /// The memory of the analysis.
    kept: Allotment,
}

impl<'s> BoundedCost<'s> {
    /// The name of the search in reports.
    pub(super) const METHOD: &'static str = "bounded-cost search";

    /// Uses at most `nodes` expansions in all.
    pub(super) fn new(space: &'s PushSpace<'s>, board: &'s Board, seed: u64, nodes: u64) -> Self {
        Self {
            space,
            board,
            seed,
            runs: 0,
            nodes,
            effort: 0,
            granted: 0,
            runs_without_memory: 0,
            exhausted: None,
            dead: FxHashSet::default(),
            analysis: None,
            known_order: None,
            kept: Allotment::default(),
        }
    }

    /// Takes the order in which a known solution brings boxes to goals.
    pub(super) fn follow(&mut self, pushes: &[Push]) {
        self.known_order = Some(packing_order(self.board, pushes));
    }

    /// Whether a run with this limit may find a solution.
    pub(super) fn may_run(&self, limit: Cost) -> bool {
        self.nodes > 0 && self.exhausted.is_none_or(|exhausted| limit > exhausted)
    }

    /// Searches for a solution of at most `limit` pushes until so much more `effort` is spent, in expansions of A\*. The last
    /// run of a turn may spend more, which the next turns then have less. `None` if it finds no solution.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn turn(
        &mut self,
        limit: Cost,
        effort: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        self.granted = self.granted.saturating_add(effort);
        while self.effort < self.granted && self.may_run(limit) {
            let before = budget.statistics();
            let result = self.run(limit, budget);
            let now = budget.statistics();
            let expanded = now.expanded - before.expanded;
            self.effort += expanded.max((now.generated - before.generated) / SUCCESSORS_PER_EFFORT);
            self.nodes = self.nodes.saturating_sub(expanded);
            match result {
                Ok(None) => self.runs_without_memory = 0,
                Err(Stop::Limit(Limit::Memory)) => {
                    // Long runs need more than short ones.
                    self.runs_without_memory += 1;
                    if self.runs_without_memory == MAX_RUNS_WITHOUT_MEMORY {
                        self.nodes = 0;
                    }
                    if self.nodes == 0 || self.analysis.is_none() {
                        self.release(budget);
                    }
                }
                result => return result,
            }
        }
        Ok(None)
    }

    /// Searches anew. `None` if it finds no solution.
    fn run(&mut self, limit: Cost, budget: &mut Budget<'_>) -> Result<Option<Vec<Push>>, Stop> {
        let Self { space, board, runs: number, .. } = *self;
        self.runs += 1;
        let expansions = SHORTEST_RUN.saturating_mul(luby(self.runs as u64)).min(self.nodes);
        budget.note(|| format!("bounded-cost search {number}: {expansions} expansions, at most {limit} pushes"));
        let memory = budget.memory_left().map(|left| left / MEMORY_PART);
        let analysis = match self.analysis.take() {
            Some(analysis) => analysis,
            None => budget.with_allotment(&mut self.kept, u64::MAX, memory, |budget| {
                LevelAnalysis::new(board, space.distances(), space.rules(), budget)
            })?,
        };
        let analysis = self.analysis.insert(analysis);
        let configuration = RANDOM_CONFIGS[number % RANDOM_CONFIGS.len()].with_seed(self.seed ^ number as u64);
        let (dead, known_order) = (&mut self.dead, self.known_order.as_ref());
        let mut allotment = Allotment::default();
        let end = budget.with_allotment(&mut allotment, u64::MAX, memory, |budget| {
            let plan = match (known_order, configuration.plan_options) {
                (Some(order), _) if number % RUNS_PER_KNOWN_ORDER == 1 => order.clone(),
                (_, Some(options)) => find_plan(analysis, options, PLAN_EXPANSIONS.min(expansions), budget)?,
                (_, None) => PackingPlan::default(),
            };
            let features = PackingFeatures::new(analysis, plan, configuration.options, budget)?;
            let rules = space.rules();
            let macros = MacroPushSpace::new(board, space.distances(), rules, Some(Box::new(features)), budget)?;
            match Run::new(space, &macros, limit, dead).search(expansions, budget)? {
                RunEnd::Solved(path) => Ok(Some(macros.pushes(&path))),
                RunEnd::Exhausted => {
                    // This is no proof: of two positions with equal hashes one was visited.
                    self.exhausted = Some(limit);
                    Ok(None)
                }
                RunEnd::Spent => Ok(None),
            }
        });
        budget.reclaim(&allotment);
        end
    }

    /// Releases the memory that is kept from turn to turn.
    pub(super) fn release(&mut self, budget: &mut Budget<'_>) {
        self.analysis = None;
        budget.reclaim(&std::mem::take(&mut self.kept));
    }
}

/// A position in the queue of a cell, in the order in which positions are expanded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct QueueEntry {
    weight: u64,
    score: u64,
    /// The index of its node.
    id: u32,
    /// The cost at which it was reached.
    cost: Cost,
}

/// A position that has been reached.
struct Node {
    parent: u32,
    action: MacroPush,
    cost: Cost,
    estimate: Cost,
    /// The sum of the weights of the macro pushes so far.
    weight: u64,
    mark: Mark,
    /// The cell and the score of its best ancestor.
    best: BestMark,
}

/// The cell and the score of the best position among some.
#[derive(Clone, Copy)]
struct BestMark {
    cell: u64,
    score: u64,
}

impl BestMark {
    const NONE: Self = Self { cell: u64::MAX, score: u64::MAX };

    fn or(self, mark: Mark) -> Self {
        if mark.score < self.score { Self { cell: mark.cell, score: mark.score } } else { self }
    }
}

/// How a run ended.
enum RunEnd {
    Solved(Vec<MacroPush>),
    /// No position is left.
    Exhausted,
    /// Its expansions are used up, or the successors of so many.
    Spent,
}

/// One run.
struct Run<'r, 'b> {
    space: &'b PushSpace<'b>,
    macros: &'r MacroPushSpace<'b>,
    limit: Cost,
    dead: &'r mut FxHashSet<u64>,
    /// The number of the position with each hash. Of two positions with the same hash, only the first is visited.
    known: FxHashMap<u64, u32>,
    words: usize,
    states: Vec<u64>,
    nodes: Vec<Node>,
    /// The positions of each cell that have not been expanded. A position is in the cell of its best ancestor: macro pushes
    /// that undo progress open no new cells.
    cells: BTreeMap<u64, BinaryHeap<Reverse<QueueEntry>>>,
    /// The cell whose turn was last.
    last: Option<u64>,
    /// The best position so far. Every other turn is that of its cell.
    best: BestMark,
    is_turn_of_best: bool,
    marks: Vec<Mark>,
}

const NO_PARENT: u32 = u32::MAX;

impl<'r, 'b> Run<'r, 'b> {
    fn new(
        space: &'b PushSpace<'b>,
        macros: &'r MacroPushSpace<'b>,
        limit: Cost,
        dead: &'r mut FxHashSet<u64>,
    ) -> Self {
        Self {
            space,
            macros,
            limit,
            dead,
            known: FxHashMap::default(),
            words: space.encoding().words(),
            states: Vec::new(),
            nodes: Vec::new(),
            cells: BTreeMap::new(),
            last: None,
            best: BestMark::NONE,
            is_turn_of_best: false,
            marks: Vec::new(),
        }
    }

    /// Searches until a solution is found, with at most so many `expansions`.
    ///
    /// # Errors
    /// When the budget stops it.
    fn search(&mut self, expansions: u64, budget: &mut Budget<'_>) -> Result<RunEnd, Stop> {
        let start = self.macros.start();
        let estimate = self.space.of(&start);
        if estimate > self.limit {
            return Ok(RunEnd::Exhausted);
        }
        if self.macros.is_goal(&start) {
            return Ok(RunEnd::Solved(Vec::new()));
        }
        let nowhere = MacroPush { from: 0, to: 0, region: 0, regions: 1, way_back: false };
        let mark = self.macros.featured().map_or(Mark::default(), |features| features.mark(&start));
        let root =
            Node { parent: NO_PARENT, action: nowhere, cost: 0, estimate, weight: 0, mark, best: BestMark::NONE };
        self.reach(hash(&start), &start, root, budget)?;
        let (mut children, mut state) = (Successors::default(), start);
        let before = budget.statistics();
        while let Some((id, cost)) = self.next() {
            let node = &self.nodes[id as usize];
            if node.cost < cost {
                continue;
            }
            let estimate = node.estimate;
            state.copy_from_slice(self.state(id));
            if self.is_left_out(&state, cost, estimate) {
                budget.check()?;
                continue;
            }
            let now = budget.statistics();
            let generated = now.generated - before.generated;
            if now.expanded - before.expanded >= expansions || generated >= MAX_SUCCESSORS.saturating_mul(expansions) {
                return Ok(RunEnd::Spent);
            }
            budget.expand()?;
            if let Some(goal) = self.expand(id, &state, &mut children, budget)? {
                return Ok(RunEnd::Solved(self.path_to(goal)));
            }
        }
        Ok(RunEnd::Exhausted)
    }

    fn state(&self, id: u32) -> &[u64] {
        &self.states[id as usize * self.words..][..self.words]
    }

    /// Whether a position that is about to be expanded is dead, or whether its better estimate exceeds the limit.
    fn is_left_out(&mut self, state: &[u64], cost: Cost, estimate: Cost) -> bool {
        let hash = hash(state);
        if self.dead.contains(&hash) {
            return true;
        }
        let better = self.space.improved(state, estimate).unwrap_or(estimate);
        let is_dead = better == DEAD_END || self.space.is_proved_dead(state);
        if is_dead && self.dead.len() < MAX_DEAD {
            self.dead.insert(hash);
        }
        is_dead || cost.saturating_add(better) > self.limit
    }

    /// Expands a position. Returns the goal among its successors, if any.
    fn expand(
        &mut self,
        id: u32,
        state: &[u64],
        children: &mut Successors<MacroPushSpace<'b>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u32>, Stop> {
        let Node { cost, weight, mark, best, .. } = self.nodes[id as usize];
        self.best = self.best.or(mark);
        children.clear();
        self.macros.expand(state, children);
        children.charge(budget)?;
        budget.generated(children.len());
        for index in 0..children.len() {
            let known = self.known.get(&hash(children.state(index)));
            let child = cost + children.cost(index);
            if child > self.limit || known.is_some_and(|&known| self.nodes[known as usize].cost <= child) {
                children.prune(index);
            }
        }
        self.space.bound_macro_pushes(state, self.limit - cost, children);
        budget.check()?;
        self.mark_children(state, cost, mark, children);
        budget.check()?;
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            if estimate == DEAD_END {
                continue;
            }
            let state = children.state(index);
            let mark = self.marks[index];
            let node = Node {
                parent: id,
                action: children.action(index),
                cost: cost + children.cost(index),
                estimate,
                weight: weight + u64::from(mark.weight),
                mark,
                best: best.or(self.nodes[id as usize].mark),
            };
            let number = self.reach(hash(state), state, node, budget)?;
            if let Some(number) = number.filter(|_| self.macros.is_goal(state)) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Prunes the children that exceed the limit, and marks the others.
    fn mark_children(&mut self, state: &[u64], cost: Cost, mark: Mark, children: &mut Successors<MacroPushSpace<'b>>) {
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            if estimate != DEAD_END && cost + children.cost(index) + estimate > self.limit {
                children.prune(index);
            }
        }
        self.marks.clear();
        self.marks.resize(children.len(), Mark::default());
        if let Some(features) = self.macros.featured() {
            features.annotate(state, mark, children, &mut self.marks);
        }
    }

    /// Adds a position, or a cheaper path to it. `None` if another one has its hash.
    fn reach(&mut self, hash: u64, state: &[u64], node: Node, budget: &mut Budget<'_>) -> Result<Option<u32>, Stop> {
        let Node { cost, weight, mark, best, .. } = node;
        let id = if let Some(&known) = self.known.get(&hash) {
            if self.state(known) != state {
                return Ok(None);
            }
            self.nodes[known as usize] = node;
            known
        } else {
            // The vectors and the map are up to half empty.
            let entry = size_of::<Node>() + size_of::<(u64, u32)>() + size_of::<QueueEntry>() + 8 * self.words;
            budget.grow(2 * entry as u64)?;
            let id = u32::try_from(self.nodes.len()).unwrap_or(NO_PARENT);
            self.states.extend_from_slice(state);
            self.nodes.push(node);
            self.known.insert(hash, id);
            id
        };
        self.cells.entry(best.cell).or_default().push(Reverse(QueueEntry { weight, score: mark.score, id, cost }));
        Ok(Some(id))
    }

    /// The next position to expand, and the cost at which it was reached: from the cells in turn, or from the cell of the best
    /// position so far.
    fn next(&mut self) -> Option<(u32, Cost)> {
        loop {
            self.is_turn_of_best = !self.is_turn_of_best;
            let name = if self.is_turn_of_best && self.cells.contains_key(&self.best.cell) {
                self.best.cell
            } else {
                let after =
                    self.last.and_then(|last| self.cells.range((Bound::Excluded(last), Bound::Unbounded)).next());
                let (&name, _) = after.or_else(|| self.cells.iter().next())?;
                self.last = Some(name);
                name
            };
            let found = self.take_from(name);
            if found.is_some() {
                return found;
            }
            self.cells.remove(&name);
        }
    }

    /// Removes the first position of a cell. One whose score is a bound goes back with its exact score until an exact one is
    /// first.
    fn take_from(&mut self, cell: u64) -> Option<(u32, Cost)> {
        loop {
            let Reverse(QueueEntry { weight, id, cost, .. }) = self.cells.get_mut(&cell)?.pop()?;
            let Node { mark, cost: cheapest, .. } = self.nodes[id as usize];
            let Some(features) = self.macros.featured().filter(|_| mark.is_bound && cost == cheapest) else {
                return Some((id, cost));
            };
            let exact = features.mark(self.state(id));
            self.nodes[id as usize].mark = exact;
            self.cells.get_mut(&cell)?.push(Reverse(QueueEntry { weight, score: exact.score, id, cost }));
        }
    }

    fn path_to(&self, goal: u32) -> Vec<MacroPush> {
        let parent = |&id: &u32| Some(self.nodes[id as usize].parent).filter(|&parent| parent != NO_PARENT);
        let mut path: Vec<_> = std::iter::successors(Some(goal), parent).collect();
        path.pop();
        path.reverse();
        path.into_iter().map(|id| self.nodes[id as usize].action).collect()
    }
}

/// The order in which a solution brings boxes to goals.
fn packing_order(board: &Board, pushes: &[Push]) -> PackingPlan {
    let mut order: Vec<Cell> = Vec::new();
    for push in pushes {
        let to = (0..push.count).fold(push.from, |cell, _| board.next(cell, push.direction));
        order.retain(|&cell| cell != push.from);
        order.push(to);
    }
    let backward: Vec<_> = order.into_iter().rev().map(|cell| (cell, None)).collect();
    PackingPlan::from_backward(&backward)
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The `n`-th number, from 1, of the series 1 1 2 1 1 2 4 1 1 2 ..: restarts after these lengths are nearly
/// optimal if the distribution of run times is unknown (Luby, Sinclair & Zuckerman, *Optimal speedup of Las
/// Vegas algorithms*, 1993).
fn luby(n: u64) -> u64 {
    let power = (n + 1).next_power_of_two();
    if power == n + 1 { power / 2 } else { luby(n + 1 - power / 2) }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::{
        budget::{Cancel, Limits},
        search::{self, Strategy, Unsolved},
    };

    use super::*;
    use crate::{
        bounds::tests::{random_level, takes_all},
        deadlock::Rules,
        spaces::PatternBound,
        state::lurd_from_pushes,
    };

    #[test]
    fn lengths_of_runs() {
        let series: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// The fewest pushes by exhaustive search, if there is a solution.
    fn fewest(board: &Board) -> Option<Cost> {
        let blind = PushSpace::new(board, Rules::NONE, &mut Budget::unlimited()).expect("no limit");
        match search::solve(&blind, Strategy::Bfs) {
            Ok(plan) => Some(plan.cost),
            Err(Unsolved::Unsolvable) => None,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_solution_is_found_exactly_where_one_is_within_the_limit() {
        let levels = if takes_all() { 4_000 } else { 250 };
        let (mut solved, mut unsolvable, mut long) = (0, 0, 0);
        for seed in 0..levels {
            let board = Board::new(&random_level(seed, 7));
            if board.boxes().len() != board.goals().len() {
                continue;
            }
            let optimum = fewest(&board);
            let budget = &mut Budget::unlimited();
            let space = PushSpace::new(&board, Rules::for_pushes(), budget).expect("no limit");
            if seed % 2 == 0 {
                space.build_patterns(1_000_000, budget).expect("no limit");
            }
            let used = budget.used();
            // Most levels have no solution. One configuration is enough for these.
            let numbers = if optimum.is_some() { 0..RANDOM_CONFIGS.len() } else { 0..1 };
            for number in numbers {
                let mut bounded = BoundedCost::new(&space, &board, seed, u64::MAX);
                bounded.runs = number;
                let limits = match optimum {
                    Some(optimum) => [optimum.checked_sub(1), Some(optimum), Some(optimum + 6)],
                    None => [None, None, Some(60)],
                };
                for limit in limits.into_iter().flatten() {
                    let found = bounded.turn(limit, u64::MAX, budget).expect("no limit");
                    let is_within = optimum.is_some_and(|optimum| optimum <= limit);
                    assert_eq!(found.is_some(), is_within, "run {number} of seed {seed}: {limit} of {optimum:?}");
                    assert_eq!(bounded.may_run(limit), is_within);
                    let Some(pushes) = found else { continue };
                    let cost: Cost = pushes.iter().map(|push| Cost::from(push.count)).sum();
                    assert!(cost <= limit && Some(cost) >= optimum, "run {number} of seed {seed}");
                    let solution = lurd_from_pushes::lurd(&board, &pushes).expect("legal pushes");
                    assert_eq!(
                        lurd_from_pushes::pushes(&board, &solution).map(|pushes| pushes.len() as Cost),
                        Some(cost)
                    );
                    long += u64::from(cost > 10);
                }
                bounded.release(budget);
            }
            assert_eq!(budget.used(), used, "the memory of the runs is released");
            solved += u64::from(optimum.is_some());
            unsolvable += u64::from(optimum.is_none());
        }
        let enough = solved > levels / 8 && unsolvable > levels / 8 && long > levels / 80;
        assert!(enough, "{solved} {unsolvable} {long}");
    }

    /// A room with boxes in the middle and goals at the walls, which a run does not solve within a few expansions.
    fn room() -> Board {
        let text =
            "##########|#@       #|#  $ $ $ #|#        #|#  $ $ $ #|#        #|#  $ $ $ #|#.........#|##########";
        Board::new(&crate::formats::read(text).expect("a text").remove(0).level.expect("a level"))
    }

    #[test]
    fn limits_end_a_run() {
        let board = room();
        let limit = 200;
        let space = PushSpace::new(&board, Rules::for_pushes(), &mut Budget::unlimited()).expect("no limit");
        let few = |nodes| BoundedCost::new(&space, &board, 0, nodes);
        let budget = &mut Budget::unlimited();
        let mut bounded = few(5);
        assert_eq!(bounded.turn(limit, 3, budget), Ok(None));
        assert!(bounded.effort >= 5 && !bounded.may_run(limit), "its part of a limit of expansions is used up");
        bounded.release(budget);
        let mut bounded = few(u64::MAX);
        let mut spent = |turn| {
            let found = bounded.turn(limit, turn, budget).expect("no limit");
            (bounded.effort, found.is_some())
        };
        let (first, found) = spent(3);
        assert!(first > 3 && found, "a run is not cut short by its turn: {first}");
        assert_eq!(spent(first - 4), (first, false), "what it spent too much, the next turns have less");
        assert!(spent(2).0 > first);
        bounded.release(budget);
        assert_eq!(budget.used(), 0);
        let nodes = &mut Budget::within(Limits::usual().nodes(4));
        assert_eq!(few(100).turn(limit, 50, nodes), Err(Stop::Limit(Limit::Nodes)));
        let memory = &mut Budget::within(Limits { memory: Some(1 << 17), ..Limits::usual() });
        let mut bounded = few(u64::MAX);
        assert_eq!(bounded.turn(limit, u64::MAX, memory), Ok(None));
        assert!(!bounded.may_run(limit) && memory.used() == 0);
        let cancel = Cancel::default();
        cancel.cancel();
        let cancelled = &mut Budget::unlimited().cancelled_by(&cancel);
        assert_eq!(few(u64::MAX).turn(limit, u64::MAX, cancelled), Err(Stop::Cancelled));
    }

    #[test]
    fn the_order_of_a_solution_is_that_in_which_boxes_come_to_rest() {
        let text = "#######|#@$ . #|# $ . #|#######";
        let board = Board::new(&crate::formats::read(text).expect("a text").remove(0).level.expect("a level"));
        // The upper box is pushed before and after the lower one.
        let pushes = lurd_from_pushes::pushes(&board, "RldRRluR").expect("a legal solution");
        let cells: Vec<Cell> = packing_order(&board, &pushes).steps().iter().map(|step| step.to).collect();
        assert_eq!(cells, [board.goals()[1], board.goals()[0]]);
    }
}
