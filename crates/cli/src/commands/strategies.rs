//! `strategies`: lists the strategies, or those that fit a puzzle.

use clap::Parser;
use lurd_engine::program::{budget::Budget, search::STRATEGIES};
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{ObjectiveArgs, PuzzleArgs, SearchArgs},
};

/// List the search strategies, or those that fit a puzzle
#[derive(Parser)]
pub(super) struct Strategies {
    #[command(flatten)]
    objective: ObjectiveArgs,
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Strategies {
    const IS_RARE: bool = true;
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("strategies", "all, with what they need and prove"),
        ("strategies pusher/1 --for moves", "which fit, and why others do not"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        if self.on.puzzles.is_empty() {
            if self.on.json {
                for row in STRATEGIES {
                    app.screen.result(&report::strategy_line(row, None));
                }
            } else {
                app.screen.result(&report::strategies(app.screen.width()));
            }
            return Ok(Exit::Good);
        }
        let search = app.search(&SearchArgs { objective: self.objective, ..app.settings.all.search.clone() })?;
        Ok(app.each_subject("strategies", &self.on, |app, _, subject| {
            let Ok(objective) = app.accept(search.objective_of(subject.puzzle)) else { return Exit::Usage };
            let fits = app.signals.during(|| {
                let mut line = app.status_line();
                let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut line);
                subject.puzzle.strategies(objective, &mut budget)
            });
            if self.on.json {
                for fit in &fits {
                    app.screen.result(&report::strategy_line(fit.strategy.row(), Some(fit)));
                }
            } else {
                app.screen.result(&report::fitting(&fits, app.screen.width()));
            }
            Exit::Good
        }))
    }
}
