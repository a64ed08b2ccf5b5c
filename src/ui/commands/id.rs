//! `id`: the identities of puzzles.

use super::{App, Request, subject};
use crate::report;
use crate::toolkit::exit::Exit;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let json = app.is_on(call.order, "json");
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        app.screen.result(&if json { report::id_line(&subject) } else { report::identities(&subject) });
        Exit::Good
    })
}
