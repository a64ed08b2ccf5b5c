//! A portfolio of strategies under one budget (Huberman, Lukose & Hogg, *An economics approach to hard
//! computational problems*, 1997).
//!
//! The members take turns of some expansions, and turns double from round to round. So the first
//! conclusion takes at most about twice the number of members times the expansions that the winner
//! needs. The winner depends on the space and the settings only.
//!
//! The first conclusion of a member ends the race: a plan, with the claim of the winner, or a proof that
//! there is none. The lower bounds of all members are combined in the budget. Memory is divided evenly
//! among the members; one that needs more than its part is dropped, and its memory is divided among the
//! others. Only the last member can end the race by the memory limit.
//!
//! With several threads, the members are divided among them ([`threads`]), unless expansions are limited
//! or the search is to pause.

mod threads;
mod turns;

use crate::search::strategies::prelude::*;
use turns::Turns;

pub(in crate::search) const ROW: Row = Row {
    summary: "races several strategies in doubling turns: the first conclusion wins",
    source: "Huberman, Lukose & Hogg 1997",
    compared: false,
    ..Row::new(Strategy::Portfolio, "portfolio", Family::Plan)
};

pub(in crate::search) fn begin<'s, S: Searched>(
    space: &'s S,
    settings: &Settings,
    begin: Starter<S>,
) -> BoxedSearch<'s, S> {
    let turns = Turns::new(space, settings, begin, (0, 1));
    Box::new(Portfolio { space, settings: *settings, begin, begun: false, turns, winner: None })
}

struct Portfolio<'s, S: Searched> {
    space: &'s S,
    settings: Settings,
    begin: Starter<S>,
    begun: bool,
    turns: Turns<'s, S>,
    winner: Option<Strategy>,
}

impl<S: Searched> Search<S> for Portfolio<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let first = !std::mem::replace(&mut self.begun, true);
        let by_threads = if first && !budget.counts_expansions() {
            threads::race(self.space, &self.settings, self.begin, budget)
        } else {
            None
        };
        let (conclusion, winner) = by_threads.unwrap_or_else(|| self.turns.advance(budget))?;
        self.winner = Some(winner);
        Ok(conclusion)
    }

    fn winner(&self) -> Option<Strategy> {
        self.winner
    }
}
