//! The one table of commands and flags: parser, help and prompt are made from it.

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

/// A command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its word.
    pub name: &'static str,
    /// What follows the word, without flags.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// The names of the flags it takes.
    pub flags: &'static [&'static str],
    /// At least two.
    pub examples: &'static [Example],
    /// Where it works.
    pub works: Works,
    /// Whether its argument is a puzzle, which may take several lines.
    pub takes_puzzle: bool,
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

/// All flags.
pub const FLAGS: &[Flag] = &[
    Flag {
        name: "for",
        short: None,
        value: Some("WISH"),
        summary: "what to make small: shifts, grouped or buttons for a shifter; any, pushes or moves for Sokoban",
    },
    Flag {
        name: "strategy",
        short: None,
        value: Some("NAME"),
        summary: "how to search; 'lurd strategies' lists them [default: auto]",
    },
    Flag {
        name: "time",
        short: None,
        value: Some("TIME"),
        summary: "wall time a search, or none [default: 60s, 5s for compare]",
    },
    Flag {
        name: "memory",
        short: None,
        value: Some("BYTES"),
        summary: "memory a search, or none [default: 2GiB, at most half of the machine's]",
    },
    Flag {
        name: "nodes",
        short: None,
        value: Some("N"),
        summary: "expansions a search, or none [default: none]",
    },
    Flag {
        name: "seed",
        short: None,
        value: Some("N"),
        summary: "where random choices begin: same seed, same search [default: 0]",
    },
    Flag {
        name: "threads",
        short: None,
        value: Some("N"),
        summary: "threads of a portfolio, on puzzles that can divide it; who wins may then vary [default: 1]",
    },
    Flag {
        name: "weight",
        short: None,
        value: Some("W"),
        summary: "of the estimate [default: 2 for weighted-astar, 3 to begin with for ara]",
    },
    Flag {
        name: "width",
        short: None,
        value: Some("N"),
        summary: "states a layer that beam begins with [default: 1000]",
    },
    Flag { name: "json", short: None, value: None, summary: "one JSON object a line" },
    Flag { name: "stats", short: None, value: None, summary: "show what the search took" },
    Flag { name: "quiet", short: Some('q'), value: None, summary: "the bare answer" },
    Flag { name: "all", short: None, value: None, summary: "every optimal answer" },
    Flag {
        name: "canonical",
        short: None,
        value: None,
        summary: "with --all: one of those that differ in the order of moves that commute",
    },
    Flag {
        name: "pad",
        short: None,
        value: Some("FILE"),
        summary: "the gamepad layout of a shifter, in TOML [default: assumed]",
    },
    Flag {
        name: "from",
        short: None,
        value: Some("WHERE"),
        summary: "count from the target or from the source [default: target]",
    },
    Flag {
        name: "strategies",
        short: None,
        value: Some("LIST"),
        summary: "a,b,c or all [default: those that fit]",
    },
];

const SOLVE: &[&str] = &[
    "for",
    "strategy",
    "time",
    "memory",
    "nodes",
    "threads",
    "seed",
    "weight",
    "width",
    "json",
    "stats",
    "quiet",
    "all",
    "canonical",
    "pad",
];
const COMPARE: &[&str] =
    &["for", "strategies", "time", "memory", "nodes", "threads", "seed", "weight", "width", "json", "pad"];

