//! Every line of JSON is as its schema says.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use super::folder::Folder;
use super::{lurd, text, with_input};

/// The validator of each record, with the commands that print it.
fn validators() -> &'static [(&'static str, Validator)] {
    static VALIDATORS: OnceLock<Vec<(&'static str, Validator)>> = OnceLock::new();
    VALIDATORS.get_or_init(|| {
        let validator = |schema: &Value| jsonschema::validator_for(schema).expect("a schema");
        lurd::report::schemas().iter().map(|(commands, schema)| (*commands, validator(schema))).collect()
    })
}

/// Fails if one of the lines of a text is JSON of lurd that is like no record.
pub(super) fn check_lines(text: &str) {
    for line in text.lines().filter(|line| line.starts_with("{\"schema\":")) {
        // A test may stop lurd within a line.
        let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
        assert!(validators().iter().any(|(_, validator)| validator.is_valid(&value)), "no record is like this: {line}");
    }
}

#[test]
fn each_command_prints_its_record() {
    let folder = Folder::new("schemas");
    let unreadable = folder.file("broken.xsb", b"; broken\n#####\n#@$$.#\n#####\n");
    let level = "#######|#@ $ .#|#######";
    let store = ["--json"];
    for (commands, lines) in [
        (
            "solve, batch, compare",
            vec![
                vec!["solve", "missile/1"],
                vec!["solve", "stuck/1", "--stats"],
                vec!["solve", "pusher/3", "--nodes", "10", "--for", "pushes"],
                vec!["solve", &unreadable],
                vec!["batch", "missile/1"],
                vec!["compare", "missile/1", "--strategies", "bfs,astar"],
            ],
        ),
        ("solve --all", vec![vec!["solve", "missile/1", "--all"], vec!["solve", "stuck/1", "--all"]]),
        ("verify", vec![vec!["verify", level, "rRR"], vec!["verify", level, "l"], vec!["verify", level, "r"]]),
        ("optimise", vec![vec!["optimise", level, "rlrRR"]]),
        ("space", vec![vec!["space", "12/34 -> 21/34"], vec!["space", level]]),
        ("list, show", vec![vec!["list", "missile"], vec!["list", &unreadable], vec!["show", "missile/1"]]),
        ("solutions list, solutions show", vec![vec!["solutions", "list"], vec!["solutions", "show", "missile/1"]]),
        ("rate", vec![vec!["rate", level], vec!["rate", "stuck/1"], vec!["rate", "missile/1"]]),
        ("generate", vec![vec!["generate", "shifter", "--seed", "1"]]),
        ("id", vec![vec!["id", level], vec!["id", "missile/1"]]),
        ("strategies", vec![vec!["strategies"], vec!["strategies", "missile/1"]]),
    ] {
        let (_, validator) = validators().iter().find(|it| it.0 == commands).expect("a record");
        for line in lines {
            let output = lurd()
                .args(&line)
                .args(store)
                .env(super::DATA_HOME, folder.0.join("data"))
                .output()
                .expect("lurd runs");
            let printed = text(&output.stdout);
            assert!(!printed.is_empty(), "{line:?}: {}", text(&output.stderr));
            for printed in printed.lines() {
                let value: Value = serde_json::from_str(printed).expect("JSON");
                let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{line:?}: {errors:?}: {printed}");
            }
        }
    }
}

#[test]
fn files_are_as_their_schemas_say() {
    let folder = Folder::new("schema-files");
    let [comparison, trace, batch, report] =
        ["t.json", "t.jsonl", "b.jsonl", "r.json"].map(|name| super::folder::shown(&folder.0.join(name)));
    for line in [
        vec!["compare", "missile/1", "--strategies", "bfs,astar,beam", "--export", &comparison],
        vec!["trace", "missile/3", "--strategies", "astar,bidirectional", "--nodes", "20", "-o", &trace],
        vec!["batch", "missile", "-o", &batch, "--time", "5s", "--export", &report],
    ] {
        let output = lurd().args(&line).output().expect("lurd runs");
        assert!(output.status.success(), "{line:?}: {}", text(&output.stderr));
    }
    let check = |commands: &str, value: &Value| {
        let (_, validator) = validators().iter().find(|it| it.0 == commands).expect("a record");
        let errors: Vec<_> = validator.iter_errors(value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{commands}: {errors:?}: {value}");
    };
    let read = |path: &str| std::fs::read_to_string(path).expect("written");
    check("compare --export FILE.json", &serde_json::from_str(&read(&comparison)).expect("JSON"));
    check("batch report", &serde_json::from_str(&read(&report)).expect("JSON"));
    for line in read(&batch).lines() {
        check("solve, batch, compare", &serde_json::from_str(line).expect("JSON"));
    }
    for line in read(&trace).lines() {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let commands = if value["expansion"].is_null() { "solve, batch, compare" } else { "trace" };
        check(commands, &value);
    }
}

#[test]
fn every_command_with_json_has_a_record() {
    let documented: Vec<_> = lurd::report::schemas().into_iter().map(|(commands, _)| commands).collect();
    let documented = format!(" {},", documented.join(", "));
    for command in lurd::toolkit::commands::COMMANDS {
        let has_json = command.flags().any(|flag| flag.name == "json");
        // Of a hint, the line is that of the search.
        if has_json && command.name != "hint" {
            assert!(documented.contains(&format!(" {}", command.name)), "{}", command.name);
        }
    }
}

#[test]
fn the_transcripts_have_no_other_lines() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("text");
        check_lines(&text.replace("[..]", "0"));
    }
}

/// A solution that does not solve the puzzle has the record of `verify`, and a file without solutions one for each puzzle.
#[test]
fn refused_solutions_have_records() {
    let level = "#####\n#@$.#\n#####\n";
    for command in ["verify", "optimise"] {
        let output = lurd().args([command, "starter/1", "rrr", "--json"]).output().expect("lurd runs");
        let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((output.status.code(), &line["status"], &line["step"]), (Some(1), &"invalid".into(), &2.into()));
        let err = text(&output.stderr);
        assert_eq!(err.matches("a wall at row 5 column 6").count(), 1, "{command}: {err}");
    }
    let output = with_input(&["verify", "-", "--json"], level.as_bytes());
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &line["status"]), (Some(2), &"error".into()));
    let output = lurd().args(["solutions", "check", "--json"]).output().expect("lurd runs");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true));
}
