//! The searches of single pushes in the portfolio: best-first, and blind from both ends.
//!
//! They keep their states between turns. The turns of a kind get longer by half each, and together they use
//! at most a part of a limit of expansions. An exhausted search proves that there is no solution; whether a
//! solution is optimal depends on the strategy.

use super::context::{Context, SliceResult, exhausted, solved};
use crate::spaces::FromStart;
use crate::state::Push;
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::{Limit, Outcome, Proof, Stop};
use lurd_engine::search::{Searched, Settings, Stepper, Strategy, UnmetNeeds};
use lurd_puzzle::puzzle::Ending;

/// The effort of the first turn.
const FIRST_TURN: u64 = 1000;

/// The lengths of the turns of one kind of search.
pub(super) struct PushTurns {
    /// The effort of the next turn.
    effort: u64,
    /// The expansions that remain for all turns.
    nodes: u64,
}

impl PushTurns {
    pub(super) fn new(context: &Context<'_>, nodes: u64) -> Self {
        Self { effort: context.first_turn(FIRST_TURN), nodes }
    }

    /// The number of expansions of the next turn, if one unit of effort is worth `cost` expansions.
    pub(super) fn next(&mut self, cost: u64) -> u64 {
        let expansions = (self.effort * cost).min(self.nodes);
        self.effort += self.effort / 2;
        expansions
    }

    /// Subtracts the expansions that a turn has used.
    pub(super) fn spend(&mut self, expansions: u64) {
        self.nodes = self.nodes.saturating_sub(expansions);
    }

    /// Whether no expansions remain.
    pub(super) fn are_over(&self) -> bool {
        self.nodes == 0
    }
}

/// The start of a search of single pushes.
type Begin<'s, S> = fn(&'s S, Strategy, &Settings) -> Result<Stepper<'s, S>, UnmetNeeds>;

/// A resumable search of single pushes.
pub(super) struct PushSearch<'s, S: Searched<Action = Push> + FromStart> {
    strategy: Strategy,
    begin: Begin<'s, S>,
    search: Option<Stepper<'s, S>>,
    allotment: Allotment,
}

impl<'s, S: Searched<Action = Push> + FromStart> PushSearch<'s, S> {
    pub(super) fn new(strategy: Strategy) -> Self {
        Self::by(strategy, Stepper::new)
    }

    /// A bidirectional search of a space that is searched by nothing else.
    pub(super) fn bidirectional() -> Self {
        Self::by(Strategy::Bidirectional, |space, _, settings| Stepper::bidirectional(space, settings))
    }

    /// A beam search that begins with a narrow beam.
    pub(super) fn narrow_beam() -> Self {
        const WIDTH: u32 = 64;
        Self::by(Strategy::Beam, |space, strategy, settings| {
            Stepper::new(space, strategy, &Settings { width: WIDTH, ..*settings })
        })
    }

    fn by(strategy: Strategy, begin: Begin<'s, S>) -> Self {
        Self { strategy, begin, search: None, allotment: Allotment::default() }
    }

    pub(super) fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// Runs for `expansions` more expansions. The search may hold one `part`-th of the memory that remains.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn advance(
        &mut self,
        context: &Context<'_>,
        space: &'s S,
        expansions: u64,
        part: u64,
        budget: &mut Budget<'_>,
    ) -> Result<SliceResult, Stop> {
        let name = self.strategy.name();
        budget.note(|| format!("{name}: {expansions} expansions of pushes"));
        budget.note_milestone(None);
        if self.search.is_none() {
            self.search = (self.begin)(space, self.strategy, context.settings).ok();
        }
        let Some(search) = &mut self.search else { return Ok(SliceResult::GivenUp) };
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / part);
        let before = budget.statistics().expanded;
        let end =
            budget.with_allotment(&mut self.allotment, expansions, memory, |budget| search.finish(budget));
        match end {
            Outcome::Solved { plan, proof, .. } => {
                let mut ending = solved(context.board, &space.pushes(&plan.actions), budget);
                if let (Ending::Solved(answer), true) = (&mut ending, proof == Proof::Optimal) {
                    answer.proof = Proof::Optimal;
                    answer.lower_bound = Some(answer.cost);
                }
                Ok(SliceResult::Ended(ending))
            }
            Outcome::Unsolvable => Ok(SliceResult::Ended(exhausted())),
            Outcome::Stopped { stop: Stop::Paused, .. }
                if budget.statistics().expanded - before >= expansions =>
            {
                Ok(SliceResult::Paused)
            }
            Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => {
                self.search = None;
                budget.reclaim(&std::mem::take(&mut self.allotment));
                Ok(SliceResult::GivenUp)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}
