//! `optimise`: makes known solutions shorter.

use lurd_puzzle::{
    catalog::{Item, Typed},
    puzzle::{Puzzle, Unanswered},
    verify::Refusal,
};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    commands::Flags,
    exit::Exit,
    optimise::{Optimisation, optimise},
    results::ResultLine,
    search_options::SearchOptions,
    verify::{Verdict, verify},
};

use super::verify::explain;
use crate::app::{App, Request};
use crate::keeping::Answered;

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let search = app.search(&request.flags);
    let (puzzle, solution) = match request.arguments.as_slice() {
        [] => (None, None),
        [only] if app.session.reads_actions(only.text()) => (None, Some(only.clone())),
        [only] => (Some(only.clone()), None),
        [puzzle, solution @ ..] => (Some(puzzle.clone()), Some(super::verify::joined(solution))),
    };
    if let (Some(typed), Some(_)) = (&puzzle, &solution)
        && let Ok(items) = app.catalog.resolve(typed)
        && items.len() != 1
    {
        let (name, count) = (report::escaped(typed.text()), items.len());
        return app.complain(&format!("a SOLUTION is of one puzzle; '{name}' holds {count}"));
    }
    let of_items = request.with(puzzle.into_iter().collect());
    let is_here = of_items.arguments.is_empty();
    app.each_item(&of_items, |app, item| one(app, request, item, solution.as_ref(), &search, is_here))
}

/// Makes the solutions of one puzzle better. `is_here`: whether it is the current position.
fn one(
    app: &mut App,
    request: &Request,
    item: &Item,
    typed: Option<&Typed>,
    search: &SearchOptions,
    is_here: bool,
) -> Exit {
    let Some(subject) = Subject::of(item) else { return Exit::Usage };
    app.note_of(item);
    let &Flags { json, stats, quiet, .. } = &request.flags;
    let solutions = match solutions(app, request, item, subject.puzzle, typed) {
        Ok(solutions) => solutions,
        Err(exit) => return exit,
    };
    let explains = request.flags.explain;
    let mut line = app.status_line().with_notes(explains);
    let mut on_better = |better: &_| {
        if explains {
            app.screen.note(&report::better_line(subject.puzzle, better));
        }
    };
    let optimised = app
        .signals
        .during(|| optimise(subject.puzzle, &solutions, search, &app.signals.cancel, &mut line, &mut on_better));
    drop(line);
    let Some(optimised) = optimised else {
        let help = "give one, as in 'optimise PUZZLE SOLUTION', or solve it first";
        show_error(app, item, "no solution is known", json);
        return app.complain(&format!("{}: no solution is known; {help}", report::escaped(&item.reference)));
    };
    show(app, &subject, &optimised, json, quiet);
    if let Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) = &optimised.run.end {
        app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
    }
    if let (Some(used), true) = (&optimised.run.statistics, stats && !json) {
        app.screen.result(&report::statistics(used));
    }
    app.show_works(&optimised.run, &request.flags);
    let exit = optimised.run.exit();
    if is_here {
        app.session.remember(&optimised.run);
        // After steps of a game this is a solution of the position, not of the level.
        if app.session.game.as_ref().is_some_and(|game| !game.steps().is_empty()) {
            return exit;
        }
    }
    optimised.front.iter().fold(exit, |worst, known| {
        let (puzzle, solution) = (subject.puzzle, known.solution.as_str());
        worst.worst(app.keep(&request.flags, Answered { puzzle, metadata: &item.metadata, solution }))
    })
}

/// The solutions to begin with: the typed one, or those of the file; and those that are saved.
fn solutions(
    app: &App,
    request: &Request,
    item: &Item,
    puzzle: &dyn Puzzle,
    typed: Option<&Typed>,
) -> Result<Vec<String>, Exit> {
    let mut solutions = Vec::new();
    match typed {
        Some(typed) => match verify(puzzle, typed.text()) {
            Verdict::Valid { solution, .. } => solutions.push(solution),
            verdict @ Verdict::Invalid(_) => return Err(refuse_solution(app, request, item, typed, &verdict)),
        },
        None => {
            solutions.extend(item.metadata.games.iter().map(|game| game.steps.clone()));
        }
    }
    let store = app.store(&request.flags);
    let saved = store.of_kind(&app.catalog, puzzle.kind()).records(puzzle);
    solutions.extend(saved.known.into_iter().map(|known| known.solution));
    Ok(solutions)
}

/// Reports why the typed solution does not solve the puzzle, with `--json` as `verify` does.
fn refuse_solution(app: &App, request: &Request, item: &Item, typed: &Typed, verdict: &Verdict) -> Exit {
    if let (true, Some(subject)) = (request.flags.json, Subject::of(item)) {
        app.screen.result(&report::verdict_line(&subject, typed.text(), verdict, false));
    }
    if let Verdict::Invalid(refusal) = verdict {
        let reference = report::escaped(&item.reference);
        // Other refusals are shown with their place.
        let reason = if matches!(refusal, Refusal::Unfinished { .. }) { format!(": {refusal}") } else { String::new() };
        app.complain(&format!("the solution does not solve {reference}{reason}"));
        explain(app, refusal, typed);
    }
    verdict.exit()
}

/// Writes the line of a puzzle without a solution.
fn show_error(app: &App, item: &Item, error: &str, json: bool) {
    if json {
        app.screen.result(&report::result_line(&ResultLine::refused(item, error)));
    }
}

fn show(app: &App, subject: &Subject<'_>, optimised: &Optimisation, json: bool, quiet: bool) {
    let screen = &app.screen;
    if json {
        screen.result(&report::optimised_line(subject, optimised));
    } else if let (true, Some(verified)) = (quiet, optimised.run.verified()) {
        screen.result(&verified.answer.solution);
    } else if let Some(text) = app.run_text(subject, &optimised.run) {
        screen.result(&format!("{text}{}", report::optimised_text(subject.puzzle, optimised)));
    }
}
