//! Parts that are moved, mirror images, proofs that a draft has no solution, and the mouse.

use ratatui::crossterm::event::Event;

use super::*;

#[test]
fn a_part_is_selected_copied_and_moved() {
    let mut show = Show::new("part", "sokoban", (8, 3), (80, 24));
    show.keys("# l$ lj@ ");
    assert_eq!(show.drawn(), "#$\n  @\n\n");
    show.keys("P");
    assert!(show.text().contains("no part is selected"), "{}", show.text());
    // From the upper left corner to where the cursor is, as far as row 2 column 3.
    show.keys("hhkVllj");
    show.keys("V");
    assert!(show.text().contains("selected: P copies it"), "{}", show.text());
    show.keys("lkP");
    assert_eq!(show.drawn(), "#$ #$\n  @\n\n", "there is only one player");
    show.keys("jlM");
    assert_eq!(show.drawn(), "   #$\n    #$\n      @\n");
    show.keys("u");
    assert_eq!(show.drawn(), "#$ #$\n  @\n\n");
    show.keys(":copy 1 1 1 2 3 8\n");
    assert!(show.text().contains("is not on the board"), "{}", show.text());
    show.keys(":move 1 1 1 2 3 7\n");
    assert_eq!(show.drawn(), "   #$\n  @\n      #$\n");
    for wrong in ["move 1 1 2 2 3", "move 1 1 99999999999 1 1 1", "copy 1 1 1 1 18446744073709551615 1"] {
        show.keys(&format!(":{wrong}\n"));
        assert_eq!(show.drawn(), "   #$\n  @\n      #$\n", "{wrong}");
    }
    let mut shifter = Show::new("part-shifter", "shifter", (3, 2), (80, 24));
    shifter.keys(":put 7 0 0\n:move 0 0 0 1 1 1\n");
    assert!(shifter.drawn().contains('7'), "{}", shifter.drawn());
    shifter.keys(":copy 1 1 1 1 0 2\n");
    assert_eq!(shifter.drawn().matches('7').count(), 2, "{}", shifter.drawn());
}

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
