//! Several levels, and the progress of each.

use super::*;

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
        let progress = Progress::at(&folder);
        let mut show = Show::with_store(catalog::builtin(), "pusher", (Store::none(), progress), size, true);
        show.keys("k");
        assert!(
            show.view.leave().is_err_and(|message| message.to_string().contains("cannot create the folder"))
        );
        assert!(show.text().contains("your progress is not saved"), "{}", show.text());
        show.keys("n");
        assert!(show.text().contains("2/") && show.text().contains("not saved"), "{}", show.text());
    }
    let _ = std::fs::remove_file(&folder);
}
