//! lurd (left, up, right, down): an interactive puzzle-solving toolkit.
//!
//! One generic state-space search engine stands behind plug-in puzzles. Most people use the program
//! (`lurd solve missile/4`); this is the library behind it, for those who want to search a space of
//! their own, solve from their own code, or add a kind of puzzle.
//!
//! # A puzzle solved in ten lines
//!
//! Tell the engine where a search starts, what it looks for and how it goes on, and pick a strategy.
//! Here are two jugs of five and three litres, and four litres are wanted:
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
//! }
//!
//! let plan = search::solve(&Jugs, Strategy::Bfs).expect("it can be done");
//! assert_eq!(plan.cost, 6);
//! assert_eq!(plan.actions[0], "fill the large one");
//! assert_eq!(plan.actions[1], "pour into the small one");
//! ```
//!
//! With limits, statistics and an answer that says what is proved, it is [`search::run`] with a
//! [`budget::Budget`].
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
//! # The map of the house
//!
//! Arrows point down: a part knows those below it and none above.
//!
//! | part | what it is |
//! |---|---|
//! | [`ui`] | the command line, the prompt, the player and the editor; the only part that prints |
//! | [`report`] | values to text and JSON; the only part that formats |
//! | [`toolkit`] | what the commands do: returns values |
//! | [`catalog`] | the puzzles that come along, the plug-ins, and references to puzzles |
//! | [`sokoban`], [`shifter`] | the two plug-ins, which do not know each other |
//! | [`verify`] | replays an answer by the plain rules |
//! | [`puzzle`] | what a person sees of a puzzle: the traits of a plug-in |
//! | [`search`] | the strategies, one a file, and the table that lists them |
//! | [`space`] | what a search sees of a puzzle: a space and its abilities |
//! | [`budget`], [`outcome`], [`diagnostic`], [`disk`] | what a search may use, what it may claim, what is wrong with an input, where things are kept |
//!
//! A kind of puzzle is added from outside: implement [`space::Space`] for the search, [`puzzle::Puzzle`],
//! [`puzzle::Position`] and [`puzzle::Plugin`] for people, and start with
//! `lurd::ui::main(lurd::catalog::builtin().with(..))`. `examples/fifteen` does that for the
//! 15-puzzle.

pub mod budget;
pub mod catalog;
pub mod diagnostic;
pub mod disk;
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
