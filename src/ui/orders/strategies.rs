//! `strategies`: all of them, or those that fit a puzzle.

use super::{App, Call};
use crate::budget::Budget;
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::settings::Search;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let json = app.is_on(call.order, "json");
    if call.arguments.is_empty() {
        if json {
            for row in crate::search::STRATEGIES {
                app.screen.result(&report::strategy_line(row, None));
            }
        } else {
            app.screen.result(&report::strategies(app.screen.width()));
        }
        return Exit::Good;
    }
    let search = match Search::read(|name| app.value(call.order, name)) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    app.each_item(call, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let wish = match search.wish_of(puzzle.as_ref()) {
            Ok(wish) => wish,
            Err(message) => return app.complain(&message),
        };
        let fits = app.signals.during(|| {
            let mut nobody = ();
            let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut nobody);
            puzzle.strategies(wish, &mut budget)
        });
        if json {
            for fit in &fits {
                app.screen.result(&report::strategy_line(fit.strategy.row(), Some(fit)));
            }
        } else {
            app.screen.result(&report::fitting(&fits, app.screen.width()));
        }
        Exit::Good
    })
}
