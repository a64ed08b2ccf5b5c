//! Saving and loading.

use super::*;

#[test]
fn a_draft_is_tried_solved_saved_and_opened() {
    let mut show = Show::new("save", "sokoban", (7, 3), (80, 24));
    let path = show.folder.join("mine.xsb").display().to_string();
    show.keys("bjl@ lll$ l. ");
    assert_eq!(show.drawn(), "#######\n#@  $.#\n#######\n");
    show.keys("tlll");
    assert!(show.text().contains("solved in 3 moves, 1 push"), "{}", show.text());
    show.keys("q");
    assert!(show.text().contains("back from trying it"));
    show.keys("f");
    while show.view.is_busy() {
        show.view.tick();
    }
    assert!(show.text().contains("it can be solved: "), "{}", show.text());
    show.keys(&format!("w{path}\n"));
    assert!(show.text().contains("(xsb)"), "{}", show.text());
    show.keys("h ");
    show.keys(&format!("w{}\n", ""));
    assert!(show.text().contains("as many boxes as goals"), "{}", show.text());
    show.keys("n");
    show.keys("uw\n");
    assert!(show.text().contains("(xsb)"), "its own file is replaced without a question: {}", show.text());
    std::fs::write(&path, "# another\n").expect("written");
    show.keys("w\n");
    assert!(show.text().contains("replace it? (y/n)"), "{}", show.text());
    show.keys("y");
    assert!(std::fs::read_to_string(&path).expect("there").contains("#@  $.#"));
    show.keys(":new 4x4\n");
    show.keys(&format!("o{path}\n"));
    assert_eq!(show.drawn(), "#######\n#@  $.#\n#######\n");
    assert_eq!(show.keys("q"), Flow::Leave, "nothing is unsaved");
}

#[test]
fn the_draft_moves_with_the_file() {
    let mut show = Show::new("moves", "sokoban", (7, 3), (80, 24));
    let path = show.folder.join("deep").join("mine.xsb");
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    show.keys("bjl@ lll$ l. ");
    show.keys(&format!("w{}\n", path.display()));
    assert!(show.text().contains("saved as"), "{}", show.text());
    show.keys("hh$ ");
    show.view.leave().expect("kept");
    assert_eq!(drafts_in(path.parent().expect("a folder")), 1, "beside the file");
    assert_eq!(drafts_in(&show.folder), 0, "and not where it was");
}

#[test]
fn saved_games_are_not_lost_in_silence() {
    let mut show = Show::new("games", "sokoban", (7, 3), (80, 24));
    let path = show.folder.join("mine.sok");
    let text = "#######\n#@ $ .#\n#     #\n#######\nTitle: mine\n\nSolution\nrRR\n\nSolution\ndurRR\n\nSnapshot\nr\n";
    std::fs::write(&path, text).expect("written");
    let file = || std::fs::read_to_string(&path).expect("there");
    show.keys(&format!("o{}\n", path.display()));
    show.keys(":title another\n");
    show.keys("w\n");
    assert!(show.text().contains("saved as"), "{}", show.text());
    assert!(file().contains("another") && file().contains("rRR") && file().contains("durRR"), "{}", file());
    // A wall below the player: one of the solutions goes through it.
    show.keys(":put wall 3 2\n");
    show.keys("w\n");
    assert!(
        show.text().contains("saved game") && show.text().contains("replace it? (y/n)"),
        "{}",
        show.text()
    );
    show.keys("n");
    assert!(file().contains("durRR"), "asked, and not answered by yes");
    show.keys("w\ny");
    assert!(!file().contains("durRR") && file().contains("rRR"), "what still fits is kept: {}", file());
}

#[test]
fn what_would_wait_for_ever_is_not_opened() {
    let mut show = Show::new("waits", "sokoban", (7, 3), (80, 24));
    show.keys("o-\n");
    assert!(show.text().contains("name a file"), "{}", show.text());
    show.keys(":load /dev/null\n");
    assert!(show.text().contains("is not a regular file"), "{}", show.text());
    show.keys("bjl@ lll$ l. ");
    show.keys("w/dev/null\n");
    assert!(show.text().contains("is not a regular file"), "{}", show.text());
}
