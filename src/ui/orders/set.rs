//! `set`: show or change the defaults of the session.

use super::{App, Call};
use crate::report;
use crate::toolkit::exit::Exit;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let rows = app.session.settings.rows();
    let (name, value) = match call.text().split_once(char::is_whitespace) {
        Some((name, value)) => (name, Some(value.trim())),
        None => (call.text(), None),
    };
    let shown = match value {
        Some(value) => return change(app, name, value),
        None if name.is_empty() => rows,
        None => match rows.into_iter().find(|row| row.name == name) {
            Some(row) => vec![row],
            // Says what is wrong with the name.
            None => return change(app, name, "default"),
        },
    };
    app.screen.result(&report::settings(&shown, app.screen.width()));
    Exit::Good
}

fn change(app: &mut App, name: &str, value: &str) -> Exit {
    match app.session.settings.set(name, value) {
        Ok(()) => Exit::Good,
        Err(message) => app.complain(&message),
    }
}
