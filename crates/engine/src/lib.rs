//! A search engine for state spaces: strategies from breadth-first search to A\*, with limits on time and memory,
//! statistics, lower bounds and proofs. It contains no code for a particular puzzle.
//!
//! ```
//! // From 1 to 37 by doubling and by adding three.
//! let path = lurd_engine::bfs(&1, |&n| [2 * n, n + 3], |&n| n == 37)?;
//! assert_eq!(path, [1, 4, 7, 14, 17, 34, 37]);
//!
//! // The same if doubling costs 20 and adding three costs 2.
//! let (path, cost) = lurd_engine::dijkstra(&1, |&n| [(2 * n, 20), (n + 3, 2)], |&n| n == 37)?;
//! assert_eq!((path.len(), cost), (13, 24));
//! # Ok::<(), lurd_engine::Unsolved>(())
//! ```
//!
//! For these functions a state is any type that can be cloned, compared and hashed, and a cost any integer that is not
//! negative. A [`Graph`] and a [`Space`] take `u64` as costs, and a type of your own as states with a line
//! (`impl PlainState for Board {}`, see [`PlainState`]).
//!
//! | you want | call | strategy | needs | proves |
//! |---|---|---|---|---|
//! | the fewest steps | [`bfs()`] | `bfs` | actions that all cost 1 | optimal |
//! | the same from both ends | [`bidirectional()`] | `bidirectional` | actions that all cost 1 and moves backward from the goal | optimal |
//! | the same in little memory | [`Stepper::iddfs`] | `iddfs` | actions that all cost 1 | optimal |
//! | the least cost | [`dijkstra()`] | `uniform` | | optimal |
//! | the same with an estimate of the rest | [`astar()`] | `astar` | an estimate | optimal |
//! | the same in little memory | [`idastar()`] | `idastar` | an admissible estimate | optimal |
//! | at most w times the least cost | [`Stepper::weighted_astar`] | `weighted-astar` | an admissible estimate | within w |
//! | a good path soon | [`greedy()`] | `greedy` | a rate function | |
//! | better and better paths | [`Stepper::beam`] | `beam` | a rate function | |
//! | a path through a space with features | [`Stepper::fess`] | `fess` | features | |
//! | the method of an old script | [`Stepper::resort`] | `resort` | a rate function | |
//! | any path | [`dfs()`] | `dfs` | | |
//! | what suits the space | [`solve()`] | `auto` | | |
//! | all states, with their distances | [`distances()`], [`reach()`] | | | optimal |
//! | all cheapest paths, or the k best | [`all_optimal()`], [`k_best()`] | | | optimal |
//!
//! Every strategy proves that there is no path if there is none, unless a limit stops it. With an estimate that is not
//! admissible ([`Graph::with_guess`]), A\* proves nothing else. The functions have no limits.
//! A [`Graph`] is the same space as a value, and a [`Stepper`] searches it with limits, and in slices:
//!
//! ```
//! use std::time::Duration;
//! use lurd_engine::{Budget, Graph, Limits, Outcome, Settings, Stepper};
//!
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 1_000_003)
//!     .with_estimate(|&n| u64::from(n != 1_000_003));
//! let mut budget = Budget::within(Limits::NONE.time(Duration::from_secs(60)).nodes(1000));
//! match Stepper::astar(&graph, &Settings::default())?.finish(&mut budget) {
//!     Outcome::Solved { plan, proof, .. } => println!("{:?}, proved: {proof}", graph.path(&plan)),
//!     Outcome::Unsolvable => println!("there is provably no way"),
//!     Outcome::Stopped { stop, lower_bound } => {
//!         assert_eq!(stop.to_string(), "the node limit was reached");
//!         assert!(lower_bound > 8, "no plan costs less");
//!     }
//! }
//! # Ok::<(), lurd_engine::program::search::UnmetNeeds>(())
//! ```
//!
//! [`run`] does the same by a strategy that is a value, such as [`Strategy::Auto`].
//!
//! # From `pathfinding`
//!
//! | `pathfinding` | here | what differs |
//! |---|---|---|
//! | `bfs`, `dijkstra`, `astar`, `idastar`, `dfs` | the same names and arguments | `Result` in place of `Option`: it says why there is no path |
//! | `bfs_bidirectional` | [`bidirectional()`] | goals are a list |
//! | `dijkstra_all`, `bfs_reach` | [`distances()`], [`reach()`] | in the order of cost |
//! | `astar_bag`, `yen` | [`all_optimal()`], [`k_best()`] | lists |
//! | costs of any type with `Zero` and `Ord` | integers | scale fractions |
//!
//! An estimate that is too high makes `pathfinding` return a path that costs too much. Here the path that is found is
//! compared with the estimates along it, and [an error](Contradiction::Admissible) says so.
//!
//! # A puzzle of your own
//!
//! A type that implements [`Space`] has its own actions, and can have more abilities: an [estimate](Space::heuristic),
//! [moves backward](Space::backward), [redundant actions](Space::move_pruning). The tiles of a 3 x 3 puzzle, as digits:
//!
//! ```
//! use lurd_engine::{Cost, Guarantee, Heuristic, Space, Successors};
//! use lurd_engine::program::search;
//!
//! struct Tiles {
//!     start: [u8; 9],
//! }
//!
//! impl Space for Tiles {
//!     type State = [u8; 9]; // 0 is the gap
//!     type Action = char;
//!
//!     fn start(&self) -> [u8; 9] {
//!         self.start
//!     }
//!     fn is_goal(&self, state: &[u8; 9]) -> bool {
//!         *state == [1, 2, 3, 4, 5, 6, 7, 8, 0]
//!     }
//!     fn expand(&self, state: &[u8; 9], children: &mut Successors<Self>) {
//!         let gap = state.iter().position(|&tile| tile == 0).expect("a gap");
//!         let (row, column) = (gap / 3, gap % 3);
//!         // The tile that moves into the gap, and its direction.
//!         let moves = [
//!             (column < 2).then(|| (gap + 1, 'l')),
//!             (row < 2).then(|| (gap + 3, 'u')),
//!             (column > 0).then(|| (gap - 1, 'r')),
//!             (row > 0).then(|| (gap - 3, 'd')),
//!         ];
//!         for (tile, direction) in moves.into_iter().flatten() {
//!             let mut next = *state;
//!             next.swap(gap, tile);
//!             children.push(next, direction, 1);
//!         }
//!     }
//!     fn unit_costs(&self) -> bool {
//!         true
//!     }
//!     fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
//!         Some(self)
//!     }
//! }
//!
//! impl Heuristic<Tiles> for Tiles {
//!     fn guarantee(&self) -> Guarantee {
//!         Guarantee::Consistent
//!     }
//!     /// The sum of the distances of the tiles from their places.
//!     fn of(&self, state: &[u8; 9]) -> Cost {
//!         let places = (0_u8..).zip(state).filter(|&(_, &tile)| tile != 0);
//!         let distance = |(at, &tile): (u8, &u8)| (at / 3).abs_diff((tile - 1) / 3) + (at % 3).abs_diff((tile - 1) % 3);
//!         places.map(|place| Cost::from(distance(place))).sum()
//!     }
//! }
//!
//! let plan = search::astar(&Tiles { start: [1, 3, 4, 8, 0, 2, 7, 5, 6] })?;
//! assert_eq!((plan.cost, plan.actions.iter().collect()), (16, String::from("ldruruldlurrdlul")));
//! # Ok::<(), lurd_engine::Unsolved>(())
//! ```
//!
//! # Which strategy
//!
//! What each takes for these tiles at their farthest, 867/254/301, of 181,440 states:
//!
//! | strategy | cost | expanded | stored |
//! |---|---|---|---|
//! | `bfs` | 31 | 181378 | 181440 |
//! | `uniform` | 31 | 181438 | 181440 |
//! | `astar` | 31 | 6728 | 10001 |
//! | `idastar` | 31 | 13608 | 0 |
//! | `weighted-astar` | 31 | 402 | 643 |
//! | `greedy` | 47 | 115 | 190 |
//! | `beam` | 31 | 19075 | 25844 |
//! | `dfs` | 36757 | 150605 | 177220 |
//!
//! With an estimate, begin with A\*. Where memory is short, iterative deepening takes more expansions, and far more where many
//! paths lead to a state. Without an estimate, search from both ends if the goals are known and moves can be taken back.
//! Where no optimal plan can be found in time, take greedy search or a beam: the weights between A\* and greedy search
//! trade cost for time.
//!
//! [`program`] has the whole engine by subject; its `search::astar(&space)` and the like search a [`Space`] or a [`Graph`] in one
//! call. The folder `examples` has short programs: `several_starts`, `own_strategy`,
//! and `cancelled_thread`, which searches in another thread.

mod budget;
mod calls;
mod outcome;
mod processor;
mod search;
mod space;
mod table;

pub use budget::{Budget, Cancel, Limits, Statistics};
pub use calls::{
    Costs, Node, all_optimal, astar, bfs, bidirectional, dfs, dijkstra, distances, greedy, idastar, k_best, reach,
};
pub use outcome::{Contradiction, Cost, Limit, Outcome, Plan, Proof, Stop};
pub use search::{STRATEGIES, Settings, Stepper, Strategy, Unsolved, run, solve};
pub use space::{Backward, DEAD_END, Graph, Guarantee, Heuristic, PlainState, Space, Successors};

/// The whole engine by subject: searches of a space in one call (`search::astar(&space)`), what strategies of other crates are
/// made of, and what only lurd's own program needs.
pub mod program {
    /// Limits, memory accounting, cancellation, progress.
    pub mod budget {
        pub use crate::budget::*;
    }
    /// How a search ends, and what that proves.
    pub mod outcome {
        pub use crate::outcome::*;
    }
    /// The strategies, their registry, and what they share.
    pub mod search {
        pub use crate::search::*;
    }
    /// The traits of a state space: a puzzle as a search sees it.
    pub mod space {
        pub use crate::space::*;
    }
}
