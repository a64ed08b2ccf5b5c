//! `space`: counts a whole state space.

use clap::Parser;
use lurd_puzzle::puzzle::DistanceOrigin;
use lurd_report as report;
use lurd_toolkit::{exit::Exit, search_options::parse_number, state_space::census};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{LimitArgs, ObjectiveArgs, PuzzleArgs, SearchArgs},
};

/// Count the states of a puzzle by their distance from the target
#[derive(Parser)]
#[command(mut_arg("from", |arg| {
    arg.help("Measure distances from the target or from the source [default: target, if its states can be listed]")
        .value_name("END")
        .help_heading(None)
        .value_parser(["target", "source"])
        .hide_possible_values(true)
}))]
pub(super) struct Space {
    /// Threads that count [default: 1]
    #[arg(short = 'j', long, value_name = "N", value_parser = |text: &str| parse_number(text, 1..=1_000_000_usize))]
    threads: Option<usize>,
    /// Print search statistics
    #[arg(short = 'v', long)]
    stats: bool,
    #[command(flatten)]
    objective: ObjectiveArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Space {
    const IS_RARE: bool = true;
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("space starter/1", "states by distance to the target"),
        ("space starter/1 --from source --json", "by distance from the start, for a script"),
        ("space primer/1 --for pushes", "positions of a level, by pushes to a solution"),
    ];

    fn run(mut self, app: &mut App) -> Outcome {
        let from = self.on.read.from.take().map(|from| match from.as_str() {
            "source" => DistanceOrigin::Source,
            _ => DistanceOrigin::Target,
        });
        let flags = SearchArgs {
            objective: self.objective.clone(),
            limits: self.limits,
            threads: self.threads,
            ..SearchArgs::default()
        };
        let search = app.search(&flags)?;
        Ok(app.each_subject("space", &self.on, |app, item, subject| {
            app.note_of(item);
            let run = app.watch(|cancel, observer| census(subject.puzzle, from, &search, cancel, observer));
            if self.on.json {
                app.screen.result(&report::census_line(subject, &run));
            } else if let Some(text) = report::census_text(subject, &run, app.screen.width()) {
                app.screen.result(&text);
            }
            app.complain_of(item, &run.end);
            match run.statistics.as_ref().filter(|_| !self.on.json).map(report::statistics) {
                Some(text) if self.stats => app.screen.result(&text),
                Some(text) if matches!(run.exit(), Exit::GaveUp | Exit::Interrupted) => app.screen.note(&text),
                _ => {}
            }
            run.exit()
        }))
    }
}
