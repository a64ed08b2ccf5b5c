//! `undo` and `redo`: actions taken back, and carried out again.

use crate::report;
use crate::toolkit::exit::Exit;
use crate::ui::app::{App, Request};

pub(super) fn back(app: &mut App, call: &Request<'_>) -> Exit {
    match count(call.text()) {
        Err(message) => app.complain(&message),
        Ok(count) => match app.session.undo(count) {
            0 => app.complain("nothing to undo"),
            _ => app.moved(),
        },
    }
}

pub(super) fn again(app: &mut App, call: &Request<'_>) -> Exit {
    match count(call.text()) {
        Err(message) => app.complain(&message),
        Ok(count) => match app.session.redo(count) {
            0 => app.complain("nothing to redo"),
            _ => app.moved(),
        },
    }
}

/// How many steps: one, a number, or `all`.
pub(super) fn count(text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| format!("'{}' is no number of steps", report::escaped(number))),
    }
}
