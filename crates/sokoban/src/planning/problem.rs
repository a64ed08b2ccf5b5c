//! A level as a problem.

use std::fmt::Write as _;

use super::facts::Facts;
use super::names::name;
use crate::level::Level;
use lurd_puzzle::puzzle::CannotWrite;

/// What a problem of one domain has beside the facts that all share.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The domain's name.
    pub(super) domain: &'static str,
    /// Lines of objects other than squares and directions.
    pub(super) objects: String,
    /// Lines of facts.
    pub(super) facts: String,
    /// What holds in the end, without brackets.
    pub(super) goal: Vec<String>,
}

/// Writes the only level as a problem of the domains of moves and of pushes.
///
/// # Errors
/// More than one level, fewer boxes than goals, a box off goal that cannot be reached.
pub(super) fn problem(levels: &[Level]) -> Result<String, CannotWrite> {
    let (level, facts) = only(levels)?;
    let goals = level.goals().filter(|&goal| facts.has(goal));
    let goal = goals.map(|goal| format!("box {}", name(level, goal))).collect();
    Ok(written(level, &facts, &Parts { domain: "sokoban", goal, ..Parts::default() }))
}

/// The only level, and its facts.
///
/// # Errors
/// As [`problem`].
pub(super) fn only(levels: &[Level]) -> Result<(&Level, Facts<'_>), CannotWrite> {
    let [level] = levels else {
        let count = levels.len();
        let message =
            format!("a pddl file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let facts = Facts::new(level);
    if let Some(square) = level.boxes().find(|&square| !facts.has(square) && !level.is_goal(square)) {
        return Err(format!("the box at {} cannot be reached", level.place(square)).into());
    }
    if level.boxes().count() < level.goals().count() {
        return Err("a pddl problem needs a box for each goal".into());
    }
    Ok((level, facts))
}

/// The text of a problem.
pub(super) fn written(level: &Level, facts: &Facts<'_>, parts: &Parts) -> String {
    let mut text = format!("; {}\n(define (problem level)\n", title(level));
    let _ = write!(text, "  (:domain {})\n  (:objects\n   ", parts.domain);
    for &square in &facts.squares {
        let _ = write!(text, " {}", name(level, square));
    }
    let _ = write!(text, " - square\n{}    left up right down - direction)\n  (:init\n", parts.objects);
    facts.write_start(&mut text);
    facts.write_board(&mut text);
    facts.write_frozen(&mut text);
    let _ = write!(text, "{}  )\n  (:goal (and", parts.facts);
    for goal in &parts.goal {
        let _ = write!(text, "\n    ({goal})");
    }
    text.push_str(")))\n");
    text
}

/// The title on one line of ASCII letters, as comments of PDDL hold it.
fn title(level: &Level) -> String {
    let title = level.title().unwrap_or("a level");
    title.chars().map(|letter| if letter.is_ascii() && !letter.is_control() { letter } else { '?' }).collect()
}
