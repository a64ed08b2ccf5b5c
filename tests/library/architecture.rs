//! The arrows between modules point one way, seen from the source text itself; see
//! `docs/architecture.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part of the house and the parts it may import.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("outcome", &[]),
    ("diagnostic", &[]),
    ("disk", &[]),
    ("budget", &["outcome"]),
    ("space", &["budget", "outcome"]),
    ("search", &["space", "budget", "outcome"]),
    ("puzzle", &["search", "space", "budget", "outcome", "diagnostic"]),
    ("verify", &["puzzle"]),
    ("shifter", &["puzzle", "search", "space", "budget", "outcome", "diagnostic", "disk"]),
    ("sokoban", &["puzzle", "search", "space", "budget", "outcome", "diagnostic"]),
    ("catalog", &["shifter", "sokoban", "puzzle", "diagnostic"]),
    (
        "toolkit",
        &["catalog", "puzzle", "verify", "search", "space", "budget", "outcome", "diagnostic", "disk"],
    ),
    ("report", &["toolkit", "catalog", "puzzle", "verify", "search", "budget", "outcome", "diagnostic"]),
    (
        "ui",
        &["report", "toolkit", "catalog", "puzzle", "verify", "search", "budget", "outcome", "diagnostic"],
    ),
];

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
        path: "sokoban/spaces",
        modules: &["macro_pushes", "moves", "pushes", "pulls", "push_model", "scratch"],
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
        modules: &["identity", "metrics", "reverse_mode", "lurd", "run_length"],
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
            "edit_error",
            "edit",
            "state_space",
            "table",
            "identity",
            "json",
            "remaining",
            "left_out",
            "solution",
            "buttons",
            "grid",
            "cell_roles",
            "wrap",
            "play_error",
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
            "certificates",
            "keeping",
            "pad",
            "reading",
            "remaining",
            "typed_lines",
            "wants_more",
            "pager",
            "screen",
            "app",
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
            "playing",
            "answer",
            "batch",
            "compare",
            "completions",
            "convert",
            "edit",
            "help",
            "hint",
            "id",
            "list",
            "load",
            "man",
            "play",
            "save",
            "set",
            "show",
            "solve",
            "source",
            "space",
            "strategies",
            "verify",
            "subject",
        ],
        exceptions: &[],
    },
];

/// Crates that one part alone may use.
const RESERVED: &[(&str, &[&str])] = &[
    ("clap", &["ui"]),
    ("clap_complete", &["ui"]),
    ("clap_mangen", &["ui"]),
    ("rustyline", &["ui"]),
    ("base64", &["ui"]),
    ("toml", &["toolkit", "shifter"]),
    ("etcetera", &["disk"]),
    ("ctrlc", &["ui"]),
    ("ratatui", &["ui"]),
    ("anstream", &["ui"]),
    ("annotate_snippets", &["report"]),
    ("comfy_table", &["report"]),
    ("serde_json", &["report"]),
    ("pathfinding", &["search", "sokoban"]),
    ("indexmap", &["search"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The module of a source file: `a/b.rs` and `a/b/mod.rs` are `["a", "b"]`.
fn module_of(path: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = path.strip_prefix(root).expect("below src").with_extension("");
    let mut module: Vec<_> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "mod") {
        module.pop();
    }
    module
}

/// The absolute paths of all imports and other paths in the code of `module` that begin with `crate` or
/// `super`.
fn paths_in(module: &[String], code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if !before.is_some_and(|c| c == ':' || c.is_alphanumeric() || c == '_') {
                expand(&mut Vec::new(), &code[at..], &mut found);
            }
        }
    }
    for path in &mut found {
        let up = path.iter().take_while(|name| *name == "super").count();
        let base = if up == 0 { &[] } else { &module[..module.len() - up.min(module.len())] };
        *path = base.iter().chain(&path[up.max(1)..]).cloned().collect();
    }
    found
}

/// Appends the paths of a use tree that begins at the start of `text`, and returns the rest of the text.
fn expand<'t>(prefix: &mut Vec<String>, text: &'t str, found: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') {
            rest = expand(prefix, rest, found).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return rest.trim_start().strip_prefix('}').unwrap_or(rest);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    prefix.push(text[..end].to_owned());
    let rest = match text[end..].strip_prefix("::") {
        Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '{') => {
            expand(prefix, rest, found)
        }
        _ => {
            found.push(prefix.clone());
            // An alias, or a character that ends the path.
            let rest = text[end..].trim_start_matches([':', '*', '<']);
            rest.find([',', '}', ';', ' ', ')', '\n']).map_or("", |end| &rest[end..])
        }
    };
    prefix.pop();
    rest
}

#[test]
fn paths_are_found_and_resolved() {
    let module = ["a".to_owned(), "b".to_owned()];
    let code = "use crate::x::{self, y::{Y, Z}};\nuse super::{c, d::D};\nlet n = super::super::e::f(1);";
    let paths = paths_in(&module, code);
    let paths: Vec<_> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["x::self", "x::y::Y", "x::y::Z", "a::c", "a::d::D", "e::f"]);
}

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

