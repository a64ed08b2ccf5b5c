//! The plan for each wish.

use super::board::Board;
use super::bounds::matching;
use super::deadlock::{Freeze, Rules};
use super::spaces::{MoveSpace, Push, PushSpace};
use super::{Level, walk};
use crate::budget::Budget;
use crate::outcome::Outcome;
use crate::puzzle::{Answer, Ending, Fit, Report, Wish, fits};
use crate::search::{self, Settings, Strategy};

/// Any solution, soon.
pub const ANY: Wish = Wish { name: "any", metric: "pushes", summary: "any solution, the sooner the better" };
/// The fewest pushes.
pub const PUSHES: Wish = Wish { name: "pushes", metric: "pushes", summary: "the fewest pushes" };
/// The fewest moves.
pub const MOVES: Wish = Wish { name: "moves", metric: "moves", summary: "the fewest steps of the player" };

/// What can be wished for.
pub const WISHES: &[Wish] = &[ANY, PUSHES, MOVES];

/// Which strategies fit a wish on this level.
#[must_use]
pub fn strategies(level: &Level, wish: &Wish) -> Vec<Fit> {
    let board = Board::new(level);
    let mut nobody = ();
    let mut budget =
        Budget::new(crate::budget::Limits::default(), crate::budget::Cancel::default(), &mut nobody);
    let (blind, informed) = if *wish == MOVES {
        let blind = MoveSpace::new(&board, Rules::NONE, &mut budget).map(|space| fits(&space));
        let informed = MoveSpace::new(&board, Rules::for_moves(), &mut budget).map(|space| fits(&space));
        (blind, informed)
    } else {
        let blind = PushSpace::new(&board, Rules::NONE, &mut budget).map(|space| fits(&space));
        let informed = PushSpace::new(&board, Rules::for_pushes(), &mut budget).map(|space| fits(&space));
        (blind, informed)
    };
    let too_large = |_| -> Vec<Fit> {
        let verdict = Err("the level is too large for the memory limit".to_owned());
        search::STRATEGIES
            .iter()
            .map(|row| Fit { strategy: row.strategy, verdict: verdict.clone() })
            .collect()
    };
    let (blind, informed) = (blind.unwrap_or_else(too_large), informed.unwrap_or_else(too_large));
    blind
        .into_iter()
        .zip(informed)
        .map(|(blind, informed)| if informed.strategy.is_informed() { informed } else { blind })
        .collect()
}

/// Looks for a solution of `level`.
#[must_use]
pub fn solve(
    level: &Level,
    wish: &Wish,
    choice: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Report {
    let strategy = match choice {
        Strategy::Auto if *wish == ANY => Strategy::Greedy,
        Strategy::Auto => Strategy::Astar,
        named => named,
    };
    let ending = ending(level, wish, strategy, settings, budget);
    Report { strategy, ending, statistics: budget.statistics() }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "more settings come with more strategies")]
fn ending(
    level: &Level,
    wish: &Wish,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Ending {
    let board = Board::new(level);
    if let Some(&square) = board.sealed().first() {
        return Ending::Unsolvable {
            reason: format!(
                "the player can never reach the box at {}, which is on no goal",
                level.place(square)
            ),
        };
    }
    let informed = strategy.is_informed();
    let outcome = if *wish == MOVES {
        let rules = if informed { Rules::for_moves() } else { Rules::NONE };
        MoveSpace::new(&board, rules, budget).map(|space| search::run(&space, strategy, settings, budget))
    } else {
        let rules = if informed { Rules::for_pushes() } else { Rules::NONE };
        PushSpace::new(&board, rules, budget).map(|space| search::run(&space, strategy, settings, budget))
    };
    match outcome {
        Err(stop) => Ending::Stopped { stop, lower_bound: None },
        Ok(Err(reason)) => Ending::Unsupported { reason },
        Ok(Ok(outcome)) => conclude(level, &board, outcome, informed, budget),
    }
}

fn conclude(
    level: &Level,
    board: &Board,
    outcome: Outcome<Push>,
    informed: bool,
    budget: &mut Budget<'_>,
) -> Ending {
    match outcome {
        Outcome::Stopped { stop, lower_bound } => Ending::Stopped { stop, lower_bound: Some(lower_bound) },
        Outcome::Unsolvable => Ending::Unsolvable { reason: why_unsolvable(level, board, informed, budget) },
        Outcome::Solved { plan, proof, lower_bound, stopped } => match walk::lurd(board, &plan.actions) {
            Some(solution) => Ending::Solved(Answer {
                solution,
                cost: plan.cost,
                proof,
                lower_bound: Some(lower_bound),
                stopped,
            }),
            // Replaying would find it as well; there is nothing to replay.
            None => Ending::Unsupported {
                reason: "internal error: the pushes found cannot be carried out".to_owned(),
            },
        },
    }
}

/// The shortest proof there is: a rule that calls the start dead, or the exhausted search.
fn why_unsolvable(level: &Level, board: &Board, informed: bool, budget: &mut Budget<'_>) -> String {
    let exhausted = || {
        let expanded = budget.statistics().expanded;
        match expanded {
            0 => "no box can be pushed".to_owned(),
            _ => format!(
                "exhausted: none of the positions that can be reached is a solution ({expanded} expanded)"
            ),
        }
    };
    if !informed {
        return exhausted();
    }
    at_the_start(level, board).unwrap_or_else(exhausted)
}

/// The rule that calls the start dead, in words.
fn at_the_start(level: &Level, board: &Board) -> Option<String> {
    let mut nobody = ();
    let mut budget = Budget::new(crate::budget::Limits::NONE, crate::budget::Cancel::default(), &mut nobody);
    let Ok(distances) = super::bounds::Distances::new(board, &mut budget) else { return None };
    let place = |cell| level.place(board.square(cell));
    if let Some(&cell) = board.boxes().iter().find(|&&cell| !distances.is_live(cell)) {
        return Some(format!("no goal can be reached from the square of the box at {}", place(cell)));
    }
    let mut occupied = vec![false; board.cells()];
    for &cell in board.boxes() {
        occupied[usize::from(cell)] = true;
    }
    let mut freeze = Freeze::default();
    if freeze.frozen_off_goal(
        board,
        |cell| distances.is_live(cell),
        board.boxes().iter().copied(),
        &mut occupied,
    ) {
        let mut frozen = freeze.frozen().to_vec();
        frozen.sort_unstable();
        let frozen: Vec<_> = frozen.into_iter().map(place).collect();
        return Some(format!(
            "frozen: no push ever moves the boxes at {}, and not all are on goals",
            frozen.join(", ")
        ));
    }
    matching::assignment(&distances, board.boxes())
        .is_none()
        .then(|| "no assignment: the boxes cannot be given goals they reach, one each".to_owned())
}
