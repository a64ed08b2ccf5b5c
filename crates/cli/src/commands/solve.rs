//! `solve`: solves puzzles and prints the verified answers.

use lurd_disk::names::path_of;
use lurd_engine::program::{budget::Limits, outcome::Stop};
use lurd_puzzle::catalog::{Item, Typed};
use lurd_puzzle::puzzle::{Metric, Unanswered};
use lurd_report as report;
use lurd_report::{Subject, picture::Drawn};
use lurd_toolkit::{
    commands::Flags,
    exit::Exit,
    files::{can_be_written, is_special},
    search_options::SearchOptions,
    solve,
    state_space::{AllAnswers, solve_all},
};

use super::play::follow;
use crate::{
    app::{App, Request},
    keeping::Answered,
};

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let of_current;
    let mut request = request;
    if app.at_prompt && !app.session.is_lent && make_current(app, &request.arguments) {
        of_current = request.with(Vec::new());
        request = &of_current;
    }
    let search = app.search(&request.flags);
    let &Flags { json, stats, quiet, all: every, .. } = &request.flags;
    if let Some(problem) = problem_with(&request.flags, json) {
        return app.complain(&problem);
    }
    let mut files = Files { limits: search.limits, is_drawn: false, is_certified: false };
    let is_here = request.arguments.is_empty();
    app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        // A name that does not fit is found before the work.
        let output = request.flags.output.as_deref().filter(|path| !app.is_picture(path, item.kind));
        if let Some(Err(exit)) = output.map(|path| app.keeper_for(path, item.kind)) {
            return exit;
        }
        app.note_of(item);
        let mut line = app.status_line().with_notes(request.flags.explain);
        let (run, all) = app.signals.during(|| {
            let cancel = &app.signals.cancel;
            if every {
                solve_all(subject.puzzle, &search, cancel, &mut line)
            } else {
                (solve::solve(subject.puzzle, &search, cancel, &mut line), None)
            }
        });
        drop(line);
        if is_here {
            app.session.remember(&run);
        }
        show(app, &subject, &run, all.as_ref(), &request.flags);
        if !json
            && !quiet
            && let Some(note) = better_known(app, request, &search, item, &run)
        {
            app.screen.note(&note);
        }
        if let Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) = &run.end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        if let Some(statistics) = run.statistics.as_ref().filter(|_| !json) {
            let text = report::statistics(statistics);
            if stats {
                app.screen.result(&text);
            } else if request.flags.explain || run.limit().is_some() || run.exit() == Exit::Interrupted {
                app.screen.note(&text);
            }
        }
        app.show_works(&run, &request.flags);
        let exit = run.exit().worst(files.write(app, request, item, &run));
        let exit = match (run.verified(), request.flags.follow) {
            (Some(verified), true) if run.exit() == Exit::Good => {
                let named = (subject.name, subject.puzzle);
                exit.worst(follow(app, &request.flags, named, &verified.steps, 1))
            }
            _ => exit,
        };
        if every { exit.worst(list_exit(app, &run, all.as_ref(), quiet)) } else { exit }
    })
}

/// Makes the puzzle of `arguments` the current one, if it is exactly one readable puzzle.
fn make_current(app: &mut App, arguments: &[Typed]) -> bool {
    let [typed] = arguments else { return false };
    let Ok(mut items) = app.catalog.resolve(typed) else { return false };
    if items.len() == 1 && items[0].puzzle.is_ok() {
        app.keep_pasted(typed, &mut items);
    }
    let (Some(item), true) = (items.pop(), items.is_empty()) else { return false };
    if item.puzzle.is_err() {
        return false;
    }
    app.note_of(&item);
    app.session.load(item).is_ok()
}

/// The files that the flags name, and whether an answer has been written to them.
struct Files {
    limits: Limits,
    is_drawn: bool,
    is_certified: bool,
}

impl Files {
    /// Writes what the flags ask for of a puzzle and its answer.
    fn write(&mut self, app: &mut App, request: &Request, item: &Item, run: &solve::Run) -> Exit {
        let (flags, Ok(puzzle)) = (&request.flags, &item.puzzle) else { return Exit::Usage };
        let mut exit = Exit::Good;
        match (flags.output.as_deref().filter(|path| app.is_picture(path, puzzle.kind())), run.verified()) {
            (Some(_), Some(_)) if std::mem::replace(&mut self.is_drawn, true) => {
                exit = app.complain("-o draws one answer; the file has that of the first puzzle");
            }
            (Some(path), Some(verified)) => {
                let (title, theme) = (&report::called(item.name()), flags.theme.unwrap_or_default());
                let drawn = Drawn { puzzle: puzzle.as_ref(), title, steps: &verified.steps, theme };
                exit = app.draw_to(path, |format| format.answer(&drawn));
            }
            _ => {}
        }
        exit = exit.worst(keep(app, request, item, run));
        if flags.certificate.is_none() {
            return exit;
        }
        match run.end {
            Ok(_) => app.screen.note("note: no certificate: there is a solution"),
            Err(Unanswered::Unsolvable { .. }) if std::mem::replace(&mut self.is_certified, true) => {
                let complaint = "--certificate is for one puzzle; the file has the certificate of the first";
                exit = exit.worst(app.complain(complaint));
            }
            Err(Unanswered::Unsolvable { .. }) => {
                let used = run.statistics.unwrap_or_default();
                exit = exit.worst(app.write_certificate(flags, puzzle.as_ref(), self.limits, &used));
            }
            Err(_) => {}
        }
        exit
    }
}

