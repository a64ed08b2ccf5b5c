//! The handler of systems that are not Unix: Ctrl-C.

use super::Signal;

#[derive(Clone, Default)]
pub(super) struct Handlers;

impl Handlers {
    pub(super) fn new() -> Self {
        Self
    }

    pub(super) fn install(&self, receive: impl Fn(Signal) + Send + 'static) {
        let _ = ctrlc::set_handler(move || receive(Signal::Interrupt));
    }

    pub(super) fn on_screen(&self, _is_taken: bool) {}

    pub(super) fn restore_terminal(&self) {}
}

pub(super) fn quit() {}

pub(super) fn suspend() {}
