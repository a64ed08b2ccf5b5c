//! lurd (left, up, right, down): an interactive puzzle-solving toolkit.
//!
//! A generic state-space search engine with puzzles as plug-ins. Most people use the program (`lurd solve
//! missile/4`); the library is for searching other spaces, solving puzzles from code, and adding kinds of
//! puzzles.
//!
//! # A puzzle solved in ten lines
//!
//! A space defines the start, the goals and the successors of a state; a strategy searches it. This example
//! measures four litres with two jugs of five and three litres:
//!
//! ```
//! use lurd::search::{self, Strategy};
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
//!         next.push(&(50 + small), "fill the large one", 1);
//!         next.push(&(10 * large + 3), "fill the small one", 1);
//!         next.push(&small, "empty the large one", 1);
//!         next.push(&(10 * large), "empty the small one", 1);
//!         next.push(&(10 * (large - down) + small + down), "pour into the small one", 1);
//!         next.push(&(10 * (large + up) + small - up), "pour into the large one", 1);
//!     }
//!     fn unit_costs(&self) -> bool {
//!         true // breadth-first search needs to know
//!     }
//! }
//!
//! let plan = search::solve(&Jugs, Strategy::Bfs).expect("a plan");
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
//! use lurd::budget::{Budget, Cancel, Limits};
//! use lurd::puzzle::{Ending, Plugin, Puzzle};
//! use lurd::search::{Settings, Strategy};
//! use lurd::sokoban::Sokoban;
//!
//! let level = Sokoban.read("#######|#@ $ .#|#######").unwrap().remove(0).puzzle.unwrap();
//! let mut no_observer = ();
//! let mut budget = Budget::new(Limits::default(), Cancel::default(), &mut no_observer);
//! let fewest_pushes = &level.objectives()[1];
//! let report = level.solve(fewest_pushes, Strategy::Auto, &Settings::default(), &mut budget);
//! let Ending::Solved(answer) = report.ending else { panic!("it has a solution") };
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
//! | [`puzzle`] | the traits of a plug-in: what a person sees of a puzzle |
//! | [`search`] | the strategies, one per file, and their registry |
//! | [`space`] | the traits of a space: what a search sees of a puzzle |
//! | [`budget`], [`outcome`], [`diagnostic`], `disk` | limits of a search; its outcome; errors in inputs; files and folders |
//!
//! To add a kind of puzzle in another crate, implement [`space::Space`] for the search, [`puzzle::Puzzle`],
//! [`puzzle::Position`] and [`puzzle::Plugin`] for the user, and call
//! `lurd::ui::main(lurd::catalog::builtin().with(..))`. `examples/fifteen` does so for the 15-puzzle.

pub mod budget;
pub mod catalog;
pub mod diagnostic;
pub(crate) mod disk;
pub mod outcome;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod shifter;
pub mod sokoban;
pub mod space;
pub mod toolkit;
pub mod ui;
pub mod verify;
