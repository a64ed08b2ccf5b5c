//! The commands, a row each.

use super::flags::{READ, SEARCH};
use super::{Command, Example, Takes, Works};

/// All commands, in the order in which help lists them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "solve",
        arguments: "PUZZLE..",
        summary: "find an answer, verify it, print it",
        flags: &[SEARCH, &["strategy", "json", "stats", "quiet", "output", "no-store", "metrics"], READ],
        examples: &[
            Example { line: "solve missile/4", does: "the fourth puzzle of a collection" },
            Example { line: "solve missile --json", does: "all of them, one JSON object a line" },
            Example {
                line: "solve missile/4 --strategy bfs --nodes 1000",
                does: "one strategy, under a limit",
            },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
    },
    Command {
        name: "compare",
        arguments: "PUZZLE..",
        summary: "the same puzzle by several strategies, side by side",
        flags: &[SEARCH, &["strategies", "json"], READ],
        examples: &[
            Example { line: "compare missile/1", does: "the strategies that fit, 5 s each" },
            Example { line: "compare missile/1 --strategies bfs,astar", does: "two of them" },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
    },
    Command {
        name: "batch",
        arguments: "FILE..",
        summary: "solve many levels, one JSON object a line, in the order of the input",
        flags: &[SEARCH, &["strategy", "json", "no-store"], READ],
        examples: &[
            Example { line: "batch primer stuck", does: "two collections" },
            Example { line: "batch missile --threads 2 --time 10s", does: "two puzzles at once, 10 s each" },
        ],
        works: Works::Everywhere,
        takes: Takes::Files,
    },
    Command {
        name: "verify",
        arguments: "PUZZLE SOLUTION",
        summary: "replay a solution by the plain rules",
        flags: &[&["json", "metrics"], READ],
        examples: &[
            Example { line: "verify missile/1 'left 0, up 3'", does: "is it a solution?" },
            Example { line: "verify missile/1 'left 0' --json", does: "the same for a script" },
        ],
        works: Works::Everywhere,
        takes: Takes::PuzzleAndSolution,
    },
    Command {
        name: "show",
        arguments: "PUZZLE..",
        summary: "draw puzzles",
        flags: &[&["json"], READ],
        examples: &[
            Example { line: "show missile/4", does: "one puzzle" },
            Example { line: "show missile/1-5", does: "several" },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
    },
    Command {
        name: "list",
        arguments: "[FILE]",
        summary: "the collections, or the puzzles of a file or collection",
        flags: &[&["json", "no-store"], READ],
        examples: &[
            Example { line: "list", does: "the collections that come along" },
            Example { line: "list missile", does: "the puzzles of one" },
        ],
        works: Works::Everywhere,
        takes: Takes::Files,
    },
    Command {
        name: "strategies",
        arguments: "[PUZZLE]",
        summary: "the strategies, or those that fit a puzzle",
        flags: &[&["for", "json"], READ],
        examples: &[
            Example { line: "strategies", does: "all, with what they need and claim" },
            Example { line: "strategies pusher/1 --for moves", does: "which fit, and why the others do not" },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
    },
    Command {
        name: "convert",
        arguments: "FILE..",
        summary: "levels to another format, to a file or shown",
        flags: &[&["output", "to", "dedup"], READ],
        examples: &[
            Example { line: "convert pusher --to sok", does: "a collection, shown in another format" },
            Example {
                line: "convert primer --to pusher-db",
                does: "packed for pusher.exe, as assembler text",
            },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
    },
    Command {
        name: "id",
        arguments: "PUZZLE..",
        summary: "names of a puzzle that stay the same however it is written",
        flags: &[&["json"], READ],
        examples: &[
            Example { line: "id pusher/1", does: "Unique-Id (turned, mirrored, all the same) and Exact-Id" },
            Example { line: "id primer --json", does: "of many, for a script" },
        ],
        works: Works::Everywhere,
        takes: Takes::Puzzles,
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
        takes: Takes::Topic,
    },
    Command {
        name: "load",
        arguments: "PUZZLE",
        summary: "make a puzzle the current one without solving it",
        flags: &[READ],
        examples: &[
            Example { line: "load missile/4", does: "from a collection" },
            Example { line: "load levels.xsb:12", does: "from a file" },
        ],
        works: Works::AtPrompt,
        takes: Takes::Puzzles,
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
        takes: Takes::Actions,
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
        takes: Takes::Count,
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
        takes: Takes::Count,
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
        takes: Takes::Setting,
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
        takes: Takes::Nothing,
    },
    Command {
        name: "save",
        arguments: "FILE",
        summary: "add the current puzzle and its answer to a .sok file",
        flags: &[],
        examples: &[
            Example { line: "save mine.sok", does: "the answer, and how far it has been played" },
            Example { line: "save games/today.sok", does: "a file that has others, too" },
        ],
        works: Works::AtPrompt,
        takes: Takes::Actions,
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
        takes: Takes::Nothing,
    },
];
