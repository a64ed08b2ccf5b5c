//! `convert`, `id`, and files as people have them.

use std::fs;

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().args(arguments).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn from_file_to_file_by_the_extensions() {
    let folder = Folder::new("convert");
    let path = |name: &str| shown(&folder.0.join(name));
    let (code, _, err) = run(&["convert", "pusher", "-o", &path("a.sok")]);
    assert_eq!((code, err.contains("3 puzzles written to")), (Some(0), true), "{err}");
    for (from, to) in [("a.sok", "a.slc"), ("a.slc", "a.rle"), ("a.rle", "a.xsb")] {
        let (code, _, err) = run(&["convert", &path(from), "-o", &path(to)]);
        assert_eq!(code, Some(0), "{err}");
    }
    let (code, packed, _) = run(&["convert", &path("a.xsb"), "--to", "pusher-db"]);
    assert_eq!((code, packed.starts_with("level_01        db 16h, 0Bh, 0A2h, 0DFh, 38h")), (Some(0), true));
    let (code, _, err) = run(&["convert", &path("a.xsb"), "-o", &path("a.bin")]);
    assert_eq!((code, err.contains("pusher-bin cannot hold")), (Some(0), true), "{err}");
    let (_, again, err) = run(&["convert", &path("a.bin"), "--to", "xsb"]);
    assert_eq!(again.matches('@').count(), 3, "{err}");
    assert!(err.contains("file offset 0032, table offset 0032, size 14 x 10, end 005C, length 43"), "{err}");

    for (arguments, wanted) in [
        (vec!["convert", "pusher"], "needs --to FORMAT"),
        (vec!["convert", "pusher", "-o", "x.txt"], "the extension '.txt' does not determine"),
        (vec!["convert", "pusher", "--to", "xbs"], "did you mean 'xsb'?"),
        (vec!["convert", "pusher", "--to", "pusher-bin"], "binary format"),
        (vec!["convert", "pusher", "--to", "school"], "one level, not 3"),
        (vec!["convert", "missile", "--to", "xsb"], "unknown format 'xsb'; formats: shift"),
        (vec!["convert", "missile/1", "pusher/1", "--to", "xsb"], "several kinds"),
        (vec!["convert", "--to", "xsb"], "needs a PUZZLE"),
        (vec!["show", "pusher/1", "--dialect", "gme"], "did you mean 'gem'?"),
    ] {
        let (code, _, err) = run(&arguments);
        assert_eq!((code, err.contains(wanted)), (Some(2), true), "{arguments:?}: {err}");
    }
}

#[test]
fn a_file_that_is_replaced_is_kept() {
    let folder = Folder::new("convert-replaced");
    let out = shown(&folder.0.join("out.sok"));
    let replaced = "the old file is ";
    for (arguments, is_replaced) in [
        (&["convert", "primer/1", "-o", &out][..], false),
        (&["convert", "primer/2", "-o", &out], true),
        (&["generate", "shifter", "--seed", "1", "-o", &shown(&folder.0.join("out.shift"))], false),
        (&["generate", "shifter", "--seed", "2", "-o", &shown(&folder.0.join("out.shift"))], true),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.contains(replaced)), (Some(0), is_replaced), "{err}");
    }
    let old = std::fs::read_to_string(folder.0.join("out.sok~")).expect("the old file");
    assert!(old.starts_with("Levels for learning") && old.contains("\n\none push\n\n#####\n"), "{old}");
    // In place, nothing is lost.
    let (code, _, err) = run(&["convert", &out, "-o", &out]);
    assert_eq!((code, err.contains(replaced)), (Some(0), false), "{err}");
}

#[test]
fn levels_within_data_and_programs_are_read() {
    let folder = Folder::new("convert-data");
    let yaml = b"name: mine\nlevels:\n- |\n  #####\n  #@$.#\n  #####\n- |\n  ######\n  #@ $.#\n  ######\n";
    let python = b"LEVELS = [\n  '''\n#####\n#@$.#\n#####\n''',\n  '''\n######\n#@ $.#\n######\n''',\n]\n";
    let toml =
        b"[[level]]\nboard = '''\n#####\n#@$.#\n#####\n'''\n[[level]]\nboard = '''\n######\n#@ $.#\n######\n'''\n";
    for (name, text) in [("two.yaml", &yaml[..]), ("two.py", &python[..]), ("two.toml", &toml[..])] {
        let file = folder.file(name, text);
        let (code, out, err) = run(&["show", &file]);
        assert_eq!((code, out.matches('@').count()), (Some(0), 2), "{out}{err}");
        assert!(!out.contains(['|', '\'']), "no delimiter is a title: {out}");
    }
}

#[test]
fn levels_with_the_player_elsewhere_are_no_duplicates() {
    let folder = Folder::new("convert-dedup");
    let levels = ["#######|#@  $.#|#######", "#######|#  @$.#|#######", "#######|#.$@  #|#######"].join("\n");
    let file = folder.file("three.xsb", levels.as_bytes());
    let out = shown(&folder.0.join("out.xsb"));
    let (code, _, err) = run(&["convert", &file, "--dedup", "-o", &out]);
    assert_eq!(
        (code, err.contains("2 puzzles written") && err.contains("1 left out: duplicates")),
        (Some(0), true),
        "{err}"
    );
}

