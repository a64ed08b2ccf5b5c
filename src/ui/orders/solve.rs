//! `solve`: find an answer, verify it, print it.

use super::{App, Call, subject};
use crate::catalog::Typed;
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::solve::{self, End};

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if app.at_prompt && make_current(app, &call.arguments) {
        return solve_each(app, &Call { order: call.order, arguments: Vec::new() });
    }
    solve_each(app, call)
}

/// Where `arguments` mean one puzzle that can be read, makes it the current one; without arguments
/// the command is then about that.
fn make_current(app: &mut App, arguments: &[Typed]) -> bool {
    let [typed] = arguments else { return false };
    let Ok(mut items) = app.catalog.resolve(typed) else { return false };
    let (Some(item), true) = (items.pop(), items.is_empty()) else { return false };
    if item.puzzle.is_err() {
        return false;
    }
    app.note_of(&item);
    app.session.load(item).is_ok()
}

fn solve_each(app: &mut App, call: &Call<'_>) -> Exit {
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let [json, stats, quiet] = ["json", "stats", "quiet"].map(|name| app.is_on(call.order, name));
    let is_here = call.arguments.is_empty();
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        let mut line = app.status_line().telling(call.order.flag("explain").is_some());
        let run =
            app.signals.during(|| solve::solve(subject.puzzle, &search, &app.signals.cancel, &mut line));
        drop(line);
        if let (true, Some(verified)) = (is_here, run.verified()) {
            app.session.remember(verified);
        }
        if json {
            app.screen.result(&report::run_line(&subject, &run));
        } else if quiet && let Some(verified) = run.verified() {
            app.screen.result(&verified.answer.solution);
        } else if let Some(text) = report::run_text(&subject, &run, app.screen.width()) {
            app.screen.result(&text);
        }
        if let End::Unsupported { reason } | End::Error { message: reason } = &run.end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        if let Some(statistics) = &run.statistics
            && !json
        {
            let text = report::statistics(statistics);
            if stats {
                app.screen.result(&text);
            } else if run.limit().is_some() || run.exit() == Exit::Interrupted {
                app.screen.note(&text);
            }
        }
        run.exit()
    })
}
