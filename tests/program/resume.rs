//! `batch --resume` after an interruption: what is taken from earlier lines equals what one process finds from scratch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resume-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(folder: &Path) -> Command {
    // Another build of lurd can be tested, too.
    let program = std::env::var("LURD_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_lurd").to_owned());
    let mut command = Command::new(program);
    command.current_dir(folder).env("LURD_CONFIG", "").stdin(Stdio::null());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join("own"));
    }
    command
}

/// Runs `batch` with these words and returns its standard error; it ends with one of these codes.
fn batch(folder: &Path, words: &[&str], codes: &[i32]) -> String {
    let mut command = lurd(folder);
    command.arg("batch").args(words);
    if words[0] != "report" {
        command.arg("--no-store");
    }
    let output = command.output().expect("it starts");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{words:?}: {:?}: {err}", output.status);
    err
}

/// The codes of batches whose levels may be solved, unsolvable, or end at a limit.
const RESULTS: &[i32] = &[0, 1, 3];

/// The lines of a file without what depends on the machine.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("results");
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        line.as_object_mut().expect("an object").remove("stats");
        line
    };
    text.lines().map(line).collect()
}

/// Fails unless both files have the same lines in the same order, with how many differ.
fn assert_same(expected: &Path, found: &Path) -> usize {
    let (expected, found) = (lines(expected), lines(found));
    let different: Vec<_> = expected.iter().zip(&found).filter(|(one, other)| one != other).collect();
    let shown = different.first().map_or(String::new(), |(one, other)| format!("\n{one}\n{other}"));
    assert!(different.is_empty(), "{} of {} lines differ: {shown}", different.len(), expected.len());
    assert_eq!(expected.len(), found.len(), "as many lines");
    expected.len()
}

fn signal(child: &std::process::Child, name: &str) {
    let _ = Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

// An interrupted answer says so, and is gone on with.

/// Interrupts a batch at many moments of the time that it takes, and goes on with it. Returns how often an answer was
/// interrupted before it was as good as it becomes.
fn interrupted_at_every_moment(name: &str, words: &[&str], signals: &[&str], moments: u32) -> usize {
    let folder = fresh(name);
    let begun = Instant::now();
    batch(&folder, &[words, &["-o", "fresh.jsonl"]].concat(), RESULTS);
    let whole = begun.elapsed();
    let expected = lines(&folder.join("fresh.jsonl"));
    assert!(expected.iter().all(|line| line["limit"] != "cancelled"), "it was not interrupted");
    let mut found = 0;
    for moment in 1..=moments {
        let _ = fs::remove_file(folder.join("r.jsonl"));
        let mut child = lurd(&folder)
            .args(["batch", "--no-store"])
            .args(words)
            .args(["--resume", "r.jsonl"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(whole * moment / (moments + 1));
        signal(&child, signals[moment as usize % signals.len()]);
        let status = child.wait().expect("it ends");
        let mut is_interrupted = false;
        let there = fs::read_to_string(folder.join("r.jsonl")).map_or(Vec::new(), |_| lines(&folder.join("r.jsonl")));
        for line in &there {
            let whole = expected.iter().find(|it| it["name"] == line["name"]).expect("a level");
            let says_so = line["status"] == "cancelled" || line["limit"] == "cancelled";
            is_interrupted |= says_so;
            assert!(says_so || line == whole, "moment {moment}: a line that is done differs:\n{line}\n{whole}");
            found += usize::from(line["status"] == "solved" && says_so);
        }
        if is_interrupted {
            assert_eq!(status.code(), Some(130), "moment {moment}");
        }
        batch(&folder, &[words, &["--resume", "r.jsonl"]].concat(), RESULTS);
        assert_same(&folder.join("fresh.jsonl"), &folder.join("r.jsonl"));
        let err = batch(&folder, &[words, &["--resume", "r.jsonl"]].concat(), RESULTS);
        assert!(err.contains(", 0 to go"), "moment {moment}: {err}");
    }
    let _ = fs::remove_dir_all(folder);
    found
}

#[test]
fn an_interrupted_improvement_is_gone_on_with() {
    let words = ["pusher/2", "--for", "any", "--time", "none"];
    assert!(interrupted_at_every_moment("improvement", &words, &["-TERM", "-INT"], 16) > 0);
}

#[test]
fn interrupted_ties_are_gone_on_with() {
    let words = ["pusher/1", "--for", "pushes", "--time", "none"];
    assert!(interrupted_at_every_moment("ties", &words, &["-INT", "-TERM"], 16) > 0);
}

/// Several levels, of which those that are done are not marked, and processes of their own.
#[test]
fn what_was_done_before_an_interruption_stays() {
    for more in [&["--threads", "2"][..], &["--isolate"]] {
        let words = [&["primer", "pusher/1-2", "--for", "any", "--time", "none"], more].concat();
        interrupted_at_every_moment(&format!("several{}", more[0]), &words, &["-TERM", "-INT"], 6);
    }
}

#[test]
fn interrupted_shifters_are_gone_on_with() {
    for objective in ["shifts", "grouped", "buttons"] {
        let words = ["missile", "--for", objective, "--time", "none"];
        interrupted_at_every_moment(&format!("shifters-{objective}"), &words, &["-TERM"], 5);
    }
}