#[test]
fn what_a_format_cannot_hold_is_told_before_it_is_written() {
    let folder = Folder::new("convert-losses");
    let file = folder.file("bell.xsb", b"A\x07B\n\n#####\n#@$.#\n#####\n");
    let (code, _, err) = run(&["convert", &file, "-o", &shown(&folder.0.join("bell.slc"))]);
    let told = err.find("slc cannot hold 1 control character");
    assert!(code == Some(0) && told.is_some() && told < err.find("1 puzzle written"), "{err}");
}

#[test]
fn verify_checks_the_solutions_of_a_file() {
    let folder = Folder::new("verify-file");
    let board = "#####\n#@$.#\n#####\n";
    let right = format!("one\n\n{board}\nSolution\nR\n\nSnapshot\nl\n");
    let file = folder.file("right.sok", right.as_bytes());
    let (code, out, err) = run(&["verify", &file]);
    assert_eq!((code, out.matches(": valid: ").count()), (Some(0), 1), "{out}{err}");
    let wrong =
        folder.file("wrong.sok", format!("{right}\ntwo\n\n######\n#@ $.#\n######\n\nSolution\nrL\n").as_bytes());
    let (code, out, err) = run(&["verify", &wrong]);
    let counts = (out.matches(": valid: ").count(), out.matches(": invalid: ").count());
    assert_eq!((code, counts), (Some(1), (1, 1)), "{out}{err}");
    let faulty = format!("{board}\nSolution: RRR\n\nSolution\nRRx\n");
    let faulty = folder.file("faulty.sok", faulty.as_bytes());
    let (code, out, err) = run(&["verify", &faulty]);
    assert_eq!((code, out.matches(": invalid: ").count()), (Some(1), 2), "{out}{err}");
    assert!(
        out.contains("invalid: step 2 'R': ") && out.contains("'x' is not a step (character 3 of its steps)"),
        "{out}"
    );
    let (code, out, _) = run(&["verify", &faulty, "--json"]);
    let invalid = out.matches("\"status\":\"invalid\"").count();
    assert_eq!((code, invalid, out.contains("\"reason\":\"'x' is not a step\"")), (Some(1), 2, true), "{out}");
    let none = folder.file("none.xsb", board.as_bytes());
    let (code, _, err) = run(&["verify", &none]);
    assert!(code == Some(2) && err.contains("holds no solutions"), "{err}");
}

#[test]
fn scripts_and_results_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("marks");
    let utf16 = |text: &str| -> Vec<u8> {
        std::iter::once(0xfeff_u16).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let script = "solve primer/1 -q --no-store\r\n";
    for script in [format!("\u{feff}{script}").into_bytes(), utf16(script)] {
        let output = with_input(&[], &script);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "R\n".to_owned()));
    }
    let (_, line, _) = run(&["solve", "primer/1", "--json", "--no-store"]);
    for results in [format!("\u{feff}{line}").into_bytes(), utf16(&line)] {
        let file = folder.file("results.jsonl", &results);
        let (code, out, err) = run(&["batch", "report", &file]);
        assert_eq!((code, out.starts_with("1 levels, 1 solved by all")), (Some(0), true), "{out}{err}");
        let joined = shown(&folder.0.join("joined.jsonl"));
        let (code, _, err) = run(&["batch", "primer/1", "--no-store", "--resume", &joined, "--resume", &file]);
        assert_eq!((code, fs::read_to_string(&joined).expect("written")), (Some(0), line.clone()), "{err}");
        fs::remove_file(joined).expect("removed");
    }
}

