//! The solver compared with the oracle on thousands of small levels: with all rules, without each of them,
//! and by every strategy.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::levels::{crowded, pulled, uniform};
use crate::common::oracle::{Oracle, fewest_of_both, optimum_within};
use crate::common::samples;
use lurd::budget::{Budget, Cancel, Limits, Work, WorkKind};
use lurd::catalog::{Typed, builtin};
use lurd::outcome::{Outcome, Proof};
use lurd::puzzle::{CensusOptions, DistanceOrigin, Ending, Plugin, Puzzle, ReadOptions, Unanswered};
use lurd::search::{STRATEGIES, Settings, Stepper, Strategy};
use lurd::sokoban::board::Board;
use lurd::sokoban::deadlock::{ROWS, RULES, Rule, Rules};
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::spaces::{MoveSpace, PatternBound, PushSpace};
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Level, Sokoban, formats, solver};
use lurd::space::{Heuristic, Space};
use lurd::verify;

/// Levels that the oracle can decide, half of them solvable by construction.
fn levels(count: u64) -> impl Iterator<Item = (Level, Oracle)> {
    decided((0..count).map(|seed| if seed % 2 == 0 { uniform(seed) } else { pulled(seed) }))
}

fn decided(levels: impl Iterator<Item = Level>) -> impl Iterator<Item = (Level, Oracle)> {
    levels.filter_map(|level| match optimum_within(&level, 40_000) {
        Oracle::Unknown => None,
        truth => Some((level, truth)),
    })
}

fn pushes_under(board: &Board, rules: Rules) -> Option<u64> {
    pushes_and_expansions(board, rules).0
}

fn pushes_and_expansions(board: &Board, rules: Rules) -> (Option<u64>, u64) {
    let mut budget = Budget::unlimited();
    let space = PushSpace::new(board, rules, &mut budget).expect("no limits");
    space.build_patterns(1_000, &mut budget).expect("no limits");
    let pushes = cost(Stepper::astar(&space, &Settings::default()).expect("it fits").finish(&mut budget));
    (pushes, budget.statistics().expanded)
}

/// The bound of the room with all goals, if there is one, and that of the assignment of boxes to goals.
fn goal_room_bounds(board: &Board) -> (Option<u64>, u64) {
    let mut budget = Budget::unlimited();
    let space = PushSpace::new(board, Rules::NONE.with(Rule::GoalRooms), &mut budget).expect("no limits");
    let bound = solver::goal_room_bound(board, &space, &Settings::default(), &mut budget).expect("no limits");
    (bound, space.of(&space.start()))
}

fn moves_under(board: &Board, rules: Rules) -> Option<u64> {
    let mut budget = Budget::unlimited();
    let space = MoveSpace::new(board, rules, &mut budget).expect("no limits");
    space.build_patterns(1_000, &mut budget).expect("no limits");
    cost(Stepper::astar(&space, &Settings::default()).expect("it fits").finish(&mut budget))
}

