//! lurd as a user meets it: transcripts in `tests/cmd`, pipes, signals.

mod bad_input;
mod batch;
mod compare;
mod completion;
mod config;
mod convert;
mod folder;
mod generate;
mod json;
mod keep;
mod proofs;
mod results;
mod safety;
mod saved;
mod shares;
mod trace;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use folder::Folder;

fn lurd() -> Command {
    let mut command = Command::new(crate::program());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    command.env_remove("LURD_CONFIG").envs(own_folders());
    command
}

/// The variables that name the user's folders, on Unix and on Windows.
const FOLDERS: [&str; 7] =
    ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

/// The variable of the folder for the user's data.
const DATA_HOME: &str = if cfg!(windows) { "APPDATA" } else { "XDG_DATA_HOME" };

/// Nothing of the user's own is read or written: these folders are the tests'.
fn own_folders() -> [(&'static str, String); 7] {
    FOLDERS.map(|name| (name, format!("{}/own/{name}", env!("CARGO_TARGET_TMPDIR"))))
}

#[test]
fn the_version_is_a_command_too() {
    let of = |arguments: &[&str]| with_input(arguments, b"").stdout;
    let version = of(&["--version"]);
    let line = String::from_utf8(version.clone()).expect("text");
    let rest = line.strip_prefix(concat!("lurd ", env!("CARGO_PKG_VERSION"), " (")).expect("the number");
    let (commit, target) = rest.trim_end().strip_suffix(')').and_then(|rest| rest.split_once(", ")).expect("two parts");
    assert!(commit == "debug build" || commit == "unknown commit" || commit.len() >= 12, "{line}");
    assert!(target.split('-').count() >= 2, "{line}");
    for arguments in [&["version"][..], &["-e", "version"], &["-e", "--version"]] {
        assert_eq!(of(arguments), version, "{arguments:?}");
    }
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    with_input_at(Path::new("."), arguments, input)
}

fn with_input_at(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = lurd();
    command.current_dir(folder).args(arguments);
    with_input_of(command, input)
}

fn with_input_of(mut command: Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lurd starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // Whether lurd reads all of it is its own business.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("lurd ends");
    writer.join().expect("no panic");
    output
}

fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    json::check_lines(&text);
    text
}

#[test]
fn transcripts() {
    // In folders of their own: a transcript with input leaves an unsaved draft, which the editor in others reports.
    for (folder, files) in [
        ("transcripts", ["tests/cmd/*.trycmd", "README.md", "docs/guide.md"].as_slice()),
        ("transcripts-with-input", ["tests/cmd/*.toml"].as_slice()),
    ] {
        let cases = trycmd::TestCases::new();
        // What a run before has kept or left unsaved would be reported, too.
        let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(&fresh);
        for (name, _) in own_folders() {
            cases.env(name, fresh.join(name).display().to_string());
        }
        for file in files {
            cases.case(file);
        }
    }
}

