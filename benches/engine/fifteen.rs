//! The 15-puzzle: those of Korf's 100 instances that lurd solves within a number of expansions.
//!
//! A state consists of the cell of the gap and of the cells of the tiles, four bits each, so that it fits into a word
//! and an estimate needs no search for the tiles. Where a state also contains its estimate, both programs compute that
//! from the estimate of the state before.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Cost, Outcome};
use lurd::search::{Searched, Settings, Stepper};
use lurd::space::{Actions, Backward, Guarantee, Heuristic, InPlace, MovePruning, PlainState, Space, Successors};
use pathfinding::prelude as peer;

use crate::additive::additive;
use crate::figure::{Figure, Measured, Sides};
use crate::korf::INSTANCES;
use crate::problem::{Problem, Search, begin, find, find_by_functions};

/// The goal: the gap in the first cell, and each tile in the cell of its number.
pub const SOLVED: u64 = 0xFEDC_BA98_7654_3210;

/// The cells next to each one, above, left, right and below.
pub const NEIGHBOURS: [[Option<u8>; 4]; 16] = {
    let mut neighbours = [[None; 4]; 16];
    let mut cell = 0_u8;
    while cell < 16 {
        neighbours[cell as usize] = [
            if cell >= 4 { Some(cell - 4) } else { None },
            if cell.is_multiple_of(4) { None } else { Some(cell - 1) },
            if cell % 4 < 3 { Some(cell + 1) } else { None },
            if cell < 12 { Some(cell + 4) } else { None },
        ];
        cell += 1;
    }
    neighbours
};

/// The opposite of the direction `number`.
fn opposite(number: u8) -> u8 {
    3 - number
}

/// The cell of the gap (0) or of a tile.
#[inline]
fn place(places: u64, tile: u8) -> u8 {
    (places >> (4 * tile)).to_le_bytes()[0] & 0xF
}

/// The tile in a cell.
#[inline]
fn tile_at(places: u64, cell: u8) -> u8 {
    const LOW: u64 = 0x1111_1111_1111_1111;
    // Zero where the cell is; the lowest borrow comes from there.
    let differs = places ^ (LOW * u64::from(cell));
    let found = differs.wrapping_sub(LOW) & !differs & (LOW << 3);
    (found.trailing_zeros() / 4).to_le_bytes()[0]
}

/// Slides `tile` from `cell` into the gap.
#[inline]
fn slid(places: u64, tile: u8, cell: u8) -> u64 {
    let change = u64::from(place(places, 0) ^ cell);
    places ^ change ^ change << (4 * tile)
}

fn places_of(cells: &[u8; 16]) -> u64 {
    (0..).zip(cells).fold(0, |places, (cell, tile)| places | cell << (4 * tile))
}

/// A lower bound of the number of slides, which a slide lowers by one at most.
pub trait Estimator: Copy + 'static {
    fn of(self, places: u64) -> u8;
    /// The bound of `places` after `tile` has slid, and the bound was `before`.
    fn after(self, before: u8, places: u64, tile: u8, from: u8, to: u8) -> u8;
}

/// The Manhattan distance.
#[derive(Clone, Copy)]
pub struct Manhattan;

/// The distances of cells, by both.
const DISTANCES: [[u8; 16]; 16] = {
    let mut distances = [[0; 16]; 16];
    let mut pair = 0_u8;
    loop {
        let (one, two) = (pair / 16, pair % 16);
        distances[one as usize][two as usize] = (one / 4).abs_diff(two / 4) + (one % 4).abs_diff(two % 4);
        if pair == u8::MAX {
            break distances;
        }
        pair += 1;
    }
};

impl Estimator for Manhattan {
    fn of(self, places: u64) -> u8 {
        (1..16).map(|tile| DISTANCES[usize::from(tile)][usize::from(place(places, tile))]).sum()
    }

    #[inline]
    fn after(self, before: u8, _: u64, tile: u8, from: u8, to: u8) -> u8 {
        let distances = &DISTANCES[usize::from(tile)];
        before + distances[usize::from(to)] - distances[usize::from(from)]
    }
}

/// A state that contains its estimate.
#[derive(Clone, Copy, Debug)]
struct Tiles {
    places: u64,
    estimate: u8,
    /// The cell where the gap was before; [`NOWHERE`] at the start, and where nobody asks.
    before: u8,
}

const NOWHERE: u8 = 16;

impl PartialEq for Tiles {
    fn eq(&self, other: &Self) -> bool {
        self.places == other.places
    }
}

impl Eq for Tiles {}

impl Hash for Tiles {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.places.hash(state);
    }
}

impl PlainState for Tiles {}

