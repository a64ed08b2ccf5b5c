//! What people type first who know no notation: it works, or the answer shows a form that works.

use std::{
    io::Write,
    process::{Command, Stdio},
};

fn run(line: &str) -> (bool, String) {
    let folder = format!("{}/first-tries", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new(crate::program());
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

/// Two boards row by row, and nothing else.
const ROWS: &str = "1221\n3443\n3443\n2442\n\n4342\n3124\n4243\n2431";

#[test]
fn piped_rows_of_a_shifter_are_a_puzzle() {
    for (input, shows) in [
        (ROWS.to_owned(), "solved: 8 shifts"),
        (format!("{ROWS}\nshow missile/1"), "missile/1"),
        (format!("load missile/1\n{ROWS}\nsolve"), "solved: 8 shifts"),
        (ROWS.replace("\n\n", "\nto\n"), "solved: 8 shifts"),
        (ROWS.replace('\n', "\r\n"), "solved: 8 shifts"),
    ] {
        let (is_good, text) = run(&input);
        assert!(is_good && text.contains(shows), "{input}: {text}");
    }
    for (input, shows) in [
        ("1221\nshow missile/1", "'1221' is neither a command nor a whole puzzle"),
        ("1221\nhello", "'1221' is neither a command nor a whole puzzle"),
        ("1221\n3443\nshow missile/1", "the target is missing"),
    ] {
        let (is_good, text) = run(input);
        assert!(!is_good && text.contains(shows), "{input}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn two_boards_among_words_are_a_puzzle_at_the_prompt() {
    for line in [
        "from RRBG/GGBB/YYRR/BGYR to GRRB/GGBB/YYRR/BGYR",
        "source RRBG GGBB YYRR BGYR target GRRB GGBB YYRR BGYR",
        "1) RRBG\n2) GGBB\n3) YYRR\n4) BGYR\n\n1) GRRB\n2) GGBB\n3) YYRR\n4) BGYR",
        "🟥🟥🟦🟩\n🟩🟩🟦🟦\n🟨🟨🟥🟥\n🟦🟩🟨🟥\n\n🟩🟥🟥🟦\n🟩🟩🟦🟦\n🟨🟨🟥🟥\n🟦🟩🟨🟥",
    ] {
        let (works, text) = run(line);
        assert!(works && text.contains("right 0\n"), "{line}: {text}");
    }
}

#[test]
fn a_file_of_puzzles_is_proposed() {
    let (works, text) = run("missile/1\nsave");
    assert!(!works && text.contains("'save mine.sok' or 'save mine.shift'"), "{text}");
}

#[test]
fn line_breaks_may_be_written_as_in_programs() {
    for line in ["#####\\n#@$.#\\n#####", "solve #####\\n#@$.#\\n#####", "solve '#####\\n#@$.#\\n#####'"] {
        let (works, text) = run(line);
        assert!(works && text.contains("solved: 1 push"), "{line}: {text}");
    }
}

#[test]
fn steps_are_typed_as_words_and_with_commas() {
    for steps in ["right, right, right", "right 3", "r, R, R", "verify → → →", "verify [\"r\", \"R\", \"R\"]"] {
        let (works, text) = run(&format!("set autosolve off\n#######|#@ $ .#|#######\n{steps}"));
        assert!(works && (text.contains("solved") || text.contains("valid: 3 moves")), "{steps}: {text}");
    }
}

#[test]
fn a_dropped_path_opens_the_file() {
    // A short path, which a table shows on one line.
    let folder = std::env::temp_dir().join(format!("lurd {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a b.xsb");
    std::fs::write(&file, "######\n#@ $.#\n######\n").expect("written");
    let path = file.to_str().expect("a path in UTF-8");
    let (escaped, url) = (path.replace(' ', "\\ "), format!("file://{}", path.replace(' ', "%20")));
    let quoted = [format!("'{path}'"), format!("\"{path}\"")];
    for written in [path, &escaped, &url, &quoted[0], &quoted[1]] {
        for line in
            [written.to_owned(), format!("{written}; show"), format!("lurd {written}"), format!("solve {written} -q")]
        {
            let (is_good, text) = run(&line);
            assert!(is_good && (text.contains("solved: 1 push") || text.contains("rR")), "{line}: {text}");
        }
        let (is_good, text) = run(&format!("list {written}"));
        assert!(is_good && text.contains("a b.xsb"), "{written}: {text}");
    }
    for written in [format!("{escaped}:1"), format!("{}:1", quoted[0]), format!("'{path}:1'")] {
        for line in [written.clone(), format!("load {written}; solve"), format!("solve {written}")] {
            let (is_good, text) = run(&line);
            assert!(is_good && text.contains("solved: 1 push"), "{line}: {text}");
        }
    }
    for pair in [format!("list {escaped} {escaped}"), format!("list {escaped} {}", quoted[0])] {
        let (is_good, text) = run(&pair);
        assert!(is_good && text.matches("a b.xsb").count() > 1, "{pair}: {text}");
    }
    let (is_good, text) = run(&format!("verify {escaped} rR"));
    assert!(is_good && text.contains("valid"), "{text}");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn an_error_points_into_the_line_that_was_typed() {
    for (line, place, shown) in [
        ("load missile/1; l0", "<prompt>:1:17", "1 | load missile/1; l0"),
        (
            "load missile/1; verify missile/1 left 1, lift 2",
            "<prompt>:1:42",
            "1 | load missile/1; verify missile/1 left 1, lift 2",
        ),
        ("load missile/1", "", ""),
    ] {
        let (is_good, text) = run(line);
        assert!(is_good == place.is_empty() && text.contains(place) && text.contains(shown), "{line}: {text}");
    }
}
