//! Generated puzzles in files, and the levels that `play` begins with.

use std::fs;

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().args(arguments).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_seed_gives_the_same_file_which_is_read_back() {
    let folder = Folder::new("generate");
    for (kind, name) in [("sokoban", "levels.sok"), ("shifter", "puzzles.shift")] {
        let file = shown(&folder.0.join(name));
        let arguments = ["generate", kind, "--seed", "9", "--count", "3", "-o", &file];
        let (code, _, err) = run(&arguments);
        assert_eq!((code, err.contains("3 puzzles written")), (Some(0), true), "{err}");
        let first = fs::read(&file).expect("a file");
        assert_eq!(run(&arguments).0, Some(0));
        assert_eq!(fs::read(&file).expect("a file"), first, "the same bytes");
        let (code, out, err) = run(&["list", &file]);
        assert_eq!((code, out.matches("easy").count()), (Some(0), 3), "{out}{err}");
    }
}

#[test]
fn a_word_that_is_no_kind_is_answered() {
    for (arguments, wanted) in [
        (&["generate", "sokoban", "hard"][..], "unexpected argument 'hard' found"),
        (&["generate", "chess"], "a kind of puzzle: shifter or sokoban"),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.contains(wanted)), (Some(2), true), "{err}");
    }
}

#[test]
fn an_interrupt_or_a_limit_keeps_what_is_done() {
    let (code, out, err) = run(&["generate", "sokoban", "--count", "100000", "--time", "300ms", "--to", "xsb"]);
    assert_eq!((code, err.contains("of 100000 puzzles; the time limit was reached")), (Some(3), true), "{err}");
    assert!(out.contains("easy 1"), "{out}");
}

#[test]
fn play_begins_with_the_collection_for_newcomers() {
    let first = with_input(&["play", "--plain", "--no-store"], b"quit\n");
    let out = text(&first.stdout);
    assert_eq!((first.status.code(), out.contains("easy 1")), (Some(0), true), "{out}");
}
