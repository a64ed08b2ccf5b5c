//! The editor on screens of several sizes, without a terminal.

use std::{
    ops::{Deref, DerefMut},
    path::PathBuf,
    rc::Rc,
};

use lurd_puzzle::puzzle::Coordinates;
use lurd_toolkit::edit::{DraftLocation, Editor};
use lurd_toolkit::search_options::SearchOptions;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton};

use super::state::EditView;
use crate::screen::{
    run::{Flow, View},
    tests::{TestScreen, picture::in_sizes_and_colours, snapshot},
    theme::Theme,
};

mod drawing;
mod saving;

/// An editor on a screen, with a folder of its own.
struct Show {
    screen: TestScreen<EditView>,
    folder: PathBuf,
}

impl Show {
    fn new(test: &str, kind: &str, size: (usize, usize), screen: (u16, u16)) -> Self {
        let folder = std::env::temp_dir().join(format!("lurd-edit-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self::in_folder(folder, kind, size, screen)
    }

    fn in_folder(folder: PathBuf, kind: &str, size: (usize, usize), screen: (u16, u16)) -> Self {
        Self { screen: TestScreen::new(view(Some(DraftLocation::at(&folder)), kind, Some(size)), screen), folder }
    }

    /// The place on the screen of a cell of the first board.
    fn place(&mut self, cell: Coordinates) -> (u16, u16) {
        self.text();
        let area = self.terminal.backend().buffer().area;
        let mut all = (0..area.height).flat_map(|row| (0..area.width).map(move |column| (column, row)));
        all.find(|&(column, row)| self.view.viewport.cell_at(column, row) == Some((0, cell))).expect("it is seen")
    }

    fn stroke(&mut self, button: MouseButton, from: Coordinates, to: Coordinates) {
        let (from, to) = (self.place(from), self.place(to));
        self.drag(button, from, to);
    }

    fn drawn(&self) -> String {
        self.view.editor.draft().picture()
    }
}

/// The view of an editor with an empty board.
fn view(home: Option<DraftLocation>, kind: &str, size: Option<(usize, usize)>) -> EditView {
    let catalog = lurd::catalog::builtin();
    let plugin = catalog.plugins().find(|plugin| plugin.name() == kind).expect("a kind");
    let editor = Editor::new(plugin.blank(size).expect("a board"), home);
    EditView::new(Rc::new(catalog), editor, SearchOptions::default(), Theme::plain(true))
}

impl Deref for Show {
    type Target = TestScreen<EditView>;

    fn deref(&self) -> &Self::Target {
        &self.screen
    }
}

impl DerefMut for Show {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.screen
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn screens_of_every_size() {
    for size in [(40, 12), (80, 24), (200, 60)] {
        let name = format!("{}x{}", size.0, size.1);
        let mut level = Show::new(&name, "sokoban", (12, 6), size);
        level.keys("bll j@ l$ ");
        let text = level.text();
        snapshot(&format!("edit_level_{name}"), &text);
        let mut shifter = Show::new(&format!("{name}-shifter"), "shifter", (4, 4), size);
        shifter.keys(":fill 1\n12[:fill 1\n3");
        let text = shifter.text();
        snapshot(&format!("edit_shifter_{name}"), &text);
    }
    let mut show = Show::new("help", "sokoban", (12, 6), (40, 12));
    show.keys("?");
    let text = show.text();
    snapshot("edit_help_40x12", &text);
}

#[test]
fn screens_of_every_size_and_colour() {
    for (name, kind, board, keys) in [
        ("edit-empty", "sokoban", (12, 6), ""),
        ("edit-level", "sokoban", (12, 6), "bll j@ l$ l. "),
        ("edit-shifter", "shifter", (4, 4), "rgbyrgbyrgbyrgby"),
    ] {
        in_sizes_and_colours(name, |size, theme| {
            let mut show = Show::new(name, kind, board, size);
            show.view.theme = theme;
            show.keys(keys);
            show.wait();
            show.text();
            show.terminal.backend().buffer().clone()
        });
    }
}

#[test]
fn a_shifter_is_drawn_on_two_boards() {
    let mut show = Show::new("shifter", "shifter", (2, 2), (80, 24));
    show.keys(":fill 1\n2[:fill 1\n");
    show.key(KeyCode::Down, KeyModifiers::NONE);
    show.keys("2");
    assert_eq!(show.drawn(), "source:\n21\n11\ntarget:\n11\n12\n");
    assert!(show.text().contains("valid") && !show.text().contains("not valid"), "{}", show.text());
    show.key(KeyCode::Up, KeyModifiers::SHIFT);
    assert_eq!(show.drawn(), "source:\n21\n11\ntarget:\n12\n11\n");
    show.keys(":rotate\n:mirror\n:resize 3 2\n");
    assert_eq!(
        show.drawn(),
        "source:\n21?\n11?\ntarget:\n11?\n12?\n".replace("11?\n12?", "11?\n21?"),
        "{}",
        show.drawn()
    );
}

fn drafts_in(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("the folder").flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|it| it == "draft")).count()
}

#[test]
fn a_level_that_is_not_valid_is_not_said_to_be_solvable() {
    let mut show = Show::new("invalid", "sokoban", (7, 3), (40, 12));
    show.keys("bjl@ ll$ l. l. ");
    show.keys("f");
    let text = show.text().replace("\"\n\"", "");
    assert!(!show.view.is_busy() || text.contains("not valid"), "{text}");
    assert!(text.contains("1 box, 2 goals"), "{text}");
    show.keys("v");
    assert!(show.text().contains("as many boxes as"), "{}", show.text());
}
