//! The configurations of the attempts by feature-space search, and the shares of effort of the portfolio.

use lurd_engine::program::search::Strategy;

use super::bidirectional::BidirectionalConfig;
use crate::board::Board;
use crate::bounds::Distances;
use crate::direction::SearchDirection;
use crate::fess::{FeatureOptions, NoveltyMeasure, PlanOptions, RemovalOrder, TargetMeasure, TieBreak, UnblockMeasure};

/// The configuration of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Configuration {
    /// A search along a plan, which is resumed at every turn.
    Packing(PackingConfig),
    /// Searches from both sides. Every turn starts anew, from the second on with random ties.
    Bidirectional(BidirectionalConfig),
}

const OPEN_FLOOR: PlanOptions = PlanOptions {
    min_pulls: 6,
    first: RemovalOrder::OpenFloor,
    exchange: false,
    parked_first: false,
    removes_first: true,
    opens_first: false,
    seed: None,
};
const NEAREST: PlanOptions = PlanOptions { first: RemovalOrder::Nearest, ..OPEN_FLOOR };
pub(super) const ANY_DISTANCE: PlanOptions = PlanOptions { min_pulls: 1, ..OPEN_FLOOR };
const FARTHEST: PlanOptions = PlanOptions { min_pulls: 3, first: RemovalOrder::Farthest, ..OPEN_FLOOR };

/// As `options`, but boxes are parked where they leave the floor open.
const fn opening(options: PlanOptions) -> PlanOptions {
    PlanOptions { opens_first: true, ..options }
}

/// As `options`, but boxes are only removed at interchangeable sinks, and parked boxes first.
const fn exchanging(options: PlanOptions) -> PlanOptions {
    PlanOptions { exchange: true, parked_first: true, ..options }
}

const fn packing_config(
    plan_options: Option<PlanOptions>,
    tie: TieBreak,
    novelty: NoveltyMeasure,
    first_turn: u64,
) -> PackingConfig {
    let options = FeatureOptions { tie, novelty, greedy: false, counts_player_walk: false, seed: None };
    PackingConfig { plan_options, options, first_turn }
}

const fn packing(
    plan_options: Option<PlanOptions>,
    tie: TieBreak,
    novelty: NoveltyMeasure,
    first_turn: u64,
) -> Configuration {
    Configuration::Packing(packing_config(plan_options, tie, novelty, first_turn))
}

const fn greedy(plan_options: Option<PlanOptions>, tie: TieBreak, first_turn: u64) -> Configuration {
    let config = packing_config(plan_options, tie, NoveltyMeasure::Off, first_turn);
    let options = FeatureOptions { greedy: true, ..config.options };
    Configuration::Packing(PackingConfig { options, ..config })
}

/// The configuration of random turns.
const fn random(plan_options: PlanOptions, tie: TieBreak, novelty: NoveltyMeasure) -> PackingConfig {
    packing_config(Some(plan_options), tie, novelty, 200)
}

/// The same configuration, counting the boxes on the walk to the first push.
const fn counting_player_walk(config: PackingConfig) -> PackingConfig {
    let options = FeatureOptions { counts_player_walk: true, ..config.options };
    PackingConfig { options, ..config }
}

const fn bidirectional(
    first: SearchDirection,
    unblock_measure: UnblockMeasure,
    target_measure: TargetMeasure,
) -> Configuration {
    Configuration::Bidirectional(BidirectionalConfig {
        first,
        unblock_measure,
        target_measure,
        unblock_expansions: 600,
        target_expansions: 900,
    })
}

const FIRST: PackingConfig = counting_player_walk(packing_config(
    Some(exchanging(ANY_DISTANCE)),
    TieBreak::FewHotspots,
    NoveltyMeasure::Pairs,
    2000,
));

