//! Boards with PI-corrals, and boards without.

use super::{board, marks};
use crate::{
    board::Cell,
    deadlock::{
        PiCorrals,
        rule::{BeforePush, DeadlockRule},
    },
    direction::Direction,
    state::Components,
};

/// The pushes that suffice by the rule of PI-corrals, as rows and columns.
fn sufficient(text: &str, fills_goals: bool, dead_columns: &[usize]) -> Option<Vec<(usize, usize, Direction)>> {
    let board = board(text);
    let width = text.find('|').expect("rows");
    let place = |cell: Cell| (board.square(cell) / width, board.square(cell) % width);
    let occupied = marks(&board, board.boxes());
    let mut regions = Components::default();
    regions.fill(&board, &occupied);
    let mut rule = <PiCorrals as DeadlockRule>::new(&board);
    let position = BeforePush {
        board: &board,
        is_live: |cell| !dead_columns.contains(&place(cell).1),
        boxes: board.boxes(),
        regions: &regions,
        home: regions.of(board.player()),
        fills_goals,
    };
    let first = rule.sufficient_pushes(&position).map(<[_]>::to_vec);
    assert_eq!(rule.sufficient_pushes(&position).map(<[_]>::to_vec), first, "nothing is left behind");
    first.map(|pushes| pushes.into_iter().map(|(cell, direction)| (place(cell).0, place(cell).1, direction)).collect())
}

#[test]
fn pushes_into_an_area_that_only_they_open_suffice() {
    use Direction::{Down, Right, Up};
    let door = "###########|#    #    #|# $@ $   .#|#    #  . #|###########";
    assert_eq!(sufficient(door, true, &[]), Some(vec![(2, 5, Right)]));
    assert_eq!(sufficient(door, true, &[6]), Some(vec![]), "no push leads out");
    // A box on a goal has to move only where an empty goal behind it must be filled.
    let on_goal = door.replace("# $@ $   .#", "# $@ *   .#").replace("#  . #", "#    #");
    assert_eq!(sufficient(&on_goal, true, &[]), Some(vec![(2, 5, Right)]));
    assert_eq!(sufficient(&on_goal, false, &[]), None);
    let behind = on_goal.replace("# $@ *   .#", "# $@ *    #").replacen("#    #", "#  . #", 1);
    assert_eq!(sufficient(&behind, true, &[]), None, "no goal in the area");
    let two = "###########|#    $    #|#  @ $   .#|#    #  . #|###########";
    assert_eq!(sufficient(two, true, &[]), Some(vec![(1, 5, Right), (2, 5, Right)]));
    // The player can push them along the area.
    let open = "#########|#@      #|#   $   #|#  $ $ .#|#   $  .#|#      .#|#      .#|#########";
    assert_eq!(sufficient(open, true, &[]), None);
    // One behind the other in a passage: neither moves.
    let passage = "###########|#   ##    #|# @ $$  ..#|#   ##    #|###########";
    assert_eq!(sufficient(passage, true, &[]), Some(vec![]));
    // The second one can be pushed aside, where the player stands now.
    let aside = "###########|#    #    #|# @ $$  ..#|#    #    #|###########";
    assert_eq!(sufficient(aside, true, &[]), None);
    let corridor = "###########|#@ $  $ ..#|###########";
    assert_eq!(sufficient(corridor, true, &[]), Some(vec![(1, 3, Right)]));
    let corner = "######|# $ @#|#$ ..#|#    #|######";
    assert_eq!(sufficient(corner, true, &[]), Some(vec![(1, 2, Direction::Left), (2, 1, Up)]));
    // Of two areas, the one with fewer pushes.
    let areas = "#######|# $ $ #|#$ @ $#|# ... #|#   . #|#######";
    assert_eq!(sufficient(areas, true, &[]).map(|pushes| pushes.len()), Some(2));
    assert_eq!(sufficient(areas, true, &[5]), Some(vec![]), "the area whose pushes lead nowhere");
    let crossing = "#######|### ###|#@ $  #|###.###|#######";
    assert_eq!(sufficient(crossing, true, &[]), Some(vec![(2, 3, Right)]));
    let shaft = "#####|#@  #|##$##|#   #|# . #|#####";
    assert_eq!(sufficient(shaft, true, &[]), Some(vec![(2, 2, Down)]));
}

/// Sixty-three closed parts above boxes have numbers; the last one reaches the right side of a box with another part on its
/// left, which has none. The push from there may be made when the player has come to that part, so the area around the
/// last part is no PI-corral.
#[test]
fn a_push_from_a_part_without_a_number_is_no_candidate() {
    let with_parts = |count: usize| {
        let repeated = |cells: &str| cells.repeat(count - 1);
        [
            format!("#{}####", repeated("##")),
            format!("#{}   #", repeated(" #")),
            format!("#{}*# #", repeated("*#")),
            format!("#{}.# #", repeated("  ").replacen(' ', "@", 1)),
            format!("#{}## #", repeated("##")),
            format!("{} $  #", "#".repeat(2 * count - 2)),
            format!("#{}####", repeated("##")),
        ]
        .join("|")
    };
    assert_eq!(sufficient(&with_parts(63), true, &[]), None);
    let numbered = Some(vec![(2, 123, Direction::Up)]);
    assert_eq!(sufficient(&with_parts(62), true, &[]), numbered, "the part on the left belongs to the area");
}
