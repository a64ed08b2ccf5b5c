//! Searches of single pushes that take turns: best-first, and blind from both ends.
//!
//! They keep their states between turns. The turns of a kind get longer by half each, and together they use at most a part
//! of a limit of expansions. An exhausted search proves that there is no solution; whether a solution is optimal depends on
//! the strategy.

use std::cell::OnceCell;

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Outcome, Proof, Stop},
    search::{Searched, Settings, Stepper, Strategy, UnmetNeeds},
};

use super::{
    configurations::{FloorKind, expansions_per_unit, floor_kind},
    context::{TurnResult, affordable, exhausted, first_turn, solved},
};
use crate::{
    board::{Balance, Board},
    deadlock::{Rule, Rules},
    spaces::{FromStart, PushSpace},
    state::Push,
};

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
    pub(super) fn new(board: &Board, nodes: u64) -> Self {
        Self { effort: first_turn(board, FIRST_TURN), nodes }
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
type Begin<'s, S> = fn(&'s S, &Settings) -> Result<Stepper<'s, S>, UnmetNeeds>;

/// A resumable search of single pushes.
pub(super) struct PushSearch<'s, S: Searched<Action = Push> + FromStart> {
    strategy: Strategy,
    begin: Begin<'s, S>,
    search: Option<Stepper<'s, S>>,
    allotment: Allotment,
}

impl<'s, S: Searched<Action = Push> + FromStart> PushSearch<'s, S> {
    pub(super) fn greedy() -> Self {
        Self::by(Strategy::Greedy, Stepper::greedy)
    }

    pub(super) fn weighted_astar() -> Self {
        Self::by(Strategy::WeightedAstar, Stepper::weighted_astar)
    }

    pub(super) fn bidirectional() -> Self {
        Self::by(Strategy::Bidirectional, Stepper::bidirectional)
    }

    /// A beam search that begins with a narrow beam.
    pub(super) fn narrow_beam() -> Self {
        const WIDTH: u32 = 64;
        Self::by(Strategy::Beam, |space, settings| {
            Stepper::beam(space, &Settings { width: WIDTH, first: true, ..*settings })
        })
    }

    fn by(strategy: Strategy, begin: Begin<'s, S>) -> Self {
        Self { strategy, begin, search: None, allotment: Allotment::default() }
    }

    pub(super) fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The lower bound that a bidirectional search has proved: the depth of both its fronts, and 1.
    pub(super) fn lower_bound(&self) -> Option<Cost> {
        self.search.as_ref().map(Stepper::lower_bound)
    }

    /// Runs for `expansions` more expansions. The search may hold one `part`-th of the memory that remains.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn advance(
        &mut self,
        (board, settings): (&Board, &Settings),
        space: &'s S,
        expansions: u64,
        part: u64,
        budget: &mut Budget<'_>,
    ) -> Result<TurnResult, Stop> {
        let name = self.strategy.name();
        budget.note(|| format!("{name}: {expansions} expansions of pushes"));
        budget.note_milestone(None);
        if self.search.is_none() {
            self.search = (self.begin)(space, settings).ok();
        }
        let Some(search) = &mut self.search else { return Ok(TurnResult::GivenUp) };
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / part);
        let before = budget.statistics().expanded;
        let end = budget.with_allotment(&mut self.allotment, expansions, memory, |budget| search.finish(budget));
        match end {
            Outcome::Solved { plan, proof, .. } => {
                let mut answer = solved(board, &space.pushes(&plan.actions), budget);
                if proof == Proof::Optimal {
                    answer.proof = Proof::Optimal;
                    answer.lower_bound = Some(answer.cost);
                }
                Ok(TurnResult::Ended(Ok(answer).into()))
            }
            Outcome::Unsolvable => Ok(TurnResult::Ended(exhausted().into())),
            Outcome::Stopped { stop: Stop::Paused, .. } if budget.statistics().expanded - before >= expansions => {
                Ok(TurnResult::Paused)
            }
            Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. } => {
                self.search = None;
                budget.reclaim(&std::mem::take(&mut self.allotment));
                Ok(TurnResult::GivenUp)
            }
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }
}

/// The best-first searches of single pushes: greedy or beam search, and weighted A*.
pub(super) struct BestFirst<'s, 'b> {
    board: &'b Board,
    settings: &'b Settings,
    rules: Rules,
    /// Built before the first turn.
    space: &'s OnceCell<PushSpace<'b>>,
    searches: [PushSearch<'s, PushSpace<'b>>; 2],
    /// The order of their turns, which is repeated, and the number of turns so far.
    order: Vec<usize>,
    turns: usize,
    lengths: PushTurns,
    /// Each search may hold this part of the memory that remains, as a divisor.
    memory_part: u64,
    /// The effort spent so far, in expansions of feature-space search.
    effort: u64,
}

