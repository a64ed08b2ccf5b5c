//! The table "method, commands" of the guide, by running the program of `examples/fifteen`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
    time::SystemTime,
};

use lurd_toolkit::session::{EDITOR_WORDS, PLAYER_WORDS};

const PUZZLE: &str = "fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12";

/// Solved by one slide.
const NEARLY: &str = "fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15";

/// The rows of the table: the methods and the cell of the commands.
fn rows() -> Vec<(Vec<String>, String)> {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide.md")).expect("the guide");
    let below = guide.lines().skip_while(|line| *line != "| method | commands |").skip(2);
    let rows = below.take_while(|line| line.starts_with('|')).map(|line| {
        let (methods, commands) = line.trim_matches('|').split_once('|').expect("two cells");
        (quoted(methods), commands.to_owned())
    });
    rows.collect()
}

/// The texts between backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The last change of a file, or of any source file in a folder.
fn changed(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        return fs::read_dir(path).ok()?.filter_map(|entry| changed(&entry.ok()?.path())).max();
    }
    path.extension().filter(|extension| *extension == "rs")?;
    fs::metadata(path).ok()?.modified().ok()
}

/// The program with the 15-puzzle. `cargo test` builds it with the examples; if only the tests were built, it is missing or
/// older than its source, and is built here.
fn program() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let tests = env::current_exe().expect("a path");
        let profile = tests.ancestors().nth(2).expect("the folder of the profile");
        let path = profile.join("examples").join(format!("fifteen{}", env::consts::EXE_SUFFIX));
        let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
        let source = ["src", "crates", "examples"].iter().filter_map(|folder| changed(&repository.join(folder))).max();
        let built = fs::metadata(&path).and_then(|file| file.modified()).ok();
        if built < source {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--quiet", "--example", "fifteen", "--target-dir"]);
            cargo.arg(profile.parent().expect("the target folder")).current_dir(repository);
            if profile.ends_with("release") {
                cargo.arg("--release");
            }
            assert!(cargo.status().expect("cargo runs").success(), "the example is not built");
        }
        path
    };
    BUILT.get_or_init(build).clone()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(program())
        .env("HOME", folder)
        .env_remove("XDG_DATA_HOME")
        .current_dir(folder)
        .args(words)
        .output()
        .expect("the program runs")
}

fn succeeds(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {messages}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_methods_and_commands_of_the_guide_exist() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &str| fs::read_to_string(repository.join(path)).expect("a source file");
    let rows = rows();
    assert!(rows.len() > 10, "{rows:?}");
    for (methods, commands) in &rows {
        for method in methods {
            let (of, name) = method.split_once("::").expect("a trait and its method");
            let source = match of {
                "Space" => text("crates/engine/src/space.rs"),
                "Plugin" => text("crates/puzzle/src/puzzle/plugin.rs"),
                "Puzzle" | "Position" => text("crates/puzzle/src/puzzle/puzzle.rs"),
                "PuzzleSpace" => text("crates/puzzle/src/puzzle/any_space.rs"),
                _ => panic!("{method}: which trait?"),
            };
            let begin = source.find(&format!(" {of}")).unwrap_or_else(|| panic!("no {of}"));
            assert!(source[begin..].contains(&format!("fn {name}(")), "there is no {method}");
        }
        for words in quoted(commands) {
            let name = words.split(' ').next().unwrap_or_default();
            let is_other = name.starts_with('.') || ["easy", "expert"].contains(&name);
            let is_word = PLAYER_WORDS.iter().chain(EDITOR_WORDS).any(|row| row.name == name);
            let is_command = lurd_cli::commands().iter().any(|row| row.name == name);
            assert!(is_other || is_word || is_command, "there is no command {words}");
        }
    }
}

