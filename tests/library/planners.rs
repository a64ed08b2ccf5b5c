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

/// The puzzle in a format, unless that refuses it.
fn if_written(plugin: &dyn Plugin, name: &str, puzzle: &dyn Puzzle) -> Option<String> {
    let metadata = Metadata::default();
    let record = PuzzleRecord { puzzle, metadata: &metadata, flags: "" };
    let output = plugin.write(&format(plugin, name), &[record]).ok()?;
    Some(String::from_utf8(output.bytes).expect("text"))
}

fn written(plugin: &dyn Plugin, name: &str, puzzle: &dyn Puzzle) -> String {
    if_written(plugin, name, puzzle).expect("written")
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
    for fact in ["(player s-2-2)", "(box s-2-4)", "(free s-2-5)", "(next s-2-2 s-3-2 down)", "(and\n    (box s-2-5))"] {
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
        let mut tiles = numbers_after(&written(&Shifter, "tws-scramble", puzzle.as_ref()), "ScrambleState start");
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
    let plan = "(push s-3-2 s-3-3 s-3-4 right)\n(push s-2-4 s-3-4 s-4-4 down)\n(push s-3-4 s-4-4 s-5-4 down)\n";
    let solution = puzzle.read_plan(plan).expect("has plans").expect("readable");
    assert_eq!(solution, "RurDD");
    assert!(verify::replay(puzzle.as_ref(), &solution).is_ok());
}

/// A domain, its problems, and a search of Fast Downward that solves them.
struct Rules {
    domain: &'static str,
    problem: &'static str,
    search: &'static str,
}

/// Each level is tried with the first, and with the second if that finds no plan.
const RULES: [Rules; 2] = [
    // Greedy, by the length of relaxed plans.
    Rules { domain: "pddl-pushes", problem: "pddl", search: "lazy_greedy([ff()], preferred=[ff()])" },
    // In turn by the length of relaxed plans, by goals that do not hold and then that length, and any state.
    Rules {
        domain: "pddl-packing",
        problem: "pddl-packing-problem",
        search: "let(hff,ff(),let(gc,goalcount(),lazy(alt([single(hff),single(hff,pref_only=true),\
                 tiebreaking([gc,hff]),tiebreaking([gc,hff],pref_only=true),type_based([gc,hff])],boost=0),\
                 preferred=[hff])))",
    },
];

/// Each predicate of a problem is declared by its domains, which have the same name; each type is declared as well.
#[test]
fn problems_belong_to_their_domains() {
    let (_, puzzle) = puzzles("#######|#@ $.##|#   ###|#######").remove(0);
    let moves = Rules { domain: "pddl-domain", ..RULES[0] };
    for Rules { domain, problem, .. } in [moves].iter().chain(&RULES) {
        let problem = written(&Sokoban, problem, puzzle.as_ref());
        let domain = written(&Sokoban, domain, puzzle.as_ref());
        assert_eq!(domain.matches('(').count(), domain.matches(')').count());
        assert_eq!(problem.matches('(').count(), problem.matches(')').count());
        let name = problem.split("(:domain ").nth(1).and_then(|it| it.split(')').next()).expect("a name");
        assert!(domain.contains(&format!("(define (domain {name})")), "{name}");
        let (objects, facts) = problem.split_once("(:init").expect("facts");
        let types = domain.split("(:types").nth(1).and_then(|it| it.split(')').next()).expect("types");
        for line in objects.lines().filter_map(|line| line.trim_end_matches(')').split(" - ").nth(1)) {
            assert!(types.split_whitespace().any(|it| it == line), "{line}");
        }
        let predicates = domain.split("(:predicates").nth(1).expect("predicates");
        let declared = predicates.split("(:").next().expect("before what follows");
        let facts: Vec<&str> = facts.lines().filter_map(|line| line.trim().strip_prefix('(')).collect();
        assert!(facts.len() > 20, "{problem}");
        for fact in facts.iter().filter(|fact| !fact.starts_with(':')) {
            let fact = fact.split([' ', ')']).next().expect("a word");
            let is_declared = [' ', ')'].iter().any(|end| declared.contains(&format!("({fact}{end}")));
            assert!(is_declared, "{fact}");
        }
    }
}

/// The order, the room and the end of a problem of packing, and a plan that settles boxes.
#[test]
fn problems_of_packing_have_an_order_and_a_room() {
    let (_, puzzle) = puzzles("#########|#@ $ ..##|#  $ ####|#    ####|#########").remove(0);
    let problem = written(&Sokoban, "pddl-packing-problem", puzzle.as_ref());
    for text in [
        "    n0 n1 n2 - phase\n",
        "    (stage n0)\n    (idle)\n",
        "    (place n0 s-2-7)\n    (succ n0 n1)\n    (place n1 s-2-6)\n    (succ n1 n2)\n",
        "    (outside s-2-5)\n    (inside s-2-6)\n    (inside s-2-7)\n    (outside s-3-2)\n",
        "  (:goal (and\n    (reached s-2-2)\n",
        "    (reached s-4-5)\n    (packed s-2-6)\n    (packed s-2-7))))\n",
    ] {
        assert!(problem.contains(text), "{text}: {problem}");
    }
    let plan = "(push s-2-3 s-2-4 s-2-5 right)\n(push s-2-4 s-2-5 s-2-6 right)\n(push s-2-5 s-2-6 s-2-7 right)\n\
                (settle s-2-7 n0 n1)\n\
                (push s-3-3 s-3-4 s-3-5 right)\n(push s-4-5 s-3-5 s-2-5 up)\n(push s-2-4 s-2-5 s-2-6 right)\n\
                (settle s-2-6 n1 n2)\n";
    let solution = puzzle.read_plan(plan).expect("has plans").expect("readable");
    assert!(verify::replay(puzzle.as_ref(), &solution).is_ok(), "{solution}");
}

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

/// The plan for a level by the first of [`RULES`] that finds one in time, with the number of the rules.
fn plan_of(planner: &Path, folder: &Path, most: &str, reference: &str, puzzle: &dyn Puzzle) -> Option<(usize, String)> {
    for (number, rules) in RULES.iter().enumerate() {
        let name = format!("{}.{}", reference.replace('/', "-"), rules.domain);
        let (domain, problem) = (folder.join("domain.pddl"), folder.join(format!("{name}.pddl")));
        fs::write(&domain, written(&Sokoban, rules.domain, puzzle)).expect("written");
        let Some(text) = if_written(&Sokoban, rules.problem, puzzle) else { continue };
        fs::write(&problem, text).expect("written");
        let plan = folder.join(format!("{name}.soln"));
        let _ = fs::remove_file(&plan);
        let mut command = Command::new("timeout");
        command.current_dir(folder).arg(most).arg("python3").arg(planner);
        command.arg("--plan-file").args([&plan, &domain, &problem]).args(["--search", rules.search]);
        let output = command.output().expect("the planner runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("Translator operators:") && !said.contains("Traceback"), "{reference}: {said}");
        if let Ok(text) = fs::read_to_string(&plan) {
            return Some((number, text));
        }
    }
    None
}

/// All Sokoban levels of `puzzles/` by Fast Downward, which the test installs (with python3, from `PyPI`): `cargo test
/// --release --test library planners -- --ignored --nocapture`. `LURD_PLANNER` is the path of another
/// `fast-downward.py`, `LURD_PLANNER_SECONDS` the time for each of the [`RULES`].
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
    let (mut solved, mut unsolved) = ([0; RULES.len()], Vec::new());
    for (reference, puzzle) in levels.filter(|(_, puzzle)| puzzle.kind() == "sokoban") {
        let begun = Instant::now();
        let Some((number, plan)) = plan_of(&planner, &folder, &most, &reference, puzzle.as_ref()) else {
            unsolved.push(reference);
            continue;
        };
        let solution = puzzle.read_plan(&plan).expect("has plans").expect("readable");
        verify::replay(puzzle.as_ref(), &solution).unwrap_or_else(|error| panic!("{reference}: {error}"));
        solved[number] += 1;
        let (domain, seconds) = (RULES[number].domain, begun.elapsed().as_secs_f64());
        println!("{reference}: {} moves by {domain}, {seconds:.1} s", solution.len());
    }
    println!("levels solved by each of the rules: {solved:?}");
    assert!(unsolved.is_empty(), "not in {most} seconds: {unsolved:?}");
    assert!(solved.iter().sum::<usize>() > 100, "{solved:?}");
}
