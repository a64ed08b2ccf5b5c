//! The next step, and the remaining cost.

use super::diagnostic::escaped;
use super::numbers::amount;
use lurd_engine::outcome::Proof;
use lurd_toolkit::solve::{End, Run, Verified};

/// The remaining cost, or what is known of it: `7 shifts to go`.
pub fn left(run: &Run) -> Option<String> {
    let unit = unit(run);
    Some(match &run.end {
        End::Solved(verified) => left_of(verified, unit),
        End::Unsolvable { reason, .. } => format!("no solution from here, proved: {}", escaped(reason)),
        _ => format!("at least {} to go", amount(run.lower_bound().filter(|&bound| bound > 0)?.into(), unit)),
    })
}

/// The remaining cost of an answer, in the unit of its objective.
pub fn left_of(verified: &Verified, unit: &str) -> String {
    let answer = &verified.answer;
    match answer.lower_bound {
        _ if answer.proof == Proof::Optimal => format!("{} to go", amount(answer.cost.into(), unit)),
        Some(bound) if bound == answer.cost => format!("{} to go", amount(bound.into(), unit)),
        Some(bound) if bound > 0 => format!("{bound} to {} to go", amount(answer.cost.into(), unit)),
        _ => format!("at most {} to go", amount(answer.cost.into(), unit)),
    }
}

/// The first step of an answer.
pub fn hint(run: &Run) -> String {
    if let End::Cancelled { .. } = run.end {
        let left = left(run).map_or_else(String::new, |left| format!("; {left}"));
        return format!("stopped before an answer was found{left}");
    }
    match (run.verified(), left(run)) {
        (Some(verified), _) => hint_of(verified, unit(run)),
        (None, Some(left)) => format!("no answer found; {left}"),
        (None, None) => {
            format!("no answer found, and nothing is known of the {}", unit(run).replace('_', " "))
        }
    }
}

/// The first step of a known answer, in the unit of its objective.
pub fn hint_of(verified: &Verified, unit: &str) -> String {
    match verified.steps.first() {
        Some(step) => format!("{step}  ({})", left_of(verified, unit)),
        None => "solved already".to_owned(),
    }
}

/// A known answer, in the unit of its objective.
pub fn known_answer(verified: &Verified, unit: &str) -> String {
    match verified.answer.solution.as_str() {
        "" => "solved already".to_owned(),
        solution => format!("known: {}\n  {solution}", left_of(verified, unit)),
    }
}

fn unit(run: &Run) -> &'static str {
    run.objective.map_or("steps", |objective| objective.metric)
}
