//! The solver of each objective, and the strategies that fit it.
//!
//! | objective | `auto` runs |
//! |---|---|
//! | [`ANY`] | a short greedy search of pushes, then the [portfolio]; then `improve` shortens the answer |
//! | [`PUSHES`] | A* on pushes and blind search from both ends in turns; after a while also any solution |
//! | [`MOVES`] | A* on moves and blind search from both ends in turns; after a while also any solution |
//!
//! For the last two, `objectives` then breaks ties by the other metric. A strategy chosen by name runs
//! alone; for [`ANY`], `fess` runs the first configuration of the portfolio. If the numbers of boxes and
//! goals differ, or the level is too large for macro pushes, `push_searches` take the place of the portfolio: greedy search
//! and weighted A*. With unequal numbers, the portfolio searches an `evened` level beside them.
//! Before any search, `single_search` looks for a reason why there is no solution.
//!
//! - `solve`: which strategies fit a level, and the search that each of them means; `single_search`: one strategy alone
//! - `prove`: optimal search, with an incumbent that the optimiser makes shorter meanwhile; `incumbent`: how it is found;
//!   `bounded_cost`: a solution that costs as much as the lower bound; `room_bound`: a lower bound from a room with all goals
//! - `any_solution`: any solution; `improve`: a better answer from it; `known_solutions`: known solutions made better;
//!   `solution_pool`: the best ones so far
//! - [`portfolio`]: searches that take turns; `plan_attempts`: those of macro pushes, along plans (`packing_attempt`), from
//!   both sides (`bidirectional`), and `random_attempts`; `push_searches`: those of single pushes; `evened`: a level with as
//!   many boxes as goals for them
//! - `configurations`: the configurations of the attempts, and the shares of effort; `context`: what they share
//! - `objectives`: the objectives

mod any_solution;
mod bidirectional;
mod bounded_cost;
mod configurations;
mod context;
mod evened;
mod improve;
mod incumbent;
mod known_solutions;
mod objectives;
mod packing_attempt;
mod plan_attempts;
pub mod portfolio;
mod prove;
mod push_searches;
mod random_attempts;
mod room_bound;
mod single_search;
mod solution_pool;
mod solve;

pub use bidirectional::BidirectionalConfig;
pub use configurations::{CONFIGURATIONS, Configuration};
pub use known_solutions::optimise;
pub use objectives::{ANY, MOVES, OBJECTIVES, PUSHES};
pub use room_bound::goal_room_bound;
pub use solve::{solve, strategies};
