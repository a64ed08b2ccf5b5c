//! Killed at random moments: what was drawn is whole, and no solution that was acknowledged is lost.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::random::Random;

/// How often each is killed.
const TIMES: u64 = 50;

/// A folder of the test's own, empty.
fn fresh(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crash").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(folder: &Path, arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut command = Command::new(crate::program());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join(name));
    }
    let mut child = command
        .env_remove("LURD_CONFIG")
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("lurd starts");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, out)
}

/// Kills a process a moment after it has written a number of lines, both chosen by `random`, while `work` goes on.
/// Returns all lines. Lines are counted, and not time, because a machine under load is slow.
fn killed(
    (mut child, mut out): (Child, BufReader<ChildStdout>),
    random: &mut Random,
    work: impl FnOnce(&mut dyn Write) + Send,
) -> Vec<String> {
    let count = 1 + random.below(60);
    let moment = Duration::from_micros(u64::try_from(random.below(3_000)).expect("small"));
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(move || work(&mut input));
        lines.extend(out.by_ref().lines().take(count).map_while(Result::ok));
        std::thread::sleep(moment);
        child.kill().expect("killed");
    });
    lines.extend(out.lines().map_while(Result::ok));
    child.wait().expect("it is over");
    lines
}

/// Row `number` of a draft that grows: the boards that are possible are those of the words so far.
fn words(number: usize) -> String {
    format!("put wall {} {}\n", number / 20 + 1, number % 20 + 1)
}

#[test]
fn what_is_drawn_survives_any_moment() {
    let folder = fresh("drawn");
    let drafts = folder.join("XDG_STATE_HOME/lurd/drafts");
    let mut random = Random::new(9);
    let mut found = 0;
    for round in 0..TIMES {
        let _ = fs::remove_dir_all(&drafts);
        let lines = killed(lurd(&folder, &["edit", "--plain"]), &mut random, |input| {
            // Whether it is read is its own business: it is killed on the way.
            let _ = input.write_all(b"set boards off\nnew 20x20 sokoban\n");
            for number in 0..200 {
                if input.write_all(words(number).as_bytes()).is_err() {
                    break;
                }
            }
        });
        // A line is said after each word; the draft is kept before the next word is read.
        let said = lines.iter().filter(|line| line.starts_with("not valid")).count();
        let kept: Vec<_> = fs::read_dir(&drafts).into_iter().flatten().flatten().collect();
        let kept: Vec<_> = kept
            .iter()
            .map(fs::DirEntry::path)
            .filter(|path| path.extension().is_some_and(|it| it == "draft"))
            .collect();
        // Said: the first board, `new`, and one line a word; the last may not be kept yet.
        let acknowledged = usize::saturating_sub(said, 3);
        let Some(path) = kept.first() else {
            assert_eq!(acknowledged, 0, "round {round}: {said} lines and no draft");
            continue;
        };
        let text = fs::read_to_string(path).expect("text");
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert!(text.starts_with("; lurd draft: sokoban\n"), "round {round}: {text}");
        assert!(rows.len() == 20 && rows.iter().all(|row| row.len() == 20), "round {round}: {text}");
        let walls = text.matches('#').count();
        assert!(walls >= acknowledged, "round {round}: {walls} walls, {acknowledged} acknowledged");
        let whole = text.lines().skip(1).collect::<String>();
        assert!(whole.starts_with(&"#".repeat(walls)), "round {round}: {text}");
        found += 1;
    }
    assert!(found > 10, "killed too early to see anything: {found}");
}

#[test]
fn an_acknowledged_solution_survives_any_moment() {
    let folder = fresh("stored");
    let mut random = Random::new(10);
    let mut acknowledged = 0;
    for round in 0..TIMES {
        // Another level each time, solved a few times, each time better.
        let columns = 5 + usize::try_from(round).expect("small");
        let floor = " ".repeat(columns);
        let wall = "#".repeat(columns + 5);
        let level = format!("{wall}|#@ $.{}#|#   {floor}#|{wall}", &floor[1..]);
        let lines = killed(lurd(&folder, &["play", &level, "--plain"]), &mut random, |input| {
            for detours in (0..6).rev() {
                let _ = input.write_all(format!("restart\n{}rR\n", "rl".repeat(detours)).as_bytes());
            }
        });
        let mut best = None;
        let mut last_solved = None;
        for line in &lines {
            if let Some(rest) = line.strip_prefix("solved in ") {
                last_solved = rest.split(' ').next().and_then(|number| number.parse::<usize>().ok());
            }
            if ["New best!", "Your best!", "a solution as good"].iter().any(|it| line.starts_with(it)) {
                best = last_solved;
            }
        }
        let Some(moves) = best else { continue };
        acknowledged += 1;
        let store = folder.join("XDG_DATA_HOME/lurd/solutions/sokoban");
        for entry in fs::read_dir(&store).expect("the folder").flatten() {
            if entry.path().extension().is_some_and(|it| it == "sok") {
                let text = fs::read_to_string(entry.path()).expect("text");
                assert!(text.is_empty() || text.contains('#'), "round {round}: {text}");
            }
        }
        // Another process finds it.
        let (mut child, out) = lurd(&folder, &["play", &level, "--plain"]);
        drop(child.stdin.take());
        let known: Vec<String> = out.lines().map_while(Result::ok).collect();
        child.wait().expect("it is over");
        let line = known.iter().find(|line| line.starts_with("best known: ")).expect("it is kept");
        let kept: usize = line
            .split(", ")
            .find_map(|part| part.trim().strip_suffix(" moves"))
            .and_then(|number| number.parse().ok())
            .expect("its moves");
        assert!(kept <= moves, "round {round}: {moves} were acknowledged, {line}");
    }
    assert!(acknowledged > 10, "killed too early to see anything: {acknowledged}");
}
