//! Results belong to the whole level: what `batch --resume` and `batch report` take from earlier lines equals what one
//! process finds from scratch, also after levels were changed, interruptions, and runs in parts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::random::Random;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resume-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(folder: &Path) -> Command {
    // Another build of lurd can be tested, too.
    let program = std::env::var("LURD_BINARY").unwrap_or_else(|_| crate::program().to_owned());
    let mut command = Command::new(program);
    command.current_dir(folder).env("LURD_CONFIG", "").stdin(Stdio::null());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join("own"));
    }
    command
}

/// Runs `batch` with these words and returns its standard error; it ends with one of these codes.
fn batch(folder: &Path, words: &[&str], codes: &[i32]) -> String {
    let mut command = lurd(folder);
    command.arg("batch").args(words);
    if words[0] != "report" {
        command.arg("--no-store");
    }
    let output = command.output().expect("it starts");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{words:?}: {:?}: {err}", output.status);
    err
}

/// The codes of batches whose levels may be solved, unsolvable, or end at a limit.
const RESULTS: &[i32] = &[0, 1, 3];

/// The lines of a file without what depends on the machine.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("results");
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        line.as_object_mut().expect("an object").remove("stats");
        line
    };
    text.lines().map(line).collect()
}

/// Fails unless the found file ends in the expected lines, in the same order. Before them it may have lines of other levels.
fn assert_same(expected: &Path, found: &Path) -> usize {
    let (expected, mut found) = (lines(expected), lines(found));
    let key = |line: &Value| ["source", "index", "level", "objective"].map(|field| line[field].clone());
    let others = found.len().saturating_sub(expected.len());
    assert!(
        found.drain(..others).all(|line| expected.iter().all(|it| key(it) != key(&line))),
        "a level is there twice"
    );
    let different: Vec<_> = expected.iter().zip(&found).filter(|(one, other)| one != other).collect();
    let shown = different.first().map_or(String::new(), |(one, other)| format!("\n{one}\n{other}"));
    assert!(different.is_empty(), "{} of {} lines differ: {shown}", different.len(), expected.len());
    assert_eq!(expected.len(), found.len(), "as many lines");
    expected.len()
}

// Random levels of which many have the same identifier.

/// What all levels of a family share: the room in which the player is, and how many goals it lacks.
struct Family {
    room: Vec<Vec<char>>,
    lacking: usize,
}

impl Family {
    /// A room of at most 7 by 7 squares with one to three boxes.
    fn random(random: &mut Random) -> Self {
        loop {
            let (width, height) = (5 + random.below(3), 5 + random.below(3));
            let mut room = vec![vec!['#'; width]; height];
            for row in &mut room[1..height - 1] {
                for square in &mut row[1..width - 1] {
                    *square = if random.chance(15) { '#' } else { ' ' };
                }
            }
            let lacking = usize::from(random.chance(20));
            let boxes = lacking + 1 + random.below(3 - lacking);
            let letters = ['@'].into_iter().chain(vec!['$'; boxes]).chain(vec!['.'; boxes - lacking]);
            let mut free: Vec<(usize, usize)> =
                squares(&room).filter(|&(row, column)| room[row][column] == ' ').collect();
            if free.len() < 2 * boxes + 2 {
                continue;
            }
            for letter in letters {
                let (row, column) = free.swap_remove(random.below(free.len()));
                room[row][column] = letter;
            }
            return Self { room, lacking };
        }
    }

