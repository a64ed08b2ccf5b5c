//! The generated collections that come along: what their notes promise, and that they are small.

use std::collections::BTreeSet;

use lurd::budget::Budget;
use lurd::catalog::{Catalog, Item, builtin};
use lurd::puzzle::{Difficulty, Puzzle};
use lurd::verify;

/// The collections, their sizes, and their classes in order with the number of puzzles of each.
const COLLECTIONS: [(&str, &[(Difficulty, usize)]); 3] = [
    ("starter", &[(Difficulty::Easy, 30), (Difficulty::Medium, 30)]),
    ("master", &[(Difficulty::Hard, 40), (Difficulty::Expert, 20)]),
    (
        "distances",
        &[(Difficulty::Easy, 10), (Difficulty::Medium, 10), (Difficulty::Hard, 10), (Difficulty::Expert, 10)],
    ),
];

fn items(catalog: &Catalog, name: &str) -> Vec<Item> {
    catalog.read_collection(catalog.collection(name).expect("a collection")).expect("puzzles")
}

/// Every puzzle has the class of its place, and an answer of the proved optimum.
#[test]
fn they_are_graded_and_their_answers_are_optimal() {
    let catalog = builtin();
    let mut names = BTreeSet::new();
    for (name, classes) in COLLECTIONS {
        let wanted = classes.iter().flat_map(|&(class, count)| std::iter::repeat_n(class, count));
        let wanted: Vec<Difficulty> = wanted.collect();
        let items = items(&catalog, name);
        assert_eq!(items.len(), wanted.len(), "{name}");
        for (item, class) in items.iter().zip(wanted) {
            let puzzle: &dyn Puzzle = item.puzzle.as_ref().expect("legal").as_ref();
            assert!(names.insert(puzzle.id()), "{}: twice", item.reference);
            let rating = puzzle.rate(&mut Budget::unlimited()).expect("a rating");
            assert!(rating.is_optimal(), "{}", item.reference);
            assert_eq!(rating.class, Some(class), "{}", item.reference);
            let [game] = item.metadata.games.as_slice() else { panic!("{}: one answer", item.reference) };
            let replay = verify::replay(puzzle, &game.steps).unwrap_or_else(|wrong| panic!("{wrong}"));
            let cost = replay.metric(puzzle.objectives()[0].metric);
            // The first objective of a level is any solution, which is measured in pushes.
            assert_eq!(cost, rating.cost, "{}", item.reference);
            let note = &item.metadata.notes;
            let optimum = format!("; {} pushes, proved optimal", cost.unwrap_or(0));
            assert!(puzzle.kind() != "sokoban" || note.ends_with(&optimum), "{}: {note}", item.reference);
        }
    }
}

#[test]
fn all_collections_that_come_along_are_small() {
    let bytes: usize = builtin().collections().iter().map(|collection| collection.text.len()).sum();
    assert!(bytes < 100_000, "{bytes} bytes");
}
