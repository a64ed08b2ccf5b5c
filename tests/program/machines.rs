//! The recipes of "Batches and many machines" in `docs/guide.md`, run for real, and what they promise. Most are opt-in:
//! they take long, need other programs (`parallel`, `slurm-wlm`, `kubernetes-validate`), or levels (`LURD_LEVELS`).

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::random::Random;

fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("machines-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(folder: &Path) -> Command {
    let mut command = Command::new(crate::program());
    own(&mut command, folder);
    command
}

/// Nothing of the user's own is read or written.
fn own(command: &mut Command, folder: &Path) {
    command.current_dir(folder).env("LURD_CONFIG", "").env("LURD", crate::program());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join("own"));
    }
}

/// Runs a command; its standard error if it does not end with one of these codes.
fn run(command: &mut Command, codes: &[i32]) -> String {
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| codes.contains(&code)), "{:?}: {err}", output.status);
    err
}

/// Verdict and metrics by place.
fn verdicts(path: &Path) -> BTreeMap<(String, u64), (String, String)> {
    let text = fs::read_to_string(path).expect("results");
    let mut verdicts = BTreeMap::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let source = line["source"].as_str().expect("a source").to_owned();
        let place = (source, line["index"].as_u64().expect("an index"));
        let verdict = (line["status"].to_string(), format!("{} {}", line["cost"], line["metrics"]));
        assert!(verdicts.insert(place, verdict).is_none(), "twice: {line}");
    }
    verdicts
}

/// Levels of one box in corridors, all different, `count` of them.
fn corridors(count: usize) -> String {
    let level = |number: usize| {
        let (before, after) = (" ".repeat(number % 100), " ".repeat(number / 100));
        let wall = "#".repeat(before.len() + after.len() + 6);
        format!("{wall}\n# @${before}.{after}#\n{wall}\n\n")
    };
    (0..count).map(level).collect()
}

/// Kills a batch at random moments and goes on, until it is through.
fn killed_often(levels: &str, kills: u32, name: &str) {
    let folder = fresh(name);
    fs::write(folder.join("levels.xsb"), levels).expect("written");
    let batch = |out: &str, flag: &str| {
        let mut command = lurd(&folder);
        command.args(["batch", "levels.xsb", "--no-store", "--threads", "2", flag, out]);
        command
    };
    let begun = Instant::now();
    run(&mut batch("whole.jsonl", "-o"), &[0, 3]);
    // All kills together come about when the batch would end.
    let longest = begun.elapsed() * 2 / kills;
    let path = folder.join("killed.jsonl");
    let mut random = Random::new(7);
    let mut hits = 0;
    for _ in 0..kills {
        let mut child = batch("killed.jsonl", "--resume")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let micros = usize::try_from(longest.as_micros()).expect("short");
        std::thread::sleep(Duration::from_micros(random.below(micros) as u64));
        hits += u32::from(child.try_wait().expect("a state").is_none());
        let _ = child.kill();
        let _ = child.wait();
        // Every line but the last is whole at any moment.
        let text = fs::read_to_string(&path).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        assert!(whole.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
        if hits == 1 {
            // As a crash within a write leaves it.
            fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(&path)
                .expect("there")
                .write_all(b"{\"sch")
                .expect("written");
        }
    }
    assert!(hits > kills / 3, "only {hits} of {kills} kills met a running batch");
    run(&mut batch("killed.jsonl", "--resume"), &[0, 3]);
    assert_eq!(verdicts(&path), verdicts(&folder.join("whole.jsonl")));
}

#[test]
fn a_batch_killed_at_random_moments_loses_no_level_and_has_none_twice() {
    killed_often(&corridors(300), 12, "killed");
}

/// The folder of levels of opt-in tests.
fn microban() -> PathBuf {
    let folder = std::env::var_os("LURD_LEVELS").expect("LURD_LEVELS names a folder of levels");
    PathBuf::from(folder).join("microban1.xsb")
}

#[test]
#[ignore = "50 kills; reads LURD_LEVELS"]
fn a_collection_killed_fifty_times_is_whole_in_the_end() {
    let levels = fs::read_to_string(microban()).expect("the levels");
    killed_often(&levels, 50, "killed-collection");
}

fn is_there(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
    found.is_ok_and(|output| output.status.success())
}

/// Where two results both say "solved", they agree; and one is about as complete as the other.
fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (verdicts(one), verdicts(other));
    assert!(one.keys().eq(other.keys()), "the same levels in the same order");
    let mut both = 0;
    for (place, verdict) in &one {
        let solved = |verdict: &(String, String)| verdict.0 == "\"solved\"";
        if solved(verdict) && solved(&other[place]) {
            both += 1;
            assert_eq!(verdict, &other[place], "{place:?}");
        }
    }
    assert!(both * 10 >= one.len() * 9, "{both} of {}", one.len());
}

