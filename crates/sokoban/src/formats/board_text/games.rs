//! Which lines of text below a board are games: lines of steps, and those that were meant as steps and have a fault.
//!
//! A game that a line announces is one even if the player cannot walk it, or if there are letters in it that are no
//! steps: `verify` then says that it is invalid, instead of nothing. Notes such as `Solution: see website` are no games.

use std::sync::Arc;

use super::{
    keys::{bare, key},
    rows::is_steps,
};
use crate::{
    level::Level,
    notation::{lurd, spelled},
    rules::Game,
};

/// Words that announce a game (YASC, JSoko).
const TITLE_WORDS: [&str; 5] = ["solution", "snapshot", "savegame", "save game", "saved game"];

/// Whether a line announces a game.
pub(super) fn announces(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    TITLE_WORDS.iter().any(|word| line.contains(word))
}

/// Labels of steps that are a game if the player can walk them.
const LABELS: [&str; 8] = ["answer", "keys", "lurd", "moves", "path", "plan", "result", "steps"];

/// Whether a line with this title before its colon may be a game.
pub(super) fn may_announce(title: &str) -> bool {
    announces(title) || LABELS.iter().any(|label| label.eq_ignore_ascii_case(title.trim()))
}

/// The maximum number of steps of a line that is checked.
const MAX_STEPS: usize = 100_000;

/// Whether the player of `level` can walk the steps in `line`, or they are in reverse mode: a word such as "dull"
/// also consists of letters of steps. Subtracts the cost from `cost_left`, and returns `false` if it is used up.
pub(super) fn can_be_walked(level: &Level, line: &str, cost_left: &mut usize) -> bool {
    let cost = level.squares() + MAX_STEPS.min(line.len());
    if *cost_left < cost {
        return false;
    }
    *cost_left -= cost;
    let Ok(notation) = lurd::parse_up_to(line, MAX_STEPS) else { return false };
    *cost_left = cost_left.saturating_sub(notation.steps.len());
    if notation.is_backward {
        return true;
    }
    walked(level, &notation.steps).is_some()
}

/// Whether forward steps solve the level.
pub(super) fn solves(level: &Level, steps: &str) -> bool {
    lurd::read(steps).is_ok_and(|steps| walked(level, &steps).is_some_and(|game| game.is_solved()))
}

/// The game after some steps, if the player can walk all of them.
fn walked(level: &Level, steps: &[lurd::Letter]) -> Option<Game> {
    let mut game = Game::new(Arc::new(level.clone()));
    steps.iter().all(|step| game.step(step.direction).is_ok()).then_some(game)
}

// Steps with a fault.

/// Words before the colon of a line `Solution by: RD` with which only steps that the player can walk are a game.
const OTHER_WORDS: [&str; 7] = ["by", "comment", "from", "length", "name", "of", "time"];

/// Words that consist of letters of steps, and names of the notation.
const WORDS_OF_STEPS: [&str; 5] = ["dud", "dull", "lull", "lurd", "udlr"];

/// The steps in a line as they are kept: without characters that have no width and without a full stop at the end; if the
/// rest consists of steps, also without blanks. Directions in words, arrows and those of a compass are kept in LURD.
pub(super) fn steps_in(line: &str) -> String {
    let has_no_width =
        |letter: char| matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    let visible: String = line.chars().filter(|&letter| !has_no_width(letter)).collect();
    let steps = visible.trim();
    let steps = steps.strip_suffix('.').map_or(steps, str::trim_end);
    let written = is_steps(steps).then(|| steps.split_whitespace().collect());
    let spelled = || spelled::compass(steps).or_else(|| spelled::directions(steps));
    written.or_else(spelled).unwrap_or_else(|| visible.trim().to_owned())
}