/// An instance.
#[derive(Clone, Copy)]
struct Fifteen<E> {
    cells: &'static [u8; 16],
    estimator: E,
}

impl<E: Estimator> Fifteen<E> {
    /// The number of each direction and the state after it.
    fn slides(self, state: &Tiles) -> impl Iterator<Item = (u8, Tiles)> + use<E> {
        let Tiles { places, estimate, .. } = *state;
        let gap = place(places, 0);
        let slide = move |(number, cell): (u8, Option<u8>)| {
            let cell = cell?;
            let tile = tile_at(places, cell);
            let places = slid(places, tile, cell);
            let estimate = self.estimator.after(estimate, places, tile, cell, gap);
            Some((number, Tiles { places, estimate, before: gap }))
        };
        (0..).zip(NEIGHBOURS[usize::from(gap)]).filter_map(slide)
    }
}

/// What `pathfinding` gets, and lurd where it does not prune either.
impl<E: Estimator> Problem for Fifteen<E> {
    type State = Tiles;

    fn start(&self) -> Tiles {
        let places = places_of(self.cells);
        Tiles { places, estimate: self.estimator.of(places), before: NOWHERE }
    }
    fn is_goal(&self, state: &Tiles) -> bool {
        state.places == SOLVED
    }
    fn successors<'a>(&'a self, state: &Tiles) -> impl Iterator<Item = (Tiles, Cost)> + use<'a, E> {
        self.slides(state).map(|(_, next)| (next, 1))
    }
    fn estimate(&self, state: &Tiles) -> Cost {
        state.estimate.into()
    }
}

/// The space for lurd's IDA\*, which changes one state in place and prunes the slide that undoes the one before.
struct Pruned<E>(Fifteen<E>);

impl<E: Estimator> Space for Pruned<E> {
    type State = Tiles;
    type Action = u8;

    fn start(&self) -> Tiles {
        Problem::start(&self.0)
    }
    fn is_goal(&self, state: &Tiles) -> bool {
        Problem::is_goal(&self.0, state)
    }
    fn expand(&self, state: &Tiles, children: &mut Successors<Self>) {
        for (number, next) in self.0.slides(state) {
            children.push(next, number, 1);
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }
    fn in_place(&self) -> Option<impl InPlace<Self> + '_> {
        Some(Changing::of(Problem::start(&self.0), self.0.estimator))
    }
}

/// A state that slides change and restore. It has the tile of each cell, too, four bits each.
struct Changing<E> {
    state: Tiles,
    tiles: u64,
    estimator: E,
}

impl<E: Estimator> Changing<E> {
    fn of(state: Tiles, estimator: E) -> Self {
        let tiles = (0..16).fold(0, |tiles, cell| tiles | u64::from(tile_at(state.places, cell)) << (4 * cell));
        Self { state, tiles, estimator }
    }

    /// The cell and the tile that slides from it, and the state after that.
    #[inline]
    fn after(&self, number: u8) -> Option<(u8, u8, Tiles)> {
        let Tiles { places, estimate, .. } = self.state;
        let gap = place(places, 0);
        let cell = NEIGHBOURS[usize::from(gap)][usize::from(number)]?;
        let tile = place(self.tiles, cell);
        let places = slid(places, tile, cell);
        let estimate = self.estimator.after(estimate, places, tile, cell, gap);
        Some((cell, tile, Tiles { places, estimate, before: NOWHERE }))
    }
}

impl<E: Estimator> InPlace<Pruned<E>> for Changing<E> {
    fn enter(&mut self, state: &Tiles) {
        *self = Self::of(*state, self.estimator);
    }
    fn state(&self) -> Tiles {
        self.state
    }
    #[inline]
    fn is_goal(&self) -> bool {
        self.state.places == SOLVED
    }
    #[inline]
    fn actions(&self, previous: Option<u8>, actions: &mut Actions<u8>) {
        for number in 0..4 {
            if previous == Some(opposite(number)) {
                continue;
            }
            if let Some((_, _, next)) = self.after(number) {
                actions.push(number, 1, next.estimate.into());
            }
        }
    }
    #[inline]
    fn apply(&mut self, number: u8) {
        if let Some((cell, tile, next)) = self.after(number) {
            let gap = place(self.state.places, 0);
            self.tiles ^= u64::from(tile) << (4 * cell) ^ u64::from(tile) << (4 * gap);
            self.state = next;
        }
    }
    #[inline]
    fn undo(&mut self, number: u8) {
        self.apply(opposite(number));
    }
}

impl<E: Estimator> Heuristic<Self> for Pruned<E> {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &Tiles) -> Cost {
        state.estimate.into()
    }
}