/// Limits that do not depend on the load of the machine.
const FLAGS: [&str; 4] = ["--nodes", "20000", "--time", "none"];

/// The results of one process.
fn one_process(folder: &Path, levels: &Path) -> PathBuf {
    let path = folder.join("one.jsonl");
    run(lurd(folder).arg("batch").arg(levels).args(FLAGS).args(["--no-store", "-o"]).arg(&path), &[0, 3]);
    path
}

fn recipe(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/machines").join(name)
}

/// Copies the lines of the shares in a folder into its file `all.jsonl`, as the recipes do.
fn together(folder: &Path, levels: &Path, shares: &Path, flags: &[&str]) {
    let mut command = Command::new(recipe("together.sh"));
    own(&mut command, folder);
    let err = run(command.arg(shares).arg(levels).args(flags).arg("--no-store"), &[0]);
    assert!(err.contains(" done already, 0 to go"), "{err}");
}

fn slices_give_the_same(folder: &Path, levels: &Path) {
    let one = one_process(folder, levels);
    for share in 1..=4 {
        let (part, out) = (format!("slice:{share}/4"), format!("share-{share}.jsonl"));
        run(
            lurd(folder).arg("batch").arg(levels).args(FLAGS).args(["--no-store", "--partition", &part, "-o", &out]),
            &[0, 3],
        );
    }
    together(folder, levels, folder, &FLAGS);
    assert_same(&one, &folder.join("all.jsonl"));
}

#[test]
fn joined_slices_are_one_process() {
    let folder = fresh("slices");
    let levels = folder.join("levels.xsb");
    fs::write(&levels, corridors(40)).expect("written");
    slices_give_the_same(&folder, &levels);
}

#[test]
#[ignore = "solves a collection twice; reads LURD_LEVELS"]
fn joined_slices_of_a_collection_are_one_process() {
    slices_give_the_same(&fresh("slices-collection"), &microban());
}

#[test]
#[ignore = "needs GNU parallel; reads LURD_LEVELS"]
fn gnu_parallel_solves_a_collection_as_one_process() {
    assert!(is_there("parallel"), "GNU parallel is not installed");
    let (folder, levels) = (fresh("parallel"), microban());
    let one = one_process(&folder, &levels);
    let mut command = Command::new(recipe("parallel.sh"));
    own(&mut command, &folder);
    command.args(["4", "shares"]).arg(&levels).args(FLAGS).arg("--no-store");
    run(&mut command, &[0]);
    assert_same(&one, &folder.join("shares/all.jsonl"));
    // Again: everything is done.
    let before = fs::read(folder.join("shares/all.jsonl")).expect("written");
    let started = Instant::now();
    run(&mut command, &[0]);
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(fs::read(folder.join("shares/all.jsonl")).expect("written"), before);
}

#[test]
#[ignore = "needs slurm-wlm and root; reads LURD_LEVELS"]
fn a_slurm_array_solves_a_collection_as_one_process() {
    assert!(is_there("slurmctld") && is_there("sbatch"), "slurm-wlm is not installed");
    let (folder, levels) = (fresh("slurm"), microban());
    let one = one_process(&folder, &levels);
    let node = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/machines/slurm-one-node.sh");
    let mut command = Command::new(node);
    own(&mut command, &folder);
    command.arg(folder.join("node")).args(["sbatch", "--wait", "--array=1-4", "-o", "share-%a.log"]);
    command.arg(recipe("array.slurm")).arg(folder.join("shares")).arg(&levels).args(FLAGS).arg("--no-store");
    run(&mut command, &[0]);
    together(&folder, &levels, &folder.join("shares"), &FLAGS);
    assert_same(&one, &folder.join("shares/all.jsonl"));
}

