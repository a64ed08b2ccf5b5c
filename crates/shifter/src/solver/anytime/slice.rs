//! One search with limited effort.

use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::Outcome;
use lurd_engine::search::{Searched, Settings, Stepper, Strategy};

/// A strategy, and the limits of its effort.
pub(super) struct Slice {
    pub(super) strategy: Strategy,
    pub(super) expansions: u64,
    pub(super) memory: Option<u64>,
}

/// Searches `space` and gives its memory back; `None` if the search only paused at its limit.
pub(super) fn search_for<S: Searched>(
    slice: &Slice,
    space: &S,
    budget: &mut Budget<'_>,
) -> Option<Outcome<S::Action>> {
    let mut search = Stepper::new(space, slice.strategy, &Settings::default()).ok()?;
    let mut allotment = Allotment::default();
    let outcome =
        budget.with_allotment(&mut allotment, slice.expansions, slice.memory, |budget| search.finish(budget));
    budget.reclaim(&allotment);
    search.has_ended().then_some(outcome)
}
