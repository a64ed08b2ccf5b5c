//! What the end of a search proves: the only place that attaches proofs to plans.
//!
//! Before that a plan is compared with everything that it could refute: the costs of its actions are added again, and the
//! lower bound and what the space declares must agree with them. What does not is an error, not a claim.

use std::borrow::Borrow;

use super::{
    settings::Settings,
    strategy::{Claim, Family, Need, Strategy},
};
use crate::budget::{Budget, Deadline};
use crate::outcome::{Conclusion, Contradiction, Cost, Limit, Outcome, Plan, Proof, Stop, Weight};
use crate::space::{DEAD_END, Guarantee, Heuristic, Space, Successors};

/// Converts the end of a search into an outcome, by the claim of its strategy. `incumbent`: the best plan
/// of a search that was stopped. Plans of strategies from outside are followed even where they claim nothing.
pub(super) fn conclude<S: Space>(
    space: &S,
    end: Result<Conclusion<S::Action>, Stop>,
    incumbent: Option<Plan<S::Action>>,
    strategy: Strategy,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Outcome<S::Action> {
    let (plan, stopped) = match (end, incumbent) {
        (Ok(Conclusion::Exhausted), _) => return Outcome::Unsolvable,
        (Err(stop), None) => return Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
        (Err(stop), Some(plan)) => (plan, Some(stop)),
        (Ok(Conclusion::Found(plan)), _) => (plan, None),
    };
    let row = strategy.row();
    let is_guess = || space.heuristic().is_some_and(|estimate| estimate.guarantee() == Guarantee::Guess);
    let mut proof = match row.claim {
        _ if stopped.is_some() => proved_by(budget.lower_bound(), plan.cost),
        _ if row.needs.contains(&Need::Estimate) && is_guess() => Proof::Nothing,
        Claim::Optimal => Proof::Optimal,
        Claim::Within if settings.weight.hundredths() == 100 => Proof::Optimal,
        Claim::Within => Proof::Within(settings.weight),
        Claim::Nothing => Proof::Nothing,
    };
    let is_claimed = proof != Proof::Nothing || budget.lower_bound() >= plan.cost;
    let followed = is_claimed || matches!(strategy, Strategy::Outside(_));
    // A search from both ends knows the goals by their list alone.
    let listed = proof == Proof::Optimal && row.needs.contains(&Need::Backward);
    let is_estimated = !matches!(row.family, Family::Blind | Family::BlindReference);
    if let Err(contradiction) = examine(space, &plan, (followed, listed, is_estimated), budget) {
        return Outcome::Stopped { stop: Stop::Contradiction(contradiction), lower_bound: 0 };
    }
    if stopped.is_none() {
        match proof {
            Proof::Optimal => budget.raise_bound(plan.cost),
            Proof::Within(weight) => budget.raise_bound(bound_within(plan.cost, weight)),
            Proof::Nothing => {}
        }
        // A bound equal to the cost is a proof, whatever raised it.
        if proof != Proof::Optimal && budget.lower_bound() >= plan.cost {
            proof = Proof::Optimal;
        }
    }
    let lower_bound = budget.lower_bound();
    if budget.limits().cost.is_some_and(|most| plan.cost > most) {
        return Outcome::Stopped { stop: stopped.unwrap_or(Stop::Limit(Limit::Cost)), lower_bound };
    }
    Outcome::Solved { plan, proof, lower_bound, stopped }
}

/// The lower bound that follows if `cost` is within the factor `weight` of the optimum.
pub(super) fn bound_within(cost: Cost, weight: Weight) -> Cost {
    let bound = (u128::from(cost) * 100).div_ceil(u128::from(weight.hundredths()));
    // The weight is at least 1.
    Cost::try_from(bound).unwrap_or(cost)
}

/// What a lower bound proves about a plan of the given cost. Factors are rounded up.
#[must_use]
pub fn proved_by(bound: Cost, cost: Cost) -> Proof {
    if bound >= cost {
        return Proof::Optimal;
    }
    let factor = (u128::from(cost) * 100).div_ceil(u128::from(bound.max(1)));
    match u32::try_from(factor) {
        Ok(hundredths) if bound > 0 => Proof::Within(Weight::from_hundredths(hundredths)),
        _ => Proof::Nothing,
    }
}

/// Compares a plan with the lower bound and with what the space declares, and follows it if it is to be `followed` or contradicts
/// the bound. If it is `listed`, it must not pass through a goal. Estimates are compared with it if it `is_estimated`: blind
/// strategies do not use them.
fn examine<S: Space>(
    space: &S,
    plan: &Plan<S::Action>,
    (followed, listed, is_estimated): (bool, bool, bool),
    budget: &Budget<'_>,
) -> Result<(), Contradiction> {
    if space.unit_costs() && plan.cost != plan.actions.len() as Cost {
        return Err(Contradiction::UnitCosts);
    }
    if space.cost_parity().is_some_and(|parity| (parity ^ plan.cost) & 1 == 1) {
        return Err(Contradiction::CostParity);
    }
    let exceeds = budget.lower_bound() > plan.cost;
    if exceeds || followed {
        follow(space, plan, (listed, is_estimated), budget)?;
    }
    if exceeds { Err(Contradiction::LowerBound) } else { Ok(()) }
}

/// Follows a plan from state to state: its costs must add up, no estimate may exceed what is left of them, and if it is
/// `listed`, it must not pass through a goal.
fn follow<S: Space>(
    space: &S,
    plan: &Plan<S::Action>,
    (listed, is_estimated): (bool, bool),
    budget: &Budget<'_>,
) -> Result<(), Contradiction> {
    let deadline = budget.deadline();
    let estimate = space.heuristic().filter(|_| is_estimated);
    let mut children = Successors::default();
    let (mut state, mut left) = (space.start(), plan.cost);
    // The estimate of the state before, less the cost of the action that led on.
    let mut least = 0;
    for &action in &plan.actions {
        least = check_estimate(estimate, state.borrow(), (left, least), &deadline)?;
        children.clear();
        space.expand(state.borrow(), &mut children);
        let mut steps = (0..children.len()).filter(|&index| children.action(index) == action);
        let first = steps.next().ok_or(Contradiction::Plan)?;
        if steps.any(|index| children.state(index) != children.state(first)) {
            // Actions of this space do not name one successor each.
            return Ok(());
        }
        let same = (first..children.len()).filter(|&index| children.action(index) == action);
        let cost = same.map(|index| children.cost(index)).min().unwrap_or(DEAD_END);
        if listed && cost > 0 && space.is_goal(state.borrow()) {
            return Err(Contradiction::Goals);
        }
        left = left.checked_sub(cost).ok_or(Contradiction::Plan)?;
        least = least.saturating_sub(cost);
        state = children.state(first).to_owned();
    }
    check_estimate(estimate, state.borrow(), (left, least), &deadline)?;
    if left == 0 && space.is_goal(state.borrow()) { Ok(()) } else { Err(Contradiction::Plan) }
}

/// Checks the estimate of a state from which a plan costs `left`, and which is at least `least` if it is consistent with
/// the one before. Returns the estimate; 0 if it is not known, in particular after the time limit, when estimates that
/// take long may be lower than usual.
fn check_estimate<S: Space>(
    estimate: Option<&dyn Heuristic<S>>,
    state: &S::State,
    (left, least): (Cost, Cost),
    deadline: &Deadline,
) -> Result<Cost, Contradiction> {
    let Some(heuristic) = estimate.filter(|_| !deadline.is_over()) else { return Ok(0) };
    let guarantee = heuristic.guarantee();
    let estimate = heuristic.of(state);
    if estimate > left && (guarantee >= Guarantee::Admissible || estimate == DEAD_END) {
        return Err(Contradiction::Admissible);
    }
    if guarantee == Guarantee::Consistent && estimate < least && !deadline.is_over() {
        return Err(Contradiction::Consistent);
    }
    Ok(estimate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_proves_a_factor() {
        let within = |hundredths| Proof::Within(Weight::from_hundredths(hundredths));
        assert_eq!(proved_by(7, 7), Proof::Optimal);
        assert_eq!(proved_by(0, 0), Proof::Optimal);
        assert_eq!(proved_by(3, 4), within(134));
        assert_eq!(proved_by(0, 4), Proof::Nothing);
        assert_eq!(proved_by(1, Cost::MAX), Proof::Nothing);
        assert_eq!(bound_within(10, Weight::from_hundredths(300)), 4);
    }
}
