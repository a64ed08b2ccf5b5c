//! Disks that are full, homes that cannot be written, streams that are closed.

use std::fs;

use super::{Ended, LEVEL, after, fresh, lurd, parts, run};

/// No file may grow: every write fails, as on a full disk.
const FULL: &str = "trap '' XFSZ; ulimit -f 0";

/// A level that has no solution.
const DEAD: &str = "#####|#$@.#|#####";

/// Commands that write files, what they read, their exit code, and what they say.
const WRITERS: &[(&[&str], &str, i32, &str)] = &[
    (&["convert", "lev.sok", "--to", "sok", "-o", "new.sok"], "", 2, "cannot write 'new.sok'"),
    (&["convert", "lev.sok", "--to", "slc", "-o", "lev.sok"], "", 2, "cannot write 'lev.sok~'"),
    (&["solve", "lev.sok", "--no-store", "-o", "lev.sok"], "", 2, "cannot write"),
    (&["solve", DEAD, "--certificate", "proof.txt"], "", 2, "cannot write 'proof.txt'"),
    (&["batch", "lev.sok", "--no-store", "-o", "lines.jsonl"], "", 2, "cannot write 'lines.jsonl'"),
    (
        &["compare", "lev.sok", "--for", "pushes", "--strategies", "bfs,astar", "--export", "c.md"],
        "",
        2,
        "cannot write 'c.md'",
    ),
    (&["man", "pages"], "", 2, "cannot write 'pages"),
    (&["edit", "lev.sok", "--plain"], "title x\nsave\n", 2, "not saved: cannot write"),
    (&["edit", "lev.sok", "--plain"], "title x\n", 2, "cannot keep the draft"),
    (&["solve", "lev.sok"], "", 0, "the answer is not saved"),
    (&["play", "lev.sok", "--plain"], "R\nquit\n", 0, "the solution could not be saved"),
    (&["play", "missile/4", "--plain", "--resume"], "left 1\n", 2, "cannot write"),
];

#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    for (number, (arguments, input, code, says)) in WRITERS.iter().enumerate() {
        let folder = fresh(&format!("full-{number}"));
        let ended = run(after(FULL, &folder, arguments), input);
        let shown = format!("{arguments:?}: {ended:?}");
        assert_eq!(ended.code, Some(*code), "{shown}");
        assert!(ended.out.contains(says) || ended.err.contains(says), "{shown}");
        assert!(!ended.err.contains("panicked"), "{shown}");
        assert_eq!(fs::read_to_string(folder.join("lev.sok")).expect("there"), LEVEL, "{shown}");
        assert!(parts(&folder).is_empty(), "{shown}: {:?}", parts(&folder));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error_in_every_command() {
    let folder = fresh("dev-full");
    for arguments in [
        &["solve", "missile/1"][..],
        &["solve", "missile/1", "--json"],
        &["compare", "missile/1", "--strategies", "bfs,astar"],
        &["batch", "missile/1-2"],
        &["verify", "missile/1", "left 1, left 2, right 3, left 2"],
        &["show", "missile/1"],
        &["list"],
        &["list", "--json", "missile"],
        &["space", "#####|#@$.#|#####"],
        &["strategies", "missile/1"],
        &["convert", "pusher/1", "--to", "sok"],
        &["convert", "pusher/1", "--to", "sok", "-o", "/dev/full"],
        &["batch", "missile/1-2", "-o", "/dev/full"],
        &["id", "missile/1"],
        &["help"],
        &["completions", "bash"],
        &["-e", "load missile/1; hint"],
        &["play", "lev.sok", "--plain"],
        &["edit", "lev.sok", "--plain"],
    ] {
        let mut command = lurd(&folder, arguments);
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").expect("the device"));
        let ended = run(command, "");
        assert_eq!(ended.code, Some(2), "{arguments:?}: {ended:?}");
        assert!(ended.err.contains("cannot write"), "{arguments:?}: {ended:?}");
        assert!(!ended.err.contains("panicked"), "{arguments:?}: {ended:?}");
    }
}

