//! What people type first who know no notation: it works, or the answer shows a form that works.

use std::{
    io::Write,
    process::{Command, Stdio},
};

fn run(line: &str) -> (bool, String) {
    let folder = format!("{}/first-tries", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lurd"));
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, format!("{folder}/{name}"));
    }
    command.env("NO_COLOR", "1").env_remove("LURD_CONFIG").current_dir(&folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut lurd = command.spawn().expect("lurd runs");
    writeln!(lurd.stdin.take().expect("piped"), "{line}").expect("it reads");
    let output = lurd.wait_with_output().expect("it ends");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.success(), text.concat())
}

/// The forms that a help shows: what stands in quotes in it, and what follows `for instance`.
fn forms(text: &str) -> Vec<String> {
    let help = text.lines().filter(|line| line.contains("help:")).collect::<Vec<_>>().join("\n");
    let quoted = help.split('\'').skip(1).step_by(2).map(str::to_owned);
    let instance = help.split("for instance ").skip(1).filter_map(|rest| rest.lines().next()).map(str::to_owned);
    quoted.chain(instance).collect()
}

#[test]
fn a_first_try_works_or_is_answered_with_a_form_that_works() {
    for line in [
        "missile 3",
        "solve missile 3",
        "RRBG",
        "R R B G",
        "red red blue green",
        "1221",
        "RRBG/GGBB/YYRR/BGYR",
        "RRBG GGBB YYRR BGYR -> RRBG GGBB RYYR BGYR",
        "RRBG GGBB YYRR BGYR",
        "R R B G/G G B B/Y Y R R/B G Y R => R R B G/G G B B/R Y Y R/B G Y R",
        "shifter",
        "sokoban",
        "new",
        "edit 4x4",
    ] {
        let (works, text) = run(line);
        if works {
            continue;
        }
        let forms = forms(&text);
        assert!(!forms.is_empty(), "{line}: no form in\n{text}");
        for form in forms {
            let (works, text) = run(&form);
            assert!(works, "{line}: the form {form} does not work:\n{text}");
        }
    }
}

#[test]
fn the_collection_of_pasted_puzzles_says_that_it_is_empty() {
    for line in ["solve pasted", "play pasted/1", "list pasted"] {
        let (works, text) = run(line);
        assert!(!works && text.contains("the collection 'pasted' has no puzzles yet"), "{line}: {text}");
    }
}

#[test]
fn a_player_of_the_nes_game_finds_the_puzzles_by_its_name() {
    let (works, help) = run("help missile");
    assert!(works && help.contains("James Bond Jr.") && help.contains("NES"), "{help}");
    let readme = include_str!("../../README.md");
    let beginning = readme.split("\n## ").next().expect("a beginning");
    assert!(beginning.contains("James Bond Jr. for\nthe NES"), "{beginning}");
}
