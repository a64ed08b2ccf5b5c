//! A solution of at most a given cost: bounded-cost search of macro pushes.
//!
//! Where the lower bound of A\* has come to the optimum, only a solution of that cost is missing for the proof, and A\*, which
//! expands the position with the lowest estimate first, may fill its last layer without coming to one. This search leaves out
//! the same positions, those whose cost so far plus lower bound exceeds the limit, and visits the others in another order:
//!
//! * by macro pushes, so that the pushes of one box are mostly made one after the other;
//! * in turns among the *cells* of a small feature space, as in feature-space search: by the boxes on goals or by the
//!   estimate, and by the regions of the free floor. A misleading feature costs only its part of the turns;
//! * within a cell by the number of macro pushes with random differences. Each run begins anew with other ones, because the
//!   effort of such a search varies much from run to run (Gomes, Selman & Kautz, *Boosting combinatorial search through
//!   randomization*, 1998).
//!
//! It makes no claim but its solution. Whether that is optimal follows from the lower bound alone.
//!
//! Sources: bounded-cost search is the problem of Stern, Puzis & Felner, *Potential search: a bounded-cost search algorithm*,
//! 2011; cells and their turns are those of Shoham & Schaeffer, *The FESS algorithm*, 2020.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    hash::{Hash, Hasher},
};

use lurd_engine::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Stop},
    search::random::Random,
    space::{DEAD_END, Heuristic, Space, Successors},
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::{
    board::Board,
    spaces::{MacroPush, MacroPushSpace, PushSpace},
    state::{Push, StateEncoding},
};

/// The expansions of A\* that take as long as one of this search.
pub(super) const INFORMED_PER_BOUNDED: u64 = 7;

/// The weight of a macro push in the order of a cell, and the random differences that are added to it.
const WEIGHT: u64 = 100;
const RANDOM_WEIGHTS: usize = 1000;

/// The estimates that share a cell.
const ESTIMATES_PER_CELL: Cost = 8;

/// The most dead positions that are remembered from run to run.
const MOST_DEAD: usize = 1 << 20;

/// What the cells of a run differ by, beside the regions of the free floor.
#[derive(Clone, Copy, Debug)]
enum Progress {
    /// The number of boxes on goals.
    Packed,
    /// The lower bound of the pushes that remain.
    Estimate,
}

/// Runs one after the other, each anew.
pub(super) struct BoundedCost<'s> {
    space: &'s PushSpace<'s>,
    board: &'s Board,
    seed: u64,
    runs: u64,
    /// The expansions that remain.
    nodes: u64,
    /// The expansions so far.
    pub(super) expanded: u64,
    /// A run has visited all positions within this limit.
    exhausted: Option<Cost>,
    /// The hashes of positions that were proved dead. Equal hashes of others do no harm, because nothing is proved by them.
    dead: FxHashSet<u64>,
}

impl<'s> BoundedCost<'s> {
    /// The name of the search in reports.
    pub(super) const METHOD: &'static str = "bounded-cost search";

    /// Uses at most `nodes` expansions in all.
    pub(super) fn new(space: &'s PushSpace<'s>, board: &'s Board, seed: u64, nodes: u64) -> Self {
        Self { space, board, seed, runs: 0, nodes, expanded: 0, exhausted: None, dead: FxHashSet::default() }
    }

    /// Whether a run with this limit may find a solution.
    pub(super) fn may_run(&self, limit: Cost) -> bool {
        self.nodes > 0 && self.exhausted.is_none_or(|exhausted| limit > exhausted)
    }

    /// Searches anew for a solution of at most `limit` pushes, with as many `expansions`. `None` if it finds none, or if
    /// there is too little memory.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn run(
        &mut self,
        limit: Cost,
        expansions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Push>>, Stop> {
        if !self.may_run(limit) {
            return Ok(None);
        }
        let expansions = expansions.clamp(1, self.nodes);
        let number = self.runs;
        self.runs += 1;
        let mut allotment = Allotment::default();
        let memory = budget.memory_left().map(|left| left / 4);
        let before = budget.statistics().expanded;
        budget.note(|| format!("bounded-cost search {number}: {expansions} expansions, at most {limit} pushes"));
        let end = budget.with_allotment(&mut allotment, expansions, memory, |budget| {
            let macros = MacroPushSpace::new(self.board, self.space.distances(), self.space.rules(), None, budget)?;
            let mut run = Run::new(self.space, &macros, self.board, limit, number, self.seed, &mut self.dead);
            let end = run.search(budget)?;
            Ok(end.map(|path| macros.pushes(&path)))
        });
        budget.reclaim(&allotment);
        let expanded = budget.statistics().expanded - before;
        self.expanded += expanded;
        self.nodes = self.nodes.saturating_sub(expanded);
        match end {
            Ok(None) => {
                // This is no proof: of two positions with equal hashes one was visited.
                self.exhausted = Some(limit);
                Ok(None)
            }
            Err(Stop::Paused) if expanded >= expansions => Ok(None),
            Err(Stop::Limit(Limit::Memory)) => Ok(None),
            end => end,
        }
    }
}