/// What the engine does for a plug-in that has only the required methods and a space.
#[test]
fn the_commands_that_need_only_a_space_work() {
    let folder = folder("plugin-works");
    fs::write(folder.join("two.fifteen"), format!("{PUZZLE}\n{NEARLY}\n")).expect("written");
    let tried: &[(&[&str], &str)] = &[
        (&["list", "two.fifteen"], "two"),
        (&["id", PUZZLE], PUZZLE),
        (&["show", PUZZLE], "13 14 15 12"),
        (&["show", PUZZLE, "--plain"], "13 14 15 12"),
        (&["verify", PUZZLE, "rrrdlululu"], "valid: 10 slides"),
        (&["solve", PUZZLE], "rrrdlululu"),
        (&["solve", "loyd/1", "-q"], "rrrdlululu"),
        (&["solve", PUZZLE, "--all"], "1 optimal answer\n"),
        (&["solve", PUZZLE, "--follow"], "10. u"),
        (&["solve", PUZZLE, "--strategy", "astar"], "by astar"),
        (&["compare", PUZZLE, "--strategies", "astar,idastar"], "astar"),
        (&["trace", PUZZLE], "3 new"),
        (&["strategies", PUZZLE], "idastar"),
        (&["batch", "two.fifteen"], "\"solution\":\"l\""),
        (&["rate", PUZZLE], "optimum           10 slides, proved optimal"),
        (&["optimise", PUZZLE, "rlrrrdlululu"], "rrrdlululu"),
        (&["--eval", &format!("{NEARLY}; hint; step; back; follow")], "1. l"),
    ];
    let listed = quoted(&rows().into_iter().map(|row| row.1).collect::<String>());
    for (words, expected) in tried {
        let text = succeeds(&folder, words);
        assert!(text.contains(expected), "{words:?}: {text}");
        assert!(listed.iter().any(|it| it.split(' ').next() == words.first().copied()) || words[0] == "--eval");
    }
    // It has too many boards to count, and only the limit says so.
    let space = run(&folder, &["space", PUZZLE, "--nodes", "1000", "--json"]);
    let line = String::from_utf8_lossy(&space.stdout).into_owned();
    assert!(line.contains(r#""status":"limit""#) && line.contains(r#""from":"target""#), "{line}");
}

#[test]
fn pictures_of_a_board_without_cells_are_its_text() {
    let folder = folder("plugin-pictures");
    for extension in ["html", "svg", "png", "gif"] {
        let (board, answer) = (format!("board.{extension}"), format!("answer.{extension}"));
        succeeds(&folder, &["show", PUZZLE, "-o", &board]);
        succeeds(&folder, &["solve", PUZZLE, "-o", &answer]);
        let bytes = |name: &str| fs::read(folder.join(name)).expect("a picture");
        assert!(bytes(&answer).len() > bytes(&board).len(), "{extension}");
    }
    let page = fs::read_to_string(folder.join("answer.html")).expect("a page");
    assert!(page.contains(r"  9 10 11 12\n 13 14 15  .") && page.contains("next: "), "{page}");
}

#[test]
fn what_needs_a_method_of_the_plug_in_names_it() {
    let folder = folder("plugin-refuses");
    let tried: &[(&[&str], &str)] = &[
        (&["generate", "fifteen"], "fifteen puzzles cannot be generated: their plug-in has no `Plugin::generate`"),
        (&["generate", "fifteen", "-o", "x.txt"], "which 'generate' needs: their plug-in has no `Plugin::formats`"),
        (&["convert", PUZZLE], "which 'convert' needs: their plug-in has no `Plugin::formats`"),
        (&["convert", PUZZLE, "--to", "xsb"], "which 'convert' needs: their plug-in has no `Plugin::formats`"),
        (&["edit", PUZZLE], "fifteen puzzles cannot be edited: the plug-in has no `Plugin::draft`"),
        (&["edit", "fifteen"], "fifteen puzzles cannot be drawn: their plug-in has no `Plugin::blank`"),
    ];
    for (words, message) in tried {
        let output = run(&folder, words);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && messages.contains(message), "{words:?}: {messages}");
    }
}
