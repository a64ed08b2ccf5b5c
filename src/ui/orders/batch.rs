//! `batch`: many levels, one JSON line each.

use super::{App, Call, subject};
use crate::report;
use crate::toolkit::batch::{Entry, Event, batch};
use crate::toolkit::exit::Exit;
use crate::toolkit::solve::Run;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if call.arguments.is_empty() {
        return app.complain("batch needs a FILE or a collection, for example 'batch missile'");
    }
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let entries = entries(app, call);
    let mut line = app.status_line();
    let mut worst = Exit::Good;
    app.signals.during(|| {
        batch(&entries, &search, &app.signals.cancel, |event| match event {
            Event::Tick(tally) => line.draw(tally.seconds, || report::tally(tally)),
            Event::Done(entry, run) => {
                line.clear();
                worst = worst.worst(tell(app, entry, run));
            }
        })
    });
    drop(line);
    if app.signals.cancel.is_cancelled() { worst.worst(Exit::Interrupted) } else { worst }
}

/// All that the arguments mean, in their order.
fn entries(app: &App, call: &Call<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for typed in &call.arguments {
        match app.catalog.resolve(typed) {
            Ok(items) => entries.extend(items.into_iter().map(|item| Entry::Item(Box::new(item)))),
            Err(error) => entries.push(Entry::Broken(error)),
        }
    }
    entries
}

/// Writes the line of an entry.
fn tell(app: &App, entry: &Entry, run: Option<Run>) -> Exit {
    match (entry, run) {
        (Entry::Broken(error), _) => app.refuse(error, true),
        (Entry::Item(item), Some(run)) => {
            let Some(subject) = subject(item) else { return Exit::Internal };
            app.screen.result(&report::run_line(&subject, &run));
            run.exit()
        }
        (Entry::Item(item), None) => app.refuse_item(item, true),
    }
}
