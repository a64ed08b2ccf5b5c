//! The table of the attempts.

use super::along::Along;
use super::meeting::Meeting;
use crate::sokoban::Way;
use crate::sokoban::plan::{First, Looseness, Novel, Style, Taste, Tie, Yardstick};

/// What an attempt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// A search along a plan, which goes on where it was whenever it gets a turn.
    Along(Along),
    /// Searches from both sides that meet; every turn begins anew, from the second on with chance in it.
    Meeting(Meeting),
}

const ROOMY: Taste = Taste { least_steps: 6, first: First::Roomy, seed: None };
const NEAREST: Taste = Taste { least_steps: 6, first: First::Nearest, seed: None };
const CLOSE: Taste = Taste { least_steps: 1, first: First::Roomy, seed: None };
const FARTHEST: Taste = Taste { least_steps: 3, first: First::Farthest, seed: None };

const fn along(taste: Option<Taste>, tie: Tie, novelty: Novel, first_turn: u64) -> Along {
    let style = Style { tie, novelty, greedy: false, walks: false, seed: None };
    Along { taste, style, first_turn }
}

const fn recipe(taste: Option<Taste>, tie: Tie, novelty: Novel, first_turn: u64) -> Recipe {
    Recipe::Along(along(taste, tie, novelty, first_turn))
}

const fn greedy(taste: Option<Taste>, tie: Tie, first_turn: u64) -> Recipe {
    let style = Style { tie, novelty: Novel::Nothing, greedy: true, walks: false, seed: None };
    Recipe::Along(Along { taste, style, first_turn })
}

/// The same, heeding the walk to the first push.
const fn walking(along: Along) -> Along {
    Along { style: Style { walks: true, ..along.style }, ..along }
}

const fn meeting(first: Way, looseness: Looseness, yardstick: Yardstick) -> Recipe {
    Recipe::Meeting(Meeting { first, looseness, yardstick, loosening: 600, aiming: 900 })
}

/// The attempts, in the order that measuring suggested.
pub const RECIPES: &[Recipe] = &[
    Recipe::Along(walking(along(Some(CLOSE), Tie::Cool, Novel::Pairs, 2000))),
    recipe(Some(ROOMY), Tie::Far, Novel::Cells, 1500),
    meeting(Way::Push, Looseness::Links, Yardstick::Placed),
    recipe(Some(ROOMY), Tie::Far, Novel::Pairs, 1500),
    greedy(Some(ROOMY), Tie::Near, 1500),
    meeting(Way::Pull, Looseness::Goals, Yardstick::Short),
    recipe(Some(ROOMY), Tie::Age, Novel::Nothing, 1000),
    greedy(Some(ROOMY), Tie::Far, 1000),
    meeting(Way::Push, Looseness::Regions, Yardstick::Placed),
    recipe(None, Tie::Near, Novel::Cells, 1000),
    recipe(Some(NEAREST), Tie::Far, Novel::Pairs, 1000),
    recipe(Some(ROOMY), Tie::Near, Novel::Nothing, 1000),
    recipe(Some(FARTHEST), Tie::Age, Novel::Pairs, 1000),
];

/// What is left to chance, one after the other, after each round of the others.
pub(super) const BY_CHANCE: &[Along] = &[
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
        for (index, recipe) in RECIPES.iter().enumerate() {
            assert!(!RECIPES[..index].contains(recipe), "{recipe:?}");
        }
    }
}
