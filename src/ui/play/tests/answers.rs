//! Answers, found by a search or stored.

use super::*;

#[test]
fn a_kept_solution_is_used_from_wherever_it_leads_on() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-known", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let catalog = catalog::builtin();
    let puzzle = catalog.resolve(&Typed::argument(HALL)).expect("a level").remove(0).puzzle.expect("a level");
    let record = lurd_puzzle::puzzle::PuzzleRecord {
        puzzle: puzzle.as_ref(),
        metadata: &lurd_puzzle::puzzle::Metadata::default(),
        flags: "",
    };
    Store::at(&folder).keep(&catalog, &record, GameToSave::Solution("dRR")).expect("kept");
    let show =
        |size| Show::with_store(catalog::builtin(), HALL, (Store::at(&folder), Progress::none()), size, true);
    let mut wide = show((90, 24));
    assert!(
        wide.text().contains("now  best yours") && !wide.text().contains("solved before"),
        "{}",
        wide.text()
    );
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
    assert!(narrow.contains("now/best/yours: moves 0/3/3,") && narrow.contains("pushes 0/2/2"), "{narrow}");
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
    show.keys("o");
    show.wait();
    assert!(show.text().contains("to go"), "{}", show.text());
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
        assert!(show.text().contains("answer from elsewhere"), "{}", show.text());
    }
}
