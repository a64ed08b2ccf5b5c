//! The list of levels.

use lurd_toolkit::themes::ThemeName;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::*;
use crate::screen::theme::Depth;

#[test]
fn a_level_is_found_by_its_title_and_played() {
    let mut show = Show::of("primer", 80, 24, true);
    show.keys("L");
    assert!(show.text().contains(" levels"), "{}", show.text());
    show.keys("side by");
    let text = show.text();
    assert!(text.contains("search: side by_") && text.contains("1 of "), "{text}");
    show.keys("\n");
    assert!(show.text().contains("primer/4"), "{}", show.text());
    // The current level is chosen when the list is opened.
    show.keys("c");
    show.text();
    show.key(KeyCode::Down, KeyModifiers::NONE);
    show.keys("\n");
    assert!(show.text().contains("primer/5"), "{}", show.text());
    show.keys("cnothing has these words");
    assert!(show.text().contains("0 of "), "{}", show.text());
    show.keys("\n");
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    assert!(show.text().contains("search: _"), "the first Esc clears the search");
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    assert!(show.text().contains("primer/5"), "{}", show.text());
    show.keys(":levels 2\n");
    assert!(show.text().contains("search: 2_"), "{}", show.text());
}

#[test]
fn the_list_fits_every_screen() {
    for (columns, rows) in SIZES {
        let mut show = Show::of("pusher", columns, rows, true);
        show.keys("c");
        snapshot(&format!("play_levels_{columns}x{rows}"), &show.text());
    }
    for size in [(1, 1), (5, 3), (39, 11), (70, 2)] {
        for reference in ["pusher", "missile"] {
            let mut show = Show::of(reference, size.0, size.1, true);
            show.keys("c1\n");
            show.text();
        }
    }
}

#[test]
fn boards_are_small_pictures_where_there_are_colours() {
    let mut show = Show::of("pusher", 80, 24, false);
    show.view.theme = Theme { name: ThemeName::default(), depth: Depth::True, ..Theme::plain(false) };
    show.keys("c");
    let text = show.text();
    assert!(text.contains('▀') && text.contains('█'), "{text}");
    show.terminal.backend_mut().resize(69, 24);
    assert!(!show.text().contains('▀'), "there is no room");
}

#[test]
fn solved_levels_say_by_whom() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-browse", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let catalog = lurd::catalog::builtin();
    let store = SolutionStore::at(&folder);
    let items = catalog.resolve(&Typed::argument("primer")).expect("levels");
    for (item, is_played) in items.iter().zip([true, false]) {
        let puzzle = item.puzzle.as_ref().expect("a level").as_ref();
        let run = lurd_toolkit::solve::solve(
            puzzle,
            &SearchOptions::default(),
            &lurd_engine::program::budget::Cancel::default(),
            &mut (),
        );
        let solution = run.verified().expect("solved").answer.solution.clone();
        let record = lurd_puzzle::puzzle::PuzzleRecord { puzzle, metadata: &item.metadata, flags: "" };
        let game = if is_played { GameToSave::Played(&solution) } else { GameToSave::Solution(&solution) };
        store.keep(&catalog, &record, game).expect("kept");
    }
    let mut show = Show::with_store(catalog, "primer", (store, ProgressFolder::none()), (100, 30), true);
    show.keys("c");
    let text = show.text();
    let line =
        |number: usize| text.lines().find(|line| line.contains(&format!(" {number} "))).unwrap_or_default().to_owned();
    assert!(line(1).contains(" yours "), "{text}");
    assert!(line(2).contains(" lurd's "), "{text}");
    assert!(line(3).contains(" - "), "{text}");
    let place = show.find("2");
    show.mouse(MouseEventKind::Down(MouseButton::Left), (place.0, place.1));
    show.keys("\n");
    assert!(show.text().contains("primer/"), "{}", show.text());
    let _ = std::fs::remove_dir_all(&folder);
}
