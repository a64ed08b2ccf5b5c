//! `compare`: compares strategies on the same puzzles.

use clap::{Parser, ValueHint};
use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_report::{Compared, FileWriter, Subject};
use lurd_toolkit::{
    compare::{self, Comparison, ComparisonOptions, StrategySelection},
    exit::Exit,
    files::write_beside,
    search_options::{parse_number, parse_strategy},
};

use super::Run;
use crate::app::App;
use crate::args::{AtMost, PuzzleArgs, SearchArgs};
use crate::registry::Outcome;

/// Compare strategies on the same puzzles
#[derive(Parser)]
#[command(
    mut_arg("puzzles", |arg| arg.help("Puzzles: names, files, or texts; and names of strategies")),
    mut_arg("time", |arg| arg.help("Wall time per run, or none [default: 5s]")),
    mut_arg("strategy", |arg| arg.help("Names separated by commas, or all [default: those that fit]")),
)]
pub(super) struct Compare {
    /// Measured runs per strategy [default: 10, or what takes half a second; 1 with --json]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 1..=10_000_usize))]
    runs: Option<usize>,
    /// Write the comparison to this file: .md, .csv, .json, or charts as .svg; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    export: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Compare {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("compare missile/1", "the strategies that fit, 5 s per run"),
        ("compare missile/1 --strategies bfs,astar", "two of them"),
        ("compare missile/1 --strategies beam --width 10,100,1000", "one strategy with three widths"),
        ("compare missile/1 --runs 5 --export t.md", "medians of 5 runs, written to a file"),
    ];
    const NOTES: &'static [&'static str] = &[
        "The runs of the strategies alternate, after one unmeasured run of each. The table shows the median and the range \
         of the times; a strategy that reached a limit is not repeated. h0 is the estimate of the start, b* the effective \
         branching factor. What does not fit the terminal is in --export.",
        "The ratio is to the fastest strategy that proved its answer, or of those with the lowest cost. A strategy is \
         called faster only if so large a difference is improbable by chance (Mann and Whitney, p < 0.0001) and the \
         medians differ by 5 %. Contradicting proofs are an error, with exit code 1.",
    ];

    fn run(mut self, app: &mut App) -> Outcome {
        app.accept(self.take_strategies(app))?;
        let options = app.accept(self.options(app))?;
        let exports = app.exports(&self.export, report::comparison_writer)?;
        let mut compared = Vec::new();
        Ok(app.each_subject("compare", &self.on, |app, _, subject| {
            let mut line = app.status_line();
            let comparison =
                app.signals.during(|| compare::compare(subject.puzzle, &options, &app.signals.cancel, &mut line));
            drop(line);
            if !compared.is_empty() && !self.on.json {
                app.screen.result("");
            }
            // The file is written first, because a reader may close the pipe early.
            compared.push(Compared::new(subject, comparison.clone()));
            let written = exports.iter().try_for_each(|export| write(app, *export, &compared));
            self.show(app, subject, &comparison);
            comparison.exit(&options.chosen).worst(written.err().unwrap_or_default())
        }))
    }
}

impl Compare {
    fn show(&self, app: &App, subject: &Subject<'_>, comparison: &Comparison) {
        if !self.on.json {
            app.screen.result(&report::heading(subject));
            app.screen.result(&report::comparison(comparison, app.screen.width()));
            return;
        }
        for run in comparison.rows.iter().flat_map(|row| &row.runs) {
            app.screen.result(&report::run_line(subject, run));
        }
        if let Some(contradiction) = &comparison.disagreement {
            app.screen.note(&report::message(contradiction));
        }
    }

    /// Takes the strategies among the arguments: with `--strategies`, arguments that name a strategy belong to the list, so
    /// that it can be written with blanks: `--strategies astar idastar`. A file of such a name is written `./astar`.
    fn take_strategies(&mut self, app: &App) -> Result<(), String> {
        let Some(list) = &mut self.search.strategy else { return Ok(()) };
        let is_name = |word: &String| matches!(StrategySelection::read(word), Ok(StrategySelection::These(_)));
        let (more, puzzles): (Vec<_>, Vec<_>) = std::mem::take(&mut self.on.puzzles).into_iter().partition(is_name);
        self.on.puzzles = puzzles;
        list.extend(more.iter().flat_map(|name| [",", name]));
        let unknown = self.on.puzzles.iter().filter(|word| app.catalog.is_unknown(word));
        let mistyped = unknown.filter_map(|word| parse_strategy(word).err()).find(|it| it.contains("did you mean"));
        mistyped.map_or(Ok(()), Err)
    }

    fn options(&self, app: &App) -> Result<ComparisonOptions, String> {
        let chosen = self.search.strategy.as_deref().map_or(Ok(StrategySelection::Fitting), StrategySelection::read)?;
        let mut search = self.search.clone();
        search.limits.time.get_or_insert(AtMost(Some(compare::DEFAULT_TIME)));
        // A script that reads lines decides itself how many runs there are.
        let runs = self.runs.or(self.on.json.then_some(1));
        let (weights, widths) = (several(&self.search.weight), several(&self.search.width));
        Ok(ComparisonOptions { search: app.allowed(search.of_several()), chosen, runs, weights, widths })
    }
}

/// The values of a flag of which each is compared: those of one that has several.
fn several<T: Clone>(values: &[T]) -> Vec<T> {
    if values.len() > 1 { values.to_vec() } else { Vec::new() }
}

/// Writes comparisons to a file. Only the first one replaces what another command wrote.
fn write(app: &App, (path, writer): (&str, FileWriter<[Compared]>), compared: &[Compared]) -> Result<(), Exit> {
    let bytes = app.accept(writer(compared))?;
    if compared.len() == 1 {
        app.write(path, &bytes, "comparison")
    } else {
        app.accept(write_beside(&path_of(path), &bytes))
    }
}
