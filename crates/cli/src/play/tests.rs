//! The player on screens of several sizes, without a terminal.

use std::rc::Rc;

use lurd_puzzle::catalog::{Catalog, Typed};
use lurd_puzzle::puzzle::Coordinates;
use lurd_toolkit::{
    play::{LevelSet, ProgressFolder},
    search_options::SearchOptions,
    solutions::{GameToSave, SolutionStore},
    test_puzzle::TestCatalog,
};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use super::state::PlayView;
use crate::screen::{
    run::{Flow, View},
    tests::{TestScreen, snapshot},
    theme::Theme,
};

mod browser;
mod colours;
mod pointer;
mod sizes;
mod solutions;
mod speed;

type Show = TestScreen<PlayView>;

impl Show {
    fn of(reference: &str, columns: u16, rows: u16, ascii: bool) -> Self {
        Self::in_catalog(lurd::catalog::builtin(), reference, columns, rows, ascii)
    }

    fn in_catalog(catalog: Catalog, reference: &str, columns: u16, rows: u16, ascii: bool) -> Self {
        let nothing_saved = (SolutionStore::none(), ProgressFolder::none());
        Self::with_store(catalog, reference, nothing_saved, (columns, rows), ascii)
    }

    fn with_store(
        catalog: Catalog,
        reference: &str,
        (store, progress): (SolutionStore, ProgressFolder),
        size: (u16, u16),
        ascii: bool,
    ) -> Self {
        let items = catalog.resolve(&Typed::argument(reference)).expect("puzzles");
        let level_set = LevelSet::new(items, store, progress).expect("a level");
        let theme = Theme::plain(ascii);
        Self::new(PlayView::new(Rc::new(catalog), level_set, SearchOptions::default(), theme), size)
    }

    /// The first place on the screen of a cell.
    fn at(&mut self, row: usize, column: usize) -> (u16, u16) {
        self.text();
        let area = self.terminal.backend().buffer().area;
        let mut all = (0..area.height).flat_map(|row| (0..area.width).map(move |column| (column, row)));
        let cell = Some((0, Coordinates::new(row, column)));
        all.find(|&(column, row)| self.view.viewport.cell_at(column, row) == cell).expect("it is seen")
    }

    /// The cell with a letter, the first of its kind.
    fn cell_of(&mut self, letter: &str) -> Coordinates {
        let (column, row) = self.find(letter);
        self.view.viewport.cell_at(column, row).expect("a cell").1
    }

    /// Where a letter is on the screen, the first of its kind.
    fn find(&mut self, letter: &str) -> (u16, u16) {
        self.text();
        let buffer = self.terminal.backend().buffer();
        let area = buffer.area;
        (0..area.height)
            .flat_map(|row| (0..area.width).map(move |column| (column, row)))
            .find(|&place| buffer[place].symbol() == letter)
            .expect("it is on the screen")
    }
}

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (200, 60)];

#[test]
fn screens_of_every_size() {
    for (columns, rows) in SIZES {
        for (name, reference) in [("level", "pusher"), ("shifter", "missile/4")] {
            let mut show = Show::of(reference, columns, rows, false);
            if name == "level" {
                show.keys("hhhhjkhhhl");
            } else {
                show.keys("jjlL");
            }
            show.wait();
            let text = show.text();
            snapshot(&format!("play_{name}_{columns}x{rows}"), &text);
        }
    }
}

#[test]
fn a_puzzle_from_outside_is_played_by_words() {
    let mut show = Show::in_catalog(Catalog::default().with(TestCatalog), "1 -> 4", 80, 24, true);
    show.keys("l");
    assert!(show.text().contains("a toy is played by typed actions"), "{}", show.text());
    show.keys(":+\n");
    assert!(show.text().contains("solved in 1 step"), "{}", show.text());
    show.drag(MouseButton::Left, (3, 3), (4, 4));
}

#[test]
fn no_screen_is_too_small_to_be_drawn() {
    for size in [(1, 1), (2, 3), (12, 4), (39, 11), (70, 2)] {
        for reference in ["pusher/1", "missile/4"] {
            let mut show = Show::of(reference, size.0, size.1, true);
            show.keys("l?");
            show.text();
            show.keys("q:abc");
            show.text();
        }
    }
}

#[test]
fn ascii_is_ascii() {
    for (keys, reference) in [("", "pusher/1"), ("lL", "missile/4"), ("?", "pusher/1"), ("x:foo\n", "pusher/1")] {
        let mut show = Show::of(reference, 80, 24, true);
        show.keys(keys);
        assert!(show.text().is_ascii(), "{keys}");
    }
}

#[test]
fn help_lists_the_keys_of_the_puzzle_or_the_commands() {
    let rows = [("missile/1", "shift the lit line", "dead squares"), ("pusher/1", "dead squares", "the lit line")];
    for (reference, has, lacks) in rows {
        let mut show = Show::of(reference, 80, 70, true);
        show.keys("?");
        let text = show.text();
        assert!(text.contains(has) && !text.contains(lacks), "{text}");
        show.keys("q:help\n");
        let text = show.text();
        assert!(text.contains("goto [NAME] | ROW COL") && text.contains("export [N] FILE"), "{text}");
        show.keys("q:look\n");
        assert!(show.text().contains("The board in words"), "{}", show.text());
    }
}

#[test]
fn help_fits_the_smallest_screen() {
    let mut show = Show::of("pusher/1", 40, 12, true);
    show.keys("?");
    let text = show.text();
    snapshot("play_help_40x12", &text);
    let pages = (1..9).find(|_| {
        show.keys(" ");
        show.text().contains("any key goes back")
    });
    assert!(pages.is_some_and(|pages| pages < 5), "{}", show.text());
    show.keys(" ");
    assert!(show.text().contains('@'), "any key goes back");
    show.keys("?");
    assert!(!show.text().contains('@'));
    assert_eq!(show.keys("q"), Flow::Stay, "help is left, not the game");
    assert!(show.text().contains('@'), "at once");
    assert_eq!(show.keys("q"), Flow::Leave);
}

const HALL: &str = "########|#@     #|# $ .  #|#      #|########";

#[test]
fn warnings_of_dead_positions_can_be_switched_off() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys(":ddrU\n");
    show.wait();
    // The box stands at the upper wall, and there is no goal.
    assert!(show.text().contains("no solution is left, proved"), "{}", show.text());
    show.keys("t");
    show.view.tick();
    assert!(!show.text().contains("no solution is left, proved"));
    assert!(show.text().contains("no warnings"));
}

#[test]
fn counts_stand_below_the_board_and_all_of_them_are_shown_by_a_key() {
    let mut show = Show::of(HALL, 40, 12, true);
    show.keys("l");
    let text = show.text();
    assert!(text.contains("\"moves 1  pushes 0  ") && !text.contains("box lines"), "{text}");
    show.keys("v");
    for count in ["0 box lines", "no solution known yet"] {
        assert!(show.text().replace("\"\n\"", "").contains(count), "{}", show.text());
    }
}

#[test]
fn nothing_of_a_long_message_is_lost() {
    let mut show = Show::of(HALL, 40, 12, true);
    let name = "abcdefghij".repeat(40);
    show.keys(&format!(":mark {name}end\n"));
    assert!(show.text().contains(".. (v: all)"), "{}", show.text());
    show.keys("v");
    let mut seen = show.text();
    show.keys(" ");
    seen += &show.text();
    assert!(seen.replace("\"\n\"", "").contains("end'"), "{seen}");
}
