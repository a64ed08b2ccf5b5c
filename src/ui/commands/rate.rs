//! `rate`: how hard puzzles are.

use super::subject::subject;
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::rate::{RatingEnd, rate};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let Ok(search) = app.accept(app.search(request.order)) else { return Exit::Usage };
    let json = app.is_on(request.order, "json");
    app.each_item(request, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        let mut line = app.status_line();
        let end = app.signals.during(|| rate(subject.puzzle, search.limits, &app.signals.cancel, &mut line));
        drop(line);
        if json {
            app.screen.result(&report::rating_line(&subject, &end));
        } else if let Some(text) = report::rating_text(&subject, &end) {
            app.screen.result(&text);
        }
        if let RatingEnd::Unsupported(reason) | RatingEnd::Error(reason) = &end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        end.exit()
    })
}
