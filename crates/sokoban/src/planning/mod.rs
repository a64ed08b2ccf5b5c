//! Levels for planners: the rules as a PDDL domain, a level as a PDDL problem, and plans read back.
//!
//! PDDL: D. McDermott et al., "PDDL: The Planning Domain Definition Language", 1998. There are two domains for the same
//! problems. That of moves needs only `:strips` and `:typing`, which all planners read. That of pushes derives where
//! the player can walk and which boxes are frozen (derived predicates: S. Edelkamp and J. Hoffmann, "PDDL2.2", 2004),
//! so a plan has a fraction of the actions and far fewer states are tried, by planners that know such predicates.
//!
//! A third domain, with problems of its own, has the goals filled in an order that is found beforehand, from a room that
//! boxes only enter. Its plans are solutions, but not each solution is a plan.
//!
//! - `moves.pddl`, `pushes.pddl`, `packing.pddl`: the rules
//! - `plan`: what a planner found
//! - `packing_problem`: a level for the third domain: in which order the goals are filled, and where boxes only enter
//! - `problem`: a level for the other two; what holds at the start; the names of squares and directions

use lurd_puzzle::puzzle::{CannotWrite, Format, Output};

use super::level::Level;

mod packing_problem;
mod plan;
mod problem;

pub(super) use plan::{is_plan, read_plan};

/// The formats for planners, which are only written.
pub(super) const FORMATS: &[Format] = &[
    Format {
        name: "pddl",
        summary: "one level as a problem for planners (written only)",
        extensions: &["pddl"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pddl-domain",
        summary: "the rules for planners: moves and pushes (written only)",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pddl-pushes",
        summary: "the rules for planners with derived predicates: pushes (written only)",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pddl-packing",
        summary: "the rules for planners: goals filled in an order; incomplete (written only)",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pddl-packing-problem",
        summary: "one level as a problem of pddl-packing (written only)",
        extensions: &[],
        is_text: true,
        holds_solutions: false,
    },
];

/// Writes one of [`FORMATS`]; `None` for another format.
pub(super) fn write(format: &Format, levels: &[Level]) -> Option<Result<Output, CannotWrite>> {
    let text = match format.name {
        "pddl" => problem::problem(levels),
        "pddl-domain" => Ok(include_str!("moves.pddl").to_owned()),
        "pddl-pushes" => Ok(include_str!("pushes.pddl").to_owned()),
        "pddl-packing" => Ok(include_str!("packing.pddl").to_owned()),
        "pddl-packing-problem" => packing_problem::packing_problem(levels),
        _ => return None,
    };
    Some(text.map(|text| Output { bytes: text.into_bytes(), losses: Vec::new() }))
}