fn cost<A: std::fmt::Debug>(outcome: Outcome<A>) -> Option<u64> {
    match outcome {
        Outcome::Solved { plan, proof: Proof::Optimal, .. } => Some(plan.cost),
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_rule_on_and_off_gives_the_verdict_and_the_optimum_of_the_oracle() {
    // The bound of goal rooms is raised on few levels. This is one of them.
    let rare = [uniform(610)].into_iter().chain((0..samples(500)).map(crowded));
    let (solvable, unsolvable) = each_rule(levels(samples(1_800)).chain(decided(rare)));
    assert!(solvable > samples(1_000) && unsolvable > samples(400), "{solvable} and {unsolvable}");
}

/// `cargo test --release --test library sokoban -- --ignored`: some minutes.
#[test]
#[ignore = "takes long"]
fn each_rule_agrees_with_the_oracle_on_ten_thousand_levels() {
    let (solvable, unsolvable) = each_rule(levels(7_000).chain(decided((0..6_000).map(crowded))));
    assert!(solvable + unsolvable >= 10_000, "{solvable} and {unsolvable}");
}

/// Compares searches with the oracle. Each rule must prune on one of the levels. Returns the numbers of solvable and of
/// unsolvable levels.
fn each_rule(levels: impl Iterator<Item = (Level, Oracle)>) -> (u32, u32) {
    let (mut solvable, mut unsolvable) = (0, 0);
    // The rules that saved expansions somewhere, so that switching them on and off means something.
    let mut effective = BTreeSet::new();
    for (level, truth) in levels {
        let board = Board::new(&level);
        if !board.unreachable_boxes().is_empty() {
            assert_eq!(truth, Oracle::Unsolvable);
            continue;
        }
        let (pushes, moves) = match truth {
            Oracle::Solvable { pushes, moves } => (Some(pushes), Some(moves)),
            _ => (None, None),
        };
        *if pushes.is_some() { &mut solvable } else { &mut unsolvable } += 1;
        let all = Rules::for_pushes();
        let without_rules = pushes_and_expansions(&board, Rules::NONE).1;
        assert_eq!(pushes_under(&board, all), pushes, "all rules\n{}", write_xsb(&level));
        assert_eq!(moves_under(&board, Rules::for_moves()), moves, "all rules\n{}", write_xsb(&level));
        if let ((Some(bound), assignment), Some(pushes)) = (goal_room_bounds(&board), pushes) {
            assert!(bound <= pushes, "goal rooms\n{}", write_xsb(&level));
            if bound > assignment {
                effective.insert("goal-rooms");
            }
        }
        for row in RULES {
            let without = all.without(row.rule);
            assert_eq!(pushes_under(&board, without), pushes, "without {}\n{}", row.name, write_xsb(&level));
            let only = Rules::NONE.with(row.rule);
            let (found, expansions) = pushes_and_expansions(&board, only);
            assert_eq!(found, pushes, "only {}\n{}", row.name, write_xsb(&level));
            if expansions < without_rules {
                effective.insert(row.name);
            }
            if row.keeps_moves {
                assert_eq!(moves_under(&board, only), moves, "only {}\n{}", row.name, write_xsb(&level));
            }
        }
    }
    let names: BTreeSet<_> = RULES.iter().map(|row| row.name).collect();
    assert_eq!(effective, names, "a rule without a level on which it prunes");
    (solvable, unsolvable)
}

#[test]
fn every_strategy_serves_every_objective_as_it_claims() {
    let mut solved = BTreeMap::new();
    for (level, truth) in levels(samples(400)) {
        let puzzle = SokobanPuzzle::new(level.clone());
        for objective in puzzle.objectives() {
            let mut no_observer = ();
            let mut unlimited = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
            for fit in puzzle.strategies(objective, &mut unlimited) {
                let mut no_observer = ();
                let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
                let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
                let report = puzzle.solve(objective, fit.strategy, &Settings::default(), &mut budget);
                let name = format!("{} for {}\n{}", fit.strategy.name(), objective.name, write_xsb(&level));
                assert_eq!(
                    matches!(report.ending, Err(Unanswered::Unsupported { .. })),
                    fit.verdict.is_err(),
                    "{name}"
                );
                check(&puzzle, &report.ending, truth, objective.metric, &name);
                if report.ending.is_ok() {
                    *solved.entry((fit.strategy, objective.name)).or_insert(0) += 1;
                }
            }
        }
    }
    // Every strategy has solved enough levels for the test to mean something.
    for row in STRATEGIES {
        let objectives = solver::OBJECTIVES
            .iter()
            .filter(|objective| solved.get(&(row.strategy, objective.name)).is_some_and(|&n| n > samples(100)));
        assert!(objectives.count() > 0, "{} solved too little: {solved:?}", row.name);
    }
}

#[test]
fn the_default_improves_its_first_answer() {
    let any = &solver::ANY;
    let (mut shorter, mut proved) = (0, 0);
    for (level, truth) in levels(samples(500)) {
        let puzzle = SokobanPuzzle::new(level.clone());
        let solve = |first| {
            let mut no_observer = ();
            let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
            let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
            let settings = Settings { first, ..Settings::default() };
            let ending = puzzle.solve(any, Strategy::Auto, &settings, &mut budget).ending;
            check(&puzzle, &ending, truth, any.metric, &format!("first: {first}\n{}", write_xsb(&level)));
            ending
        };
        if let (Ok(first), Ok(better)) = (solve(true), solve(false)) {
            assert!(better.cost <= first.cost, "{}", write_xsb(&level));
            shorter += u32::from(better.cost < first.cost);
            proved += u32::from(better.proof == Proof::Optimal);
        }
    }
    // First answers to such small levels are seldom longer than necessary.
    assert!(proved > samples(200), "{shorter} shorter, {proved} proved");
}

/// A square room of floor with boxes in some rows, each with a goal two squares to its right. With `spare` there is one goal
/// more than boxes.
fn open_room(side: usize, rows: usize, spare: bool) -> Level {
    let line = |inside: String| format!("#{inside:<width$}#", width = side - 2);
    let mut lines = vec!["#".repeat(side), line(" @".to_owned())];
    lines.extend((0..rows).map(|_| line("  $ .".repeat((side - 2) / 5))));
    lines.resize(side - 2, line(String::new()));
    lines.push(line(if spare { ".".to_owned() } else { String::new() }));
    lines.push("#".repeat(side));
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    formats::read_with(&lines.join("\n"), &options).expect("a level").remove(0).level.expect("legal")
}

/// A proof may take long, but there is an answer by then, whatever is counted, on levels of every size, and with more goals
/// than boxes.
#[test]
fn an_answer_comes_before_a_long_proof() {
    let embedded = ["pusher/3", "primer/17", "primer/18"].map(|reference| {
        let item = builtin().resolve(&Typed::argument(reference)).expect("a level").remove(0);
        (reference.to_owned(), 50_000, item.puzzle.expect("readable"))
    });
    let rooms = [(20, 4, false), (20, 4, true), (40, 6, false)].map(|(side, rows, spare)| {
        let puzzle: Box<dyn Puzzle> = Box::new(SokobanPuzzle::new(open_room(side, rows, spare)));
        (format!("{rows} rows in a room of {side}, a goal more: {spare}"), 16_000, puzzle)
    });
    for (name, nodes, puzzle) in embedded.into_iter().chain(rooms) {
        for objective in puzzle.objectives() {
            let mut no_observer = ();
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
            let report = puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget);
            let Ok(answer) = report.ending else { panic!("{name} for {}: {:?}", objective.name, report.ending) };
            let replay = verify::replay(puzzle.as_ref(), &answer.solution).expect("a solution");
            assert_eq!(replay.metric(objective.metric), Some(answer.cost), "{name} for {}", objective.name);
            assert!(budget.statistics().expanded <= nodes, "{name}");
            assert_eq!(budget.used(), 0, "{name}: all memory is released");
        }
    }
}

fn check(puzzle: &SokobanPuzzle, ending: &Ending, truth: Oracle, metric: &str, name: &str) {
    match (ending, truth) {
        (Ok(answer), Oracle::Solvable { pushes, moves }) => {
            let replay = verify::replay(puzzle, &answer.solution).map_err(|refusal| refusal.to_string());
            let replay = replay.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            assert_eq!(replay.metric(metric), Some(answer.cost), "{name}");
            assert_eq!(replay.solution, answer.solution, "{name}");
            let optimum = if metric == "moves" { moves } else { pushes };
            assert!(answer.cost >= optimum, "{name}");
            assert!(answer.lower_bound.is_none_or(|bound| bound <= optimum), "{name}");
            match answer.proof {
                Proof::Optimal => assert_eq!(answer.cost, optimum, "{name}"),
                Proof::Within(weight) => {
                    assert!(answer.cost * 100 <= optimum * u64::from(weight.hundredths()), "{name}");
                }
                Proof::Nothing => {}
            }
        }
        (Ok(_), _) => panic!("{name}: solved the unsolvable"),
        (Err(Unanswered::Unsolvable { reason, .. }), truth) => {
            assert_eq!(truth, Oracle::Unsolvable, "{name}: {reason}");
            assert!(!reason.is_empty());
        }
        (Err(Unanswered::Stopped { .. } | Unanswered::Unsupported { .. }), _) => {}
        (Err(bug @ Unanswered::Bug { .. }), _) => panic!("{name}: {bug}"),
    }
}

#[test]
fn ties_are_broken_by_the_other_metric() {
    let (mut proved, mut shorter) = (0, 0);
    for (level, truth) in levels(samples(600)) {
        let Oracle::Solvable { .. } = truth else { continue };
        let puzzle = SokobanPuzzle::new(level.clone());
        for (objective, primary) in [("pushes", true), ("moves", false)] {
            let objective = puzzle.objectives().iter().find(|known| known.name == objective).expect("an objective");
            let report = |strategy| {
                let mut budget = Budget::unlimited();
                let report = puzzle.solve(objective, strategy, &Settings::default(), &mut budget);
                // The second search has given all its memory back.
                assert_eq!(budget.used(), 0);
                report
            };
            let (broken, plain) = (report(Strategy::Auto), report(Strategy::Astar));
            let (Ok(answer), Ok(any)) = (broken.ending, plain.ending) else { panic!("not solved") };
            assert_eq!((answer.cost, plain.secondary), (any.cost, None));
            let second = broken.secondary.expect("auto breaks ties");
            let other = |solution: &str| {
                let replay = verify::replay(&puzzle, solution).map_err(|refusal| refusal.to_string());
                replay.expect("a solution").metric(second.metric).expect("a metric")
            };
            assert!(other(&answer.solution) <= other(&any.solution));
            shorter += u32::from(other(&answer.solution) < other(&any.solution));
            if second.proved {
                let both = fewest_of_both(&level, primary, 60_000);
                assert_eq!(both, Some((answer.cost, other(&answer.solution))), "{}", write_xsb(&level));
                proved += 1;
            }
        }
    }
    assert!(proved > samples(300) && shorter > samples(20), "{proved}, {shorter}");
}

#[test]
fn counted_positions_agree_with_the_oracle() {
    let mut solvable = 0;
    for (level, truth) in levels(60) {
        let puzzle = SokobanPuzzle::new(level.clone());
        let optimum = match truth {
            Oracle::Solvable { pushes, .. } => Some(pushes),
            _ => None,
        };
        let all = |from| {
            let objective = puzzle.objectives().iter().find(|it| it.name == "pushes").expect("an objective");
            puzzle.census(objective, CensusOptions::from(from), &mut Budget::unlimited())
        };
        let (from_start, to_target) = match (all(DistanceOrigin::Source), all(DistanceOrigin::Target)) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(Unanswered::Unsupported { .. }), Err(_)) => continue,
            other => panic!("{other:?}"),
        };
        assert_eq!((from_start.other_end, to_target.other_end), (optimum, optimum), "{}", write_xsb(&level));
        assert_eq!(from_start.layers[0], 1);
        assert!(from_start.layers.iter().all(|&positions| positions > 0));
        // The farthest positions are levels.
        for example in &from_start.examples {
            assert!(Sokoban.read(example).is_ok_and(|read| read.len() == 1), "{example}");
        }
        solvable += u32::from(optimum.is_some());
    }
    assert!(solvable > 20, "{solvable}");
    let moves = &solver::MOVES;
    let puzzle = SokobanPuzzle::new(levels(1).next().expect("a level").0);
    let refused = puzzle.census(moves, CensusOptions::from(DistanceOrigin::Source), &mut Budget::unlimited());
    assert!(matches!(refused, Err(Unanswered::Unsupported { reason }) if reason.contains("--for pushes")));
}