/// Every source file, with the part of the house it belongs to and its code without comments and
/// without its tests.
fn files() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    found.sort();
    found
        .into_iter()
        .filter_map(|path| {
            let inside = path.strip_prefix(&root).expect("below src");
            let part = inside.iter().next()?.to_str()?.trim_end_matches(".rs").to_owned();
            let below_tests = inside.iter().any(|folder| folder == "tests");
            let is_tests = below_tests || inside.ends_with("tests.rs") || inside.ends_with("toy.rs");
            if matches!(part.as_str(), "lib" | "main") || is_tests {
                return None;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            Some((part, path, code.join("\n")))
        })
        .collect()
}

/// The names that stand after `prefix` in `code`: those of `crate::a`, `crate::{a::b, c}`.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        let list = match rest.strip_prefix('{') {
            Some(inside) => inside.split('}').next().unwrap_or_default(),
            None => rest.split([';', ',', ')', '>', '<', ' ', '\n']).next().unwrap_or_default(),
        };
        for item in list.split(',') {
            let name: String =
                item.trim().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            names.insert(name);
        }
    }
    names.remove("");
    names
}

#[test]
fn the_names_in_imports_are_found() {
    let names = names_after("use crate::{budget::Budget, space};\nlet a = crate::outcome::Plan;", "crate::");
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["budget", "outcome", "space"]);
}

#[test]
fn arrows_between_the_parts_point_one_way() {
    let files = files();
    assert!(files.len() > 50, "the walk found {} files", files.len());
    for (part, path, code) in &files {
        let (_, allowed) = MAY_IMPORT.iter().find(|(name, _)| name == part).unwrap_or_else(|| {
            panic!("{part} is new: say what it may import, and why, in docs/architecture.md")
        });
        for name in names_after(code, "crate::") {
            let known = MAY_IMPORT.iter().any(|(part, _)| *part == name);
            assert!(
                !known || name == *part || allowed.contains(&name.as_str()),
                "{} imports crate::{name}, which {part} may not",
                path.display()
            );
        }
    }
}

#[test]
fn the_table_itself_has_no_circle() {
    for (index, (part, allowed)) in MAY_IMPORT.iter().enumerate() {
        for name in *allowed {
            let at = MAY_IMPORT.iter().position(|(other, _)| other == name).expect("a part");
            assert!(at < index, "{part} before {name}");
        }
    }
}

#[test]
fn each_crate_of_the_front_is_used_in_its_place_only() {
    for (part, path, code) in files() {
        for (name, parts) in RESERVED {
            let used = code.contains(&format!("{name}::"));
            assert!(!used || parts.contains(&part.as_str()), "{} uses {name}", path.display());
        }
    }
}

#[test]
fn the_rules_know_no_search() {
    for (_, path, code) in files() {
        let name = path.to_string_lossy().replace('\\', "/");
        if name.ends_with("src/verify.rs")
            || name.ends_with("sokoban/rules.rs")
            || name.contains("shifter/rules/")
        {
            for word in ["search", "spaces", "bounds", "deadlock", "solver"] {
                assert!(!code.contains(&format!("{word}::")), "{name} knows {word}");
            }
        }
    }
}

#[test]
fn nothing_below_ui_prints() {
    for (part, path, code) in files() {
        for word in ["println!", "print!(", "eprintln!", "eprint!(", "dbg!("] {
            assert!(part == "ui" || !code.contains(word), "{} prints", path.display());
        }
    }
}

#[test]
fn the_checker_of_certificates_shares_nothing_with_the_solver() {
    for name in ["check", "patterns", "text"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/sokoban/certificate/{name}.rs"));
        let code = fs::read_to_string(path).expect("the checker");
        let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for part in ["search", "space", "budget"] {
            assert!(!names_after(&code, "crate::").contains(part), "{name}: {part}");
        }
        for module in ["board", "bounds", "make", "memory", "deadlock", "fess", "solver", "spaces", "state"] {
            assert!(!code.contains(&format!("{module}::")), "{name}: {module}");
        }
    }
}

