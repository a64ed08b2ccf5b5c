//! Macro pushes compared with single pushes, and the rules of the search over macro pushes with the oracle.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::collections;
use crate::common::levels::{pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::{samples, takes_all};
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Outcome, Plan};
use lurd::puzzle::{Puzzle, ReadOptions, Unanswered};
use lurd::search::{Settings, Stepper, Strategy};
use lurd::sokoban::Level;
use lurd::sokoban::board::{Board, Cell};
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::{RULES, Rule, Rules};
use lurd::sokoban::fess::{
    self, FeatureOptions, LevelAnalysis, NoveltyMeasure, PackingFeatures, PackingPlan, PlanOptions, RemovalOrder,
    TieBreak,
};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::spaces::{MacroPush, MacroPushSpace, PushSpace};
use lurd::sokoban::state::{Push, StateEncoding};
use lurd::sokoban::xsb::write_xsb;
use lurd::space::{Features, Space, Successors};
use lurd::verify;

const OPTIONS: FeatureOptions = FeatureOptions {
    tie: TieBreak::Far,
    novelty: NoveltyMeasure::Pairs,
    greedy: false,
    counts_player_walk: true,
    seed: None,
};

fn levels(count: u64) -> impl Iterator<Item = Level> {
    (0..count).map(|seed| if seed % 2 == 0 { uniform(seed) } else { pulled(seed) })
}

fn without_limits<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    work(&mut Budget::unlimited())
}