/// The second metric is proved only if its own search ends.
#[test]
fn a_tie_that_was_not_searched_is_not_proved() {
    let mut unproved = 0;
    for (level, truth) in levels(samples(200)) {
        let Oracle::Solvable { .. } = truth else { continue };
        let puzzle = SokobanPuzzle::new(level.clone());
        let objective = puzzle.objectives().iter().find(|known| known.name == "pushes").expect("an objective");
        let run = |nodes| {
            let mut no_observer = ();
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
            puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget)
        };
        // Just enough expansions to prove the first metric, which leaves few for the second.
        let mut nodes = 0;
        let (answer, second) = loop {
            let report = run(nodes);
            match report.ending {
                Ok(answer) if answer.proof == Proof::Optimal => {
                    break (answer, report.secondary.expect("auto breaks ties"));
                }
                _ => nodes += nodes / 16 + 1,
            }
        };
        unproved += u32::from(!second.proved);
        if second.proved {
            let replay = verify::replay(&puzzle, &answer.solution).map_err(|refusal| refusal.to_string());
            let moves = replay.expect("a solution").metric("moves").expect("a metric");
            let both = fewest_of_both(&level, true, 60_000);
            assert!(both.is_none_or(|both| both == (answer.cost, moves)), "{}", write_xsb(&level));
        }
    }
    assert!(unproved > samples(30), "{unproved}");
}

