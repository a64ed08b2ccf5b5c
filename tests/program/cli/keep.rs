//! Answers are kept: in a file, in the folder of kept solutions; several processes at once.

use std::fs;
use std::process::{Output, Stdio};

use super::folder::{Folder, shown};
use super::{lurd, text};

const LEVEL: &str = "#######|#@ $ .#|#######";

/// lurd with a folder for data of its own.
fn run(folder: &Folder, arguments: &[&str]) -> Output {
    lurd().args(arguments).env(super::DATA_HOME, folder.0.join("data")).output().expect("lurd runs")
}

#[test]
fn an_answer_is_added_and_a_better_one_stays() {
    let folder = Folder::new("keep-file");
    let file = shown(&folder.0.join("mine.sok"));
    let solved = run(&folder, &["solve", LEVEL, "-o", &file, "-q"]);
    assert_eq!((solved.status.code(), text(&solved.stdout)), (Some(0), "rRR\n".to_owned()));
    assert!(text(&solved.stderr).contains("added to"), "{}", text(&solved.stderr));
    let first = fs::read_to_string(&file).expect("a file");
    assert!(first.contains("Solution 3/2/1/1/1\nrRR\n"), "{first}");

    let again = run(&folder, &["solve", LEVEL, "-o", &file, "-q"]);
    assert!(text(&again.stderr).contains("already has an answer as good (2 pushes, 3 moves); not changed"));
    assert_eq!(fs::read_to_string(&file).expect("a file"), first);

    // A worse answer that is there does not keep a better one out, and nothing is taken away.
    let worse =
        "About\n\n#######\n#@ $ .#\n#######\n\nSolution\nrlrRR\n\nmine, do not touch\n\nnext\n\n#####\n#@$.#\n#####\n";
    fs::write(&file, worse).expect("written");
    let better = run(&folder, &["solve", LEVEL, "-o", &file]);
    assert_eq!(better.status.code(), Some(0), "{}", text(&better.stderr));
    let text_now = fs::read_to_string(&file).expect("a file");
    assert!(text_now.contains("mine, do not touch\n\nSolution 3/2/1/1/1\nrRR\n\nnext\n"), "{text_now}");
    assert!(text_now.starts_with("About\n\n#######\n#@ $ .#\n#######\n\nSolution\nrlrRR\n"), "{text_now}");

    // Another level goes to the end.
    let other = run(&folder, &["solve", "primer/2", "-o", &file]);
    assert_eq!(other.status.code(), Some(0));
    let listed = run(&folder, &["list", &file, "--no-store"]);
    assert_eq!(text(&listed.stdout).matches("sokoban").count(), 3, "{}", text(&listed.stdout));
}

#[test]
fn a_file_keeps_its_encoding() {
    let folder = Folder::new("keep-encoding");
    let level = b"Stra\xdfe\r\n\r\n#######\r\n#@ $ .#\r\n#######\r\n";
    for (name, text) in [("latin.sok", level.to_vec()), ("mark.sok", [b"\xef\xbb\xbf", &level[7..]].concat())] {
        let file = folder.file(name, &text);
        let solved = run(&folder, &["solve", &file, "-o", &file, "-q"]);
        assert!(text_of(&solved).contains("added to"), "{}", text_of(&solved));
        let now = fs::read(&file).expect("a file");
        let end = text.len() - 2;
        assert_eq!(now.get(..end), text.get(..end), "{name}: no byte is changed");
        assert!(
            now.get(end..).is_some_and(|added| added.ends_with(b"rRR\n")
                || added.ends_with(b"rRR\r\n")
                || added.ends_with(b"rRR"))
        );
    }
    // A title that the file's encoding has no letters for goes elsewhere.
    let other = folder.file("other.xsb", "漢\n\n#####\n#@$.#\n#####\n".as_bytes());
    let latin = shown(&folder.0.join("latin.sok"));
    let before = fs::read(&latin).expect("a file");
    let refused = run(&folder, &["solve", &other, "-o", &latin, "-q"]);
    assert!(text_of(&refused).contains("lacks characters of the title"), "{}", text_of(&refused));
    assert_eq!(fs::read(&latin).expect("a file"), before);
}

/// What was said on standard error.
fn text_of(output: &Output) -> String {
    text(&output.stderr)
}

