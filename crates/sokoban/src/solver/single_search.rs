//! One strategy on one space of a level, a short greedy search, and levels that are unsolvable at the start.

use std::borrow::Borrow;

use lurd_engine::program::{
    budget::{Allotment, Budget, Deadline},
    outcome::Stop,
    search::{self, Searched, Settings, Stepper, Strategy},
    space::Space,
};
use lurd_puzzle::puzzle::{Report, Unanswered, ending_of_outcome, solve_by_search};

use super::{
    configurations::{FloorKind, floor_kind},
    context,
};
use crate::{
    board::{Balance, Board},
    bounds::{Distances, assignment},
    deadlock::{Freeze, Rule, Rules},
    level::Level,
    spaces::{FromStart, PushSpace},
    state::{Push, lurd_from_pushes},
    xsb::write_xsb,
};

/// The expansions of the greedy search that comes first, until its progress is measured.
const GREEDY_TURN: u64 = 500;

/// The expansions for which the estimate must fall by 1 on average, so that the greedy search goes on; on an open floor,
/// where other searches have thousands of successors, it may take more.
const EXPANSIONS_PER_PUSH: u64 = 2;
const EXPANSIONS_PER_PUSH_ON_OPEN_FLOOR: u64 = 8;

/// The report of a short greedy search, if it is decided. It goes on as long as it goes nearly straight to a solution: on
/// an open floor that takes about one expansion for each push, however many there are.
pub(super) fn greedy_turn(
    level: &Level,
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Option<Report> {
    let mut allotment = Allotment::default();
    let report = budget.with_allotment(&mut allotment, u64::MAX, None, |budget| -> Result<Report, Stop> {
        let quick = Quick::new(level, board, settings, budget)?;
        if budget.records_expansions() {
            return Ok(budget.in_slice(GREEDY_TURN, |budget| quick.search(board, settings, budget)));
        }
        Ok(quick.search_while_straight(board, settings, budget))
    });
    budget.reclaim(&allotment);
    report
        .ok()
        .filter(|report| matches!(report.ending, Ok(_) | Err(Unanswered::Unsolvable { .. } | Unanswered::Bug { .. })))
}

/// Searches greedily by single pushes, without tables and slow rules: they take memory, and do not pay in a short
/// search.
pub(super) fn greedy(
    level: &Level,
    board: &Board,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Report, Stop> {
    Ok(Quick::new(level, board, settings, budget)?.search(board, settings, budget))
}

/// The rules of a search by single pushes without tables and slow rules.
fn quick_rules(settings: &Settings) -> Rules {
    let slow = [Rule::Pairs, Rule::FrozenWalls, Rule::Corrals];
    slow.into_iter().fold(Rules::for_pushes(), Rules::without).except(settings.without)
}

/// A space of single pushes without tables and slow rules.
struct Quick<'b> {
    space: PushSpace<'b>,
    /// Why the level is unsolvable at the start.
    dead: Option<Unanswered>,
}

impl<'b> Quick<'b> {
    fn new(level: &Level, board: &'b Board, settings: &Settings, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let rules = quick_rules(settings);
        let space = PushSpace::new(board, rules, budget)?;
        let dead = unsolvable_at_start(level, board, rules, space.distances(), &budget.deadline());
        Ok(Self { space, dead })
    }

    fn search(self, board: &Board, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        search_in(&self.space, board, self.dead, Strategy::Greedy, settings, budget)
    }

    /// As [`search`](Self::search), but in slices, each of which is followed by the next if the lowest estimate has fallen by
    /// enough.
    fn search_while_straight(self, board: &Board, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        let Self { space, dead } = self;
        let search = Stepper::greedy(&space, settings);
        let (Ok(mut search), None) = (search, &dead) else {
            return search_in(&space, board, dead, Strategy::Greedy, settings, budget);
        };
        let estimate = space.heuristic().map_or(0, |estimate| estimate.of(space.start().borrow()));
        budget.search_begins(Strategy::Greedy.name(), Some(estimate));
        let most = match floor_kind(board) {
            FloorKind::Open => EXPANSIONS_PER_PUSH_ON_OPEN_FLOOR,
            FloorKind::Dense | FloorKind::Other => EXPANSIONS_PER_PUSH,
        };
        let mut expansions = 0;
        let outcome = loop {
            expansions += GREEDY_TURN;
            let outcome = budget.in_part(Strategy::Greedy.name(), |budget| {
                budget.in_slice(GREEDY_TURN, |budget| search.finish(budget))
            });
            let fallen = estimate.saturating_sub(search.lowest_rate().unwrap_or(estimate));
            if search.has_ended() || most * fallen < expansions {
                break outcome;
            }
        };
        let write = |pushes: &[Push]| lurd_from_pushes::lurd(board, &space.pushes(pushes)).unwrap_or_default();
        Report::new(Strategy::Greedy, ending_of_outcome(outcome, write, || context::EXHAUSTED.to_owned()), budget)
    }
}

// One strategy on one space of a level.

/// Searches a space, unless there is a reason why the start is `dead`.
pub(super) fn search_in<S: Searched<Action = Push> + FromStart>(
    space: &S,
    board: &Board,
    dead: Option<Unanswered>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    match dead {
        Some(dead) if search::fits(strategy, space).is_ok() => Report::new(strategy, Err(dead), budget),
        _ => solve_by_search(
            space,
            strategy,
            settings,
            budget,
            // An empty answer to an unsolved puzzle is rejected by the replay.
            |pushes| lurd_from_pushes::lurd(board, &space.pushes(pushes)).unwrap_or_default(),
            || context::EXHAUSTED.to_owned(),
        ),
    }
}

// Reasons why a level is unsolvable that need no search, in words and as a drawing.

/// The reason why the level is unsolvable, if a rule finds one without a search. May miss it after `deadline`.
pub(super) fn unsolvable_at_start(
    level: &Level,
    board: &Board,
    rules: Rules,
    distances: &Distances,
    deadline: &Deadline,
) -> Option<Unanswered> {
    let because = |reason: String| Some(Unanswered::unsolvable(reason));
    let place = |cell| level.place(board.square(cell));
    if board.balance() == Balance::MoreBoxes {
        if let Some(&square) = board.unreachable_goals().first() {
            return because(format!("the player can never bring a box to the goal at {}", level.place(square)));
        }
        let is_short =
            rules.has(Rule::Assignment) && assignment::assignment(distances, board.boxes(), deadline).is_none();
        return is_short.then(|| {
            Unanswered::unsolvable("no assignment: the goals cannot all be given boxes that can reach them, one each")
        });
    }
    if let Some(&square) = board.unreachable_boxes().first() {
        return because(format!("the player can never reach the box at {}, which is on no goal", level.place(square)));
    }
    if rules.has(Rule::DeadSquares)
        && let Some(&cell) = board.boxes().iter().find(|&&cell| !distances.is_live(cell))
    {
        return because(format!("dead square: the box at {} can reach no goal", place(cell)));
    }
    if rules.has(Rule::Freeze) {
        let mut occupied = vec![false; board.cells()];
        for &cell in board.boxes() {
            occupied[usize::from(cell)] = true;
        }
        let mut freeze = Freeze::default();
        let boxes = board.boxes().iter().copied();
        if freeze.frozen_off_goal(board, |cell| distances.is_live(cell), boxes, &mut occupied) {
            let mut frozen = freeze.frozen().to_vec();
            frozen.sort_unstable();
            let squares: Vec<_> = frozen.iter().map(|&cell| board.square(cell)).collect();
            let frozen: Vec<_> = frozen.into_iter().map(place).collect();
            let boxes = frozen.join(", ");
            return Some(Unanswered::Unsolvable {
                reason: format!("frozen: the boxes at {boxes} can never move, and not all are on goals"),
                picture: Some(drawn(level, &squares)),
            });
        }
    }
    if rules.has(Rule::Assignment) && assignment::assignment(distances, board.boxes(), deadline).is_none() {
        return because("no assignment: the boxes cannot all be given goals they can reach, one each".to_owned());
    }
    None
}

/// The board with only the boxes on `squares`.
fn drawn(level: &Level, squares: &[usize]) -> String {
    let alone = level.with_boxes(squares);
    write_xsb(&alone).trim_end_matches('\n').to_owned()
}
