//! Breadth-first search of spaces whose states have numbers, in a table of one byte or two bits per state.

mod count;
mod depth_table;
mod distances;
mod layers;
mod pass;
mod ranked;
mod saved_layers;
mod table;
mod two_bits;

pub use count::{NotCounted, RankedCount, RankedCounting, count_ranked_layers};
pub use distances::{DistanceTable, Origin, enumerate_all};
pub use ranked::{Ranked, Walker};
pub use saved_layers::RunStore;
