//! Hostile input and special files: control characters never reach a terminal, devices stay devices, and
//! nothing is read without an end.

use std::fs;
use std::time::{Duration, Instant};

use super::folder::{Folder, shown};
use super::{lurd, text, with_input};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = lurd().args(arguments).output().expect("lurd runs");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// An escape sequence in a title that never ends: everything after it must still be written.
#[test]
fn what_is_converted_to_a_pipe_is_exact() {
    let file = "A \u{1b}] b\n\n#####\n#@$.#\n#####\n";
    let output = with_input(&["convert", "-", "--to", "sok"], file.as_bytes());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), file.to_owned()));
    // The text for people has no such characters, wherever it goes.
    for command in ["show", "list", "solve", "id"] {
        let output = with_input(&[command, "-"], file.as_bytes());
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{command}");
    }
}

#[test]
fn json_has_no_control_characters_of_any_kind() {
    let file = "T \u{9b}31m \u{7f} \u{202e}x\n\n#####\n#@$.#\n#####\n";
    let output = with_input(&["solve", "-", "--json"], file.as_bytes());
    let line = text(&output.stdout);
    assert!(line.contains("T \\u009b31m \\u007f \\u202ex"), "{line}");
    let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(value["name"], "T \u{9b}31m \u{7f} \u{202e}x");
}

#[test]
fn a_word_of_the_command_line_is_shown_and_not_sent() {
    for word in ["--no\u{1b}]52;c;AA\u{7}", "--\u{9b}2J"] {
        let (code, out, err) = run(&["solve", "missile/1", word]);
        let is_shown = err.contains("\\u{1b}") || err.contains("\\u{9b}");
        assert_eq!((code, out.as_str(), is_shown), (Some(2), "", true), "{err:?}");
        assert!(err.chars().all(|letter| letter == '\n' || !letter.is_control()), "{err:?}");
    }
}

