//! An answer one instruction at a time, the next step of an answer, and the remaining cost.

use std::fmt::Write as _;

use lurd_engine::program::outcome::{Proof, Stop};
use lurd_puzzle::puzzle::{Instruction, Instructions, PadButton, Puzzle, Unanswered};
use lurd_toolkit::solve::{Run, Verified};

use super::diagnostic::escaped;
use super::numbers::{amount, singular};

/// All instructions of an answer, from the start of `puzzle`.
#[must_use]
pub fn follow_text(puzzle: &dyn Puzzle, steps: &[String]) -> String {
    follow_lines(&puzzle.instructions(steps), 1).unwrap_or_else(|error| error)
}

/// The instructions from number `from` on, below a line with their number and what is lit.
///
/// # Errors
/// There is no instruction with that number.
pub fn follow_lines(instructions: &Instructions, from: usize) -> Result<String, String> {
    // An answer without any has a first one.
    let first = from.checked_sub(1).filter(|&first| first < instructions.list.len().max(1));
    let first = first.ok_or_else(|| no_such_instruction(from, instructions))?;
    let mut text = follow_heading(instructions, first) + "\n";
    for (at, instruction) in instructions.list.iter().enumerate().skip(first) {
        let _ = writeln!(text, "{}. {}", at + 1, instruction_words(instruction));
    }
    Ok(text)
}

/// `17 presses, layout assumed: row 0 and column 0 are lit`.
pub fn follow_heading(instructions: &Instructions, first: usize) -> String {
    let Instructions { unit, list, layout, .. } = instructions;
    let mut line = amount(list.len() as u64, unit);
    if let Some((name, _)) = layout.split_once(" (").or((!layout.is_empty()).then_some((layout, ""))) {
        let _ = write!(line, ", layout {}", escaped(name));
    }
    let state = first.checked_sub(1).map_or(&instructions.state, |last| &list[last].state);
    if !state.is_empty() {
        let _ = write!(line, ": {}", escaped(state));
    }
    for PadButton { name, hand, .. } in &instructions.pad {
        if let Some(hand) = hand {
            let _ = write!(line, "; {} is for {}", escaped(name), escaped(hand));
        }
    }
    line
}

/// `hold A, press Right: row 2 shifts right`.
pub fn instruction_words(Instruction { action, effect, .. }: &Instruction) -> String {
    let words = if effect.is_empty() { action.clone() } else { format!("{action}: {effect}") };
    escaped(&words)
}

/// `press 4 of 17`.
pub fn instruction_of(number: usize, instructions: &Instructions) -> String {
    format!("{} {number} of {}", singular(instructions.unit), instructions.list.len())
}

/// `then 13 presses left`.
pub fn instructions_left(remaining: usize, instructions: &Instructions) -> String {
    match remaining {
        0 => format!("the last {}", singular(instructions.unit)),
        remaining => format!("then {} left", amount(remaining as u64, instructions.unit)),
    }
}

/// `all 17 presses done`.
pub fn all_done(instructions: &Instructions) -> String {
    match instructions.list.len() {
        0 => "nothing to do".to_owned(),
        1 => format!("the {} is done", singular(instructions.unit)),
        count => format!("all {} done", amount(count as u64, instructions.unit)),
    }
}

/// `there is no press 20: the answer has 17 presses`.
pub fn no_such_instruction(number: usize, instructions: &Instructions) -> String {
    let Instructions { unit, list, .. } = instructions;
    let count = amount(list.len() as u64, unit);
    format!("there is no {} {number}: the answer has {count}, counted from 1", singular(unit))
}

// The next step, and the remaining cost.

/// The remaining cost, or what is known of it: `7 shifts to go`.
pub fn left(run: &Run) -> Option<String> {
    let unit = unit(run);
    Some(match &run.end {
        Ok(verified) => left_of(verified, unit),
        Err(Unanswered::Unsolvable { reason, .. }) => {
            format!("no solution from here, proved: {}", escaped(reason))
        }
        _ => format!("at least {} to go", amount(run.lower_bound().filter(|&bound| bound > 0)?, unit)),
    })
}

/// The remaining cost of an answer, in the unit of its objective.
pub fn left_of(verified: &Verified, unit: &str) -> String {
    let answer = &verified.answer;
    match answer.lower_bound {
        _ if answer.proof == Proof::Optimal => format!("{} to go", amount(answer.cost, unit)),
        Some(bound) if bound == answer.cost => format!("{} to go", amount(bound, unit)),
        Some(bound) if bound > 0 => format!("{bound} to {} to go", amount(answer.cost, unit)),
        _ => format!("at most {} to go", amount(answer.cost, unit)),
    }
}

/// The first step of an answer.
pub fn hint(run: &Run) -> String {
    if let Err(Unanswered::Stopped { stop: Stop::Cancelled, .. }) = run.end {
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

fn unit(run: &Run) -> &'static str {
    run.objective.map_or("steps", |objective| objective.metric)
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::Plugin;
    use lurd_shifter::Shifter;

    use super::*;

    #[test]
    fn each_press_is_a_line() {
        let puzzle = Shifter.read("123/456/789 -> 231/456/978").expect("a text").remove(0).puzzle;
        let puzzle = puzzle.expect("a puzzle");
        let steps = ["left 0", "right 2"].map(str::to_owned);
        assert_eq!(
            follow_text(puzzle.as_ref(), &steps),
            "3 presses, layout assumed: row 0 and column 0 are lit\n\
             1. hold A, press Left: row 0 shifts left\n\
             2. Up: row 2 is lit, round the edge\n\
             3. hold A, press Right: row 2 shifts right\n"
        );
        let instructions = puzzle.instructions(&steps);
        assert_eq!(
            follow_lines(&instructions, 3).expect("a third press"),
            "3 presses, layout assumed: row 2 and column 0 are lit\n3. hold A, press Right: row 2 shifts right\n"
        );
        assert_eq!(instruction_of(2, &instructions), "press 2 of 3");
        assert_eq!(instructions_left(1, &instructions), "then 1 press left");
        assert_eq!(
            no_such_instruction(4, &instructions),
            "there is no press 4: the answer has 3 presses, counted from 1"
        );
    }
}
