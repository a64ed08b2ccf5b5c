//! Any solution, soon: searches of three kinds that take turns under one budget.
//!
//! | kind | searches | strength |
//! |---|---|---|
//! | plans | feature-space search of macro pushes (`plan_attempts`) | solves large levels |
//! | pushes | greedy or beam search and weighted A* of single pushes, alternately | quick on small floors |
//! | blind | breadth-first search of single pushes from both ends | few positions; fewest pushes |
//!
//! Each kind has a share of the effort (`configurations`), which depends on the number of sets of cells that the
//! boxes can stand on. The next turn goes to the kind that has used the smallest part of its share. Turns are
//! counted in expansions, never in time, so the same level is always solved the same way. Searches keep their
//! states between turns, and the turns get longer; only attempts from both sides and random ones start anew.
//! A kind that runs out of memory, or out of its part of a limit of expansions, leaves the portfolio.
//!
//! The first search that ends decides. If it finds a solution, only blind search also proves that no other has fewer
//! pushes; for the other kinds, that is proved if the pushes equal the lower bound. If it exhausts its space, there
//! is no solution: every kind leaves out only positions and actions that a rule proves to be useless.

use std::cell::OnceCell;

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Limit, Stop},
    search::{Settings, Strategy},
};
use lurd_puzzle::puzzle::Ending;

use super::{
    configurations::{
        BLIND_SUCCESSORS_PER_UNIT, CONFIGURATIONS, Configuration, SearchKind, Shares, expansions_per_unit, floor_kind,
        log2_choices, useful_cells,
    },
    context::{Context, Finished, TurnResult, affordable},
    packing_attempt::AttemptSpace,
    plan_attempts::{PlanAttempts, effort_of},
    push_searches::{BestFirst, PushSearch, PushTurns, StrategyTurn},
    random_attempts::RandomSpaces,
};
use crate::{
    board::{Balance, Board},
    bounds::{Distances, assignment},
    deadlock::Rules,
    fess::{LevelAnalysis, PlanSpace},
    spaces::{BlindPushSpace, PushSpace},
};

/// The largest product of boxes and cells for which macro pushes are used: beyond it, one expansion takes too long.
const MAX_SIZE_FOR_MACRO_PUSHES: usize = 60_000;

/// Whether searches of macro pushes are left out because an expansion takes too long.
pub(super) fn is_too_large_for_macro_pushes(board: &Board) -> bool {
    board.cells() * board.boxes().len() > MAX_SIZE_FOR_MACRO_PUSHES
}

/// Whether the portfolio suits a level: there is a goal for each box and a box for each goal, and macro pushes are used.
pub(super) fn suits(board: &Board) -> bool {
    board.balance() == Balance::Even && !is_too_large_for_macro_pushes(board)
}

/// How a run of the portfolio ended.
pub(super) struct PortfolioEnd {
    /// The strategy of the search that ended.
    pub(super) strategy: Strategy,
    pub(super) end: Finished,
    /// The effort spent by all searches, in expansions of feature-space search.
    pub(super) effort: u64,
}

/// Runs the attempts of `configurations` in turns, without the other kinds of search. The board has as many
/// boxes as goals.
///
/// # Errors
/// When the budget stops the search.
pub fn run(
    board: &Board,
    distances: &Distances,
    configurations: &[Configuration],
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Ending, Stop> {
    let analysis = analysis(board, distances, settings, budget)?;
    let context = context(board, distances, settings, &analysis);
    let spaces: Vec<_> = configurations.iter().map(|_| AttemptSpace::default()).collect();
    let plan_spaces: Vec<_> = (0..2 * configurations.len()).map(|_| OnceCell::new()).collect();
    let random_spaces = RandomSpaces::default();
    let mut plans = PlanAttempts::new(&context, configurations, &spaces, &plan_spaces, &random_spaces);
    loop {
        match plans.advance(budget)? {
            TurnResult::Ended(end) => return Ok(end.ending),
            TurnResult::Paused => {}
            TurnResult::GivenUp => return Err(Stop::Limit(Limit::Memory)),
        }
    }
}

/// A part of the portfolio, for one of several threads: a part of the plan attempts, and in the first thread the searches
/// of single pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    number: usize,
    of: usize,
}

impl Part {
    /// Everything, in one thread.
    pub(super) const ALL: Self = Self { number: 0, of: 1 };

