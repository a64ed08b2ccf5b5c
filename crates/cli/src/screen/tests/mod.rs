//! A screen for tests of views, without a terminal.

use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
};

use super::run::{Flow, View};

pub(crate) mod picture;

/// A view and the screen it was drawn on last.
pub(crate) struct TestScreen<V> {
    pub(crate) view: V,
    pub(crate) terminal: Terminal<TestBackend>,
}

impl<V: View> TestScreen<V> {
    pub(crate) fn new(view: V, (columns, rows): (u16, u16)) -> Self {
        let terminal = Terminal::new(TestBackend::new(columns, rows)).expect("no terminal is needed");
        let mut screen = Self { view, terminal };
        screen.text();
        screen
    }

    pub(crate) fn text(&mut self) -> String {
        let Self { view, terminal } = self;
        terminal.draw(|frame| view.draw(frame)).expect("drawn");
        terminal.backend().to_string()
    }

    pub(crate) fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) -> Flow {
        self.view.handle(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    pub(crate) fn keys(&mut self, keys: &str) -> Flow {
        let mut flow = Flow::Stay;
        for letter in keys.chars() {
            let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            flow = self.key(code, KeyModifiers::NONE);
        }
        flow
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.view.handle(&Event::Mouse(event));
    }

    /// Presses a button at one place of the screen and releases it at another.
    pub(crate) fn drag(&mut self, button: MouseButton, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(button), from);
        self.mouse(MouseEventKind::Drag(button), to);
        self.mouse(MouseEventKind::Up(button), to);
        self.text();
    }

    /// Waits until the view is no longer busy.
    pub(crate) fn wait(&mut self) {
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

pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/screens"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
