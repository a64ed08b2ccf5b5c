//! Why a target cannot be reached, where that can be told without a search.
//!
//! With at least two rows and two columns the shifts generate every permutation of the cells, or,
//! if both numbers are odd (each shift is then a cycle of odd length, an even permutation), every
//! even one. So parity is the only obstacle, and only where all tiles differ: two tiles of one
//! colour, exchanged, turn an odd permutation into an even one that looks the same. A single line
//! can only be turned.

use super::board::{Board, MOST_COLOURS};

/// Why no sequence of shifts leads from `source` to `target`, if that is so; `None` proves that
/// there is one, as long as every line may be moved. The boards have the same shape and colours.
pub(super) fn obstacle(source: &Board, target: &Board) -> Option<String> {
    let (here, there) = (source.cells(), target.cells());
    if source.rows() == 1 || source.columns() == 1 {
        let what = if source.rows() == 1 { "row" } else { "column" };
        return (!is_rotation(here, there)).then(|| {
            format!("the only {what} can only be turned, and no turn of the source gives the target")
        });
    }
    let all_odd = source.rows() % 2 == 1 && source.columns() % 2 == 1;
    (all_odd && is_odd_permutation(here, there)).then(|| {
        format!(
            "parity: on a board of {} rows and {} columns, both odd, every shift is an even permutation, and \
             from the source to the target is an odd one",
            source.rows(),
            source.columns()
        )
    })
}

fn is_rotation(here: &[u8], there: &[u8]) -> bool {
    (0..here.len()).any(|by| here[by..] == there[..here.len() - by] && here[..by] == there[here.len() - by..])
}

/// Whether all tiles differ and the permutation that takes one board to the other is odd.
fn is_odd_permutation(here: &[u8], there: &[u8]) -> bool {
    let mut place = [None; MOST_COLOURS];
    for (index, &colour) in there.iter().enumerate() {
        if place[usize::from(colour)].replace(index).is_some() {
            return false;
        }
    }
    // A permutation is odd if it has an odd number of cycles of even length.
    let mut seen = vec![false; here.len()];
    let mut odd = false;
    for start in 0..here.len() {
        let (mut at, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            let Some(next) = place[usize::from(here[at])] else { return false };
            at = next;
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_line_only_turns() {
        let row = |cells: &[u8]| Board::new(cells.len(), cells.to_vec());
        assert_eq!(obstacle(&row(&[1, 2, 3, 4]), &row(&[3, 4, 1, 2])), None);
        let reason = obstacle(&row(&[1, 2, 3, 4]), &row(&[2, 1, 3, 4])).expect("no turn does it");
        assert!(reason.starts_with("the only row"), "{reason}");
    }

    #[test]
    fn parity_needs_odd_sides_and_tiles_that_all_differ() {
        let swapped = |columns, mut cells: Vec<u8>| {
            let target = Board::new(columns, cells.clone());
            cells.swap(0, 1);
            obstacle(&Board::new(columns, cells), &target)
        };
        assert!(swapped(3, (0..9).collect()).is_some_and(|reason| reason.starts_with("parity")));
        assert!(swapped(3, vec![0, 1, 2, 3, 4, 5, 6, 7, 7]).is_none());
        assert!(swapped(2, (0..6).collect()).is_none());
        assert!(swapped(4, (0..16).collect()).is_none());
    }
}
