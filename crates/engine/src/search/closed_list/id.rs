//! Ids of stored states.

use crate::outcome::{Limit, Stop};

/// Name of a stored state: its number in the order of insertion.
pub type Id = u32;

/// The parent of a root, and the id of no state.
pub const NO_PARENT: Id = Id::MAX;

/// Returns the id of the next state after `states` of them.
///
/// # Errors
/// When there are as many as ids, the last of which is [`NO_PARENT`].
#[inline]
pub(super) fn next_id(states: usize) -> Result<Id, Stop> {
    Id::try_from(states).ok().filter(|&id| id < NO_PARENT).ok_or(Stop::Limit(Limit::Memory))
}
