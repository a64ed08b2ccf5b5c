//! Any solution, soon: attempts that differ in their plan and in their taste, in turns under one
//! budget.
//!
//! Most attempts are feature-space searches of carries along a packing plan of their own; others search
//! from both sides and meet in the middle. Turns are counted in expansions and get twice as long from
//! round to round, so an attempt that would succeed soon is not kept waiting by one that never will,
//! and the same level is always solved the same way. What one attempt learns about deadlocks all others
//! know. An attempt that exhausts its space has proved that there is no solution: all of them search the
//! same positions, in another order or from the other end.

mod along;
mod meeting;
mod recipes;

use std::cell::{OnceCell, RefCell};

use super::board::Board;
use super::bounds::{Distances, matching};
use super::deadlock::Rules;
use super::plan::{self, Guide, Plan, Taste, Terrain};
use super::spaces::{CarrySpace, Push};
use super::walk;
use crate::budget::{Allotment, Budget, Task};
use crate::outcome::{Cost, Limit, Outcome, Proof, Stop};
use crate::puzzle::{Answer, Ending};
use crate::search::{Settings, Stepper, Strategy};
use along::Along;
pub use meeting::Meeting;
use recipes::BY_CHANCE;
pub use recipes::{RECIPES, Recipe};

/// Why there is no solution, where no rule can tell.
pub const EXHAUSTED: &str = "exhausted: no position that can be reached is a solution";

/// A plan is looked for in so many expansions.
const PLANNING: u64 = 3000;

/// An attempt under way.
struct Attempt<'s, 'b> {
    /// What it is called in explanations.
    name: String,
    recipe: Along,
    search: Option<Stepper<'s, CarrySpace<'b>>>,
    allotment: Allotment,
    /// How far it has got.
    milestone: Option<Task>,
}

/// What has become of a recipe.
enum Course<'s, 'b> {
    Along(Box<Attempt<'s, 'b>>),
    Meeting(Meeting),
    /// It has been given up.
    Over,
}

impl Course<'_, '_> {
    /// Whether it keeps what it has between its turns.
    fn keeps_memory(&self) -> bool {
        matches!(self, Self::Along(_))
    }
}

/// What came of a turn.
enum Turn {
    Ended(Ending),
    /// The expansions of the turn are used up.
    Paused,
    /// The memory did not suffice, or the level is not for it.
    GivenUp,
}

impl Attempt<'_, '_> {
    fn new(name: String, recipe: Along) -> Self {
        Self { name, recipe, search: None, allotment: Allotment::default(), milestone: None }
    }

    /// Gives back what it holds.
    fn drop_search(&mut self, budget: &mut Budget<'_>) {
        self.search = None;
        budget.reclaim(&std::mem::take(&mut self.allotment));
    }
}

/// What all attempts have in common.
struct Field<'b> {
    board: &'b Board,
    distances: &'b Distances,
    settings: &'b Settings,
    terrain: &'b Terrain<'b>,
    rules: Rules,
    /// The plans that have been found.
    plans: RefCell<Vec<(Taste, Plan)>>,
}