/// What needs no home works without one, and says what is not kept.
#[test]
fn a_home_that_cannot_be_written_costs_only_what_would_be_kept() {
    let folder = fresh("read-only");
    // Nothing can be created below a file, whoever the user is.
    for name in super::FOLDERS {
        fs::write(folder.join(name), "not a folder").expect("written");
    }
    let at = |arguments: &[&str], input: &str| run(lurd(&folder, arguments), input);
    for arguments in [&["list"][..], &["show", "missile/1"], &["solve", "lev.sok"]] {
        let ended = at(arguments, "");
        assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
    }
    assert!(at(&["solve", "lev.sok"], "").err.contains("the answer is not saved"));
    let ended = at(&["play", "lev.sok", "--plain"], "R\n");
    assert!(ended.code == Some(0) && ended.out.contains("could not be saved"), "{ended:?}");
    let ended = at(&["edit", "lev.sok", "--plain"], "title x\nsave other.sok\n");
    assert!(ended.code.is_some_and(|code| code <= 2) && folder.join("other.sok").exists(), "{ended:?}");
    let ended = at(&[], "load lev.sok\nsolve\nstep\n");
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[test]
fn a_home_that_is_not_an_absolute_path_is_none() {
    let folder = fresh("no-home");
    let here = folder.join("here");
    fs::create_dir_all(&here).expect("a folder");
    for home in ["relative/home", "."] {
        for (arguments, input) in [
            (&["solve", "../lev.sok"][..], ""),
            (&["play", "../lev.sok", "--plain"], "R\n"),
            (&["batch", "../lev.sok"], ""),
            (&["edit", "--plain"], "put wall 1 1\n"),
            (&["list"], ""),
        ] {
            let mut command = lurd(&folder, arguments);
            for name in super::FOLDERS {
                command.env_remove(name);
            }
            command.env("HOME", home).current_dir(&here);
            let ended = run(command, input);
            assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
        }
        let left: Vec<_> = fs::read_dir(&here).expect("there").flatten().map(|it| it.path()).collect();
        assert!(left.is_empty(), "nothing of lurd is in the working folder: {left:?}");
    }
}

/// The runtime opens the null device in the place of a stream that is closed.
#[test]
fn streams_that_are_closed_are_empty() {
    let folder = fresh("closed");
    for (setup, arguments) in [
        ("exec <&-", &["solve", "missile/1"][..]),
        ("exec >&-", &["solve", "missile/1"]),
        ("exec 2>&-", &["solve", "missile/1"]),
        ("exec <&- >&- 2>&-", &["solve", "missile/1"]),
        ("exec <&-", &[]),
        ("exec <&-", &["play", "lev.sok"]),
        ("exec <&- >&-", &["edit", "lev.sok"]),
        ("exec >&-", &["batch", "lev.sok", "-o", "lines.jsonl"]),
    ] {
        let Ended { code, err, .. } = run(after(setup, &folder, arguments), "");
        assert_eq!(code, Some(0), "{setup} {arguments:?}: {err}");
    }
    // The file did not take the place of a stream.
    let lines = fs::read_to_string(folder.join("lines.jsonl")).expect("written");
    assert!(lines.starts_with('{') && lines.lines().count() == 1, "{lines}");
}

/// A reader that has seen enough is no error: `lurd list | head -1`.
#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = fresh("left");
    for arguments in [
        &["list", "missile"][..],
        &["show", "missile"],
        &["solve", "missile/1-3"],
        &["batch", "missile/1-3"],
        &["convert", "missile", "--to", "shift"],
        &["-e", "load missile/1; solve; show"],
        &["play", "lev.sok", "--plain"],
    ] {
        let mut child = lurd(&folder, arguments).spawn().expect("it starts");
        drop(child.stdout.take());
        let ended = Ended::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
        assert!(!ended.err.contains("error") && !ended.err.contains("panicked"), "{arguments:?}: {ended:?}");
    }
}
