//! The one table of commands and flags: parser, help, prompt, completions and manual pages are made
//! from it.
//!
//! A command is a row in `table.rs` and a file of its name in `ui/orders`; a flag is a row in
//! `flags.rs`, and its name in the group, or in the command, that takes it.

mod flags;
mod table;

pub use flags::FLAGS;
pub use table::COMMANDS;

/// An example of a command.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// As it is typed at the prompt; at the shell `lurd` stands before it.
    pub line: &'static str,
    /// What it does.
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

/// What the argument of a command is: how the prompt reads it, and what completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// Puzzles or references to them; a board may take several lines.
    Puzzles,
    /// A puzzle and the text of a solution, or the solution alone for the current puzzle.
    PuzzleAndSolution,
    /// Files or collections.
    Files,
    /// Actions, as answers write them.
    Actions,
    /// How many.
    Count,
    /// The name of a setting, and a value.
    Setting,
    /// What help is about.
    Topic,
    /// A file or folder of any kind.
    Path,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Takes {
    /// Whether a puzzle may stand there, of which lines may be missing.
    #[must_use]
    pub fn puzzle(self) -> bool {
        matches!(self, Self::Puzzles | Self::PuzzleAndSolution)
    }
}

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its word.
    pub name: &'static str,
    /// What follows the word, without flags.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// The flags it takes, in groups of names.
    pub flags: &'static [&'static [&'static str]],
    /// At least two.
    pub examples: &'static [Example],
    /// Where it works.
    pub works: Works,
    /// What its argument is.
    pub takes: Takes,
}

/// A flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// Its one-letter form.
    pub short: Option<char>,
    /// What follows it; `None` for a switch.
    pub value: Option<&'static str>,
    /// One line of help.
    pub summary: &'static str,
}

/// The shells that there are completions for.
pub const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];

/// The command of that name.
#[must_use]
pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Other words for commands at the prompt, as shells, editors and other prompts have them.
pub const ALIASES: &[(&str, &str)] = &[("?", "help"), ("exit", "quit"), ("q", "quit"), (":q", "quit")];

/// The command that a word at the prompt means: its name or an alias.
#[must_use]
pub fn command_at_prompt(word: &str) -> Option<&'static Command> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
    command(alias.map_or(word, |(_, name)| name))
}

/// The names of all commands.
#[must_use]
pub fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

impl Command {
    /// The flags it takes, in the order of their table.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS.iter().filter(|flag| self.takes_flag(flag.name))
    }

    /// Whether it takes the flag of that name.
    #[must_use]
    pub fn takes_flag(&self, name: &str) -> bool {
        self.flags.iter().any(|group| group.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_is_complete() {
        let unique: BTreeSet<_> = names().into_iter().collect();
        assert_eq!(unique.len(), COMMANDS.len(), "a name occurs once");
        for command in COMMANDS {
            assert!(command.examples.len() >= 2, "{} needs two examples", command.name);
            assert!(!command.summary.is_empty() && !command.summary.ends_with('.'), "{}", command.name);
            for example in command.examples {
                let word = example.line.split(' ').next();
                assert_eq!(word, Some(command.name), "{}", example.line);
                for flag in example.line.split(" --").skip(1) {
                    let flag = flag.split(' ').next().unwrap_or(flag);
                    assert!(command.takes_flag(flag), "{}", example.line);
                }
            }
            let named: usize = command.flags.iter().map(|group| group.len()).sum();
            assert_eq!(command.flags().count(), named, "{}: an unknown flag", command.name);
        }
    }

    #[test]
    fn an_alias_is_no_name_and_means_one() {
        for (alias, name) in ALIASES {
            assert!(command(alias).is_none(), "{alias}");
            assert_eq!(command_at_prompt(alias).map(|command| command.name), Some(*name));
        }
    }

    #[test]
    fn every_flag_belongs_to_a_command() {
        for flag in FLAGS {
            assert!(COMMANDS.iter().any(|command| command.takes_flag(flag.name)), "{}", flag.name);
        }
    }
}
