//! `step` and `back`: the last answer on the board.

use super::undo;
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::walk::{Lost, Walked};
use crate::ui::app::{App, Request};

pub(super) fn forward(app: &mut App, call: &Request<'_>) -> Exit {
    match undo::count(call.text()) {
        Err(message) => app.complain(&message),
        Ok(count) => {
            let walked = app.session.step(count);
            tell(app, walked, "the answer ends here", true)
        }
    }
}

pub(super) fn back(app: &mut App, call: &Request<'_>) -> Exit {
    match undo::count(call.text()) {
        Err(message) => app.complain(&message),
        Ok(count) => {
            let walked = app.session.back(count);
            tell(app, walked, "the answer begins here", false)
        }
    }
}

fn tell(app: &mut App, walked: Result<Walked, Lost>, end: &str, forward: bool) -> Exit {
    match walked {
        Err(Lost::NoAnswer) => app.complain("there is no answer to walk on: 'solve' first"),
        Err(Lost::Elsewhere) => {
            app.complain("the answer does not lead through this position: 'undo' to it, or 'solve' again")
        }
        Ok(walked) if walked.steps.is_empty() => app.complain(end),
        Ok(walked) => {
            app.screen.result(&report::walked(&walked, forward));
            app.moved()
        }
    }
}
