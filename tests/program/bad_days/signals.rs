//! Signals in commands without a terminal.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{ENDLESS, Ended, after, fresh, lurd, program, run};

/// How long to wait for anything; a machine under load is slow.
const PATIENCE: Duration = Duration::from_secs(60);

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// A line of `/proc/PID/status`.
fn status(process: u32, name: &str) -> String {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
}

/// Waits until a condition holds.
fn until(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < PATIENCE, "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether the handler of SIGTERM is installed.
fn handles_signals(process: u32) -> bool {
    const SIGTERM: u32 = 15;
    let mask = u64::from_str_radix(&status(process, "SigCgt:"), 16).unwrap_or(0);
    mask >> (SIGTERM - 1) & 1 == 1
}

/// Starts a command that searches for long, and gives it its input.
fn started(mut command: Command, input: &str) -> Child {
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    until("its handlers are installed", || handles_signals(child.id()));
    // Time to begin the search. If it is too short, the signal comes before the search, with the same result.
    std::thread::sleep(Duration::from_millis(150));
    child
}

fn endless(folder: &Path, number: usize) -> (Command, String) {
    let search = ["--strategy", "idastar", "--time", "120s"];
    let set = "set strategy idastar\nset time 120s\n";
    let with = |arguments: &[&str]| lurd(folder, &[arguments, &search].concat());
    match number {
        0 => (with(&["solve", ENDLESS, ENDLESS]), String::new()),
        1 => (lurd(folder, &["compare", ENDLESS, "--strategies", "idastar,astar", "--time", "120s"]), String::new()),
        2 => (with(&["batch", ENDLESS, "missile/1"]), String::new()),
        // Far too many positions to be counted before the signal, also on a fast machine.
        3 => (lurd(folder, &["space", "pusher/2", "--time", "120s"]), String::new()),
        4 => (lurd(folder, &[]), format!("solve {ENDLESS} --strategy idastar --time 120s\nsolve missile/1\n")),
        5 => (lurd(folder, &["play", ENDLESS, "--plain"]), format!("{set}solve\nsolve\nhint\n")),
        _ => (lurd(folder, &["edit", "--plain"]), format!("{set}load {ENDLESS}\nsolve\nsolve\n")),
    }
}

const COMMANDS: usize = 7;

/// Whether this process ignores signals that the tests send. A shell makes it so for what it starts in the background,
/// and lurd leaves it so.
fn ignores(signal: &str) -> bool {
    let number = match signal {
        "-HUP" => 1,
        "-INT" => 2,
        _ => return false,
    };
    let mask = u64::from_str_radix(&status(std::process::id(), "SigIgn:"), 16).unwrap_or(0);
    mask >> (number - 1) & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_ends_soon_after_a_signal() {
    let folder = fresh("signals");
    for signal in ["-INT", "-TERM", "-HUP"].into_iter().filter(|signal| !ignores(signal)) {
        // SIGINT ends one search of these, which go on with the next line.
        let count = if signal == "-INT" { COMMANDS - 2 } else { COMMANDS };
        for number in 0..count {
            let (command, input) = endless(&folder, number);
            let child = started(command, &input);
            let begun = Instant::now();
            send(signal, child.id());
            let ended = Ended::from(child.wait_with_output().expect("it ends"));
            assert_eq!(ended.code, Some(130), "{signal}, command {number}: {ended:?}");
            // Far less than the time limit; a second search is not begun.
            assert!(begun.elapsed() < PATIENCE, "{signal}, command {number}");
            assert!(!ended.out.contains("solved: 4 shifts"), "{signal}, command {number}: {ended:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let folder = fresh("nohup");
    for signal in ["HUP", "INT", "TERM"] {
        let arguments = ["solve", ENDLESS, "--strategy", "idastar", "--time", "1s", "--json"];
        let mut command = after(&format!("trap '' {signal}"), &folder, &arguments);
        command.stdin(Stdio::null());
        let child = command.spawn().expect("it starts");
        until("lurd runs", || status(child.id(), "Name:") == "lurd");
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(100));
            send(&format!("-{signal}"), child.id());
        }
        let ended = Ended::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ended.code, Some(3), "{signal}: {ended:?}");
        assert!(ended.out.contains(r#""limit":"time""#), "{signal}: {ended:?}");
    }
}

/// Stopped and continued: a search goes on, and its time limit holds for wall time, as documented.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_was_stopped_goes_on() {
    let folder = fresh("stopped");
    for number in 0..COMMANDS {
        let (mut command, input) = endless(&folder, number);
        // A group of its own within the session, as a shell with job control makes it.
        command.process_group(0);
        let child = started(command, &input);
        send("-TSTP", child.id());
        until("it is stopped", || status(child.id(), "State:").starts_with('T'));
        send("-CONT", child.id());
        until("it goes on", || !status(child.id(), "State:").starts_with('T'));
        send("-TERM", child.id());
        let ended = Ended::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ended.code, Some(130), "command {number}: {ended:?}");
    }
}

/// A script is not begun anew after the signal, and what was found is shown.
#[cfg(target_os = "linux")]
#[test]
fn sigterm_ends_a_script_after_the_search_that_it_stops() {
    let folder = fresh("script");
    let (command, input) = endless(&folder, 4);
    let child = started(command, &input);
    send("-TERM", child.id());
    let ended = Ended::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(ended.out.contains("interrupted") || ended.err.contains("stopped"), "{ended:?}");
    assert!(!ended.out.contains("solved"), "{ended:?}");
    // Without a signal the same script goes on.
    let ended = run(lurd(&folder, &[]), &input.replace("120s", "1ms"));
    assert!(ended.out.contains("solved: 4 shifts"), "{ended:?}");
}

/// In a container the leader of the session can be outside, and has the number 0 there.
#[cfg(target_os = "linux")]
#[test]
fn a_session_from_outside_the_container_is_no_problem() {
    let folder = fresh("container");
    let in_container = |arguments: &[&str]| {
        let mut command = program("unshare", &folder);
        command.args(["--user", "--map-root-user", "--pid", "--fork"]).args(arguments);
        command
    };
    // Some systems let only the administrator make namespaces.
    if !in_container(&["true"]).status().is_ok_and(|status| status.success()) {
        return;
    }
    let ended = run(in_container(&[crate::program(), "solve", "lev.sok"]), "");
    assert_eq!(ended.code, Some(0), "{ended:?}");
}
