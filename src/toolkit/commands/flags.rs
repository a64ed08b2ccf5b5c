//! The flags, and the groups of them that several commands take.

use super::Flag;

/// How a search is made; all commands that search take these. Each has a line in `Search::read`.
pub(super) const SEARCH: &[&str] = &["for", "time", "memory", "nodes", "threads", "seed", "weight", "width"];

/// All flags.
pub const FLAGS: &[Flag] = &[
    Flag {
        name: "for",
        short: None,
        value: Some("WISH"),
        summary: "what to make small: shifts for a shifter; any, pushes or moves for Sokoban",
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
        summary: "threads of a portfolio, on puzzles that can divide it; who wins may then vary. For batch: levels at once, which share the memory [default: 1]",
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
    Flag { name: "explain", short: None, value: None, summary: "tell what the search is doing" },
    Flag { name: "quiet", short: Some('q'), value: None, summary: "the bare answer" },
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
        summary: "a,b,c or all [default: those that fit]",
    },
];
