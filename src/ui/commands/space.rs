//! `space`: counts a whole state space.

use super::subject::subject;
use crate::ui::app::{App, Request};
use lurd_puzzle::puzzle::DistanceOrigin;
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::state_space::{StateSpaceEnd, census, parse_from};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let from = request.order.flag("from").map_or(Ok(DistanceOrigin::Target), parse_from);
    let (from, search) = match (from, app.search(request.order)) {
        (Ok(from), Ok(search)) => (from, search),
        (Err(message), _) => return app.complain(&message),
        (_, Err(error)) => return app.complain(&error),
    };
    let [json, stats] = ["json", "stats"].map(|name| app.is_on(request.order, name));
    app.each_item(request, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        let mut line = app.status_line();
        let run =
            app.signals.during(|| census(subject.puzzle, from, &search, &app.signals.cancel, &mut line));
        drop(line);
        if json {
            app.screen.result(&report::census_line(&subject, &run));
        } else if let Some(text) = report::census_text(&subject, &run, app.screen.width()) {
            app.screen.result(&text);
        }
        if let StateSpaceEnd::Unsupported { reason } = &run.end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        let ran = !matches!(run.end, StateSpaceEnd::Unsupported { .. });
        if let Some(statistics) = run.statistics.as_ref().filter(|_| !json && ran) {
            let text = report::statistics(statistics);
            if stats {
                app.screen.result(&text);
            } else if run.exit() != Exit::Good {
                app.screen.note(&text);
            }
        }
        run.exit()
    })
}
