//! `load`: makes a puzzle the current one without solving it.

use crate::ui::app::{App, Request};
use lurd_toolkit::exit::Exit;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let Some(typed) = call.arguments.first() else {
        return app.complain("load needs a PUZZLE, for example 'load missile/4'");
    };
    match app.load(typed) {
        Ok(()) => app.draw(),
        Err(exit) => exit,
    }
}
