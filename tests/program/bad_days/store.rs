//! Several processes on one store, and a clock that jumps.

use std::fs::{self, File};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, SystemTime};

use super::{Ended, fresh, lurd, parts, run};

/// Levels that are solved by one push each, all different.
fn levels(count: usize) -> String {
    let level = |number: usize| {
        let (floor, wall) = (" ".repeat(number), "#".repeat(number + 5));
        format!("Level {number}\n\n{wall}\n#@$.{floor}#\n{wall}\n\n")
    };
    (0..count).map(level).collect()
}

/// Two prompts (by scripts) and four batches save the same solutions at the same time.
#[test]
fn two_prompts_and_four_batches_share_one_store() {
    const COUNT: usize = 20;
    let folder = fresh("shared");
    fs::write(folder.join("all.sok"), levels(COUNT)).expect("written");
    let lines: Vec<_> = (1..=COUNT).map(|number| format!("solve all.sok:{number}")).collect();
    let script = lines.join("\n");
    let batches = (0..4).map(|number| {
        let name = format!("lines-{number}.jsonl");
        lurd(&folder, &["batch", "all.sok", "-o", &name]).spawn().expect("it starts")
    });
    let mut children: Vec<Child> = batches.collect();
    for _ in 0..2 {
        let mut child = lurd(&folder, &[]).spawn().expect("it starts");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), script.as_bytes()).expect("it reads");
        children.push(child);
    }
    for child in children {
        let ended = Ended::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(!ended.err.contains("not saved"), "{ended:?}");
    }
    let store = folder.join("XDG_DATA_HOME/lurd/solutions/sokoban");
    let files: Vec<_> = fs::read_dir(&store).expect("the store").flatten().map(|it| it.path()).collect();
    assert_eq!(files.len(), COUNT, "{files:?}");
    for file in &files {
        let text = fs::read_to_string(file).expect("text");
        assert_eq!(text.matches("Solution").count(), 1, "kept once: {text}");
        let ended = run(lurd(&folder, &["list", file.to_str().expect("UTF-8"), "--json"]), "");
        assert_eq!(ended.code, Some(0), "{ended:?}");
    }
    assert!(parts(&folder).is_empty(), "{:?}", parts(&folder));
    for number in 0..4 {
        let lines = fs::read_to_string(folder.join(format!("lines-{number}.jsonl"))).expect("written");
        let solved = lines.lines().filter(|line| line.contains(r#""status":"solved""#)).count();
        assert_eq!((lines.lines().count(), solved), (COUNT, COUNT), "{lines}");
    }
}

fn dated(path: &Path, time: SystemTime) {
    File::options().append(true).open(path).expect("there").set_modified(time).expect("a time");
}

/// Times of files in the future or long ago, as a clock leaves them that was set in between.
#[test]
fn a_clock_that_jumps_loses_nothing() {
    const YEARS: Duration = Duration::from_secs(20 * 365 * 86_400);
    let now = SystemTime::now();
    for (number, time) in [now + YEARS, now - YEARS, SystemTime::UNIX_EPOCH].into_iter().enumerate() {
        let folder = fresh(&format!("clock-{number}"));
        run(lurd(&folder, &["edit", "--plain"]), "new 7x3\nput wall 1 1\n");
        let drafts = folder.join("XDG_STATE_HOME/lurd/drafts");
        let draft = fs::read_dir(&drafts).expect("the drafts").flatten().next().expect("a draft").path();
        dated(&draft, time);
        let ended = run(lurd(&folder, &["play", "lev.sok", "--plain"]), "R\n");
        assert!(ended.out.contains("New best!"), "{ended:?}");
        let store = folder.join("XDG_DATA_HOME/lurd/solutions/sokoban");
        let kept = fs::read_dir(&store).expect("the store").flatten().next().expect("a file").path();
        dated(&kept, time);
        let ended = run(lurd(&folder, &["play", "lev.sok", "--plain"]), "R\n");
        assert!(ended.out.contains("best known: "), "{ended:?}");
        let ended = run(lurd(&folder, &["edit", "--plain"]), "show\n");
        assert!(ended.out.contains("#------"), "the draft is there: {ended:?}");
    }
}

/// Limits are measured by a clock that cannot be set. Times of the day are only those of files, and the date that names
/// the level of the day.
#[test]
fn the_time_of_day_is_only_read_for_files() {
    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if fs::read_to_string(&path).is_ok_and(|text| text.contains("SystemTime")) {
                found.push(path.display().to_string());
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["src", "crates"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let known = ["crates/disk/src/files.rs"];
    let unknown: Vec<_> = found.iter().filter(|path| !known.iter().any(|end| path.ends_with(end))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