/// The configurations of the portfolio, in an order found by measurements.
pub const CONFIGURATIONS: &[Configuration] = &[
    Configuration::Packing(FIRST),
    packing(Some(exchanging(OPEN_FLOOR)), TieBreak::Far, NoveltyMeasure::Cells, 1500),
    Configuration::Packing(PackingConfig { plan_options: Some(ANY_DISTANCE), first_turn: 1500, ..FIRST }),
    packing(Some(exchanging(NEAREST)), TieBreak::Far, NoveltyMeasure::Cells, 1000),
    bidirectional(SearchDirection::Push, UnblockMeasure::Links, TargetMeasure::BoxesInPlace),
    packing(Some(OPEN_FLOOR), TieBreak::Far, NoveltyMeasure::Pairs, 1500),
    greedy(Some(OPEN_FLOOR), TieBreak::Near, 1500),
    Configuration::Packing(PackingConfig { plan_options: Some(FARTHEST), first_turn: 1000, ..FIRST }),
    packing(Some(OPEN_FLOOR), TieBreak::Far, NoveltyMeasure::Cells, 1000),
    bidirectional(SearchDirection::Pull, UnblockMeasure::Goals, TargetMeasure::Distance),
    packing(Some(OPEN_FLOOR), TieBreak::Oldest, NoveltyMeasure::Off, 1000),
    greedy(Some(OPEN_FLOOR), TieBreak::Far, 1000),
    bidirectional(SearchDirection::Push, UnblockMeasure::Regions, TargetMeasure::BoxesInPlace),
    packing(None, TieBreak::Near, NoveltyMeasure::Cells, 1000),
    packing(Some(NEAREST), TieBreak::Far, NoveltyMeasure::Pairs, 1000),
    packing(Some(OPEN_FLOOR), TieBreak::Near, NoveltyMeasure::Off, 1000),
    packing(Some(FARTHEST), TieBreak::Oldest, NoveltyMeasure::Pairs, 1000),
];

/// The configurations of random turns, used in turn. Measured with turns of 300 expansions of a single one of them on
/// two collections: where boxes are only removed at interchangeable sinks, a quarter fewer levels stay unsolved.
pub(super) const RANDOM_CONFIGS: &[PackingConfig] = &[
    random(opening(exchanging(OPEN_FLOOR)), TieBreak::Far, NoveltyMeasure::Pairs),
    random(OPEN_FLOOR, TieBreak::Oldest, NoveltyMeasure::Off),
    random(opening(exchanging(ANY_DISTANCE)), TieBreak::Far, NoveltyMeasure::Pairs),
];

// The configuration of an attempt along a packing plan.

/// The configuration of an attempt along a packing plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingConfig {
    /// The options of the search for a plan. `None`: no plan, filled goals count instead of steps.
    pub(super) plan_options: Option<PlanOptions>,
    pub(super) options: FeatureOptions,
    /// The expansions of its first turn.
    pub(super) first_turn: u64,
}

impl PackingConfig {
    /// The same configuration with random ties and a random plan.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        let plan_options = self.plan_options.map(|plan_options| PlanOptions { seed: Some(seed), ..plan_options });
        Self { plan_options, options: FeatureOptions { seed: Some(seed), ..self.options }, ..self }
    }

    pub(super) fn describe(self) -> String {
        let plan = match self.plan_options {
            None => "without a plan",
            Some(PlanOptions { first: RemovalOrder::OpenFloor, .. }) => "with a plan that keeps the floor open",
            Some(PlanOptions { first: RemovalOrder::Nearest, .. }) => {
                "with a plan that removes the nearest boxes first"
            }
            Some(PlanOptions { first: RemovalOrder::Farthest, .. }) => {
                "with a plan that removes the farthest boxes first"
            }
        };
        let novelty = match self.options.novelty {
            NoveltyMeasure::Off => "",
            NoveltyMeasure::Cells => ", novelty of cells",
            NoveltyMeasure::Pairs => ", novelty of pairs of cells",
        };
        let novelty = if self.options.greedy { ", greedy" } else { novelty };
        let ties = if self.options.seed.is_some() { ", random ties" } else { "" };
        let walks = if self.options.counts_player_walk { ", counting boxes on walks" } else { "" };
        format!("{plan}{walks}{novelty}{ties}")
    }
}

// Division of the portfolio's effort among kinds of search.
//
// The unit of effort is one expansion of feature-space search, the slowest kind. In the time of one, the
// other searches make several (`expansions_per_unit`).
//
// Each kind has a share (`Shares`), such as 5 : 1 : 2. The next turn goes to the kind with the smallest
// quotient of effort spent and share. A kind that ends leaves its share to the others. All counts are of
// expansions, so the order of turns is reproducible.

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchKind {
    /// Feature-space searches, along packing plans and from both sides.
    Plans,
    /// Best-first searches of single pushes.
    Pushes,
    /// Blind search of single pushes from both ends.
    Blind,
}

