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
//! others. Only the last member can end the race by the memory limit. Likewise with the limit of costs, as weighted
//! estimates exceed it before the costs of plans do.
//!
//! With several threads, the members are divided among them, unless expansions are limited
//! or the search is to pause.

use crate::search::strategies::prelude::*;
use crate::{
    budget::{Allotment, Cutoff, MAX_THREADS},
    outcome::Limit,
    search::strategies::{astar, bfs, bidirectional, egreedy, greedy, idastar, uniform, weighted_astar},
};

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
            race(self.space, &self.settings, self.begin, budget)
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

// The race by several threads: each has a part of the members and a space of its own.
//
// The winner may vary from run to run; the claims do not.

/// Races with up to [`Settings::threads`] threads; `None` if the space has no twins, or there is only one
/// member or thread. The race cannot be resumed after a stop.
fn race<S: Searched>(
    space: &S,
    settings: &Settings,
    begin: Starter<S>,
    budget: &mut Budget<'_>,
) -> Option<Result<Won<S::Action>, Stop>> {
    let parts = settings.threads.min(MAX_THREADS).min(entrants(space, settings).count());
    if parts < 2 {
        return None;
    }
    let replicas = (0..parts).map(|_| space.replicate()).collect::<Option<Vec<_>>>()?;
    budget.race(parts, |parts| {
        let searches = replicas.into_iter().take(parts).enumerate().map(|(part, replicate)| {
            move |budget: &mut Budget<'_>| {
                let space = replicate(budget)?;
                Turns::new(&space, settings, begin, (part, parts)).advance(budget)
            }
        });
        searches.collect()
    })
}

// The race on one thread: the members and their turns.

/// Length of the first turns, in expansions.
const FIRST_TURN: u64 = 1000;

/// The members of a race and whose turn it is.
struct Turns<'s, S: Searched> {
    /// The remaining members in the order of their turns.
    members: Vec<Member<'s, S>>,
    /// The member whose turn it is.
    turn: usize,
    /// The length of a turn in this round, in expansions.
    length: u64,
    /// The rest of the current turn, in expansions.
    left: u64,
}

/// A conclusion and the strategy that reached it.
type Won<A> = (Conclusion<A>, Strategy);

struct Member<'s, S: Searched> {
    strategy: Strategy,
    search: BoxedSearch<'s, S>,
    allotment: Allotment,
    cutoff: Cutoff,
}

/// The strategies that take part in a race in `space`, in the order of their turns.
fn entrants<S: Searched>(space: &S, settings: &Settings) -> impl Iterator<Item = (Strategy, Settings)> {
    // One of the blind strategies fits any space.
    let blind = if space.unit_costs() { bfs::ROW } else { uniform::ROW };
    let entrants = [
        (bidirectional::ROW, 0),
        (greedy::ROW, 0),
        (astar::ROW, 0),
        (idastar::ROW, 0),
        (weighted_astar::ROW, 0),
        (egreedy::ROW, 0),
        (egreedy::ROW, 1),
        (blind, 0),
    ];
    entrants
        .into_iter()
        .filter(|(row, _)| row.fits(space).is_ok())
        .map(|(row, offset)| (row.strategy, Settings { seed: settings.seed.wrapping_add(offset), ..*settings }))
}

impl<'s, S: Searched> Turns<'s, S> {
    /// Creates a race of every `of`-th entrant, from number `part`.
    fn new(space: &'s S, settings: &Settings, begin: Starter<S>, (part, of): (usize, usize)) -> Self {
        let members = entrants(space, settings)
            .skip(part)
            .step_by(of)
            .map(|(strategy, settings)| Member {
                strategy,
                search: begin(space, strategy, &settings),
                allotment: Allotment::default(),
                cutoff: Cutoff::default(),
            })
            .collect();
        Self { members, turn: 0, length: FIRST_TURN, left: FIRST_TURN }
    }

    /// The memory limit of each member.
    fn memory_per_member(&self, budget: &Budget<'_>) -> Option<u64> {
        let used: u64 = self.members.iter().map(|member| member.allotment.used()).sum();
        budget.memory_left().map(|left| (left + used) / self.members.len() as u64)
    }

    /// Drops the member whose turn it is; the next one takes its place.
    fn drop_member(&mut self, budget: &mut Budget<'_>) {
        let Member { search, allotment, .. } = self.members.remove(self.turn);
        drop(search);
        budget.reclaim(&allotment);
        self.left = self.length;
    }

    /// Gives turns until a member has a conclusion.
    ///
    /// # Errors
    /// When the budget stops the race; the next call resumes it.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Won<S::Action>, Stop> {
        loop {
            if self.turn == self.members.len() {
                self.turn = 0;
                self.length = self.length.saturating_mul(2);
                self.left = self.length;
            }
            if self.left == self.length {
                let name = self.members[self.turn].strategy.name();
                budget.stage(|| format!("turn of {name}"));
            }
            let memory = self.memory_per_member(budget);
            let member = &mut self.members[self.turn];
            let before = budget.statistics().expanded;
            let Member { search, allotment, cutoff, .. } = member;
            let end = budget.with_allotment(allotment, self.left, memory, |budget| {
                budget.prove(cutoff, |budget| search.advance(budget))
            });
            self.left = self.left.saturating_sub(budget.statistics().expanded - before);
            match end {
                // Another member may find one within the limit.
                Ok(Conclusion::Found(plan)) if budget.limits().cost.is_some_and(|most| plan.cost > most) => {
                    if self.members.len() == 1 {
                        return Err(Stop::Limit(Limit::Cost));
                    }
                    self.drop_member(budget);
                }
                Ok(conclusion) => return Ok((conclusion, member.strategy)),
                // A pause before the end of the turn is one of the portfolio itself.
                Err(Stop::Paused) if self.left == 0 => {
                    self.turn += 1;
                    self.left = self.length;
                }
                Err(Stop::Limit(Limit::Memory | Limit::Cost)) if self.members.len() > 1 => self.drop_member(budget),
                Err(stop) => return Err(stop),
            }
        }
    }
}
