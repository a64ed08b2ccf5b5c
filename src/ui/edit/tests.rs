//! The editor on screens of several sizes, without a terminal.

mod drafts;
mod pointer;
mod saving;

use std::path::PathBuf;
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::state::EditView;
use crate::catalog;
use crate::puzzle::Place;
use crate::toolkit::edit::{DraftLocation, Editor};
use crate::toolkit::settings::Search;
use crate::ui::screen::theme::{Depth, Theme};
use crate::ui::screen::view::{Flow, View};

/// An editor and what it has drawn last, with a folder of its own.
struct Show {
    view: EditView,
    terminal: Terminal<TestBackend>,
    folder: PathBuf,
}

impl Show {
    fn new(test: &str, kind: &str, size: (usize, usize), (columns, rows): (u16, u16)) -> Self {
        let folder = std::env::temp_dir().join(format!("lurd-edit-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self::in_folder(folder, kind, size, (columns, rows))
    }

    fn in_folder(folder: PathBuf, kind: &str, size: (usize, usize), (columns, rows): (u16, u16)) -> Self {
        let catalog = catalog::builtin();
        let plugin = catalog.plugins().find(|plugin| plugin.name() == kind).expect("a kind");
        let draft = plugin.blank(Some(size)).expect("a board");
        let editor = Editor::new(draft, Some(DraftLocation::at(&folder)));
        let theme = Theme { depth: Depth::None, ascii: true };
        let view = EditView::new(Rc::new(catalog), editor, Search::default(), theme);
        let terminal = Terminal::new(TestBackend::new(columns, rows)).expect("no terminal is needed");
        let mut show = Self { view, terminal, folder };
        show.text();
        show
    }

    fn text(&mut self) -> String {
        let Self { view, terminal, .. } = self;
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
        terminal.backend().to_string()
    }

    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) -> Flow {
        self.view.handle(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    fn keys(&mut self, keys: &str) -> Flow {
        let mut flow = Flow::Stay;
        for letter in keys.chars() {
            let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            flow = self.key(code, KeyModifiers::NONE);
        }
        flow
    }

    /// The place on the screen of a cell of the first board.
    fn place(&mut self, cell: Place) -> (u16, u16) {
        self.text();
        let area = self.terminal.backend().buffer().area;
        let mut all = (0..area.height).flat_map(|row| (0..area.width).map(move |column| (column, row)));
        all.find(|&(column, row)| self.view.viewport.cell_at(column, row) == Some((0, cell)))
            .expect("it is seen")
    }

    fn drag(&mut self, button: MouseButton, from: Place, to: Place) {
        let (from, to) = (self.place(from), self.place(to));
        for (kind, (column, row)) in [
            (MouseEventKind::Down(button), from),
            (MouseEventKind::Drag(button), to),
            (MouseEventKind::Up(button), to),
        ] {
            self.view.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        }
    }

    fn drawn(&self) -> String {
        self.view.editor.draft().picture()
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
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
        shifter.keys("1Fl2 j3 ");
        let text = shifter.text();
        snapshot(&format!("edit_shifter_{name}"), &text);
    }
    let mut show = Show::new("help", "sokoban", (12, 6), (40, 12));
    show.keys("?");
    let text = show.text();
    snapshot("edit_help_40x12", &text);
}

#[test]
fn a_shifter_is_drawn_on_two_boards() {
    let mut show = Show::new("shifter", "shifter", (2, 2), (80, 24));
    show.keys("1F2 ]1Fjl2 ");
    assert_eq!(show.drawn(), "source:\n21\n11\ntarget:\n11\n12\n");
    assert!(show.text().contains("valid") && !show.text().contains("not valid"), "{}", show.text());
    show.key(KeyCode::Up, KeyModifiers::SHIFT);
    assert_eq!(show.drawn(), "source:\n21\n11\ntarget:\n12\n11\n");
    show.keys("rms");
    show.keys("3x2\n");
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
