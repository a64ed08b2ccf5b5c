//! Input that no puzzle can be read from: refused with its place, exit 2, soon, whichever way it
//! comes in; and what looks like it and is none.

use std::process::{Command, Output};

use super::folder::{Folder, shown};
use super::{lurd, text, with_input, with_input_of};

/// What a case may take: seconds of processor time, which a busy machine does not lengthen. More ends lurd by a signal.
#[cfg(unix)]
fn soon(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 20; exec \"$0\" \"$@\""]).arg(crate::program()).args(arguments);
    for (name, value) in lurd().get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    with_input_of(command, input)
}

#[cfg(not(unix))]
fn soon(arguments: &[&str], input: &[u8]) -> Output {
    super::with_input(arguments, input)
}

/// Levels and boards that are wrong: the message, and row and column where it points.
const WRONG: &[(&str, &str, &str)] = &[
    ("#####\n# $.#\n#####\n", "no player; a level has exactly one", ":1:1"),
    ("######\n#@@$.#\n######\n", "2 players (row 2 column 2, row 2 column 3)", ":2:3"),
    ("######\n#@$$.#\n######\n", "2 boxes, 1 goal", ":2:4"),
    ("######\n#@$..#\n######\n", "1 box, 2 goals", ":2:5"),
    ("#####\n#@$.\n#####\n", "not closed: the player can leave at row 2 column 5", ":2:5"),
    ("#####\n#@$?#\n#####\n", "'?' at row 2 column 4 is not a letter of a board", ":2:4"),
    ("source:\n12\n345\ntarget:\n12\n345\n", "row 2 has 3 tiles, row 1 has 2", ":3:1"),
    ("source:\n12\n34\ntarget:\n12\n35\n", "the target has one 5 too many and one 4 too few", ":6:2"),
    ("1221\n3443\n3443\n2442\n\n4342\n3124\n4243\n243\n", "row 4 of the target has 3 tiles, rows 1-3 have 4", ":9:1"),
    ("1221\n344\n3443\n2442\n\n4342\n3124\n4243\n2431\n", "row 2 has 3 tiles, row 1 has 4", ":2:1"),
    ("🟥🟦/🟩🟥 -> 🟦🟥/🟩🟪\n", "the target has one 🟪 too many and one 🟥 too few", ":1:14"),
    ("4x4:1,2,3\n", "a board of 4 x 4 has each tile from 1 to 16 once", ":1:5"),
];

/// Shifters with a mistake, in notations that no script has.
const MISTYPED: &[(&str, &str, &str)] = &[
    (
        "Start:\n1221\n3443\n3443\n2442\nGoal:\n4342\n3124\n4243\n243\n",
        "row 4 of the target has 3 tiles, rows 1-3 have 4",
        ":10:1",
    ),
    (
        "1221\n3443\n3443\n2442\ntarget\n4342\n3124\n4243\n243\n",
        "row 4 of the target has 3 tiles, rows 1-3 have 4",
        ":9:1",
    ),
    ("Start:\n1221\n3443\n3443\n2442\nGoal:\n4342\n3124\n4243\n2435\n", "the source has no 5", ":10:4"),
    ("Red Red Blue\nBlue Red Green\n\nRad Red Blue\nBlue Red Green\n", "'Rad' is not a tile", ":4:1"),
    ("| 1 | 2 |\n|---|---|\n| 3 | 4 |\n\n| 2 | 1 |\n|---|---|\n| 3 | 5 |\n", "the source has no 5", ":7:7"),
    ("🟥🟦\n🟩🟥\n\n🟦🟥\n🟩\n", "row 2 of the target has 1 tile, row 1 has 2", ":5:1"),
    ("🟥🟦\n🟩🟥\n\n🟦🟥\n🟩🟪\n", "the source has no 🟪", ":5:2"),
    ("🟥🟦\n🟩🟥\n->\n🟦🟥\n🟩🟪\n", "the source has no 🟪", ":5:2"),
];

/// Runs lurd with `arguments` and `input`, and insists on the code, on speed and on a message of
/// a size that people can read; gives standard error.
fn refused(arguments: &[&str], input: &[u8], message: &str) -> String {
    let output = soon(arguments, input);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}: {stderr}");
    assert!(stderr.contains("error:") && stderr.contains(message), "{message}: {stderr}");
    assert!(!stderr.contains("panicked") && stderr.len() < 2000, "{stderr}");
    stderr
}

#[test]
fn wrong_puzzles_are_refused_with_their_place() {
    let folder = Folder::new("wrong");
    for (number, (puzzle, message, place)) in WRONG.iter().chain(MISTYPED).enumerate() {
        let file = folder.file(&format!("{number}.txt"), puzzle.as_bytes());
        let ways: [(&[&str], &[u8], String); 3] = [
            (&["solve", &file], b"", format!("{file}{place}")),
            (&["solve", "-"], puzzle.as_bytes(), format!("<stdin>{place}")),
            (&["solve", puzzle], b"", format!("<argument>{place}")),
        ];
        for (arguments, input, place) in ways {
            let stderr = refused(arguments, input, message);
            assert!(stderr.contains(&format!("--> {place}\n")), "{place}: {stderr}");
        }
        // Piped without a command, the lines are a script whose one puzzle it is.
        if number >= WRONG.len() {
            continue;
        }
        let stderr = refused(&[], puzzle.as_bytes(), message);
        assert!(stderr.contains(&format!("--> <prompt>{place}\n")), "{place}: {stderr}");
    }
}

