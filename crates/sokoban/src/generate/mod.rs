//! Generated levels: a shape, goals, and the farthest start that pulling the boxes away from the goals reaches.
//!
//! | module | contents |
//! |---|---|
//! | `attempt` | one attempt at a level, from the shape to the rating; removal of what does not matter |
//! | `climb` | changes of shape and goals that lead to farther starts; classes of difficulty; pulls from the goals |
//! | `longest` | the levels with the longest solutions among all of an empty rectangle |
//! | `rectangle` | the distances of all positions of a rectangle, with sets of squares in words |
//! | `shape` | floors in four styles, and the places of the goals |
//!
//! Goals first and pulls backward, instead of boxes first and a search for a solution: Taylor and Parberry,
//! *Procedural Generation of Sokoban Levels* (GAME-ON-NA 2011). Theirs samples far states; here the layers of pulls
//! are complete where they fit, so that a start's distance is its optimum.

use std::collections::HashSet;

use climb::ClassPlan;
use lurd_engine::program::budget::Budget;
use lurd_engine::program::search::random::{Random, mix};
use lurd_puzzle::puzzle::{Ending, GenerateOptions, Generated, OnGenerated, Unanswered};

use crate::{
    level::Level,
    notation::identity::{canonical_form, unique_id},
    puzzle::SokobanPuzzle,
};

mod attempt;
mod climb;
mod longest;
mod rectangle;
mod shape;

/// The attempts after which there is no further level.
const MAX_ATTEMPTS: u64 = 2_000;
/// The least and the most columns or rows, including walls, and the most boxes.
const SIZES: std::ops::RangeInclusive<usize> = 5..=16;
const BOXES: std::ops::RangeInclusive<usize> = 1..=12;

/// Generates levels of one class, none twice.
pub(super) fn generate(
    options: &GenerateOptions,
    budget: &mut Budget<'_>,
    on_each: &mut OnGenerated<'_>,
) -> Ending<()> {
    if let Some(longest) = &options.longest {
        return longest::generate(longest, options.boxes, budget, on_each);
    }
    check(options)?;
    let plan = ClassPlan::of(options.difficulty);
    let mut seen = HashSet::new();
    let (mut number, mut failures) = (0, 0);
    for attempt in 0.. {
        if number == options.count {
            break;
        }
        if failures == MAX_ATTEMPTS {
            return Err(exhausted(options, number));
        }
        failures += 1;
        budget.check_now()?;
        let mut random = Random::new(mix(mix(options.seed) ^ attempt));
        let Some((level, rating)) = attempt::attempt(options, &plan, &mut random, budget)? else { continue };
        // Of two levels with one name only one is kept, although they may differ.
        if !seen.insert(canonical_form(&level)) || !seen.insert(unique_id(&level)) {
            continue;
        }
        number += 1;
        failures = 0;
        let title = Some(format!("{} {number}", options.difficulty.name()));
        let puzzle = Box::new(SokobanPuzzle::new(Level { title, ..level }));
        on_each(Generated { puzzle, rating, note: None });
    }
    Ok(())
}

fn check(options: &GenerateOptions) -> Result<(), Unanswered> {
    if let Some((columns, rows)) = options.size
        && !(SIZES.contains(&columns) && SIZES.contains(&rows))
    {
        let (least, most) = (SIZES.start(), SIZES.end());
        return Err(format!("--size {columns}x{rows}: a side has from {least} to {most} squares").into());
    }
    match options.boxes {
        Some(boxes) if !BOXES.contains(&boxes) => {
            Err(format!("--boxes {boxes}: expected a number from {} to {}", BOXES.start(), BOXES.end()).into())
        }
        _ => Ok(()),
    }
}

fn exhausted(options: &GenerateOptions, number: usize) -> Unanswered {
    let class = options.difficulty.name();
    format!(
        "{number} of {} levels: the next {MAX_ATTEMPTS} attempts gave no other level that is rated {class}; try \
         another size, number of boxes or class",
        options.count
    )
    .into()
}
