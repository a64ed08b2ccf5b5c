//! One attempt at a level: shape, goals, a far start, pruning, proof and rating.

use std::sync::Arc;

use super::class::{ClassPlan, pick};
use super::climb::climb;
use super::prune;
use super::shape::Shape;
use crate::direction::Direction;
use crate::level::Level;
use crate::notation::metrics;
use crate::rating::{PROOF_EXPANSIONS, proved_answer, rate, rate_with};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::search::random::Random;
use lurd_puzzle::puzzle::{GenerateOptions, NotRated, Rating};

/// Tries to make a level of the class; `None` if this attempt leads to none.
pub(super) fn attempt(
    options: &GenerateOptions,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<(Level, Rating)>, Stop> {
    let (columns, rows) =
        options.size.unwrap_or_else(|| (pick(&plan.columns, random), pick(&plan.rows, random)));
    let boxes = options.boxes.unwrap_or_else(|| pick(&plan.boxes, random));
    let shape = Shape::draw(columns, rows, options.style.as_deref(), random);
    let keeps_shape = shape.is_mirrored;
    let Some(level) = climb(shape, boxes, plan, random, budget)? else { return Ok(None) };
    let proved = proved_answer(&level, PROOF_EXPANSIONS, budget)?;
    let rated = if proved.answer.is_some() {
        let Some((level, proved)) = prune::pruned(level, proved, keeps_shape, random, budget)? else {
            return Ok(None);
        };
        let (solution, optimum) = proved.answer.unwrap_or_default();
        rate_with(&level, &solution, optimum, budget).map(|rating| (level, rating))
    } else {
        // Without a proof there is no measure of what matters.
        let level = prune::tidied(&level);
        rate(&level, budget).map(|rating| (level, rating))
    };
    match rated {
        Ok((level, rating)) => {
            let solution = rating.solution.as_deref().unwrap_or_default();
            let is_wanted = rating.class == options.difficulty && !has_trivial_box(&level, solution);
            Ok(is_wanted.then_some((level, rating)))
        }
        Err(NotRated::Stopped(stop)) => Err(stop),
        Err(NotRated::Unsolvable(_) | NotRated::Unsupported(_)) => Ok(None),
    }
}

/// Whether a box starts on a goal, or the answer pushes it fewer than two times.
fn has_trivial_box(level: &Level, solution: &str) -> bool {
    let steps = solution.chars().filter_map(Direction::of_letter);
    let steps = metrics::replay(&Arc::new(level.clone()), steps).unwrap_or_default();
    let pushes = |square: usize| steps.iter().filter(|step| step.pushed == Some(square)).count();
    level.boxes().any(|square| level.is_goal(square) || pushes(square) < 2)
}
