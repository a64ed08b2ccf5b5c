//! `history`: what was carried out so far.

use super::{App, Request};
use crate::toolkit::exit::Exit;

pub(super) fn run(app: &mut App, _: &Request<'_>) -> Exit {
    let history = app.session.history();
    app.screen.result(if history.is_empty() { "nothing done yet" } else { &history });
    Exit::Good
}