#[test]
fn nothing_is_lost_in_a_file_that_is_read() {
    let folder = Folder::new("convert-same");
    let original = "one\n\n#####\n#@$.#\n#####\n\nSolution\nR\n";
    let file = folder.file("mine.txt", original.as_bytes());
    let (code, _, err) = run(&["convert", &file, "--to", "xsb", "-o", &file]);
    assert_eq!((code, err.contains("would be lost")), (Some(2), true), "{err}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), original);
    let (code, _, err) = run(&["convert", &file, "-o", "levels.png"]);
    assert_eq!((code, err.contains("'show PUZZLE -o FILE' writes pictures and pages")), (Some(2), true), "{err}");
    let (code, _, _) = run(&["convert", &file, "--to", "sok", "-o", &file]);
    assert_eq!((code, fs::read_to_string(&file).expect("the file")), (Some(0), original.to_owned()));
}

#[test]
fn the_same_level_counts_once() {
    let folder = Folder::new("convert-dedup");
    let turned =
        "######\n#@$ .#\n######\n\n######\n#. $@#\n######\n\n###\n#.#\n# #\n#$#\n#@#\n###\n\n#####\n#@$.#\n#####\n";
    let file = folder.file("levels.xsb", turned.as_bytes());
    let out = shown(&folder.0.join("out.xsb"));
    let (code, _, err) = run(&["convert", &file, "--dedup", "-o", &out]);
    assert_eq!(code, Some(0));
    assert!(err.contains("2 puzzles written") && err.contains("2 left out: duplicates"), "{err}");
}

#[test]
fn bad_levels_do_not_stop_a_file() {
    let folder = Folder::new("convert-bad");
    let file = folder.file("levels.xsb", b"#####\n#@$.#\n#####\n\n#####\n#@@.#\n#####\n\n#####\n#.$@#\n#####\n");
    let (code, out, _) = run(&["list", &file]);
    assert_eq!((code, out.contains("error: 2 players (row 2 column 2, row 2 column 3)")), (Some(2), true));
    let (code, out, err) = run(&["convert", &file, "--to", "xsb"]);
    assert_eq!((code, out.matches('$').count(), err.contains("2 players")), (Some(2), 2, true), "{err}");
}

#[test]
fn rows_that_become_no_level_are_told_in_one_line() {
    let folder = Folder::new("left-out");
    let board = "#####\n#@$.#\n#####\n";
    let file = folder.file("levels.xsb", format!("{board}\n{board}\n#####\n\n#   #\n").as_bytes());
    let told = format!("note: {file}:9: rows that look like those of a board were ignored, 2 in all\n");
    for arguments in [
        &["list", &file, "--no-store"][..],
        &["convert", &file, "--to", "sok"],
        &["batch", &file, "--no-store"],
        &["solve", &file, "--no-store"],
        &["show", &file],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.matches(&told).count()), (Some(0), 1), "{arguments:?}: {err}");
    }
    let commented = folder.file("commented.xsb", format!("{board}; #####\n; #.$@#\n; #####\n").as_bytes());
    let (code, out, err) = run(&["convert", &commented, "--to", "sok"]);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "#####\n#@$.#\n#####\n\n; #####\n; #.$@#\n; #####\n", ""));
}

#[test]
fn packed_levels_behind_other_bytes_are_read() {
    let folder = Folder::new("packed-copies");
    let packed = shown(&folder.0.join("levels.bin"));
    let (code, _, err) = run(&["convert", "pusher", "-o", &packed]);
    assert_eq!(code, Some(0), "{err}");
    let levels = fs::read(&packed).expect("the file");
    let program = [&[0; 64], &levels[..], &[0; 9], &levels[..50]].concat();
    let file = folder.file("game.exe", &program);
    let (_, out, err) = run(&["list", &file, "--no-store"]);
    assert_eq!((out.matches("Maze").count(), err.contains("ignored")), (4, false), "{out}{err}");
}

#[test]
fn latin_letters_and_other_dialects_are_told() {
    let folder = Folder::new("convert-latin");
    let file = folder.file("levels.txt", b"Stra\xdfe\n\n#####\n#@O.#\n#####\n");
    let (code, out, err) = run(&["list", &file]);
    assert_eq!((code, out.contains("Straße")), (Some(0), true), "{out}");
    assert!(
        err.contains(
            "not UTF-8, read as windows-1252; --encoding NAME chooses another encoding; read in the dialect school"
        ),
        "{err}"
    );
    let both = folder.file("both.txt", b"########\n#@$o * #\n#o . $ #\n########\n");
    let (code, _, err) = run(&["show", &both, "--allow-unequal"]);
    assert_eq!((code, err.contains("sok or gem") && err.contains("--dialect")), (Some(2), true), "{err}");
    let (code, out, _) = run(&["show", &both, "--allow-unequal", "--dialect", "gem"]);
    assert_eq!((code, out.contains("#$ . $ #")), (Some(0), true), "{out}");
}

#[test]
fn unequal_counts_are_played_by_their_own_rule() {
    let (more_boxes, more_goals) = ("########|#@$ $ .#|#      #|########", "########|#@ $ ..#|########");
    for (level, answer) in [(more_boxes, "drruRR"), (more_goals, "rRR")] {
        let (code, _, err) = run(&["solve", level]);
        assert_eq!((code, err.contains("--allow-unequal")), (Some(2), true), "{err}");
        let (code, out, err) = run(&["verify", level, answer, "--allow-unequal"]);
        assert_eq!(code, Some(0), "{out}{err}");
        let (code, out, _) = run(&["solve", level, "--allow-unequal", "--for", "pushes", "--strategy", "bfs"]);
        assert_eq!(code, Some(0), "{out}");
    }
}

#[test]
fn identities_in_words_and_json() {
    let published = "###########|##### *. ##|####  @# ##|#  $.$#####|#   #  $ .#|##### $  .#|###########";
    let (code, out, _) = run(&["id", published]);
    assert_eq!(code, Some(0));
    assert!(out.contains("1674E2D1AC70B61C") && out.contains("4C58C6973860C790"), "{out}");
    let (_, out, _) = run(&["id", published, "--json"]);
    assert!(out.contains(r#""ids":{"unique":"1674E2D1AC70B61C","exact":"4C58C6973860C790"}"#), "{out}");
}

#[test]
fn from_standard_input() {
    let output = with_input(&["convert", "-", "--to", "rle"], b"#####\n#@$.#\n#####\n");
    assert_eq!(text(&output.stdout), "5#|#@$.#|5#\n");
}
