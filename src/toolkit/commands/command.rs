//! What a command is: its name, arguments, flags and help.

use super::flag::{Flag, Group};
use super::flags::FLAGS;

#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The line as typed at the prompt; at the shell it begins with `lurd`.
    pub line: &'static str,
    pub does: &'static str,
}

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// At the shell and at the prompt.
    Everywhere,
    /// At the prompt only.
    AtPrompt,
}

/// Arguments of a command: how the prompt reads them, and what completes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// Puzzles or references to them; a board may span several lines.
    Puzzles,
    /// A puzzle and the text of a solution, or only a solution, of the current puzzle.
    PuzzleAndSolution,
    Files,
    /// Actions, as answers write them.
    Actions,
    Count,
    Number,
    /// The name of a setting, and a value.
    Setting,
    /// A command or a topic of help.
    Topic,
    /// A file or folder of any kind.
    Path,
    OneOf(&'static [&'static str]),
}

impl Takes {
    /// Whether a puzzle may be typed there, which may span several lines.
    pub fn puzzle(self) -> bool {
        matches!(self, Self::Puzzles | Self::PuzzleAndSolution)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Name, which is typed.
    pub name: &'static str,
    /// Placeholders of its arguments in help, without flags.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Groups of flags it takes.
    pub groups: &'static [Group],
    /// Other flags it takes.
    pub flags: &'static [&'static str],
    /// At least two examples.
    pub examples: &'static [Example],
    pub works: Works,
    /// What its arguments are.
    pub takes: Takes,
}

/// The part of a row that commands of the shell and the prompt share.
pub(super) const EVERYWHERE: Command = Command {
    name: "",
    arguments: "",
    summary: "",
    groups: &[],
    flags: &[],
    examples: &[],
    works: Works::Everywhere,
    takes: Takes::Nothing,
};

/// The part of a row that commands of the prompt share.
pub(super) const AT_PROMPT: Command = Command { works: Works::AtPrompt, ..EVERYWHERE };

impl Command {
    /// The flags it takes, in the order of their table.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS.iter().filter(|flag| self.takes_flag(flag.name))
    }

    pub(crate) fn takes_flag(&self, name: &str) -> bool {
        let in_group = |flag: &Flag| flag.group.is_some_and(|group| self.groups.contains(&group));
        self.flags.contains(&name) || FLAGS.iter().any(|flag| flag.name == name && in_group(flag))
    }
}