    /// A level of the family: the player stands somewhere in his region, what lies outside is random, and it may be mirrored.
    fn level(&self, random: &mut Random) -> String {
        let mut room = self.room.clone();
        let reach = reach(&room);
        let &(row, column) = &reach[random.below(reach.len())];
        let (old_row, old_column) = reach[0];
        room[old_row][old_column] = ' ';
        room[row][column] = if room[row][column] == '.' { '+' } else { '@' };
        // A closed chamber beside the room, with a goal for each box, all in all.
        let mut chamber: Vec<char> = (2..room.len()).map(|_| if random.chance(30) { '#' } else { ' ' }).collect();
        let choice: &[char] = match (self.lacking, random.below(4)) {
            (0, 0) => &[],
            (0, 1) => &['*'],
            (0, 2) => &['$', '.'],
            (0, _) => &['*', '*'],
            (_, 0 | 1) => &['.'],
            (_, 2) => &['*', '.'],
            _ => &['.', '.', '$'],
        };
        for (place, letter) in choice.iter().enumerate() {
            chamber[place] = *letter;
        }
        let end = room.len() - 1;
        for (number, row) in room.iter_mut().enumerate() {
            row.push(if number == 0 || number == end { '#' } else { chamber[number - 1] });
            row.push('#');
        }
        if random.chance(30) {
            for row in &mut room {
                row.reverse();
            }
        }
        room.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect()
    }
}

fn mirrored(level: &str) -> String {
    level.lines().map(|row| row.chars().rev().chain(['\n']).collect::<String>()).collect()
}

fn squares(room: &[Vec<char>]) -> impl Iterator<Item = (usize, usize)> {
    let (height, width) = (room.len(), room[0].len());
    (0..height).flat_map(move |row| (0..width).map(move |column| (row, column)))
}

/// The squares that the player reaches without a push, his own first.
fn reach(room: &[Vec<char>]) -> Vec<(usize, usize)> {
    let start = squares(room).find(|&(row, column)| room[row][column] == '@').expect("a player");
    let mut seen = vec![start];
    let mut next = 0;
    while let Some(&(row, column)) = seen.get(next) {
        next += 1;
        for (row, column) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            if matches!(room[row][column], ' ' | '.') && !seen.contains(&(row, column)) {
                seen.push((row, column));
            }
        }
    }
    seen
}

/// `count` levels as they were, and as they are: a fourth of them was changed, within their families.
fn levels(count: usize, random: &mut Random) -> [String; 2] {
    let (mut before, mut after) = (String::new(), String::new());
    let mut family = Family::random(random);
    let mut last = String::new();
    for number in 0..count {
        if number % 3 == 0 {
            family = Family::random(random);
        }
        // Some levels are there twice.
        let level = if number % 3 > 0 && random.chance(20) { last } else { family.level(random) };
        let changed = if random.chance(25) { family.level(random) } else { level.clone() };
        let _ = writeln!(before, "{level}");
        let _ = writeln!(after, "{changed}");
        last = level;
    }
    [before, after]
}

