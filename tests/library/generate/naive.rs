//! The generator that everybody writes first: walls, boxes, goals and the player anywhere. Most of its levels have no
//! solution; those that have one are compared with generated ones.

use crate::common::random::Random;
use lurd::budget::Budget;
use lurd::puzzle::ReadOptions;
use lurd::sokoban::formats;
use lurd::sokoban::puzzle::SokobanPuzzle;

/// The optimal pushes of `count` random levels of that size and number of boxes that have a solution.
pub fn optima(columns: usize, rows: usize, boxes: usize, count: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut optima = Vec::new();
    while optima.len() < count {
        let text = draw(columns, rows, boxes, &mut random);
        let Ok(mut entries) = formats::read_with(&text, &ReadOptions::default()) else { continue };
        let Some(Ok(level)) = entries.pop().map(|entry| entry.level) else { continue };
        let rating = lurd::puzzle::Puzzle::rate(&SokobanPuzzle::new(level), &mut Budget::unlimited());
        let optimum = rating.ok().filter(|rating| rating.is_optimal() && rating.cost > Some(0));
        optima.extend(optimum.and_then(|rating| rating.part("optimum")));
    }
    optima
}

/// A fifth of the inside is wall, as in levels made by people.
fn draw(columns: usize, rows: usize, boxes: usize, random: &mut Random) -> String {
    let mut letters = vec![b'#'; columns * rows];
    let mut free = Vec::new();
    for square in (1..rows - 1).flat_map(|row| (1..columns - 1).map(move |column| row * columns + column)) {
        if !random.chance(20) {
            letters[square] = b' ';
            free.push(square);
        }
    }
    for letter in std::iter::repeat_n(b'.', boxes).chain(std::iter::repeat_n(b'$', boxes)).chain([b'@']) {
        if !free.is_empty() {
            letters[free.swap_remove(random.below(free.len()))] = letter;
        }
    }
    letters.chunks(columns).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}
