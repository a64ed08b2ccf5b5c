//! The time from a key to the screen.

use std::io::Write as _;
use std::time::{Duration, Instant};

use ratatui::{
    Terminal, TerminalOptions, Viewport,
    backend::CrosstermBackend,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};

use super::*;

/// A hall of `size` by `size` squares with a box and a goal on every eighth square of every fourth row.
fn hall(size: usize) -> String {
    let square = |row: usize, column: usize| match (row, column) {
        _ if row == 0 || column == 0 || row + 1 == size || column + 1 == size => '#',
        (1, 1) => '@',
        (row, column) if row % 4 == 2 && column % 8 == 3 => '$',
        (row, column) if row % 4 == 2 && column % 8 == 6 => '.',
        _ => ' ',
    };
    let rows: Vec<String> = (0..size).map(|row| (0..size).map(|column| square(row, column)).collect()).collect();
    rows.join("\n")
}

/// The longest time from a key to the screen, in plain screens: in times in which every letter of a screen of 200 by 60
/// is replaced. Those depend on the machine and the build as the time of a key does, which a number of milliseconds
/// does not. A frame of 16 ms, on a screen with 60 frames a second, is 24 plain screens of two thirds of a millisecond.
const PLAIN_SCREENS: u32 = 24;

/// The time of [`PLAIN_SCREENS`] on this machine, now.
fn longest_time() -> Duration {
    let area = Rect::new(0, 0, 200, 60);
    let backend = CrosstermBackend::new(Counter(std::rc::Rc::default()));
    let options = TerminalOptions { viewport: Viewport::Fixed(area) };
    let mut terminal = Terminal::with_options(backend, options).expect("no terminal is needed");
    let rows = ["#", "."].map(|letter| vec![letter.repeat(200); 60].join("\n"));
    let mut draw = |rows: &str| {
        let begun = Instant::now();
        terminal.draw(|frame| frame.render_widget(rows, frame.area())).expect("drawn");
        begun.elapsed()
    };
    let screen = (0..20).map(|number| draw(&rows[number % 2])).min().expect("times");
    // Shown with --nocapture.
    let _ = writeln!(std::io::stderr(), "a plain screen takes {screen:?}");
    screen * PLAIN_SCREENS
}

/// Counts bytes and drops them.
struct Counter(std::rc::Rc<std::cell::Cell<usize>>);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The fastest of several keys counts, because other programs may be running.
#[test]
#[ignore = "measures optimised code"]
fn a_key_is_on_the_screen_within_a_frame() {
    let longest = longest_time();
    let show = Show::of(&hall(60), 200, 64, false);
    let mut view = show.view;
    view.theme = Theme { depth: crate::screen::theme::Depth::True, ..Theme::plain(false) };
    let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, 200, 64)) };
    let backend = CrosstermBackend::new(Vec::new());
    let mut terminal = Terminal::with_options(backend, options).expect("no terminal is needed");
    let mut press = |view: &mut PlayView, letter: char| {
        let begun = Instant::now();
        view.handle(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
        begun.elapsed()
    };
    for letter in ['1', '2', '4', 'l', 'h'] {
        press(&mut view, letter);
    }
    view.taken = Some(Coordinates::new(2, 3));
    assert!(view.game().position().controls().is_some_and(|controls| controls.can_take(Coordinates::new(2, 3))));
    let mut times = Vec::new();
    for _ in 0..10 {
        for undo_or_redo in ['u', 'r'] {
            view.taken = Some(Coordinates::new(2, 3));
            times.push(press(&mut view, undo_or_redo));
        }
    }
    let fastest = times.iter().min().expect("times");
    let slowest = times.iter().max().expect("times");
    // Shown with --nocapture.
    let _ = writeln!(std::io::stderr(), "a key is on the screen after {fastest:?} to {slowest:?}");
    assert!(*fastest < longest, "{times:?}");
}