/// Whether a line below one that announces a game was meant as steps, although some of its letters are none.
pub(super) fn is_meant_as_steps(line: &str) -> bool {
    if line.starts_with(';') || line.starts_with("::") || key(bare(line)).is_some() {
        return false;
    }
    let steps = steps_in(line);
    is_steps(&steps) || is_nearly_steps(&steps)
}

/// Whether a line `Solution: rRR` with this title and these steps is a game, right or wrong.
pub(super) fn is_on_a_line(title: &str, steps: &str) -> bool {
    let mut words = title.split(|letter: char| !letter.is_alphanumeric());
    let is_other = |word: &str| OTHER_WORDS.iter().any(|other| other.eq_ignore_ascii_case(word));
    if !announces(title) || title.trim_start().starts_with(';') || words.any(is_other) {
        return false;
    }
    let is_word = |steps: &str| WORDS_OF_STEPS.iter().any(|word| word.eq_ignore_ascii_case(steps));
    !is_word(&steps_in(steps)) && is_meant_as_steps(steps)
}

/// Whether a line was surely meant as steps, although some of its letters are none. It begins with steps of which a capital
/// follows a small letter, as in no word; or two thirds of its letters are steps, and the first two are equal, they are many,
/// or a capital follows a small letter anywhere.
fn is_nearly_steps(line: &str) -> bool {
    /// No words consist of so many letters of steps.
    const LONG: usize = 8;
    let is_step = |letter: &char| "lurdLURD".contains(*letter);
    let is_sign = |letter: &char| letter.is_whitespace() || "0123456789()[]{}<>*".contains(*letter);
    let letters: Vec<char> = line.chars().filter(|letter| !is_sign(letter)).collect();
    let steps = letters.iter().filter(|letter| is_step(letter)).count();
    let is_mixed = |pair: &[char]| pair[0].is_lowercase() && pair[1].is_uppercase();
    let mut first = letters.windows(2).take_while(|pair| pair.iter().all(&is_step));
    let begins_twice = first.clone().next().is_some_and(|pair| pair[0] == pair[1]);
    let is_like_steps = || begins_twice || steps >= LONG || letters.windows(2).any(is_mixed);
    first.any(is_mixed) || (2 * (letters.len() - steps) <= steps && is_like_steps())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_with_a_fault_are_told_from_notes() {
        for line in [
            "rRx",
            "rR\u{200b}R",
            "r RR (done)",
            "rRR;comment",
            "rRR.",
            "rrrrxdddd",
            "rRR done",
            "RRX",
            "UULLX",
            "3(rR)x",
            "rR x RR",
            "right, right, RIGHT",
            "→ → →",
        ] {
            assert!(is_meant_as_steps(line), "{line}");
            assert!(is_on_a_line("Solution", line), "{line}");
        }
        for line in [
            "see website",
            "none",
            "by NN",
            "drill",
            "drum",
            "skull",
            "Dr. Smith",
            "D. R. Smith",
            "Rudd, L.",
            "rural",
            "ruled",
            "lurd notation",
            "ddr.txt",
            "41 moves, 13 pushes",
            "41/13",
            "unknown",
            "world record",
            "r = right, d = down",
            "; rRx",
            ":: rRx",
            "Author: RRR",
            "build",
            "dull idea",
            "",
            ".",
            "L. R.",
            "left",
            "turn right, then left",
        ] {
            assert!(!is_meant_as_steps(line), "{line}");
            assert!(!is_on_a_line("Solution", line), "{line}");
        }
    }

    #[test]
    fn titles_of_games_on_a_line() {
        for title in
            ["Solution", "solution 2", "My best solution (41 moves)", "Solution 41/13", "Savegame", "Solution/Pushes"]
        {
            assert!(is_on_a_line(title, "ddd"), "{title}");
            assert!(!is_on_a_line(title, "dull"), "{title}");
        }
        for title in ["Solution by", "Solution time", "Solver", "; Solution", "Solution of John"] {
            assert!(!is_on_a_line(title, "ddd"), "{title}");
        }
    }
}
