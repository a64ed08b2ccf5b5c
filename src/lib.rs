//! lurd (left, up, right, down): an interactive puzzle-solving toolkit.
//!
//! It consists of a generic state-space search engine, puzzles as plug-ins, and a program
//! (`lurd solve missile/4`). Use the library to search your own state spaces, to solve puzzles from code, or
//! to add a kind of puzzle to the program.
//!
//! # A space of your own
//!
//! A state space needs a start, the successors of each state with their costs, and a test for the goal. This
//! example gets from 1 to 37 by doubling and by adding three:
//!
//! ```
//! use lurd::search;
//! use lurd::space::Graph;
//!
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
//! let plan = search::uniform(&graph).expect("37 is reachable");
//! assert_eq!((plan.cost, graph.path(&plan)), (6, vec![1, 4, 7, 14, 17, 34, 37]));
//! ```
//!
//! For comparison, with the crate `pathfinding`:
//!
//! ```
//! use pathfinding::prelude::dijkstra;
//!
//! let found = dijkstra(&1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37);
//! assert_eq!(found, Some((vec![1, 4, 7, 14, 17, 34, 37], 6)));
//! ```
//!
//! `search::uniform` compiles one strategy for the space, as `search::bfs`, `search::astar` and others do;
//! [`search::solve()`] and [`search::run`] take any strategy of the [registry](search::STRATEGIES) as a value: these are
//! compiled once for all spaces, and slower. In addition, there are limits on time, memory, expansions and cost, and searches in slices
//! ([`search::Stepper`]). A search can be cancelled, and reports statistics and, if a limit ends it, a lower bound of the
//! cost:
//!
//! ```
//! use lurd::budget::{Budget, Limits};
//! use lurd::outcome::Outcome;
//! use lurd::search::{Settings, Stepper};
//! use lurd::space::Graph;
//!
//! let graph = Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 1_000_003)
//!     .with_estimate(|&n| u64::from(n != 1_000_003));
//! let mut budget = Budget::within(Limits::usual().nodes(1000));
//! let outcome = Stepper::astar(&graph, &Settings::default())?.finish(&mut budget);
//! let Outcome::Stopped { stop, lower_bound } = outcome else { panic!("1000 expansions are too few") };
//! assert_eq!(stop.to_string(), "the node limit was reached");
//! assert!(lower_bound > 8, "no plan costs less");
//! # Ok::<(), lurd::search::UnmetNeeds>(())
//! ```
//!
//! # A space with its own type
//!
//! A type that implements [`space::Space`] can have its own type of actions, and optional *abilities*, which
//! some strategies require: an estimate of the remaining cost, moves backward, a number for every state, and
//! the detection of redundant actions. (Without [`move_pruning`](space::Space::move_pruning), IDA\* may take
//! a hundred times the expansions.) This space measures four litres with two jugs of five and three litres:
//!
//! ```
//! use lurd::search;
//! use lurd::space::{Successors, Space};
//!
//! struct Jugs;
//!
//! impl Space for Jugs {
//!     type State = u64; // 10 * large + small
//!     type Action = &'static str;
//!
//!     fn start(&self) -> u64 {
//!         0
//!     }
//!     fn is_goal(&self, state: &u64) -> bool {
//!         state / 10 == 4
//!     }
//!     fn expand(&self, state: &u64, next: &mut Successors<Self>) {
//!         let (large, small) = (state / 10, state % 10);
//!         let (down, up) = (large.min(3 - small), small.min(5 - large));
//!         next.push(50 + small, "fill the large one", 1);
//!         next.push(10 * large + 3, "fill the small one", 1);
//!         next.push(small, "empty the large one", 1);
//!         next.push(10 * large, "empty the small one", 1);
//!         next.push(10 * (large - down) + small + down, "pour into the small one", 1);
//!         next.push(10 * (large + up) + small - up, "pour into the large one", 1);
//!     }
//!     fn unit_costs(&self) -> bool {
//!         true // breadth-first search needs to know
//!     }
//! }
//!
//! let plan = search::bfs(&Jugs).expect("a plan");
//! assert_eq!(plan.cost, 6);
//! assert_eq!(plan.actions[0], "fill the large one");
//! assert_eq!(plan.actions[1], "pour into the small one");
//! ```
//!
//! [`search::run`] takes a [`budget::Budget`] with limits, and reports statistics and what is proved.
//!
//! # Solving a level
//!
//! ```
//! use lurd::budget::{Budget, Limits};
//! use lurd::puzzle::{Plugin, Puzzle};
//! use lurd::search::{Settings, Strategy};
//! use lurd::sokoban::Sokoban;
//!
//! let level = Sokoban.read("#######|#@ $ .#|#######").unwrap().remove(0).puzzle.unwrap();
//! let mut budget = Budget::within(Limits::usual());
//! let fewest_pushes = &level.objectives()[1];
//! let report = level.solve(fewest_pushes, Strategy::Auto, &Settings::default(), &mut budget);
//! let Ok(answer) = report.ending else { panic!("it has a solution") };
//! assert_eq!(answer.solution, "rRR");
//! assert!(lurd::verify::replay(&*level, &answer.solution).is_ok());
//! ```
//!
//! # Modules
//!
//! Each module only imports from modules below it in this table; `docs/architecture.md` is the complete map.
//!
//! | module | contents |
//! |---|---|
//! | [`ui`] | the command line, the prompt, the player and the editor; the only part that prints |
//! | [`report`] | rendering of values as text and JSON |
//! | [`toolkit`] | the work of the commands, which returns values |
//! | [`catalog`] | the plug-ins, the built-in puzzles, and references to puzzles |
//! | [`sokoban`], [`shifter`] | the two plug-ins, independent of each other |
//! | [`verify`] | replay of answers by the plain rules |
//! | [`puzzle`] | the traits of a plug-in: a puzzle as the user sees it |
//! | [`search`] | the strategies, one per file, and their registry |
//! | [`space`] | the traits of a state space: a puzzle as a search sees it |
//! | [`budget`], [`outcome`], [`diagnostic`] | limits of a search; its outcome; errors in inputs |
//!
//! The modules [`ui`], [`report`] and [`toolkit`] require the feature `cli`, which is on by default. Without
//! it, the library depends on no crate for terminals, files or pictures, and writes no files.
//!
//! To add a kind of puzzle in another crate, implement [`space::Space`] for the search, [`puzzle::Puzzle`],
//! [`puzzle::Position`] and [`puzzle::Plugin`] for the user, and call
//! `lurd::ui::main(lurd::catalog::builtin().with(..))`. `examples/fifteen` does so for the 15-puzzle.

pub use lurd_atlas as atlas;
pub use lurd_engine::program::{budget, outcome, search, space};
pub use lurd_puzzle::{diagnostic, puzzle, verify};
pub use lurd_shifter as shifter;
pub use lurd_sokoban as sokoban;

pub mod catalog;
#[cfg(feature = "cli")]
pub use lurd_report as report;
#[cfg(feature = "cli")]
pub use lurd_toolkit as toolkit;

#[cfg(feature = "cli")]
pub use lurd_cli as ui;