#[test]
fn answers_of_a_shifter_are_kept_as_comments() {
    let folder = Folder::new("keep-shifter");
    let text_of = |path: &str| fs::read_to_string(path).expect("a file");
    let puzzle = "one\nsource:\n12\n34\ntarget:\n21\n34\nlocked: column 0\n";
    let text_before = format!("; mine\n{puzzle}\ntwo\nsource:\n12\ntarget:\n21\n");
    let file = folder.file("mine.shift", text_before.as_bytes());
    for _ in 0..2 {
        let solved = run(&folder, &["solve", &format!("{file}:1"), "-o", &file, "-q"]);
        assert_eq!(text(&solved.stdout), "left 0\n", "{}", text(&solved.stderr));
    }
    let kept = format!("; mine\n{puzzle}; solution: left 0\n\ntwo\nsource:\n12\ntarget:\n21\n");
    assert_eq!(text_of(&file), kept, "once, behind its puzzle, and nothing else is changed");
    let other = run(&folder, &["solve", "12/34 -> 34/12", "-o", &file]);
    assert_eq!(other.status.code(), Some(0), "{}", text(&other.stderr));
    let both = text_of(&file);
    assert!(both.starts_with(&kept) && both.matches("; solution: ").count() == 2, "{both}");
    // In the folder of the user the same puzzle is known by any name.
    let known = run(&folder, &["play", "12/34 -> 21/34 locked: column 0", "--plain"]);
    assert!(text(&known.stdout).contains("best known: 1 shift"), "{}", text(&known.stdout));
    let other = run(&folder, &["play", "12/34 -> 21/34", "--plain"]);
    assert!(text(&other.stdout).contains("no solution known yet"), "another puzzle: {}", text(&other.stdout));
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = Folder::new("keep-errors");
    for (arguments, wanted) in [
        (&["solve", LEVEL, "-o", "mine.xsb"][..], "cannot hold solutions"),
        (&["solve", "missile/1", "-o", "mine.sok"], "name a file that ends in .shift"),
        (&["solve", LEVEL, "-o", "/nowhere/at/all.sok"], "cannot write"),
    ] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(wanted), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).is_empty(), "it is refused before the search");
    }
    let binary = folder.file("binary.sok", &[0, 1, 2]);
    let output = run(&folder, &["solve", LEVEL, "-o", &binary]);
    assert!(text(&output.stderr).contains("is not a text file"));
    assert_eq!(fs::read(&binary).expect("the file"), [0, 1, 2]);
}

