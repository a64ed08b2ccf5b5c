//! Searches of a small level.

use super::*;
use crate::{formats::read, optimise::neighbourhood::Order, state::lurd_from_pushes};

const LEVEL: &str = "########|#      #|# $  . #|#@     #|# $  . #|#      #|########";

/// The verdict on the whole level, if a solution of that cost is known.
fn verdict(cost: u64, radius: Option<u8>, effort: u64) -> SliceVerdict {
    let board = Board::new(&read(LEVEL).expect("a text").remove(0).level.expect("a level"));
    let slice = Slice {
        boxes: board.boxes(),
        player: board.player(),
        before: None,
        end: board.goals(),
        stand: None,
        cost,
        order: Order::Pushes,
        effort,
    };
    let spine = board.boxes();
    let vicinity = radius.map(|radius| Vicinity::new(board.cells(), spine.len(), spine, radius));
    let mut budget = Budget::unlimited();
    let mut searcher = SliceSearcher::new(&board);
    let verdict = searcher.search(slice, vicinity, &mut budget).expect("no limits");
    searcher.release(&mut budget);
    assert_eq!(budget.used(), 0);
    if let SliceVerdict::Cheaper(pushes) = &verdict {
        assert!(lurd_from_pushes::lurd(&board, pushes).is_some());
    }
    verdict
}

#[test]
fn only_a_cheaper_way_counts() {
    assert!(matches!(verdict(7, None, 1000), SliceVerdict::Cheaper(pushes) if pushes.len() == 6));
    assert_eq!(verdict(6, None, 1000), SliceVerdict::Cheapest);
    assert!(matches!(verdict(8, Some(2), 1000), SliceVerdict::Cheaper(pushes) if pushes.len() == 6));
    assert_eq!(verdict(8, Some(1), 1000), SliceVerdict::Cheapest, "both boxes must move");
}

#[test]
fn a_search_that_does_not_end_has_a_bound() {
    assert_eq!(verdict(8, None, 1), SliceVerdict::TooLong { bound: 6 });
}
