//! What rules of play and the checker of certificates must not know, and who may print.

use std::fs;
use std::path::Path;

use super::imports::paths_in;
use super::source_files::{files, module_of};

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
        let code = fs::read_to_string(&path).expect("the checker");
        let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        for path in paths_in(&module_of(&path), &code) {
            let part = path.first().map_or("", String::as_str);
            assert!(!["search", "space", "budget"].contains(&part), "{name}: {part}");
        }
        for module in ["board", "bounds", "make", "memory", "deadlock", "fess", "solver", "spaces", "state"] {
            assert!(!code.contains(&format!("{module}::")), "{name}: {module}");
        }
    }
}
