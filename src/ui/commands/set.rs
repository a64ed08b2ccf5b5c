//! `set`: show or change settings of the session.

use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let (name, value) = match request.text().split_once(char::is_whitespace) {
        Some((name, value)) => (name, Some(value.trim())),
        None => (request.text(), None),
    };
    let shown = match value {
        Some(value) => return change(app, name, value),
        None if name.is_empty() => app.session.settings.rows(),
        None => match app.session.settings.row(name) {
            Some(row) => vec![row],
            // Says what is wrong with the name.
            None => return change(app, name, "default"),
        },
    };
    app.screen.result(&report::settings(&shown, app.screen.width()));
    Exit::Good
}

fn change(app: &mut App, name: &str, value: &str) -> Exit {
    if let Err(error) = app.session.settings.set(name, value) {
        return app.complain(&error.to_string());
    }
    if let Some(row) = app.session.settings.row(name) {
        app.screen.note(&report::setting(&row));
    }
    Exit::Good
}
