//! `load`: make a puzzle the current one without solving it.

use super::{App, Call};
use crate::toolkit::exit::Exit;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let Some(typed) = call.arguments.first() else {
        return app.complain("load needs a PUZZLE, for example 'load missile/4'");
    };
    match app.load(typed) {
        Ok(()) => app.draw(),
        Err(exit) => exit,
    }
}
