//! Which strategies fit a level, and the search that each of them means.

use lurd_engine::program::{
    budget::Budget,
    outcome::{Limit, Stop},
    search::{self, Searched, Settings, Strategy},
};
use lurd_puzzle::puzzle::{Fit, Objective, Report, Unanswered, fits};

use crate::{
    board::{Balance, Board},
    bounds::Distances,
    deadlock::Rules,
    direction::SearchDirection,
    level::Level,
    notation::metrics::Primary,
    solver::{
        any_solution::any,
        configurations::{log2_choices, may_be_counted, useful_cells},
        improve,
        incumbent::{Incumbent, greedy_comes_first, greedy_incumbent},
        objectives::{self, ANY, MOVES},
        portfolio,
        prove::{BLIND_PUSHES, BLIND_STEPS, BlindRate, Proved, Rival, prove},
        single_search::{search_in, unsolvable_at_start},
    },
    spaces::{BlindMoveSpace, BlindPushSpace, FromStart, MoveSpace, PatternBound, PushSpace},
    state::Push,
};

/// Whether each strategy fits an objective on this level, and why not.
#[must_use]
pub fn strategies(level: &Level, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit> {
    let board = Board::new(level);
    let mut fitting = |rules: Rules| {
        if *objective == MOVES {
            MoveSpace::new(&board, rules, budget).map(|space| fits(&space))
        } else {
            PushSpace::new(&board, rules, budget).map(|space| fits(&space))
        }
    };
    let informed_rules = if *objective == MOVES { Rules::for_moves() } else { Rules::for_pushes() };
    let blind = fitting(Rules::NONE).unwrap_or_else(none_fits);
    let informed = fitting(informed_rules).unwrap_or_else(none_fits);
    // Macro pushes fit where single pushes do, if there is a goal for each box and a box for each goal.
    let plannable = board.balance() == Balance::Even;
    let has_features = *objective == ANY && plannable && informed.iter().any(|fit| fit.verdict.is_ok());
    blind
        .into_iter()
        .zip(informed)
        .map(|(blind, informed)| match informed.strategy {
            Strategy::Fess if has_features => Fit { verdict: Ok(()), ..informed },
            strategy if strategy.takes_pruned_spaces() => informed,
            _ => blind,
        })
        .collect()
}

/// The verdict on all strategies where the space cannot be built.
fn none_fits(stop: Stop) -> Vec<Fit> {
    let why = match stop {
        Stop::Limit(limit) => format!("the level is too large for the {} limit", limit.describe()),
        Stop::Contradiction(contradiction) => contradiction.to_string(),
        Stop::Cancelled | Stop::Paused => "interrupted before the level was prepared".to_owned(),
    };
    let row = |row: &search::Row| Fit { strategy: row.strategy, verdict: Err(why.clone()) };
    search::STRATEGIES.iter().map(row).collect()
}

/// Searches for a solution of `level`.
#[must_use]
pub fn solve(
    level: &Level,
    objective: &Objective,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let board = Board::new(level);
    let is_combined = match choice {
        Strategy::Auto => true,
        Strategy::Fess => board.balance() == Balance::Even,
        _ => false,
    };
    let primary = if *objective == MOVES { Primary::Moves } else { Primary::Pushes };
    if *objective == ANY && is_combined {
        let (report, effort) = any(level, &board, choice, settings, budget);
        if settings.first || choice == Strategy::Fess {
            return report;
        }
        let report = if portfolio::is_too_large_for_macro_pushes(&board) {
            report
        } else {
            improve::improved(report, effort, level, &board, settings, budget)
        };
        return improve::with_shorter_walks(report, (level, &board, primary), budget);
    }
    let strategy = match choice {
        Strategy::Auto => Strategy::Astar,
        named => named,
    };
    let rules = match (strategy.takes_pruned_spaces(), *objective == MOVES) {
        (false, _) => Rules::NONE,
        (true, true) => Rules::for_moves(),
        (true, false) => Rules::for_pushes(),
    };
    let rules = rules.except(settings.without);
    let takes_turns = choice == Strategy::Auto && *objective != ANY;
    let incumbent = if takes_turns && greedy_comes_first(&board) {
        match greedy_incumbent(level, &board, objective, settings, budget) {
            Ok(incumbent) => incumbent,
            Err(ending) => return Report::new(Strategy::Greedy, ending, budget),
        }
    } else {
        None
    };
    let known = incumbent.as_ref();
    let request = Request { level, board: &board, objective, strategy, rules, settings, takes_turns, known };
    let proved = budget.in_scope(|budget| {
        if *objective == MOVES {
            let space = MoveSpace::new(&board, rules, budget)?;
            let rival = (BlindMoveSpace::new as NewSpace<'_, _>, BLIND_STEPS);
            request.carry_out(&space, None, space.distances(), rival, budget)
        } else {
            let space = PushSpace::new(&board, rules, budget)?;
            let rival = (BlindPushSpace::new as NewSpace<'_, _>, BLIND_PUSHES);
            request.carry_out(&space, Some(&space), space.distances(), rival, budget)
        }
    });
    let Proved { report, effort } = proved.unwrap_or_else(|stop| {
        let ending = match known {
            Some(incumbent) => Ok(incumbent.answer(budget.lower_bound(), Some(stop))),
            None => Err(Unanswered::stopped(stop, None)),
        };
        Report::new(strategy, ending, budget).into()
    });
    if choice == Strategy::Auto && *objective != ANY {
        let report = objectives::break_tie(report, effort, (level, &board, objective), settings, budget);
        return improve::with_shorter_walks(report, (level, &board, primary), budget);
    }
    report
}

/// A search by single pushes.
struct Request<'r> {
    level: &'r Level,
    board: &'r Board,
    objective: &'r Objective,
    strategy: Strategy,
    rules: Rules,
    settings: &'r Settings,
    /// Whether searches take turns for a proof, instead of `strategy` alone.
    takes_turns: bool,
    /// An answer that is known already.
    known: Option<&'r Incumbent>,
}

impl<'r> Request<'r> {
    /// Searches `space`, with a rival if searches take turns: how to create its space, and its expansions for each of A*.
    /// `pushes` is the same space if the cost is the number of pushes.
    fn carry_out<S, R>(
        &self,
        space: &S,
        pushes: Option<&PushSpace<'_>>,
        distances: &Distances,
        (new_rival, rate): (NewSpace<'r, R>, BlindRate),
        budget: &mut Budget<'_>,
    ) -> Result<Proved, Stop>
    where
        S: Searched<Action = Push> + FromStart + PatternBound,
        R: Searched + FromStart,
    {
        let &Self { level, board, objective, strategy, rules, settings, takes_turns, known } = self;
        let dead = unsolvable_at_start(level, board, rules, distances, &budget.deadline());
        if takes_turns && dead.is_none() {
            let rival = if board.balance() == Balance::Even {
                blind_rival((new_rival, rate), board, distances, rules, budget)?
            } else {
                None
            };
            let known = known.cloned();
            return Ok(prove((space, pushes), rival.as_ref(), (level, board, objective), known, settings, budget));
        }
        Ok(search_in(space, board, dead, strategy, settings, budget).into())
    }
}

/// [`BlindPushSpace::new`] or [`BlindMoveSpace::new`].
type NewSpace<'b, S> = fn(&'b Board, &Distances, &Distances, Rules, &mut Budget<'_>) -> Result<Option<S>, Stop>;

/// The space of blind search from both ends, if a position fits in a word, there may be few enough positions, and there
/// is memory for it.
fn blind_rival<'b, S>(
    (new, rate): (NewSpace<'b, S>, BlindRate),
    board: &'b Board,
    distances: &Distances,
    rules: Rules,
    budget: &mut Budget<'_>,
) -> Result<Option<Rival<S>>, Stop> {
    let origins = Distances::by(SearchDirection::Pull, &board.aiming_at(board.boxes()), budget);
    let space = origins.and_then(|origins| {
        let useful = useful_cells(board, distances, &origins);
        if !may_be_counted(log2_choices(useful, board.boxes().len())) {
            return Ok(None);
        }
        new(board, distances, &origins, rules, budget)
    });
    match space {
        Err(Stop::Limit(Limit::Memory)) => Ok(None),
        space => Ok(space?.map(|space| Rival { space, rate })),
    }
}
