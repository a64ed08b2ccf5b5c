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
            || name.ends_with("shifter/board.rs")
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sokoban/certificate/mod.rs");
    let code = fs::read_to_string(path).expect("the checker");
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    for part in ["search", "space", "budget"] {
        assert!(!names_after(&code, "crate::").contains(part), "{part}");
    }
    for module in ["board", "bounds", "make", "deadlock", "fess", "solver", "spaces", "state"] {
        assert!(!code.contains(&format!("{module}::")), "{module}");
    }
}
