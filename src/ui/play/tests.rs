//! The player on screens of several sizes, without a terminal.

mod known;

use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::view::PlayView;
use crate::catalog::{self, Catalog, Typed};
use crate::toolkit::play::{Game, LevelSet, Progress};
use crate::toolkit::settings::Search;
use crate::toolkit::solutions::Store;
use crate::toolkit::test_puzzle::TestCatalog;
use crate::ui::screen::theme::{Depth, Theme};
use crate::ui::screen::{Flow, View};

/// A player and what it has drawn last.
struct Show {
    view: PlayView,
    terminal: Terminal<TestBackend>,
}

impl Show {
    fn of(reference: &str, columns: u16, rows: u16, ascii: bool) -> Self {
        Self::in_catalog(catalog::builtin(), reference, columns, rows, ascii)
    }

    fn in_catalog(catalog: Catalog, reference: &str, columns: u16, rows: u16, ascii: bool) -> Self {
        Self::with_progress(catalog, reference, Progress::none(), (columns, rows), ascii)
    }

    fn with_progress(
        catalog: Catalog,
        reference: &str,
        progress: Progress,
        size: (u16, u16),
        ascii: bool,
    ) -> Self {
        Self::with_store(catalog, reference, (Store::none(), progress), size, ascii)
    }

    fn with_store(
        catalog: Catalog,
        reference: &str,
        (store, progress): (Store, Progress),
        (columns, rows): (u16, u16),
        ascii: bool,
    ) -> Self {
        let items = catalog.resolve(&Typed::argument(reference)).expect("puzzles");
        let games: Vec<_> = items.into_iter().filter_map(|item| Game::new(item).ok()).collect();
        let level_set = LevelSet::new(games, store, progress).expect("a level");
        let theme = Theme { depth: Depth::None, ascii };
        let view = PlayView::new(Rc::new(catalog), level_set, Search::default(), theme);
        let terminal = Terminal::new(TestBackend::new(columns, rows)).expect("no terminal is needed");
        let mut show = Self { view, terminal };
        show.draw();
        show
    }

    fn draw(&mut self) {
        let Self { view, terminal } = self;
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
    }

    fn text(&mut self) -> String {
        self.draw();
        self.terminal.backend().to_string()
    }

    fn keys(&mut self, keys: &str) -> Flow {
        let mut flow = Flow::Stay;
        for letter in keys.chars() {
            let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            flow = self.view.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        flow
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.view.handle(&Event::Mouse(event));
    }

    /// Presses the button in one place of the screen and lets it go in another.
    fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
        self.draw();
    }

    /// Where a letter is on the screen, the first of its kind.
    fn find(&mut self, letter: &str) -> (u16, u16) {
        self.draw();
        let buffer = self.terminal.backend().buffer();
        let area = buffer.area;
        (0..area.height)
            .flat_map(|row| (0..area.width).map(move |column| (column, row)))
            .find(|&place| buffer[place].symbol() == letter)
            .expect("it is on the screen")
    }

