//! Limits, memory accounting, cancellation and progress of a search.
//!
//! A [`Budget`] belongs to one search. The search asks it before every expansion ([`Budget::expand`]) and
//! before it allocates ([`Budget::grow`]); the answer is `Ok` or a [`Stop`](crate::outcome::Stop), which `?`
//! carries out of the search. Reading the clock costs more than a fast expansion, so the budget reads it
//! only every few milliseconds. Searches that take turns can divide one budget among them ([`Allotment`]).

mod allotment;
mod clock;
mod limits;
mod machine;
mod progress;
mod race;
mod search_budget;
mod threads;
mod trace;

pub use allotment::Allotment;
pub use limits::{Cancel, Deadline, Limits};
#[cfg(feature = "system")]
pub use machine::confine_process;
pub use machine::{memory_of_this_machine, process_limit};
pub use progress::{Observer, Progress, Statistics, Task};
pub use race::Finished;
pub use search_budget::Budget;
pub(crate) use threads::start_thread;
#[cfg(test)]
pub(crate) use threads::tests::with_threads_left;
pub use threads::{MAX_THREADS, ReservedThreads, THREAD_STACK, cores};
pub use trace::{Trace, TracePoint};
