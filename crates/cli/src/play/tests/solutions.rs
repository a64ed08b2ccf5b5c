//! Saved solutions, answers that are found while one plays, and several levels.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::*;

struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("lurd-saved-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }

    fn show(&self) -> Show {
        let saved = (SolutionStore::at(&self.0), ProgressFolder::none());
        Show::with_store(lurd::catalog::builtin(), HALL, saved, (100, 30), true)
    }

    /// The only file of solutions.
    fn file(&self) -> std::path::PathBuf {
        let folder = self.0.join("sokoban");
        let mut files = std::fs::read_dir(folder).expect("a folder").flatten();
        files.next().expect("a file").path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn solutions_are_listed_replayed_exported_and_deleted() {
    let folder = Folder::new("list");
    let mut show = folder.show();
    show.keys("e");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("qljhjll:restart\n");
    // First a long way, then the shortest.
    show.keys("lhlhjll");
    assert!(show.text().contains("New best! Saved."), "{}", show.text());
    show.keys("xjll");
    assert!(show.text().contains("New best! Saved."), "{}", show.text());
    show.keys("e");
    let text = show.text();
    assert!(text.contains("1  yours  2 pushes, ") && text.contains("2  yours  2 pushes, 3 moves"), "{text}");
    // Replay the second.
    show.key(KeyCode::Down, KeyModifiers::NONE);
    show.keys("\n");
    let text = show.text();
    assert!(text.contains("push 1 of 2"), "{text}");
    show.keys("q");
    assert!(show.text().contains("Saved solutions of"), "{}", show.text());
    show.keys("e");
    let exported = folder.0.join("mine.sok");
    show.keys(&format!("{}\n", exported.display()));
    assert!(show.text().contains("solution 2 added to"), "{}", show.text());
    assert!(std::fs::read_to_string(&exported).expect("a file").contains("dRR"));
    show.keys(":export 2 mine.bmp\n");
    assert!(show.text().contains("cannot hold solutions: name a file that ends in .sok"), "{}", show.text());
    // Delete the first.
    show.keys("edn");
    assert!(!show.text().contains("deleted"), "{}", show.text());
    show.keys("dy");
    let text = show.text();
    assert!(text.contains("solution 1 deleted") && text.contains("1  yours  2 pushes, 3 moves"), "{text}");
    assert!(!text.contains(" 2  "), "{text}");
    show.keys("dy");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("q");
    assert!(!show.text().contains("solved before"), "{}", show.text());
    show.keys(":delete 1\n");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("xjll");
    assert!(show.text().contains("New best! Saved."), "a file without solutions holds them again");
}

#[test]
fn a_damaged_file_is_said_and_not_called_empty() {
    let folder = Folder::new("damaged");
    let mut show = folder.show();
    show.keys("jll");
    let file = folder.file();
    let text = std::fs::read_to_string(&file).expect("a file");
    // A solution that is none any more.
    std::fs::write(&file, text.replace("dRR", "dR")).expect("written");
    let mut show = folder.show();
    assert!(show.text().contains("1 of 1 saved solutions"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("1  damaged: "), "{}", show.text());
    show.keys("\n");
    show.keys("q:replay 1\n");
    assert!(show.text().contains("solution 1 is damaged"), "{}", show.text());
    show.keys("c");
    assert!(show.text().contains("damaged"), "{}", show.text());
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    // A damaged one can be deleted.
    show.keys("edy");
    assert!(show.text().contains("solution 1 deleted"), "{}", show.text());
    // No board is left.
    std::fs::write(&file, "no level").expect("written");
    let mut show = folder.show();
    assert!(show.text().contains(".sok' is damage"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("is damaged"), "{}", show.text());
    // Not a text.
    std::fs::write(&file, b"\0\x01\x02").expect("written");
    let mut show = folder.show();
    assert!(show.text().contains(".sok' is not"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("is not a text file"), "{}", show.text());
    let before = std::fs::read(&file).expect("a file");
    show.keys("jll");
    assert!(show.text().contains("could not be saved"), "{}", show.text());
    assert_eq!(std::fs::read(&file).expect("a file"), before, "it is not replaced");
}

#[test]
fn without_a_store_this_is_said() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("e");
    assert!(show.text().contains("solutions are not saved here"), "{}", show.text());
}

// Answers, found by a search or stored.

#[test]
fn a_kept_solution_is_used_from_wherever_it_leads_on() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-known", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let catalog = lurd::catalog::builtin();
    let puzzle = catalog.resolve(&Typed::argument(HALL)).expect("a level").remove(0).puzzle.expect("a level");
    let record = lurd_puzzle::puzzle::PuzzleRecord {
        puzzle: puzzle.as_ref(),
        metadata: &lurd_puzzle::puzzle::Metadata::default(),
        flags: "",
    };
    SolutionStore::at(&folder).keep(&catalog, &record, GameToSave::Solution("dRR")).expect("kept");
    let show = |size| {
        Show::with_store(
            lurd::catalog::builtin(),
            HALL,
            (SolutionStore::at(&folder), ProgressFolder::none()),
            size,
            true,
        )
    };
    let mut wide = show((90, 24));
    assert!(wide.text().contains("moves 0  pushes 0") && !wide.text().contains("solved before"), "{}", wide.text());
    // To a position on it by another way.
    wide.keys("jkji");
    assert!(wide.text().contains("hint: R (step 2 of 3"), "{}", wide.text());
    wide.keys("x0f");
    assert!(wide.text().contains("a known answer: at most 2 pushes to go"), "{}", wide.text());
    wide.keys(">>>>p");
    wide.wait();
    assert!(wide.text().contains("steps of an answer were used"), "{}", wide.text());
    assert!(!wide.text().contains("solved before"), "{}", wide.text());
    wide.keys("xjll");
    assert!(wide.text().contains("Your best! Saved."), "{}", wide.text());
    assert!(wide.text().contains("solved before"), "{}", wide.text());
    let narrow = show((40, 12)).text();
    assert!(narrow.contains("moves 0  pushes 0"), "{narrow}");
    wide.keys("v");
    assert!(wide.text().contains("best of yours: 2 pushes, 3 moves"), "{}", wide.text());
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn answers_are_found_while_one_plays_and_walked() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("f");
    show.keys("l");
    show.wait();
    assert!(show.text().contains("an answer"), "{}", show.text());
    show.keys(".");
    assert!(show.text().contains("does not lead through here"), "{}", show.text());
    show.keys("0.");
    assert!(show.text().contains("answer: step 1 of 3"), "{}", show.text());
    show.keys(",");
    assert!(show.text().contains("answer: step 0 of 3"), "{}", show.text());
    show.keys("i");
    assert!(show.text().contains("hint: d (step 1 of 3"), "{}", show.text());
    show.keys(">>>>p");
    show.wait();
    assert!(show.text().contains("solved in 3 moves"), "{}", show.text());
    show.keys("x");
    assert_eq!(show.view.game().text(), "");
}

#[test]
fn an_answer_is_followed_from_where_one_plays() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("jg");
    show.wait();
    assert!(show.text().contains("push 1 of 2"), "{}", show.text());
    show.keys(" ");
    assert!(show.text().contains("push 2 of 2"), "{}", show.text());
    assert_eq!(show.keys("q"), Flow::Stay, "the player goes on");
    assert!(show.text().contains("left at push 2 of 2; 'follow 2' goes on there"), "{}", show.text());
    assert_eq!(show.view.game().text(), "d", "what is followed is not played");
    show.keys(":follow 2\n");
    assert!(show.text().contains("push 2 of 2"), "{}", show.text());
    show.keys("q:follow 3\n");
    assert!(show.text().contains("there is no push 3"), "{}", show.text());
    show.keys("llg");
    assert!(show.text().contains("solved already"), "{}", show.text());
    show.keys("xk:follow x\n");
    assert!(show.text().contains("invalid number 'x'"), "{}", show.text());
}

#[test]
fn an_answer_that_was_found_too_late_waits() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("gl");
    show.wait();
    assert!(show.text().contains("an answer from where you were"), "{}", show.text());
    show.keys("0g");
    assert!(show.text().contains("push 1 of 2"), "{}", show.text());
}

#[test]
fn an_answer_is_to_be_seen_after_one_has_played_on() {
    for size in [(40, 12), (80, 24)] {
        let mut show = Show::of(HALL, size.0, size.1, true);
        show.keys("f");
        show.wait();
        show.keys("lll");
        assert!(show.text().contains("answer: 0 goes there"), "{}", show.text());
    }
}

// Several levels, and the progress of each.

#[test]
fn levels_follow_each_other_with_what_was_done() {
    let mut show = Show::of("missile", 80, 24, true);
    show.keys("L");
    show.keys("n");
    assert!(show.text().contains("2/"), "{}", show.text());
    assert_eq!(show.view.game().text(), "");
    show.keys("b");
    assert_eq!(show.view.game().text(), "right 0");
    show.keys("b");
    assert!(show.text().contains("this is the first level"));
    show.keys("mLLM");
    assert_eq!(show.view.game().text(), "right 0");
}

#[test]
fn a_failed_save_is_shown_and_does_not_block_leaving_a_level() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-full", std::process::id()));
    std::fs::write(&folder, "").expect("a file where the folder should be");
    for size in [(40, 12), (80, 24)] {
        let progress = ProgressFolder::at(&folder);
        let mut show =
            Show::with_store(lurd::catalog::builtin(), "pusher", (SolutionStore::none(), progress), size, true);
        show.keys("k");
        assert!(show.view.leave().is_err_and(|message| message.to_string().contains("cannot create the folder")));
        assert!(show.text().contains("your progress is not saved"), "{}", show.text());
        show.keys("n");
        assert!(show.text().contains("2/") && show.text().contains("not saved"), "{}", show.text());
    }
    let _ = std::fs::remove_file(&folder);
}
