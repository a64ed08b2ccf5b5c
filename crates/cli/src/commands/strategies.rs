//! `strategies`: lists the strategies, or those that fit a puzzle.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_engine::program::{budget::Budget, search::STRATEGIES};
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::{ObjectiveArgs, ReadArgs, SearchArgs},
    completion,
};

/// List the search strategies, or those that fit a puzzle
#[derive(Parser)]
pub(super) struct Strategies {
    /// A puzzle: its name, file, or text
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    #[command(flatten)]
    objective: ObjectiveArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Strategies {
    const IS_RARE: bool = true;
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("strategies", "all, with what they need and prove"),
        ("strategies pusher/1 --for moves", "which fit, and why others do not"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if self.puzzles.is_empty() {
            if self.json {
                for row in STRATEGIES {
                    app.screen.result(&report::strategy_line(row, None));
                }
            } else {
                app.screen.result(&report::strategies(app.screen.width()));
            }
            return Ok(Exit::Good);
        }
        let search = app.search(&SearchArgs { objective: self.objective, ..app.settings.all.search.clone() })?;
        let puzzles = Puzzles { command: "strategies", words: &self.puzzles, read: &self.read, json: self.json };
        Ok(app.each_item(puzzles, |app, item| {
            let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
            let Ok(objective) = app.accept(search.objective_of(puzzle.as_ref())) else { return Exit::Usage };
            let fits = app.signals.during(|| {
                let mut line = app.status_line();
                let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut line);
                puzzle.strategies(objective, &mut budget)
            });
            if self.json {
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