    /// The shares of this part, from those of the whole.
    fn shares(self, mut whole: Shares) -> Shares {
        if self.number > 0 {
            whole.end(SearchKind::Pushes);
            whole.end(SearchKind::Blind);
            whole
        } else {
            whole.of_first_thread(self.of as u64)
        }
    }

    /// The plan attempts of this part, if the first thread has `first` of `all` of its time for them and the others have all
    /// of theirs.
    fn configurations(self, (first, all): (u64, u64)) -> Vec<Configuration> {
        let mut counts = vec![0; self.of];
        let mut own = Vec::new();
        for &configuration in CONFIGURATIONS {
            // The time of an attempt, if this one were added.
            let time = |thread: usize| (counts[thread] + 1) * if thread == 0 { all } else { first };
            let Some(thread) = (0..self.of).filter(|&thread| thread > 0 || first > 0).min_by_key(|&it| time(it)) else {
                continue;
            };
            counts[thread] += 1;
            if thread == self.number {
                own.push(configuration);
            }
        }
        own
    }
}

/// Runs the searches of a part of the portfolio in turns. The board has as many boxes as goals.
///
/// # Errors
/// When the budget stops the search, or no kind of search has enough memory.
pub(super) fn run_part(
    part: Part,
    board: &Board,
    distances: &Distances,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<PortfolioEnd, Stop> {
    let settings = &Settings { seed: settings.seed ^ (part.number as u64) << 32, ..*settings };
    let analysis = analysis(board, distances, settings, budget)?;
    let context = context(board, distances, settings, &analysis);
    let whole = shares(&context, budget);
    let configurations = part.configurations(whole.of_first_thread(part.of as u64).part_of_plans());
    let spaces = Spaces::new(configurations.len());
    if part.number == 0 {
        spaces.add_blind(&context, budget)?;
    }
    let shares = part.shares(whole);
    let mut portfolio = Portfolio::new(&context, shares, &configurations, &spaces, budget.expansions_left());
    loop {
        if let Some(conclusion) = portfolio.turn(budget)? {
            return Ok(conclusion);
        }
    }
}

/// The shares of the kinds of search on a level.
pub(super) fn shares(context: &Context<'_>, budget: &mut Budget<'_>) -> Shares {
    let Context { board, distances, analysis, .. } = context;
    let useful = useful_cells(board, distances, analysis.origins());
    let positions = log2_choices(useful, board.boxes().len());
    budget.note(|| format!("{useful} useful cells, 2^{positions:.0} sets of cells for the boxes"));
    Shares::of(positions, floor_kind(board))
}

/// The spaces that the searches of a portfolio search in.
pub(super) struct Spaces<'b> {
    attempts: Vec<AttemptSpace<'b>>,
    random: RandomSpaces<'b>,
    plans: Vec<OnceCell<PlanSpace<'b>>>,
    /// Built before the first turn of the best-first searches.
    pushes: OnceCell<PushSpace<'b>>,
    /// Empty if a position does not fit in a word, or if there is no blind search.
    blind: OnceCell<BlindPushSpace<'b>>,
}

impl<'b> Spaces<'b> {
    /// Those for as many `configurations` of plan attempts, without blind search.
    pub(super) fn new(configurations: usize) -> Self {
        Self {
            attempts: (0..configurations).map(|_| AttemptSpace::default()).collect(),
            random: RandomSpaces::default(),
            plans: (0..2 * configurations).map(|_| OnceCell::new()).collect(),
            pushes: OnceCell::new(),
            blind: OnceCell::new(),
        }
    }

    /// Adds blind search, if a position fits in a word and there is memory for it.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn add_blind(&self, context: &Context<'b>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let &Context { board, distances, analysis, rules, .. } = context;
        let space = affordable(BlindPushSpace::new(board, distances, analysis.origins(), rules, budget))?.flatten();
        if let Some(space) = space {
            let _ = self.blind.set(space);
        }
        Ok(())
    }
}

/// The searches of all kinds, and their shares of the effort.
pub(super) struct Portfolio<'s, 'b> {
    context: &'b Context<'b>,
    spaces: &'s Spaces<'b>,
    shares: Shares,
    plans: PlanAttempts<'s, 'b>,
    best_first: BestFirst<'s, 'b>,
    blind: PushSearch<'s, BlindPushSpace<'b>>,
    blind_turns: PushTurns,
    /// The expansions of blind search so far, and their successors.
    blind_spent: (u64, u64),
}

/// The name of blind search among the parts of the solver.
pub(super) const BLIND_PART: &str = "blind search from both ends";

/// The expansions of blind search after which its depth is measured.
const EXPANSIONS_TO_MEASURE: u64 = 700_000;