/// How a turn of one of several searches ended, and its strategy.
pub(super) struct StrategyTurn {
    pub(super) strategy: Strategy,
    pub(super) result: TurnResult,
}

impl<'s, 'b> BestFirst<'s, 'b> {
    /// Those of a portfolio, which make at most so many expansions.
    pub(super) fn in_portfolio(
        (board, settings): (&'b Board, &'b Settings),
        rules: Rules,
        space: &'s OnceCell<PushSpace<'b>>,
        expansions: u64,
    ) -> Self {
        let floor = floor_kind(board);
        let first = if floor == FloorKind::Dense { PushSearch::narrow_beam() } else { PushSearch::greedy() };
        let order = if floor == FloorKind::Open { &[0, 0, 0, 1][..] } else { &[0, 1] };
        Self {
            board,
            settings,
            rules: affordable_rules(board, rules),
            space,
            searches: [first, PushSearch::weighted_astar()],
            order: order.to_vec(),
            turns: 0,
            lengths: PushTurns::new(board, expansions),
            memory_part: 8,
            effort: 0,
        }
    }

    /// Those of a level that the portfolio does not suit. With unequal numbers of boxes and goals, greedy search is often
    /// lost where many positions have the same estimate, so weighted A* goes first.
    pub(super) fn alone(
        (board, settings): (&'b Board, &'b Settings),
        rules: Rules,
        space: &'s OnceCell<PushSpace<'b>>,
    ) -> Self {
        let all = Self { memory_part: 2, ..Self::in_portfolio((board, settings), rules, space, u64::MAX) };
        if board.balance() == Balance::Even { all } else { Self { order: vec![1, 0], ..all } }
    }

    /// The effort spent so far, in expansions of feature-space search.
    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// Whether no expansions remain.
    pub(super) fn are_over(&self) -> bool {
        self.lengths.are_over()
    }

    /// What they search, if there is the memory for it.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn space(&self, budget: &mut Budget<'_>) -> Result<Option<&'s PushSpace<'b>>, Stop> {
        if let Some(space) = self.space.get() {
            return Ok(Some(space));
        }
        let space = affordable(PushSpace::new(self.board, self.rules, budget))?;
        Ok(space.map(|space| self.space.get_or_init(|| space)))
    }

    /// The rules of that space.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    /// Gives the next search a turn. A search that runs out of memory has no more.
    ///
    /// # Errors
    /// When the budget stops the search.
    pub(super) fn turn(&mut self, budget: &mut Budget<'_>) -> Result<StrategyTurn, Stop> {
        let Some(space) = self.space(budget)? else {
            return Ok(StrategyTurn { strategy: Strategy::WeightedAstar, result: TurnResult::GivenUp });
        };
        let &mut Self { board, settings, memory_part, .. } = self;
        let chosen = self.order[self.turns % self.order.len()];
        self.turns += 1;
        let search = &mut self.searches[chosen];
        let strategy = search.strategy();
        let expansions = self.lengths.next(expansions_per_unit(strategy));
        let before = budget.statistics().expanded;
        let result = search.advance((board, settings), space, expansions, memory_part, budget)?;
        let spent = budget.statistics().expanded - before;
        self.lengths.spend(spent);
        self.effort += (spent / expansions_per_unit(strategy)).max(1);
        if matches!(result, TurnResult::GivenUp) {
            self.order.retain(|&search| search != chosen);
            if !self.order.is_empty() {
                return Ok(StrategyTurn { strategy, result: TurnResult::Paused });
            }
        }
        Ok(StrategyTurn { strategy, result })
    }
}

/// The most cells times goals for which the table of pairs is built. Its time grows with the square of that, and is about a tenth of
/// a second here. Larger tables take up to 1.7 s, and searches of pushes hardly solve their levels.
const MAX_SIZE_FOR_PAIRS: usize = 3200;

/// `rules` without those whose tables take too long on this board.
fn affordable_rules(board: &Board, rules: Rules) -> Rules {
    let is_large = board.cells() > MAX_CELLS_FOR_PAIRS || board.cells() * board.goals().len() > MAX_SIZE_FOR_PAIRS;
    if is_large { rules.without(Rule::Pairs) } else { rules }
}

/// The number of cells up to which a table for every pair of cells is built.
const MAX_CELLS_FOR_PAIRS: usize = 250;
