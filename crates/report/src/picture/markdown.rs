//! A puzzle and its solution as Markdown.

use std::fmt::Write as _;

use crate as report;
use lurd_puzzle::puzzle::{Metric, Position, Puzzle};

/// Writes a puzzle and a solution: the board, the solution, its metrics, and what to press.
pub(super) fn document(puzzle: &dyn Puzzle, title: &str, steps: &[String]) -> String {
    let mut text = board(puzzle.start().as_ref(), title);
    let _ = write!(text, "\n## Solution\n\n```text\n{}\n```\n\n", puzzle.join_steps(steps));
    text.push_str("| metric | value |\n|---|---:|\n");
    for Metric { name, value } in puzzle.metrics(steps) {
        let _ = writeln!(text, "| {} | {value} |", name.replace('_', " "));
    }
    if let Some(buttons) = puzzle.buttons(steps) {
        let _ = write!(
            text,
            "\n## Buttons\n\nLayout: {}.\n\n```text\n{}\n```\n",
            buttons.profile,
            report::grouped(&buttons)
        );
        if let Some(begins) = &buttons.begins {
            let _ = write!(text, "\n{begins}\n");
        }
    }
    let instructions = puzzle.instructions(steps);
    let _ = write!(text, "\n## One by one\n\n");
    for (number, it) in (1..).zip(&instructions.list) {
        let effect = if it.effect.is_empty() { String::new() } else { format!(": {}", it.effect) };
        let _ = writeln!(text, "{number}. {}{}", escaped(&it.action), escaped(&effect));
    }
    text
}

/// Writes a board.
pub(super) fn board(position: &dyn Position, title: &str) -> String {
    let picture = position.picture();
    format!("# {}\n\n```text\n{}\n```\n", escaped(title), picture.trim_end())
}

/// Text without the characters that mean something in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in report::escaped(text).chars() {
        if "\\`*_{}[]<>#|".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
