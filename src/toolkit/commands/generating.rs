//! The rows of the commands that generate and rate puzzles.

use super::command::{Command, Takes};
use super::flag::Group;

/// The kinds of puzzles that are generated.
const KINDS: &[&str] = &["shifter", "sokoban"];

pub(super) const GENERATE: Command = Command::everywhere(
    "generate",
    "KIND",
    "generate puzzles of a class of difficulty, each with its answer",
    Takes::OneOf(KINDS),
)
.with_flags(&[
    "seed",
    "count",
    "size",
    "boxes",
    "difficulty",
    "style",
    "output",
    "to",
    "time",
    "memory",
    "json",
])
.examples(&[
    ("generate sokoban --seed 7", "an easy level with its answer; the same one for every 7"),
    ("generate sokoban --count 3 --difficulty medium -o new.sok", "three of a class, in a file"),
    ("generate sokoban --size 9x8 --boxes 3 --style symmetric", "of a size, in a style"),
    ("generate shifter --difficulty medium", "a shifter of four or five shifts"),
]);

pub(super) const RATE: Command =
    Command::everywhere("rate", "PUZZLE..", "rate how hard puzzles are, part by part", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["time", "memory", "json", "all"])
        .examples(&[
            ("rate pusher/1", "one number, and what it is made of"),
            ("rate primer --json", "of a whole collection, for a script"),
        ]);
