//! The overview that `help` gives, from the table of commands.

use std::fmt::Write as _;

use super::style::{STRONG, paint};
use crate::puzzle::Plugin;
use crate::toolkit::commands::{COMMANDS, Works};

/// How to name puzzles.
const REFERENCES: &[(&str, &str)] = &[
    ("missile", "a collection; 'list' shows them"),
    ("missile/4, missile/1-5", "some of its puzzles"),
    ("levels.xsb, levels.xsb:12", "a file, or one of its puzzles; './x' is always a file"),
    ("-", "standard input, at the shell"),
];

/// All commands, and what a puzzle looks like.
#[must_use]
pub fn overview<'p>(plugins: impl Iterator<Item = &'p dyn Plugin>, at_prompt: bool) -> String {
    let mut text = format!("{}\n", paint(STRONG, "commands"));
    for command in COMMANDS.iter().filter(|command| at_prompt || command.works == Works::Everywhere) {
        let usage = format!("{} {}", command.name, command.arguments);
        let _ = writeln!(text, "  {:<26} {}", usage.trim_end(), command.summary);
    }
    let _ = writeln!(text, "{}", paint(STRONG, "puzzles"));
    for plugin in plugins {
        let _ = writeln!(text, "  {:<26} {}", plugin.name(), plugin.summary());
        let _ = writeln!(text, "  {:<26} for example {}", "", plugin.example().replace('\n', "|"));
    }
    for (reference, means) in REFERENCES {
        let _ = writeln!(text, "  {reference:<26} {means}");
    }
    if at_prompt {
        text.push_str("Type or paste a puzzle, or 'solve PUZZLE': it becomes the current one and is solved. Commands without a\nPUZZLE work on it. 'help COMMAND' shows flags and examples.\n");
    } else {
        text.push_str("'lurd help COMMAND' shows flags and examples; 'lurd' alone is the prompt.\n");
    }
    text
}