/// The depth of both fronts together that blind search should have reached then, in hundredths of the lower bound of the
/// start. Measured after a million expansions: levels that it does not solve have 27 to 49, those that it does solve 61 to
/// 380. How fast the fronts grow predicts this less well.
const LEAST_DEPTH: Cost = 55;

/// The average number of successors of an expansion from which on blind search seldom ends. Of 55 levels of five collections
/// that it solves with more than 600,000 expansions, all but three have fewer, mostly 2 to 3, and plan attempts solve these
/// three as soon. Levels that need plan attempts mostly have 4 to 6.
const MANY_SUCCESSORS: u64 = 4;

impl<'s, 'b> Portfolio<'s, 'b> {
    /// `nodes`: the limit of expansions, which is mainly for feature-space search, because that needs few.
    pub(super) fn new(
        context: &'b Context<'b>,
        mut shares: Shares,
        configurations: &[Configuration],
        spaces: &'s Spaces<'b>,
        nodes: Option<u64>,
    ) -> Self {
        match spaces.blind.get() {
            None => shares.end(SearchKind::Blind),
            // With few boxes on much floor solutions are long, and blind search seldom comes to their end. It remains for
            // the proofs that there is none, or none shorter.
            Some(space) if space.is_ranked() => shares.cut(SearchKind::Blind, 10),
            Some(_) => {}
        }
        let nodes = nodes.unwrap_or(u64::MAX);
        Self {
            context,
            spaces,
            shares,
            plans: PlanAttempts::new(context, configurations, &spaces.attempts, &spaces.plans, &spaces.random),
            best_first: BestFirst::in_portfolio(
                (context.board, context.settings),
                context.rules,
                &spaces.pushes,
                nodes / 8,
            ),
            blind: PushSearch::bidirectional(),
            blind_turns: PushTurns::new(context.board, nodes / 4),
            blind_spent: (0, 0),
        }
    }

    /// The effort spent so far, in expansions of feature-space search.
    pub(super) fn effort(&self) -> u64 {
        self.shares.effort()
    }

    /// Gives a turn to the kind of search that has used the smallest part of its share. Returns the conclusion if it ends
    /// with one.
    ///
    /// # Errors
    /// When the budget stops it, or no kind of search has enough memory.
    pub(super) fn turn(&mut self, budget: &mut Budget<'_>) -> Result<Option<PortfolioEnd>, Stop> {
        let Some(kind) = self.shares.next() else { return Err(Stop::Limit(Limit::Memory)) };
        let before = budget.statistics();
        let StrategyTurn { strategy, result } = match kind {
            SearchKind::Plans => budget.in_part("plan attempts", |budget| self.advance_plans(budget))?,
            SearchKind::Pushes => budget.in_part("searches of pushes", |budget| self.best_first.turn(budget))?,
            SearchKind::Blind => budget.in_part(BLIND_PART, |budget| self.advance_blind(budget))?,
        };
        let now = budget.statistics();
        let spent = (now.expanded - before.expanded, now.generated - before.generated);
        self.account(kind, strategy, spent);
        if kind == SearchKind::Blind {
            self.measure_blind(spent, budget);
        }
        match result {
            TurnResult::Ended(end) => {
                return Ok(Some(PortfolioEnd { strategy, end, effort: self.effort() }));
            }
            TurnResult::Paused => {}
            TurnResult::GivenUp => self.shares.end(kind),
        }
        if self.best_first.are_over() {
            self.shares.end(SearchKind::Pushes);
        }
        if self.blind_turns.are_over() {
            self.shares.end(SearchKind::Blind);
        }
        Ok(None)
    }

    fn advance_plans(&mut self, budget: &mut Budget<'_>) -> Result<StrategyTurn, Stop> {
        Ok(StrategyTurn { strategy: Strategy::Fess, result: self.plans.advance(budget)? })
    }

    fn advance_blind(&mut self, budget: &mut Budget<'_>) -> Result<StrategyTurn, Stop> {
        let strategy = Strategy::Bidirectional;
        let Some(space) = self.spaces.blind.get() else {
            return Ok(StrategyTurn { strategy, result: TurnResult::GivenUp });
        };
        let expansions = self.blind_turns.next(expansions_per_unit(strategy));
        let Context { board, settings, .. } = self.context;
        let result = self.blind.advance((board, settings), space, expansions, 2, budget)?;
        Ok(StrategyTurn { strategy, result })
    }

