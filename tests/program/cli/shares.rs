//! `batch` on many machines: shares, going on after a kill, bringing together.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

/// Levels with walls of many widths, all solvable, and one that is not.
fn levels() -> String {
    let level = |width: usize| {
        let (wall, floor) = ("#".repeat(width + 4), " ".repeat(width - 1));
        format!("{wall}\n#@${floor}.#\n{wall}\nTitle: {width} wide\n\n")
    };
    let solvable: String = (1..=12).map(level).collect();
    solvable + "######\n#@ .$#\n######\nTitle: no way\n"
}

/// A line without what differs from run to run.
fn verdict(line: &str) -> String {
    let mut line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    line.as_object_mut().expect("an object").remove("stats");
    line.to_string()
}

fn verdicts(text: &str) -> Vec<String> {
    text.lines().map(verdict).collect()
}

#[test]
fn levels_with_a_goal_too_many_are_replayed_when_they_are_joined() {
    let folder = Folder::new("shares-unequal");
    let file = folder.file("more.xsb", b"#######\n#@$ ..#\n#######\n");
    let [lines, joined] = ["more.jsonl", "joined.jsonl"].map(|name| shown(&folder.0.join(name)));
    run(&["batch", &file, "--allow-unequal", "-o", &lines], 0);
    let (_, err) = run(&["batch", &file, "--allow-unequal", "--resume", &joined, "--resume", &lines], 0);
    assert!(err.contains("1 level is done already, 0 to go"), "{err}");
    assert_eq!(fs::read(&joined).expect("written"), fs::read(&lines).expect("written"));
}

fn run(arguments: &[&str], code: i32) -> (String, String) {
    let output = with_input(arguments, b"");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {err}");
    (out, err)
}

#[test]
fn shares_are_disjoint_and_complete_and_an_empty_one_succeeds() {
    let folder = Folder::new("shares");
    let file = folder.file("levels.xsb", levels().as_bytes());
    let (whole, _) = run(&["batch", &file, "--no-store"], 1);
    let whole = verdicts(&whole);
    for kind in ["slice", "hash"] {
        let mut joined = Vec::new();
        for share in 1..=3 {
            let part = format!("{kind}:{share}/3");
            let output = with_input(&["batch", &file, "--no-store", "--partition", &part], b"");
            assert!(text(&output.stderr).starts_with(&format!("share {share} of 3: ")), "{}", text(&output.stderr));
            joined.extend(verdicts(&text(&output.stdout)));
        }
        assert_eq!(joined.len(), whole.len());
        assert!(whole.iter().all(|line| joined.contains(line)), "{kind}");
    }
    let path = shown(&folder.0.join("empty.jsonl"));
    let (out, err) = run(&["batch", &file, "--partition", "slice:20/20", "-o", &path], 0);
    assert!(out.is_empty() && err.starts_with("share 20 of 20: 0 of 13 levels"), "{err}");
    assert_eq!(fs::read(&path).expect("an empty file, for the one who joins the shares"), b"");
    let (_, err) = run(&["batch", &file, "--partition", "slice:5/4"], 2);
    assert!(err.contains("--partition: invalid partition 'slice:5/4': expected slice:K/N"), "{err}");
}

#[test]
fn a_batch_goes_on_where_it_was_stopped() {
    let folder = Folder::new("resume");
    let file = folder.file("levels.xsb", levels().as_bytes());
    let path = shown(&folder.0.join("all.jsonl"));
    let arguments = ["batch", &file, "--no-store", "--strategy", "bfs", "--resume", &path];
    let (_, err) = run(&arguments, 1);
    assert!(err.contains("13 lines in "), "it is begun where there is none: {err}");
    let whole = fs::read_to_string(&path).expect("written");
    // The last line is cut, and one is missing: only these levels are solved.
    let cut: Vec<_> = whole.lines().collect();
    let left = [&cut[..3], &cut[4..12]].concat().join("\n") + "\n" + &cut[12][..40];
    fs::write(&path, left).expect("written");
    let (_, err) = run(&arguments, 1);
    assert!(err.contains("ended within a line") && err.contains("11 levels are done already, 2 to go"), "{err}");
    let resumed = fs::read_to_string(&path).expect("written");
    assert_eq!(verdicts(&resumed), verdicts(&whole));
    let kept = resumed.lines().zip(&cut).filter(|(one, other)| *one == **other).count();
    assert!(kept >= 11, "what was done is untouched");
    let (_, err) = run(&[&arguments[..], &["-o", "other.jsonl"]].concat(), 2);
    assert!(err.contains("leave out -o"), "{err}");
    fs::write(&path, "notes of mine\n").expect("written");
    let (_, err) = run(&arguments, 2);
    assert!(err.contains(":1: not a result of 'batch'"), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("there"), "notes of mine\n", "left as it was");
}

#[test]
fn only_limits_with_less_are_tried_again() {
    let folder = Folder::new("retry");
    let path = shown(&folder.0.join("t.jsonl"));
    let batch = |nodes: &str, code| {
        let words = ["batch", "missile/1-3", "--strategy", "bfs", "--nodes", nodes, "--no-store", "--resume", &path];
        let (_, err) = run(&words, code);
        let lines = fs::read_to_string(&path).expect("written");
        assert_eq!(lines.lines().count(), 3);
        let limits = lines.matches("\"limit\":\"nodes\",\"limit_value\":").count();
        (err, limits)
    };
    let (_, limits) = batch("5", 3);
    assert_eq!(limits, 3);
    let (err, _) = batch("5", 3);
    assert!(err.contains("3 levels are done already, 0 to go"), "{err}");
    let (err, limits) = batch("20000", 0);
    assert!(!err.contains("done already") && limits == 0, "{err}");
}

/// The file is locked while a batch writes it.
#[cfg(unix)]
#[test]
fn two_batches_do_not_write_one_file() {
    const ENDLESS: &str = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";
    let folder = Folder::new("two-batches");
    let path = shown(&folder.0.join("t.jsonl"));
    let mut first = lurd()
        .args(["batch", "missile/1", ENDLESS, "--strategy", "idastar", "--time", "60s", "--resume", &path])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("lurd starts");
    let started = Instant::now();
    while fs::read(&path).map_or(0, |it| it.len()) == 0 && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (_, err) = run(&["batch", "missile/1", "--resume", &path], 2);
    assert!(err.contains("another process writes it"), "{err}");
    let _ = first.kill();
    let _ = first.wait();
}
