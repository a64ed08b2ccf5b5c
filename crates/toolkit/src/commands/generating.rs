//! The rows of the commands that generate and rate puzzles.

use super::command::{Command, Takes};
use super::flag::Group;

/// The kinds of puzzles that are generated.
const KINDS: &[&str] = &["shifter", "sokoban"];

pub(super) const GENERATE: Command = Command::everywhere(
    "generate",
    "KIND",
    "generate puzzles of a given difficulty, each with its answer",
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
    ("generate sokoban --seed 7", "an easy level; equal seeds give equal levels"),
    ("generate sokoban --count 3 --difficulty medium -o new.sok", "three medium levels, in a file"),
    ("generate sokoban --size 9x8 --boxes 3 --style symmetric", "of a given size and style"),
    ("generate shifter --difficulty medium", "a shifter of four or five shifts"),
]);

pub(super) const RATE: Command =
    Command::everywhere("rate", "PUZZLE..", "rate how hard puzzles are", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["time", "memory", "json", "all"])
        .examples(&[
            ("rate pusher/1", "the rating and its parts"),
            ("rate primer --json", "a whole collection, for a script"),
        ]);