impl<E: Estimator> MovePruning<Self> for Pruned<E> {
    fn prune(&self, previous: u8, children: &mut Successors<Self>) {
        children.prune_actions(|action| action == opposite(previous));
    }
}

/// The space for lurd's searches that store states: a word each.
struct InWord<E>(Fifteen<E>);

impl<E: Estimator> InWord<E> {
    fn neighbours(state: u64, mut push: impl FnMut(u8, u64)) {
        for (number, cell) in (0..).zip(NEIGHBOURS[usize::from(place(state, 0))]) {
            if let Some(cell) = cell {
                push(number, slid(state, tile_at(state, cell), cell));
            }
        }
    }
}

impl<E: Estimator> Space for InWord<E> {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        places_of(self.0.cells)
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == SOLVED
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        Self::neighbours(*state, |number, next| children.push(next, number, 1));
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl<E: Estimator> Heuristic<Self> for InWord<E> {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &u64) -> Cost {
        self.0.estimator.of(*state).into()
    }
    fn is_batched(&self) -> bool {
        true
    }
    fn of_successors(&self, parent: &u64, children: &mut Successors<Self>) {
        let to = place(*parent, 0);
        let before = self.0.estimator.of(*parent);
        children.set_estimates(|state| {
            let from = place(*state, 0);
            self.0.estimator.after(before, *state, tile_at(*state, to), from, to).into()
        });
    }
}

impl<E: Estimator> Backward<Self> for InWord<E> {
    fn goal_states(&self) -> Vec<u64> {
        vec![SOLVED]
    }
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        Self::neighbours(*state, |number, next| children.push(next, opposite(number), 1));
    }
}

/// Expansions within which IDA\* and A\* must solve an instance. (The limit of IDA\* includes all its iterations.)
const EXPANSIONS_OF_IDASTAR: u64 = 1_000_000;
const EXPANSIONS_OF_ASTAR: u64 = 200_000;