#[test]
fn a_closed_pipe_is_silent() {
    for arguments in [&["solve", "missile", "--json"][..], &["strategies"], &["help", "solve"], &["--help"]] {
        let mut child =
            lurd().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("lurd starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("lurd ends");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn colours_are_for_terminals() {
    let has_colours = |name: &str, value: &str| {
        let output = lurd().args(["solve", "missile/1"]).env(name, value).output().expect("lurd runs");
        text(&output.stdout).contains('\u{1b}')
    };
    assert!(!has_colours("LURD_TEST", "1"), "a pipe gets none");
    assert!(has_colours("CLICOLOR_FORCE", "1"));
    assert!(!has_colours("NO_COLOR", "1"));
}

#[test]
fn a_script_that_is_no_text_is_carried_out_up_to_there() {
    let script = with_input(&[], b"solve missile/1\n\xff\n");
    assert_eq!(script.status.code(), Some(2));
    assert!(text(&script.stdout).contains("solved"), "the lines before are carried out");
}

#[test]
fn a_script_stops_at_an_error_and_goes_on_after_a_no() {
    let goes_on = with_input(&[], b"load missile/1\nverify left 0\nsolve --nodes 1 --strategy bfs\nundo all\n");
    assert_eq!(goes_on.status.code(), Some(2), "{}", text(&goes_on.stderr));
    let worst = with_input(&[], b"verify missile/1 left 0\nsolve missile/4 --nodes 1 --strategy bfs\n; end\n");
    assert_eq!(worst.status.code(), Some(3), "{}", text(&worst.stderr));
    let stops = with_input(&[], b"slove\nsolve missile/1\n");
    assert_eq!((stops.status.code(), text(&stops.stdout)), (Some(2), String::new()));
}

/// Carries out `script` and gives code, standard output and standard error.
fn script(script: &str) -> (Option<i32>, String, String) {
    let output = with_input(&[], script.as_bytes());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn solve_makes_its_puzzle_the_current_one_unless_there_are_several() {
    let (code, out, err) = script("solve missile/1\nleft 1, left 2, right 3, left 2\n");
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\nsolved in "), "{out}");
    let (code, out, _) = script("solve #####|#@$.#|#####\nR\n");
    assert!(code == Some(0) && out.contains("\nsolved in "), "{out}");
    let (code, _, err) = script("load missile/1\nsolve missile/2 missile/3\nleft 1, left 2, right 3, left 2\n");
    assert_eq!(code, Some(0), "missile/1 is still the current one: {err}");
    let (code, _, err) = script("solve missile/2 missile/3\nleft 1\n");
    assert!(code == Some(2) && err.contains("unknown command 'left'"), "{err}");
    let (code, _, err) = script("load missile/1\nsolve #####|#@@.#|#####\n");
    assert!(code == Some(2) && err.contains("2 players"), "{err}");
}

#[test]
fn help_of_a_command_at_the_prompt_carries_out_nothing() {
    let (code, out, _) = script("load missile/4\nsolve --help\n");
    assert!(code == Some(0) && out.contains("--strategy") && !out.contains("solved:"), "{out}");
}

#[test]
fn verify_at_the_prompt_finds_where_the_puzzle_ends() {
    for line in [
        "verify '1234/4123/3412/2341 -> 1234/1234/1234/1234' 'left 1, left 2, right 3, left 2'",
        "verify missile/1 left 1, left 2, right 3, left 2",
        "verify missile/1 'left 1, left 2, right 3, left 2'",
        "verify '#######|#@ $ .#|#######' r RR",
        "verify '#######|#@ $ .#|#######' 'rRR'",
    ] {
        let (code, out, err) = script(line);
        assert!(code == Some(0) && out.contains("valid: "), "{line}: {err}");
    }
    let (code, _, err) = script("verify 1234/4123/3412/2341 -> 1234/1234/1234/1234 left 1, left 2, right 3, left 2");
    assert!(code == Some(2) && err.contains("quotes"), "{err}");
}

/// Every example of every command and topic, in a session that has an answer and in a folder that
/// has the files they name.
#[test]
fn the_examples_of_the_help_work() {
    use lurd::toolkit::help_topics::TOPICS;
    use lurd_cli::commands;

    let folder = Folder::new("examples");
    folder.file("levels.xsb", "#####\n#@$.#\n#####\n\n".repeat(12).as_bytes());
    folder.file("mine.sok", "#####\n#@$.#\n#####\n\nSolution\nR\n\n".repeat(3).as_bytes());
    for results in ["share-1.jsonl", "share-2.jsonl", "new.jsonl", "old.jsonl"] {
        folder.file(results, b"");
    }
    fs::create_dir_all(folder.0.join("games")).expect("a folder");
    let commands = commands().iter().flat_map(|command| command.examples);
    for (line, _) in commands.chain(TOPICS.iter().flat_map(|topic| topic.examples)) {
        let (before, at) = match *line {
            "do uurR" => ("load ######|# . .#|#  $ #|# $  #|# @  #|######", &folder.0),
            line if line.starts_with("save") => ("solve #####|#@$.#|#####", &folder.0),
            _ => ("solve missile/1\nstep 3\nundo", &folder.0),
        };
        // These take lines themselves, which in a script would be those of the script.
        if ["play", "edit"].iter().any(|word| line.starts_with(word)) {
            let words: Vec<&str> = line.split(' ').collect();
            let output = with_input_at(at, &words, b"help\n");
            assert_eq!(output.status.code(), Some(0), "{}: {}", line, text(&output.stderr));
            continue;
        }
        let script = format!("{before}\n{line}\n");
        let output = with_input_at(at, &[], script.as_bytes());
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1 | 3)), "{}: {code:?} {}", line, text(&output.stderr));
    }
    assert!(folder.0.join("share/man/man1/lurd-solve.1").exists());
}

