//! The table of the attempts.

use crate::sokoban::fess::{FeatureOptions, First, Looseness, Novel, PlanOptions, Tie, Yardstick};
use crate::sokoban::search_direction::SearchDirection;
use crate::sokoban::solver::bidirectional::BidirectionalConfig;
use crate::sokoban::solver::packing_config::PackingConfig;

/// What an attempt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Configuration {
    /// A search along a plan, which goes on where it was whenever it gets a turn.
    Packing(PackingConfig),
    /// Searches from both sides that meet; every turn begins anew, from the second on with chance in it.
    Bidirectional(BidirectionalConfig),
}

const ROOMY: PlanOptions =
    PlanOptions { least_steps: 6, first: First::Roomy, exchange: false, parked_first: false, seed: None };
const NEAREST: PlanOptions = PlanOptions { first: First::Nearest, ..ROOMY };
const CLOSE: PlanOptions = PlanOptions { least_steps: 1, ..ROOMY };
const FARTHEST: PlanOptions = PlanOptions { least_steps: 3, first: First::Farthest, ..ROOMY };

/// The same, taking boxes off the board only where the sources left can be exchanged, and parked boxes at
/// any time.
const fn exchanging(options: PlanOptions) -> PlanOptions {
    PlanOptions { exchange: true, parked_first: true, ..options }
}

const fn along(taste: Option<PlanOptions>, tie: Tie, novelty: Novel, first_turn: u64) -> PackingConfig {
    let style = FeatureOptions { tie, novelty, greedy: false, walks: false, seed: None };
    PackingConfig { taste, style, first_turn }
}

const fn configuration(
    taste: Option<PlanOptions>,
    tie: Tie,
    novelty: Novel,
    first_turn: u64,
) -> Configuration {
    Configuration::Packing(along(taste, tie, novelty, first_turn))
}

const fn greedy(taste: Option<PlanOptions>, tie: Tie, first_turn: u64) -> Configuration {
    let style = FeatureOptions { tie, novelty: Novel::Nothing, greedy: true, walks: false, seed: None };
    Configuration::Packing(PackingConfig { taste, style, first_turn })
}

/// The same, heeding the walk to the first push.
const fn walking(along: PackingConfig) -> PackingConfig {
    PackingConfig { style: FeatureOptions { walks: true, ..along.style }, ..along }
}

const fn meeting(first: SearchDirection, looseness: Looseness, yardstick: Yardstick) -> Configuration {
    Configuration::Bidirectional(BidirectionalConfig {
        first,
        looseness,
        yardstick,
        loosening: 600,
        aiming: 900,
    })
}

/// The attempts, in the order that measuring suggested.
pub const CONFIGURATIONS: &[Configuration] = &[
    Configuration::Packing(walking(along(Some(exchanging(CLOSE)), Tie::Cool, Novel::Pairs, 2000))),
    configuration(Some(exchanging(ROOMY)), Tie::Far, Novel::Cells, 1500),
    meeting(SearchDirection::Push, Looseness::Links, Yardstick::Placed),
    configuration(Some(ROOMY), Tie::Far, Novel::Pairs, 1500),
    greedy(Some(ROOMY), Tie::Near, 1500),
    meeting(SearchDirection::Pull, Looseness::Goals, Yardstick::Short),
    configuration(Some(ROOMY), Tie::Age, Novel::Nothing, 1000),
    greedy(Some(ROOMY), Tie::Far, 1000),
    meeting(SearchDirection::Push, Looseness::Regions, Yardstick::Placed),
    configuration(None, Tie::Near, Novel::Cells, 1000),
    configuration(Some(NEAREST), Tie::Far, Novel::Pairs, 1000),
    configuration(Some(ROOMY), Tie::Near, Novel::Nothing, 1000),
    configuration(Some(FARTHEST), Tie::Age, Novel::Pairs, 1000),
];

/// What is left to chance, one after the other, after each round of the others.
pub(super) const BY_CHANCE: &[PackingConfig] = &[
    along(Some(ROOMY), Tie::Age, Novel::Nothing, 2000),
    along(Some(ROOMY), Tie::Far, Novel::Pairs, 2000),
    along(Some(NEAREST), Tie::Age, Novel::Nothing, 2000),
    along(Some(CLOSE), Tie::Far, Novel::Pairs, 2000),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_recipe_is_listed_twice() {
        for (index, configuration) in CONFIGURATIONS.iter().enumerate() {
            assert!(!CONFIGURATIONS[..index].contains(configuration), "{configuration:?}");
        }
    }
}
