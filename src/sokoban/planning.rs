//! Levels for planners: the rules as a PDDL domain, a level as a PDDL problem, and plans read back.
//!
//! PDDL: D. McDermott et al., "PDDL: The Planning Domain Definition Language", 1998; only `:strips` and `:typing`
//! are used.

use std::fmt::Write as _;

use super::direction::Direction;
use super::level::Level;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{CannotWrite, Format, Output};

/// The formats for planners, which are only written.
pub(super) const FORMATS: &[Format] = &[
    Format {
        name: "pddl",
        summary: "one level as a problem for planners (written only)",
        endings: &["pddl"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pddl-domain",
        summary: "the rules for planners (written only)",
        endings: &[],
        is_text: true,
        holds_solutions: false,
    },
];

/// The rules. A square is free if neither a box nor the player is on it.
const DOMAIN: &str = "\
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types square direction)
  (:predicates
    (next ?from ?to - square ?way - direction)
    (player ?at - square)
    (box ?at - square)
    (free ?at - square))
  (:action move
    :parameters (?from ?to - square ?way - direction)
    :precondition (and (player ?from) (free ?to) (next ?from ?to ?way))
    :effect (and (not (player ?from)) (free ?from) (player ?to) (not (free ?to))))
  (:action push
    :parameters (?from ?to ?far - square ?way - direction)
    :precondition (and (player ?from) (box ?to) (free ?far) (next ?from ?to ?way) (next ?to ?far ?way))
    :effect (and (not (player ?from)) (free ?from) (player ?to) (not (box ?to)) (box ?far) (not (free ?far)))))
";

/// The directions by their names in PDDL.
const WAYS: [(&str, Direction); 4] = [
    ("left", Direction::Left),
    ("up", Direction::Up),
    ("right", Direction::Right),
    ("down", Direction::Down),
];

/// Writes one of [`FORMATS`]; `None` for another format.
pub(super) fn write(format: &Format, levels: &[Level]) -> Option<Result<Output, CannotWrite>> {
    let text = match format.name {
        "pddl" => problem(levels),
        "pddl-domain" => Ok(DOMAIN.to_owned()),
        _ => return None,
    };
    Some(text.map(|text| Output { bytes: text.into_bytes(), losses: Vec::new() }))
}

/// The squares that the player could reach if there were no boxes: all others play no part.
fn squares(level: &Level) -> Vec<usize> {
    let mut is_found = vec![false; level.squares()];
    let mut open = vec![level.player()];
    is_found[level.player()] = true;
    while let Some(square) = open.pop() {
        for (_, way) in WAYS {
            let next = level.neighbour(square, way).filter(|&next| !level.is_wall(next) && !is_found[next]);
            if let Some(next) = next {
                is_found[next] = true;
                open.push(next);
            }
        }
    }
    (0..level.squares()).filter(|&square| is_found[square]).collect()
}

fn problem(levels: &[Level]) -> Result<String, CannotWrite> {
    let [level] = levels else {
        let count = levels.len();
        let message =
            format!("a pddl file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let name = |square: usize| format!("s-{}-{}", square / level.width() + 1, square % level.width() + 1);
    let squares = squares(level);
    let is_part = |square: usize| squares.binary_search(&square).is_ok();
    if let Some(square) = level.boxes().find(|&square| !is_part(square) && !level.is_goal(square)) {
        return Err(format!("the box at {} cannot be reached", level.place(square)).into());
    }
    let mut text =
        format!("; {}\n(define (problem level)\n  (:domain sokoban)\n  (:objects\n   ", title(level));
    for &square in &squares {
        let _ = write!(text, " {}", name(square));
    }
    text.push_str(" - square\n    left up right down - direction)\n  (:init\n");
    let _ = writeln!(text, "    (player {})", name(level.player()));
    for &square in &squares {
        if level.is_box(square) {
            let _ = writeln!(text, "    (box {})", name(square));
        } else if square != level.player() {
            let _ = writeln!(text, "    (free {})", name(square));
        }
    }
    for &square in &squares {
        for (word, way) in WAYS {
            if let Some(next) = level.neighbour(square, way).filter(|&next| is_part(next)) {
                let _ = writeln!(text, "    (next {} {} {word})", name(square), name(next));
            }
        }
    }
    text.push_str("  )\n  (:goal (and");
    for goal in level.goals().filter(|&goal| is_part(goal)) {
        let _ = write!(text, "\n    (box {})", name(goal));
    }
    text.push_str(")))\n");
    Ok(text)
}

/// The title on one line of ASCII letters, as comments of PDDL hold it.
fn title(level: &Level) -> String {
    let title = level.title().unwrap_or("a level");
    title.chars().map(|letter| if letter.is_ascii() && !letter.is_control() { letter } else { '?' }).collect()
}

/// Reads a plan, one action a line, as the moves of a solution: `(push s-2-2 s-2-3 s-2-4 right)` is `R`.
///
/// # Errors
/// The first line that is not an action of the domain.
pub(super) fn read_plan(text: &str) -> Result<String, Diagnostic> {
    let mut moves = String::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let place = start..start + line.trim_end().len();
        start += line.len();
        // Comments say the cost; some planners number the actions: `0: (move ..)`.
        let action = line.split(';').next().unwrap_or_default().trim();
        let action = action.split_once('(').map_or(action, |(_, rest)| rest);
        let action = action.split_once(')').map_or(action, |(inside, _)| inside).to_ascii_lowercase();
        let words: Vec<&str> = action.split_whitespace().collect();
        let (Some(&name), Some(&way)) = (words.first(), words.last()) else { continue };
        let letter = WAYS.iter().find(|(word, _)| *word == way).and_then(|(word, _)| word.chars().next());
        match (name, words.len(), letter) {
            ("move", 4, Some(letter)) => moves.push(letter),
            ("push", 5, Some(letter)) => moves.push(letter.to_ascii_uppercase()),
            _ => {
                let message = "not an action of the domain";
                return Err(Diagnostic::new(message)
                    .at(place, "")
                    .help("an action is (move FROM TO WAY) or (push FROM TO FAR WAY)"));
            }
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_of_several_planners_are_read() {
        let plan = "(move s-2-2 s-2-3 right)\n0: (PUSH S-2-3 S-2-4 S-2-5 RIGHT) [1]\n; cost = 2 (unit cost)\n\n\
                    push s-2-4 s-3-4 s-4-4 down\n";
        assert_eq!(read_plan(plan).as_deref(), Ok("rRD"));
        assert_eq!(read_plan("").as_deref(), Ok(""));
    }

    #[test]
    fn another_action_is_refused_with_its_place() {
        for wrong in ["(walk s-1-1 s-1-2 left)", "(move s-1-1 left)", "(push a b c north)", "lurd"] {
            let text = format!("(move s-2-2 s-2-3 right)\n{wrong}\n");
            let error = read_plan(&text).expect_err(wrong);
            assert_eq!(error.place.map(|place| text[place].to_owned()).as_deref(), Some(wrong));
        }
    }
}