/// The numbers of the instances that lurd solves within a number of expansions: `expansions`, unless
/// `LURD_BENCH_EXPANSIONS` sets another.
fn solved<E: Estimator, S: Searched>(
    estimator: fn() -> E,
    expansions: u64,
    space: fn(Fifteen<E>) -> S,
    search: Search,
) -> Vec<usize> {
    let limit = std::env::var("LURD_BENCH_EXPANSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(expansions);
    let is_solved = |&number: &usize| {
        let instance = &INSTANCES[number];
        let space = space(Fifteen { cells: &instance.cells, estimator: estimator() });
        let mut no_observer = ();
        let limits = Limits { nodes: Some(limit), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        match begin(&space, search).finish(&mut budget) {
            Outcome::Solved { plan, .. } => {
                assert_eq!(plan.cost, instance.length, "Korf's result");
                true
            }
            Outcome::Unsolvable => panic!("it has a solution"),
            Outcome::Stopped { lower_bound, .. } => {
                assert!(lower_bound <= instance.length, "Korf's result");
                false
            }
        }
    };
    let solved: Vec<usize> = (0..INSTANCES.len()).filter(is_solved).collect();
    assert!(!solved.is_empty(), "none is solved within {limit} expansions");
    solved
}

static MANHATTAN_BY_IDASTAR: LazyLock<Vec<usize>> =
    LazyLock::new(|| solved(|| Manhattan, EXPANSIONS_OF_IDASTAR, Pruned, Search::Idastar));
static MANHATTAN_BY_ASTAR: LazyLock<Vec<usize>> =
    LazyLock::new(|| solved(|| Manhattan, EXPANSIONS_OF_ASTAR, InWord, Search::Astar));
static ADDITIVE_BY_IDASTAR: LazyLock<Vec<usize>> =
    LazyLock::new(|| solved(additive, EXPANSIONS_OF_IDASTAR, Pruned, Search::Idastar));
static ADDITIVE_BY_ASTAR: LazyLock<Vec<usize>> =
    LazyLock::new(|| solved(additive, EXPANSIONS_OF_ASTAR, InWord, Search::Astar));

/// Both programs solve the instances of `solved`, each to its end.
fn figure<E: Estimator>(
    name: &str,
    what: &str,
    estimator: fn() -> E,
    solved: &'static LazyLock<Vec<usize>>,
    lurd: fn(Fifteen<E>) -> (u64, u64),
    peer: fn(Fifteen<E>) -> u64,
) -> Figure {
    Figure::new(name, what, 3, move || {
        let fifteen = |&number: &usize| Fifteen { cells: &INSTANCES[number].cells, estimator: estimator() };
        let ours: Vec<Fifteen<E>> = solved.iter().map(fifteen).collect();
        let theirs = ours.clone();
        Sides::new(
            move || {
                let (answers, expanded): (Vec<u64>, Vec<u64>) = ours.iter().copied().map(lurd).unzip();
                let expanded: u64 = expanded.iter().sum();
                let note = format!("\n  {} of Korf's 100 instances, expanded {expanded}", answers.len());
                Measured { answers, note }
            },
            move || Measured { answers: theirs.iter().copied().map(peer).collect(), note: String::new() },
        )
    })
}

/// `pathfinding` without the slide that undoes the one before, which the state contains.
fn idastar_of_peer_pruned<E: Estimator>(fifteen: Fifteen<E>) -> u64 {
    let found = peer::idastar(
        &Problem::start(&fifteen),
        |state| {
            let before = state.before;
            let is_new = move |(_, next): &(u8, Tiles)| place(next.places, 0) != before;
            fifteen.slides(state).filter(is_new).map(|(_, next)| (next, 1))
        },
        |state| fifteen.estimate(state),
        |state| Problem::is_goal(&fifteen, state),
    );
    found.expect("a way").1
}

/// The figures with one estimate.
fn figures_of<E: Estimator>(
    name: &str,
    what: &str,
    estimator: fn() -> E,
    by_idastar: &'static LazyLock<Vec<usize>>,
    by_astar: &'static LazyLock<Vec<usize>>,
) -> Vec<Figure> {
    let idastar = |of: &str, what: String, lurd, peer| {
        figure(&format!("{name}-idastar{of}"), &what, estimator, by_idastar, lurd, peer)
    };
    let pruned = |fifteen| find(&Pruned(fifteen), Search::Idastar);
    let not_pruned = |fifteen| find_by_functions(&fifteen, Search::Idastar);
    let peer_not_pruned = |fifteen: Fifteen<E>| fifteen.by_peer(Search::Idastar);
    vec![
        idastar(
            "",
            format!("15-puzzle, {what}; lurd prunes the slide that undoes the one before, the peer does not"),
            pruned,
            peer_not_pruned,
        ),
        idastar(
            "-both-prune",
            "the same; the peer's state has the slide before, so that it prunes, too".to_owned(),
            pruned,
            idastar_of_peer_pruned,
        ),
        idastar(
            "-none-prunes",
            "the same; neither prunes, both leave out the states on the path".to_owned(),
            not_pruned,
            peer_not_pruned,
        ),
        figure(
            &format!("{name}-astar"),
            &format!("15-puzzle, {what}; lurd stores words"),
            estimator,
            by_astar,
            |fifteen| find(&InWord(fifteen), Search::Astar),
            |fifteen| fifteen.by_peer(Search::Astar),
        ),
    ]
}

/// The number of the instance with the shortest solutions, 41 slides.
const SHORTEST: usize = 54;

fn bidirectional() -> Figure {
    let what = "the shortest of Korf's instances from both ends; a search of seconds";
    Figure::new("korf-bidirectional", what, 3, || {
        let fifteen = Fifteen { cells: &INSTANCES[SHORTEST].cells, estimator: Manhattan };
        Sides::new(
            move || {
                let space = InWord(fifteen);
                let mut budget = Budget::unlimited();
                let mut search = Stepper::bidirectional(&space, &Settings::default()).expect("it fits");
                let Outcome::Solved { plan, .. } = search.finish(&mut budget) else { panic!("there is a way") };
                assert_eq!(plan.cost, INSTANCES[SHORTEST].length, "Korf's result");
                plan.cost.into()
            },
            move || {
                let neighbours = |&state: &u64| {
                    let gap = NEIGHBOURS[usize::from(place(state, 0))].into_iter().flatten();
                    gap.map(move |cell| slid(state, tile_at(state, cell), cell))
                };
                let start = places_of(fifteen.cells);
                let found = peer::bfs_bidirectional(&start, &SOLVED, neighbours, neighbours);
                (found.expect("a way").len() as u64 - 1).into()
            },
        )
    })
    .only_if_named()
}

pub fn figures() -> Vec<Figure> {
    let manhattan = figures_of("korf", "Manhattan distance", || Manhattan, &MANHATTAN_BY_IDASTAR, &MANHATTAN_BY_ASTAR);
    let additive = figures_of(
        "korf-additive",
        "additive pattern database of 5, 5 and 5 tiles",
        additive,
        &ADDITIVE_BY_IDASTAR,
        &ADDITIVE_BY_ASTAR,
    );
    manhattan.into_iter().chain(additive).chain([bidirectional()]).collect()
}
