//! Generated puzzles: legal, solvable by the answer that comes with them, of their class, and the same for a seed.
//!
//! The figures of "Generate and rate" in `docs/guide.md`:
//! `cargo test --release --test library generate:: -- --ignored --nocapture`.

mod collections;
mod figures;
mod longest;
mod naive;
mod ranks;
mod rectangles;

use std::collections::BTreeSet;

use crate::common::oracle::{Oracle, optimum};
use lurd::budget::Budget;
use lurd::puzzle::{Difficulty, GenerateOptions, Generated, Plugin, Puzzle, Rating, ReadOptions, Unanswered};
use lurd::shifter::Shifter;
use lurd::sokoban::{Level, Sokoban, formats};
use lurd::verify;

/// Options of which only the class, the seed and the number matter.
pub fn options(difficulty: Difficulty, seed: u64, count: usize) -> GenerateOptions {
    GenerateOptions { seed, count, size: None, boxes: None, difficulty, longest: None }
}

/// All puzzles of these options.
pub fn generated(plugin: &dyn Plugin, options: &GenerateOptions) -> Vec<Generated> {
    let mut puzzles = Vec::new();
    let end = plugin.generate(options, &mut Budget::unlimited(), &mut |generated| puzzles.push(generated));
    assert_eq!(end, Ok(()), "{options:?}");
    puzzles
}

/// The pushes or shifts of the answer, and the expansions of the reference solver.
pub fn figures(rating: &Rating) -> (f64, f64) {
    (rating.part("optimum").expect("an answer"), rating.part("expansions").expect("a search"))
}

/// Replays the answer, and checks what is claimed of it.
pub fn check(generated: &Generated, class: Difficulty) {
    let Generated { puzzle, rating, .. } = generated;
    let text = puzzle.text();
    let solution = rating.solution.as_deref().expect("an answer");
    let replay = verify::replay(puzzle.as_ref(), solution).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let metric = puzzle.objectives()[0].metric;
    assert_eq!(replay.metric(metric), rating.cost, "{text}");
    assert!(rating.is_optimal(), "{text}");
    assert_eq!(rating.class, Some(class), "{text}");
}

fn level(puzzle: &dyn Puzzle) -> Level {
    let entries = formats::read_with(&puzzle.text(), &ReadOptions::default()).expect("a level");
    entries.into_iter().next().expect("one").level.expect("legal")
}

#[test]
fn levels_are_legal_solvable_and_different() {
    for (class, count) in [(Difficulty::Easy, 12), (Difficulty::Medium, 4)] {
        let puzzles = generated(&Sokoban, &options(class, 1, count));
        let names: BTreeSet<String> = puzzles.iter().map(|it| it.puzzle.id()).collect();
        assert_eq!((puzzles.len(), names.len()), (count, count), "none twice");
        for generated in &puzzles {
            check(generated, class);
            let level = level(generated.puzzle.as_ref());
            assert!(level.boxes().all(|square| !level.is_goal(square)), "every box needs a push");
            let again = generated.puzzle.rate(&mut Budget::unlimited()).expect("a rating");
            assert_eq!(again, generated.rating, "rate says the same\n{}", generated.puzzle.text());
        }
    }
}

/// The optimum agrees with a search that looks at every position by the plain rules.
#[test]
fn optima_agree_with_the_oracle() {
    for generated in generated(&Sokoban, &options(Difficulty::Easy, 2, 8)) {
        let Oracle::Solvable { pushes, .. } = optimum(&level(generated.puzzle.as_ref())) else {
            panic!("solvable: {}", generated.puzzle.text());
        };
        assert_eq!(Some(pushes), generated.rating.cost);
    }
}

#[test]
fn a_seed_gives_the_same_levels_whatever_their_number() {
    let texts = |seed, count| -> Vec<String> {
        let puzzles = generated(&Sokoban, &options(Difficulty::Easy, seed, count));
        puzzles.iter().map(|it| it.puzzle.text() + it.rating.solution.as_deref().unwrap_or("")).collect()
    };
    let (few, many) = (texts(5, 3), texts(5, 6));
    assert_eq!(few, many[..3]);
    assert!(texts(6, 3).iter().all(|text| !many.contains(text)));
}

#[test]
fn sizes_and_boxes_are_kept() {
    let wanted = GenerateOptions { size: Some((8, 6)), boxes: Some(2), ..options(Difficulty::Easy, 3, 8) };
    for generated in generated(&Sokoban, &wanted) {
        let level = level(generated.puzzle.as_ref());
        assert!(level.width() <= 8 && level.height() <= 6, "{}", generated.puzzle.text());
        assert_eq!(level.boxes().count(), 2);
    }
}

#[test]
fn impossible_options_are_refused() {
    let refused = |options: &GenerateOptions, plugin: &dyn Plugin| -> String {
        match plugin.generate(options, &mut Budget::unlimited(), &mut |_| {}) {
            Err(Unanswered::Unsupported { reason }) => reason,
            other => panic!("{other:?}"),
        }
    };
    let easy = options(Difficulty::Easy, 1, 1);
    let tiny = GenerateOptions { size: Some((3, 9)), ..easy.clone() };
    assert_eq!(refused(&tiny, &Sokoban), "--size 3x9: a side has from 5 to 16 squares");
    let crowded = GenerateOptions { boxes: Some(99), ..easy.clone() };
    assert_eq!(refused(&crowded, &Sokoban), "--boxes 99: expected a number from 1 to 12");
    assert_eq!(refused(&GenerateOptions { boxes: Some(1), ..easy }, &Shifter), "--boxes: a shifter has no boxes");
    let hopeless = GenerateOptions { size: Some((5, 5)), ..options(Difficulty::Expert, 1, 1) };
    assert!(refused(&hopeless, &Sokoban).contains("no other level that is rated expert"));
}

#[test]
fn shifters_are_at_their_distance() {
    for (_, class) in Difficulty::ALL {
        let wanted = GenerateOptions { size: Some((4, 3)), ..options(class, 4, 4) };
        let wanted = if class == Difficulty::Expert { options(class, 4, 4) } else { wanted };
        let puzzles = generated(&Shifter, &wanted);
        let names: BTreeSet<String> = puzzles.iter().map(|it| it.puzzle.id()).collect();
        assert_eq!(names.len(), 4, "none twice");
        for generated in &puzzles {
            check(generated, class);
        }
    }
}
