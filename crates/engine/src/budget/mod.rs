//! Limits, memory accounting, cancellation and progress of a search.
//!
//! A [`Budget`] belongs to one search. The search asks it before every expansion ([`Budget::expand`]) and
//! before it allocates ([`Budget::grow`]); the answer is `Ok` or a [`Stop`](crate::outcome::Stop), which `?`
//! carries out of the search. Reading the clock costs more than a fast expansion, so the budget reads it
//! only every few milliseconds. Searches that take turns can divide one budget among them ([`Allotment`]).
//!
//! - `race`: one budget for several searches: shares of it, and races of several threads
//! - `threads`: how many threads a search may have
//! - `search_budget`: the budget of one search
//! - `progress`: statistics, tasks, what parts and rules did, and the trace of bounds and costs
//! - `expansions`: the expansions of a search, one by one, on request
//! - `limits`: limits, cancellation, the clock of a thread, the memory of the process
//! - `clock`: the clock of the limits, also in a browser

mod clock;
mod expansions;
mod limits;
mod progress;
mod race;
mod search_budget;
mod threads;

pub use clock::Instant;
pub use expansions::{Child, Expansion, Fate, MAX_EXPANSIONS};
pub use limits::{Cancel, Deadline, Limits, available_memory, memory_of_this_machine, process_limit};
pub use progress::{Observer, Progress, Record, Start, Statistics, Tally, Task, Trace, TracePoint, Work, WorkKind};
pub use race::{Allotment, Finished};
pub use search_budget::Budget;
pub(crate) use search_budget::Cutoff;

#[cfg(test)]
pub(crate) use threads::tests::with_threads_left;
pub use threads::{MAX_THREADS, ReservedThreads, THREAD_STACK, cores, start_thread};
