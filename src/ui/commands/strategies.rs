//! `strategies`: lists the strategies, or those that fit a puzzle.

use crate::ui::app::{App, Request};
use lurd_engine::budget::Budget;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let json = app.is_on(request.order, "json");
    if request.arguments.is_empty() {
        if json {
            for row in lurd_engine::search::STRATEGIES {
                app.screen.result(&report::strategy_line(row, None));
            }
        } else {
            app.screen.result(&report::strategies(app.screen.width()));
        }
        return Exit::Good;
    }
    let Ok(search) = app.accept(app.search(request.order)) else { return Exit::Usage };
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let Ok(objective) = app.accept(search.objective_of(puzzle.as_ref())) else { return Exit::Usage };
        let fits = app.signals.during(|| {
            let mut line = app.status_line();
            let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut line);
            puzzle.strategies(objective, &mut budget)
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
