//! Plans of planners as solutions.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::problem::{WAYS, square};
use crate::{
    board::Board,
    direction::Direction,
    level::Level,
    state::{Push, lurd_from_pushes::lurd},
};

/// An action of a plan.
struct Action {
    way: Direction,
    /// The square of the box that is pushed; `None` for a move.
    pushed: Option<usize>,
    /// Its line in the text.
    place: Range<usize>,
}

/// Reads a plan, one action a line, as the moves of a solution: `(push s-2-2 s-2-3 s-2-4 right)` is `R`. In a plan of
/// pushes only, shortest walks are filled in. Lines that settle boxes are left out.
///
/// # Errors
/// The first line that is not an action of the domains, or the first push of a plan of pushes that cannot be made.
pub(crate) fn read_plan(level: &Level, text: &str) -> Result<String, Diagnostic> {
    let actions = actions(level, text)?;
    if actions.iter().any(|action| action.pushed.is_none()) {
        // What it moves is for the rules to check.
        return Ok(actions.iter().map(|action| action.way.letter(action.pushed.is_some())).collect());
    }
    let board = Board::new(level);
    let push = |action: &Action| {
        let from = board.all().find(|&cell| Some(board.square(cell)) == action.pushed)?;
        Some(Push { from, direction: action.way, count: 1 })
    };
    // Those up to the first that is not on the floor.
    let pushes: Vec<Push> = actions.iter().map_while(push).collect();
    if pushes.len() == actions.len()
        && let Some(solution) = lurd(&board, &pushes)
    {
        return Ok(solution);
    }
    // A plan is a plan up to its first wrong push, and no longer.
    let lengths: Vec<usize> = (1..=pushes.len()).collect();
    let wrong = actions.get(lengths.partition_point(|&length| lurd(&board, &pushes[..length]).is_some()));
    let message = "this push cannot be made here";
    let place = wrong.map_or(0..0, |action| action.place.clone());
    Err(Diagnostic::new(message).at(place, "").help("walks are filled in where a plan has only pushes"))
}

fn actions(level: &Level, text: &str) -> Result<Vec<Action>, Diagnostic> {
    let mut actions = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let place = start..start + line.trim_end().len();
        start += line.len();
        // Comments say the cost; some planners number the actions: `0: (move ..)`, `step 0: MOVE ..`.
        let action = line.split(';').next().unwrap_or_default().trim();
        let action = action.split_once(':').filter(|(head, _)| is_number(head)).map_or(action, |(_, rest)| rest.trim());
        let action = action.split_once('(').map_or(action, |(_, rest)| rest);
        let action = action.split_once(')').map_or(action, |(inside, _)| inside).to_ascii_lowercase();
        let words: Vec<&str> = action.split_whitespace().collect();
        let last = words.last().map(|last| last.strip_prefix("dir-").unwrap_or(last));
        let way = last.and_then(|last| WAYS.iter().find(|(word, _)| *word == last));
        let action = match (words.as_slice(), way) {
            // Nothing moves when a box is settled.
            ([] | ["settle", _, _, _] | ["ff:", ..], _) => continue,
            (["push", _, to, _, _], Some(&(_, way))) => square(level, to).map(|to| (way, Some(to))),
            // In the domain of the planning competitions the player stands before the squares, and pushes say whether the
            // box comes to a goal.
            (["move", _, _, _] | ["move", _, _, _, _] | ["push-to-goal" | "push-to-nongoal", ..], Some(&(_, way))) => {
                Some((way, None))
            }
            _ => None,
        };
        let Some((way, pushed)) = action else {
            let message = "not an action of the domain";
            return Err(Diagnostic::new(message)
                .at(place, "")
                .help("an action is (move FROM TO WAY), (push FROM TO FAR WAY) or (settle AT NOW THEN)"));
        };
        actions.push(Action { way, pushed, place });
    }
    Ok(actions)
}

