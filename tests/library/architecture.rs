//! The structure of the source text, checked: the order of modules inside each folder of `src` here, and in
//! the submodules the imports between top-level modules and the tables of the map, `docs/architecture.md`.

mod imports;
mod independence;
mod map;
mod reserved_crates;
mod shifter;
mod source_files;
mod top_level;

use std::collections::BTreeSet;

use imports::paths_in;
use source_files::{files, module_of};

/// A folder of modules with one direction: a module may import only modules listed after it. The index of
/// the room (`mod.rs`) may import all of them, and none of them may import a name through the index.
struct Room {
    /// The path of the folder below `src`.
    path: &'static str,
    /// The modules from top to bottom.
    modules: &'static [&'static str],
    /// Imports against the direction (from, to), each with the reason why Rust forces it.
    exceptions: &'static [(&'static str, &'static str, &'static str)],
}

/// The rooms that are checked.
const ROOMS: &[Room] = &[
    Room {
        path: "search",
        modules: &[
            "resumable",
            "registry",
            "strategies",
            "all_optimal",
            "count_layers",
            "parallel_bfs",
            "ranked_bfs",
            "path",
            "open_list",
            "closed_list",
            "proof",
            "strategy",
            "settings",
            "random",
        ],
        exceptions: &[],
    },
    Room {
        path: "search/strategies",
        modules: &[
            "auto",
            "portfolio",
            "ara",
            "beam",
            "bfs",
            "bidirectional",
            "dfs",
            "egreedy",
            "enumerate",
            "fess",
            "greedy",
            "idastar",
            "iddfs",
            "nbs",
            "pathfinding",
            "pea",
            "rectangle",
            "resort",
            "uniform",
            "weighted_astar",
            "astar",
        ],
        exceptions: &[],
    },
    Room {
        path: "search/closed_list",
        modules: &[
            "tree",
            "closed",
            "storable",
            "index_store",
            "key_set",
            "key_store",
            "word_set",
            "word_store",
            "visited_set",
            "slot_bucket",
            "key_bucket",
            "hash_table",
            "store",
            "arena",
            "per_state",
            "recent",
            "id",
            "hash",
            "prefetch",
        ],
        exceptions: &[],
    },
    Room {
        path: "search/ranked_bfs",
        modules: &["distance_table", "layers", "pass", "generic_walker", "depth_table"],
        exceptions: &[],
    },
    Room { path: "search/parallel_bfs", modules: &["round", "shard"], exceptions: &[] },
    Room {
        path: "sokoban",
        modules: &[
            "plugin",
            "editor",
            "play",
            "puzzle",
            "position",
            "solver",
            "fess",
            "spaces",
            "certificate",
            "deadlock",
            "bounds",
            "state",
            "board",
            "formats",
            "notation",
            "rules",
            "xsb",
            "level",
            "square",
            "search_direction",
            "direction",
        ],
        exceptions: &[(
            "position",
            "puzzle",
            "the traits make each other: a puzzle has a start position, a position is the start of a puzzle",
        )],
    },
    Room {
        path: "sokoban/certificate",
        modules: &["make", "memory", "check", "text", "patterns"],
        exceptions: &[],
    },
    Room {
        path: "sokoban/solver",
        modules: &[
            "solve",
            "improve",
            "incumbent",
            "secondary_metric",
            "any_solution",
            "single_search",
            "portfolio",
            "push_searches",
            "plan_attempts",
            "configurations",
            "bidirectional",
            "packing_config",
            "effort",
            "context",
            "unsolvable_at_start",
            "lurd_from_pushes",
            "objectives",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/fess",
        modules: &[
            "target",
            "unblock",
            "search_side",
            "child_marks",
            "features",
            "packing_search",
            "advisors",
            "access",
            "supply",
            "routes",
            "out_of_plan",
            "packing_plan",
            "level_analysis",
            "exchange",
            "sinks",
            "novelty",
            "hotspots",
            "rooms",
            "walk_distances",
            "feature_vector",
            "random_tie_break",
            "best_position",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/spaces",
        modules: &["blind_pushes", "macro_pushes", "moves", "pushes", "pulls", "push_model", "scratch"],
        exceptions: &[],
    },
    Room {
        path: "sokoban/deadlock",
        modules: &[
            "checker",
            "table",
            "assignment",
            "corrals",
            "dead_squares",
            "pairs",
            "pi_corrals",
            "tunnels",
            "frozen_walls",
            "corral_parts",
            "corral_search",
            "patterns",
            "verdict_cache",
            "freeze",
            "rule",
            "wall_tables",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/bounds",
        modules: &[
            "assignment",
            "child_penalties",
            "pair_penalties",
            "distances",
            "max_weight_matching",
            "bipartite_matching",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/state",
        modules: &[
            "unpacked",
            "box_reach",
            "articulation",
            "cell_set",
            "region_update",
            "player_region",
            "components",
            "encoding",
            "push",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/board",
        modules: &["floor_graph", "topology", "biconnected", "cell"],
        exceptions: &[],
    },
    Room {
        path: "budget",
        modules: &["allotment", "search_budget", "progress", "limits", "trace", "machine", "clock"],
        exceptions: &[],
    },
    Room {
        path: "puzzle",
        modules: &[
            "solve_by_search",
            "plugin",
            "draft",
            "format",
            "puzzle",
            "position",
            "controls",
            "instructions",
            "cells",
            "cell_role",
            "metadata",
            "state_space",
            "certificate",
            "steps",
            "ending",
            "objective",
            "errors",
        ],
        exceptions: &[(
            "position",
            "puzzle",
            "the traits make each other: a puzzle has a start position, a position is the start of a puzzle",
        )],
    },
    Room {
        path: "catalog",
        modules: &["builtin", "resolve", "choose", "reference", "registered", "files", "nearest", "item"],
        exceptions: &[],
    },
    Room { path: "disk", modules: &["line_file", "files", "folders", "hash"], exceptions: &[] },
    Room { path: "sokoban/editor", modules: &["draft", "check", "brush", "canvas"], exceptions: &[] },
    Room { path: "sokoban/play", modules: &["controls", "click_path", "flood"], exceptions: &[] },
    Room {
        path: "sokoban/notation",
        modules: &["instructions", "identity", "metrics", "reverse_mode", "lurd", "run_length"],
        exceptions: &[],
    },
    Room {
        path: "sokoban/formats",
        modules: &[
            "detect",
            "registry",
            "xsb",
            "sok",
            "rle",
            "slc",
            "pusher",
            "pusher_db",
            "pusher_bin",
            "school",
            "board_text",
            "packed_levels",
            "row",
            "level_record",
            "reading",
            "validate",
            "grid",
            "dialect",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/formats/board_text",
        modules: &[
            "writer",
            "reader",
            "saved_games",
            "entries",
            "reader_state",
            "games",
            "board_rows",
            "notes",
            "metadata_block",
            "line_kind",
            "keys",
            "comment",
            "left_out",
            "lines",
        ],
        exceptions: &[],
    },
    Room {
        path: "sokoban/formats/packed_levels",
        modules: &["scan", "offset_table", "mz", "packing", "unpacking"],
        exceptions: &[],
    },
    Room {
        path: "toolkit/play",
        modules: &[
            "execute",
            "level_set",
            "last_level",
            "dead_position",
            "commands",
            "answers",
            "controls",
            "game",
            "error",
            "known",
            "follow",
            "history",
            "progress",
            "background",
        ],
        exceptions: &[],
    },
    Room {
        path: "toolkit/edit",
        modules: &[
            "execute",
            "commands",
            "drafts",
            "files",
            "kinds",
            "editor",
            "error",
            "known_file",
            "saving",
            "autosave",
        ],
        exceptions: &[],
    },
    Room {
        path: "ui/play",
        modules: &["games", "line_mode", "view", "pointer", "actions", "draw", "state", "keys", "searches"],
        exceptions: &[],
    },
    Room {
        path: "ui/follow",
        modules: &["line_mode", "view", "draw", "pad", "boards", "state", "keys"],
        exceptions: &[],
    },
    Room {
        path: "ui/edit",
        modules: &[
            "line_mode",
            "view",
            "pointer",
            "paste",
            "saving",
            "actions",
            "draw",
            "state",
            "keys",
            "board_text",
            "opening",
        ],
        exceptions: &[],
    },
    Room {
        path: "ui/prompt",
        modules: &["run", "rows", "line_editor", "history", "helper", "hint", "colour", "complete"],
        exceptions: &[],
    },
    Room {
        path: "ui/screen",
        modules: &[
            "run", "more", "terminal", "input", "view", "layout", "pages", "entry", "board", "theme", "text",
        ],
        exceptions: &[],
    },
    Room {
        path: "report",
        modules: &[
            "chart",
            "export",
            "comparison",
            "summary",
            "plot",
            "batch",
            "guide",
            "play",
            "play_error",
            "edit_error",
            "edit",
            "state_space",
            "table",
            "identity",
            "json",
            "remaining",
            "left_out",
            "follow",
            "solution",
            "buttons",
            "grid",
            "cell_roles",
            "wrap",
            "diagnostic",
            "numbers",
            "style",
            "subject",
        ],
        exceptions: &[],
    },
    Room { path: "report/export", modules: &["csv", "json", "markdown", "svg", "compared"], exceptions: &[] },
    Room {
        path: "toolkit",
        modules: &[
            "session",
            "edit",
            "play",
            "solutions",
            "batch",
            "compare",
            "all",
            "state_space",
            "convert",
            "certificate",
            "verify",
            "solve",
            "config",
            "settings",
            "help_topics",
            "commands",
            "search_options",
            "parse_values",
            "exit",
            "test_puzzle",
        ],
        exceptions: &[],
    },
    Room {
        path: "toolkit/commands",
        modules: &["everywhere", "at_prompt", "command", "flags", "flag"],
        exceptions: &[],
    },
    Room {
        path: "toolkit/compare",
        modules: &["synthetic", "measure", "ranking", "comparison", "disagreement", "row", "chosen"],
        exceptions: &[],
    },
    Room {
        path: "toolkit/solutions",
        modules: &["store", "save", "records", "ranking", "file"],
        exceptions: &[],
    },
    Room {
        path: "ui",
        modules: &[
            "completion",
            "prompt",
            "script",
            "line",
            "commands",
            "edit",
            "play",
            "follow",
            "certificates",
            "keeping",
            "pad",
            "reading",
            "remaining",
            "typed_lines",
            "pager",
            "screen",
            "app",
            "wants_more",
            "script_input",
            "pasted",
            "split",
            "cli",
            "progress",
            "output",
            "signals",
        ],
        exceptions: &[("commands", "script", "`source` runs the lines of a file, and a line is a command")],
    },
    Room {
        path: "ui/commands",
        modules: &[
            "answer",
            "batch",
            "compare",
            "completions",
            "convert",
            "edit",
            "follow",
            "help",
            "hint",
            "id",
            "list",
            "load",
            "man",
            "playing",
            "save",
            "set",
            "show",
            "solve",
            "following",
            "play",
            "source",
            "space",
            "strategies",
            "verify",
            "subject",
        ],
        exceptions: &[],
    },
];

#[test]
fn arrows_inside_the_rooms_point_down() {
    let files = files();
    let mut wrong = Vec::new();
    for room in ROOMS {
        let path: Vec<_> = room.path.split('/').map(str::to_owned).collect();
        let level = |name: &str| room.modules.iter().position(|module| *module == name);
        let mut seen = BTreeSet::new();
        for (_, file, code) in &files {
            let module = module_of(file);
            if !module.starts_with(&path) || module.len() == path.len() {
                continue;
            }
            let from = &module[path.len()];
            let Some(here) = level(from) else {
                wrong.push(format!("{}: {from} is not in the table of its room", file.display()));
                continue;
            };
            seen.insert(here);
            for target in paths_in(&module, code) {
                let Some(to) = target.strip_prefix(path.as_slice()).and_then(<[_]>::first) else { continue };
                let excepted = room.exceptions.iter().any(|(a, b, _)| a == from && b == to);
                if to != from && !excepted && level(to).is_none_or(|there| there < here) {
                    wrong.push(format!("{} imports {}", file.display(), target.join("::")));
                }
            }
        }
        for (at, name) in room.modules.iter().enumerate() {
            if !seen.contains(&at) {
                wrong.push(format!("{}/{name} is in the table and not in the room", room.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
