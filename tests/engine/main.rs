//! Every strategy of the table against an oracle that shares no code with the engine: on random
//! graphs in all three shapes of state, on the graphs that break careless implementations, and under
//! random limits.

mod graph;
mod limits;
mod random;
mod ranked;
mod regressions;
