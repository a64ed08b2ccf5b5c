//! Pasted levels, and the wheel.

use ratatui::crossterm::event::Event;

use super::*;

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