impl SearchKind {
    pub(super) const ALL: [Self; 3] = [Self::Plans, Self::Pushes, Self::Blind];
}

/// The expansions of single pushes by `strategy` that take as long as one expansion of feature-space search.
/// On levels of all sizes these are 4 to 10 best-first ones and 30 to 80 blind ones.
pub(super) fn expansions_per_unit(strategy: Strategy) -> u64 {
    match strategy {
        Strategy::Bidirectional => 50,
        _ => 7,
    }
}

/// The successors of blind search that take as long as one expansion of feature-space search. Their number predicts the time of
/// blind search better than that of its expansions, which have 2 successors on crowded levels and 6 on others.
pub(super) const BLIND_SUCCESSORS_PER_UNIT: u64 = 200;

/// The effort spent on each kind so far, and its share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    shares: [u64; 3],
    spent: [u64; 3],
}

/// The binary logarithm of the number of sets of cells up to which blind search is tried.
const MAX_POSITIONS: f64 = 56.0;

/// Whether a level may have few enough positions for blind search. `positions`: as for [`Shares::of`].
pub(super) fn may_be_counted(positions: f64) -> bool {
    positions < MAX_POSITIONS
}

/// Unit of the shares; large enough that `cut` can reduce a share without rounding it to 0.
const PARTS: u64 = 60;

/// What the floor of a level is like, if there are too many positions for blind search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloorKind {
    /// A third of it or more holds boxes. There a box can rarely be pushed by more than one cell, so macro
    /// pushes are hardly longer than single ones; and the order of many short pushes is open, so greedy search is lost in
    /// permutations of them, while a beam search goes on to the next push.
    Dense,
    /// There are hardly any walls inside. A macro push then has a thousand and more successors, each as far as the single
    /// pushes, and few boxes are in the way of others.
    Open,
    Other,
}

/// What the floor is like.
pub(super) fn floor_kind(board: &Board) -> FloorKind {
    if 3 * board.boxes().len() >= board.cells() {
        FloorKind::Dense
    } else if board.is_open() {
        FloorKind::Open
    } else {
        FloorKind::Other
    }
}

impl Shares {
    /// The shares for a level: the fewer positions it has, the larger are those of exhaustive searches.
    /// `positions`: binary logarithm of the number of sets of cells that its boxes can stand on.
    pub(super) fn of(positions: f64, floor: FloorKind) -> Self {
        let shares = match positions {
            small if small < 32.0 => [2, 1, 5],
            medium if medium < 42.0 => [3, 1, 5],
            large if may_be_counted(large) => [3, 1, 4],
            _ => match floor {
                FloorKind::Dense => [5, 1, 0],
                FloorKind::Open => [1, 4, 0],
                FloorKind::Other => [9, 1, 0],
            },
        };
        // On an open floor the first turn is that of the pushes.
        let is_open = floor == FloorKind::Open && shares[SearchKind::Blind as usize] == 0;
        Self { shares: shares.map(|share| PARTS * share), spent: [u64::from(is_open), 0, 0] }
    }

    /// The shares of the first of so many threads, which has all turns of the searches of pushes: these get as much effort
    /// as they would have of all threads together, as far as one thread can give it. There is always some for plans, in case
    /// the others end or are cut.
    pub(super) fn of_first_thread(self, threads: u64) -> Self {
        let [plans, pushes, blind] = self.shares;
        let others = threads * (pushes + blind);
        let plans = (plans + pushes + blind).saturating_sub(others).max(plans.min(PARTS));
        Self { shares: [plans, threads * pushes, threads * blind], ..self }
    }

    /// The share of plans, and that of all kinds.
    pub(super) fn part_of_plans(&self) -> (u64, u64) {
        (self.shares[SearchKind::Plans as usize], self.shares.iter().sum())
    }

    /// Divides the share of a kind by `parts`; a positive share stays positive.
    pub(super) fn cut(&mut self, kind: SearchKind, parts: u64) {
        let share = &mut self.shares[kind as usize];
        *share = (*share / parts).max(1.min(*share));
    }