/// The modules of the room `shifter` from top to bottom: each imports only from those below it.
const SHIFTER: &[&str] = &[
    "plugin",
    "puzzle",
    "state_space",
    "play/draft",
    "play/controls",
    "play/position",
    "notation/reader",
    "notation/recognise",
    "notation/pair",
    "notation/sixteen",
    "notation/build",
    "notation/locked",
    "notation/counts",
    "notation/scan",
    "notation/words",
    "notation/games",
    "notation/steps",
    "notation/cursor",
    "solver/presses",
    "solver/auto",
    "solver/anytime/improve",
    "solver/anytime/shorten",
    "solver/anytime/slice",
    "solver/anytime/three_cycles",
    "solver/anytime/simplify",
    "solver/ida_4x4/search",
    "solver/ida_4x4/perimeter",
    "solver/ida_4x4/walking_distance",
    "solver/ida_4x4/pattern_database/database",
    "solver/ida_4x4/pattern_database/build",
    "solver/ida_4x4/pattern_database/layout",
    "solver/ida_4x4/pattern_database/symmetry",
    "solver/ida_4x4/pattern_database/cache",
    "solver/ida_4x4/planes",
    "solver/layered_bidirectional",
    "solver/independent_lines",
    "solver/board_set",
    "solver/outcomes",
    "objectives",
    "instance",
    "spaces/button_space",
    "spaces/byte_space",
    "spaces/packed",
    "spaces/move_pruning",
    "spaces/torus_distance",
    "spaces/rank/walker",
    "spaces/rank/tables",
    "spaces/rank/ranking",
    "spaces/rank/group",
    "spaces/rank/combinations",
    "spaces/fields",
    "gamepad",
    "rules/solvability",
    "rules/goal",
    "rules/labels",
    "rules/moves",
    "rules/board",
    "rules/locks",
    "rules/shift",
    "rules/permutation",
];

/// The paths of a use tree such as `a::{b, c::d}` at the beginning of `code`.
fn use_tree(code: &str, prefix: &str, found: &mut Vec<String>) -> usize {
    let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let end = code.find(|c| !is_path(c)).unwrap_or(code.len());
    let path = format!("{prefix}{}", &code[..end]);
    if !code[end..].starts_with('{') || !(path.is_empty() || path.ends_with("::")) {
        found.push(path);
        return end;
    }
    let mut at = end + 1;
    loop {
        at += code[at..].find(|c: char| !c.is_whitespace() && c != ',').expect("a closed use tree");
        if code[at..].starts_with('}') {
            return at + 1;
        }
        at += use_tree(&code[at..], &path, found);
    }
}

/// The paths within `room` that `code`, which is in module `module`, mentions; from the root of the room.
fn paths_in_room(code: &str, room: &str, module: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut parent: Vec<&str> = module.split('/').collect();
    parent.pop();
    for (prefix, base) in [(format!("crate::{room}::"), Vec::new()), ("super::".to_owned(), parent)] {
        for (at, _) in code.match_indices(&prefix) {
            let before = &code[..at];
            if before.ends_with("super::") || before.ends_with("(in ") {
                continue;
            }
            let (mut base, mut rest) = (base.clone(), &code[at + prefix.len()..]);
            while let Some(up) = rest.strip_prefix("super::") {
                base.pop();
                rest = up;
            }
            let mut paths = Vec::new();
            use_tree(rest, "", &mut paths);
            found.extend(paths.into_iter().map(|path| {
                let path = path.replace("::", "/");
                base.iter().copied().chain([path.as_str()]).collect::<Vec<_>>().join("/")
            }));
        }
    }
    found
}

#[test]
fn the_paths_of_imports_are_found() {
    let code = "use super::{a, b::{C, d}};\nuse super::super::e;\nlet x = crate::room::f::g();";
    let found = paths_in_room(code, "room", "one/two/three");
    assert_eq!(found, ["f/g", "one/two/a", "one/two/b/C", "one/two/b/d", "one/e"]);
}

/// Checks that every file of `room` is in `order` and imports only from modules below its own. A path to a
/// folder stands for all files of the folder; no file may import from a folder that it is in.
fn check_room(room: &str, order: &[&str]) {
    let mut seen = BTreeSet::new();
    for (_, path, code) in files().into_iter().filter(|(part, ..)| part == room) {
        let name = path.to_string_lossy().replace('\\', "/");
        let module = name.rsplit_once(&format!("src/{room}/")).expect("a file of the room").1;
        let module = module.trim_end_matches(".rs");
        if module.ends_with("mod") {
            for word in ["fn ", "struct ", "enum ", "impl ", "const ", "static ", "trait "] {
                assert!(!code.contains(word), "{name} is an index and has a '{word}'");
            }
            continue;
        }
        let rank = order.iter().position(|it| *it == module);
        let rank = rank.unwrap_or_else(|| panic!("{name} is new: give it its place in the order"));
        seen.insert(module.to_owned());
        for path in paths_in_room(&code, room, module) {
            let within = |it: &str, folder: &str| it.starts_with(&format!("{folder}/"));
            let file = order.iter().position(|it| path == *it || within(&path, it));
            let target = file.or_else(|| {
                // A folder, or an item of its index.
                let mut folder = path.as_str();
                while !order.iter().any(|it| within(it, folder)) {
                    folder = folder.rsplit_once('/')?.0;
                }
                assert!(!within(module, folder), "{name} imports from the folder it is in: {path}");
                order.iter().position(|it| within(it, folder))
            });
            let Some(target) = target else { panic!("{name}: what is {path}?") };
            assert!(target > rank || order[target] == module, "{name} imports upward: {path}");
        }
    }
    assert_eq!(seen.len(), order.len(), "modules that are no more: {order:?}");
}

#[test]
fn arrows_inside_the_shifter_point_down() {
    check_room("shifter", SHIFTER);
}