/// All commands, in the order in which help lists them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "solve",
        arguments: "PUZZLE..",
        summary: "find an answer, verify it, print it",
        flags: SOLVE,
        examples: &[
            Example { line: "solve missile/4", does: "the fourth puzzle of a collection" },
            Example { line: "solve missile --json", does: "all of them, one JSON object a line" },
            Example {
                line: "solve missile/4 --strategy bfs --nodes 1000",
                does: "one strategy, under a limit",
            },
            Example { line: "solve missile/5 --all --canonical", does: "every shortest answer" },
            Example { line: "solve missile/4 --for buttons", does: "the fewest presses of the gamepad" },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "compare",
        arguments: "PUZZLE..",
        summary: "the same puzzle by several strategies, side by side",
        flags: COMPARE,
        examples: &[
            Example { line: "compare missile/1", does: "the strategies that fit, 5 s each" },
            Example { line: "compare missile/1 --strategies bfs,astar", does: "two of them" },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "verify",
        arguments: "PUZZLE SOLUTION",
        summary: "replay a solution by the plain rules",
        flags: &["json", "pad"],
        examples: &[
            Example { line: "verify missile/1 'left 0, up 3'", does: "is it a solution?" },
            Example { line: "verify missile/1 'left 0' --json", does: "the same for a script" },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "show",
        arguments: "PUZZLE..",
        summary: "draw puzzles",
        flags: &["json"],
        examples: &[
            Example { line: "show missile/4", does: "one puzzle" },
            Example { line: "show missile/1-5", does: "several" },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "list",
        arguments: "[FILE]",
        summary: "the collections, or the puzzles of a file or collection",
        flags: &["json"],
        examples: &[
            Example { line: "list", does: "the collections that come along" },
            Example { line: "list missile", does: "the puzzles of one" },
        ],
        works: Works::Everywhere,
        takes_puzzle: false,
    },
    Command {
        name: "space",
        arguments: "PUZZLE..",
        summary: "the whole state space: size, states by distance, mean, farthest",
        flags: &["for", "from", "time", "memory", "nodes", "threads", "json", "stats", "pad"],
        examples: &[
            Example { line: "space missile/1", does: "by distance to the target" },
            Example {
                line: "space missile/1 --from source --json",
                does: "from the other end, for a script",
            },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "strategies",
        arguments: "[PUZZLE]",
        summary: "the strategies, or those that fit a puzzle",
        flags: &["for", "json"],
        examples: &[
            Example { line: "strategies", does: "all, with what they need and claim" },
            Example { line: "strategies pusher/1 --for moves", does: "which fit, and why the others do not" },
        ],
        works: Works::Everywhere,
        takes_puzzle: true,
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        summary: "this, or the flags and examples of a command",
        flags: &[],
        examples: &[
            Example { line: "help", does: "the commands" },
            Example { line: "help solve", does: "one command" },
        ],
        works: Works::Everywhere,
        takes_puzzle: false,
    },
    Command {
        name: "load",
        arguments: "PUZZLE",
        summary: "make a puzzle the current one without solving it",
        flags: &[],
        examples: &[
            Example { line: "load missile/4", does: "from a collection" },
            Example { line: "load levels.xsb:12", does: "from a file" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: true,
    },
    Command {
        name: "do",
        arguments: "ACTIONS",
        summary: "carry out actions; the word 'do' may be left out",
        flags: &[],
        examples: &[
            Example { line: "do left 0, up 3", does: "two shifts" },
            Example { line: "do uurR", does: "four steps of a Sokoban player" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "undo",
        arguments: "[N|all]",
        summary: "take actions back",
        flags: &[],
        examples: &[
            Example { line: "undo", does: "the last action" },
            Example { line: "undo all", does: "back to the start" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "redo",
        arguments: "[N|all]",
        summary: "carry out again what was taken back",
        flags: &[],
        examples: &[
            Example { line: "redo", does: "the next action" },
            Example { line: "redo 3", does: "three actions" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "hint",
        arguments: "",
        summary: "the next step of an answer from here, and what it takes in all",
        flags: &[],
        examples: &[
            Example { line: "hint", does: "one step of the answer" },
            Example { line: "hint", does: "under the limits that 'set' shows" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "set",
        arguments: "[NAME [VALUE]]",
        summary: "show or change the defaults of this session",
        flags: &[],
        examples: &[
            Example { line: "set", does: "all settings and where they come from" },
            Example { line: "set time 10s", does: "change one; 'set time default' takes it back" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "history",
        arguments: "",
        summary: "the actions carried out so far",
        flags: &[],
        examples: &[
            Example { line: "history", does: "as a text that verify accepts" },
            Example { line: "history", does: "empty after 'undo all'" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
    Command {
        name: "quit",
        arguments: "",
        summary: "leave (Ctrl-D does the same)",
        flags: &[],
        examples: &[
            Example { line: "quit", does: "leave the prompt" },
            Example { line: "quit", does: "end a script early" },
        ],
        works: Works::AtPrompt,
        takes_puzzle: false,
    },
];

/// The command of that name.
#[must_use]
pub fn command(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The names of all commands.
#[must_use]
pub fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|command| command.name).collect()
}

impl Command {
    /// The flags it takes.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS.iter().filter(|flag| self.flags.contains(&flag.name))
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
                    assert!(command.flags.contains(&flag), "{}", example.line);
                }
            }
            assert_eq!(command.flags().count(), command.flags.len(), "{}: an unknown flag", command.name);
        }
    }

    #[test]
    fn every_flag_belongs_to_a_command() {
        for flag in FLAGS {
            assert!(COMMANDS.iter().any(|command| command.flags.contains(&flag.name)), "{}", flag.name);
        }
    }
}
