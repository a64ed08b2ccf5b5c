//! The commands that work at the shell and at the prompt.

use super::command::{Command, EVERYWHERE, Example, Takes};
use super::flag::Group;

/// The shells that completion scripts exist for.
pub(super) const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];

/// The commands, in the order in which help lists them.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "solve",
        arguments: "PUZZLE..",
        summary: "solve puzzles; every answer is verified before it is printed",
        groups: &[Group::Search, Group::Read],
        flags: &[
            "strategy",
            "json",
            "stats",
            "explain",
            "quiet",
            "first",
            "all",
            "canonical",
            "pad",
            "output",
            "no-store",
            "metrics",
            "certificate",
            "follow",
            "plain",
            "ascii",
        ],
        examples: &[
            Example { line: "solve missile/4", does: "the fourth puzzle of a collection" },
            Example { line: "solve missile/4 --follow", does: "and show each press, at your pace" },
            Example { line: "solve missile --json", does: "all of its puzzles, one JSON object per line" },
            Example {
                line: "solve missile/4 --strategy bfs --nodes 1000",
                does: "one strategy, under a limit",
            },
            Example { line: "solve missile/5 --all --canonical", does: "every shortest answer" },
            Example { line: "solve stuck/1 --certificate no.txt", does: "a proof that can be checked" },
            Example { line: "solve missile/4 --for buttons", does: "the fewest presses of the gamepad" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "compare",
        arguments: "PUZZLE..",
        summary: "compare strategies on the same puzzles",
        groups: &[Group::Search, Group::Read],
        flags: &["strategies", "runs", "warmup", "export", "charts", "json", "pad", "all"],
        examples: &[
            Example { line: "compare missile/1", does: "the strategies that fit, 5 s per run" },
            Example { line: "compare missile/1 --strategies bfs,astar", does: "two of them" },
            Example {
                line: "compare missile/1 --runs 5 --export t.md",
                does: "medians of 5 runs, written to a file",
            },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "batch",
        arguments: "FILE..",
        summary: "solve many levels: one JSON object per line, in the order of the input",
        groups: &[Group::Search, Group::Read],
        flags: &["strategy", "first", "json", "pad", "output", "no-store", "all"],
        examples: &[
            Example { line: "batch primer stuck", does: "two collections" },
            Example { line: "batch missile -o missile.jsonl", does: "write the lines to a file" },
            Example {
                line: "batch missile --threads 2 --time 10s",
                does: "two puzzles at a time, 10 s each",
            },
        ],
        takes: Takes::Files,
        ..EVERYWHERE
    },
    Command {
        name: "verify",
        arguments: "PUZZLE SOLUTION",
        summary: "replay a solution by the rules",
        groups: &[Group::Read],
        flags: &["json", "pad", "metrics", "certificate", "time", "memory", "all"],
        examples: &[
            Example { line: "verify missile/1 'left 0, up 3'", does: "is it a solution?" },
            Example { line: "verify missile/1 'left 0' --json", does: "the same for a script" },
            Example {
                line: "verify --certificate no.txt",
                does: "does the certificate prove that there is no solution?",
            },
        ],
        takes: Takes::PuzzleAndSolution,
        ..EVERYWHERE
    },
    Command {
        name: "show",
        arguments: "PUZZLE..",
        summary: "draw puzzles",
        groups: &[Group::Read],
        flags: &["json", "all"],
        examples: &[
            Example { line: "show missile/4", does: "one puzzle" },
            Example { line: "show missile/1-5", does: "several" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "list",
        arguments: "[FILE]",
        summary: "list the collections, or the puzzles of a file or collection",
        groups: &[Group::Read],
        flags: &["json", "no-store", "all"],
        examples: &[
            Example { line: "list", does: "the built-in collections" },
            Example { line: "list missile", does: "the puzzles of a collection" },
        ],
        takes: Takes::Files,
        ..EVERYWHERE
    },
    Command {
        name: "space",
        arguments: "PUZZLE..",
        summary: "count the whole state space: size, states by distance, mean and farthest",
        flags: &["for", "from", "time", "memory", "nodes", "threads", "json", "stats", "pad"],
        examples: &[
            Example { line: "space missile/1", does: "states by distance to the target" },
            Example {
                line: "space missile/1 --from source --json",
                does: "by distance from the start, for a script",
            },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "strategies",
        arguments: "[PUZZLE]",
        summary: "list the strategies, or those that fit a puzzle",
        groups: &[Group::Read],
        flags: &["for", "json"],
        examples: &[
            Example { line: "strategies", does: "all, with what they need and prove" },
            Example { line: "strategies pusher/1 --for moves", does: "which fit, and why others do not" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "play",
        arguments: "PUZZLE..",
        summary: "play puzzles, with hints; the best solutions are saved",
        groups: &[Group::Search, Group::Read],
        flags: &["strategy", "plain", "ascii", "quiet", "pad", "no-store", "resume", "all"],
        examples: &[
            Example { line: "play pusher/1", does: "with keys and mouse; '?' shows the keys" },
            Example { line: "play missile", does: "a collection, from the first unsolved puzzle" },
            Example { line: "play pusher/1 --plain", does: "in line mode, for scripts and screen readers" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "edit",
        arguments: "[PUZZLE]",
        summary: "edit a puzzle, play it, save it",
        groups: &[Group::Search, Group::Read],
        flags: &["strategy", "plain", "ascii", "quiet", "all"],
        examples: &[
            Example { line: "edit", does: "an empty board; '?' shows the keys" },
            Example { line: "edit levels.xsb:3", does: "a level of a file" },
            Example { line: "edit --plain", does: "in line mode: put box 2 3, validate, save my.xsb" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "convert",
        arguments: "FILE..",
        summary: "convert levels to another format",
        groups: &[Group::Read],
        flags: &["output", "to", "dedup", "all"],
        examples: &[
            Example { line: "convert pusher --to sok", does: "print a collection in another format" },
            Example {
                line: "convert primer --to pusher-db",
                does: "packed for pusher.exe, as assembler text",
            },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "id",
        arguments: "PUZZLE..",
        summary: "print identifiers that do not depend on how a puzzle is written",
        groups: &[Group::Read],
        flags: &["json", "all"],
        examples: &[
            Example {
                line: "id pusher/1",
                does: "Unique-Id (the same for rotations and reflections) and Exact-Id",
            },
            Example { line: "id primer --json", does: "of a whole collection, for a script" },
        ],
        takes: Takes::Puzzles,
        ..EVERYWHERE
    },
    Command {
        name: "help",
        arguments: "[COMMAND|TOPIC]",
        summary: "list commands and topics, or explain one of them",
        examples: &[
            Example { line: "help", does: "the commands and the topics" },
            Example { line: "help solve", does: "one command" },
            Example { line: "help prompt", does: "one topic" },
        ],
        takes: Takes::Topic,
        ..EVERYWHERE
    },
    Command {
        name: "completions",
        arguments: "SHELL",
        summary: "print the completion script of a shell",
        examples: &[
            Example { line: "completions bash", does: "the script for bash" },
            Example { line: "completions zsh", does: "the script for zsh" },
        ],
        takes: Takes::OneOf(SHELLS),
        ..EVERYWHERE
    },
    Command {
        name: "man",
        arguments: "DIR",
        summary: "write manual pages to a folder",
        examples: &[
            Example { line: "man man1", does: "write man1/lurd.1, man1/lurd-solve.1, .." },
            Example { line: "man share/man/man1", does: "create the folder if necessary" },
        ],
        takes: Takes::Path,
        ..EVERYWHERE
    },
];
