//! `compare`: compares strategies on the same puzzles.

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::{Reference, Typed};
use lurd_report as report;
use lurd_report::{Compared, ComparisonFormat, Subject};
use lurd_toolkit::{
    commands::{Flags, flag},
    compare::{self, Comparison, ComparisonOptions, ParameterSweep, Repeats, StrategySelection},
    exit::Exit,
    files::{can_be_written, write_beside},
    search_options::parse_strategy,
};

use crate::app::{App, Request};
use crate::cli::UsageError;
use crate::keeping::write_and_keep_old;

struct CompareRequest {
    options: ComparisonOptions,
    json: bool,
    exports: Vec<(String, ComparisonFormat)>,
}

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let Ok((arguments, named)) = app.accept(strategies(app, request)) else { return Exit::Usage };
    let request = &request.with(arguments);
    let Ok(wanted) = app.accept(read(app, request, named.as_deref())) else { return Exit::Usage };
    let (mut compared, mut failed) = (Vec::new(), false);
    let mut replaced = vec![String::new(); wanted.exports.len()];
    let exit = app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        let mut line = app.status_line();
        let comparison =
            app.signals.during(|| compare::compare(subject.puzzle, &wanted.options, &app.signals.cancel, &mut line));
        drop(line);
        if !compared.is_empty() && !wanted.json {
            app.screen.result("");
        }
        let mut exit = comparison.exit(&wanted.options.chosen);
        // The file is written first, because a reader may close the pipe early.
        compared.push(Compared::new(&subject, comparison.clone()));
        for ((path, format), replaced) in wanted.exports.iter().zip(&mut replaced) {
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
        show(app, &wanted, &subject, &comparison);
        exit
    });
    let is_written = !failed && !compared.is_empty();
    for ((path, _), replaced) in wanted.exports.iter().zip(&replaced).filter(|_| is_written) {
        app.screen.note(&format!("written to {}{replaced}", report::escaped(path)));
    }
    exit
}

fn show(app: &App, wanted: &CompareRequest, subject: &Subject<'_>, comparison: &Comparison) {
    if wanted.json {
        for run in comparison.rows.iter().flat_map(|row| &row.runs) {
            app.screen.result(&report::run_line(subject, run));
        }
        if let Some(contradiction) = &comparison.disagreement {
            app.screen.note(&report::message(contradiction));
        }
        return;
    }
    app.screen.result(&report::heading(subject));
    app.screen.result(&report::comparison(comparison, app.screen.width()));
}

/// Splits the arguments into puzzles and strategies. With `--strategies`, arguments that name a strategy belong
/// to the list, so that it can be written with spaces: `--strategies astar idastar`. A file of such a name is
/// written `./astar`.
fn strategies(app: &App, request: &Request) -> Result<(Vec<Typed>, Option<String>), UsageError> {
    let Some(first) = request.flags.strategies.as_deref() else { return Ok((request.arguments.clone(), None)) };
    let is_name = |typed: &Typed| {
        let mut names = typed.text().split(',').filter(|name| !name.is_empty()).peekable();
        names.peek().is_some() && names.all(|name| parse_strategy(name).is_ok())
    };
    let (more, puzzles): (Vec<_>, Vec<_>) = request.arguments.iter().cloned().partition(is_name);
    for puzzle in &puzzles {
        let word = puzzle.text();
        if let (Err(unknown), Reference::Unknown) = (parse_strategy(word), Reference::parse(word, &app.catalog))
            && unknown.contains("did you mean")
        {
            return Err(unknown.into());
        }
    }
    let names: Vec<_> = std::iter::once(first).chain(more.iter().map(Typed::text)).collect();
    Ok((puzzles, Some(names.join(","))))
}

fn read(app: &App, request: &Request, named: Option<&str>) -> Result<CompareRequest, UsageError> {
    let chosen = named.map_or(Ok(StrategySelection::Fitting), StrategySelection::read)?;
    let mut search = app.search(&request.flags);
    if !request.flags.has_time {
        search.limits.time = Some(compare::DEFAULT_TIME);
    }
    let exactly = |runs: usize| {
        let warm_ups = request.flags.warmup.unwrap_or(usize::from(runs > 1));
        Repeats::Exactly { runs, warm_ups }
    };
    let repeats = match request.flags.runs {
        Some(runs) => exactly(runs),
        // A script that reads lines decides itself how many there are.
        None if request.flags.json || request.flags.warmup.is_some() => exactly(1),
        None => Repeats::UntilEnough,
    };
    let sweeps =
        request.flags.sweeps.iter().map(|(name, values)| sweep(name, values)).collect::<Result<_, String>>()?;
    let mut exports = Vec::new();
    for path in &request.flags.export {
        let format = ComparisonFormat::of(path)?;
        // Fail before the runs, not after them.
        can_be_written(&path_of(path)).map_err(String::from)?;
        exports.push((path.clone(), format));
    }
    Ok(CompareRequest {
        options: ComparisonOptions { search, chosen, repeats, sweeps },
        json: request.flags.json,
        exports,
    })
}

/// The values of a parameter.
fn sweep(name: &'static str, values: &[String]) -> Result<ParameterSweep, String> {
    let settings = |value: &String| {
        let mut flags = Flags::default();
        flag(name).map_or(Ok(()), |flag| flag.apply.to(&mut flags, value))?;
        Ok((value.clone(), flags.search.settings))
    };
    Ok(ParameterSweep { flag: name, values: values.iter().map(settings).collect::<Result<_, String>>()? })
}

/// Writes comparisons to a file. The first one keeps what the file held before; returns the text to append to the note on it.
fn write_comparison(path: &str, format: ComparisonFormat, compared: &[Compared]) -> Result<String, String> {
    let bytes = format.write(compared).map_err(|error| error.to_string())?;
    if compared.len() == 1 {
        return write_and_keep_old(path, &bytes);
    }
    write_beside(&path_of(path), &bytes).map_err(String::from)?;
    Ok(String::new())
}
