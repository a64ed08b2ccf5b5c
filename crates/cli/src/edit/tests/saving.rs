//! Saving and loading, and unsaved drafts.

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
    assert!(show.text().contains("saved in"), "its own file is replaced without a question: {}", show.text());
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
    let kept = show.view.editor.draft_path().and_then(|path| path.file_name()).expect("kept").to_owned();
    assert!(!kept.to_string_lossy().starts_with("unnamed"), "as that of the file: {kept:?}");
    assert_eq!(drafts_in(&show.folder), 1, "and not where it was");
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
    assert!(show.text().contains("saved in"), "{}", show.text());
    assert!(file().contains("another") && file().contains("rRR") && file().contains("durRR"), "{}", file());
    // A wall below the player: one of the solutions goes through it.
    show.keys(":put wall 3 2\n");
    show.keys("w\n");
    assert!(show.text().contains("saved game") && show.text().contains("replace it? (y/n)"), "{}", show.text());
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

// Unsaved drafts: kept, and restored the next time.

#[test]
fn what_is_not_saved_is_there_the_next_time() {
    let mut show = Show::new("restore", "sokoban", (5, 3), (80, 24));
    show.keys("# l$ ");
    assert_eq!(show.keys("q"), Flow::Stay);
    assert!(show.text().contains("save it first?"));
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    show.view.leave().expect("kept");
    let folder = show.folder.clone();
    // As after a kill: the draft is there and not locked.
    drop(std::mem::replace(&mut show.view, view(None, "sokoban", None)));
    let mut again = Show::in_folder(folder, "sokoban", (5, 3), (80, 24));
    assert!(again.view.editor.restore(&lurd::catalog::builtin()).is_ok_and(|is_restored| is_restored));
    assert_eq!(again.drawn(), "#$\n\n\n");
    again.keys("u");
    assert_eq!(again.drawn().trim_end(), "", "restoring it can be undone");
    again.keys("y");
    assert_eq!(again.keys("qn"), Flow::Leave);
    again.view.leave().expect("nothing to keep");
    assert_eq!(std::fs::read_dir(&again.folder).expect("the folder").count(), 0, "not wanted");
}

#[test]
fn of_several_drafts_one_is_restored_at_a_time() {
    let folder = std::env::temp_dir().join(format!("lurd-edit-{}-several", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, draft) in ["#@", "#$"].iter().enumerate() {
        let path = folder.join(format!("unnamed.1-{number}.draft"));
        std::fs::write(path, format!("; lurd draft: sokoban\n{draft}\n")).expect("written");
    }
    let mut show = Show::in_folder(folder, "sokoban", (5, 3), (40, 12));
    assert!(show.view.editor.restore(&lurd::catalog::builtin()).is_ok_and(|is_restored| is_restored));
    assert!(matches!(show.drawn().trim_end(), "#@" | "#$"), "{}", show.drawn());
    assert_eq!(drafts_in(&show.folder), 2, "it is this one's own now");
}

#[test]
fn work_that_makes_room_for_a_file_is_kept_at_once() {
    let mut show = Show::new("room", "sokoban", (7, 3), (80, 24));
    let path = show.folder.join("mine.xsb");
    std::fs::write(&path, "#####\n#@$.#\n#####\n").expect("written");
    show.keys("# l$ ");
    // At once, before the timer keeps the draft.
    show.keys(&format!("o{}\n", path.display()));
    let kept = std::fs::read_dir(&show.folder).expect("the folder").flatten().find_map(|entry| {
        let text = std::fs::read_to_string(entry.path()).ok()?;
        text.contains("#$-----").then_some(text)
    });
    assert!(kept.is_some(), "the draft is kept in its location");
    // The work on the file, put aside in turn, is there when the file is opened again.
    show.keys("x");
    show.keys(":new 4x4\n");
    show.keys(&format!("o{}\n", path.display()));
    assert!(show.text().contains("unsaved changes restored"), "{}", show.text());
}