/// Makes the attempts by turns, on a board with as many boxes as goals. Several recipes get turns left to
/// chance between them.
///
/// # Errors
/// When the budget ends the search.
pub fn run(
    board: &Board,
    distances: &Distances,
    recipes: &[Recipe],
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Ending, Stop> {
    let bound = matching::assignment(distances, board.boxes(), &budget.deadline());
    budget.raise_bound(bound.unwrap_or(0));
    let rules = Rules::for_pushes().except(settings.without);
    let terrain = Terrain::new(board, distances, rules, budget)?;
    let plans = RefCell::default();
    let field = Field { board, distances, settings, terrain: &terrain, rules, plans };
    let name = |number: usize| format!("{} of {}", number + 1, recipes.len());
    let spaces: Vec<OnceCell<CarrySpace<'_>>> = recipes.iter().map(|_| OnceCell::new()).collect();
    let mut courses: Vec<Course<'_, '_>> = recipes
        .iter()
        .enumerate()
        .map(|(number, &recipe)| match recipe {
            Recipe::Along(recipe) => Course::Along(Box::new(Attempt::new(name(number), recipe))),
            Recipe::Meeting(meeting) => Course::Meeting(meeting),
        })
        .collect();
    let mut chances = 0;
    for round in 0..40_u32 {
        let mut left = courses.iter().filter(|course| course.keeps_memory()).count() as u64;
        if courses.iter().all(|course| matches!(course, Course::Over)) {
            break;
        }
        for (number, course) in courses.iter_mut().enumerate() {
            let ending = match course {
                Course::Along(attempt) => {
                    // One part is for what keeps nothing.
                    let memory =
                        budget.memory_left().map(|free| (free + attempt.allotment.used()) / (left + 1));
                    let turn = attempt.recipe.first_turn << round;
                    field.go_on(attempt, &spaces[number], turn, memory, budget)?
                }
                Course::Meeting(meeting) => meeting.go(&field, &name(number), round, budget)?,
                Course::Over => continue,
            };
            match ending {
                Turn::Ended(ending) => return Ok(ending),
                Turn::GivenUp => {
                    left -= u64::from(course.keeps_memory());
                    *course = Course::Over;
                }
                Turn::Paused => {}
            }
        }
        // Who asks for one recipe wants to see what it does alone.
        let turns_of_chance = if recipes.len() > 1 { 2_u64 << round } else { 0 };
        for _ in 0..turns_of_chance {
            let recipe = BY_CHANCE[chances % BY_CHANCE.len()].with_seed(settings.seed ^ chances as u64);
            chances += 1;
            let turn = recipe.first_turn * luby(chances as u64);
            let space = OnceCell::new();
            let mut attempt = Attempt::new("by chance".to_owned(), recipe);
            if let Turn::Ended(ending) = field.go_on(&mut attempt, &space, turn, None, budget)? {
                return Ok(ending);
            }
            attempt.drop_search(budget);
        }
    }
    Err(Stop::Limit(Limit::Memory))
}

/// The series 1 1 2 1 1 2 4 1 1 2 .., of which the `n`-th is asked for, from 1: turns of such lengths
/// are close to the best there are when nobody knows how long a lucky one has to be (Luby, Sinclair &
/// Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993).
fn luby(n: u64) -> u64 {
    let power = (n + 1).next_power_of_two();
    if power == n + 1 { power / 2 } else { luby(n + 1 - power / 2) }
}

impl Field<'_> {
    /// Gives an attempt a turn.
    fn go_on<'s, 'b>(
        &'b self,
        attempt: &mut Attempt<'s, 'b>,
        space: &'s OnceCell<CarrySpace<'b>>,
        turn: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Turn, Stop> {
        let recipe = attempt.recipe;
        let name = &attempt.name;
        budget.note(|| format!("attempt {name}: {turn} expansions, {}", recipe.in_words()));
        budget.note_milestone(attempt.milestone);
        let search = &mut attempt.search;
        let before = budget.statistics().expanded;
        let end = budget.with_allotment(&mut attempt.allotment, turn, memory, |budget| {
            if search.is_none() {
                let plan = self.plan_for(recipe, budget)?;
                let guide = Guide::new(self.terrain, plan, recipe.style, budget)?;
                let made =
                    CarrySpace::new(self.board, self.distances, self.rules, Some(Box::new(guide)), budget)?;
                *search = Stepper::new(space.get_or_init(|| made), Strategy::Fess, self.settings).ok();
            }
            search.as_mut().map(|search| search.finish(budget)).ok_or(Stop::Paused)
        });
        attempt.milestone = budget.milestone();
        if let Some(milestone) = attempt.milestone {
            budget.note(|| format!("  {} {} of {} at best", milestone.name, milestone.done, milestone.of));
        }
        match end {
            Ok(Outcome::Solved { plan, .. }) => {
                let pushes = space.get().map(|space| space.pushes(&plan.actions)).unwrap_or_default();
                Ok(Turn::Ended(solved(self.board, &pushes, budget)))
            }
            Ok(Outcome::Unsolvable) => Ok(Turn::Ended(exhausted())),
            Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                if budget.statistics().expanded - before >= turn =>
            {
                Ok(Turn::Paused)
            }
            Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. })
            | Err(Stop::Limit(Limit::Memory)) => {
                attempt.drop_search(budget);
                Ok(Turn::GivenUp)
            }
            Ok(Outcome::Stopped { stop, .. }) | Err(stop) => Err(stop),
        }
    }

    /// The plan for a recipe, which may have been found for another one.
    fn plan_for(&self, recipe: Along, budget: &mut Budget<'_>) -> Result<Plan, Stop> {
        let Some(taste) = recipe.taste else { return Ok(Plan::default()) };
        let plans = self.plans.borrow();
        if let Some((_, plan)) = plans.iter().find(|(known, _)| *known == taste) {
            return Ok(plan.clone());
        }
        drop(plans);
        let before = budget.statistics().expanded;
        let plan = plan::find(self.terrain, taste, PLANNING, budget)?;
        let expansions = budget.statistics().expanded - before;
        budget.note(|| match plan.steps().len() {
            0 => format!("no packing plan within {expansions} expansions"),
            steps => {
                let parked = plan.steps().iter().filter(|step| step.until.is_some()).count();
                format!(
                    "packing plan of {steps} steps, {parked} of them to park a box; {expansions} expansions"
                )
            }
        });
        if taste.seed.is_none() {
            self.plans.borrow_mut().push((taste, plan.clone()));
        }
        Ok(plan)
    }
}

/// The ending with those pushes for an answer.
fn solved(board: &Board, pushes: &[Push], budget: &Budget<'_>) -> Ending {
    Ending::Solved(Answer {
        // An empty answer to a puzzle that is not solved is what replaying will refuse.
        solution: walk::lurd(board, pushes).unwrap_or_default(),
        cost: Cost::try_from(pushes.len()).unwrap_or(Cost::MAX),
        // Even where the cost meets the bound: whoever wants a proof asks a strategy that gives one.
        proof: Proof::Nothing,
        lower_bound: Some(budget.lower_bound()),
        stopped: None,
    })
}

fn exhausted() -> Ending {
    Ending::Unsolvable { reason: EXHAUSTED.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_turns_left_to_chance() {
        let series: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
