//! Any solution, soon: attempts that differ in their plan and in their taste, in turns under one
//! budget.
//!
//! Most attempts are feature-space searches of carries along a packing plan of their own; others search
//! from both sides and meet in the middle. Turns are
//! counted in expansions and get twice as long from round to round, so an attempt that would succeed
//! soon is not kept waiting by one that never will, and the same level is always solved the same way.
//! What one attempt learns about deadlocks all others know. An attempt that exhausts its space has
//! proved that there is no solution: all of them search the same positions, in another order.

mod along;
mod meeting;
mod recipes;

use std::cell::{OnceCell, RefCell};

use super::board::Board;
use super::bounds::{Distances, matching};
use super::deadlock::Rules;
use super::plan::{self, Guide, Plan, Sources, Taste, Terrain};
use super::solver::EXHAUSTED;
use super::spaces::{CarrySpace, Push};
use super::walk;
use crate::budget::{Budget, Share, Task};
use crate::outcome::{Cost, Limit, Outcome, Proof, Stop};
use crate::puzzle::{Answer, Ending};
use crate::search::{Settings, Stepper, Strategy};
use along::Along;
pub(super) use recipes::RECIPES;
use recipes::{BY_CHANCE, Recipe};

/// A plan is looked for in so many expansions.
const PLANNING: u64 = 3000;

/// An attempt under way.
struct Attempt<'s, 'b> {
    /// What it is called in explanations.
    name: String,
    recipe: Along,
    search: Option<Stepper<'s, CarrySpace<'b>>>,
    share: Share,
    /// How far it has got.
    way: Option<Task>,
    /// Whether it has been given up.
    over: bool,
}

impl Attempt<'_, '_> {
    fn new(name: String, recipe: Along) -> Self {
        Self { name, recipe, search: None, share: Share::default(), way: None, over: false }
    }
}

/// What all attempts have in common.
struct Field<'b> {
    board: &'b Board,
    distances: &'b Distances,
    settings: &'b Settings,
    terrain: &'b Terrain<'b>,
    rules: Rules,
    /// Where boxes come from, once somebody has asked.
    sources: OnceCell<Sources>,
    /// The plans that have been found.
    plans: RefCell<Vec<(Taste, Plan)>>,
}

/// Makes the attempts by turns.
///
/// # Errors
/// When the budget ends the search.
pub(super) fn run(
    board: &Board,
    distances: &Distances,
    recipes: &[Recipe],
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Result<Ending, Stop> {
    budget.raise_bound(matching::assignment(distances, board.boxes()).unwrap_or(0));
    let rules = Rules::for_pushes().except(settings.without);
    let terrain = Terrain::new(board, distances, rules, budget)?;
    let (sources, plans) = Default::default();
    let field = Field { board, distances, settings, terrain: &terrain, rules, sources, plans };
    let name = |number: usize| format!("{} of {}", number + 1, recipes.len());
    let spaces: Vec<OnceCell<CarrySpace<'_>>> = recipes.iter().map(|_| OnceCell::new()).collect();
    let mut attempts: Vec<Option<Attempt<'_, '_>>> = recipes
        .iter()
        .enumerate()
        .map(|(number, recipe)| match recipe {
            Recipe::Along(recipe) => Some(Attempt::new(name(number), *recipe)),
            Recipe::Meeting(_) => None,
        })
        .collect();
    let mut chances = 0;
    for round in 0..40 {
        let mut left = attempts.iter().flatten().filter(|attempt| !attempt.over).count() as u64;
        if left == 0 {
            break;
        }
        for (number, recipe) in recipes.iter().enumerate() {
            let ending = match (recipe, &mut attempts[number]) {
                (Recipe::Along(recipe), Some(attempt)) if !attempt.over => {
                    // One part is for what keeps nothing.
                    let memory = budget.memory_left().map(|free| (free + attempt.share.held()) / (left + 1));
                    let turn = recipe.first_turn << round;
                    let ending = field.go_on(attempt, &spaces[number], turn, memory, budget)?;
                    left -= u64::from(attempt.over);
                    ending
                }
                (Recipe::Meeting(meeting), _) => {
                    let seed = (round > 0).then_some(settings.seed ^ round);
                    meeting.go(&field, &name(number), meeting.first_turn << round, seed, budget)?
                }
                _ => None,
            };
            if let Some(ending) = ending {
                return Ok(ending);
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
            let ending = field.go_on(&mut attempt, &space, turn, None, budget)?;
            if let Some(ending) = ending {
                return Ok(ending);
            }
            attempt.search = None;
            budget.reclaim(&attempt.share);
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
    /// Gives an attempt a turn; the ending, if it came to one.
    fn go_on<'s, 'b>(
        &'b self,
        attempt: &mut Attempt<'s, 'b>,
        space: &'s OnceCell<CarrySpace<'b>>,
        turn: u64,
        memory: Option<u64>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Ending>, Stop> {
        let recipe = attempt.recipe;
        let name = &attempt.name;
        budget.note(|| format!("attempt {name}: {turn} expansions, {}", recipe.in_words()));
        budget.note_way(attempt.way);
        let search = &mut attempt.search;
        let before = budget.statistics().expanded;
        let end = budget.lend(&mut attempt.share, turn, memory, |budget| {
            if search.is_none() {
                let plan = self.plan_for(recipe, budget)?;
                let guide = Guide::new(self.terrain, plan, recipe.style, budget)?;
                let made =
                    CarrySpace::new(self.board, self.distances, self.rules, Some(Box::new(guide)), budget)?;
                *search = Stepper::new(space.get_or_init(|| made), Strategy::Fess, self.settings).ok();
            }
            search.as_mut().map(|search| search.finish(budget)).ok_or(Stop::Paused)
        });
        attempt.way = budget.way();
        if let Some(way) = attempt.way {
            budget.note(|| format!("  {} {} of {} at best", way.name, way.done, way.of));
        }
        match end {
            Ok(Outcome::Solved { plan, .. }) => Ok(space.get().map(|space| {
                let answer = answer(self.board, &space.pushes(&plan.actions), budget);
                Ending::Solved(answer)
            })),
            Ok(Outcome::Unsolvable) => Ok(Some(Ending::Unsolvable { reason: EXHAUSTED.to_owned() })),
            Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                if budget.statistics().expanded - before >= turn =>
            {
                Ok(None)
            }
            Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. })
            | Err(Stop::Limit(Limit::Memory)) => {
                attempt.over = true;
                attempt.search = None;
                budget.reclaim(&std::mem::take(&mut attempt.share));
                Ok(None)
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

/// What those pushes are worth as an answer.
fn answer(board: &Board, pushes: &[Push], budget: &Budget<'_>) -> Answer {
    Answer {
        // An empty answer to a puzzle that is not solved is what replaying will refuse.
        solution: walk::lurd(board, pushes).unwrap_or_default(),
        cost: Cost::try_from(pushes.len()).unwrap_or(Cost::MAX),
        // Even where the cost meets the bound: whoever wants a proof asks a strategy that gives one.
        proof: Proof::Nothing,
        lower_bound: Some(budget.lower_bound()),
        stopped: None,
    }
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