    fn wait(&mut self) {
        for _ in 0..3000 {
            self.view.tick();
            if !self.view.is_busy() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        panic!("still busy");
    }
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
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
    assert!(show.text().contains("a toy is played by words"), "{}", show.text());
    show.keys(":+\n");
    assert!(show.text().contains("solved in 1 step"), "{}", show.text());
    show.drag((3, 3), (4, 4));
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
    for (keys, reference) in
        [("", "pusher/1"), ("lL", "missile/4"), ("?", "pusher/1"), ("x:foo\n", "pusher/1")]
    {
        let mut show = Show::of(reference, 80, 24, true);
        show.keys(keys);
        assert!(show.text().is_ascii(), "{keys}");
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
fn a_click_walks_and_a_dragged_box_is_pushed() {
    let mut show = Show::of(HALL, 80, 24, true);
    let (x, y) = show.find("@");
    show.drag((x + 10, y), (x + 10, y));
    assert_eq!(show.find("@"), (x + 10, y));
    assert_eq!(show.view.game().text(), "rrrrr");
    show.keys("u");
    assert_eq!(show.find("@"), (x, y), "a walk goes back as one");
    let (box_x, box_y) = show.find("$");
    show.drag((box_x, box_y), (box_x + 2, box_y));
    assert_eq!(show.view.game().text(), "dR");
    // By two clicks: the box, then the goal.
    let place = show.find("$");
    show.drag(place, place);
    assert!(show.text().contains("taken up"));
    show.drag((place.0 + 2, place.1), (place.0 + 2, place.1));
    assert_eq!(show.view.game().text(), "dRR");
    assert!(show.text().contains("solved in 3 moves, 2 pushes"), "{}", show.text());
    show.drag((0, 0), (3, 3));
    let place = show.find("*");
    show.drag(place, (x, y - 1));
    assert!(show.text().contains("a wall at row 1 column 2"), "{}", show.text());
}

#[test]
fn lines_are_drawn_and_shifted() {
    let mut show = Show::of("1234/1234/1234/1234 -> 4123/1234/1234/1234", 80, 24, true);
    show.keys("jK");
    assert_eq!(show.view.game().text(), "up 0");
    show.keys("u");
    show.keys("kL");
    assert_eq!(show.view.game().text(), "right 0");
    assert!(show.text().contains("solved in 1 shift"), "{}", show.text());
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
    show.keys("++++p");
    show.wait();
    assert!(show.text().contains("solved in 3 moves"), "{}", show.text());
    show.keys("x");
    assert_eq!(show.view.game().text(), "");
    show.keys("o");
    show.wait();
    assert!(show.text().contains("to go"), "{}", show.text());
}

#[test]
fn one_is_warned_of_a_dead_end_and_may_switch_that_off() {
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
    show.keys("mLLg");
    assert_eq!(show.view.game().text(), "right 0");
}

#[test]
fn counts_stand_beside_the_best_on_the_smallest_screen_too() {
    let mut show = Show::of(HALL, 40, 12, true);
    show.keys("l");
    let text = show.text();
    for count in ["now/best: moves 1/-", "pushes 0/-", "box changes 0/-", "player lines 1/-"] {
        assert!(text.contains(count), "{count}: {text}");
    }
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

#[test]
fn what_is_not_kept_is_told_and_keeps_nobody_on_a_level() {
    let folder = std::env::temp_dir().join(format!("lurd-play-{}-full", std::process::id()));
    std::fs::write(&folder, "").expect("a file where the folder should be");
    for size in [(40, 12), (80, 24)] {
        let progress = Progress::at(&folder);
        let mut show = Show::with_progress(catalog::builtin(), "pusher", progress, size, true);
        show.keys("k");
        assert!(show.view.leave().is_err_and(|message| message.contains("cannot make the folder")));
        assert!(show.text().contains("what you play is not kept"), "{}", show.text());
        show.keys("n");
        assert!(show.text().contains("2/") && show.text().contains("not kept"), "{}", show.text());
    }
    let _ = std::fs::remove_file(&folder);
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

#[test]
fn a_button_that_was_let_go_outside_draws_nothing_later() {
    let mut show = Show::of(HALL, 80, 24, true);
    let place = show.find("@");
    show.mouse(MouseEventKind::Down(MouseButton::Left), place);
    show.mouse(MouseEventKind::Moved, (place.0 + 4, place.1));
    show.mouse(MouseEventKind::Up(MouseButton::Left), (place.0 + 4, place.1));
    assert_eq!(show.view.game().text(), "");
}

#[test]
fn large_levels_scroll_with_the_player_and_with_the_wheel() {
    let row = |inner: &str| format!("#{inner}#");
    let long = 100;
    let hall = [
        "#".repeat(long + 2),
        row(&format!("@{}", " ".repeat(long - 1))),
        row(&" ".repeat(long)),
        row(&format!("{} $.", " ".repeat(long - 3))),
        "#".repeat(long + 2),
    ]
    .join("|");
    let mut show = Show::of(&hall, 40, 12, true);
    assert!(show.text().contains("more: >"), "{}", show.text());
    show.keys(&"l".repeat(99));
    assert!(show.text().contains("more: <") && show.text().contains('@'), "{}", show.text());
    for _ in 0..60 {
        show.mouse(MouseEventKind::ScrollLeft, (5, 5));
    }
    assert!(!show.text().contains('@'), "{}", show.text());
    show.keys("h");
    assert!(show.text().contains('@'));
    show.terminal.backend_mut().resize(120, 30);
    assert!(show.text().contains('@'));
}