/// Whether a text is the number of an action: `0`, `0.001`, `step 0`.
fn is_number(text: &str) -> bool {
    let number = text.trim().to_ascii_lowercase();
    let number = number.strip_prefix("step").unwrap_or(&number).trim();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a text looks like a plan rather than steps: the first action of a plan is in it.
pub(crate) fn is_plan(text: &str) -> bool {
    let small = text.get(..text.len().min(2_000)).unwrap_or(text).to_ascii_lowercase();
    ["(move ", "(push ", ": move ", ": push", "(push-"].iter().any(|action| small.contains(action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    /// The box is pushed right, then down from above.
    fn level() -> Level {
        let text = "######|#    #|#@$  #|#    #|#  . #|######";
        formats::read(text).expect("read").remove(0).level.expect("a level")
    }

    #[test]
    fn plans_of_several_planners_are_read() {
        let plan = "(move s-3-2 s-3-3 right)\n0: (PUSH S-3-3 S-3-4 S-3-5 RIGHT) [1]\n; cost = 2 (unit cost)\n\n\
                    push s-2-4 s-3-4 s-4-4 down\n";
        assert_eq!(read_plan(&level(), plan).as_deref(), Ok("rRD"));
        assert_eq!(read_plan(&level(), "").as_deref(), Ok(""));
        let plan = "step    0: PUSH-TO-NONGOAL PLAYER-01 STONE-01 POS-2-3 POS-3-3 POS-4-3 DIR-RIGHT\n\
                    \x20       1: MOVE PLAYER-01 POS-3-3 POS-3-2 DIR-UP\n";
        assert_eq!(read_plan(&level(), plan).as_deref(), Ok("ru"));
        assert!(is_plan(plan) && is_plan("(move s-1-1 s-1-2 right)") && !is_plan("rRd"));
    }

    #[test]
    fn walks_between_pushes_are_filled_in() {
        let plan = "(push s-3-2 s-3-3 s-3-4 right)\n(push s-2-4 s-3-4 s-4-4 down)\n(push s-3-4 s-4-4 s-5-4 down)\n";
        assert_eq!(read_plan(&level(), plan).as_deref(), Ok("RurDD"));
    }

    #[test]
    fn lines_that_settle_boxes_are_left_out() {
        let plan = "(push s-3-2 s-3-3 s-3-4 right)\n(push s-2-4 s-3-4 s-4-4 down)\n(push s-3-4 s-4-4 s-5-4 down)\n\
                    (settle s-5-4 n0 n1)\n; cost = 4 (unit cost)\n";
        assert_eq!(read_plan(&level(), plan).as_deref(), Ok("RurDD"));
        assert_eq!(read_plan(&level(), "1: (SETTLE S-5-4 N0 N1)").as_deref(), Ok(""));
    }

    #[test]
    fn another_action_is_refused_with_its_place() {
        for wrong in ["(walk s-1-1 s-1-2 left)", "(move s-1-1 left)", "(settle s-5-4)", "(push s-1-1 b c left)", "lurd"]
        {
            let text = format!("(move s-2-2 s-2-3 right)\n{wrong}\n");
            let error = read_plan(&level(), &text).expect_err(wrong);
            assert_eq!(error.place.map(|place| text[place].to_owned()).as_deref(), Some(wrong));
        }
    }

    #[test]
    fn a_push_that_cannot_be_made_is_refused_with_its_place() {
        // A box that is not there, one against a wall, a square outside of the floor.
        for wrong in
            ["(push s-2-2 s-2-3 s-2-4 right)", "(push s-3-5 s-3-4 s-3-2 left)", "(push s-1-1 s-1-2 s-1-3 right)"]
        {
            let text = format!("(push s-3-2 s-3-3 s-3-4 right)\n(push s-3-3 s-3-4 s-3-5 right)\n{wrong}\n");
            let error = read_plan(&level(), &text).expect_err(wrong);
            assert_eq!(error.place.map(|place| text[place].to_owned()).as_deref(), Some(wrong));
        }
    }
}
