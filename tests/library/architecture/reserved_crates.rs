//! Crates that only some parts of the program may use.

use super::source_files::files;

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
    ("serde_json", &["report", "toolkit"]),
    ("pathfinding", &["search", "sokoban"]),
    ("indexmap", &["search"]),
];

#[test]
fn each_crate_of_the_front_is_used_in_its_place_only() {
    for (part, path, code) in files() {
        for (name, parts) in RESERVED {
            let used = code.contains(&format!("{name}::"));
            assert!(!used || parts.contains(&part.as_str()), "{} uses {name}", path.display());
        }
    }
}
