//! Levels for planners and other programs, and the plans that come back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use lurd::catalog::{Typed, builtin};
use lurd::puzzle::{Format, Metadata, Plugin, Puzzle, PuzzleRecord};
use lurd::shifter::Shifter;
use lurd::sokoban::Sokoban;
use lurd::verify;

fn format(plugin: &dyn Plugin, name: &str) -> Format {
    *plugin.export_formats().iter().find(|format| format.name == name).expect("a format")
}

fn written(plugin: &dyn Plugin, name: &str, puzzle: &dyn Puzzle) -> String {
    let metadata = Metadata::default();
    let record = PuzzleRecord { puzzle, metadata: &metadata, flags: "" };
    let output = plugin.write(&format(plugin, name), &[record]).expect("written");
    String::from_utf8(output.bytes).expect("text")
}

fn puzzles(reference: &str) -> Vec<(String, Box<dyn Puzzle>)> {
    let items = builtin().resolve(&Typed::argument(reference)).expect("puzzles");
    items.into_iter().map(|item| (item.reference.clone(), item.puzzle.expect("readable"))).collect()
}

#[test]
fn a_level_is_a_problem_with_what_the_rules_need() {
    let (_, puzzle) = puzzles("#######|#@ $.##|#   ###|#######").remove(0);
    let problem = written(&Sokoban, "pddl", puzzle.as_ref());
    assert_eq!(problem.matches('(').count(), problem.matches(')').count(), "{problem}");
    for fact in
        ["(player s-2-2)", "(box s-2-4)", "(free s-2-5)", "(next s-2-2 s-3-2 down)", "(and\n    (box s-2-5))"]
    {
        assert!(problem.contains(fact), "{fact}: {problem}");
    }
    assert!(!problem.contains("s-1-1"), "no walls: {problem}");
    // Seven squares; three and two pairs beside each other, three above each other, in both directions.
    assert_eq!(problem.matches("(next ").count(), 2 * (3 + 2 + 3), "{problem}");
    let domain = written(&Sokoban, "pddl-domain", puzzle.as_ref());
    assert_eq!(domain.matches('(').count(), domain.matches(')').count());
    let plan = "(move s-2-2 s-2-3 right)\n(push s-2-3 s-2-4 s-2-5 right)\n; cost = 2\n";
    let solution = puzzle.read_plan(plan).expect("has plans").expect("readable");
    assert_eq!(solution, "rR");
    assert!(verify::replay(puzzle.as_ref(), &solution).is_ok());
}

