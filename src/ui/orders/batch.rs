//! `batch`: many levels, one JSON line each.

use super::{App, Call, subject};
use crate::report;
use crate::toolkit::batch::{Entry, Event, batch};
use crate::toolkit::exit::Exit;
use crate::toolkit::solve::Run;
use crate::ui::cli::Order;
use crate::ui::keeping::Answered;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if call.arguments.is_empty() {
        return app.complain("batch needs a FILE or a collection, for example 'batch missile'");
    }
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let entries = match entries(app, call) {
        Ok(entries) => entries,
        Err(exit) => return exit,
    };
    let mut line = app.status_line();
    let mut worst = Exit::Good;
    app.signals.during(|| {
        batch(&entries, &search, &app.signals.cancel, |event| match event {
            Event::Tick(tally) => line.draw(tally.seconds, || report::tally(tally)),
            Event::Done(entry, run) => {
                line.clear();
                worst = worst.worst(tell(app, call.order, entry, run));
            }
        })
    });
    drop(line);
    if app.signals.cancel.is_cancelled() { worst.worst(Exit::Interrupted) } else { worst }
}

/// All that the arguments mean, in their order; nothing if there is no such gamepad layout, which is
/// one for all.
fn entries(app: &App, call: &Call<'_>) -> Result<Vec<Entry>, Exit> {
    let mut entries = Vec::new();
    for typed in &call.arguments {
        match app.catalog.resolve(typed) {
            Ok(items) => {
                for item in items {
                    app.note_left_out(&item);
                    entries.push(Entry::Item(Box::new(app.with_pad(call.order, item)?)));
                }
            }
            Err(error) => entries.push(Entry::Broken(error)),
        }
    }
    Ok(entries)
}

/// Writes the line of an entry.
fn tell(app: &App, order: &Order, entry: &Entry, run: Option<Box<Run>>) -> Exit {
    match (entry, run) {
        (Entry::Broken(error), _) => app.refuse(error, true),
        (Entry::Item(item), Some(run)) => {
            let Some(subject) = subject(item) else { return Exit::Internal };
            app.screen.result(&report::run_line(&subject, &run));
            if let Some(verified) = run.verified() {
                let solution = &verified.answer.solution;
                app.keep(order, Answered { puzzle: subject.puzzle, extras: &item.extras, solution });
            }
            run.exit()
        }
        (Entry::Item(item), None) => app.refuse_item(item, true),
    }
}
