//! `trace`: the expansions of a search, one by one.

use lurd_disk::names::path_of;
use lurd_engine::program::search::Strategy;
use lurd_puzzle::{catalog::Item, puzzle::Puzzle};
use lurd_report as report;
use lurd_report::{Subject, TraceFormat};
use lurd_toolkit::{
    compare::StrategySelection,
    exit::Exit,
    files::can_be_written,
    search_options::SearchOptions,
    solve::{Run, solve},
};

use super::play;
use crate::app::{App, Request};
use crate::cli::UsageError;
use crate::keeping::write_and_keep_old;
use crate::trace_view::TraceView;

/// The number of expansions without `--nodes`.
const DEFAULT_NODES: u64 = 50;

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let Ok(chosen) = app.accept(chosen(request)) else { return Exit::Usage };
    let output = request.flags.output.as_deref();
    let format = match output.map(TraceFormat::of).transpose() {
        Ok(format) => format,
        Err(message) => return app.complain(&message),
    };
    // Fail before the searches, not after them.
    if let Some(Err(error)) = output.map(|path| can_be_written(&path_of(path))) {
        return app.complain(&error);
    }
    let mut search = SearchOptions { is_traced: true, ..app.search(&request.flags) };
    if !request.flags.has_nodes {
        search.limits.nodes = Some(DEFAULT_NODES);
    }
    let (mut contents, mut is_refused) = (None, false);
    let exit = app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        if contents.is_some() && output.is_some() {
            is_refused = true;
            return app.complain("-o writes the trace of one puzzle; name one PUZZLE");
        }
        let runs = runs(app, &chosen, &search, item, subject.puzzle);
        let exit = runs.iter().map(exit).fold(Exit::Good, Exit::worst);
        match format {
            Some(format) => contents = Some((format.write(&subject, &runs), runs)),
            None => return exit.worst(show(app, request, &subject, &runs)),
        }
        exit
    });
    match (contents, output) {
        (Some((contents, runs)), Some(path)) if !is_refused => exit.worst(write(app, path, contents, &runs)),
        _ => exit,
    }
}

/// The strategies to trace; none means one that fits.
fn chosen(request: &Request) -> Result<Vec<Strategy>, UsageError> {
    Ok(match (&request.flags.strategies, request.flags.search.strategy) {
        (Some(names), _) => match StrategySelection::read(names)? {
            StrategySelection::These(these) => these,
            _ => return Err("trace: name the strategies, for instance --strategies astar,bfs".to_owned().into()),
        },
        (None, Some(strategy)) => vec![strategy],
        (None, None) => Vec::new(),
    })
}

/// Runs each strategy.
fn runs(app: &App, chosen: &[Strategy], search: &SearchOptions, item: &Item, puzzle: &dyn Puzzle) -> Vec<Run> {
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
fn exit(run: &Run) -> Exit {
    match run.exit() {
        Exit::GaveUp => Exit::Good,
        exit => exit,
    }
}

fn write(app: &App, path: &str, contents: Result<String, String>, runs: &[Run]) -> Exit {
    let write = |text: String| write_and_keep_old(path, text.as_bytes());
    let written = contents.and_then(write);
    match written {
        Ok(replaced) => {
            for run in runs {
                app.screen.note(&report::trace_in_short(run));
                note_if_unrecorded(app, run);
            }
            app.screen.note(&format!("written to {}{replaced}", report::escaped(path)));
            Exit::Good
        }
        Err(message) => app.complain(&message),
    }
}

fn show(app: &mut App, request: &Request, subject: &Subject<'_>, runs: &[Run]) -> Exit {
    if request.flags.json {
        app.screen.document(&report::trace_lines(subject, runs));
        return Exit::Good;
    }
    let are_recorded = runs.iter().any(|run| run.expansions.as_ref().is_some_and(|all| !all.is_empty()));
    if are_recorded && play::fills_screen(app, &request.flags) {
        let theme = play::theme(app, &request.flags);
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
        note_if_unrecorded(app, run);
    }
    Exit::Good
}

/// Says that the expansions of a run are missing: a puzzle may search by itself, as Sokoban's `fess` does.
fn note_if_unrecorded(app: &App, run: &Run) {
    let is_recorded = run.expansions.as_ref().is_some_and(|all| !all.is_empty());
    if !is_recorded && run.statistics.is_some_and(|it| it.expanded > 0) {
        let name = run.strategy.name();
        app.screen.note(&format!("note: the expansions of {name} are not recorded for this kind of puzzle"));
    }
}
