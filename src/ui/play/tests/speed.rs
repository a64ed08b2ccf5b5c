//! The time from a key to the screen.

use std::io::Write as _;
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

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
    let rows: Vec<String> =
        (0..size).map(|row| (0..size).map(|column| square(row, column)).collect()).collect();
    rows.join("\n")
}

/// One frame of a screen with 60 frames a second. The fastest of several keys counts, because other programs may
/// be running.
#[test]
fn a_key_is_on_the_screen_within_a_frame() {
    const FRAME: Duration = Duration::from_millis(16);
    let show = Show::of(&hall(60), 200, 64, false);
    let mut view = show.view;
    view.theme = Theme { depth: crate::ui::screen::theme::Depth::True, ..Theme::plain(false) };
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
    view.taken = Some(Place::new(2, 3));
    assert!(view.game().position().controls().is_some_and(|controls| controls.can_take(Place::new(2, 3))));
    let mut times = Vec::new();
    for _ in 0..10 {
        for undo_or_redo in ['u', 'r'] {
            view.taken = Some(Place::new(2, 3));
            times.push(press(&mut view, undo_or_redo));
        }
    }
    let fastest = times.iter().min().expect("times");
    let slowest = times.iter().max().expect("times");
    // Shown with --nocapture.
    let _ = writeln!(std::io::stderr(), "a key is on the screen after {fastest:?} to {slowest:?}");
    assert!(*fastest < FRAME, "{times:?}");
}
