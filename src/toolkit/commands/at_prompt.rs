//! The commands that work at the prompt only.

use super::command::{AT_PROMPT, Command, Example, Takes};
use super::flag::Group;

/// The commands, in the order in which help lists them.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "load",
        arguments: "PUZZLE",
        summary: "make a puzzle the current one without solving it",
        groups: &[Group::Read],
        flags: &["all"],
        examples: &[
            Example { line: "load missile/4", does: "from a collection" },
            Example { line: "load levels.xsb:12", does: "from a file" },
        ],
        takes: Takes::Puzzles,
        ..AT_PROMPT
    },
    Command {
        name: "do",
        arguments: "ACTIONS",
        summary: "perform actions; the word 'do' is optional",
        examples: &[
            Example { line: "do left 0, up 3", does: "two shifts" },
            Example { line: "do uurR", does: "four moves of a Sokoban player" },
        ],
        takes: Takes::Actions,
        ..AT_PROMPT
    },
    Command {
        name: "undo",
        arguments: "[N|all]",
        summary: "undo actions",
        examples: &[
            Example { line: "undo", does: "the last action" },
            Example { line: "undo all", does: "back to the start" },
        ],
        takes: Takes::Count,
        ..AT_PROMPT
    },
    Command {
        name: "redo",
        arguments: "[N|all]",
        summary: "redo undone actions",
        examples: &[
            Example { line: "redo", does: "the next action" },
            Example { line: "redo 3", does: "three actions" },
        ],
        takes: Takes::Count,
        ..AT_PROMPT
    },
    Command {
        name: "step",
        arguments: "[N|all]",
        summary: "perform the next step of the last answer",
        examples: &[
            Example { line: "step", does: "one step, then show the board" },
            Example { line: "step all", does: "to the end of the answer" },
        ],
        takes: Takes::Count,
        ..AT_PROMPT
    },
    Command {
        name: "back",
        arguments: "[N|all]",
        summary: "undo the last step of the answer",
        examples: &[
            Example { line: "back", does: "one step" },
            Example { line: "back all", does: "to the start of the answer" },
        ],
        takes: Takes::Count,
        ..AT_PROMPT
    },
    Command {
        name: "follow",
        arguments: "[N]",
        summary: "show how to carry out the answer, press by press or push by push",
        groups: &[Group::Search],
        flags: &["strategy", "pad", "plain", "ascii"],
        examples: &[
            Example { line: "follow", does: "from here; Space goes on, '?' shows the keys" },
            Example { line: "follow 2 --plain", does: "from the second press on, in lines" },
        ],
        takes: Takes::Number,
        ..AT_PROMPT
    },
    Command {
        name: "hint",
        arguments: "[PUZZLE]",
        summary: "show the next step of an answer, and its total cost",
        groups: &[Group::Search],
        flags: &["strategy", "pad"],
        examples: &[
            Example { line: "hint", does: "the next step of the answer" },
            Example { line: "hint --for grouped", does: "for another objective" },
        ],
        takes: Takes::Puzzles,
        ..AT_PROMPT
    },
    Command {
        name: "answer",
        arguments: "[FORM]",
        summary: "show the last answer as solution, words or buttons",
        examples: &[
            Example { line: "answer", does: "in all forms" },
            Example {
                line: "answer buttons",
                does: "the buttons to press; R2 U3: right twice, up three times",
            },
        ],
        takes: Takes::OneOf(&["solution", "words", "buttons"]),
        ..AT_PROMPT
    },
    Command {
        name: "copy",
        arguments: "[FORM]",
        summary: "copy the last answer or the puzzle to the clipboard",
        examples: &[
            Example { line: "copy", does: "the solution, as verify reads it" },
            Example { line: "copy puzzle", does: "the text of the current puzzle" },
        ],
        takes: Takes::OneOf(&["solution", "words", "buttons", "puzzle"]),
        ..AT_PROMPT
    },
    Command {
        name: "set",
        arguments: "[NAME [VALUE]]",
        summary: "show or change settings of this session",
        examples: &[
            Example { line: "set", does: "all settings and their origins" },
            Example {
                line: "set time 10s",
                does: "change a setting; 'set time default' restores its default",
            },
        ],
        takes: Takes::Setting,
        ..AT_PROMPT
    },
    Command {
        name: "source",
        arguments: "FILE",
        summary: "run the lines of a file as if they were typed",
        examples: &[
            Example { line: "source session.lurd", does: "up to its end, or to the first error" },
            Example { line: "source ../start.lurd", does: "a file in another folder" },
        ],
        takes: Takes::Path,
        ..AT_PROMPT
    },
    Command {
        name: "history",
        summary: "show the actions performed so far",
        examples: &[
            Example { line: "history", does: "in the form that verify accepts" },
            Example { line: "history", does: "empty after 'undo all'" },
        ],
        ..AT_PROMPT
    },
    Command {
        name: "save",
        arguments: "FILE",
        summary: "add the current puzzle and its answer to a .sok file",
        examples: &[
            Example { line: "save mine.sok", does: "the answer, and the moves played so far" },
            Example { line: "save games/today.sok", does: "a file may hold several levels" },
        ],
        takes: Takes::Actions,
        ..AT_PROMPT
    },
    Command {
        name: "clear",
        summary: "clear the screen (Ctrl-L does the same)",
        examples: &[
            Example { line: "clear", does: "clear the screen" },
            Example { line: "clear", does: "has no effect if the output is not a terminal" },
        ],
        ..AT_PROMPT
    },
    Command {
        name: "quit",
        summary: "leave lurd (also 'exit', 'q' and Ctrl-D)",
        examples: &[
            Example { line: "quit", does: "leave the prompt" },
            Example { line: "quit", does: "end a script early" },
        ],
        ..AT_PROMPT
    },
];