/// Starts a batch, and sends it SIGTERM once its file has so many lines.
fn interrupted_after(folder: &Path, words: &[&str], file: &str, count: usize) {
    let mut child = lurd(folder)
        .args(["batch", "--no-store"])
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let path = folder.join(file);
    while child.try_wait().expect("a state").is_none() {
        if fs::read_to_string(&path).is_ok_and(|text| text.matches('\n').count() >= count) {
            signal(&child, "-TERM");
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.wait().expect("it ends");
}

fn signal(child: &std::process::Child, name: &str) {
    let _ = Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// The rows of a report as CSV: what each solver says about a level, without times and names.
fn rows(path: &Path) -> BTreeMap<String, Vec<String>> {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in fs::read_to_string(path).expect("a report").lines().skip(1) {
        let cells: Vec<_> = line.split(',').collect();
        let [level, _, status, limit, _, cost, optimal, _] = cells[..] else { panic!("{line}") };
        if !status.is_empty() {
            rows.entry(level.to_owned()).or_default().push(format!("{status} {limit} {cost} {optimal}"));
        }
    }
    rows
}

/// Resumed, changed, and divided batches of random levels, for each objective.
#[expect(clippy::print_stdout, reason = "the figures")]
fn all_ways_lead_to_the_same(count: usize, name: &str) {
    for objective in ["pushes", "moves", "any"] {
        let folder = fresh(&format!("{name}-{objective}"));
        let [before, after] = levels(count, &mut Random::new(25));
        let write = |text: &str| fs::write(folder.join("levels.xsb"), text).expect("written");
        let flags = ["levels.xsb", "--for", objective, "--nodes", "2000", "--time", "none", "--threads", "2"];
        let run = |more: &[&str]| batch(&folder, &[&flags[..], more].concat(), RESULTS);
        // Some were solved as they were, in one file and in parts, before they were changed.
        write(&before);
        run(&["--partition", "slice:2/3", "--resume", "part-2.jsonl"]);
        interrupted_after(&folder, &[&flags[..], &["--resume", "all.jsonl"]].concat(), "all.jsonl", count / 2);
        // It may have been too fast.
        let path = folder.join("all.jsonl");
        let partial = fs::read_to_string(&path).expect("lines");
        fs::write(&path, partial.split_inclusive('\n').take(count * 2 / 3).collect::<String>()).expect("written");
        write(&after);
        interrupted_after(&folder, &[&flags[..], &["--resume", "all.jsonl"]].concat(), "all.jsonl", count * 3 / 4);
        run(&["-o", "fresh.jsonl"]);
        run(&["--resume", "all.jsonl"]);
        let mut compared = assert_same(&folder.join("fresh.jsonl"), &folder.join("all.jsonl"));
        for share in ["1", "2", "3"] {
            run(&["--partition", &format!("slice:{share}/3"), "--resume", &format!("part-{share}.jsonl")]);
        }
        let parts = ["part-1.jsonl", "part-2.jsonl", "part-3.jsonl"];
        let resumed = ["joined.jsonl"].iter().chain(&parts).flat_map(|file| ["--resume", file]).collect::<Vec<_>>();
        let err = run(&resumed);
        assert!(err.contains(&format!("{count} levels are done already, 0 to go")), "{err}");
        compared += assert_same(&folder.join("fresh.jsonl"), &folder.join("joined.jsonl"));
        batch(&folder, &[&["report"], &parts[..], &["--export", "parts.csv"]].concat(), &[0]);
        batch(&folder, &["report", "fresh.jsonl", "--export", "fresh.csv"], &[0]);
        let (fresh, parts) = (rows(&folder.join("fresh.csv")), rows(&folder.join("parts.csv")));
        // The parts still have the results of the levels as they were.
        let has_all = |(level, results): (&String, &Vec<String>)| results.iter().all(|it| parts[level].contains(it));
        assert!(fresh.iter().all(has_all), "{fresh:?}\n{parts:?}");
        let ids: Vec<_> = lines(&folder.join("fresh.jsonl")).iter().map(|line| line["id"].to_string()).collect();
        let shared = ids.iter().filter(|id| ids.iter().filter(|other| other == id).count() > 1).count();
        assert!(shared > count / 2, "{shared} share an identifier");
        println!("{objective}: {compared} lines compared, {shared} of {count} levels share an identifier");
        let _ = fs::remove_dir_all(folder);
    }
}

#[test]
fn all_ways_to_the_results_of_many_levels_lead_to_the_same() {
    all_ways_lead_to_the_same(150, "few");
}

#[test]
#[ignore = "solves 2,500 levels five times for each objective"]
fn all_ways_to_the_results_of_thousands_of_levels_lead_to_the_same() {
    all_ways_lead_to_the_same(2500, "many");
}

// A level that was changed is another level.

/// A level whose chamber on the right holds a box that nobody can push.
const STRAY: &str = "######\n#@$.##\n####$#\n#.####\n######\n";

#[test]
fn a_changed_level_is_not_done() {
    let room = |chamber: &str| format!("########\n#@$ .#{chamber}#\n#    #.#\n########\n");
    let cases: &[(&str, &[&str], String, String)] = &[
        ("a stray box is taken out", &["--allow-unequal"], STRAY.to_owned(), STRAY.replace("####$#", "######")),
        ("a stray box and its goal are taken out", &[], STRAY.to_owned(), "#####\n#@$.#\n#####\n".to_owned()),
        ("a stray box is stored", &[], STRAY.replace("#.#", "# #").replace("$#\n", "*#\n"), STRAY.to_owned()),
        ("a stray box comes", &["--allow-unequal"], room(" "), room("$")),
        ("a wall outside", &["--allow-unequal"], room(" "), room("#")),
        ("a goal outside", &["--allow-unequal"], room(" "), room(".")),
        ("mirrored", &[], room("$"), mirrored(&room("$"))),
        (
            "the player moved, for moves",
            &["--for", "moves", "--allow-unequal"],
            room(" "),
            room(" ").replace("#@$ .#", "# $ .#").replacen("#    #", "#  @ #", 1),
        ),
        (
            "the player moved, for pushes",
            &["--for", "pushes", "--allow-unequal"],
            room(" "),
            room(" ").replace("#@$ .#", "# $ .#").replacen("#    #", "#   @#", 1),
        ),
        ("as many boxes", &["--for", "pushes"], room("$"), room("$").replace("$ .#", " $.#")),
        ("a level before it", &["--allow-unequal"], room("$"), format!("#####\n#@$.#\n#####\n\n{}", room("$"))),
        ("a shifter", &[], "12/34 -> 21/34\n".to_owned(), "12/34 -> 21/43\n".to_owned()),
    ];
    for (number, (what, flags, before, after)) in cases.iter().enumerate() {
        assert_ne!(before, after, "{what}");
        let folder = fresh(&format!("changed-{number}"));
        let run = |text: &str, more: &[&str]| {
            fs::write(folder.join("lev.txt"), text).expect("written");
            batch(&folder, &[&["lev.txt"], *flags, more].concat(), RESULTS)
        };
        run(before, &["--resume", "r.jsonl"]);
        let err = run(before, &["--resume", "r.jsonl"]);
        assert!(err.contains("done already, 0 to go"), "{what}: {err}");
        let err = run(after, &["--resume", "r.jsonl"]);
        assert!(!err.contains("done already"), "{what}: {err}");
        assert!(err.contains("other levels"), "{what}: {err}");
        run(after, &["-o", "fresh.jsonl"]);
        assert_same(&folder.join("fresh.jsonl"), &folder.join("r.jsonl"));
        let _ = fs::remove_dir_all(folder);
    }
}

/// A layout of the gamepad that costs something else makes another task of a shifter.
#[test]
fn another_layout_of_the_gamepad_is_not_done() {
    let folder = fresh("layouts");
    let run = |more: &[&str]| batch(&folder, &[&["missile/1-2", "--for", "buttons"], more].concat(), &[0]);
    run(&["--resume", "r.jsonl"]);
    let err = run(&["--pad", "keyboard", "--resume", "r.jsonl"]);
    assert!(!err.contains("done already"), "{err}");
    run(&["--pad", "keyboard", "-o", "fresh.jsonl"]);
    assert_same(&folder.join("fresh.jsonl"), &folder.join("r.jsonl"));
}

/// What an earlier lurd wrote does not say which level it is about, so it is not taken for one.
#[test]
fn lines_that_do_not_name_their_level_are_not_done() {
    let folder = fresh("old");
    batch(&folder, &["primer/1-3", "stuck/1", "-o", "new.jsonl"], &[1]);
    let text = fs::read_to_string(folder.join("new.jsonl")).expect("lines");
    let mut old = String::new();
    for line in text.lines() {
        let (before, after) = line.split_once("\"level\":").expect("the level");
        let (_, after) = after.split_once(',').expect("other fields");
        let _ = writeln!(old, "{before}{after}");
    }
    fs::write(folder.join("r.jsonl"), old).expect("written");
    let err = batch(&folder, &["primer/1-3", "stuck/1", "--resume", "r.jsonl"], &[1]);
    assert!(!err.contains("done already") && err.contains("4 lines are about other levels"), "{err}");
    assert_same(&folder.join("new.jsonl"), &folder.join("r.jsonl"));
}

// Different levels with one identifier do not contradict each other.

#[test]
fn levels_of_one_identifier_keep_their_lines() {
    let corridor = |player: usize| {
        let mut row: Vec<char> = "#   $  .#".chars().collect();
        row[player] = '@';
        format!("########\n{}\n#  #####\n########\n", row.into_iter().collect::<String>())
    };
    let solved = "#####\n#@$.#\n#####\n";
    let cases: &[(&str, &[&str], Vec<String>)] = &[
        ("squares of the player", &["--for", "moves"], vec![corridor(1), corridor(2), corridor(3)]),
        ("for pushes", &["--for", "pushes"], vec![corridor(1), corridor(3)]),
        ("a stray box", &[], vec![STRAY.to_owned(), solved.to_owned()]),
        ("mirrored", &["--for", "moves"], vec![corridor(1), mirrored(&corridor(2))]),
        ("the same twice", &[], vec![solved.to_owned(), solved.to_owned()]),
        ("some the same", &["--for", "moves"], vec![corridor(3), corridor(1), corridor(3), corridor(2)]),
        ("a stray box, for moves", &["--for", "moves"], vec![solved.to_owned(), STRAY.to_owned(), solved.to_owned()]),
    ];
    for (number, (what, flags, levels)) in cases.iter().enumerate() {
        let folder = fresh(&format!("one-id-{number}"));
        fs::write(folder.join("lev.xsb"), levels.join("\n")).expect("written");
        let run = |more: &[&str]| batch(&folder, &[&["lev.xsb"], *flags, more].concat(), RESULTS);
        run(&["-o", "fresh.jsonl"]);
        for share in ["1", "2"] {
            run(&["--partition", &format!("slice:{share}/2"), "--resume", &format!("{share}.jsonl")]);
        }
        let err = run(&["--resume", "all.jsonl", "--resume", "1.jsonl", "--resume", "2.jsonl"]);
        assert!(err.contains("done already, 0 to go"), "{what}: {err}");
        assert_eq!(assert_same(&folder.join("fresh.jsonl"), &folder.join("all.jsonl")), levels.len(), "{what}");
        // Once more, with the files in another order, and in a report.
        run(&["--resume", "2.jsonl", "--resume", "all.jsonl", "--resume", "1.jsonl"]);
        assert_same(&folder.join("fresh.jsonl"), &folder.join("2.jsonl"));
        batch(&folder, &["report", "1.jsonl", "all.jsonl", "2.jsonl"], &[0]);
        let _ = fs::remove_dir_all(folder);
    }
}

/// Typed levels have no place of their own, and stay apart in a report, too.
#[test]
fn typed_levels_are_told_apart() {
    let folder = fresh("typed");
    batch(&folder, &["#####|#@$.#|#####", "--resume", "r.jsonl"], &[0]);
    batch(&folder, &["######|#@ $.#|######", "#####|#$@.#|#####", "--resume", "r.jsonl"], &[1]);
    assert_eq!(lines(&folder.join("r.jsonl")).len(), 3);
    batch(&folder, &["report", "r.jsonl", "--export", "r.json"], &[0]);
    let report: Value = serde_json::from_slice(&fs::read(folder.join("r.json")).expect("a report")).expect("JSON");
    assert_eq!((&report["levels"], &report["solvers"][0]["solved"]), (&3.into(), &2.into()), "{report}");
}

/// Two lines of one level that cannot both be true are refused, with their files and numbers.
#[test]
fn contradictions_are_refused_with_both_lines() {
    let folder = fresh("contradictions");
    batch(&folder, &["primer/1-3", "-o", "a.jsonl"], &[0]);
    let text = fs::read_to_string(folder.join("a.jsonl")).expect("lines");
    let second = text.lines().nth(1).expect("three lines");
    let value: Value = serde_json::from_str(second).expect("JSON");
    let with = |changes: &[(&str, Value)]| {
        let mut value = value.clone();
        for (field, to) in changes {
            value[*field] = to.clone();
        }
        value.to_string()
    };
    let cost = value["cost"].as_u64().expect("a cost");
    let nothing = Value::Null;
    let limit = |bound: u64| {
        with(&[
            ("status", "limit".into()),
            ("limit", "time".into()),
            ("cost", nothing.clone()),
            ("proof", nothing.clone()),
            ("solution", nothing.clone()),
            ("metrics", nothing.clone()),
            ("lower_bound", bound.into()),
        ])
    };
    let unsolvable = with(&[
        ("status", "unsolvable".into()),
        ("cost", nothing.clone()),
        ("proof", nothing.clone()),
        ("solution", nothing.clone()),
        ("metrics", nothing.clone()),
        ("lower_bound", nothing.clone()),
    ]);
    for (line, reason) in [
        (unsolvable.clone(), "one has a solution, the other proves that there is none"),
        (limit(cost + 1), "one proves a lower bound above the cost of the other's solution"),
    ] {
        fs::write(folder.join("b.jsonl"), format!("\n{line}\n").trim_start()).expect("written");
        for words in [
            &["primer/1-3", "--resume", "a.jsonl", "--resume", "b.jsonl"][..],
            &["primer/1-3", "--resume", "new.jsonl", "--resume", "a.jsonl", "--resume", "b.jsonl"],
            &["report", "a.jsonl", "b.jsonl"],
        ] {
            let err = batch(&folder, words, &[2]);
            let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(err.contains(&format!("about the same level: {reason}")), "{err}");
            let places = ["b.jsonl:1: it contradicts a.jsonl:2 ", "a.jsonl:2: it contradicts b.jsonl:1 "];
            assert!(places.iter().any(|places| err.contains(places)), "{err}");
        }
        assert_eq!(fs::read_to_string(folder.join("a.jsonl")).expect("there"), text, "left as it was");
    }
    // The same claims about another level of the identifier, and from other places, are none.
    fs::write(folder.join("b.jsonl"), unsolvable.replace("\"level\":\"", "\"level\":\"0") + "\n").expect("written");
    batch(&folder, &["primer/1-3", "--resume", "a.jsonl", "--resume", "b.jsonl"], &[0]);
    batch(&folder, &["report", "a.jsonl", "b.jsonl"], &[0]);
    // A bound that is as high as the cost of another solution agrees with it.
    fs::write(folder.join("b.jsonl"), limit(cost) + "\n").expect("written");
    batch(&folder, &["primer/1-3", "--resume", "a.jsonl", "--resume", "b.jsonl"], &[0]);
    assert_eq!(fs::read_to_string(folder.join("a.jsonl")).expect("there"), text, "the better line stays");
}

/// Lines that cannot be true by themselves are refused with their place.
#[test]
fn impossible_lines_are_refused() {
    let folder = fresh("impossible");
    batch(&folder, &["primer/1-2", "--for", "pushes", "-o", "a.jsonl"], &[0]);
    let text = fs::read_to_string(folder.join("a.jsonl")).expect("lines");
    let (first, second) = text.split_once('\n').expect("two lines");
    let value: Value = serde_json::from_str(second).expect("JSON");
    let cost = value["cost"].as_u64().expect("a cost");
    for (field, to, reason) in [
        ("solution", Value::Null, "a solved level without solution, cost and metrics"),
        ("cost", Value::Null, "a solved level without solution, cost and metrics"),
        ("metrics", Value::Null, "a solved level without solution, cost and metrics"),
        ("lower_bound", (cost + 1).into(), "a lower bound above the cost of its own solution"),
    ] {
        let mut wrong = value.clone();
        wrong[field] = to;
        fs::write(folder.join("b.jsonl"), format!("{first}\n{wrong}\n")).expect("written");
        for words in [
            &["primer/1-2", "--for", "pushes", "--resume", "b.jsonl"][..],
            &["primer/1-2", "--for", "pushes", "--resume", "new.jsonl", "--resume", "b.jsonl"],
            &["report", "b.jsonl"],
        ] {
            let err = batch(&folder, words, &[2]);
            let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(err.contains(reason) && err.contains("b.jsonl"), "{field}: {err}");
            assert!(err.contains(":2:"), "{field}: {err}");
        }
    }
    // What its solution says by itself is counted again.
    let mut wrong = value.clone();
    wrong["metrics"]["pushes"] = 0.into();
    fs::write(folder.join("b.jsonl"), format!("{first}\n{wrong}\n")).expect("written");
    let err = batch(&folder, &["primer/1-2", "--for", "pushes", "--resume", "b.jsonl"], &[0]);
    let pushes = &value["metrics"]["pushes"];
    assert!(
        err.contains(&format!("b.jsonl:2: its solution has {pushes} pushes, not 0; the line is left out")),
        "{err}"
    );
    assert_same(&folder.join("a.jsonl"), &folder.join("b.jsonl"));
}

// An interrupted answer says so, and is gone on with.

/// Interrupts a batch at many moments of the time that it takes, and goes on with it. Returns how often an answer was
/// interrupted before it was as good as it becomes.
fn interrupted_at_every_moment(name: &str, words: &[&str], signals: &[&str], moments: u32) -> usize {
    let folder = fresh(name);
    let begun = Instant::now();
    batch(&folder, &[words, &["-o", "fresh.jsonl"]].concat(), RESULTS);
    let whole = begun.elapsed();
    let expected = lines(&folder.join("fresh.jsonl"));
    assert!(expected.iter().all(|line| line["limit"] != "cancelled"), "it was not interrupted");
    let mut found = 0;
    for moment in 1..=moments {
        let _ = fs::remove_file(folder.join("r.jsonl"));
        let mut child = lurd(&folder)
            .args(["batch", "--no-store"])
            .args(words)
            .args(["--resume", "r.jsonl"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(whole * moment / (moments + 1));
        signal(&child, signals[moment as usize % signals.len()]);
        let status = child.wait().expect("it ends");
        let mut is_interrupted = false;
        let there = fs::read_to_string(folder.join("r.jsonl")).map_or(Vec::new(), |_| lines(&folder.join("r.jsonl")));
        for line in &there {
            let whole = expected.iter().find(|it| it["name"] == line["name"]).expect("a level");
            let says_so = line["status"] == "cancelled" || line["limit"] == "cancelled";
            is_interrupted |= says_so;
            assert!(says_so || line == whole, "moment {moment}: a line that is done differs:\n{line}\n{whole}");
            found += usize::from(line["status"] == "solved" && says_so);
        }
        if is_interrupted {
            assert_eq!(status.code(), Some(130), "moment {moment}");
        }
        batch(&folder, &[words, &["--resume", "r.jsonl"]].concat(), RESULTS);
        assert_same(&folder.join("fresh.jsonl"), &folder.join("r.jsonl"));
        let err = batch(&folder, &[words, &["--resume", "r.jsonl"]].concat(), RESULTS);
        assert!(err.contains(", 0 to go"), "moment {moment}: {err}");
    }
    let _ = fs::remove_dir_all(folder);
    found
}

#[test]
fn an_interrupted_improvement_is_gone_on_with() {
    let words = ["pusher/2", "--for", "any", "--time", "none"];
    assert!(interrupted_at_every_moment("improvement", &words, &["-TERM", "-INT"], 16) > 0);
}

#[test]
fn interrupted_ties_are_gone_on_with() {
    let words = ["pusher/1", "--for", "pushes", "--time", "none"];
    assert!(interrupted_at_every_moment("ties", &words, &["-INT", "-TERM"], 16) > 0);
}

/// Several levels, of which those that are done are not marked.
#[test]
fn what_was_done_before_an_interruption_stays() {
    let words = ["primer", "pusher/1-2", "--for", "any", "--time", "none", "--threads", "2"];
    let moments = if crate::takes_all() { 6 } else { 3 };
    interrupted_at_every_moment("several", &words, &["-TERM", "-INT"], moments);
}

#[test]
fn interrupted_shifters_are_gone_on_with() {
    for objective in ["shifts", "grouped", "buttons"] {
        let words = ["missile", "--for", objective, "--time", "none"];
        interrupted_at_every_moment(&format!("shifters-{objective}"), &words, &["-TERM"], 5);
    }
}
