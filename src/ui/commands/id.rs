//! `id`: prints identifiers of puzzles.

use super::subject::subject;
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let json = app.is_on(request.order, "json");
    app.each_item(request, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        app.screen.result(&if json { report::id_line(&subject) } else { report::identities(&subject) });
        Exit::Good
    })
}
