//! Any solution, soon: attempts that differ in their plan and in their taste, in turns under one
//! budget.
//!
//! Each attempt is a feature-space search of carries along a packing plan of its own. Turns are
//! counted in expansions and get twice as long from round to round, so an attempt that would succeed
//! soon is not kept waiting by one that never will, and the same level is always solved the same way.
//! What one attempt learns about deadlocks all others know. An attempt that exhausts its space has
//! proved that there is no solution: all of them search the same positions, in another order.

use std::cell::OnceCell;

use super::board::Board;
use super::bounds::{Distances, matching};
use super::deadlock::Rules;
use super::plan::{self, First, Guide, Novel, Plan, Style, Taste, Terrain, Tie};
use super::spaces::{Carry, CarrySpace};
use super::walk;
use crate::budget::{Budget, Share};
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
        format!("{plan}{novelty}")
    }
}

const ROOMY: Taste = Taste { least_steps: 6, first: First::Roomy };
const NEAREST: Taste = Taste { least_steps: 6, first: First::Nearest };
const CLOSE: Taste = Taste { least_steps: 1, first: First::Roomy };
const FARTHEST: Taste = Taste { least_steps: 3, first: First::Farthest };

const fn recipe(taste: Option<Taste>, tie: Tie, novelty: Novel, first_turn: u64) -> Recipe {
    Recipe { taste, style: Style { tie, novelty }, first_turn }
}

/// The attempts, in the order that measuring suggested.
pub(super) const RECIPES: &[Recipe] = &[
    recipe(Some(ROOMY), Tie::Far, Novel::Cells, 3000),
    recipe(Some(ROOMY), Tie::Far, Novel::Pairs, 2000),
    recipe(Some(ROOMY), Tie::Age, Novel::Nothing, 1000),
    recipe(Some(NEAREST), Tie::Far, Novel::Pairs, 1000),
    recipe(None, Tie::Near, Novel::Cells, 1000),
    recipe(Some(CLOSE), Tie::Cool, Novel::Pairs, 1000),
    recipe(Some(ROOMY), Tie::Far, Novel::Nothing, 1000),
    recipe(Some(FARTHEST), Tie::Age, Novel::Pairs, 1000),
];

/// A plan is looked for in so many expansions.
const PLANNING: u64 = 3000;

/// An attempt under way.
struct Attempt<'s, 'b> {
    recipe: Recipe,
    search: Option<Stepper<'s, CarrySpace<'b>>>,
    share: Share,
    /// Whether it has been given up.
    over: bool,
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
    let recipes = match std::env::var("LRECIPE").ok().and_then(|t| t.parse::<usize>().ok()) {
        Some(n) => &recipes[n..=n],
        None => recipes,
    };
    let rules = Rules::for_pushes();
    budget.raise_bound(matching::assignment(distances, board.boxes()).unwrap_or(0));
    let terrain = Terrain::new(board, distances, rules, budget)?;
    let spaces: Vec<OnceCell<CarrySpace<'_>>> = recipes.iter().map(|_| OnceCell::new()).collect();
    let mut plans: Vec<(Taste, Plan)> = Vec::new();
    let mut attempts: Vec<Attempt<'_, '_>> = recipes
        .iter()
        .map(|&recipe| Attempt { recipe, search: None, share: Share::default(), over: false })
        .collect();
    let mut stop = Stop::Limit(Limit::Memory);
    for round in 0.. {
        let left = attempts.iter().filter(|attempt| !attempt.over).count() as u64;
        if left == 0 {
            break;
        }
        let numbered = (1..).zip(attempts.iter_mut().zip(&spaces));
        for (number, (attempt, space)) in numbered.filter(|(_, (attempt, _))| !attempt.over) {
            let memory = budget.memory_left().map(|free| (free + attempt.share.held()) / left);
            let turn = attempt.recipe.first_turn << round.min(40);
            let recipe = attempt.recipe;
            budget.note(|| {
                format!("attempt {number} of {}: {turn} expansions, {}", recipes.len(), recipe.in_words())
            });
            let search = &mut attempt.search;
            let before = budget.statistics().expanded;
            let end = budget.lend(&mut attempt.share, turn, memory, |budget| {
                if search.is_none() {
                    let plan = plan_of(&terrain, recipe, &mut plans, budget)?;
                    let guide = Guide::new(&terrain, plan, recipe.style, budget)?;
                    let made = CarrySpace::new(board, distances, rules, Some(Box::new(guide)), budget)?;
                    *search = Stepper::new(space.get_or_init(|| made), Strategy::Fess, settings).ok();
                }
                search.as_mut().map(|search| search.finish(budget)).ok_or(Stop::Paused)
            });
            match end {
                Ok(Outcome::Solved { plan, .. }) => {
                    let answer = answer(board, space, &plan, budget);
                    return Ok(Ending::Solved(answer));
                }
                Ok(Outcome::Unsolvable) => {
                    let reason = "exhausted: no position that can be reached is a solution".to_owned();
                    return Ok(Ending::Unsolvable { reason });
                }
                Ok(Outcome::Stopped { stop: Stop::Paused, .. }) | Err(Stop::Paused)
                    if budget.statistics().expanded - before >= turn => {}
                Ok(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. })
                | Err(Stop::Limit(Limit::Memory)) => {
                    attempt.over = true;
                    attempt.search = None;
                    budget.reclaim(&std::mem::take(&mut attempt.share));
                }
                Ok(Outcome::Stopped { stop: other, .. }) | Err(other) => {
                    stop = other;
                    return Err(stop);
                }
            }
        }
    }
    Err(stop)
}

/// The plan for a recipe, which may have been found for another one.
fn plan_of(
    terrain: &Terrain<'_>,
    recipe: Recipe,
    plans: &mut Vec<(Taste, Plan)>,
    budget: &mut Budget<'_>,
) -> Result<Plan, Stop> {
    let Some(taste) = recipe.taste else { return Ok(Plan::default()) };
    if let Some((_, plan)) = plans.iter().find(|(known, _)| *known == taste) {
        return Ok(plan.clone());
    }
    let before = budget.statistics().expanded;
    let plan = plan::find(terrain, taste, PLANNING, budget)?;
    let expansions = budget.statistics().expanded - before;
    budget.note(|| match plan.steps().len() {
        0 => format!("no packing plan within {expansions} expansions"),
        steps => {
            let parked = plan.steps().iter().filter(|step| step.until.is_some()).count();
            format!("packing plan of {steps} steps, {parked} of them to park a box; {expansions} expansions")
        }
    });
    plans.push((taste, plan.clone()));
    Ok(plan)
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
