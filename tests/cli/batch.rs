//! `batch`: one JSON line a level, in the order of the input, flushed, whatever happens to a level.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

/// A level that is solved in no time, one that is none, one without a solution.
const LEVELS: &str = "\
#####
#@$.#
#####
Title: one push

#####
#@@.#
#####
Title: two players

######
#@ .$#
######
Title: no way
";

/// A search that ends by itself only after a very long time.
const ENDLESS: &str = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";

fn lines(output: &[u8]) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

#[test]
fn every_level_is_a_line_in_the_order_of_the_input() {
    let folder = Folder::new("batch");
    let file = folder.file("levels.xsb", LEVELS.as_bytes());
    let missing = shown(&folder.0.join("missing.xsb"));
    let run = |threads: &str| {
        let output = with_input(&["batch", "missile", &missing, &file, "--threads", threads], b"");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let found = lines(&output.stdout);
        let word = |line: &Value, field: &str| line[field].as_str().unwrap_or("-").to_owned();
        let told: Vec<_> =
            found.iter().map(|line| format!("{} {}", word(line, "source"), line["index"])).collect();
        let ends: Vec<_> = found.iter().map(|line| word(line, "status")).collect();
        let places: Vec<_> = (1..=5)
            .map(|index| format!("missile {index}"))
            .chain([format!("{missing} null")])
            .chain((1..=3).map(|index| format!("{file} {index}")))
            .collect();
        assert_eq!(told, places);
        assert_eq!(ends[5..], ["error", "solved", "error", "unsolvable"]);
        assert!(found[7]["error"].as_str().is_some_and(|error| error.starts_with("2 players")));
        found.iter().map(|line| line["solution"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(run("1"), run("3"), "the number of threads changes no answer");
}

#[test]
fn a_line_is_written_as_soon_as_its_turn_has_come() {
    let mut child = lurd()
        .args(["batch", "missile/1", ENDLESS, "missile/2", "--strategy", "idastar", "--time", "20s"])
        .args(["--threads", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let started = Instant::now();
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert!(started.elapsed() < Duration::from_secs(15), "before the second level ends");
    assert!(line.contains(r#""index":1,"#) && line.contains(r#""status":"solved""#), "{line}");
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn limits_are_per_level_and_their_worst_is_the_code() {
    let output = with_input(&["batch", "missile/1-3", "--strategy", "bfs", "--nodes", "5"], b"");
    assert_eq!(output.status.code(), Some(3));
    let found = lines(&output.stdout);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|line| line["limit"] == "nodes" && line["stats"]["expanded"] == 5));
}

/// Processor time is measured a thread: with four levels at once on fewer cores, wall time says
/// nothing of what a level took, and the sum of what the levels took is what the process took.
#[test]
fn processor_time_is_each_levels_own() {
    let level = "missile/4";
    let output = lurd()
        .args(["batch", level, level, level, level, "--strategy", "bfs", "--nodes", "150000"])
        .args(["--threads", "4"])
        .output()
        .expect("lurd runs");
    let found = lines(&output.stdout);
    let seconds = |line: &Value, field: &str| line["stats"][field].as_f64().expect("seconds");
    let cpu: Vec<_> = found.iter().map(|line| seconds(line, "cpu_seconds")).collect();
    let alone =
        lurd().args(["batch", level, "--strategy", "bfs", "--nodes", "150000"]).output().expect("lurd runs");
    let alone = seconds(&lines(&alone.stdout)[0], "cpu_seconds");
    assert_eq!(cpu.len(), 4);
    for (one, line) in cpu.iter().zip(&found) {
        assert!(*one <= seconds(line, "seconds") + 0.01, "no thread has more than wall time: {line}");
        // A clock of the whole process would show about four times as much.
        assert!(*one > 0.0 && *one < alone * 2.5 + 0.02, "{cpu:?}, alone {alone}");
    }
}

#[test]
fn without_levels_it_says_what_it_wants() {
    let output = with_input(&["batch"], b"");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    assert!(text(&output.stderr).contains("batch needs a FILE"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_what_is_done() {
    let mut child = lurd()
        .args(["batch", "missile/1", ENDLESS, "missile/2", "--strategy", "idastar", "--time", "60s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    std::thread::sleep(Duration::from_millis(200));
    let started = Instant::now();
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let rest: Vec<_> = reader.lines().map(|line| line.expect("a line")).collect();
    let code = child.wait().expect("lurd ends").code();
    assert!(started.elapsed() < Duration::from_secs(1), "at once");
    assert_eq!((code, rest.len()), (Some(130), 1), "the level under way, and none after it: {rest:?}");
    assert!(rest[0].contains(r#""status":"cancelled""#), "{rest:?}");
}
