//! `history`: what was carried out so far.

use crate::toolkit::exit::Exit;
use crate::ui::app::{App, Request};

pub(super) fn run(app: &mut App, _: &Request<'_>) -> Exit {
    let history = app.session.history();
    app.screen.result(if history.is_empty() { "nothing done yet" } else { &history });
    Exit::Good
}
