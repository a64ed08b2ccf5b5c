//! The sizes of cells.

use std::collections::BTreeSet;

use ratatui::crossterm::event::{Event, KeyModifiers, MouseEvent};

use super::*;
use lurd_toolkit::solutions::KnownSolution;

/// The rows of the screen that the board fills.
fn filled(show: &Show) -> BTreeSet<u16> {
    let area = show.terminal.backend().buffer().area;
    let is_board =
        |row: &u16| (0..area.width).any(|column| show.view.viewport.cell_at(column, *row).is_some());
    (0..area.height).filter(is_board).collect()
}

/// The columns and the number of rows of the screen that a cell takes.
fn size_of_cell(show: &Show) -> (usize, usize) {
    let area = show.terminal.backend().buffer().area;
    let cell = Some((0, Place::new(1, 1)));
    let all = (0..area.height).flat_map(|row| (0..area.width).map(move |column| (column, row)));
    let places: Vec<_> =
        all.filter(|&(column, row)| show.view.viewport.cell_at(column, row) == cell).collect();
    let rows: BTreeSet<_> = places.iter().map(|(_, row)| row).collect();
    let columns: BTreeSet<_> = places.iter().map(|(column, _)| column).collect();
    (columns.len(), rows.len())
}

/// Checks that the board fills at least 60% of the rows that are free, of which there are at least 8.
fn assert_fills(show: &mut Show, level: &str, size: (u16, u16)) {
    let text = show.text();
    let area = show.terminal.backend().buffer().area;
    let free = usize::from(crate::ui::play::draw::layout(&show.view, area).board.height);
    let rows = filled(show).len();
    // Cells are at most 4x8, which is too small for small levels to fill a large screen.
    let is_largest = size_of_cell(show) == (8, 4);
    assert!(10 * rows >= 6 * free || is_largest, "{level}: {rows} of {free}\n{text}");
    assert!(free >= 8, "{level}: {free}");
    assert!(!is_largest || size == (200, 60), "{level}");
}

#[test]
fn boards_fill_the_rows_that_are_free() {
    let levels = ["pusher/1", "pusher/2", "pusher/3", "primer/4", "primer/11", "stuck/5", HALL];
    let themes = [false, true];
    for (size, ascii) in SIZES.into_iter().flat_map(|size| themes.map(|ascii| (size, ascii))) {
        for level in levels {
            let mut show = Show::of(level, size.0, size.1, ascii);
            assert_fills(&mut show, level, size);
        }
    }
}

#[test]
fn boards_of_levels_with_a_saved_solution_fill_the_rows_too() {
    let themes = [false, true];
    for (size, ascii) in SIZES.into_iter().flat_map(|size| themes.map(|ascii| (size, ascii))) {
        for level in ["pusher/1", "pusher/2", "pusher/3", "primer/4", "primer/11"] {
            let mut show = Show::of(level, size.0, size.1, ascii);
            let game = show.view.level_set.game_mut();
            let (solution, metrics) = ("r".to_owned(), game.metrics());
            game.records.known = vec![KnownSolution { solution, metrics, is_played: false }];
            assert_fills(&mut show, level, size);
        }
    }
}

#[test]
fn messages_do_not_move_the_board() {
    for (columns, rows) in SIZES {
        for reference in ["pusher/1", "missile/4", HALL] {
            let mut show = Show::of(reference, columns, rows, false);
            let before = (filled(&show), size_of_cell(&show));
            for keys in
                ["l", "t", "t", "m", ":mark a name that is long enough for several lines\n", ":x\n", "h"]
            {
                show.keys(keys);
                show.text();
                assert_eq!((filled(&show), size_of_cell(&show)), before, "{reference} {keys}");
            }
        }
    }
}

#[test]
fn cells_are_made_larger_and_smaller() {
    let mut show = Show::of(HALL, 80, 24, false);
    assert_eq!(size_of_cell(&show), (6, 3), "what fits");
    show.keys("+");
    show.text();
    assert_eq!(size_of_cell(&show).0, 7);
    show.keys("++++");
    show.text();
    assert_eq!(size_of_cell(&show), (8, 4), "the largest");
    show.keys("=");
    show.text();
    assert_eq!(size_of_cell(&show), (6, 3));
    show.keys("---------");
    show.text();
    assert_eq!(size_of_cell(&show), (1, 1), "the smallest");
    for (kind, columns) in [(MouseEventKind::ScrollUp, 2), (MouseEventKind::ScrollDown, 1)] {
        let modifiers = KeyModifiers::CONTROL;
        show.view.handle(&Event::Mouse(MouseEvent { kind, column: 3, row: 3, modifiers }));
        show.text();
        assert_eq!(size_of_cell(&show).0, columns);
    }
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut show = Show::of("pusher/1", 39, 12, true);
    assert!(show.text().contains("too small: 39x12 of 40x12"), "{}", show.text());
    let mut show = Show::of("pusher/1", 40, 12, true);
    assert!(!show.text().contains("too small"), "{}", show.text());
}
