//! `compare`: compares strategies on the same puzzles.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_disk::names::path_of;
use lurd_engine::program::search::Settings;
use lurd_puzzle::catalog::Reference;
use lurd_report as report;
use lurd_report::{Compared, ComparisonFormat, Subject};
use lurd_toolkit::{
    compare::{self, Comparison, ComparisonOptions, ParameterSweep, Repeats, StrategySelection},
    exit::Exit,
    files::{can_be_written, write_beside},
    search_options::{parse_strategy, parse_times},
};

use super::Run;
use crate::app::{App, Puzzles};
use crate::args::{AtMost, ReadArgs, SearchArgs};
use crate::completion;
use crate::keeping::write_and_keep_old;
use crate::registry::Outcome;

/// Compare strategies on the same puzzles
#[derive(Parser)]
#[command(
    mut_arg("time", |arg| arg.help("Wall time per run, or none [default: 5s]")),
    mut_arg("strategy", |arg| arg.help("Names separated by commas, or all [default: those that fit]")),
)]
pub(super) struct Compare {
    /// Puzzles: names, files, or texts; and names of strategies
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Measured runs per strategy [default: 10, or what takes half a second; 1 with --json]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_times)]
    runs: Option<usize>,
    /// Write all runs to this file: .md, .csv, .json, or charts as .svg; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    export: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
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
        app.read_with(&self.read, self.read.all);
        app.accept(self.take_strategies(app))?;
        let options = app.accept(self.options(app))?;
        let mut exports = Vec::new();
        for path in &self.export {
            // Fail before the runs, not after them.
            exports.push((path.as_str(), app.accept(ComparisonFormat::of(path))?));
            app.accept(can_be_written(&path_of(path)))?;
        }
        let (mut compared, mut failed) = (Vec::new(), false);
        let mut replaced = vec![String::new(); exports.len()];
        let puzzles = Puzzles { command: "compare", words: &self.puzzles, read: &self.read, json: self.json };
        let exit = app.each_item(puzzles, |app, item| {
            let Some(subject) = Subject::of(item) else { return Exit::Usage };
            let mut line = app.status_line();
            let comparison =
                app.signals.during(|| compare::compare(subject.puzzle, &options, &app.signals.cancel, &mut line));
            drop(line);
            if !compared.is_empty() && !self.json {
                app.screen.result("");
            }
            let mut exit = comparison.exit(&options.chosen);
            // The file is written first, because a reader may close the pipe early.
            compared.push(Compared::new(&subject, comparison.clone()));
            for ((path, format), replaced) in exports.iter().zip(&mut replaced) {
                match write_comparison(path, *format, &compared) {
                    // Only the first one replaces what another command wrote.
                    Ok(old) if compared.len() == 1 => *replaced = old,
                    Ok(_) => {}
                    Err(error) => {
                        failed = true;
                        exit = exit.worst(app.complain(&error));
                    }
                }
            }
            self.show(app, &subject, &comparison);
            exit
        });
        let is_written = !failed && !compared.is_empty();
        for ((path, _), replaced) in exports.iter().zip(&replaced).filter(|_| is_written) {
            app.screen.note(&format!("written to {}{replaced}", report::escaped(path)));
        }
        Ok(exit)
    }
}

impl Compare {
    fn show(&self, app: &App, subject: &Subject<'_>, comparison: &Comparison) {
        if !self.json {
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
        let is_name = |word: &String| {
            let mut names = word.split(',').filter(|name| !name.is_empty()).peekable();
            names.peek().is_some() && names.all(|name| parse_strategy(name).is_ok())
        };
        let (more, puzzles): (Vec<_>, Vec<_>) = std::mem::take(&mut self.puzzles).into_iter().partition(is_name);
        self.puzzles = puzzles;
        for word in &self.puzzles {
            if let (Err(unknown), Reference::Unknown) = (parse_strategy(word), Reference::parse(word, &app.catalog))
                && unknown.contains("did you mean")
            {
                return Err(unknown);
            }
        }
        for name in more {
            *list = format!("{list},{name}");
        }
        Ok(())
    }

    fn options(&self, app: &App) -> Result<ComparisonOptions, String> {
        let chosen = self.search.strategy.as_deref().map_or(Ok(StrategySelection::Fitting), StrategySelection::read)?;
        let mut search = self.search.clone();
        search.limits.time.get_or_insert(AtMost(Some(compare::DEFAULT_TIME)));
        let repeats = match self.runs {
            Some(runs) => Repeats::Exactly { runs, warm_ups: usize::from(runs > 1) },
            // A script that reads lines decides itself how many there are.
            None if self.json => Repeats::Exactly { runs: 1, warm_ups: 0 },
            None => Repeats::UntilEnough,
        };
        let SearchArgs { weight, width, .. } = &self.search;
        let weights = weight.iter().map(|&weight| (weight.to_string(), Settings { weight, ..Settings::default() }));
        let widths = width.iter().map(|&width| (width.to_string(), Settings { width, ..Settings::default() }));
        let sweeps = [("weight", weights.collect::<Vec<_>>()), ("width", widths.collect())];
        let sweeps = sweeps.into_iter().filter(|(_, values)| values.len() > 1);
        let sweeps = sweeps.map(|(flag, values)| ParameterSweep { flag, values }).collect();
        Ok(ComparisonOptions { search: app.allowed(search.of_several()), chosen, repeats, sweeps })
    }
}

/// Writes comparisons to a file. The first one keeps what the file held before; returns the text to append to the note on it.
fn write_comparison(path: &str, format: ComparisonFormat, compared: &[Compared]) -> Result<String, String> {
    let bytes = (format.write)(compared).map_err(|error| error.to_string())?;
    if compared.len() == 1 {
        return write_and_keep_old(path, &bytes);
    }
    write_beside(&path_of(path), &bytes).map_err(String::from)?;
    Ok(String::new())
}
