//! `trace`: the expansions of a search, one by one.

use clap::{Parser, ValueHint};
use lurd_disk::names::path_of;
use lurd_engine::program::search::Strategy;
use lurd_puzzle::{catalog::Item, puzzle::Puzzle};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    compare::StrategySelection,
    exit::Exit,
    files::can_be_written,
    search_options::SearchOptions,
    solve::{Run as SearchRun, solve},
};

use super::{Run, play};
use crate::app::App;
use crate::args::{AtMost, PuzzleArgs, ScreenArgs, SearchArgs};
use crate::keeping::write_and_keep_old;
use crate::registry::Outcome;
use crate::trace_view::TraceView;

/// The number of expansions without `--nodes`.
const DEFAULT_NODES: u64 = 50;

/// Show each expansion of a search
#[derive(Parser)]
#[command(
    mut_arg("nodes", |arg| arg.help("Expansions per search, or none [default: 50]")),
    mut_arg("strategy", |arg| {
        arg.help("Strategies, separated by commas; 'strategies' lists them [default: astar, or bfs without an estimate]")
    }),
    mut_arg("plain", |arg| arg.help("A table in place of the full screen")),
)]
pub(super) struct Trace {
    /// Write the trace to this file: .jsonl, .dot or .html
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Trace {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("trace missile/3 --strategy astar", "its first 50 expansions, with g, h and f"),
        ("trace starter/2 --strategies astar,bfs --nodes 200", "two searches, one after the other"),
        ("trace missile/3 --strategy bfs -o trace.html", "a page that plays the search, with its tree; .dot: Graphviz"),
        ("trace missile/3 --strategy idastar -o trace.jsonl", "one JSON object for each expansion"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let chosen = app.accept(self.chosen())?;
        let output = self.output.as_deref();
        let writer = app.accept(output.map(report::trace_writer).transpose())?;
        // Fail before the searches, not after them.
        app.accept(output.map_or(Ok(()), |path| can_be_written(&path_of(path))))?;
        let mut flags = self.search.clone();
        flags.limits.nodes.get_or_insert(AtMost(Some(DEFAULT_NODES)));
        app.accept(flags.has_one_of_each())?;
        let search = SearchOptions { is_traced: true, ..app.allowed(flags.of_several()) };
        let (mut contents, mut is_refused) = (None, false);
        let exit = app.each_subject("trace", &self.on, |app, item, subject| {
            if contents.is_some() && output.is_some() {
                is_refused = true;
                return app.complain("-o writes the trace of one puzzle; name one PUZZLE");
            }
            let runs = runs(app, &chosen, &search, item, subject.puzzle);
            let exit = runs.iter().map(exit).fold(Exit::Good, Exit::worst);
            match writer {
                Some(writer) => contents = Some((writer(subject, &runs), runs)),
                None => return exit.worst(self.show(app, subject, &runs)),
            }
            exit
        });
        Ok(match (contents, output) {
            (Some((contents, runs)), Some(path)) if !is_refused => exit.worst(write(app, path, contents, &runs)),
            _ => exit,
        })
    }
}

impl Trace {
    /// The strategies to trace; none means one that fits.
    fn chosen(&self) -> Result<Vec<Strategy>, String> {
        match self.search.strategy.as_deref().map(StrategySelection::read).transpose()? {
            None => Ok(Vec::new()),
            Some(StrategySelection::These(these)) => Ok(these),
            Some(_) => Err("trace: name the strategies, for instance --strategies astar,bfs".to_owned()),
        }
    }

    fn show(&self, app: &mut App, subject: &Subject<'_>, runs: &[SearchRun]) -> Exit {
        if self.on.json {
            app.screen.document(&report::trace_lines(subject, runs));
            return Exit::Good;
        }
        let are_recorded = runs.iter().any(|run| run.expansions.as_ref().is_some_and(|all| !all.is_empty()));
        if are_recorded && play::fills_screen(self.screen) {
            let theme = play::theme(app, self.screen);
            let mut view = TraceView::new(subject.puzzle, subject.reference.to_owned(), runs, theme);
            return play::show(app, &mut view);
        }
        app.screen.result(&report::heading(subject));
        for run in runs {
            let table = report::trace_table(run, app.screen.width());
            if !table.is_empty() {
                app.screen.result(table.trim_end());
            }
            app.screen.result(&report::trace_in_short(run));
        }
        Exit::Good
    }
}

/// Runs each strategy.
fn runs(app: &App, chosen: &[Strategy], search: &SearchOptions, item: &Item, puzzle: &dyn Puzzle) -> Vec<SearchRun> {
    let of = |strategy| {
        let search = SearchOptions { strategy: Some(strategy), ..search.clone() };
        app.watch(|cancel, observer| solve(puzzle, &search, cancel, observer))
    };
    app.note_left_out(item);
    if !chosen.is_empty() {
        return chosen.iter().map(|&strategy| of(strategy)).collect();
    }
    let informed = of(Strategy::Astar);
    vec![if informed.statistics.is_some_and(|it| it.expanded > 0) { informed } else { of(Strategy::Bfs) }]
}

/// A search that is stopped at the limit of expansions is what was asked for.
fn exit(run: &SearchRun) -> Exit {
    match run.exit() {
        Exit::GaveUp => Exit::Good,
        exit => exit,
    }
}

fn write(app: &App, path: &str, contents: Result<String, String>, runs: &[SearchRun]) -> Exit {
    let write = |text: String| write_and_keep_old(path, text.as_bytes());
    let written = contents.and_then(write);
    match written {
        Ok(replaced) => {
            for run in runs {
                app.screen.note(&report::trace_in_short(run));
            }
            app.screen.note(&format!("written to {}{replaced}", report::escaped(path)));
            Exit::Good
        }
        Err(message) => app.complain(&message),
    }
}
