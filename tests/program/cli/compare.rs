//! `compare`: repeated runs, files of every format, and what goes wrong on the way there.

use std::fs;

use serde_json::Value;

use super::folder::{Folder, shown};
use super::{lurd, text};

fn compare(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().arg("compare").args(arguments).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn several_runs_have_a_median_and_a_spread() {
    let (code, out, _) = compare(&["missile/1", "--strategies", "bfs,astar", "--runs", "3"]);
    assert_eq!(code, Some(0));
    let header: Vec<_> = out.lines().nth(1).expect("a header").split_whitespace().collect();
    assert_eq!(header[header.len() - 3..], ["time", "spread", "ratio"]);
    assert_eq!(out.matches(" to ").count(), 2, "{out}");
    assert!(out.lines().skip(2).any(|line| line.ends_with(" 1.00")), "the best is its own measure: {out}");
}

#[test]
fn the_summary_names_what_was_proved_first() {
    let (code, out, _) = compare(&["missile/4", "--strategies", "greedy,bidirectional,idastar"]);
    assert_eq!(code, Some(0));
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("no '{text}' in {out}"));
    let proved = at("  proved optimal, 8 shifts: ");
    let unproved = at("  answered without proof of optimality\n    greedy: ");
    assert!(at("\n\nSummary") < proved && proved < unproved && unproved < at("\nWhy\n"), "{out}");
    let row = out.lines().find(|line| line.starts_with("greedy")).expect("a row");
    assert!(row.ends_with(" -"), "an answer that costs more is in no ratio: {row}");
    let (_, out, _) = compare(&["missile/1", "--strategies", "astar,bfs", "--runs", "3"]);
    assert!(out.contains("\nSummary\n") && out.contains(" ± "), "several runs have a spread: {out}");
}

