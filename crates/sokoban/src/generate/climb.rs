//! Climbing: a shape and its goals are changed step by step, and changes that lead to a farther start are kept.

use super::class::{ClassPlan, pick};
use super::far_start::{MAX_CELLS, Pulls, Start};
use super::goals;
use super::shape::Shape;
use crate::board::Board;
use crate::level::Level;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::search::random::Random;

/// A shape with goals.
#[derive(Clone)]
struct Design {
    shape: Shape,
    /// In ascending order.
    goals: Vec<usize>,
}

/// The best start of a design.
struct Best {
    level: Level,
    pushes: usize,
    /// The pushes, up to the number aimed at, and the box changes.
    score: usize,
}

/// Returns a level on `shape` or a shape like it that takes many pushes and box changes, as far as the number of
/// changes in the plan suffices; `None` if no start of enough pushes is found. The level is not pruned.
pub(super) fn climb(
    shape: Shape,
    boxes: usize,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<Level>, Stop> {
    let pushes = pick(&plan.pushes, random);
    let Some(goals) = goals::place(&shape, boxes, random) else { return Ok(None) };
    let mut design = Design { shape, goals };
    let Some(mut best) = farthest(&design, pushes, plan, random, budget)? else {
        return Ok(None);
    };
    for step in 0..plan.changes {
        if best.pushes + 3 > pushes {
            break;
        }
        // What has not come far by then seldom does.
        if step == plan.changes / 2 && best.pushes * 4 < plan.pushes.start() * 3 {
            return Ok(None);
        }
        let Some(changed) = design.changed(random) else { continue };
        let Some(next) = farthest(&changed, pushes, plan, random, budget)? else { continue };
        if next.score >= best.score {
            (design, best) = (changed, next);
        }
    }
    Ok((best.pushes >= *plan.pushes.start()).then_some(best.level))
}

/// The best start of a design; `None` if there is none.
fn farthest(
    design: &Design,
    pushes: usize,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<Best>, Stop> {
    let solved = design.solved();
    let board = Board::new(&solved);
    if board.cells() > MAX_CELLS || board.goals().len() != design.goals.len() {
        return Ok(None);
    }
    let used_before = budget.used();
    let pulls = Pulls::from_goals(&board, plan.positions, pushes, budget)?;
    let start = pulls.choose(pushes, random);
    drop(pulls);
    budget.shrink(budget.used() - used_before);
    Ok(start.map(|Start { boxes, player, pushes, changes }| {
        let squares: Vec<usize> = boxes.iter().map(|&cell| board.square(cell)).collect();
        let level = Level { player: board.square(player), ..solved.with_boxes(&squares) };
        Best { level, pushes, score: pushes + usize::from(changes) }
    }))
}

impl Design {
    /// The design with a goal on another square, or with one square of floor more or less; `None` if that is not
    /// possible where it was tried.
    fn changed(&self, random: &mut Random) -> Option<Self> {
        let mut changed = self.clone();
        if random.below(2) == 0 {
            let floor = self.shape.squares();
            let index = random.below(self.goals.len());
            let near: Vec<usize> = self.shape.around(self.goals[index]).into_iter().collect();
            let choice = if random.below(2) == 0 { &near } else { &floor };
            let square = choice[random.below(choice.len())];
            if !self.shape.floor[square] || self.goals.contains(&square) {
                return None;
            }
            changed.goals[index] = square;
            changed.goals.sort_unstable();
            return Some(changed);
        }
        let inside: Vec<usize> = self.shape.inside().collect();
        changed.shape.flip(inside[random.below(inside.len())]);
        let has_goals = self.goals.iter().all(|&goal| changed.shape.floor[goal]);
        (has_goals && changed.shape.is_connected()).then_some(changed)
    }

    /// The level with a box on every goal, and the player on some other square.
    fn solved(&self) -> Level {
        let is_goal: Vec<bool> =
            (0..self.shape.floor.len()).map(|square| self.goals.contains(&square)).collect();
        let player = self.shape.squares().into_iter().find(|&square| !is_goal[square]).unwrap_or_default();
        Level {
            title: None,
            width: self.shape.columns,
            height: self.shape.rows,
            walls: self.shape.floor.iter().map(|&is_floor| !is_floor).collect(),
            boxes: is_goal.clone(),
            goals: is_goal,
            player,
        }
    }
}
