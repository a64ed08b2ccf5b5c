//! The solver of each objective, and the strategies that fit it.
//!
//! | objective | `auto` runs |
//! |---|---|
//! | [`ANY`] | a short greedy search of pushes, then the [portfolio]; then `improve` shortens the answer |
//! | [`PUSHES`] | A* on pushes and blind search from both ends in turns; if they take long, `incumbent` looks for any solution meanwhile, and `shortening` makes it shorter |
//! | [`MOVES`] | A* on moves; if it takes long, the same |
//!
//! For the last two, `secondary_metric` then breaks ties by the other metric. A strategy chosen by name runs
//! alone; for [`ANY`], `fess` runs the first configuration of the portfolio. If the numbers of boxes and
//! goals differ, or the level is too large for macro pushes, `auto` searches by single pushes or moves only.
//! Before any search, `unsolvable_at_start` looks for a reason why there is no solution.

mod any_solution;
mod bidirectional;
mod configurations;
mod context;
mod effort;
mod forecast;
mod further_starts;
mod improve;
mod incumbent;
mod incumbent_search;
mod objectives;
mod optimise;
mod packing_config;
mod plan_attempts;
mod plan_searches;
pub mod portfolio;
mod prove;
mod push_searches;
mod runner;
mod secondary_metric;
mod shortening;
mod side_by_side;
mod single_search;
mod solution_pool;
mod solve;
mod turn_order;
mod unsolvable_at_start;

pub use bidirectional::BidirectionalConfig;
pub use configurations::{CONFIGURATIONS, Configuration};
pub use objectives::{ANY, MOVES, OBJECTIVES, PUSHES};
pub use optimise::optimise;
pub use solve::{solve, strategies};
