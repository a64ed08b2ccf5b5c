//! Saving and loading, and unsaved drafts.

use ratatui::crossterm::event::Event;

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

// Unsaved drafts: kept, recovered, discarded.

#[test]
fn what_is_not_saved_is_asked_for_and_recovered() {
    let mut show = Show::new("recover", "sokoban", (5, 3), (80, 24));
    show.keys("# l$ ");
    assert_eq!(show.keys("q"), Flow::Stay);
    assert!(show.text().contains("save it first?"));
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    show.view.leave().expect("kept");
    let folder = show.folder.clone();
    // As after a kill: the draft is there and not locked.
    drop(std::mem::replace(&mut show.view, view(None, "sokoban", None)));
    let mut again = Show::in_folder(folder, "sokoban", (5, 3), (80, 24));
    assert!(again.text().contains("Restore unsaved changes?"), "{}", again.text());
    again.keys(":save x");
    assert!(again.text().contains("Restore unsaved changes?"), "only y and n answer: {}", again.text());
    again.keys("y");
    assert_eq!(again.drawn(), "#$\n\n\n");
    assert_eq!(again.keys("qn"), Flow::Leave);
    again.view.leave().expect("nothing to keep");
    assert_eq!(std::fs::read_dir(&again.folder).expect("the folder").count(), 0, "not wanted");
}

#[test]
fn what_is_pasted_beside_the_question_is_not_lost() {
    let folder = left_behind("pasted", &["#####\n#@$.#\n#####"]);
    let mut show = Show::in_folder(folder, "sokoban", (5, 3), (80, 24));
    assert!(show.text().contains("Restore unsaved changes?"), "{}", show.text());
    show.view.handle(&Event::Paste("#####\n#.$@#\n#####\n".to_owned()));
    assert_eq!(show.drawn(), "#####\n#.$@#\n#####\n");
    show.keys(":recover\n");
    assert_eq!(show.drawn(), "#####\n#@$.#\n#####\n");
}

/// A folder with drafts left behind.
fn left_behind(test: &str, drafts: &[&str]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lurd-edit-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, draft) in drafts.iter().enumerate() {
        let path = folder.join(format!("unnamed.1-{number}.draft"));
        std::fs::write(path, format!("; lurd draft: sokoban\n{draft}\n")).expect("written");
    }
    folder
}

#[test]
fn only_the_command_for_it_discards_a_draft() {
    let folder = left_behind("two", &["#@", "#$"]);
    let mut show = Show::in_folder(folder, "sokoban", (5, 3), (40, 12));
    let question = show.text().replace("\"\n\"", "");
    assert!(question.contains("2 unsaved drafts") && question.contains("(y/n)"), "{question}");
    show.keys("n");
    assert_eq!(drafts_in(&show.folder), 2, "left there");
    show.keys(":discard\n");
    assert!(show.text().contains("there is 1 more"), "{}", show.text());
    assert_eq!(drafts_in(&show.folder), 1);
    show.keys(":recover\n");
    assert!(matches!(show.drawn().trim_end(), "#@" | "#$"), "{}", show.drawn());
    assert_eq!(drafts_in(&show.folder), 1, "it is this one's own now");
}

#[test]
fn what_is_typed_before_a_question_is_seen_answers_nothing() {
    let folder = left_behind("early", &["#@"]);
    // Not drawn yet.
    let view = view(Some(DraftLocation::at(&folder)), "sokoban", None);
    let terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(80, 24)).expect("none is needed");
    let mut show = Show { screen: TestScreen { view, terminal }, folder };
    show.keys("ny");
    assert!(show.text().contains("unsaved changes"), "{}", show.text());
    assert!(show.view.asks_anew(), "what was typed while it was drawn is dropped");
    assert!(!show.view.asks_anew(), "and nothing after that");
    show.keys("y");
    assert_eq!(show.drawn(), "#@\n");
}

#[test]
fn work_that_makes_room_for_a_file_is_kept_at_once() {
    let mut show = Show::new("room", "sokoban", (7, 3), (80, 24));
    let path = show.folder.join("mine.xsb");
    std::fs::write(&path, "#####\n#@$.#\n#####\n").expect("written");
    std::fs::write(show.folder.join(".mine.xsb.1.1-0.draft"), "; lurd draft: sokoban\n#@\n").expect("written");
    show.keys("# l$ ");
    // At once, before the timer keeps the draft.
    show.keys(&format!("o{}\n", path.display()));
    assert!(show.text().contains("Restore unsaved changes?"), "beside the file: {}", show.text());
    show.keys("n");
    let kept = std::fs::read_dir(&show.folder).expect("the folder").flatten().find_map(|entry| {
        let text = std::fs::read_to_string(entry.path()).ok()?;
        text.contains("#$-----").then_some(text)
    });
    assert!(kept.is_some(), "the draft is kept in its location");
    // A draft put aside by this editor is not asked about.
    show.keys(":new 4x4\n");
    assert!(!show.text().contains("unsaved changes"), "{}", show.text());
}
