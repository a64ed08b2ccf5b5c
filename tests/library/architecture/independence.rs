//! What rules of play and the checker of certificates must not know, and who may print.

use super::{crate_sources, paths_in, repository, sources};

#[test]
fn the_rules_know_no_search() {
    let mut seen = 0;
    for (path, code) in crate_sources().iter().flat_map(|root| sources(root)) {
        let name = path.to_string_lossy().replace('\\', "/");
        let is_rules = ["puzzle/src/verify.rs", "sokoban/src/rules.rs"].iter().any(|it| name.ends_with(it));
        if is_rules || name.contains("shifter/src/rules") {
            seen += 1;
            for word in ["search", "spaces", "bounds", "deadlock", "solver"] {
                assert!(!code.contains(&format!("{word}::")), "{name} knows {word}");
            }
        }
    }
    assert!(seen >= 3, "{seen} files of rules");
}

#[test]
fn nothing_below_ui_prints() {
    for (path, code) in crate_sources().iter().flat_map(|root| sources(root)) {
        let may_print = path.starts_with(repository().join("crates/cli/src")) || path.ends_with("tests.rs");
        for word in ["println!", "print!(", "eprintln!", "eprint!(", "dbg!("] {
            assert!(may_print || !code.contains(word), "{} prints", path.display());
        }
    }
}

#[test]
fn the_checker_of_certificates_shares_nothing_with_the_solver() {
    let folder = repository().join("crates/sokoban/src/certificate");
    for name in ["check", "text"] {
        let file = folder.join(name).with_extension("rs");
        let (_, code) = sources(&folder).into_iter().find(|(path, _)| *path == file).expect("the checker");
        assert!(!code.contains("lurd_engine"), "{name} knows the engine");
        assert!(!paths_in(&["certificate".to_owned(), name.to_owned()], &code).is_empty());
        for module in ["board", "bounds", "make", "memory", "deadlock", "fess", "solver", "spaces", "state"] {
            assert!(!code.contains(&format!("{module}::")), "{name}: {module}");
        }
    }
}
