//! Overlays of the board.

use super::*;

const ROOM: &str = "#######|#@ $ .#|#  #  #|#$    #|# .   #|#######";

/// The signs on the screen in the cells of a row of the board.
fn row(show: &mut Show, row: usize, columns: usize) -> String {
    (0..columns)
        .map(|column| {
            let place = show.at(row, column);
            show.terminal.backend().buffer()[place].symbol().to_owned()
        })
        .collect()
}

#[test]
fn squares_are_marked_by_keys() {
    let mut show = Show::of(ROOM, 80, 24, true);
    show.keys("---------");
    assert_eq!(row(&mut show, 1, 7), "#@ $ .#");
    show.keys("1");
    assert!(show.text().contains("shown: , squares that the player can reach"), "{}", show.text());
    assert_eq!((row(&mut show, 1, 7), row(&mut show, 2, 7)), ("#@,$,;#".to_owned(), "#,,#,,#".to_owned()));
    show.keys("2");
    assert_eq!(row(&mut show, 2, 7), "#x,#,,#", "a dead square is shown before one to walk to");
    show.keys("1");
    assert_eq!(row(&mut show, 2, 7), "#x #  #");
    show.keys("2");
    // The squares for a box that was taken up are shown at first.
    let place = show.at(1, 3);
    show.drag(MouseButton::Left, place, place);
    assert_eq!(row(&mut show, 1, 7), "#@o$oO#");
    assert!(show.text().contains("o squares to which the"), "{}", show.text());
    show.keys("3");
    assert_eq!(row(&mut show, 1, 7), "#@ $ .#");
    show.keys("3");
    assert_eq!(row(&mut show, 1, 7), "#@o$oO#");
    let place = show.at(3, 1);
    show.drag(MouseButton::Right, place, place);
    assert_eq!(row(&mut show, 1, 7), "#@ $ .#", "the box was let go");
    show.keys("4");
    assert_eq!(row(&mut show, 3, 7), "#F    #", "it can only be pushed to dead squares");
    show.keys("49");
    assert!(show.text().contains("no such squares to show"), "{}", show.text());
}

#[test]
fn frozen_boxes_are_marked_on_pictures_too() {
    const CORNERED: &str = "#####|#$.@#|# * #|#####";
    for ascii in [true, false] {
        let mut show = Show::of(CORNERED, 80, 24, ascii);
        show.keys("4");
        assert!(show.text().contains('F'), "{}", show.text());
        assert!(show.text().contains("F frozen boxes"), "{}", show.text());
    }
    let mut show = Show::of(CORNERED, 40, 12, false);
    show.keys("124");
    snapshot("play_overlays_40x12", &show.text());
}

#[test]
fn words_switch_overlays_and_choose_a_box() {
    let mut show = Show::of(ROOM, 80, 24, true);
    show.keys("---------:show dead\n");
    assert_eq!(row(&mut show, 2, 7), "#x #  #");
    show.keys(":show dead\n:show targets 2 4\n");
    assert_eq!(row(&mut show, 1, 7), "#@o$oO#");
    show.keys(":show targets 2 5\n");
    assert!(show.text().contains("there is no box at row 2 column 5"), "{}", show.text());
    show.keys(":show all\n");
    assert!(show.text().contains("these can: reachable, dead, targets, frozen"), "{}", show.text());
    let mut shifter = Show::of("missile/1", 80, 24, true);
    shifter.keys("1");
    assert!(shifter.text().contains("no such squares to show in this puzzle"), "{}", shifter.text());
}
