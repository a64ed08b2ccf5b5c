//! Every line of JSON is as its schema says.

use std::sync::OnceLock;

use serde_json::Value;

use super::folder::Folder;
use super::{lurd, text, with_input};

/// The schema of each record, with the commands that print it.
fn schemas() -> &'static [(&'static str, Value)] {
    static SCHEMAS: OnceLock<Vec<(&'static str, Value)>> = OnceLock::new();
    SCHEMAS.get_or_init(lurd::report::schemas)
}

/// What in `value` is not as `schema` says, which is a part of `root`; `at` is the place of the value. The keywords are those
/// of lurd's schemas; another one is an error of this test.
fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{at}: {what}: {value}"));
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(false) { wrong("unexpected") } else { Ok(()) };
    };
    let any = |schemas: &Value| {
        let fitting = schemas.as_array().expect("schemas").iter().filter(|it| check(root, it, value, at).is_ok());
        fitting.count()
    };
    let count = |limit: &Value| usize::try_from(limit.as_u64().expect("a length")).expect("a length");
    for (keyword, needs) in keywords {
        match keyword.as_str() {
            "$ref" => {
                let name = needs.as_str().and_then(|path| path.strip_prefix('#')).expect("a part of the schema");
                check(root, root.pointer(name).expect("a definition"), value, at)?;
            }
            "type" => {
                let is = |name: &Value| match name.as_str().expect("a type") {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("unknown type {other}"),
                };
                if !needs.as_array().map_or_else(|| is(needs), |names| names.iter().any(is)) {
                    return wrong("another type");
                }
            }
            "const" if value != needs => return wrong("another value"),
            "minimum" if value.as_f64() < needs.as_f64() && value.is_number() => return wrong("too low"),
            "minItems" if value.as_array().is_some_and(|items| items.len() < count(needs)) => {
                return wrong("too short");
            }
            "maxItems" if value.as_array().is_some_and(|items| items.len() > count(needs)) => return wrong("too long"),
            "anyOf" if any(needs) == 0 => return wrong("nothing fits"),
            "oneOf" if any(needs) != 1 => return wrong("not exactly one fits"),
            "required" => {
                let missing = |name: &&Value| value.is_object() && value.get(name.as_str().expect("a name")).is_none();
                if let Some(name) = needs.as_array().expect("names").iter().find(missing) {
                    return wrong(&format!("without {name}"));
                }
            }
            "prefixItems" => {
                for (item, needs) in value.as_array().into_iter().flatten().zip(needs.as_array().expect("schemas")) {
                    check(root, needs, item, at)?;
                }
            }
            "items" => {
                let first = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                for item in value.as_array().into_iter().flatten().skip(first) {
                    check(root, needs, item, at)?;
                }
            }
            "properties" | "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    let own = schema.get("properties").and_then(|all| all.get(name));
                    let needs = if keyword == "properties" { own } else { own.is_none().then_some(needs) };
                    check(root, needs.unwrap_or(&Value::Bool(true)), member, &format!("{at}.{name}"))?;
                }
            }
            // What says nothing about a value, and what was right.
            "$schema" | "$defs" | "title" | "description" | "default" | "format" | "const" | "minimum" | "minItems"
            | "maxItems" | "anyOf" | "oneOf" => {}
            other => panic!("the test does not know '{other}'"),
        }
    }
    Ok(())
}

#[test]
fn what_is_not_as_a_schema_says_is_found() {
    let (_, schema) = schemas().iter().find(|it| it.0.starts_with("solve, batch")).expect("a record");
    let output = lurd().args(["solve", "missile/1", "--json"]).output().expect("lurd runs");
    let right: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(check(schema, schema, &right, "line"), Ok(()));
    for (name, value) in [
        ("status", Value::from("solvd")),
        ("cost", Value::from(-1)),
        ("cost", Value::from("4")),
        ("stats", Value::from(1)),
        ("buttons", Value::from(vec![1])),
        ("more", Value::Null),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        assert!(check(schema, schema, &wrong, "line").is_err(), "{wrong}");
    }
    let mut short = right.clone();
    short.as_object_mut().expect("an object").remove("cost");
    assert!(check(schema, schema, &short, "line").is_err());
}

/// Fails if one of the lines of a text is JSON of lurd that is like no record.
pub(super) fn check_lines(text: &str) {
    for line in text.lines().filter(|line| line.starts_with("{\"schema\":")) {
        // A test may stop lurd within a line.
        let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
        let fits = |(_, schema): &(&str, Value)| check(schema, schema, &value, "line").is_ok();
        assert!(schemas().iter().any(fits), "no record is like this: {line}");
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
        let (_, schema) = schemas().iter().find(|it| it.0 == commands).expect("a record");
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
                assert_eq!(check(schema, schema, &value, "line"), Ok(()), "{line:?}: {printed}");
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
        vec!["compare", "missile/1", "--strategies", "bfs,astar,greedy", "--export", &comparison],
        vec!["trace", "missile/3", "--strategies", "astar,bidirectional", "--nodes", "20", "-o", &trace],
        vec!["batch", "missile", "-o", &batch, "--time", "5s", "--export", &report],
    ] {
        let output = lurd().args(&line).output().expect("lurd runs");
        assert!(output.status.success(), "{line:?}: {}", text(&output.stderr));
    }
    let check = |commands: &str, value: &Value| {
        let (_, schema) = schemas().iter().find(|it| it.0 == commands).expect("a record");
        assert_eq!(check(schema, schema, value, "line"), Ok(()), "{commands}: {value}");
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
    for command in lurd_cli::commands() {
        let has_json = command.parser(false).get_opts().any(|flag| flag.get_long() == Some("json"));
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
    let output = lurd().args(["solutions", "import", "--json"]).output().expect("lurd runs");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true));
}
