//! A portfolio of strategies under one budget (Huberman, Lukose & Hogg, *An economics approach to
//! hard computational problems*, 1997).
//!
//! The members take turns; a turn is some expansions, and from round to round turns get twice as
//! long. So the first conclusion costs no more than about twice as many expansions as the members
//! there are times those that the winner needs, and nobody has to know beforehand who that will be.
//! Which it is depends on the space and the settings only.
//!
//! A conclusion of any member ends the race: a plan, with what the winner may claim of it, or a proof
//! that there is none. The lower bounds that members prove meet in the budget, where the highest
//! counts. Memory is divided evenly among those that are left; one that would need more than its
//! share is dropped, what it held is divided anew, and the last one may have it all. Only if there is
//! none left to drop does the memory limit end the race.
//!
//! With more than one thread, and unless expansions are limited or the search is to pause, the
//! members are divided among the threads ([`threads`]).

mod threads;

use super::stepper::begin;
use super::store::Searched;
use super::{Search, Settings, Strategy, fits};
use crate::budget::{Allotment, Budget};
use crate::outcome::{Conclusion, Limit, Stop};

/// The length of the first turns, in expansions.
const FIRST_TURN: u64 = 1000;

pub(super) struct Portfolio<'s, S: Searched> {
    space: &'s S,
    settings: Settings,
    begun: bool,
    /// Those that are still in the race, in the order of their turns.
    members: Vec<Member<'s, S>>,
    /// Whose turn it is.
    turn: usize,
    /// The length of a turn in this round.
    length: u64,
    /// What is left of the present turn.
    left: u64,
    winner: Option<Strategy>,
}

struct Member<'s, S: Searched> {
    strategy: Strategy,
    search: Box<dyn Search<S> + 's>,
    allotment: Allotment,
}

/// Who would take part in a race in `space`, in the order of the turns.
fn entrants<S: Searched>(space: &S, settings: &Settings) -> impl Iterator<Item = (Strategy, Settings)> {
    // One of the blind ones fits any space.
    let blind = if space.unit_costs() { Strategy::Bfs } else { Strategy::Uniform };
    let other_seed = settings.seed.wrapping_add(1);
    [
        (Strategy::Bidirectional, settings.seed),
        (Strategy::Greedy, settings.seed),
        (Strategy::Astar, settings.seed),
        (Strategy::Idastar, settings.seed),
        (Strategy::WeightedAstar, settings.seed),
        (Strategy::Egreedy, settings.seed),
        (Strategy::Egreedy, other_seed),
        (blind, settings.seed),
    ]
    .into_iter()
    .filter(|&(strategy, _)| fits(strategy, space).is_ok())
    .map(|(strategy, seed)| (strategy, Settings { seed, ..*settings }))
}

impl<'s, S: Searched> Portfolio<'s, S> {
    pub(super) fn new(space: &'s S, settings: &Settings) -> Self {
        Self::part(space, settings, (0, 1))
    }

    /// Every `of`-th of those who would take part, beginning with number `part`.
    fn part(space: &'s S, settings: &Settings, (part, of): (usize, usize)) -> Self {
        let members = entrants(space, settings)
            .skip(part)
            .step_by(of)
            .map(|(strategy, settings)| Member {
                strategy,
                search: begin(space, strategy, &settings),
                allotment: Allotment::default(),
            })
            .collect();
        Self {
            space,
            settings: *settings,
            begun: false,
            members,
            turn: 0,
            length: FIRST_TURN,
            left: FIRST_TURN,
            winner: None,
        }
    }

    /// How many bytes each member may hold.
    fn share_of_memory(&self, budget: &Budget<'_>) -> Option<u64> {
        let held: u64 = self.members.iter().map(|member| member.allotment.used()).sum();
        budget.memory_left().map(|left| (left + held) / self.members.len() as u64)
    }

    /// Takes the member out of the race whose turn it is; the next one moves up.
    fn drop_member(&mut self, budget: &mut Budget<'_>) {
        let Member { search, allotment, .. } = self.members.remove(self.turn);
        drop(search);
        budget.reclaim(&allotment);
        self.left = self.length;
    }

    /// The race on one thread.
    fn take_turns(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        loop {
            if self.turn == self.members.len() {
                self.turn = 0;
                self.length = self.length.saturating_mul(2);
                self.left = self.length;
            }
            let memory = self.share_of_memory(budget);
            let member = &mut self.members[self.turn];
            let before = budget.statistics().expanded;
            let end = budget.with_allotment(&mut member.allotment, self.left, memory, |budget| {
                member.search.advance(budget)
            });
            self.left = self.left.saturating_sub(budget.statistics().expanded - before);
            match end {
                Ok(conclusion) => {
                    self.winner = Some(member.strategy);
                    return Ok(conclusion);
                }
                // A pause with something left of the turn is meant for the portfolio.
                Err(Stop::Paused) if self.left == 0 => {
                    self.turn += 1;
                    self.left = self.length;
                }
                Err(Stop::Limit(Limit::Memory)) if self.members.len() > 1 => self.drop_member(budget),
                Err(stop) => return Err(stop),
            }
        }
    }
}

impl<S: Searched> Search<S> for Portfolio<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        let first = !std::mem::replace(&mut self.begun, true);
        if first
            && !budget.counts_expansions()
            && let Some(end) = threads::race(self.space, &self.settings, budget)
        {
            let (conclusion, winner) = end?;
            self.winner = winner;
            return Ok(conclusion);
        }
        self.take_turns(budget)
    }

    fn winner(&self) -> Option<Strategy> {
        self.winner
    }
}