#[test]
fn the_folder_remembers_and_list_shows_it() {
    let folder = Folder::new("keep-store");
    let before = text(&run(&folder, &["list", "primer"]).stdout);
    assert!(!before.contains("best known"));
    assert_eq!(run(&folder, &["solve", "primer/1", "--no-store"]).status.code(), Some(0));
    assert!(!folder.0.join("data").exists(), "nothing is kept");
    for command in ["solve", "batch"] {
        assert_eq!(run(&folder, &[command, "primer"]).status.code(), Some(0));
    }
    let after = text(&run(&folder, &["list", "primer"]).stdout);
    assert!(after.contains("best known") && after.contains("1 push, 1 move"), "{after}");
    let json = text(&run(&folder, &["list", "primer/1", "--json"]).stdout);
    assert!(json.contains(r#""solution":"R""#), "{json}");
    // Plain `.sok` files, one a level.
    let files: Vec<_> = fs::read_dir(folder.0.join("data/lurd/solutions/sokoban")).expect("the folder").collect();
    assert!(files.len() > 10, "{}", files.len());
    for file in files {
        let file = shown(&file.expect("an entry").path());
        assert_eq!(run(&folder, &["list", &file]).status.code(), Some(0), "{file}");
    }
    // A damaged file is no reason to fail.
    let first = fs::read_dir(folder.0.join("data/lurd/solutions/sokoban")).expect("the folder").next();
    fs::write(first.expect("a file").expect("an entry").path(), [0, 159, 146, 150]).expect("written");
    assert_eq!(run(&folder, &["list", "primer"]).status.code(), Some(0));
    let solved = run(&folder, &["solve", "primer"]);
    assert_eq!(solved.status.code(), Some(0));
    assert!(text(&solved.stderr).contains("the answer is not saved"), "{}", text(&solved.stderr));
}

#[test]
fn levels_that_differ_out_of_reach_are_not_mixed_up() {
    let folder = Folder::new("keep-outside");
    // The same Unique-Id: what differs lies behind the wall. The second has a box too many there.
    let (solvable, unreachable_boxes) = ("#########|#@ $ .# *#|#########", "#########|#@ $ .# $#|#########");
    assert_eq!(run(&folder, &["solve", solvable]).status.code(), Some(0));
    let listed = |level: &str| text(&run(&folder, &["list", level, "--allow-unequal"]).stdout);
    assert!(listed(solvable).contains("2 pushes, 3 moves"));
    assert!(!listed(unreachable_boxes).contains("pushes"), "{}", listed(unreachable_boxes));
}

#[test]
fn many_processes_at_once_lose_nothing() {
    let folder = Folder::new("keep-many");
    let file = shown(&folder.0.join("all.sok"));
    let children: Vec<_> = (1..=12)
        .map(|number| {
            lurd()
                .args(["solve", &format!("primer/{number}"), "-o", &file])
                .env(super::DATA_HOME, folder.0.join("data"))
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("lurd starts")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("lurd ends");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let listed = text(&run(&folder, &["list", &file, "--no-store"]).stdout);
    assert_eq!(listed.matches("sokoban").count(), 12, "{listed}");
    assert_eq!(fs::read_to_string(&file).expect("the file").matches("Solution ").count(), 12);
    let left: Vec<_> = fs::read_dir(&folder.0).expect("the folder").flatten().map(|it| it.file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn save_at_the_prompt_writes_the_answer_and_how_far_one_has_come() {
    let folder = Folder::new("keep-save");
    let file = shown(&folder.0.join("mine.sok"));
    let script = format!("{LEVEL}\nr\nsolve\nl\nsave {file}\nsave {file}\n");
    let mut child = lurd()
        .env(super::DATA_HOME, folder.0.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), script.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("lurd ends");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let saved = fs::read_to_string(&file).expect("the file");
    assert!(saved.contains("Solution 3/2/1/1/1\nrRR\n") && saved.contains("Snapshot\nrl\n"), "{saved}");
    assert_eq!(saved.matches("#@ $ .#").count(), 1);
}

/// Runs lines of the prompt and gives what it wrote.
fn prompt(folder: &Folder, lines: &str) -> String {
    let output = run(folder, &["--eval", lines]);
    assert_eq!(output.status.code(), Some(0), "{lines}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_hint_leaves_a_better_answer_in_its_place() {
    let folder = Folder::new("keep-hint");
    let save = |name: &str, lines: &str| {
        let file = shown(&folder.0.join(name));
        let out = prompt(&folder, &format!("{lines}; save {file}"));
        let text = fs::read_to_string(&file).expect("the file");
        let found: Vec<_> = text.lines().filter(|line| line.starts_with("Solution ")).map(str::to_owned).collect();
        (out, found, text)
    };
    let (hinted, found, _) = save("on.sok", "solve pusher/1 --for pushes -q; step 11; hint");
    assert!(hinted.contains("pushes to go)") && !hinted.contains(" to 1"), "{hinted}");
    assert!(matches!(found.as_slice(), [one] if one.contains("/116/")), "{found:?}");
    // Off the answer another is found; put together they are worse. One comes back by moves of one's own.
    let (hinted, found, _) = save("off.sok", "solve pusher/1 --for pushes -q; u; r; hint; l; d; hint");
    assert!(found.iter().any(|one| one.contains("/116/")) && found.len() == 1, "{found:?}");
    assert!(hinted.contains("(116 pushes to go"), "{hinted}");
    // An answer that is not proved stays, too.
    let (_, found, saved) = save("any.sok", "solve pusher/1 -q; step 11; hint; undo 3; hint");
    let solution = text(&run(&folder, &["solve", "pusher/1", "-q"]).stdout);
    let lines: Vec<_> = saved.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("Solution ")).expect("a solution");
    assert!(found.len() == 1 && solution.starts_with(lines[at + 1]), "{saved}");
}

#[test]
fn what_the_computer_found_is_not_marked_as_played() {
    let folder = Folder::new("keep-played");
    assert_eq!(run(&folder, &["solve", "primer", "-q"]).status.code(), Some(0));
    let of_player = |reference: &str| {
        let line = text(&run(&folder, &["list", reference, "--json"]).stdout);
        let (best, played) = line.split_once(r#""best_played":"#).expect("both");
        assert!(best.contains(r#""best":[{"metrics""#), "{line}");
        played.starts_with(r#"[{"metrics""#)
    };
    assert!(!of_player("primer/1") && !of_player("primer/2"));
    let play = |words: &str| prompt(&folder, &format!("play primer/1\n{words}\nquit\n"));
    let walked = play("solve\nstep all");
    assert!(walked.contains("best of yours: none yet") && walked.contains("does not count as yours"), "{walked}");
    assert!(!of_player("primer/1"));
    let played = play("R");
    assert!(played.contains("Your best! Saved."), "{played}");
    assert!(of_player("primer/1") && !of_player("primer/2"));
    let again = play("show");
    assert!(again.contains("best known: 1 push, 1 move\nbest of yours: 1 push, 1 move\n"), "{again}");
    let listed = text(&run(&folder, &["list", "primer"]).stdout);
    assert!(listed.contains("best of yours"), "{listed}");
    // The mark is a part of the title, so that any program can read the file.
    let files = fs::read_dir(folder.0.join("data/lurd/solutions/sokoban")).expect("the folder");
    let texts = files.map(|file| fs::read_to_string(file.expect("an entry").path()).expect("text"));
    let marked: Vec<_> = texts.filter(|text| text.contains("(played)")).collect();
    assert!(matches!(marked.as_slice(), [one] if one.contains("Solution 1/1/1/1/1 (played)\nR\n")), "{marked:?}");
}
