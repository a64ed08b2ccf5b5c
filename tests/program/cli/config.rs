//! The configuration file, scripts and `--eval`.

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

fn configured(file: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().env("LURD_CONFIG", file).args(arguments).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn defaults_come_from_the_file_and_say_so() {
    let folder = Folder::new("config");
    let file = folder.file("config.toml", b"strategy = \"bfs\"\nnodes = 5\nautosolve = false\n");
    let (code, out, err) = configured(&file, &["-e", "set; set nodes 7; set nodes; set nodes default; set nodes"]);
    assert_eq!(code, Some(0), "{err}");
    let row = |name: &str| out.lines().filter(|line| line.starts_with(name)).map(str::to_owned).collect::<Vec<_>>();
    assert!(row("strategy ")[0].contains("bfs") && row("strategy ")[0].ends_with("config.toml"), "{out}");
    assert!(row("time ")[0].ends_with("default"), "{out}");
    let nodes = row("nodes ");
    assert!(nodes[0].ends_with("config.toml") && nodes[1].contains('7'), "{out}");
    assert!(nodes[1].ends_with("set here") && nodes[2].ends_with("config.toml"), "{out}");
    let (code, out, _) = configured(&file, &["solve", "missile/4"]);
    assert!(code == Some(3) && out.contains("gave up at the node limit, by bfs"), "{out}");
    let (code, out, _) = configured(&file, &["solve", "missile/4", "--strategy", "bidirectional", "--nodes", "none"]);
    assert!(code == Some(0) && out.contains("by bidirectional"), "a flag comes first: {out}");
}

#[test]
fn a_wrong_file_is_refused_with_its_place_and_lets_the_program_start() {
    let folder = Folder::new("wrong-config");
    let file = folder.file("config.toml", b"nodes = 5\ntme = \"5s\"\n");
    let (code, out, err) = configured(&file, &["solve", "missile/1"]);
    assert!(code == Some(2) && out.is_empty(), "{err}");
    assert!(err.contains("unknown setting 'tme'; did you mean 'time'?") && err.contains("config.toml:2:1"), "{err}");
    assert!(err.contains("LURD_CONFIG="), "the way out: {err}");
    let (code, out, _) = configured("", &["solve", "missile/1"]);
    assert!(code == Some(0) && out.contains("solved"), "{out}");
    let (code, out, _) = configured(&file, &["help"]);
    assert!(code == Some(0) && out.contains("commands"), "{out}");
    let (code, out, _) = configured(&file, &["list"]);
    assert!(code == Some(2) && out.contains("missile"), "carried out, and not a success: {out}");
    let (code, _, err) = configured(&shown(&folder.0), &["solve", "missile/1"]);
    assert!(code == Some(2) && err.contains("cannot read the configuration"), "{err}");
    let (code, _, _) = configured(&shown(&folder.0.join("none.toml")), &["solve", "missile/1"]);
    assert_eq!(code, Some(0), "no file, no settings");
}

#[test]
fn piped_lines_are_as_if_they_were_typed() {
    let script = with_input(&[], b"load missile/1\n; rows of a board\n#####\n#@$.#\n#####\nR\n");
    let out = text(&script.stdout);
    assert!(
        script.status.code() == Some(0) && out.ends_with("solved in 1 move, 1 push\n"),
        "{out} {}",
        text(&script.stderr)
    );
    let script = with_input(&[], b"load missile/1\n\nslove\nleft 1\n");
    let err = text(&script.stderr);
    assert_eq!(script.status.code(), Some(2), "{err}");
    assert!(err.contains("did you mean 'solve'?") && err.contains("note: stopped at line 3 of"), "{err}");
}

#[test]
fn an_objective_that_is_set_holds_where_a_puzzle_knows_it() {
    let lines = "set for moves; solve missile/1 -q; solve primer/4; solve missile/1 --for moves";
    let output = lurd().args(["-e", lines]).output().expect("lurd runs");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(out.contains("left 1, left 2") && out.contains("solved: 5 moves"), "{out} {err}");
    assert!(output.status.code() == Some(2) && err.contains("cannot be solved for 'moves'"), "{err}");
}

#[test]
fn eval_ends_with_its_worst_line() {
    let run = |lines: &[&str]| {
        let output = lurd().args(lines).output().expect("lurd runs");
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(run(&["--eval", "solve missile/1 -q"]), (Some(0), "left 1, left 2, left 2, right 3\n".to_owned()));
    assert_eq!(run(&["-e", "verify missile/1 left 0"]).0, Some(1));
    assert_eq!(run(&["-e", "load missile/1", "-e", "undo"]).0, Some(2));
    assert_eq!(run(&["-e", "quit; slove"]).0, Some(0));
    assert_eq!(run(&["-e", ""]), (Some(0), String::new()));
    assert_eq!(run(&["-e", "list", "solve", "missile/1"]).0, Some(2), "either lines or a command");
}
