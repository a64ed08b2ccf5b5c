//! `batch --isolate`: what happens to one level leaves the others alone.

use std::fs;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{lurd, text, with_input};

/// A search that ends by itself only after a very long time.
const ENDLESS: &str = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";

fn lines(output: &[u8]) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// The first of two levels ended at the memory limit, the other one is solved.
fn assert_first_is_a_memory_limit(output: &Output) {
    let found = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_eq!((&found[0]["status"], &found[0]["limit"]), (&"limit".into(), &"memory".into()), "{}", found[0]);
    assert_eq!(found[1]["status"], "solved");
}

#[test]
fn isolated_levels_have_the_same_results() {
    let levels = ["primer/1-2", "missile/1-2", "stuck/1", "nowhere"];
    let run = |more: &[&str]| {
        let first = ["batch", "--no-store", "--nodes", "20000", "--threads", "2"];
        let output = with_input(&[&first[..], &levels, more].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let mut lines = lines(&output.stdout);
        for line in &mut lines {
            if let Some(stats) = line["stats"].as_object_mut() {
                stats.retain(|name, _| name == "expanded");
            }
        }
        lines
    };
    assert_eq!(run(&["--isolate"]), run(&[]));
    let one = run(&["--isolate", "--strategy", "greedy", "--for", "any"]);
    assert!(one.iter().any(|line| line["strategy"] == "greedy"), "flags are passed on: {one:?}");
}

/// The allocation that is one too many ends the process of the level, by the limit that the system enforces.
#[cfg(target_os = "linux")]
#[test]
fn a_level_that_needs_too_much_memory_is_a_limit() {
    let output = lurd()
        .args(["batch", ENDLESS, "missile/1", "--isolate", "--no-store"])
        .args(["--memory", "none", "--time", "120s", "--strategy", "bfs"])
        .env("LURD_HARD_MEMORY_LIMIT", "400000000")
        .output()
        .expect("lurd runs");
    assert_first_is_a_memory_limit(&output);
}

/// The processes of the levels of a batch.
#[cfg(target_os = "linux")]
fn children(batch: &Child) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |number: &u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let rest = stat.rsplit(')').next().unwrap_or_default().to_owned();
        let mut words = rest.split_whitespace();
        let is_alive = words.next().is_some_and(|state| state != "Z");
        is_alive && words.next() == Some(&batch.id().to_string())
    };
    numbers.filter(is_child).collect()
}

#[cfg(target_os = "linux")]
#[expect(clippy::zombie_processes, reason = "the callers wait for it")]
fn endless() -> (Child, u32) {
    let batch = lurd()
        .args(["batch", ENDLESS, "missile/1", "--isolate", "--no-store", "--strategy", "idastar"])
        .args(["--time", "120s"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let started = Instant::now();
    loop {
        if let [child] = children(&batch)[..] {
            // Until it has begun, it does not end with the batch.
            std::thread::sleep(Duration::from_millis(300));
            return (batch, child);
        }
        assert!(started.elapsed() < Duration::from_secs(30), "no process of a level");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn kill(signal: &str, process: u32) {
    let sent = std::process::Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_level_that_the_system_kills_is_a_limit() {
    let (batch, child) = endless();
    kill("-KILL", child);
    let output = batch.wait_with_output().expect("it ends");
    assert_first_is_a_memory_limit(&output);
}

#[cfg(target_os = "linux")]
#[test]
fn the_processes_end_with_the_batch() {
    let (batch, child) = endless();
    kill("-TERM", batch.id());
    let output = batch.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert_eq!(lines(&output.stdout)[0]["status"], "cancelled");
    let (mut batch, other) = endless();
    batch.kill().expect("it runs");
    let _ = batch.wait();
    let started = Instant::now();
    let is_there = |process: u32| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.contains("lurd") && !stat.contains(") Z ")
    };
    while is_there(child) || is_there(other) {
        assert!(started.elapsed() < Duration::from_secs(10), "a process is left");
        std::thread::sleep(Duration::from_millis(20));
    }
}