#[test]
fn manual_pages_know_every_command_and_flag() {
    use lurd_cli::commands;

    let folder = Folder::new("man");
    let written = lurd().current_dir(&folder.0).args(["man", "pages"]).output().expect("lurd runs");
    assert_eq!((written.status.code(), text(&written.stdout)), (Some(0), String::new()), "{}", text(&written.stderr));
    let page = |name: &str| fs::read_to_string(folder.0.join("pages").join(name)).expect("a page");
    // In a page every '-' is written with a backslash.
    let plain = |page: String| page.replace('\\', "");
    let main = plain(page("lurd.1"));
    for command in commands() {
        assert!(command.at_prompt_only || main.contains(command.name), "{}", command.name);
        if !command.at_prompt_only {
            let page = plain(page(&format!("lurd-{}.1", command.name)));
            for flag in command.parser(false).get_opts().filter_map(|it| it.get_long()).filter(|it| *it != "for-if-any")
            {
                assert!(page.contains(&format!("--{flag}")), "{}: {flag}", command.name);
            }
            // Up to the first quote, which is written differently in a page.
            let example = command.examples[0].0.split('\'').next().unwrap_or_default();
            assert!(page.contains(example), "{}: its examples", command.name);
        }
    }
}

#[test]
fn output_is_the_same_byte_for_byte() {
    let run = || lurd().args(["solve", "missile"]).output().expect("lurd runs").stdout;
    assert_eq!(run(), run());
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_shows_what_there_is() {
    const TRANSPOSED: &str = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";
    for signal in ["-INT", "-TERM"] {
        let child = lurd()
            .args(["solve", TRANSPOSED, "--strategy", "idastar", "--time", "30s", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("lurd starts");
        std::thread::sleep(std::time::Duration::from_millis(700));
        let started = std::time::Instant::now();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let output = child.wait_with_output().expect("lurd ends");
        // Far below the time limit of the search, far above what a busy machine takes.
        assert!(started.elapsed().as_secs() < 10, "at once");
        assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
        let line = text(&output.stdout);
        assert!(line.contains(r#""status":"cancelled""#) && line.contains(r#""expanded":"#), "{line}");
    }
}

#[test]
fn a_puzzle_as_the_first_word_is_solved() {
    let folder = Folder::new("first-word");
    fs::write(folder.0.join("lev.txt"), "#####\n#@$.#\n#####\n").expect("written");
    for words in [&["missile/1", "-q"][..], &["lev.txt"], &["lev.txt", "-j", "1"], &["#####|#@$.#|#####", "-v"]] {
        let output = lurd().current_dir(&folder.0).args(words).output().expect("lurd runs");
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
        let is_bare = words.contains(&"-q");
        assert!(is_bare || text(&output.stdout).contains("solved: 1 push"), "{words:?}");
    }
    let output = with_input(&["-"], b"#####\n#@$.#\n#####\n");
    assert!(text(&output.stdout).contains("solved: 1 push"), "{}", text(&output.stderr));
    for (word, says) in [
        ("slove", "unknown command 'slove'; did you mean 'solve'?"),
        ("missle/1", "no collection and no file 'missle/1'"),
        ("nowhere.xsb", "no collection and no file 'nowhere.xsb'"),
    ] {
        let output = lurd().current_dir(&folder.0).arg(word).output().expect("lurd runs");
        assert_eq!(output.status.code(), Some(2), "{word}");
        assert!(text(&output.stderr).contains(says), "{word}: {}", text(&output.stderr));
    }
    // A word that is a command wins.
    fs::write(folder.0.join("list"), "#####\n#@$.#\n#####\n").expect("written");
    let output = lurd().current_dir(&folder.0).arg("list").output().expect("lurd runs");
    assert!(text(&output.stdout).contains("missile"), "{}", text(&output.stdout));
}

#[test]
fn colours_can_be_demanded() {
    let shown =
        |name: &str| text(&lurd().args(["solve", "missile/1"]).env(name, "1").output().expect("lurd runs").stdout);
    assert!(shown("CLICOLOR_FORCE").contains('\u{1b}') && !shown("NO_COLOR").contains('\u{1b}'));
}

#[test]
fn rows_in_the_lines_of_the_editor_are_the_board() {
    let output = with_input(&["edit", "--plain"], b"  ####\n###  ##\n#@$ . #\n#######\n\nvalidate\nsolve\nquit\n");
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.contains("pasted") && shown.contains("solved: 2 pushes"), "{shown}{said}");
    assert!(!said.contains("error"), "{said}");
}

#[test]
fn what_is_assumed_of_the_pad_is_said_once() {
    let output = lurd().args(["solve", "missile/1", "missile/4"]).output().expect("lurd runs");
    let shown = text(&output.stdout);
    assert_eq!(shown.matches("an assumption").count(), 1, "{shown}");
    assert_eq!(shown.matches(": hold A and press Left").count(), 2, "{shown}");
    assert!(shown.contains("D2: press Down twice; the lit row and column start at row 0, column 0"), "{shown}");
}