    /// Takes note that blind search has made `expansions` more, which have so many successors, and cuts its share where this
    /// shows that it may not end soon.
    fn measure_blind(&mut self, (expansions, successors): (u64, u64), budget: &mut Budget<'_>) {
        let before = self.blind_spent;
        self.blind_spent = (before.0 + expansions, before.1 + successors);
        let (expansions, successors) = self.blind_spent;
        if !(before.0..expansions).contains(&EXPANSIONS_TO_MEASURE) {
            return;
        }
        if successors >= MANY_SUCCESSORS * expansions {
            self.shares.cut(SearchKind::Blind, 5);
            budget.note(|| {
                format!(
                    "blind search: {successors} successors of {expansions} positions: a fifth of its share from now on"
                )
            });
        }
        let Some(depth) = self.blind.lower_bound() else { return };
        let Context { board, distances, .. } = self.context;
        let bound = assignment::assignment(distances, board.boxes(), &budget.deadline());
        let bound = Cost::from(bound.unwrap_or(0));
        if 100 * depth < LEAST_DEPTH * bound {
            self.shares.cut(SearchKind::Blind, 10);
            budget
                .note(|| format!("blind search: depth {depth} of at least {bound}: a tenth of its share from now on"));
        }
    }

    /// Charges the expansions of a turn, and the successors that they generated, to the share of its kind.
    fn account(&mut self, kind: SearchKind, strategy: Strategy, (expansions, generated): (u64, u64)) {
        let effort = match kind {
            SearchKind::Plans => effort_of(expansions, generated),
            SearchKind::Pushes => expansions / expansions_per_unit(strategy),
            SearchKind::Blind => {
                self.blind_turns.spend(expansions);
                generated / BLIND_SUCCESSORS_PER_UNIT
            }
        };
        self.shares.spend(kind, effort.max(1));
    }
}

/// The analysis of a level for the portfolio.
///
/// # Errors
/// When the budget stops it or has too little memory.
pub(super) fn analysis<'b>(
    board: &'b Board,
    distances: &'b Distances,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<LevelAnalysis<'b>, Stop> {
    let bound = assignment::assignment(distances, board.boxes(), &budget.deadline());
    budget.raise_bound(bound.unwrap_or(0).into());
    LevelAnalysis::new(board, distances, Rules::for_pushes().except(settings.without), budget)
}

pub(super) fn context<'b>(
    board: &'b Board,
    distances: &'b Distances,
    settings: &'b Settings,
    analysis: &'b LevelAnalysis<'b>,
) -> Context<'b> {
    let rules = Rules::for_pushes().except(settings.without);
    Context { board, distances, settings, analysis, rules }
}

// The searches of the portfolio side by side, each group of them in a thread of its own.
//
// The first thread gives turns to the searches of pushes and, as far as their shares of all threads leave it time, to plan
// attempts; each of the others has a part of these. The first thread that ends decides, so the answer may vary from run to
// run; what is claimed of it is proved as with one thread.

/// Runs the portfolio with as many threads as the settings say, at least two; `None` if the memory or the
/// system has no room for two.
///
/// # Errors
/// When the budget stops the search, or no thread has enough memory.
pub(super) fn run_side_by_side(
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<Result<PortfolioEnd, Stop>> {
    let wanted = settings.threads.clamp(2, CONFIGURATIONS.len() + 1);
    budget.note(|| format!("searches of pushes in one thread, plan attempts in up to {wanted}"));
    budget.race(wanted, |of| {
        let searches = (0..of).map(|number| {
            move |budget: &mut Budget<'_>| {
                let distances = Distances::new(board, budget)?;
                run_part(Part { number, of }, board, &distances, settings, budget)
            }
        });
        searches.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attempt_is_in_one_thread() {
        for of in 1..=CONFIGURATIONS.len() + 1 {
            for (first, all) in [(10, 10), (8, 10), (1, 10), (0, 10)] {
                if of == 1 && first == 0 {
                    continue;
                }
                let parts = (0..of).map(|number| Part { number, of }.configurations((first, all)));
                let parts: Vec<_> = parts.collect();
                assert_eq!(parts.concat().len(), CONFIGURATIONS.len());
                assert!(CONFIGURATIONS.iter().all(|it| parts.iter().any(|part| part.contains(it))));
                let others = parts[1..].iter().map(Vec::len).min().unwrap_or(0);
                assert!(of == 1 || parts[0].len() <= others + 1, "the first thread has no more than others: {parts:?}");
            }
        }
    }
}