#[test]
fn a_wrong_puzzle_is_a_json_object_too() {
    for (puzzle, message, _) in WRONG {
        let output = with_input(&["solve", puzzle, "--json"], b"");
        let line = text(&output.stdout);
        assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
        assert!(line.contains(r#""status":"error""#) && line.contains(message), "{line}");
    }
}

#[test]
fn files_that_hold_no_text_are_refused() {
    let folder = Folder::new("files");
    let all_bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let binary = folder.file("binary.xsb", &all_bytes);
    let empty = folder.file("empty.xsb", b"");
    let blank = folder.file("blank.shift", b" \n\n");
    let prose = folder.file("prose.txt", b"hello\n");
    let missing = shown(&folder.0.join("missing.xsb"));
    let directory = shown(&folder.0);
    for (path, message) in [
        (binary, "a binary file without packed levels: byte 0 is not text"),
        (empty, "empty, no puzzle in it"),
        (blank, "empty, no puzzle in it"),
        (prose, "no level in this text"),
        (missing, "there is no file"),
        (directory, "is a folder"),
    ] {
        let stderr = refused(&["solve", &path], b"", message);
        assert!(stderr.contains(&path), "{stderr}");
    }
    for (input, message) in [
        (&b"\xff\xfe"[..], "error: empty, no puzzle in it"),
        (b"a\0\x01b", "a binary file without packed levels: byte 1 is not text"),
        (b"a\0b", "not a puzzle of a known kind"),
        (b"", "error: empty, no puzzle in it"),
        (b"hello\n", "not a puzzle of a known kind"),
    ] {
        refused(&["solve", "-"], input, message);
    }
}

#[test]
fn too_many_walls_are_refused_soon() {
    let folder = Folder::new("walls");
    let (long, width, height) = if crate::takes_all() { (10_000_000, 999, 10_000) } else { (100_000, 99, 1_001) };
    let row = "#".repeat(long);
    let rows = format!("{}\n", "#".repeat(width)).repeat(height);
    for (walls, message) in [(row, "a row is longer than 1000 squares"), (rows, "more than 1000 rows")] {
        let file = folder.file("walls.xsb", walls.as_bytes());
        refused(&["solve", &file], b"", message);
        refused(&["solve", "-"], walls.as_bytes(), message);
        refused(&[], walls.as_bytes(), message);
    }
}

#[test]
fn a_box_that_is_walled_off_is_no_error() {
    for (level, code, message) in [
        ("#########|#@ $. #$#|#     #.#|#########", 1, "can never reach the box at row 2 column 8"),
        ("#########|#@ $. #*#|#     # #|#########", 0, "solved: 1 push"),
        ("#####|#@ *#|#####", 0, "solved: 0 pushes"),
        ("12/34 -> 12/34", 0, "solved: 0 shifts"),
    ] {
        let output = lurd().args(["solve", level]).output().expect("lurd runs");
        let stdout = text(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{level}: {stdout}");
        assert!(stdout.contains(message), "{level}: {stdout}");
    }
    let output = lurd().args(["solve", "#####|#@ *#|#####", "--json"]).output().expect("lurd runs");
    assert!(text(&output.stdout).contains(r#""solution":"","buttons":[],"cost":0,"#));
}

/// A name on Unix is any bytes: with a line end, with a '|', not UTF-8.
#[cfg(unix)]
#[test]
fn files_of_any_name_are_read_and_written() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let folder = Folder::new("odd-names");
    for name in [b"a\nb.xsb".as_slice(), b"a|b.xsb", b"a -> b.xsb", b"x\xff.xsb", "f\u{fc}r.xsb".as_bytes()] {
        let name = OsStr::from_bytes(name);
        std::fs::write(folder.0.join(name), "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n").expect("written");
        let mut second = name.to_owned();
        second.push(":2");
        let mut copy = OsStr::from_bytes(b"copy of ").to_owned();
        copy.push(name);
        for (arguments, code) in [
            (vec![OsStr::new("solve"), name, OsStr::new("-q")], 0),
            (vec![OsStr::new("solve"), &second, OsStr::new("-q")], 0),
            (vec![OsStr::new("convert"), name, OsStr::new("-o"), &copy], 0),
            (vec![OsStr::new("solve"), &copy, OsStr::new("-q")], 0),
        ] {
            let output = lurd().args(&arguments).current_dir(&folder.0).output().expect("it runs");
            assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        }
        assert!(folder.0.join(&copy).exists(), "{copy:?}");
    }
    let output = lurd().args([OsStr::new("solve"), OsStr::from_bytes(b"y\xff.xsb")]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(r"no collection and no file 'y\xff.xsb'"), "{}", text(&output.stderr));
}
