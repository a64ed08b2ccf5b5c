//! Saved solutions in the line mode of the player: listed, replayed, exported, deleted; damaged files.

use std::fs;
use std::io::Write as _;
use std::process::{Output, Stdio};

use super::folder::Folder;
use super::{lurd, text};

const LEVEL: &str = "#######|#@ $ .#|#######";

/// lurd with a folder for data of its own.
fn run(folder: &Folder, arguments: &[&str]) -> Output {
    lurd().args(arguments).env(super::DATA_HOME, folder.0.join("data")).output().expect("lurd runs")
}

/// What was said on standard error.
fn text_of(output: &Output) -> String {
    text(&output.stderr)
}

/// The player in line mode with these lines.
fn play(folder: &Folder, level: &str, lines: &str) -> Output {
    let mut child = lurd()
        .args(["play", level, "--plain"])
        .env(super::DATA_HOME, folder.0.join("data"))
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("lurd ends")
}

#[test]
fn images_of_a_level_are_saved_beside_it() {
    let folder = Folder::new("keep-images");
    for level in ["#####|#@$.#|#####", "#####|#.$@#|#####", "#######|#@ $ .#|#######", "#######|# @$ .#|#######"] {
        let output = run(&folder, &["solve", level, "-q"]);
        assert_eq!((output.status.code(), text_of(&output)), (Some(0), String::new()), "{level}");
    }
    let listed = text(&run(&folder, &["solutions", "list", "--json"]).stdout);
    assert_eq!(listed.lines().count(), 4, "{listed}");
}

#[test]
fn games_of_a_file_that_are_no_solutions_are_not_saved_with_its_level() {
    let folder = Folder::new("keep-wrong-game");
    let file = folder.file("wrong.sok", b"#####\n#@$.#\n#####\n\nSolution\nL\n");
    assert_eq!(run(&folder, &["solve", &file, "-q"]).status.code(), Some(0));
    let listed = text(&run(&folder, &["solutions", "show", &file]).stdout);
    assert!(listed.contains("1 push") && !listed.contains("  L"), "{listed}");
}

#[test]
fn saved_solutions_are_listed_replayed_exported_and_deleted_by_words() {
    let folder = Folder::new("keep-words");
    assert_eq!(run(&folder, &["solve", LEVEL, "-q"]).status.code(), Some(0));
    let listed = text(&play(&folder, LEVEL, "rlrRR\nrestart\nrRR\nsolutions\n").stdout);
    for line in [" 1  lurd's 2 pushes, 3 moves", " 2  yours  2 pushes, 5 moves", " 3  yours  2 pushes, 3 moves"] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
    let output = play(&folder, LEVEL, "replay 2\nexport 2 mine.sok\nexport 3 mine.sok\nexport 2 mine.sok\n");
    let shown = text(&output.stdout);
    assert!(shown.contains("1. ") && shown.contains("solution 3 added to mine.sok"), "{shown}");
    assert!(shown.contains("mine.sok already has a solution as good; not changed"), "{shown}");
    let exported = fs::read_to_string(folder.0.join("mine.sok")).expect("a file");
    assert!(exported.contains("rlrRR") && exported.contains("\nrRR"), "{exported}");
    let shown = text(&play(&folder, LEVEL, "delete 2\nsolutions\n").stdout);
    assert!(shown.contains("solution 2 deleted") && shown.contains(" 2  yours  2 pushes, 3 moves"), "{shown}");
    assert!(!shown.contains(" 3  "), "{shown}");
    let output = play(&folder, LEVEL, "delete 3\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("there is no solution 3; 2 are saved"), "{}", text_of(&output));
    // Of a shifter, too.
    let shifter = "12/34 -> 21/34";
    play(&folder, shifter, "left 0\nrestart\nup 0, up 0, left 0\n");
    let shown = text(&play(&folder, shifter, "solutions\ndelete 1\nsolutions\n").stdout);
    assert!(shown.contains("1  yours  1 shift") && shown.contains("no solution is saved"), "{shown}");
}

#[test]
fn other_levels_and_comments_in_a_file_of_solutions_outlive_a_deletion() {
    let folder = Folder::new("keep-delete");
    assert_eq!(run(&folder, &["solve", LEVEL, "-q"]).status.code(), Some(0));
    let solutions = folder.0.join("data/lurd/solutions/sokoban");
    let file = fs::read_dir(solutions).expect("the folder").flatten().next().expect("a file").path();
    let saved = fs::read_to_string(&file).expect("a file");
    let more = format!("{saved}\nSolution by hand\nrlrRR\n\nanother\n\n#####\n#@$.#\n#####\n\nSolution\nR\n");
    fs::write(&file, more).expect("written");
    let shown = text(&play(&folder, LEVEL, "solutions\ndelete 1\nsolutions\n").stdout);
    assert!(shown.contains(" 1  lurd's 2 pushes, 5 moves"), "{shown}");
    let left = fs::read_to_string(&file).expect("a file");
    for part in ["Solution by hand\nrlrRR", "another", "#@$.#", "Solution\nR\n"] {
        assert!(left.contains(part), "{part}: {left}");
    }
    assert!(!left.contains("\nrRR"), "{left}");
    // What cannot be read is said, and neither replaced nor deleted.
    fs::write(&file, "#######\n#@ $ \n").expect("written");
    let output = play(&folder, LEVEL, "solutions\ndelete 1\n");
    assert!(text(&output.stdout).contains("is damaged: it holds no such puzzle"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "#######\n#@ $ \n");
    let file = folder.file("level.xsb", format!("{}\n", LEVEL.replace('|', "\n")).as_bytes());
    let listed = text(&run(&folder, &["list", &file]).stdout);
    assert!(listed.contains("damaged"), "{listed}");
}

#[test]
fn a_longer_answer_comes_with_a_note_on_the_better_one_that_is_saved() {
    let folder = Folder::new("keep-better");
    // Two boxes, and an order in which the player walks further.
    let level = "#######|#@ $ .#|# $  .#|#     #|#######";
    let fewest = ["solve", level, "-q", "--for", "moves"];
    assert_eq!(run(&folder, &fewest).status.code(), Some(0));
    let output = run(&folder, &["solve", level, "--for", "moves", "--strategy", "greedy"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let note = text_of(&output);
    assert!(note.contains("note: a better solution is saved ("), "{note}");
    let show = note.split('\'').find(|part| part.starts_with("solutions show ")).expect("a command");
    let shown = run(&folder, &show.split(' ').collect::<Vec<_>>());
    let moves = text(&run(&folder, &fewest).stdout);
    assert!(text(&shown.stdout).contains(moves.trim()), "{shown:?}");
}
