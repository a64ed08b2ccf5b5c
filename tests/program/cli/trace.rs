//! `trace`: files of every format, and what they agree with.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::folder::{Folder, shown};
use super::{lurd, text};

fn trace(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().arg("trace").args(arguments).current_dir(&folder.0).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_last_line_of_a_trace_is_that_of_the_search_without_one() {
    let folder = Folder::new("trace-lines");
    for puzzle in ["missile/3", "starter/2"] {
        for strategy in ["bfs", "greedy", "astar", "idastar"] {
            let arguments = [puzzle, "--strategy", strategy, "--nodes", "200"];
            let file = format!("{strategy}.jsonl");
            let (code, _, err) = trace(&folder, &[&arguments[..], &["-o", &file]].concat());
            assert_eq!(code, Some(0), "{err}");
            let written = fs::read_to_string(folder.0.join(&file)).expect("written");
            let lines: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let (last, expansions) = lines.split_last().expect("lines");
            let solved = lurd().args(["solve", "--json", "--no-store"]).args(arguments).output().expect("lurd runs");
            let plain: Value = serde_json::from_str(&text(&solved.stdout)).expect("JSON");
            for count in ["expanded", "generated", "stored"] {
                assert_eq!(last["stats"][count], plain["stats"][count], "{puzzle} {strategy} {count}");
            }
            for field in ["status", "solution", "cost", "proof", "lower_bound", "strategy"] {
                assert_eq!(last[field], plain[field], "{puzzle} {strategy} {field}");
            }
            assert_eq!(last["stats"]["expanded"], expansions.len(), "{puzzle} {strategy}");
            let (code, out, _) = trace(&folder, &[&arguments[..], &["--json"]].concat());
            assert_eq!((code, out.lines().count()), (Some(0), lines.len()));
            check_lines(puzzle, expansions);
        }
    }
}

/// Each expansion comes from an earlier one whose child it is, and its solution is accepted by the plain rules.
fn check_lines(puzzle: &str, expansions: &[Value]) {
    for (index, line) in expansions.iter().enumerate() {
        assert_eq!(line["expansion"], index + 1);
        let Some(parent) = line["parent"].as_u64() else { continue };
        let parent = &expansions[usize::try_from(parent).expect("small") - 1];
        let is_child = |child: &Value| child["state"] == line["state"] && child["g"] == line["g"];
        assert!(parent["children"].as_array().expect("children").iter().any(is_child), "{puzzle} {line}");
        assert_eq!(line["depth"].as_u64(), parent["depth"].as_u64().map(|depth| depth + 1));
        assert_eq!(line["f"].as_u64(), line["h"].as_u64().map(|h| h + line["g"].as_u64().expect("a cost")));
    }
    let last = expansions.last().and_then(|line| line["solution"].as_str()).expect("a path");
    let verified = lurd().args(["verify", puzzle, last, "--json"]).output().expect("lurd runs");
    let verdict: Value = serde_json::from_str(&text(&verified.stdout)).expect("JSON");
    assert!(verdict["reason"].is_null() || verdict["step"].is_null(), "every step is possible: {verdict}");
}

#[test]
fn a_file_of_another_format_and_a_second_puzzle_are_refused() {
    let folder = Folder::new("trace-refused");
    let (code, out, err) = trace(&folder, &["missile/3", "-o", "t.png"]);
    assert!(code == Some(2) && out.is_empty(), "{out}");
    assert!(err.contains("invalid file extension of 't.png': expected .jsonl, .dot or .html"), "{err}");
    let (code, _, err) = trace(&folder, &["missile/3-4", "-o", "t.html"]);
    assert!(code == Some(2) && err.contains("-o writes the trace of one puzzle"), "{err}");
}

#[test]
fn trees_are_drawn() {
    let folder = Folder::new("trace-trees");
    let (code, _, err) = trace(&folder, &["missile/3", "--strategies", "astar,bfs", "--nodes", "30", "-o", "t.html"]);
    assert!(code == Some(0) && err.contains("written to t.html"), "{err}");
    let page = fs::read_to_string(folder.0.join("t.html")).expect("written");
    let nodes = page.matches("class=\"node\"").count();
    assert!(page.contains("bfs: stopped at the node limit") && nodes > 30, "{nodes}");
}

/// `cargo test --test program graphviz -- --ignored`, with Debian's graphviz.
#[test]
#[ignore = "needs graphviz"]
fn graphviz_draws_the_graph() {
    let folder = Folder::new("trace-dot");
    let (code, _, err) = trace(&folder, &["missile/3", "--strategies", "astar,bfs", "--nodes", "30", "-o", "t.dot"]);
    assert_eq!(code, Some(0), "{err}");
    let file = shown(&folder.0.join("t.dot"));
    let drawn = Command::new("dot").args(["-Tsvg", &file]).output().expect("dot runs");
    assert!(drawn.status.success() && drawn.stderr.is_empty(), "{}", text(&drawn.stderr));
    let svg = text(&drawn.stdout);
    assert!(svg.contains("<svg") && svg.matches("class=\"node\"").count() > 30);
}
