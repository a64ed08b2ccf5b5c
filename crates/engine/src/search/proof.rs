//! What the end of a search proves: the only place that attaches proofs to plans.

use super::{settings::Settings, strategy::Claim};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Outcome, Plan, Proof, Stop, Weight};

/// Converts the end of a search into an outcome, by the claim of its strategy. `incumbent`: the best plan
/// of a search that was stopped.
pub(super) fn conclude<A>(
    end: Result<Conclusion<A>, Stop>,
    incumbent: Option<Plan<A>>,
    claim: Claim,
    settings: &Settings,
    budget: &mut Budget<'_>,
) -> Outcome<A> {
    let plan = match (end, incumbent) {
        (Ok(Conclusion::Exhausted), _) => return Outcome::Unsolvable,
        (Err(stop), None) => return Outcome::Stopped { stop, lower_bound: budget.lower_bound() },
        (Err(stop), Some(plan)) => {
            let lower_bound = budget.lower_bound();
            let proof = proved_by(lower_bound, plan.cost);
            return Outcome::Solved { plan, proof, lower_bound, stopped: Some(stop) };
        }
        (Ok(Conclusion::Found(plan)), _) => plan,
    };
    let mut proof = match claim {
        Claim::Optimal | Claim::Improving => Proof::Optimal,
        Claim::Within if settings.weight.hundredths() == 100 => Proof::Optimal,
        Claim::Within => Proof::Within(settings.weight),
        Claim::Nothing => Proof::Nothing,
    };
    match proof {
        Proof::Optimal => budget.raise_bound(plan.cost),
        Proof::Within(weight) => budget.raise_bound(bound_within(plan.cost, weight)),
        Proof::Nothing => {}
    }
    // A bound equal to the cost is a proof, whatever raised it.
    if proof != Proof::Optimal && budget.lower_bound() >= plan.cost {
        proof = Proof::Optimal;
    }
    Outcome::Solved { plan, proof, lower_bound: budget.lower_bound(), stopped: None }
}

/// The lower bound that follows if `cost` is within the factor `weight` of the optimum.
pub(super) fn bound_within(cost: Cost, weight: Weight) -> Cost {
    let bound = (u64::from(cost) * 100).div_ceil(u64::from(weight.hundredths()));
    u32::try_from(bound).unwrap_or(cost)
}

/// What a lower bound proves about a plan of the given cost. Factors are rounded up.
#[must_use]
pub fn proved_by(bound: Cost, cost: Cost) -> Proof {
    if bound >= cost {
        return Proof::Optimal;
    }
    let factor = (u64::from(cost) * 100).div_ceil(u64::from(bound.max(1)));
    match u32::try_from(factor) {
        Ok(hundredths) if bound > 0 => Proof::Within(Weight::from_hundredths(hundredths)),
        _ => Proof::Nothing,
    }
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