    /// Adds effort spent on a kind.
    pub(super) fn spend(&mut self, kind: SearchKind, effort: u64) {
        self.spent[kind as usize] += effort;
    }

    /// The effort spent on all kinds.
    pub(super) fn effort(&self) -> u64 {
        self.spent.iter().sum()
    }

    /// Ends the turns of a kind.
    pub(super) fn end(&mut self, kind: SearchKind) {
        self.shares[kind as usize] = 0;
    }

    /// The kind that has used the smallest part of its share, the first one among equals. `None` if all have ended.
    pub(super) fn next(&self) -> Option<SearchKind> {
        let has_share = |kind: &SearchKind| self.shares[*kind as usize] > 0;
        // Compares the quotients of effort and share without division.
        let cross = |one: SearchKind, other: SearchKind| self.spent[one as usize] * self.shares[other as usize];
        SearchKind::ALL.into_iter().filter(has_share).min_by(|&one, &other| cross(one, other).cmp(&cross(other, one)))
    }
}

/// The number of cells on which a box can lie on its way from a start to a goal. `distances` are those to a goal,
/// `origins` those from the first place of a box.
pub(super) fn useful_cells(board: &Board, distances: &Distances, origins: &Distances) -> usize {
    board.all().filter(|&cell| distances.is_live(cell) && origins.is_live(cell)).count()
}

/// The binary logarithm of the number of ways to choose `chosen` of `all`.
pub(super) fn log2_choices(all: usize, chosen: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the numbers of cells and boxes are small")]
    let log2 = |n: usize| (n as f64).log2();
    (0..chosen).map(|taken| log2(all.saturating_sub(taken).max(1)) - log2(taken + 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_configuration_is_listed_twice() {
        for (index, packing) in CONFIGURATIONS.iter().enumerate() {
            assert!(!CONFIGURATIONS[..index].contains(packing), "{packing:?}");
        }
    }
}

#[cfg(test)]
mod effort_tests {
    use super::*;

    #[test]
    fn the_first_thread_gives_pushes_their_share_of_all_threads() {
        let whole = Shares::of(80.0, FloorKind::Other);
        assert_eq!(whole.of_first_thread(1).shares, whole.shares);
        let [plans, pushes, _] = whole.shares;
        assert_eq!(whole.of_first_thread(3).shares, [plans - 2 * pushes, 3 * pushes, 0]);
        assert_eq!(whole.of_first_thread(100).part_of_plans().0, PARTS, "some are left for plans");
    }

    #[test]
    fn effort_is_spent_by_shares() {
        let mut shares = Shares::of(20.0, FloorKind::Other);
        let mut turns = [0; 3];
        for _ in 0..80 {
            let kind = shares.next().expect("all have a share");
            turns[kind as usize] += 1;
            shares.spend(kind, 10);
        }
        assert_eq!(turns, [20, 10, 50]);
        (0..5).for_each(|_| shares.cut(SearchKind::Blind, 10));
        assert_eq!(shares.shares[SearchKind::Blind as usize], 1);
        shares.end(SearchKind::Blind);
        shares.cut(SearchKind::Blind, 10);
        assert_ne!(shares.next(), Some(SearchKind::Blind));
        shares.end(SearchKind::Plans);
        shares.end(SearchKind::Pushes);
        assert_eq!(shares.next(), None);
    }

    #[test]
    fn pushes_get_more_where_floors_are_dense_or_open_and_nothing_can_be_counted() {
        let part = |positions: f64, floor: FloorKind| {
            let shares = Shares::of(positions, floor).shares;
            shares[SearchKind::Pushes as usize] * 30 / shares.iter().sum::<u64>()
        };
        assert_eq!([FloorKind::Other, FloorKind::Dense, FloorKind::Open].map(|floor| part(80.0, floor)), [3, 5, 24]);
        assert_eq!(part(40.0, FloorKind::Other), part(40.0, FloorKind::Dense));
    }

    #[test]
    fn choices_are_binomials() {
        assert!((log2_choices(10, 3).exp2() - 120.0).abs() < 1e-6);
        assert!(log2_choices(5, 0).abs() < 1e-9 && log2_choices(7, 7).abs() < 1e-9);
    }
}
