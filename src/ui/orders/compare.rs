//! `compare`: one puzzle by several strategies.

use super::{App, Call, subject};
use crate::report;
use crate::toolkit::compare::{self, Chosen};
use crate::toolkit::exit::Exit;
use crate::toolkit::settings::Search;
use crate::ui::progress::StatusLine;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let chosen = call.order.flag("strategies").map_or(Ok(Chosen::Fitting), Chosen::read);
    let search = Search::read(|name| if name == "strategy" { None } else { app.value(call.order, name) });
    let (chosen, mut search) = match (chosen, search) {
        (Ok(chosen), Ok(search)) => (chosen, search),
        (Err(message), _) | (_, Err(message)) => return app.complain(&message),
    };
    if app.value(call.order, "time").is_none() {
        search.limits.time = Some(compare::DEFAULT_TIME);
    }
    let json = app.is_on(call.order, "json");
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        let mut line = StatusLine::new(app.screen.plain);
        let comparison = app
            .signals
            .during(|| compare::compare(subject.puzzle, &search, &chosen, &app.signals.cancel, &mut line));
        drop(line);
        if json {
            for run in &comparison.runs {
                app.screen.result(&report::run_line(&subject, run));
            }
            if let Some(contradiction) = &comparison.disagreement {
                app.screen.note(&report::message(contradiction));
            }
        } else {
            app.screen.result(&report::heading(&subject));
            app.screen.result(&report::comparison(&comparison, app.screen.width()));
        }
        comparison.exit(&chosen)
    })
}
