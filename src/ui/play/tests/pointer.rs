//! The mouse: clicks, drags and the wheel.

use super::*;

#[test]
fn a_click_walks_and_a_dragged_box_is_pushed() {
    let mut show = Show::of(HALL, 80, 24, true);
    let place = show.at(1, 6);
    show.drag(MouseButton::Left, place, place);
    assert_eq!(show.cell_of("@"), Place::new(1, 6));
    assert_eq!(show.view.game().text(), "rrrrr");
    show.keys("u");
    assert_eq!(show.cell_of("@"), Place::new(1, 1), "a walk goes back as one");
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
