//! `do`: carry out actions.

use crate::toolkit::exit::Exit;
use crate::ui::app::{App, Request};

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    match call.arguments.first() {
        Some(actions) => app.act(actions),
        None => app.complain("do needs ACTIONS, as answers write them"),
    }
}
