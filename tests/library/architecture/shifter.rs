//! The order of all files of the shifter.

use std::collections::BTreeSet;

use super::imports::paths_in;
use super::source_files::{files, module_of};

/// The modules of the room `shifter` from top to bottom: each imports only from those below it.
const SHIFTER: &[&str] = &[
    "plugin",
    "generate",
    "twsearch",
    "puzzle",
    "rating",
    "state_space",
    "play/instructions",
    "play/pad_words",
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
    "solver/optimise",
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
    "layouts/built_in",
    "gamepad/layout_file",
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

/// Checks that every file of `room` is in `order` and imports only from modules below its own. A path to a
/// folder stands for all files of the folder; no file may import from a folder that it is in.
fn check_room(room: &str, order: &[&str]) {
    let mut seen = BTreeSet::new();
    for (_, path, code) in files().into_iter().filter(|(part, ..)| part == room) {
        let name = path.to_string_lossy().replace('\\', "/");
        if name.ends_with("/mod.rs") {
            for word in ["fn ", "struct ", "enum ", "impl ", "const ", "static ", "trait "] {
                assert!(!code.contains(word), "{name} is an index and has a '{word}'");
            }
            continue;
        }
        let absolute = module_of(&path);
        let module = absolute[1..].join("/");
        let rank = order.iter().position(|it| *it == module);
        let rank = rank.unwrap_or_else(|| panic!("{name} is new: add it to the order"));
        for path in paths_in(&absolute, &code).iter().filter(|path| path[0] == room && path.len() > 1) {
            let path = path[1..].join("/");
            let within = |it: &str, folder: &str| it.starts_with(&format!("{folder}/"));
            let file = order.iter().position(|it| path == *it || within(&path, it));
            let target = file.or_else(|| {
                // A folder, or an item of its index.
                let mut folder = path.as_str();
                while !order.iter().any(|it| within(it, folder)) {
                    folder = folder.rsplit_once('/')?.0;
                }
                assert!(!within(&module, folder), "{name} imports from the folder it is in: {path}");
                order.iter().position(|it| within(it, folder))
            });
            let Some(target) = target else { panic!("{name}: unknown path {path}") };
            assert!(target > rank || order[target] == module, "{name} imports upward: {path}");
        }
        seen.insert(module);
    }
    assert_eq!(seen.len(), order.len(), "modules that no longer exist: {order:?}");
}

#[test]
fn arrows_inside_the_shifter_point_down() {
    check_room("shifter", SHIFTER);
}