/// The name of a cell: its progress and the regions of the free floor, both better if greater.
type CellName = (u64, u64);

/// A position in the queue of a cell: its order, a number that decides between equal ones, its own number, and the cost at
/// which it was reached.
type Entry = (u64, u64, u32, Cost);

/// A position that has been reached.
struct Node {
    parent: u32,
    action: MacroPush,
    cost: Cost,
    estimate: Cost,
    /// The macro pushes so far.
    macro_pushes: u64,
}

/// One run.
struct Run<'r, 'b> {
    space: &'b PushSpace<'b>,
    macros: &'r MacroPushSpace<'b>,
    board: &'r Board,
    limit: Cost,
    progress: Progress,
    /// Without it, the lower estimate comes first.
    random: Option<Random>,
    dead: &'r mut FxHashSet<u64>,
    /// The number of the position with each hash. Of two positions with the same hash, only the first is visited.
    known: FxHashMap<u64, u32>,
    words: usize,
    states: Vec<u64>,
    nodes: Vec<Node>,
    cells: BTreeMap<CellName, BinaryHeap<Reverse<Entry>>>,
    /// The cell whose turn was last.
    last: Option<CellName>,
}

const NO_PARENT: u32 = u32::MAX;

impl<'r, 'b> Run<'r, 'b> {
    fn new(
        space: &'b PushSpace<'b>,
        macros: &'r MacroPushSpace<'b>,
        board: &'r Board,
        limit: Cost,
        number: u64,
        seed: u64,
        dead: &'r mut FxHashSet<u64>,
    ) -> Self {
        let progress = if number.is_multiple_of(2) { Progress::Packed } else { Progress::Estimate };
        Self {
            space,
            macros,
            board,
            limit,
            progress,
            random: (number > 0).then(|| Random::new(seed ^ number)),
            dead,
            known: FxHashMap::default(),
            words: space.encoding().words(),
            states: Vec::new(),
            nodes: Vec::new(),
            cells: BTreeMap::new(),
            last: None,
        }
    }

