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
        let told: Vec<_> = found.iter().map(|line| format!("{} {}", word(line, "source"), line["index"])).collect();
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
fn a_file_gets_the_lines_in_order_and_is_never_written_over() {
    let folder = Folder::new("batch-output");
    let levels = folder.file("levels.xsb", LEVELS.as_bytes());
    let file = shown(&folder.0.join("t.jsonl"));
    let run = |file: &str| {
        let arguments = ["batch", "missile", &levels, "--threads", "3", "--nodes", "20000", "-o", file];
        let output = with_input(&arguments, b"");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, err) = run(&file);
    assert_eq!((code, out.as_str()), (Some(2), ""), "the lines are in the file: {err}");
    assert!(err.contains("8 levels in ") && err.contains(": 6 solved, 1 unsolvable, 1 error\n"), "{err}");
    assert!(err.contains("2 players") && err.contains("8 lines in "), "{err}");
    let written = std::fs::read(&file).expect("written");
    let found = lines(&written);
    let places: Vec<_> = found.iter().map(|line| line["index"].as_u64().expect("an index")).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 1, 2, 3]);
    let (code, out, err) = run(&file);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("exists; name another file, or remove it"), "{err}");
    assert_eq!(std::fs::read(&file).expect("there"), written, "left as it was");
    assert_eq!(run(&shown(&folder.0.join("no/t"))).0, Some(2), "said before the work");
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 2, "nothing is left beside it");
}

/// Two threads: the levels behind the endless one end first, and are in the file although it is not over. On a machine with
/// one core there is one thread, and the endless level comes last.
#[cfg(unix)]
#[test]
fn a_killed_batch_loses_no_line() {
    let folder = Folder::new("batch-killed");
    let path = folder.0.join("t.jsonl");
    let mut levels = [ENDLESS, "missile/1-3"];
    if std::thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        levels.reverse();
    }
    let mut child = lurd()
        .arg("batch")
        .args(levels)
        .args(["--strategy", "idastar", "--time", "60s", "--threads", "2"])
        .args(["-o", &shown(&path)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let started = Instant::now();
    let count = || std::fs::read(&path).map_or(0, |written| text(&written).matches('\n').count());
    while count() < 3 && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    let _ = child.wait();
    let found = lines(&std::fs::read(&path).expect("written"));
    assert!(found.len() == 3 && found.iter().all(|line| line["status"] == "solved"), "{found:?}");
}

/// A limit of file sizes says "no" where a full disk would.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_batch_and_leaves_whole_lines() {
    let folder = Folder::new("batch-full");
    let path = folder.0.join("t.jsonl");
    let line = "trap '' XFSZ; ulimit -f 8; exec \"$0\" batch missile missile missile --no-store -o \"$1\"";
    let output = std::process::Command::new("sh")
        .args(["-c", line, crate::program(), &shown(&path)])
        .envs(super::own_folders())
        .output()
        .expect("a shell");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write"), "{err}");
    let written = std::fs::read(&path).expect("written");
    let count = lines(&written).len();
    assert!(written.ends_with(b"\n") && count < 15, "{}", text(&written));
    assert!(err.contains(&format!("repeat the command with --resume '{}' in", shown(&path))), "{err}");
    assert!(!err.contains("solved"), "no other number of levels: {err}");
}

/// On a full disk that has the store as well, the file comes first, and what is missing is said once.
#[cfg(unix)]
#[test]
fn answers_that_cannot_be_saved_are_counted() {
    let folder = Folder::new("batch-full-store");
    let blocked = folder.0.join("data");
    std::fs::write(&blocked, "").expect("a file where a folder should be");
    let path = folder.0.join("t.jsonl");
    let output = std::process::Command::new(crate::program())
        .args(["batch", "starter/1-5", "-o", &shown(&path)])
        .envs(super::own_folders())
        .env(super::DATA_HOME, &blocked)
        .output()
        .expect("it runs");
    let err = text(&output.stderr);
    assert_eq!(lines(&std::fs::read(&path).expect("written")).len(), 5, "{err}");
    assert_eq!(err.matches("the answer is not saved").count(), 1, "{err}");
    assert!(err.contains("note: 5 answers are not saved in the store of solutions\n"), "{err}");
}

#[test]
fn limits_are_per_level_and_their_worst_is_the_code() {
    let output = with_input(&["batch", "missile/1-3", "--strategy", "bfs", "--nodes", "5"], b"");
    assert_eq!(output.status.code(), Some(3));
    let found = lines(&output.stdout);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|line| line["limit"] == "nodes" && line["stats"]["expanded"] == 5));
    assert!(text(&output.stderr).contains(": 3 stopped at the node limit\n"), "{}", text(&output.stderr));
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
    let alone = lurd().args(["batch", level, "--strategy", "bfs", "--nodes", "150000"]).output().expect("lurd runs");
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
    let output = child.wait_with_output().expect("lurd ends");
    let (code, err) = (output.status.code(), text(&output.stderr));
    let summary = err.lines().next().unwrap_or_default();
    assert!(summary.starts_with("stopped after "), "{err}");
    assert!(summary.ends_with(" with 1 of 3 levels done: 1 solved, 1 interrupted"), "{err}");
    assert!(started.elapsed() < Duration::from_secs(10), "at once");
    assert_eq!((code, rest.len()), (Some(130), 1), "the level under way, and none after it: {rest:?}");
    assert!(rest[0].contains(r#""status":"cancelled""#), "{rest:?}");
}
