//! The configurations of the attempts by feature-space search.

use crate::fess::{
    FeatureOptions, NoveltyMeasure, PlanOptions, RemovalOrder, TargetMeasure, TieBreak, UnblockMeasure,
};
use crate::search_direction::SearchDirection;
use crate::solver::bidirectional::BidirectionalConfig;
use crate::solver::packing_config::PackingConfig;

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

/// The same options, but boxes are parked where they leave the floor open.
const fn opening(options: PlanOptions) -> PlanOptions {
    PlanOptions { opens_first: true, ..options }
}

/// The same options, but boxes are only removed at interchangeable sinks, and parked boxes first.
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