#[test]
fn names_of_a_layout_have_no_control_characters() {
    let folder = Folder::new("pad-escape");
    let pad = fs::read_to_string("examples/gamepad.toml").expect("an example");
    let name = pad.lines().find(|line| line.starts_with("name")).expect("a name");
    let path = folder.0.join("pad.toml");
    fs::write(&path, pad.replace(name, "name = \"p\\u001b]52;c;AA\\u0007\"")).expect("written");
    let (code, out, err) = run(&["solve", "missile/1", "--pad", &shown(&path)]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("has a control character") && !err.contains('\u{1b}'), "{err:?}");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_stay_what_they_are() {
    use std::os::unix::fs::FileTypeExt;

    let folder = Folder::new("special");
    let pipe = folder.0.join("pipe.sok");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let name = shown(&pipe);
    // A level is added to what a file has; a pipe has nothing to read. This is told before the search.
    let begun = Instant::now();
    let (code, out, err) = run(&["solve", "pusher/1", "-o", &name]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert!(err.contains("not a regular file") && begun.elapsed() < Duration::from_secs(30), "{err}");
    let (reader, place) = (pipe.clone(), name.clone());
    let read = std::thread::spawn(move || fs::read_to_string(reader));
    let (code, _, err) = run(&["convert", "pusher/1", "-o", &place]);
    assert_eq!(code, Some(0), "{err}");
    assert!(read.join().expect("a reader").expect("text").contains('@'));
    assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo());
    let (code, _, err) = run(&["convert", "pusher/1", "--to", "sok", "-o", "/dev/null"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
}

#[cfg(unix)]
#[test]
fn nothing_is_read_without_an_end() {
    for arguments in [
        &["solve", "missile/1", "--pad", "/dev/zero"][..],
        &["show", "/dev/zero"],
        &["verify", "--certificate", "/dev/zero"],
        &["batch", "report", "/dev/zero"],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains("larger than") || err.contains("is a device"), "{arguments:?}: {err}");
    }
    let output = lurd().args(["list"]).env("LURD_CONFIG", "/dev/zero").output().expect("lurd runs");
    assert!(text(&output.stderr).contains("larger than 1024 KiB"), "{}", text(&output.stderr));
}

#[test]
fn more_threads_than_cores_are_not_started() {
    let (code, out, err) = run(&["solve", "missile/1", "--strategy", "bfs", "--threads", "100000"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("solved") && err.contains("can run at once, instead of 100000"), "{err}");
}

#[test]
fn too_much_of_one_thing_is_refused_soon() {
    let puzzles = "12 -> 21\n".repeat(100_001);
    let output = with_input(&["list", "-"], puzzles.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(err.contains("too many puzzles in one text") && err.contains("at most 100000"), "{err}");
    let attributes: Vec<String> = (0..40_000).map(|number| format!(" a{number}=\"x\"")).collect();
    let attributes = attributes.concat();
    let file = format!(
        "<SokobanLevels><LevelCollection><Level{attributes}><L>###</L></Level></LevelCollection></SokobanLevels>"
    );
    let output = with_input(&["list", "-"], file.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("more than 200 attributes"), "{}", text(&output.stderr));
}

/// Boards that are commented out stay so, whatever they are converted to.
#[test]
fn boards_in_comments_are_not_revived() {
    let board = "#####\n#@$.#\n#####\n";
    let comment = "; ######\n; #@$ .#\n; ######\n";
    for file in [
        format!("About\n{comment}\n{board}"),
        format!("{board}{comment}"),
        format!("{board}\n; ######\n\n{board}{comment}"),
        format!(
            "<SokobanLevels><Title>T</Title><Description>Look:\n{board}</Description><LevelCollection>\
                 <Level><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>"
        ),
    ] {
        let levels = |text: &str| {
            let output = with_input(&["list", "-", "--json"], text.as_bytes());
            super::text(&output.stdout).lines().count()
        };
        let before = levels(&file);
        for format in ["sok", "xsb", "slc"] {
            let output = with_input(&["convert", "-", "--to", format], file.as_bytes());
            assert_eq!(levels(&text(&output.stdout)), before, "{format}\n{}", text(&output.stdout));
        }
    }
}

/// Documents for other programs escape what would be markup or control characters there.
#[test]
fn exported_documents_escape_hostile_names() {
    const HOSTILE: &str = "<script>alert(1)</script>&\"'|`,\u{1b}[31m\u{1}";
    let folder = Folder::new("export-escape");
    let name = folder.file("lev.sok", format!("{HOSTILE}\n\n#####\n#@$.#\n#####\n").as_bytes());
    for extension in ["md", "csv", "json", "svg"] {
        let path = shown(&folder.0.join(format!("out.{extension}")));
        let arguments = ["compare", &name, "--for", "pushes", "--strategies", "bfs,astar", "--export", &path];
        let (code, _, err) = run(&arguments);
        assert_eq!(code, Some(0), "{extension}: {err}");
        let text = fs::read_to_string(&path).expect("written");
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.chars().any(is_control), "{extension}: {text}");
        if matches!(extension, "md" | "svg") {
            // A backslash before it makes it text in Markdown.
            assert!(!text.replace("\\<", "").contains("<script"), "{extension}: {text}");
        }
        if extension == "svg" {
            roxmltree::Document::parse(&text).expect("XML");
        }
        if extension == "json" {
            serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
        }
    }
    let output = with_input(&["convert", &name, "--to", "slc"], b"");
    let text = text(&output.stdout);
    assert!(!text.contains("<script>"), "{text}");
    let again = with_input(&["list", "-", "--json"], text.as_bytes());
    assert_eq!(again.status.code(), Some(0), "{text}");
}

/// Whatever a command writes to a file that is there, the old contents are kept beside it.
#[test]
fn files_that_commands_write_are_kept() {
    let folder = Folder::new("kept-files");
    let level = "#####\n#@$.#\n#####\n\nSolution\nR\n";
    let results = with_input(&["solve", "-", "--json"], level.as_bytes());
    let lines = shown(&folder.0.join("k.jsonl"));
    fs::write(&lines, results.stdout).expect("written");
    let file = shown(&folder.0.join("m.txt"));
    let commands: [&[&str]; 6] = [
        &["show", &format!("{file}:1"), "-o", &file.replace(".txt", ".svg")],
        &[
            "compare",
            &format!("{file}:1"),
            "--strategies",
            "bfs",
            "--runs",
            "1",
            "--export",
            &file.replace(".txt", ".md"),
        ],
        &["batch", &file, "--export", &file.replace(".txt", ".csv")],
        &["batch", "report", &lines, "--export", &file.replace(".txt", ".md")],
        &["trace", &format!("{file}:1"), "-o", &file.replace(".txt", ".jsonl")],
        &["verify", &format!("{file}:1"), "R", "-o", &file.replace(".txt", ".html")],
    ];
    for command in commands {
        fs::write(&file, level).expect("written");
        let output = command.last().expect("a path");
        fs::write(output, level).expect("written");
        let (code, _, err) = run(command);
        assert_eq!(code, Some(0), "{command:?}: {err}");
        assert!(err.contains("; the old file is "), "{command:?}: {err}");
        let kept = fs::read_to_string(format!("{output}~")).expect("the old file");
        assert_eq!(kept, level, "{command:?}");
        fs::remove_file(format!("{output}~")).expect("removed");
        fs::remove_file(output).expect("removed");
    }
}

/// Puzzles of one kind are not added to a file of another kind, where they would not be read.
#[test]
fn a_file_holds_one_kind_of_puzzle() {
    let folder = Folder::new("one-kind");
    let shifter = "x\nsource:\n12\n34\ntarget:\n21\n34\n";
    let level = "#####\n#@$.#\n#####\n";
    for (name, text, puzzle) in [("sh.txt", shifter, "primer/1"), ("lev.txt", level, "missile/1")] {
        let file = folder.0.join(name);
        fs::write(&file, text).expect("written");
        let (code, _, err) = run(&["solve", puzzle, "-o", &shown(&file)]);
        assert_eq!(code, Some(2), "{name}: {err}");
        assert!(err.contains("holds puzzles of the kind"), "{name}: {err}");
        assert_eq!(fs::read_to_string(&file).expect("text"), text, "{name}");
    }
}
