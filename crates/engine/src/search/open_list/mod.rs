//! Open lists: the states to be expanded. They ask the budget before they allocate.

mod bucket_queue;
mod grow;
mod heap;

pub(super) use bucket_queue::{BucketQueue, QueueEntry};
pub(super) use grow::{grow, push, reserve};
pub(super) use heap::Heap;
