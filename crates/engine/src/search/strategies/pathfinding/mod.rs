//! The strategies of the `pathfinding` crate under our budget: for comparison, and as an independent
//! implementation in the tests.
//!
//! The crate has no limits. Every state it holds carries a counted reference to one ledger, so the
//! number of references is the number of states alive, and the tables for them are charged before they
//! grow. Once the budget says stop, the success test returns true for every state: the crate returns at
//! once, and its result is discarded. Costs saturate, and dead states are removed. The strategies run in
//! one go: they cannot be resumed after a stop.

pub(in crate::search) mod astar;
pub(in crate::search) mod bfs;
mod bridge;
pub(in crate::search) mod dijkstra;
pub(in crate::search) mod idastar;
