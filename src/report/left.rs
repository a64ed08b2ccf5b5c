//! The next step, and what is left.

use super::escaped;
use super::solution::amount;
use crate::outcome::Proof;
use crate::toolkit::solve::{End, Run};

/// `7 shifts to go`, or what is known of it; nothing where nothing is.
#[must_use]
pub fn left(run: &Run) -> Option<String> {
    let unit = run.wish.map_or("steps", |wish| wish.metric);
    Some(match &run.end {
        End::Solved(verified) if verified.answer.proof == Proof::Optimal => {
            format!("{} to go", amount(verified.answer.cost.into(), unit))
        }
        End::Solved(verified) => match verified.answer.lower_bound {
            Some(bound) if bound == verified.answer.cost => {
                format!("{} to go", amount(bound.into(), unit))
            }
            Some(bound) if bound > 0 => {
                format!("{bound} to {} to go", amount(verified.answer.cost.into(), unit))
            }
            _ => format!("at most {} to go", amount(verified.answer.cost.into(), unit)),
        },
        End::Unsolvable { reason, .. } => format!("no solution from here, proved: {}", escaped(reason)),
        _ => format!("at least {} to go", amount(run.lower_bound().filter(|&bound| bound > 0)?.into(), unit)),
    })
}

/// The first step of an answer.
#[must_use]
pub fn hint(run: &Run) -> String {
    let unit = run.wish.map_or("steps", |wish| wish.metric);
    if let End::Cancelled { .. } = run.end {
        let left = left(run).map_or_else(String::new, |left| format!("; {left}"));
        return format!("stopped before an answer was found{left}");
    }
    match (run.verified(), left(run)) {
        (Some(verified), Some(left)) => match verified.steps.first() {
            Some(step) => format!("{step}  ({left}, this one among them)"),
            None => "solved already".to_owned(),
        },
        (None, Some(left)) => format!("no answer found; {left}"),
        (_, None) => format!("no answer found, and nothing is known of the {}", unit.replace('_', " ")),
    }
}