#[test]
fn strategies_are_listed_under_the_limits_of_the_caller() {
    let level = levels(1).next().expect("a level").0;
    let puzzle = SokobanPuzzle::new(level);
    let limits = Limits { memory: Some(1), ..Limits::NONE };
    for objective in puzzle.objectives() {
        let mut no_observer = ();
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let fits = puzzle.strategies(objective, &mut budget);
        assert_eq!(fits.len(), STRATEGIES.len());
        for fit in fits {
            let why = fit.verdict.expect_err("one byte is too little for any board");
            assert_eq!(why, "the level is too large for the memory limit");
        }
    }
}

/// What parts and rules did adds up, and to measure it changes nothing.
#[test]
fn parts_add_up_and_to_measure_changes_nothing() {
    let collections = ["primer.xsb", "pusher.xsb"];
    let (mut pruned, mut timed) = (0, 0);
    for (collection, objective) in collections.iter().flat_map(|it| solver::OBJECTIVES.iter().map(move |one| (it, one)))
    {
        let text = std::fs::read_to_string(format!("puzzles/{collection}")).expect("a collection");
        for record in formats::read(&text).expect("levels").into_iter().take(6) {
            let Ok(level) = record.level else { continue };
            let record = |is_measured: bool| {
                let (limits, mut observer) = (Limits { nodes: Some(3_000), ..Limits::NONE }, ());
                let mut budget = Budget::new(limits, Cancel::default(), &mut observer);
                if is_measured {
                    budget.measure_rules();
                }
                let settings = Settings::default();
                let report = solver::solve(&level, objective, Strategy::Auto, &settings, &mut budget);
                (report.ending, budget.into_record())
            };
            let ((ending, on), (same_ending, off)) = (record(true), record(false));
            assert_eq!(ending, same_ending);
            let of = |works: &[Work], kind| works.iter().filter(|work| work.kind == kind).copied().collect::<Vec<_>>();
            let counts = |works: &[Work], kind| {
                let works = of(works, kind);
                works.iter().filter(|it| it.count > 0).map(|it| (it.name, it.count)).collect::<BTreeMap<_, _>>()
            };
            for record in [&on, &off] {
                let parts: u64 = of(&record.works, WorkKind::Part).iter().map(|part| part.count).sum();
                assert_eq!(parts, record.statistics.expanded);
            }
            for kind in [WorkKind::Part, WorkKind::Rule] {
                assert_eq!(counts(&on.works, kind), counts(&off.works, kind));
            }
            let rules = of(&on.works, WorkKind::Rule);
            assert!(rules.iter().all(|rule| ROWS.iter().any(|row| row.name == rule.name)), "{rules:?}");
            pruned += rules.iter().map(|rule| rule.count).sum::<u64>();
            timed += rules.iter().filter(|rule| !rule.time.is_zero()).count();
            assert!(of(&off.works, WorkKind::Rule).iter().all(|rule| rule.time.is_zero()));
        }
    }
    assert!(pruned > 1_000 && timed > 20, "{pruned} {timed}");
}