    /// Searches until a solution is found. `None` if no position is left.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<Option<Vec<MacroPush>>, Stop> {
        let start = self.macros.start();
        let estimate = self.space.of(&start);
        let nowhere = MacroPush { from: 0, to: 0, region: 0, regions: 1, way_back: false };
        let root = Node { parent: NO_PARENT, action: nowhere, cost: 0, estimate, macro_pushes: 0 };
        if estimate > self.limit {
            return Ok(None);
        }
        if self.macros.is_goal(&start) {
            return Ok(Some(Vec::new()));
        }
        self.reach(hash(&start), &start, root, budget)?;
        let (mut children, mut state) = (Successors::default(), start);
        while let Some((id, cost)) = self.next() {
            let node = &self.nodes[id as usize];
            if node.cost < cost {
                continue;
            }
            let estimate = node.estimate;
            state.copy_from_slice(&self.states[id as usize * self.words..][..self.words]);
            if self.is_left_out(&state, cost, estimate) {
                budget.check()?;
                continue;
            }
            budget.expand()?;
            if let Some(goal) = self.expand(id, &state, &mut children, budget)? {
                return Ok(Some(self.path_to(goal)));
            }
        }
        Ok(None)
    }

    /// Whether a position that is about to be expanded is dead, or whether its better estimate exceeds the limit.
    fn is_left_out(&mut self, state: &[u64], cost: Cost, estimate: Cost) -> bool {
        let hash = hash(state);
        if self.dead.contains(&hash) {
            return true;
        }
        let better = self.space.improved(state, estimate).unwrap_or(estimate);
        let is_dead = better == DEAD_END || self.space.is_proved_dead(state);
        if is_dead && self.dead.len() < MOST_DEAD {
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
        let Node { cost, macro_pushes, .. } = self.nodes[id as usize];
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
        for index in 0..children.len() {
            let estimate = children.estimate(index);
            let child = cost + children.cost(index);
            if estimate == DEAD_END || child + estimate > self.limit {
                continue;
            }
            let state = children.state(index);
            let action = children.action(index);
            let node = Node { parent: id, action, cost: child, estimate, macro_pushes: macro_pushes + 1 };
            let number = self.reach(hash(state), state, node, budget)?;
            if let Some(number) = number.filter(|_| self.macros.is_goal(state)) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Adds a position, or a cheaper path to it. `None` if another one has its hash.
    fn reach(&mut self, hash: u64, state: &[u64], node: Node, budget: &mut Budget<'_>) -> Result<Option<u32>, Stop> {
        let (weight, cell, cost) = (self.weight(&node), self.cell(state, &node), node.cost);
        let id = if let Some(&known) = self.known.get(&hash) {
            if &self.states[known as usize * self.words..][..self.words] != state {
                return Ok(None);
            }
            self.nodes[known as usize] = node;
            known
        } else {
            // The vectors and the map are up to half empty.
            let entry = size_of::<Node>() + size_of::<(u64, u32)>() + size_of::<Entry>() + 8 * self.words;
            budget.grow(2 * entry as u64)?;
            let id = u32::try_from(self.nodes.len()).unwrap_or(NO_PARENT);
            self.states.extend_from_slice(state);
            self.nodes.push(node);
            self.known.insert(hash, id);
            id
        };
        let tie = self.random.as_mut().map_or(u64::from(id), Random::next);
        self.cells.entry(cell).or_default().push(Reverse((weight, tie, id, cost)));
        Ok(Some(id))
    }

    /// The order of a position in its cell.
    fn weight(&mut self, node: &Node) -> u64 {
        match &mut self.random {
            Some(random) => WEIGHT * node.macro_pushes + random.below(RANDOM_WEIGHTS) as u64,
            None => 1000 * WEIGHT * node.macro_pushes + node.estimate,
        }
    }

    fn cell(&self, state: &[u64], node: &Node) -> CellName {
        let progress = match self.progress {
            Progress::Packed => {
                self.board.goals().iter().filter(|&&goal| StateEncoding::has_box(state, goal)).count() as u64
            }
            Progress::Estimate => (self.limit - node.estimate) / ESTIMATES_PER_CELL,
        };
        (progress, u64::MAX - u64::from(node.action.regions))
    }

    /// The next position to expand, and the cost at which it was reached: from the cells in turn, the one with the most
    /// progress first.
    fn next(&mut self) -> Option<(u32, Cost)> {
        loop {
            let below = self.last.and_then(|last| self.cells.range(..last).next_back());
            let (&name, _) = below.or_else(|| self.cells.iter().next_back())?;
            self.last = Some(name);
            match self.cells.get_mut(&name)?.pop() {
                Some(Reverse((_, _, id, cost))) => return Some((id, cost)),
                None => self.cells.remove(&name),
            };
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

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use lurd_engine::{
        budget::{Cancel, Limits},
        search::{self, Strategy, Unsolved},
    };

    use super::*;
    use crate::{bounds::tests::random_level, deadlock::Rules, spaces::PatternBound, state::lurd_from_pushes};

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
        let (mut solved, mut unsolvable, mut long) = (0, 0, 0);
        for seed in 0..4_000 {
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
            for number in 0..4 {
                let mut bounded = BoundedCost::new(&space, &board, seed, u64::MAX);
                bounded.runs = number;
                let limits = match optimum {
                    Some(optimum) => [optimum.checked_sub(1), Some(optimum), Some(optimum + 6)],
                    None => [None, None, Some(60)],
                };
                for limit in limits.into_iter().flatten() {
                    let found = bounded.run(limit, u64::MAX, budget).expect("no limit");
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
                    long += usize::from(cost > 10);
                }
            }
            assert_eq!(budget.used(), used, "the memory of the runs is released");
            solved += usize::from(optimum.is_some());
            unsolvable += usize::from(optimum.is_none());
        }
        assert!(solved > 500 && unsolvable > 500 && long > 50, "{solved} {unsolvable} {long}");
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
        let mut bounded = few(5);
        assert_eq!(bounded.run(limit, 3, &mut Budget::unlimited()), Ok(None));
        assert!(bounded.expanded == 3 && bounded.may_run(limit));
        assert_eq!(bounded.run(limit, 3, &mut Budget::unlimited()), Ok(None));
        assert!(bounded.expanded == 5 && !bounded.may_run(limit), "its part of a limit of expansions is used up");
        let nodes = &mut Budget::within(Limits::default().nodes(4));
        assert_eq!(few(100).run(limit, 50, nodes), Err(Stop::Limit(Limit::Nodes)));
        let memory = &mut Budget::within(Limits { memory: Some(1 << 17), ..Limits::default() });
        assert_eq!(few(u64::MAX).run(limit, u64::MAX, memory), Ok(None));
        assert_eq!(memory.used(), 0);
        let cancel = Cancel::default();
        cancel.cancel();
        let cancelled = &mut Budget::unlimited().cancelled_by(&cancel);
        assert_eq!(few(u64::MAX).run(limit, u64::MAX, cancelled), Err(Stop::Cancelled));
    }
}
