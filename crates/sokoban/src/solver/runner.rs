//! A search that takes turns with others, and its memory.

use crate::spaces::FromStart;
use crate::state::Push;
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Limit, Outcome, Stop};
use lurd_engine::search::{Searched, Stepper};

/// A search and its memory.
pub(super) struct Runner<'s, S: Searched + FromStart> {
    pub(super) space: &'s S,
    pub(super) search: Stepper<'s, S>,
    pub(super) allotment: Allotment,
}

/// The end of a turn.
pub(super) enum TurnEnd {
    Ended(Outcome<Push>),
    Paused,
}

impl<'s, S: Searched + FromStart> Runner<'s, S> {
    pub(super) fn new(space: &'s S, search: Stepper<'s, S>) -> Self {
        Self { space, search, allotment: Allotment::default() }
    }

    /// Runs for `expansions` more expansions, with at most one `part`-th of the memory that the search has or
    /// could have.
    pub(super) fn turn(&mut self, expansions: u64, part: u64, budget: &mut Budget<'_>) -> TurnEnd {
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / part);
        let before = budget.statistics().expanded;
        let Self { space, search, allotment } = self;
        let outcome = budget.with_allotment(allotment, expansions, memory, |budget| search.finish(budget));
        let outcome = outcome.map_actions(|actions| space.pushes(&actions));
        let had_its_turn = budget.statistics().expanded - before >= expansions;
        if search.has_ended() || !had_its_turn { TurnEnd::Ended(outcome) } else { TurnEnd::Paused }
    }

    pub(super) fn is_out_of_memory(end: &TurnEnd) -> bool {
        matches!(end, TurnEnd::Ended(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }))
    }
}
