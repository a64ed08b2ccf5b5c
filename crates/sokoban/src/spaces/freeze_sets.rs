//! The freeze rule on sets of cells.
//!
//! See [`Freeze`](crate::deadlock::Freeze) for the argument. Here only the sets that the pushed box completes
//! count: a set without it is blocked by walls and its own boxes alone, so it was frozen before the push, too.

use crate::board::{Board, Cell, WALL};
use crate::direction::Direction;
use crate::state::cell_set::{CellSet, CellsOf, contains, single};

/// The rule for one board.
pub(super) struct FreezeSets {
    /// For each cell and axis the cells that must be free for a push along it: the two neighbours, and if a box
    /// can never be pushed along the axis, the cell itself.
    axes: Vec<[CellSet; 2]>,
    goals: CellSet,
}

impl FreezeSets {
    /// The rule for a board on which boxes may be pushed to the cells of `useful`.
    pub(super) fn new(board: &Board, useful: CellSet) -> Self {
        let axis = |cell, direction: Direction| {
            let (one, other) = (board.next(cell, direction), board.next(cell, direction.opposite()));
            let can_be_pushed =
                one != WALL && other != WALL && (contains(useful, one) || contains(useful, other));
            if can_be_pushed { single(one) | single(other) } else { single(cell) }
        };
        Self {
            axes: board.all().map(|cell| [axis(cell, Direction::Left), axis(cell, Direction::Up)]).collect(),
            goals: board.goals().iter().copied().map(single).sum(),
        }
    }

    /// Whether the box just pushed onto `pushed`, one of `boxes`, completes a set of frozen boxes with one off goal.
    #[inline]
    pub(super) fn completes(&self, boxes: CellSet, pushed: Cell) -> bool {
        !self.can_move(boxes, pushed) && self.is_frozen(boxes, pushed)
    }

    /// Takes away all boxes that could be pushed, one after the other.
    fn is_frozen(&self, boxes: CellSet, pushed: Cell) -> bool {
        let mut left = boxes;
        loop {
            let before = left;
            for cell in CellsOf(before) {
                if self.can_move(left, cell) {
                    left &= !single(cell);
                }
            }
            if !contains(left, pushed) || left & !self.goals == 0 {
                return false;
            }
            if left == before {
                return true;
            }
        }
    }

    /// Whether the box on `cell` could be pushed if the player could stand anywhere.
    #[inline]
    fn can_move(&self, boxes: CellSet, cell: Cell) -> bool {
        self.axes[usize::from(cell)].iter().any(|axis| boxes & axis == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::Freeze;
    use crate::formats;

    /// Compares the two forms of the rule on the boxes of a level after each push by one cell. Returns how many
    /// pushes complete a frozen set, and how many do not.
    fn check(text: &str, useful: CellSet) -> (u32, u32) {
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let is_useful = |cell: Cell| contains(useful, cell);
        let occupied = |boxes| board.all().map(|cell| contains(boxes, cell)).collect::<Vec<bool>>();
        let (mut freeze, sets) = (Freeze::default(), FreezeSets::new(&board, useful));
        let boxes: CellSet = board.boxes().iter().copied().map(single).sum();
        let (mut complete, mut incomplete) = (0, 0);
        if freeze.frozen_off_goal(&board, is_useful, CellsOf(boxes), &mut occupied(boxes)) {
            return (0, 0);
        }
        for &from in board.boxes() {
            for direction in Direction::ALL {
                let to = board.next(from, direction);
                if to == WALL || contains(boxes, to) {
                    continue;
                }
                let boxes = boxes ^ single(from) | single(to);
                let expected = freeze.completes(&board, is_useful, CellsOf(boxes), &mut occupied(boxes), to);
                assert_eq!(sets.completes(boxes, to), expected, "{text}{from} {to}");
                *(if expected { &mut complete } else { &mut incomplete }) += 1;
            }
        }
        (complete, incomplete)
    }

    proptest::proptest! {
        #[test]
        fn as_by_the_rule_on_lists(cells in proptest::collection::vec(0_u8..14, 40), useful: u128, more: u128) {
            let count = |square| cells.iter().filter(|&&cell| square_of(cell) == square).count();
            // As many boxes as goals: the first ones too many become floor.
            let mut surplus = [('$', count('$').saturating_sub(count('.'))), ('.', count('.').saturating_sub(count('$')))];
            let mut row = |cells: &[u8]| {
                let squares = cells.iter().map(|&cell| {
                    let square = square_of(cell);
                    let left = surplus.iter_mut().find(|(other, left)| *other == square && *left > 0);
                    left.map_or(square, |(_, left)| {
                        *left -= 1;
                        ' '
                    })
                });
                format!("#{}#\n", squares.collect::<String>())
            };
            let inside: String = cells.chunks(8).map(&mut row).collect();
            let text = format!("##########\n#@ $.    #\n{inside}##########\n");
            check(&text, useful | more);
            check(&text, CellSet::MAX);
        }
    }

    /// The square of a random number.
    fn square_of(number: u8) -> char {
        match number {
            0..=7 => ' ',
            8 | 9 => '#',
            10 => '.',
            11 => '*',
            _ => '$',
        }
    }

    #[test]
    fn a_square_of_boxes_is_completed() {
        let text = "########\n#      #\n# $$ . #\n# $ $ .#\n# @   .#\n#     .#\n########\n";
        let (complete, incomplete) = check(text, CellSet::MAX);
        assert!(complete > 0 && incomplete > 0, "{complete} {incomplete}");
    }
}
