//! The features of successors, which are updated from those of their parent, against evaluations from scratch.

use crate::common::levels::pulled;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::puzzle::ReadOptions;
use lurd::sokoban::Level;
use lurd::sokoban::board::Board;
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::deadlock::Rules;
use lurd::sokoban::fess::{
    self, FeatureOptions, LevelAnalysis, NoveltyMeasure, PackingFeatures, PlanOptions, RemovalOrder, TieBreak,
};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::spaces::MacroPushSpace;
use lurd::space::{DEAD_END, Features, Mark, Space, Successors};

const PLAN: PlanOptions = PlanOptions {
    min_pulls: 1,
    first: RemovalOrder::OpenFloor,
    exchange: true,
    parked_first: true,
    removes_first: true,
    opens_first: false,
    seed: None,
};

/// Walks through the space, always to the best successor, and compares the marks of all successors with those
/// of their states. Returns the number of successors.
fn compare(level: &Level, tie: TieBreak, counts_player_walk: bool) -> usize {
    let options = FeatureOptions { tie, novelty: NoveltyMeasure::Pairs, greedy: false, counts_player_walk, seed: None };
    let mut no_observer = ();
    let budget = &mut Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let board = Board::new(level);
    let distances = Distances::new(&board, budget).expect("no limits");
    let analysis = LevelAnalysis::new(&board, &distances, Rules::for_pushes(), budget).expect("no limits");
    let plan = fess::find_plan(&analysis, PLAN, 300, budget).expect("no limits");
    let features = PackingFeatures::new(&analysis, plan, options, budget).expect("no limits");
    let space = MacroPushSpace::new(&board, &distances, Rules::for_pushes(), None, budget).expect("no limits");
    let mut state = space.start();
    let mut here = features.mark(&state);
    let mut seen = vec![state.clone()];
    let mut compared = 0;
    for _ in 0..20 {
        let mut children = Successors::<MacroPushSpace<'_>>::default();
        space.expand(&state, &mut children);
        let mut marks = vec![Mark::default(); children.len()];
        features.annotate(&state, here, &mut children, &mut marks);
        let alive = (0..children.len()).filter(|&index| children.estimate(index) != DEAD_END);
        let alive: Vec<usize> = alive.collect();
        let exact: Vec<Mark> = alive.iter().map(|&index| features.mark(children.state(index))).collect();
        for (&index, expected) in alive.iter().zip(&exact) {
            let found = &mut marks[index];
            if found.is_bound {
                assert!(
                    found.score <= expected.score,
                    "{:?}: {found:x?} is no bound of {expected:x?}",
                    children.action(index)
                );
                *found = Mark { weight: found.weight, ..*expected };
            }
            let found = (found.cell, found.score);
            assert_eq!(found, (expected.cell, expected.score), "{:?}", children.action(index));
        }
        for recommended in recommended(here, &exact) {
            assert_eq!(marks[alive[recommended]].weight, 0, "{:?}", children.action(alive[recommended]));
        }
        compared += alive.len();
        let unseen = alive.into_iter().filter(|&index| !seen.iter().any(|it| it == children.state(index)));
        let Some(best) = unseen.min_by_key(|&index| marks[index].score) else { break };
        (state, here) = (children.state(best).to_vec(), marks[best]);
        seen.push(state.clone());
    }
    compared
}

/// The children that the advisors for features recommend, found from exact marks.
fn recommended(parent: Mark, children: &[Mark]) -> Vec<usize> {
    // The features, from the most important one: missing boxes, steps to pack, regions, broken links, boxes
    // out of the plan, boxes in the way.
    let features = |mark: Mark| {
        let field = |shift: u32, bits: u32| mark.score >> shift & ((1 << bits) - 1);
        [field(56, 8), field(47, 9), field(41, 6), field(35, 6), field(28, 7), field(22, 6)]
    };
    let before = features(parent);
    (1..6)
        .filter_map(|advisor| {
            let improves = |&index: &usize| {
                let after = features(children[index]);
                after[0] <= before[0] && after[1] <= before[1] && after[advisor] < before[advisor]
            };
            let key = |&index: &usize| {
                let score = children[index].score;
                if advisor == 5 { (features(children[index])[5], score >> 8) } else { (0, score) }
            };
            (0..children.len()).filter(improves).min_by_key(key)
        })
        .collect()
}

#[test]
fn marks_of_successors_are_those_of_their_states() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/pusher.xsb");
    let text = std::fs::read_to_string(path).expect("a collection");
    let collection = read_with(&text, &ReadOptions::default()).expect("levels");
    let levels: Vec<Level> = collection
        .into_iter()
        .map(|entry| entry.level.expect("a legal level"))
        .chain((0..200).map(pulled))
        .filter(|level| Board::new(level).unreachable_boxes().is_empty())
        .collect();
    let mut compared = 0;
    for (number, level) in levels.iter().enumerate() {
        let tie = if number % 2 == 0 { TieBreak::FewHotspots } else { TieBreak::Near };
        compared += compare(level, tie, number % 3 != 0);
    }
    assert!(compared > 10_000, "{compared}");
}