/// Why the flags of a command cannot be obeyed together, or a file they name cannot be written.
fn problem_with(flags: &Flags, json: bool) -> Option<String> {
    if flags.follow && json {
        return Some("--follow and --json cannot be combined".to_owned());
    }
    if let Some(path) = flags.certificate.as_deref()
        && let Err(error) = can_be_written(&path_of(path))
    {
        return Some(error.to_string());
    }
    if let Some(path) = flags.output.as_deref()
        && let Err(error) = can_be_written(&path_of(path))
    {
        return Some(error.to_string());
    }
    let path = flags.output.as_deref().filter(|path| is_special(&path_of(path)))?;
    let path = report::escaped(path);
    Some(format!("cannot add a level to '{path}': not a regular file"))
}

fn show(app: &App, subject: &Subject<'_>, run: &solve::Run, all: Option<&AllAnswers>, flags: &Flags) {
    let screen = &app.screen;
    if flags.json && flags.all {
        screen.result(&report::all_line(subject, run, all));
    } else if flags.json {
        screen.result(&report::run_line(subject, run));
    } else if let (true, Some(all)) = (flags.quiet, all) {
        all.solutions.iter().for_each(|solution| screen.result(solution));
    } else if let (true, Some(verified)) = (flags.quiet, run.verified()) {
        screen.result(&verified.answer.solution);
    } else if let Some(text) = app.run_text(subject, run) {
        screen.result(&text);
        if let Some(all) = all {
            screen.result(&report::all_text(all));
        }
    }
}

/// A note on a saved solution that is better than the answer, by the metric of the objective.
fn better_known(app: &App, request: &Request, search: &SearchOptions, item: &Item, run: &solve::Run) -> Option<String> {
    let puzzle = item.puzzle.as_ref().ok()?.as_ref();
    let metric = search.objective_of(puzzle).ok()?.metric;
    let value = |metrics: &[Metric]| metrics.iter().find(|it| it.name == metric).map(|it| it.value);
    let found = value(&run.verified()?.metrics)?;
    let known = app.store(&request.flags).of_kind(&app.catalog, puzzle.kind()).records(puzzle).known;
    let best = known.iter().filter_map(|known| Some((value(&known.metrics)?, known))).min_by_key(|(value, _)| *value);
    let (_, best) = best.filter(|(value, _)| *value < found)?;
    let (values, id) = (report::in_short(puzzle, &best.metrics), report::escaped(&puzzle.id()));
    Some(format!("note: a better solution is saved ({values}): 'solutions show {id}' shows it"))
}

/// The exit code of `--all`: a list that may lack answers is no success, which is said even with `--quiet`.
fn list_exit(app: &App, run: &solve::Run, all: Option<&AllAnswers>, quiet: bool) -> Exit {
    let note = |text: &str| app.screen.note(&format!("note: not all optimal answers: {text}"));
    match all.map(|all| all.stopped) {
        Some(Some(Stop::Cancelled)) => Exit::Interrupted,
        Some(Some(_)) => {
            if quiet {
                note("the list was stopped at a limit");
            }
            Exit::GaveUp
        }
        None if run.end.is_ok() => {
            note("the answer is not proved to be optimal");
            Exit::GaveUp
        }
        _ => Exit::Good,
    }
}

/// Saves the answer; for a position in a game, together with the steps that led there.
fn keep(app: &mut App, request: &Request, item: &Item, run: &solve::Run) -> Exit {
    let (Some(verified), Ok(puzzle)) = (run.verified(), &item.puzzle) else { return Exit::Good };
    let solution = verified.answer.solution.as_str();
    if !request.arguments.is_empty() {
        return app.keep(&request.flags, Answered { puzzle: puzzle.as_ref(), metadata: &item.metadata, solution });
    }
    let Some(game) = &app.session.game else { return Exit::Good };
    let solution = game.text_with(&verified.steps);
    app.keep(&request.flags, Answered { puzzle: game.puzzle(), metadata: &game.metadata, solution: &solution })
}
