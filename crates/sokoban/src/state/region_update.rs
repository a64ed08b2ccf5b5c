//! The player's region after a push, in most cases without a search.
//!
//! A push frees the cell of the box, beside which the player then stands, and fills another. The player's region is
//! then the freed cell with the regions of its free neighbours, where the filled cell may divide one of them. If the
//! free neighbours of the filled cell are connected through the eight cells around it, it divides nothing. Otherwise a
//! short search finds the parts ([`DividedRegion`]), or the articulation points of the floor, which are found once for all
//! pushes, show them.

use crate::board::{Board, Cell, WALL};
use crate::state::articulation::Articulation;
use crate::state::components::{Components, most_rounds};
use crate::state::divided_region::DividedRegion;
use crate::state::ring::stays_connected;

/// The least cell of the player's region after a box was pushed from `from` along a line to `to`; `None` if
/// [`least_after_survey`] is needed. `occupied` are the boxes before or after the push, `regions` those before.
#[inline]
pub(crate) fn least_after(
    board: &Board,
    occupied: &[bool],
    regions: &Components,
    divided: &mut DividedRegion,
    (from, to): (Cell, Cell),
) -> Option<Cell> {
    let region = regions.of(to);
    let beside = || board.neighbours(from).iter().copied().filter(|&next| next != to);
    let free = |cell: Cell| cell != WALL && (cell == from || !occupied[usize::from(cell)]);
    let is_whole =
        beside().all(|next| regions.of(next) != region) || (region != to && stays_connected(board, to, free));
    if is_whole {
        return Some(beside().fold(from, |least, next| least.min(regions.of(next))));
    }
    if !divided.divide(board, to, most_rounds(board), |cell| regions.of(cell) == region) {
        return None;
    }
    Some(beside().fold(from, |least, next| match regions.of(next) {
        other if other == region => least.min(regions.least_without(to, divided, next)),
        other => least.min(other),
    }))
}

/// The same for every push, with a survey of all regions before it.
pub(crate) fn least_after_survey(
    board: &Board,
    survey: &Articulation,
    regions: &Components,
    from: Cell,
    to: Cell,
) -> Cell {
    let divided = regions.of(to);
    let beside = board.neighbours(from).iter().filter(|&&next| next != to);
    beside.fold(from, |least, &next| {
        let region = regions.of(next);
        let part = if region == divided { survey.cut_off(board, to, next) } else { None };
        least.min(part.unwrap_or(region))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::formats;
    use crate::state::PlayerRegion;

    /// Checks all pushes by up to three cells, of any box by a player anywhere beside it. Returns how many were checked,
    /// and how many divide a region.
    fn check(text: &str) -> (u32, u32) {
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let (mut regions, mut divided) = (Components::default(), DividedRegion::default());
        regions.fill(&board, &occupied);
        let mut survey = Articulation::new(board.cells());
        survey.survey_all(&board, &occupied);
        let (mut pushes, mut divisions) = (0, 0);
        for &from in board.boxes() {
            for direction in Direction::ALL {
                let stand = board.next(from, direction.opposite());
                if stand == WALL || occupied[usize::from(stand)] {
                    continue;
                }
                let mut to = from;
                for _ in 0..3 {
                    let behind = to;
                    to = board.next(to, direction);
                    if to == WALL || occupied[usize::from(to)] {
                        break;
                    }
                    let mut after = occupied.clone();
                    (after[usize::from(from)], after[usize::from(to)]) = (false, true);
                    let expected = PlayerRegion::new(board.cells()).fill(&board, &after, behind);
                    for occupied in [&occupied, &after] {
                        let found = least_after(&board, occupied, &regions, &mut divided, (from, to));
                        assert!(found.is_none_or(|least| least == expected), "{text}{from} {to}: {found:?}");
                    }
                    let surveyed = least_after_survey(&board, &survey, &regions, from, to);
                    assert_eq!(surveyed, expected, "{text}{from} {to}");
                    pushes += 1;
                    let region = regions.of(to);
                    divided.divide(&board, to, most_rounds(&board), |cell| regions.of(cell) == region);
                    divisions += u32::from(divided.closed_parts().next().is_some());
                }
            }
        }
        (pushes, divisions)
    }

    proptest::proptest! {
        #[test]
        fn as_by_a_flood(cells in proptest::collection::vec(0_u8..10, 48)) {
            let inside = cells.chunks(8).map(|row| {
                let row: String = row.iter().map(|&cell| match cell { 0..=5 => ' ', 6 | 7 => '#', _ => '*' }).collect();
                format!("#{row}#\n")
            });
            let text = format!("##########\n{}#@$.     #\n##########\n", inside.collect::<String>());
            check(&text);
        }
    }

    #[test]
    fn some_pushes_divide_a_region() {
        let (pushes, divisions) =
            check("#########\n#   #   #\n# @$  $ #\n#   #   #\n## ### ##\n#  ..   #\n#########\n");
        assert!((1..pushes).contains(&divisions), "{divisions} of {pushes}");
    }
}
