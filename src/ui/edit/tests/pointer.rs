//! The mouse: strokes of the brush.

use super::*;

#[test]
fn a_level_is_drawn_with_the_mouse() {
    let mut show = Show::new("mouse", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    show.keys("#");
    show.drag(MouseButton::Left, at(0, 0), at(0, 6));
    show.drag(MouseButton::Left, at(0, 6), at(2, 6));
    show.drag(MouseButton::Left, at(2, 6), at(2, 0));
    show.drag(MouseButton::Left, at(2, 0), at(1, 0));
    show.keys("@");
    show.drag(MouseButton::Left, at(1, 1), at(1, 1));
    show.keys(".");
    show.drag(MouseButton::Left, at(1, 4), at(1, 5));
    show.keys("$");
    show.drag(MouseButton::Left, at(1, 3), at(1, 3));
    show.drag(MouseButton::Left, at(1, 5), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a box on a goal stands on it");
    assert!(show.text().contains("valid") && !show.text().contains("not valid"), "{}", show.text());
    show.drag(MouseButton::Right, at(1, 3), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@   .#\n#######\n", "what stood on the goal is gone, the goal stays");
    show.keys("u");
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a stroke goes back as one");
}

#[test]
fn strokes_end_where_nobody_saw_the_button_go() {
    let mut show = Show::new("lost", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    let (from, other) = (show.place(at(0, 0)), show.place(at(2, 2)));
    let mut mouse = |kind, (column, row): (u16, u16)| {
        show.view.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    };
    mouse(MouseEventKind::Down(MouseButton::Left), from);
    mouse(MouseEventKind::Moved, other);
    mouse(MouseEventKind::Drag(MouseButton::Left), other);
    assert_eq!(show.drawn().matches('#').count(), 1, "{}", show.drawn());
    show.keys("l ");
    show.keys("u");
    assert_eq!(show.drawn().matches('#').count(), 1, "a key is a change of its own");
}
