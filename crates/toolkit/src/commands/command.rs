//! What a command is: its name, arguments, flags and help.

use super::flag::{Flag, Group};
use super::flags::FLAGS;

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
    /// At least two examples: the line as typed at the prompt (at the shell it begins with `lurd`), and what it
    /// does.
    pub examples: &'static [(&'static str, &'static str)],
    pub works: Works,
    /// What its arguments are.
    pub takes: Takes,
}

impl Command {
    /// The row of a command of the shell and the prompt that takes no flags.
    pub(super) const fn everywhere(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        takes: Takes,
    ) -> Self {
        let works = Works::Everywhere;
        Self { name, arguments, summary, takes, works, groups: &[], flags: &[], examples: &[] }
    }

    /// The row of a command of the prompt that takes no flags.
    pub(super) const fn at_prompt(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        takes: Takes,
    ) -> Self {
        Self { works: Works::AtPrompt, ..Self::everywhere(name, arguments, summary, takes) }
    }

    pub(super) const fn groups(self, groups: &'static [Group]) -> Self {
        Self { groups, ..self }
    }

    pub(super) const fn with_flags(self, flags: &'static [&'static str]) -> Self {
        Self { flags, ..self }
    }

    pub(super) const fn examples(self, examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { examples, ..self }
    }

    /// The flags it takes, in the order of their table.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS
            .iter()
            .filter(|flag| self.takes_flag(flag.name) && flag.only.is_none_or(|command| command == self.name))
    }

    pub fn takes_flag(&self, name: &str) -> bool {
        let in_group = |flag: &Flag| flag.group.is_some_and(|group| self.groups.contains(&group));
        self.flags.contains(&name) || FLAGS.iter().any(|flag| flag.name == name && in_group(flag))
    }
}
