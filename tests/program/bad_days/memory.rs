//! Limits that the system sets to memory.

use super::{ENDLESS, after, fresh, run};

/// An allocation beyond `ulimit -v` ends a process, so the search must stop before.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_system_is_one_of_the_search() {
    let folder = fresh("ulimit");
    for (memory, is_told) in [(None, false), (Some("4GiB"), true), (Some("none"), true), (Some("20MiB"), false)] {
        let mut arguments = vec!["solve", ENDLESS, "--strategy", "astar", "--time", "120s", "--json"];
        if let Some(memory) = memory {
            arguments.extend(["--memory", memory]);
        }
        // In KiB.
        let ended = run(after("ulimit -v 300000", &folder, &arguments), "");
        assert_eq!(ended.code, Some(3), "{memory:?}: {ended:?}");
        assert!(ended.out.contains(r#""limit":"memory""#), "{memory:?}: {ended:?}");
        let note = "the system limits this process to 293.0 MiB";
        assert_eq!(ended.err.contains(note), is_told, "{memory:?}: {ended:?}");
    }
}

/// A game keeps positions for undo, whose size must not depend on the steps before them.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_takes_little_more_than_its_text() {
    let folder = fresh("long-game");
    for (puzzle, step) in [("missile/1", "L0 "), ("#######|#@ $ .#|#######", "rl")] {
        // In KiB.
        let lurd = after("ulimit -v 700000", &folder, &["play", puzzle, "--plain", "--no-store"]);
        let ended = run(lurd, &format!("{}\nundo 1\n", step.repeat(250_000)));
        assert_eq!(ended.code, Some(0), "{puzzle}: {}", ended.err);
    }
}

/// With little memory `auto` searches on with what needs least of it.
#[test]
fn small_limits_of_memory_do_not_end_the_search_at_once() {
    let folder = fresh("small");
    // Boxes in two rooms: the short search that comes first does not solve it.
    let level =
        "##########|#.  #    #|#.  # $  #|#.    $  #|#.  # $  #|#.  # $$ #|#   #    #|#####@####|    # #   |    ###   ";
    let solved = |memory: &str| {
        let arguments = ["solve", level, "--memory", memory, "--time", "60s", "--no-store", "--json"];
        let ended = run(super::lurd(&folder, &arguments), "");
        assert!(matches!(ended.code, Some(0 | 2 | 3)), "{memory}: {ended:?}");
        ended
    };
    for memory in ["1MiB", "3MiB", "8MiB", "24MiB"] {
        let ended = solved(memory);
        let peak: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
        assert!(peak["stats"]["expanded"].as_u64().is_some_and(|count| count > 0), "{memory}: {ended:?}");
    }
}
