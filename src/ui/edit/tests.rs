//! The editor on screens of several sizes, without a terminal.

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
fn a_level_is_drawn_with_the_mouse() {
    let mut show = Show::new("mouse", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    show.keys("#");
    show.drag(MouseButton::Left, at(0, 0), at(0, 6));
    show.drag(MouseButton::Left, at(0, 6), at(2, 6));
    show.drag(MouseButton::Left, at(2, 6), at(2, 0));
    show.drag(MouseButton::Left, at(2, 0), at(1, 0));
    show.keys("@");
    show.drag(MouseButton::Left, at(1, 1), at(1, 1));
    show.keys(".");
    show.drag(MouseButton::Left, at(1, 4), at(1, 5));
    show.keys("$");
    show.drag(MouseButton::Left, at(1, 3), at(1, 3));
    show.drag(MouseButton::Left, at(1, 5), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a box on a goal stands on it");
    assert!(show.text().contains("valid") && !show.text().contains("not valid"), "{}", show.text());
    show.drag(MouseButton::Right, at(1, 3), at(1, 5));
    assert_eq!(show.drawn(), "#######\n#@   .#\n#######\n", "what stood on the goal is gone, the goal stays");
    show.keys("u");
    assert_eq!(show.drawn(), "#######\n#@ $.*#\n#######\n", "a stroke goes back as one");
}

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
    assert!(show.text().contains("(xsb)"), "its own file is replaced without a question: {}", show.text());
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
fn what_is_not_saved_is_asked_for_and_recovered() {
    let mut show = Show::new("recover", "sokoban", (5, 3), (80, 24));
    show.keys("# l$ ");
    assert_eq!(show.keys("q"), Flow::Stay);
    assert!(show.text().contains("save it first?"));
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    show.view.leave().expect("kept");
    let folder = show.folder.clone();
    // As if it had been killed: the draft is there, and nobody holds it.
    let Show { view, .. } = &mut show;
    let kept = std::mem::replace(view, Show::new("other", "sokoban", (1, 1), (80, 24)).take());
    drop(kept);
    let mut again = Show::in_folder(folder, "sokoban", (5, 3), (80, 24));
    assert!(again.text().contains("Restore unsaved changes?"), "{}", again.text());
    again.keys("y");
    assert_eq!(again.drawn(), "#$\n\n\n");
    assert_eq!(again.keys("qn"), Flow::Leave);
    again.view.leave().expect("nothing to keep");
    assert_eq!(std::fs::read_dir(&again.folder).expect("the folder").count(), 0, "not wanted");
}

impl Show {
    fn take(mut self) -> EditView {
        let catalog = catalog::builtin();
        let draft = catalog.plugins().next().expect("one").blank(None).expect("a board");
        let theme = Theme { depth: Depth::None, ascii: true };
        let other = EditView::new(Rc::new(catalog), Editor::new(draft, None), Search::default(), theme);
        std::mem::replace(&mut self.view, other)
    }
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

fn drafts_in(folder: &std::path::Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("the folder").flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|it| it == "draft")).count()
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
    let catalog = catalog::builtin();
    let draft =
        catalog.plugins().find(|it| it.name() == "sokoban").expect("it").blank(None).expect("a board");
    let editor = Editor::new(draft, Some(DraftLocation::at(&folder)));
    let theme = Theme { depth: Depth::None, ascii: true };
    let view = EditView::new(Rc::new(catalog), editor, Search::default(), theme);
    let terminal = Terminal::new(TestBackend::new(80, 24)).expect("no terminal is needed");
    let mut show = Show { view, terminal, folder };
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
    std::fs::write(show.folder.join(".mine.xsb.1-0.draft"), "; lurd draft: sokoban\n#@\n").expect("written");
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
    assert!(show.text().contains("saved as"), "{}", show.text());
    assert!(file().contains("another") && file().contains("rRR") && file().contains("durRR"), "{}", file());
    // A wall below the player: one of the solutions goes through it.
    show.keys(":put wall 3 2\n");
    show.keys("w\n");
    assert!(
        show.text().contains("saved game") && show.text().contains("replace it? (y/n)"),
        "{}",
        show.text()
    );
    show.keys("n");
    assert!(file().contains("durRR"), "asked, and not answered by yes");
    show.keys("w\ny");
    assert!(!file().contains("durRR") && file().contains("rRR"), "what still fits is kept: {}", file());
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

#[test]
fn strokes_end_where_nobody_saw_the_button_go() {
    let mut show = Show::new("lost", "sokoban", (7, 3), (80, 24));
    let at = Place::new;
    let (from, other) = (show.place(at(0, 0)), show.place(at(2, 2)));
    let mut mouse = |kind, (column, row): (u16, u16)| {
        show.view.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    };
    mouse(MouseEventKind::Down(MouseButton::Left), from);
    mouse(MouseEventKind::Moved, other);
    mouse(MouseEventKind::Drag(MouseButton::Left), other);
    assert_eq!(show.drawn().matches('#').count(), 1, "{}", show.drawn());
    show.keys("l ");
    show.keys("u");
    assert_eq!(show.drawn().matches('#').count(), 1, "a key is a change of its own");
}