/// The numbers after a line.
fn numbers_after(text: &str, line: &str) -> Vec<usize> {
    let rest = text.split(&format!("{line}\n")).nth(1).expect(line);
    let row = rest.lines().find(|row| row.starts_with(|it: char| it.is_ascii_digit())).expect("numbers");
    row.split(' ').map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn the_moves_of_tws_lead_from_the_start_to_the_target_as_the_answer_does() {
    for (reference, puzzle) in puzzles("missile/1-3") {
        let definition = written(&Shifter, "tws", puzzle.as_ref());
        let mut tiles =
            numbers_after(&written(&Shifter, "tws-scramble", puzzle.as_ref()), "ScrambleState start");
        let solution = match reference.as_str() {
            "missile/1" => "left 1, left 2, right 3, left 2",
            "missile/2" => "left 2, down 1, right 2, up 1",
            _ => continue,
        };
        for step in solution.split(", ") {
            let (direction, line) = step.split_once(' ').expect("a line");
            let letter = char::from(b'a' + line.parse::<u8>().expect("a number"));
            let (axis, is_inverse) = match direction {
                "left" => ('R', false),
                "right" => ('R', true),
                "up" => ('C', false),
                _ => ('C', true),
            };
            let from = numbers_after(&definition, &format!("Move {axis}{letter}"));
            let mut after = tiles.clone();
            for (place, &source) in from.iter().enumerate() {
                let (to, of) = if is_inverse { (source - 1, place) } else { (place, source - 1) };
                after[to] = tiles[of];
            }
            tiles = after;
        }
        assert_eq!(tiles, numbers_after(&definition, "Solved"), "{reference}");
    }
}

/// Pushes only, with walks filled in, by the other domain of the same problem.
#[test]
fn the_plan_of_pushes_is_a_solution_with_its_walks() {
    let (_, puzzle) = puzzles("######|#    #|#@$  #|#    #|#  . #|######").remove(0);
    let domain = written(&Sokoban, "pddl-pushes", puzzle.as_ref());
    assert_eq!(domain.matches('(').count(), domain.matches(')').count());
    let plan =
        "(push s-3-2 s-3-3 s-3-4 right)\n(push s-2-4 s-3-4 s-4-4 down)\n(push s-3-4 s-4-4 s-5-4 down)\n";
    let solution = puzzle.read_plan(plan).expect("has plans").expect("readable");
    assert_eq!(solution, "RurDD");
    assert!(verify::replay(puzzle.as_ref(), &solution).is_ok());
}

/// Each predicate of a problem is declared by both domains.
#[test]
fn problems_belong_to_both_domains() {
    let (_, puzzle) = puzzles("#######|#@ $.##|#   ###|#######").remove(0);
    let problem = written(&Sokoban, "pddl", puzzle.as_ref());
    let init = problem.split("(:init").nth(1).expect("facts");
    for domain in ["pddl-domain", "pddl-pushes"] {
        let domain = written(&Sokoban, domain, puzzle.as_ref());
        let declared = domain.split("(:predicates").nth(1).expect("predicates");
        for fact in init.lines().filter_map(|line| line.trim().strip_prefix('(')?.split(' ').next()) {
            assert!(fact.starts_with(':') || declared.contains(&format!("({fact} ")), "{fact}");
        }
    }
}

/// Levels that the planner has not solved in ten minutes.
const UNSOLVED: [&str; 2] = ["pusher/2", "pusher/3"];

/// The search: greedy, by the length of relaxed plans.
const SEARCH: [&str; 2] = ["--search", "lazy_greedy([ff()], preferred=[ff()])"];

/// Fast Downward of `LURD_PLANNER`, else one that is installed from `PyPI` below a folder.
fn planner(folder: &Path) -> PathBuf {
    if let Some(planner) = std::env::var_os("LURD_PLANNER") {
        return planner.into();
    }
    let environment = folder.join("venv");
    let run = |command: &mut Command| assert!(command.status().expect("python3 runs").success());
    run(Command::new("python3").args(["-m", "venv"]).arg(&environment));
    run(Command::new(environment.join("bin/pip")).args(["install", "--quiet", "up-fast-downward==1.0.0"]));
    let versions = fs::read_dir(environment.join("lib")).expect("packages");
    let inside = "site-packages/up_fast_downward/downward/fast-downward.py";
    let found = versions.filter_map(|it| Some(it.ok()?.path().join(inside))).find(|path| path.exists());
    found.expect("the planner is in its package")
}

/// All Sokoban levels of `puzzles/` by Fast Downward, which the test installs (with python3, from `PyPI`): `cargo test
/// --release --test library planners -- --ignored --nocapture`. `LURD_PLANNER` is the path of another
/// `fast-downward.py`, `LURD_PLANNER_SECONDS` the time for a level.
#[test]
#[ignore = "installs a planner"]
#[allow(clippy::print_stdout, reason = "the times are the result")]
fn a_planner_solves_the_levels_and_its_plans_are_solutions() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planners");
    fs::create_dir_all(&folder).expect("a folder");
    let planner = planner(&folder);
    let most = std::env::var("LURD_PLANNER_SECONDS").unwrap_or_else(|_| "120".to_owned());
    let catalog = builtin();
    let collections = catalog.collections().iter().map(|collection| collection.name.as_str());
    // Levels that have no solution are not for planners, which would prove that by trying every state.
    let levels = collections.filter(|&name| name != "stuck").flat_map(puzzles);
    let (mut solved, mut unsolved) = (0, Vec::new());
    for (reference, puzzle) in levels.filter(|(_, puzzle)| puzzle.kind() == "sokoban") {
        let begun = Instant::now();
        let name = reference.replace('/', "-");
        let (domain, problem) = (folder.join("domain.pddl"), folder.join(format!("{name}.pddl")));
        fs::write(&domain, written(&Sokoban, "pddl-pushes", puzzle.as_ref())).expect("written");
        fs::write(&problem, written(&Sokoban, "pddl", puzzle.as_ref())).expect("written");
        let plan = folder.join(format!("{name}.pddl.soln"));
        let _ = fs::remove_file(&plan);
        let mut command = Command::new("timeout");
        command.current_dir(&folder).arg(&most).arg("python3").arg(&planner);
        command.arg("--plan-file").args([&plan, &domain, &problem]).args(SEARCH);
        let output = command.output().expect("the planner runs");
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("Translator operators:") && !said.contains("Traceback"), "{reference}: {said}");
        let Ok(text) = fs::read_to_string(&plan) else {
            unsolved.push(reference);
            continue;
        };
        let solution = puzzle.read_plan(&text).expect("has plans").expect("readable");
        verify::replay(puzzle.as_ref(), &solution).unwrap_or_else(|error| panic!("{reference}: {error}"));
        solved += 1;
        println!("{reference}: {} moves, {:.1} s", solution.len(), begun.elapsed().as_secs_f64());
    }
    println!("{solved} levels solved; not in {most} seconds: {}", unsolved.join(", "));
    assert!(solved > 100, "{solved}");
    let unexpected: Vec<_> = unsolved.iter().filter(|level| !UNSOLVED.contains(&level.as_str())).collect();
    assert!(unexpected.is_empty(), "not in {most} seconds: {unexpected:?}");
}
