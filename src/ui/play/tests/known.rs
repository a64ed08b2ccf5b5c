//! Answers that are known before one asks for them.

use super::*;

#[test]
fn a_kept_solution_is_used_from_wherever_it_leads_on() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-known", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let catalog = catalog::builtin();
    let puzzle = catalog.resolve(&Typed::argument(HALL)).expect("a level").remove(0).puzzle.expect("a level");
    let record = crate::puzzle::PuzzleRecord {
        puzzle: puzzle.as_ref(),
        metadata: &crate::puzzle::Metadata::default(),
        flags: "",
    };
    Store::at(&folder).keep(&catalog, &record, "dRR").expect("kept");
    let show =
        |size| Show::with_store(catalog::builtin(), HALL, (Store::at(&folder), Progress::none()), size, true);
    let mut wide = show((80, 24));
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
    wide.keys("++++p");
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
