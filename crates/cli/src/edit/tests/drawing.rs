//! Mirror images, proofs that a draft has no solution, and the mouse.

use ratatui::crossterm::event::{Event, MouseEventKind};

use super::*;

#[test]
fn mirror_images_are_drawn_too() {
    let mut show = Show::new("mirror", "sokoban", (5, 3), (80, 24));
    show.keys("S# ");
    assert_eq!(show.drawn(), "#   #\n\n\n");
    assert!(show.text().contains("left-right 5x3"), "{}", show.text());
    show.keys("SSl$ ");
    assert_eq!(show.drawn(), "#$ $#\n\n $ $\n");
    show.keys("u");
    assert_eq!(show.drawn(), "#   #\n\n\n", "as one change");
    show.keys("@ ");
    assert_eq!(show.drawn().matches('@').count(), 1, "{}", show.drawn());
    show.keys(":put box 2 1\n");
    assert_eq!(show.drawn().matches('$').count(), 2, "{}", show.drawn());
    show.keys(":erase 2 5\n");
    assert_eq!(show.drawn().matches('$').count(), 0, "{}", show.drawn());
    show.keys(":symmetric off\n- ");
    assert_eq!(show.drawn().matches('@').count(), 0, "{}", show.drawn());
    show.keys(":symmetric diagonal\n");
    assert!(show.text().contains("takes off, left-right, up-down or both"), "{}", show.text());
}

#[test]
fn valid_is_said_only_while_nothing_is_known_against_it() {
    let mut show = Show::new("proof", "sokoban", (5, 3), (80, 24));
    let paste = |show: &mut Show, board: &str| {
        show.view.handle(&Event::Paste(board.to_owned()));
        show.keys("y");
        show.view.leave().expect("kept");
        show.wait();
        show.text()
    };
    let text = paste(&mut show, "#######\n#@ $ .#\n#######\n");
    assert!(text.contains("valid") && !text.contains("not valid"), "{text}");
    // The player never gets behind the box, which only a search finds out.
    let text = paste(&mut show, "########\n#. @ $ #\n########\n");
    assert!(text.contains("not valid") && text.contains("no solution, proved"), "{text}");
    show.keys(":validate\n");
    assert!(show.text().contains("no solution, proved"), "{}", show.text());
    show.keys("qu");
    // Two boxes at the wall share one goal there.
    let shared = "#########\n#  $ $ .#\n#   @   #\n#    .  #\n#       #\n#########\n";
    let text = paste(&mut show, shared);
    assert!(text.contains("not valid") && text.contains("dead: the boxes cannot all be"), "{text}");
}

// The mouse: strokes of the brush.

#[test]
fn a_level_is_drawn_with_the_mouse() {
    let mut show = Show::new("mouse", "sokoban", (7, 3), (80, 24));
    let at = Coordinates::new;
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
    let at = Coordinates::new;
    let (from, other) = (show.place(at(0, 0)), show.place(at(2, 2)));
    show.mouse(MouseEventKind::Down(MouseButton::Left), from);
    show.mouse(MouseEventKind::Moved, other);
    show.mouse(MouseEventKind::Drag(MouseButton::Left), other);
    assert_eq!(show.drawn().matches('#').count(), 1, "{}", show.drawn());
    show.keys("l ");
    show.keys("u");
    assert_eq!(show.drawn().matches('#').count(), 1, "a key is a change of its own");
}
