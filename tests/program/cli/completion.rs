//! Completion in shells: the scripts, what they ask lurd for, and bash itself.

use std::path::Path;
use std::process::Command;

use super::{lurd, own_folders, text};

/// What lurd answers to the script of bash, for the last of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let output = lurd()
        .args(["--", "lurd"])
        .args(words)
        .env("LURD_COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .output()
        .expect("lurd runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn there_is_a_script_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = lurd().args(["completions", shell]).output().expect("lurd runs");
        let script = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(script.contains("LURD_COMPLETE") && script.contains("lurd"), "{shell}: {script}");
    }
}

#[test]
fn every_command_and_flag_is_offered() {
    let commands = offered(&[""]);
    for command in lurd_cli::commands().iter().filter(|command| !command.at_prompt_only) {
        assert!(commands.iter().any(|it| it == command.name), "{}: {commands:?}", command.name);
        let flags = offered(&[command.name, "--"]);
        for flag in command.parser(false).get_opts().filter_map(|it| it.get_long()).filter(|it| *it != "for-if-any") {
            assert!(flags.contains(&format!("--{flag}")), "{} --{flag}", command.name);
        }
    }
}

#[test]
fn values_and_puzzles_are_offered() {
    for (words, wanted) in [
        (&["solve", "mis"][..], &["missile"][..]),
        (&["mis"], &["missile"]),
        (&["solve", "missile/"], &["missile/1", "missile/5"]),
        (&["solve", "missile/1", "missile/2", "primer/"], &["primer/1"]),
        (&["solve", "--for", ""], &["shifts", "grouped", "buttons", "any", "pushes", "moves"]),
        (&["solve", "--strategy", "b"], &["bfs", "bidirectional", "beam"]),
        (&["compare", "missile/1", "--strategies", "bfs,as"], &["bfs,astar"]),
        (&["convert", "x", "--to", "pusher"], &["pusher", "pusher-db", "pusher-bin"]),
        (&["show", "--dialect", "s"], &["sok", "school"]),
        (&["help", "comp"], &["compare", "completions"]),
        (&["completions", "z"], &["zsh"]),
        (&["show", "Cargo.t"], &["Cargo.toml"]),
    ] {
        let offered = offered(words);
        for wanted in wanted {
            assert!(offered.iter().any(|it| it == wanted), "{words:?}: {wanted} is not in {offered:?}");
        }
    }
    assert_eq!(offered(&["solve", "--strategy", "weig"]), ["weighted-astar"]);
}

/// bash as it completes, where there is one.
#[test]
fn bash_completes_by_the_script() {
    let folder = Path::new(crate::program()).parent().expect("a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let script = r#"
source <(lurd completions bash)
complete -p lurd
asked() {
    COMP_LINE="lurd $1" COMP_TYPE=9
    COMP_POINT=${#COMP_LINE} COMP_WORDS=(lurd "${@:2}") COMP_CWORD=$(($# - 1))
    _lurd lurd "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "${COMPREPLY[@]}"
}
asked 'solve missile/' solve missile/
asked 'solve missile/1 --for bu' solve missile/1 --for bu
asked 'strat' strat
asked 'solve puzzles/missile.shift:' solve puzzles/missile.shift :
asked 'show puzzles/missile.shift:5' show puzzles/missile.shift : 5
"#;
    let bash = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", script])
        .env("PATH", path)
        .env_remove("LURD_CONFIG")
        .envs(own_folders())
        .output();
    let Ok(output) = bash else { return };
    let shown = text(&output.stdout);
    let lines: Vec<_> = shown.lines().map(str::trim).collect();
    assert!(lines[0].contains("-F _lurd "), "{shown}{}", text(&output.stderr));
    let missiles = "missile/1 missile/2 missile/3 missile/4 missile/5";
    assert_eq!(lines[1..], [missiles, "buttons", "strategies", "1 2 3 4 5", "5"]);
}
