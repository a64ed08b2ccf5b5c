//! One attempt at a level: shape, goals, a far start, removal of what does not matter, proof and rating.

use std::sync::Arc;

use lurd_engine::program::{budget::Budget, outcome::Stop, search::random::Random};
use lurd_puzzle::puzzle::{GenerateOptions, Rating, Unanswered};

use super::climb::{ClassPlan, climb, pick};
use super::shape::Shape;
use crate::{
    direction::Direction,
    level::{BOX, GOAL, Level, WALL},
    notation::metrics,
    rating::{PROOF_EXPANSIONS, ProvedAnswer, proved_answer, rate, rate_with},
    rules::Game,
};

/// Tries to make a level of the class; `None` if this attempt leads to none.
pub(super) fn attempt(
    options: &GenerateOptions,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<(Level, Rating)>, Stop> {
    let (columns, rows) = options.size.unwrap_or_else(|| (pick(&plan.columns, random), pick(&plan.rows, random)));
    let boxes = options.boxes.unwrap_or_else(|| pick(&plan.boxes, random));
    let shape = Shape::draw(columns, rows, random);
    let keeps_shape = shape.is_mirrored;
    let Some(level) = climb(shape, boxes, plan, random, budget)? else { return Ok(None) };
    let proved = proved_answer(&level, PROOF_EXPANSIONS, budget)?;
    let rated = if proved.answer.is_some() {
        let Some((level, proved)) = pruned(level, proved, keeps_shape, random, budget)? else {
            return Ok(None);
        };
        let (solution, optimum) = proved.answer.unwrap_or_default();
        rate_with(&level, &solution, optimum, budget).map(|rating| (level, rating))
    } else {
        // Without a proof there is no measure of what matters.
        let level = tidied(&level);
        rate(&level, budget).map(|rating| (level, rating))
    };
    match rated {
        Ok((level, rating)) => {
            let solution = rating.solution.as_deref().unwrap_or_default();
            let is_wanted = rating.class == Some(options.difficulty) && !has_trivial_box(&level, solution);
            Ok(is_wanted.then_some((level, rating)))
        }
        Err(Unanswered::Stopped { stop, .. }) => Err(stop),
        Err(_) => Ok(None),
    }
}

/// Whether a box starts on a goal, or the answer pushes it fewer than two times.
fn has_trivial_box(level: &Level, solution: &str) -> bool {
    let steps = solution.chars().filter_map(Direction::of_letter);
    let steps = metrics::replay(&Arc::new(level.clone()), steps).unwrap_or_default();
    let pushes = |square: usize| steps.iter().filter(|step| step.pushed == Some(square)).count();
    level.boxes().any(|square| level.is_goal(square) || pushes(square) < 2)
}

// Removal of what does not matter in a level: walls in the open, and floor. (A box that needs no push cannot occur:
// every box of a start is off goal.)

/// The most expansions of all searches that compare a level with and without a square.
const MAX_EXPANSIONS: u64 = 300_000;
/// The per cent of the expansions of the proof that must remain: a square whose removal saves the search more than
/// that matters.
const REMAINING: u64 = 95;

/// Removes what does not matter, and everything outside; `None` if the answer is not proved or does not replay.
///
/// A square matters if the proof of the optimum is shorter without it. Filling a square that the answer does not use
/// keeps the optimum, as it only forbids; opening a wall may lower it, which is checked. With `keeps_shape` all
/// squares stay.
pub(super) fn pruned(
    level: Level,
    proved: ProvedAnswer,
    keeps_shape: bool,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<(Level, ProvedAnswer)>, Stop> {
    let Some((solution, optimum)) = proved.answer.clone() else { return Ok(None) };
    let least = proved.expansions * REMAINING / 100;
    let mut left = MAX_EXPANSIONS;
    let Some(used) = used_squares(&level, &solution) else { return Ok(None) };
    let mut best = (level, proved);
    if keeps_shape {
        return Ok(Some((tidied(&best.0), best.1)));
    }
    let mut squares: Vec<usize> = inner_squares(&best.0).collect();
    random.shuffle(&mut squares);
    let openings = squares.clone().into_iter().filter(|&square| best.0.is_wall(square));
    let fillings = squares.into_iter().filter(|&square| !best.0.is_wall(square) && !used[square]);
    let changes: Vec<usize> = openings.chain(fillings).collect();
    for square in changes {
        let is_wall = best.0.is_wall(square);
        let floor = floor_around(&best.0, square);
        // Only a wall in the open can be spared; floor is filled from its edge.
        if (is_wall && floor < 3) || (!is_wall && floor == 4) || left < best.1.expansions {
            continue;
        }
        let mut level = best.0.clone();
        level.set(square, WALL, !is_wall);
        let proved = proved_answer(&level, best.1.expansions.max(1_000) * 2, budget)?;
        left = left.saturating_sub(proved.expansions);
        let cost = proved.answer.as_ref().map(|(_, cost)| *cost);
        if cost == Some(optimum) && proved.expansions >= least {
            best = (level, proved);
        }
    }
    // Squares that the answer of the smaller level does not use may have been cut off.
    let level = tidied(&best.0);
    Ok(Some((level, best.1)))
}

/// The squares that the player or a box visits; `None` if the solution breaks the rules.
fn used_squares(level: &Level, solution: &str) -> Option<Vec<bool>> {
    let mut game = Game::new(Arc::new(level.clone()));
    let mut used = vec![false; level.squares()];
    used[level.player()] = true;
    for direction in solution.chars().map(Direction::of_letter) {
        let direction = direction?;
        let pushed = game.step(direction).ok()?;
        used[game.player()] = true;
        if let Some(stop) = level.neighbour(game.player(), direction).filter(|_| pushed) {
            used[stop] = true;
        }
    }
    game.is_solved().then_some(used)
}

/// The squares that are not at the border of the grid.
fn inner_squares(level: &Level) -> impl Iterator<Item = usize> + use<> {
    let (width, height) = (level.width(), level.height());
    (1..height - 1).flat_map(move |row| (1..width - 1).map(move |column| row * width + column))
}

fn floor_around(level: &Level, square: usize) -> usize {
    let neighbours = Direction::ALL.into_iter().filter_map(|direction| level.neighbour(square, direction));
    neighbours.filter(|&next| !level.is_wall(next)).count()
}

/// The level cropped to its room and the walls around that.
pub(super) fn tidied(level: &Level) -> Level {
    let room = level.flood(|_| true);
    let inside = || (0..level.squares()).filter(|&square| room[square]);
    let columns = || inside().map(|square| square % level.width());
    let rows = || inside().map(|square| square / level.width());
    // The room does not touch the border of the grid.
    let left = columns().min().unwrap_or(1) - 1;
    let top = rows().min().unwrap_or(1) - 1;
    let width = columns().max().unwrap_or(1) + 2 - left;
    let height = rows().max().unwrap_or(1) + 2 - top;
    let old = |square: usize| (top + square / width) * level.width() + left + square % width;
    let is_wall = |square: usize| {
        let (column, row) = (old(square) % level.width(), old(square) / level.width());
        let near = |at: usize| at.saturating_sub(1)..=at + 1;
        let mut around = near(row).flat_map(|row| near(column).map(move |column| (row, column)));
        !room[old(square)]
            && around.any(|(row, column)| {
                row < level.height() && column < level.width() && room[row * level.width() + column]
            })
    };
    let player = (0..width * height).find(|&square| old(square) == level.player()).unwrap_or_default();
    let is_there = |square: usize, what| room[old(square)] && level.contents[old(square)] & what != 0;
    Level::new(width, height, player, |square| [is_wall(square), is_there(square, GOAL), is_there(square, BOX)])
}
