//! The flags, and the groups of them that several commands take.

use super::Flag;

/// How a search is made; all commands that search take these. Each has a line in `Search::read`.
pub(super) const SEARCH: &[&str] =
    &["for", "time", "memory", "nodes", "threads", "seed", "weight", "ties", "width", "without"];

/// How puzzles are read.
pub(super) const READ: &[&str] = &["dialect", "from", "offset", "allow-unequal"];

/// All flags.
pub const FLAGS: &[Flag] = &[
    Flag {
        name: "for",
        short: None,
        value: Some("OBJECTIVE"),
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
        short: Some('j'),
        value: Some("N"),
        summary: "threads of bfs, or of a portfolio, whose winner may then vary. For batch: levels at once, which share the memory [default: 1]",
    },
    Flag {
        name: "weight",
        short: None,
        value: Some("W"),
        summary: "of the estimate [default: 2 for weighted-astar, 3 to begin with for ara]",
    },
    Flag {
        name: "ties",
        short: None,
        value: Some("ORDER"),
        summary: "which of equals astar takes: deep, shallow, deep-oldest or shallow-oldest [default: deep]",
    },
    Flag {
        name: "width",
        short: None,
        value: Some("N"),
        summary: "states a layer that beam begins with [default: 1000]",
    },
    Flag {
        name: "without",
        short: None,
        value: Some("RULES"),
        summary: "pruning rules of the puzzle that are not to be used, as a,b,c; 'lurd help rules' lists them",
    },
    Flag { name: "json", short: None, value: None, summary: "one JSON object a line" },
    Flag { name: "stats", short: None, value: None, summary: "show what the search took" },
    Flag {
        name: "explain",
        short: Some('v'),
        value: None,
        summary: "verbose: show what the search is doing",
    },
    Flag {
        name: "quiet",
        short: Some('q'),
        value: None,
        summary: "the bare answer; for play --plain: no boards",
    },
    Flag {
        name: "plain",
        short: None,
        value: None,
        summary: "lines of words instead of the screen; 'help' there lists them",
    },
    Flag {
        name: "resume",
        short: None,
        value: None,
        summary: "go on where the last game was left, also where words come from a pipe",
    },
    Flag { name: "ascii", short: None, value: None, summary: "draw with ASCII letters only" },
    Flag {
        name: "first",
        short: None,
        value: None,
        summary: "stop at the first answer; by default auto then looks for a better one for as long again",
    },
    Flag {
        name: "all",
        short: None,
        value: None,
        summary: "solve: every optimal answer; other commands: packed levels that their program does not use, too",
    },
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
        name: "output",
        short: Some('o'),
        value: Some("FILE"),
        summary: "write to this file; solve adds level and answer to a .sok file, unless one as good is there; batch adds a line to a new file whenever a level ends",
    },
    Flag {
        name: "certificate",
        short: None,
        value: Some("FILE"),
        summary: "for solve: write what proves that there is no solution, with what is left of the limits; for verify: check it, without any search",
    },
    Flag { name: "no-store", short: None, value: None, summary: "do not keep answers in the user's folder" },
    Flag {
        name: "metrics",
        short: None,
        value: Some("RULE"),
        summary: "how to count: yasc does not end a box line at a walk away and back [default: standard]",
    },
    Flag {
        name: "dialect",
        short: None,
        value: Some("NAME"),
        summary: "the letters of levels: xsb, sok, pusher, school, gem, dangarfield, sokosolve [default: detected]",
    },
    Flag {
        name: "from",
        short: None,
        value: Some("FROM"),
        summary: "the format to read, as for --to [default: detected]; for space: target or source",
    },
    Flag {
        name: "to",
        short: None,
        value: Some("FORMAT"),
        summary: "the format to write: xsb, sok, slc, rle, pusher, pusher-db, pusher-bin, school; shift [default: by the file's ending]",
    },
    Flag {
        name: "offset",
        short: None,
        value: Some("PLACE"),
        summary: "where in a binary file packed levels begin, as 5260 or 148Ch [default: searched for]",
    },
    Flag {
        name: "allow-unequal",
        short: None,
        value: None,
        summary: "let through levels with more boxes than goals or fewer",
    },
    Flag {
        name: "dedup",
        short: None,
        value: None,
        summary: "leave out levels that are the same but for turning",
    },
    Flag {
        name: "runs",
        short: None,
        value: Some("N"),
        summary: "measured runs of each strategy [default: 1]",
    },
    Flag {
        name: "warmup",
        short: None,
        value: Some("N"),
        summary: "runs before them that do not count [default: 1 before several, else 0]",
    },
    Flag {
        name: "export",
        short: None,
        value: Some("FILE"),
        summary: "write all runs to a file: .md, .csv, .json, .txt, or charts as .svg",
    },
    Flag {
        name: "charts",
        short: None,
        value: None,
        summary: "draw time against cost, and how the bound rose",
    },
    Flag {
        name: "strategies",
        short: None,
        value: Some("LIST"),
        summary: "a,b,c or all; blanks between the names work as well [default: those that fit]",
    },
];
