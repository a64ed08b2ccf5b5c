//! The tables of commands and flags, from which the parser, help, the prompt, completion and manual pages are made.
//!
//! A new command is a row in `table` and a line in `COMMANDS` of the program's `commands`. A new flag
//! is a row in `flags`, and its name in the commands that take it unless they take its group.

mod flags;
mod table;

pub use flags::{Apply, FLAGS, Flag, FlagError, Flags, Group, SWEPT, Values, flag};
pub use table::{COMMANDS, Command, SHELLS, Takes, Works, row};

/// The command of that name.
#[must_use]
pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Other names of commands where lines are typed, common in shells, editors and other prompts.
pub const ALIASES: &[(&str, &str)] = &[
    ("?", "help"),
    ("--help", "help"),
    ("-h", "help"),
    ("/help", "help"),
    ("exit", "quit"),
    ("exit()", "quit"),
    ("quit()", "quit"),
    ("q", "quit"),
    (":q", "quit"),
    ("cls", "clear"),
    ("dir", "list"),
    ("ls", "list"),
    ("--version", "version"),
    ("new", "edit"),
    ("look", "describe"),
    ("where", "describe"),
];

/// The command of that name or alias.
pub fn command_at_prompt(word: &str) -> Option<&'static Command> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
    command(alias.map_or(word, |(_, name)| name))
}

/// The row of a word among `words`, the words of a line mode. Of the aliases only those of words that mean
/// the same everywhere apply: `cls` must not erase a board.
#[must_use]
pub fn own_word(word: &str, words: &'static [Command]) -> Option<&'static Command> {
    let alias = ALIASES.iter().find(|(alias, name)| *alias == word && matches!(*name, "help" | "quit" | "describe"));
    let name = alias.map_or(word, |(_, name)| name);
    words.iter().find(|row| row.name == name)
}

/// The message on a word that is none of these.
#[must_use]
pub fn unknown_command(word: &str, known: &[&str]) -> String {
    let near = lurd_puzzle::catalog::did_you_mean(word, known);
    let word: String = word.chars().take(80).collect();
    format!("unknown command '{word}'{near}")
}

/// The names of all commands.
#[must_use]
pub fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
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
            for (line, _) in command.examples {
                let word = line.split(' ').next();
                assert_eq!(word, Some(command.name), "{line}");
                for flag in line.split(" --").skip(1) {
                    let flag = flag.split(' ').next().unwrap_or(flag);
                    assert!(command.takes_flag(flag), "{}", line);
                }
            }
            assert!(command.flags.iter().all(|name| flag(name).is_some()), "{}: an unknown flag", command.name);
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
