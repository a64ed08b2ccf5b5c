//! Any solution, soon: attempts that differ in their plan and in their taste, in turns under one
//! budget.
//!
//! Each attempt is a feature-space search of carries along a packing plan of its own. Turns are
//! counted in expansions and get twice as long from round to round, so an attempt that would succeed
//! soon is not kept waiting by one that never will, and the same level is always solved the same way.
//! What one attempt learns about deadlocks all others know. An attempt that exhausts its space has
//! proved that there is no solution: all of them search the same positions, in another order.

use std::cell::{OnceCell, RefCell};

use super::board::Board;
use super::bounds::{Distances, matching};
use super::deadlock::Rules;
use super::plan::{self, First, Guide, Novel, Plan, Style, Taste, Terrain, Tie};
use super::solver::EXHAUSTED;
use super::spaces::{Carry, CarrySpace};
use super::walk;
use crate::budget::{Budget, Share, Task};
use crate::outcome::{self, Limit, Outcome, Proof, Stop};
use crate::puzzle::{Answer, Ending};
use crate::search::{Settings, Stepper, Strategy};

/// What an attempt is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    /// How its plan is looked for; without a plan it just fills goals.
    taste: Option<Taste>,
    style: Style,
    /// The length of its first turn, in expansions.
    first_turn: u64,
}

impl Recipe {
    /// The same with chance in the place of some preferences.
    fn with_seed(self, seed: u64) -> Self {
        let taste = self.taste.map(|taste| Taste { seed: Some(seed), ..taste });
        Self { taste, style: Style { seed: Some(seed), ..self.style }, ..self }
    }

    fn in_words(self) -> String {
        let plan = match self.taste {
            None => "without a plan",
            Some(Taste { first: First::Roomy, .. }) => "with a plan that keeps the floor open",
            Some(Taste { first: First::Nearest, .. }) => "with a plan from the entrance inward",
            Some(Taste { first: First::Farthest, .. }) => "with a plan from the far end",
        };
        let novelty = match self.style.novelty {
            Novel::Nothing => "",
            Novel::Cells => ", curious for new places of boxes",
            Novel::Pairs => ", curious for new pairs of places",
        };
        let novelty = if self.style.greedy { ", greedy" } else { novelty };
        let chance = if self.style.seed.is_some() { ", ties left to chance" } else { "" };
        format!("{plan}{novelty}{chance}")
    }
}

const ROOMY: Taste = Taste { least_steps: 6, first: First::Roomy, seed: None };
const NEAREST: Taste = Taste { least_steps: 6, first: First::Nearest, seed: None };
const CLOSE: Taste = Taste { least_steps: 1, first: First::Roomy, seed: None };
const FARTHEST: Taste = Taste { least_steps: 3, first: First::Farthest, seed: None };

const fn recipe(taste: Option<Taste>, tie: Tie, novelty: Novel, first_turn: u64) -> Recipe {
    Recipe { taste, style: Style { tie, novelty, greedy: false, seed: None }, first_turn }
}

const fn greedy(taste: Option<Taste>, tie: Tie, first_turn: u64) -> Recipe {
    Recipe { taste, style: Style { tie, novelty: Novel::Nothing, greedy: true, seed: None }, first_turn }
}

/// The attempts, in the order that measuring suggested.
pub(super) const RECIPES: &[Recipe] = &[
    recipe(Some(CLOSE), Tie::Cool, Novel::Pairs, 2000),
    recipe(Some(ROOMY), Tie::Far, Novel::Cells, 1500),
    recipe(Some(ROOMY), Tie::Far, Novel::Pairs, 1500),
    greedy(Some(ROOMY), Tie::Near, 1500),
    recipe(Some(ROOMY), Tie::Age, Novel::Nothing, 1000),
    greedy(Some(ROOMY), Tie::Far, 1000),
    recipe(None, Tie::Near, Novel::Cells, 1000),
    recipe(Some(NEAREST), Tie::Far, Novel::Pairs, 1000),
    recipe(Some(ROOMY), Tie::Near, Novel::Nothing, 1000),
    recipe(Some(FARTHEST), Tie::Age, Novel::Pairs, 1000),
];

/// What is left to chance, one after the other, after each round of the others.
const BY_CHANCE: &[Recipe] = &[
    recipe(Some(ROOMY), Tie::Age, Novel::Nothing, 2000),
    recipe(Some(ROOMY), Tie::Far, Novel::Pairs, 2000),
    recipe(Some(NEAREST), Tie::Age, Novel::Nothing, 2000),
    recipe(Some(CLOSE), Tie::Far, Novel::Pairs, 2000),
];

/// A plan is looked for in so many expansions.
const PLANNING: u64 = 3000;

/// An attempt under way.
struct Attempt<'s, 'b> {
    /// What it is called in explanations.
    name: String,
    recipe: Recipe,
    search: Option<Stepper<'s, CarrySpace<'b>>>,
    share: Share,
    /// How far it has got.
    way: Option<Task>,
    /// Whether it has been given up.
    over: bool,
}

impl Attempt<'_, '_> {
    fn new(name: String, recipe: Recipe) -> Self {
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
    let field = Field { board, distances, settings, terrain: &terrain, rules, plans: RefCell::default() };
    let spaces: Vec<OnceCell<CarrySpace<'_>>> = recipes.iter().map(|_| OnceCell::new()).collect();
    let mut attempts: Vec<Attempt<'_, '_>> = (1..)
        .zip(recipes)
        .map(|(number, &recipe)| Attempt::new(format!("{number} of {}", recipes.len()), recipe))
        .collect();
    let mut chances = 0;
    for round in 0..40 {
        let mut left = attempts.iter().filter(|attempt| !attempt.over).count() as u64;
        if left == 0 {
            break;
        }
        for (attempt, space) in attempts.iter_mut().zip(&spaces).filter(|(attempt, _)| !attempt.over) {
            // One part is for what is left to chance.
            let memory = budget.memory_left().map(|free| (free + attempt.share.held()) / (left + 1));
            let turn = attempt.recipe.first_turn << round;
            if let Some(ending) = field.go_on(attempt, space, turn, memory, budget)? {
                return Ok(ending);
            }
            left -= u64::from(attempt.over);
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
            Ok(Outcome::Solved { plan, .. }) => {
                Ok(Some(Ending::Solved(answer(self.board, space, &plan, budget))))
            }
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
    fn plan_for(&self, recipe: Recipe, budget: &mut Budget<'_>) -> Result<Plan, Stop> {
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

fn answer(
    board: &Board,
    space: &OnceCell<CarrySpace<'_>>,
    plan: &outcome::Plan<Carry>,
    budget: &Budget<'_>,
) -> Answer {
    let pushes = space.get().map(|space| space.pushes(&plan.actions)).unwrap_or_default();
    Answer {
        // An empty answer to a puzzle that is not solved is what replaying will refuse.
        solution: walk::lurd(board, &pushes).unwrap_or_default(),
        cost: plan.cost,
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

    #[test]
    fn no_recipe_is_listed_twice() {
        for (index, recipe) in RECIPES.iter().enumerate() {
            assert!(!RECIPES[..index].contains(recipe), "{}", recipe.in_words());
        }
    }
}