#[test]
fn blanks_separate_strategies_as_commas_do() {
    let names = |arguments: &[&str]| {
        let (code, out, err) = compare(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        let rows = out.lines().skip(2).take_while(|line| !line.is_empty());
        rows.map(|line| line.split(' ').next().unwrap_or(line).to_owned()).collect::<Vec<_>>()
    };
    for arguments in [
        &["missile/1", "--strategies", "astar", "bfs"][..],
        &["missile/1", "--strategies", "astar,", "bfs"],
        &["--strategies", "astar", "bfs", "missile/1"],
        &["--strategies", "astar", "missile/1", "bfs,astar"],
    ] {
        assert_eq!(names(arguments), ["astar", "bfs"], "{arguments:?}");
    }
    let (code, out, err) = compare(&["missile/1", "--strategies", "astar", "bsf"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("unknown strategy 'bsf'; did you mean 'bfs'?"), "{err}");
    let (code, _, err) = compare(&["missile/1", "--strategies", "astar", "nowhere"]);
    assert!(code == Some(2) && err.contains("no collection and no file 'nowhere'"), "{err}");
}

/// What was compared shows while the next puzzle is still searched.
#[test]
fn each_puzzle_is_shown_when_its_runs_end() {
    let endless = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";
    let mut child = lurd()
        .args(["compare", "missile/1", endless, "--strategies", "idastar,astar", "--time", "20s"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let reader = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = std::io::BufRead::lines(reader).map(|line| line.expect("a line"));
    assert!(lines.any(|line| line.starts_with("Summary")), "of the first puzzle");
    assert_eq!(child.try_wait().expect("asked"), None, "the second is still searched");
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn a_failed_run_is_not_repeated_and_in_no_ratio() {
    let folder = Folder::new("failed");
    let file = shown(&folder.0.join("t.json"));
    let arguments = ["missile/4", "--strategies", "bfs,bidirectional", "--nodes", "20000", "--runs", "3"];
    let (code, out, err) = compare(&[&arguments[..], &["--export", &file]].concat());
    assert_eq!(code, Some(0), "one of them succeeded: {err}");
    assert!(out.contains("gave up: node"), "{out}");
    let json: Value = serde_json::from_str(&fs::read_to_string(&file).expect("written")).expect("JSON");
    let rows = &json["comparisons"][0]["strategies"];
    assert_eq!((rows[0]["strategy"].as_str(), rows[0]["runs"].as_array().map(Vec::len)), (Some("bfs"), Some(1)));
    assert!(rows[0]["ratio"].is_null() && rows[0]["seconds"].is_null());
    assert_eq!((rows[1]["ratio"].as_f64(), rows[1]["runs"].as_array().map(Vec::len)), (Some(1.0), Some(4)));
    assert!(rows[0]["bounds"].as_array().is_some_and(|bounds| !bounds.is_empty()), "the course is there");
}

#[test]
fn every_format_is_written_whole() {
    let folder = Folder::new("formats");
    for (name, begins) in [
        ("t.md", "# Comparison\n\n## missile/1  Missile 1\n\n| strategy | result | cost |"),
        ("t.csv", "puzzle,name,kind,strategy,run,"),
        ("t.json", "{\n  \"schema\": 1,"),
        ("t.svg", "<svg "),
    ] {
        let file = shown(&folder.0.join(name));
        let (code, _, err) = compare(&["missile/1-2", "--strategies", "bidirectional,greedy", "--export", &file]);
        assert_eq!(code, Some(0), "{err}");
        let written = fs::read_to_string(&file).expect("written");
        assert!(written.starts_with(begins), "{written}");
        assert!(written.contains("missile/2") && written.contains("greedy"), "{written}");
    }
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 4, "nothing is left beside them");
}

#[test]
fn what_cannot_be_written_is_said_before_the_work() {
    let folder = Folder::new("unwritable");
    let started = std::time::Instant::now();
    for (file, message) in [
        (shown(&folder.0.join("t.bmp")), ": expected .md, .csv, .json or .svg"),
        (shown(&folder.0.join("no/t.md")), "No such file or directory"),
        (shown(&folder.0), "invalid file extension"),
    ] {
        let (code, out, err) = compare(&["missile", "--runs", "100", "--export", &file]);
        assert!(code == Some(2) && err.contains(message) && out.is_empty(), "{err}");
    }
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn whoever_reads_one_line_still_gets_the_file() {
    let folder = Folder::new("head");
    let file = shown(&folder.0.join("t.md"));
    let mut child = lurd()
        .args(["compare", "missile/1", "--strategies", "bfs", "--export", &file])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("lurd starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("lurd ends");
    let err = text(&output.stderr);
    assert!(output.status.code() == Some(0) && err.starts_with("comparison written to"), "{err}");
    assert!(fs::read_to_string(&file).expect("written").contains("missile/1"));
}

/// A limit of file sizes says "no" where a full disk would: at writing, not at opening.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_leaves_the_old_file() {
    let folder = Folder::new("full");
    let file = folder.file("t.md", b"the old one");
    let line = "trap '' XFSZ; ulimit -f 0; exec \"$0\" compare missile/1 --strategies bfs --export \"$1\"";
    let output = std::process::Command::new("sh")
        .args(["-c", line, crate::program(), &file])
        .envs(super::own_folders())
        .output()
        .expect("a shell");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write") && !err.contains("panicked"), "{err}");
    assert_eq!(fs::read(&file).expect("still there"), b"the old one");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing is left beside it");
}

#[test]
fn all_says_why_something_was_left_out() {
    let (code, out, err) = compare(&["missile/1", "--strategies", "all", "--nodes", "2000", "--time", "1s"]);
    assert_eq!(code, Some(0), "{err}");
    let left_out = out.lines().filter(|line| line.starts_with("left out: ")).collect::<Vec<_>>();
    assert!(!left_out.is_empty() && left_out.iter().all(|line| line.contains("needs")), "{out}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_exports_what_is_done() {
    let folder = Folder::new("interrupted");
    let file = shown(&folder.0.join("t.csv"));
    let puzzle = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";
    let child = lurd()
        .args(["compare", puzzle, "--strategies", "greedy,idastar,bfs", "--time", "60s", "--export", &file])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("lurd starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    let output = child.wait_with_output().expect("lurd ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let written = fs::read_to_string(&file).expect("written");
    assert!(written.lines().count() >= 2 && written.contains("cancelled"), "{written}");
}