/// The manifest is valid by the schema of Kubernetes, and its container's command does its share.
#[test]
#[ignore = "needs kubernetes-validate (PyPI) and python3 with yaml"]
fn a_kubernetes_job_is_valid_and_its_command_runs() {
    assert!(is_there("kubernetes-validate"), "kubernetes-validate is not installed");
    let folder = fresh("kubernetes");
    let (levels, results) = (folder.join("levels"), folder.join("results"));
    fs::create_dir_all(&levels).expect("a folder");
    fs::create_dir_all(&results).expect("a folder");
    fs::write(levels.join("a.xsb"), corridors(40)).expect("written");
    run(Command::new("kubernetes-validate").args(["--strict"]).arg(recipe("job.yaml")), &[0]);
    let script = "import sys, yaml; print(yaml.safe_load(open(sys.argv[1]))['spec']['template']['spec']['containers'][0]['command'][2])";
    let printed = Command::new("python3").args(["-c", script]).arg(recipe("job.yaml")).output().expect("python3");
    let command = String::from_utf8(printed.stdout).expect("text");
    assert!(command.contains("lurd batch"), "{command}");
    // The volumes are folders here, and the program is this one.
    let command = command
        .replace("/levels/", &format!("{}/", levels.display()))
        .replace("/results/", &format!("{}/", results.display()))
        .replace("lurd batch", "\"$LURD\" batch");
    for index in 0..16 {
        let mut shell = Command::new("sh");
        own(&mut shell, &folder);
        let shell = shell.args(["-c", &command]).env("SHARES", "16").env("JOB_COMPLETION_INDEX", index.to_string());
        run(shell, &[0]);
    }
    together(&folder, &levels.join("a.xsb"), &results, &[]);
    let one = folder.join("one.jsonl");
    run(lurd(&folder).arg("batch").arg(levels.join("a.xsb")).args(["--no-store", "-o"]).arg(&one), &[0]);
    assert_same(&one, &results.join("all.jsonl"));
}

/// The `Dockerfile` copies everything that cargo looks for. (There is no daemon here that would build it.)
#[test]
fn the_image_gets_all_that_its_build_needs() {
    let (folder, source) = (fresh("image"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let text = fs::read_to_string(recipe("Dockerfile")).expect("the recipe");
    for line in text.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with("--from")) {
        let mut names: Vec<_> = line.split_whitespace().collect();
        let to = folder.join(names.pop().expect("a place"));
        for name in names {
            run(Command::new("cp").arg("-r").arg(source.join(name)).arg(&to), &[0]);
        }
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    run(command.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]).current_dir(&folder), &[0]);
    assert!(folder.join("puzzles").is_dir() && folder.join("Cargo.lock").is_file());
    let is_pinned = text.contains(&format!("FROM rust:{}", env!("CARGO_PKG_RUST_VERSION")));
    assert!(is_pinned, "the compiler is at least the one that Cargo.toml asks for");
}

#[test]
#[ignore = "saves 20,000 solutions"]
#[expect(clippy::print_stdout, reason = "the figures")]
fn two_processes_save_ten_thousand_solutions_each() {
    const LEVELS: usize = 10_000;
    let folder = fresh("store");
    let levels = corridors(LEVELS);
    // One process has the better solution of the even levels, the other that of the odd ones.
    for parity in 0..2 {
        let mut text = String::new();
        for (number, level) in levels.split_terminator("\n\n").enumerate() {
            let detour = if number % 2 == parity { "" } else { "lr" };
            let pushes = "R".repeat(number % 100 + 1);
            text.extend([level, "\n\nSolution\n", detour, &pushes, "\n\n"]);
        }
        fs::write(folder.join(format!("{parity}.sok")), text).expect("written");
    }
    let started = Instant::now();
    let import = |parity: usize| {
        let mut command = lurd(&folder);
        command.args(["solutions", "import", &format!("{parity}.sok")]).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    };
    for child in [import(0), import(1)] {
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && err.contains(" 0 refused"), "{err}");
    }
    println!("{:?}", started.elapsed());
    let listed = lurd(&folder).args(["solutions", "list", "--json"]).output().expect("a list");
    let mut found = 0;
    for line in String::from_utf8(listed.stdout).expect("text").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let solutions = line["solutions"].as_array().expect("solutions");
        assert_eq!(solutions.len(), 1, "{line}");
        assert_eq!(solutions[0]["metrics"]["moves"], solutions[0]["metrics"]["pushes"], "the better one: {line}");
        found += 1;
    }
    assert_eq!(found, LEVELS);
    let _ = fs::remove_dir_all(folder);
}
