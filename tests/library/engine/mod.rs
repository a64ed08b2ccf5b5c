//! Every strategy of the table against an oracle that shares no code with the engine: on random
//! graphs in all three shapes of state, on the graphs that break careless implementations, and under
//! random limits.

#![expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the numbers of a test are small")]

mod all_optimal;
mod costs;
mod graph;
mod large_costs;
mod limits;
mod random;
mod ranked;
mod registry;
mod regressions;
mod settings;
mod steps;
mod traces;
