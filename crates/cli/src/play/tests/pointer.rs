//! The mouse, overlays of the board, and pasted levels.

use ratatui::crossterm::event::Event;

use super::*;

#[test]
fn a_click_walks_and_a_dragged_box_is_pushed() {
    let mut show = Show::of(HALL, 80, 24, true);
    let place = show.at(1, 6);
    show.drag(MouseButton::Left, place, place);
    assert_eq!(show.cell_of("@"), Coordinates::new(1, 6));
    assert_eq!(show.view.game().text(), "rrrrr");
    show.keys("u");
    assert_eq!(show.cell_of("@"), Coordinates::new(1, 1), "a walk goes back as one");
    let (start, end) = (show.at(2, 2), show.at(2, 3));
    show.drag(MouseButton::Left, start, end);
    assert_eq!(show.view.game().text(), "dR");
    // By two clicks: the box, then the goal.
    show.drag(MouseButton::Left, end, end);
    assert!(show.text().contains("taken up"));
    let goal = show.at(2, 4);
    show.drag(MouseButton::Left, goal, goal);
    assert_eq!(show.view.game().text(), "dRR");
    assert!(show.text().contains("solved in 3 moves, 2 pushes"), "{}", show.text());
    show.drag(MouseButton::Left, (0, 0), (3, 3));
    let (place, wall) = (show.at(2, 4), show.at(0, 1));
    show.drag(MouseButton::Left, place, wall);
    assert!(show.text().contains("a wall at row 1 column 2"), "{}", show.text());
}

#[test]
fn lines_are_drawn_and_shifted() {
    let mut show = Show::of("1234/1234/1234/1234 -> 4123/1234/1234/1234", 80, 24, true);
    show.keys("jK");
    assert_eq!(show.view.game().text(), "up 0");
    show.keys("u");
    show.keys("kL");
    assert_eq!(show.view.game().text(), "right 0");
    assert!(show.text().contains("solved in 1 shift"), "{}", show.text());
}

#[test]
fn a_button_that_was_let_go_outside_draws_nothing_later() {
    let mut show = Show::of(HALL, 80, 24, true);
    let place = show.find("@");
    show.mouse(MouseEventKind::Down(MouseButton::Left), place);
    show.mouse(MouseEventKind::Moved, (place.0 + 4, place.1));
    show.mouse(MouseEventKind::Up(MouseButton::Left), (place.0 + 4, place.1));
    assert_eq!(show.view.game().text(), "");
}

#[test]
fn large_levels_scroll_with_the_player_and_with_the_wheel() {
    let row = |inner: &str| format!("#{inner}#");
    let long = 100;
    let hall = [
        "#".repeat(long + 2),
        row(&format!("@{}", " ".repeat(long - 1))),
        row(&" ".repeat(long)),
        row(&format!("{} $.", " ".repeat(long - 3))),
        "#".repeat(long + 2),
    ]
    .join("|");
    let mut show = Show::of(&hall, 40, 12, true);
    assert!(show.text().contains("more: >"), "{}", show.text());
    show.keys(&"l".repeat(99));
    assert!(show.text().contains("more: <") && show.text().contains('@'), "{}", show.text());
    for _ in 0..60 {
        show.mouse(MouseEventKind::ScrollLeft, (5, 5));
    }
    assert!(!show.text().contains('@'), "{}", show.text());
    show.keys("h");
    assert!(show.text().contains('@'));
    show.terminal.backend_mut().resize(120, 30);
    assert!(show.text().contains('@'));
}

// Overlays of the board.

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

// Pasted levels, and the wheel.

#[test]
fn a_pasted_level_is_played_and_bad_text_changes_nothing() {
    let mut show = Show::of("pusher/1", 80, 24, true);
    show.keys("k");
    show.view.handle(&Event::Paste("nothing of use".to_owned()));
    assert!(show.text().contains("pusher/1"), "{}", show.text());
    assert!(show.text().contains("no collection and no file"), "{}", show.text());
    show.view.handle(&Event::Paste("dull title\r\n\r\n#####\r\n#@$.#\r\n#####\r\n".to_owned()));
    assert!(show.text().contains("dull title"), "{}", show.text());
    show.keys("l");
    assert!(show.text().contains("solved in 1 move, 1 push"), "{}", show.text());
    let two = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
    show.view.handle(&Event::Paste(two.to_owned()));
    assert!(show.text().contains("1/2"), "{}", show.text());
    show.keys(":open missile/3\n");
    assert!(show.text().contains("missile/3"), "{}", show.text());
    show.keys(":open -\n");
    assert!(show.text().contains("only works in the shell"), "{}", show.text());
}

#[test]
fn a_dropped_file_is_opened() {
    let file = std::env::temp_dir().join(format!("lurd dropped {}.xsb", std::process::id()));
    std::fs::write(&file, "mine\n\n#####\n#@$.#\n#####\n").expect("written");
    let mut show = Show::of("pusher/1", 100, 24, true);
    show.view.handle(&Event::Paste(format!("'{}'", file.display())));
    assert!(show.text().contains("mine"), "{}", show.text());
    let _ = std::fs::remove_file(&file);
}

#[test]
fn the_wheel_and_a_right_click_undo() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("lll");
    show.mouse(MouseEventKind::ScrollUp, (5, 5));
    assert_eq!(show.view.game().text(), "rr");
    show.mouse(MouseEventKind::Down(MouseButton::Right), (5, 5));
    assert_eq!(show.view.game().text(), "r");
    show.mouse(MouseEventKind::ScrollDown, (5, 5));
    show.mouse(MouseEventKind::ScrollDown, (5, 5));
    assert_eq!(show.view.game().text(), "rrr");
    show.mouse(MouseEventKind::ScrollDown, (5, 5));
    assert!(show.text().contains("nothing to redo"), "{}", show.text());
}