/// The states that pushes of only the box on `from` lead to from `state`, with the fewest pushes to each.
fn by_pushes(space: &PushSpace<'_>, encoding: StateEncoding, state: &[u64], from: Cell) -> BTreeMap<Vec<u64>, u64> {
    let boxes_of = |state: &[u64]| {
        let mut boxes = Vec::new();
        encoding.boxes(state, &mut boxes);
        boxes
    };
    let others: Vec<Cell> = boxes_of(state).into_iter().filter(|&cell| cell != from).collect();
    let mut known = BTreeMap::from([(state.to_vec(), 0)]);
    let mut layer = vec![state.to_vec()];
    for pushes in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            let mut children = Successors::<PushSpace<'_>>::default();
            space.expand(state, &mut children);
            for index in 0..children.len() {
                if others.contains(&children.action(index).from) {
                    continue;
                }
                let child = children.state(index).to_vec();
                if !known.contains_key(&child) {
                    known.insert(child.clone(), pushes);
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known.remove(state);
    known
}

#[test]
fn macro_pushes_are_the_pushes_of_one_box() {
    let (mut actions, mut two_way) = (0, 0);
    for level in levels(samples(400)) {
        let board = Board::new(&level);
        without_limits(|budget| {
            let distances = Distances::new(&board, budget).expect("no limits");
            let single = PushSpace::new(&board, Rules::NONE, budget).expect("no limits");
            let space = MacroPushSpace::new(&board, &distances, Rules::NONE, None, budget).expect("no limits");
            let encoding = StateEncoding::new(board.cells());
            assert_eq!(space.start(), single.start());
            let mut states = vec![space.start()];
            let mut known: BTreeSet<Vec<u64>> = states.iter().cloned().collect();
            while let Some(state) = states.pop() {
                let mut children = Successors::<MacroPushSpace<'_>>::default();
                space.expand(&state, &mut children);
                let mut of_box: BTreeMap<Cell, BTreeMap<Vec<u64>, u64>> = BTreeMap::new();
                for index in 0..children.len() {
                    let (action, child) = (children.action(index), children.state(index).to_vec());
                    let before = of_box.entry(action.from).or_default().insert(child.clone(), children.cost(index));
                    assert_eq!(before, None, "one child per cell\n{}", write_xsb(&level));
                    check_notes(&space, encoding, &board, &state, action, &child);
                    actions += 1;
                    two_way += u32::from(action.way_back);
                    if known.len() < 30 && known.insert(child.clone()) {
                        states.push(child);
                    }
                }
                let mut boxes = Vec::new();
                encoding.boxes(&state, &mut boxes);
                for from in boxes {
                    let expected = by_pushes(&single, encoding, &state, from);
                    assert_eq!(of_box.remove(&from).unwrap_or_default(), expected, "\n{}", write_xsb(&level));
                }
            }
        });
    }
    assert!(actions > samples(10_000) && two_way > if takes_all() { 500 } else { 50 }, "{actions}, {two_way}");
}

/// Checks the fields of an action that describe the state after it: the player's region, the number of
/// regions, the way back.
fn check_notes(
    space: &MacroPushSpace<'_>,
    encoding: StateEncoding,
    board: &Board,
    state: &[u64],
    action: MacroPush,
    child: &[u64],
) {
    assert_eq!(encoding.player(child), action.region);
    let boxes_of = |state: &[u64]| {
        let mut boxes = Vec::new();
        encoding.boxes(state, &mut boxes);
        boxes
    };
    assert_eq!(action.regions, regions(board, boxes_of(child)));
    let mut others = boxes_of(state);
    let before = regions(board, others.clone());
    others.retain(|&cell| cell != action.from);
    let separated_regions = regions(board, others) < before;
    let mut back = Successors::<MacroPushSpace<'_>>::default();
    space.expand(child, &mut back);
    let comes_back = (0..back.len()).any(|index| back.action(index).from == action.to && back.state(index) == state);
    assert_eq!(action.way_back, separated_regions && (comes_back || child == state));
}

/// The number of regions of the free floor, by floods.
fn regions(board: &Board, boxes: Vec<Cell>) -> u16 {
    let mut seen: BTreeSet<Cell> = boxes.into_iter().collect();
    let mut regions = 0;
    for root in board.all() {
        if seen.insert(root) {
            regions += 1;
            let mut stack = vec![root];
            while let Some(cell) = stack.pop() {
                let next = board.neighbours(cell).iter().copied().filter(|&next| next != Cell::MAX);
                stack.extend(next.filter(|&next| seen.insert(next)));
            }
        }
    }
    regions
}

/// Whether feature-space search under some rules finds a solution; its pushes are counted.
fn solves(level: &Level, rules: Rules) -> bool {
    let board = Board::new(level);
    without_limits(|budget| {
        let distances = Distances::new(&board, budget).expect("no limits");
        let analysis = LevelAnalysis::new(&board, &distances, rules, budget).expect("no limits");
        let options = PlanOptions {
            min_pulls: 3,
            first: RemovalOrder::OpenFloor,
            exchange: false,
            parked_first: false,
            removes_first: true,
            opens_first: false,
            seed: None,
        };
        let plan = fess::find_plan(&analysis, options, 300, budget).expect("no limits");
        let features = PackingFeatures::new(&analysis, plan, OPTIONS, budget).expect("no limits");
        let space =
            MacroPushSpace::new(&board, &distances, rules, Some(Box::new(features)), budget).expect("no limits");
        let mut search = Stepper::fess(&space, &Settings::default()).expect("it has features");
        match search.finish(budget) {
            Outcome::Solved { plan, .. } => {
                assert_eq!(space.pushes(&plan.actions).len(), usize::try_from(plan.cost).expect("few"));
                true
            }
            Outcome::Unsolvable => false,
            Outcome::Stopped { stop, .. } => panic!("{stop:?}"),
        }
    })
}

#[test]
fn each_rule_on_and_off_gives_the_verdict_of_the_oracle() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for level in levels(samples(600)) {
        let truth = match optimum_within(&level, 20_000) {
            Oracle::Unknown => continue,
            truth => matches!(truth, Oracle::Solvable { .. }),
        };
        if !Board::new(&level).unreachable_boxes().is_empty() {
            continue;
        }
        *if truth { &mut solvable } else { &mut unsolvable } += 1;
        let all = Rules::for_pushes();
        assert_eq!(solves(&level, all), truth, "all rules\n{}", write_xsb(&level));
        for row in RULES {
            let without = solves(&level, all.without(row.rule));
            assert_eq!(without, truth, "without {}\n{}", row.name, write_xsb(&level));
            let only = solves(&level, Rules::NONE.with(row.rule));
            assert_eq!(only, truth, "only {}\n{}", row.name, write_xsb(&level));
        }
    }
    assert!(solvable > samples(150) && unsolvable > samples(80), "{solvable} and {unsolvable}");
}

/// The states along a plan.
fn states_along(space: &PushSpace<'_>, plan: &Plan<Push>) -> Vec<Vec<u64>> {
    let mut states = vec![space.start()];
    for &push in &plan.actions {
        let mut children = Successors::<PushSpace<'_>>::default();
        space.expand(states.last().expect("the start"), &mut children);
        let index = (0..children.len()).find(|&index| children.action(index) == push).expect("a push");
        states.push(children.state(index).to_vec());
    }
    states
}

/// Checks that no position of a shortest solution is called dead, after the checker has examined all their
/// successors. Returns the number of positions, or 0 if the solution takes too long to find.
fn ask_along_a_solution(level: &Level, rules: Rules, nodes: Option<u64>) -> u32 {
    let board = Board::new(level);
    if !board.unreachable_boxes().is_empty() {
        return 0;
    }
    let plan = {
        let mut no_observer = ();
        let limits = Limits { nodes, ..Limits::NONE };
        let budget = &mut Budget::new(limits, Cancel::default(), &mut no_observer);
        let single = PushSpace::new(&board, rules, budget).expect("no limits");
        match Stepper::astar(&single, &Settings::default()).expect("it fits").finish(budget) {
            Outcome::Solved { plan, .. } => plan,
            _ => return 0,
        }
    };
    without_limits(|budget| {
        let single = PushSpace::new(&board, Rules::NONE, budget).expect("no limits");
        let distances = Distances::new(&board, budget).expect("no limits");
        let analysis = LevelAnalysis::new(&board, &distances, Rules::for_pushes(), budget).expect("no limits");
        let features = PackingFeatures::new(&analysis, PackingPlan::default(), OPTIONS, budget).expect("no limits");
        let states = states_along(&single, &plan);
        for state in &states {
            let mut children = Successors::<PushSpace<'_>>::default();
            single.expand(state, &mut children);
            for index in 0..children.len() {
                features.prove_dead(children.state(index), budget).expect("no limits");
            }
        }
        let mut positions = 0;
        for state in &states {
            assert_eq!(features.prove_dead(state, budget), Ok(false), "\n{}", write_xsb(level));
            positions += 1;
        }
        positions
    })
}

#[test]
fn no_position_of_a_solution_is_called_dead() {
    let positions: u32 = levels(1_000).map(|level| ask_along_a_solution(&level, Rules::NONE, None)).sum();
    assert!(positions > 2_000, "{positions}");
}

/// The same with the levels of the collections in the folder `LURD_LEVELS`.
#[test]
#[ignore = "needs LURD_LEVELS"]
fn no_position_of_a_solution_of_a_collection_is_called_dead() {
    let mut positions = 0;
    for name in ["microban1.xsb", "microban2.xsb"] {
        let entries = read_with(&collections::text(name), &ReadOptions::default()).expect("levels");
        for entry in entries {
            let rules = Rules::NONE.with(Rule::DeadSquares).with(Rule::Freeze).with(Rule::Assignment);
            positions += ask_along_a_solution(&entry.level.expect("legal"), rules, Some(300_000));
        }
    }
    assert!(positions > 5_000, "{positions}");
}

#[test]
fn any_solution_is_found_where_there_is_one_and_only_there() {
    for level in levels(samples(1_200)) {
        let truth = optimum_within(&level, 20_000);
        let puzzle = SokobanPuzzle::new(level.clone());
        let any = puzzle.objectives()[0];
        let report = without_limits(|budget| puzzle.solve(&any, Strategy::Auto, &Settings::default(), budget));
        match (report.ending, truth) {
            (_, Oracle::Unknown) | (Err(Unanswered::Unsolvable { .. }), Oracle::Unsolvable) => {}
            (Ok(answer), Oracle::Solvable { pushes, .. }) => {
                let Ok(replay) = verify::replay(&puzzle, &answer.solution) else { panic!("no solution") };
                assert_eq!(replay.metric("pushes"), Some(answer.cost));
                assert!(answer.cost >= pushes && answer.lower_bound.is_some_and(|bound| bound <= pushes));
            }
            (ending, truth) => panic!("{ending:?}, but {truth:?}\n{}", write_xsb(&level)),
        }
    }
}

/// Levels made by pulling boxes off their goals are solvable.
#[test]
#[ignore = "a minute"]
fn ten_thousand_solvable_levels_are_never_called_unsolvable() {
    for seed in 0..10_000 {
        let level = pulled(1_000_000 + seed);
        let puzzle = SokobanPuzzle::new(level.clone());
        let any = puzzle.objectives()[0];
        let report = without_limits(|budget| puzzle.solve(&any, Strategy::Auto, &Settings::default(), budget));
        match report.ending {
            Ok(answer) => {
                assert!(verify::replay(&puzzle, &answer.solution).is_ok(), "\n{}", write_xsb(&level));
            }
            ending => panic!("{ending:?}\n{}", write_xsb(&level)),
        }
    }
}

/// With threads, the winner may vary, but not the verdict, nor what is proved.
#[test]
fn searches_side_by_side_give_the_verdict_of_the_oracle() {
    let (mut solved, mut unsolvable) = (0, 0);
    for level in levels(samples(150)) {
        let truth = optimum_within(&level, 20_000);
        let puzzle = SokobanPuzzle::new(level.clone());
        let any = puzzle.objectives()[0];
        let settings = Settings { threads: 3, ..Settings::default() };
        let report = without_limits(|budget| puzzle.solve(&any, Strategy::Auto, &settings, budget));
        match (report.ending, truth) {
            (_, Oracle::Unknown) => {}
            (Err(Unanswered::Unsolvable { .. }), Oracle::Unsolvable) => unsolvable += 1,
            (Ok(answer), Oracle::Solvable { pushes, .. }) => {
                solved += 1;
                let Ok(replay) = verify::replay(&puzzle, &answer.solution) else { panic!("no solution") };
                assert_eq!(replay.metric("pushes"), Some(answer.cost));
                assert!(answer.cost >= pushes && answer.lower_bound.is_some_and(|bound| bound <= pushes));
            }
            (ending, truth) => panic!("{ending:?}, but {truth:?}\n{}", write_xsb(&level)),
        }
    }
    assert!(solved > samples(40) && unsolvable > samples(20), "{solved} and {unsolvable}");
}
