//! The number of boards up to symmetry, by the orbit formula of Cauchy and Frobenius ("Burnside's lemma"): the mean
//! number of boards that a symmetry leaves alone.

use rustc_hash::FxHashMap;

use super::{
    fields::MAX_FIELDS,
    rank::{Permutation, Turn},
};

/// The number of classes of boards of `cells` cells with `tiles` tiles of each colour under `symmetries`, a group.
/// `only_even`: only of boards that are even permutations of one that all symmetries leave alone; all tiles differ then.
pub(crate) fn classes(tiles: &[usize; MAX_FIELDS], cells: usize, symmetries: &[Turn], only_even: bool) -> u64 {
    let fixed = |symmetry: &Turn| {
        let lengths = cycle_lengths(&symmetry.places, |cell| cell < cells);
        let all = left_alone(tiles, &symmetry.colours, &lengths);
        // These boards are one of them, followed by a permutation that commutes with the symmetry. There are odd ones
        // unless the symmetry has cycles of different odd lengths.
        let commute_evenly = || {
            let mut distinct = lengths.clone();
            distinct.sort_unstable();
            distinct.dedup();
            distinct.len() == lengths.len() && lengths.iter().all(|length| length % 2 == 1)
        };
        if only_even && !commute_evenly() { all / 2 } else { all }
    };
    symmetries.iter().map(fixed).sum::<u64>() / symmetries.len() as u64
}

/// The lengths of the cycles of the members.
fn cycle_lengths(permutation: &Permutation, is_member: impl Fn(usize) -> bool) -> Vec<usize> {
    cycles(permutation, is_member).into_iter().map(|cycle| cycle.len()).collect()
}

fn cycles(permutation: &Permutation, is_member: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = [false; MAX_FIELDS];
    let mut cycles = Vec::new();
    for first in (0..MAX_FIELDS).filter(|&first| is_member(first)) {
        let mut cycle = Vec::new();
        let mut next = first;
        while !seen[next] {
            seen[next] = true;
            cycle.push(next);
            next = usize::from(permutation[next]);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The number of boards that a symmetry leaves alone which renames colours by `colours` and whose cycles of cells have
/// these lengths.
///
/// The colours of a cycle of cells are determined by that of one cell, and follow a cycle of colours whose length divides
/// that of the cycle of cells: each colour of it then occurs equally often.
fn left_alone(tiles: &[usize; MAX_FIELDS], colours: &Permutation, lengths: &[usize]) -> u64 {
    let colours = cycles(colours, |colour| tiles[colour] > 0);
    // The tiles of each colour of a cycle of colours that are left, and in how many ways.
    let mut ways = FxHashMap::default();
    ways.insert(colours.iter().map(|cycle| tiles[cycle[0]]).collect::<Vec<usize>>(), 1_u64);
    for length in lengths {
        let mut next = FxHashMap::default();
        for (left, ways) in ways {
            for (nth, cycle) in colours.iter().enumerate() {
                if length % cycle.len() == 0 && left[nth] >= length / cycle.len() {
                    let mut left = left.clone();
                    left[nth] -= length / cycle.len();
                    *next.entry(left).or_insert(0) += ways * cycle.len() as u64;
                }
            }
        }
        ways = next;
    }
    ways.into_values().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::rank::unchanged;

    /// The bracelets of six beads, three of each of two colours; and necklaces that may be inverted.
    #[test]
    fn necklaces_and_bracelets() {
        let mut tiles = [0; MAX_FIELDS];
        (tiles[0], tiles[1]) = (3, 3);
        let map = |image: &dyn Fn(usize) -> usize| {
            let mut map = unchanged();
            (0..6).for_each(|cell| map[cell] = image(cell).to_le_bytes()[0]);
            map
        };
        let mut turns: Vec<Turn> = (0..6).map(|by| Turn::of_places(map(&|cell| (cell + by) % 6))).collect();
        assert_eq!(classes(&tiles, 6, &turns, false), 4);
        let mirrored = (0..6).map(|by| Turn::of_places(map(&|cell| (12 - cell - by) % 6)));
        let bracelets: Vec<Turn> = turns.iter().copied().chain(mirrored).collect();
        assert_eq!(classes(&tiles, 6, &bracelets, false), 3);
        let mut swapped = unchanged();
        swapped.swap(0, 1);
        turns.extend(turns.clone().iter().map(|turn| Turn { colours: swapped, ..*turn }));
        assert_eq!(classes(&tiles, 6, &turns, false), 3);
    }
}
