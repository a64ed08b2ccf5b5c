//! The mouse: strokes of the brush.

use super::*;

#[test]
fn a_level_is_drawn_with_the_mouse() {
    let mut show = Show::new("mouse", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    show.keys("#");
    show.stroke(MouseButton::Left, at(0, 0), at(0, 6));
    show.stroke(MouseButton::Left, at(0, 6), at(2, 6));
    show.stroke(MouseButton::Left, at(2, 6), at(2, 0));
    show.stroke(MouseButton::Left, at(2, 0), at(1, 0));
    show.keys("@");
    show.stroke(MouseButton::Left, at(1, 1), at(1, 1));
    show.keys(".");
    show.stroke(MouseButton::Left, at(1, 4), at(1, 5));
    show.keys("$");
    show.stroke(MouseButton::Left, at(1, 3), at(1, 3));
    show.stroke(MouseButton::Left, at(1, 5), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a box on a goal stands on it");
    assert!(show.text().contains("valid") && !show.text().contains("not valid"), "{}", show.text());
    show.stroke(MouseButton::Right, at(1, 3), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@   .#\n#######\n", "what stood on the goal is gone, the goal stays");
    show.keys("u");
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a stroke goes back as one");
}

#[test]
fn strokes_end_where_the_release_was_not_seen() {
    let mut show = Show::new("lost", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    let (from, other) = (show.place(at(0, 0)), show.place(at(2, 2)));
    show.mouse(MouseEventKind::Down(MouseButton::Left), from);
    show.mouse(MouseEventKind::Moved, other);
    show.mouse(MouseEventKind::Drag(MouseButton::Left), other);
    assert_eq!(show.drawn().matches('#').count(), 1, "{}", show.drawn());
    show.keys("l ");
    show.keys("u");
    assert_eq!(show.drawn().matches('#').count(), 1, "a key is a change of its own");
}
