//! What each command does, in terms of the toolkit and the reports.

use super::app::{App, Call};
use super::cli;
use super::progress::StatusLine;
use super::space;
use crate::budget::Budget;
use crate::catalog::{Item, Source, Typed};
use crate::diagnostic::Diagnostic;
use crate::outcome::Stop;
use crate::report::{self, Subject};
use crate::toolkit::all::solve_all;
use crate::toolkit::commands::command;
use crate::toolkit::compare::{self, Chosen};
use crate::toolkit::exit::Exit;
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{self, End};
use crate::toolkit::verify::{Verdict, verify};
use crate::verify::Refusal;

/// Carries out a command that works at the shell and at the prompt.
pub(super) fn carry_out(app: &mut App, call: &Call<'_>) -> Exit {
    match call.order.command.name {
        "solve" => solve(app, call),
        "compare" => compare(app, call),
        "verify" => verify_solution(app, call),
        "show" => show(app, call),
        "list" => list(app, call),
        "strategies" => strategies(app, call),
        "space" => space::space(app, call),
        "help" => help(app, call),
        other => app.complain(&format!("'{other}' works at the prompt only")),
    }
}

pub(super) fn subject(item: &Item) -> Option<Subject<'_>> {
    let puzzle = item.puzzle.as_ref().ok()?.as_ref();
    Some(Subject {
        name: item.name(),
        reference: &item.reference,
        source: &item.source.name,
        index: item.index,
        puzzle,
    })
}

fn solve(app: &mut App, call: &Call<'_>) -> Exit {
    let search = match Search::read(|name| app.value(call.order, name)) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let [json, stats, quiet] = ["json", "stats", "quiet"].map(|name| app.is_on(call.order, name));
    let [every, canonical] = ["all", "canonical"].map(|name| call.order.flag(name).is_some());
    if canonical && !every {
        return app.complain("--canonical is for --all");
    }
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        app.note_of(item);
        let mut line = StatusLine::new(app.screen.plain);
        let (run, all) = app.signals.during(|| {
            let cancel = &app.signals.cancel;
            if every {
                solve_all(subject.puzzle, canonical, &search, cancel, &mut line)
            } else {
                (solve::solve(subject.puzzle, &search, cancel, &mut line), None)
            }
        });
        drop(line);
        if json && every {
            app.screen.result(&report::all_line(&subject, &run, all.as_ref()));
        } else if json {
            app.screen.result(&report::run_line(&subject, &run));
        } else if quiet && let Some(all) = &all {
            all.solutions.iter().for_each(|solution| app.screen.result(solution));
        } else if quiet && let Some(verified) = run.verified() {
            app.screen.result(&verified.answer.solution);
        } else if let Some(text) = report::run_text(&subject, &run, app.screen.width()) {
            app.screen.result(&text);
            if let Some(all) = &all {
                app.screen.result(&report::all_text(all));
            }
        }
        if let End::Unsupported { reason } | End::Error { message: reason } = &run.end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        if let Some(statistics) = &run.statistics
            && !json
        {
            let text = report::statistics(statistics);
            if stats {
                app.screen.result(&text);
            } else if run.limit().is_some() || run.exit() == Exit::Interrupted {
                app.screen.note(&text);
            }
        }
        match &all {
            Some(all) if all.stopped == Some(Stop::Cancelled) => run.exit().worst(Exit::Interrupted),
            _ => run.exit(),
        }
    })
}

fn compare(app: &mut App, call: &Call<'_>) -> Exit {
    let chosen = call.order.flag("strategies").map_or(Ok(Chosen::Fitting), Chosen::read);
    let search = Search::read(|name| if name == "strategy" { None } else { app.value(call.order, name) });
    let (chosen, mut search) = match (chosen, search) {
        (Ok(chosen), Ok(search)) => (chosen, search),
        (Err(message), _) | (_, Err(message)) => return app.complain(&message),
    };
    if app.value(call.order, "time").is_none() {
        search.limits.time = Some(compare::DEFAULT_TIME);
    }
    let json = app.is_on(call.order, "json");
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        let mut line = StatusLine::new(app.screen.plain);
        let comparison = app
            .signals
            .during(|| compare::compare(subject.puzzle, &search, &chosen, &app.signals.cancel, &mut line));
        drop(line);
        if json {
            for run in &comparison.runs {
                app.screen.result(&report::run_line(&subject, run));
            }
            if let Some(contradiction) = &comparison.disagreement {
                app.screen.note(&report::message(contradiction));
            }
        } else {
            app.screen.result(&report::heading(&subject));
            app.screen.result(&report::comparison(&comparison, app.screen.width()));
        }
        comparison.exit(&chosen)
    })
}

fn verify_solution(app: &mut App, call: &Call<'_>) -> Exit {
    let (item, solution) = match call.arguments.as_slice() {
        [] if !app.at_prompt => {
            return app.complain("verify needs a PUZZLE and a SOLUTION; see 'lurd help verify'");
        }
        [_] if !app.at_prompt => return app.complain("verify needs a SOLUTION after the PUZZLE"),
        [] => return app.complain("verify needs a SOLUTION"),
        [solution] => match app.here() {
            Some(item) => (item, solution.clone()),
            None => return app.complain("there is no current puzzle: 'verify PUZZLE SOLUTION', or load one"),
        },
        [puzzle, solution @ ..] => {
            let items = match app.catalog.resolve(puzzle) {
                Ok(items) => items,
                Err(error) => return app.refuse(&error, app.is_on(call.order, "json")),
            };
            let count = items.len();
            let Some(item) = items.into_iter().next().filter(|_| count == 1) else {
                return app.complain(&format!(
                    "verify takes one puzzle; '{}' holds {count}",
                    report::escaped(puzzle.text())
                ));
            };
            (item, joined(solution))
        }
    };
    let json = app.is_on(call.order, "json");
    let item = match app.with_pad(call.order, item) {
        Ok(item) => item,
        Err(exit) => return exit,
    };
    let Some(subject) = subject(&item) else { return app.refuse_item(&item, json) };
    let verdict = verify(subject.puzzle, solution.text());
    if json {
        app.screen.result(&report::verdict_line(&subject, solution.text(), &verdict));
    } else if let Some(text) = report::verdict_text(&subject, &verdict) {
        app.screen.result(&text);
    }
    if let Verdict::Invalid(refusal) = &verdict {
        explain(app, refusal, &solution);
    }
    verdict.exit()
}

/// The words of a solution that was not quoted at the shell.
fn joined(words: &[Typed]) -> Typed {
    match words {
        [word] => word.clone(),
        words => {
            let text = words.iter().map(Typed::text).collect::<Vec<_>>().join(" ");
            let typed = Typed::argument(&text);
            Typed { at_prompt: words.iter().any(|word| word.at_prompt), ..typed }
        }
    }
}

/// Points at the step that was refused.
pub(super) fn explain(app: &App, refusal: &Refusal, typed: &Typed) {
    let diagnostic = match refusal {
        Refusal::Misread(misread) => {
            let diagnostic = Diagnostic::new(misread.message.clone()).at(misread.place.clone(), "");
            match &misread.help {
                Some(help) => diagnostic.help(help.clone()),
                None => diagnostic,
            }
        }
        Refusal::Step { place, .. } => Diagnostic::new(refusal.to_string()).at(place.clone(), ""),
        Refusal::Unfinished { .. } => return,
    };
    let name = if typed.at_prompt { "<prompt>" } else { "<solution>" };
    let source = Source { name: name.to_owned(), text: typed.source.text.clone() };
    app.screen.note(&report::complaint(&diagnostic.shifted(typed.place.start), Some(&source)));
}

fn show(app: &mut App, call: &Call<'_>) -> Exit {
    let json = app.is_on(call.order, "json");
    app.each_item(call, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        if json {
            app.screen.result(&report::list_line(item));
        } else {
            app.screen
                .result(&report::picture(Some((&item.reference, item.name())), puzzle.start().as_ref()));
        }
        Exit::Good
    })
}

fn list(app: &mut App, call: &Call<'_>) -> Exit {
    let json = app.is_on(call.order, "json");
    if call.arguments.is_empty() && !json {
        let mut rows = Vec::new();
        for collection in app.catalog.collections() {
            let (kind, puzzles) = match app.catalog.read_collection(collection) {
                Ok(items) => {
                    (items.first().map_or("-", |item| item.kind).to_owned(), items.len().to_string())
                }
                Err(error) => ("-".to_owned(), format!("error: {}", error.diagnostic.message)),
            };
            rows.push((collection.name.clone(), kind, puzzles));
        }
        app.screen.result(&report::collections(&rows, app.screen.width()));
        return Exit::Good;
    }
    let all: Vec<_> = app.catalog.collections().iter().map(|it| Typed::argument(&it.name)).collect();
    let arguments = if call.arguments.is_empty() { &all } else { &call.arguments };
    let mut worst = Exit::Good;
    for typed in arguments {
        let items = match app.catalog.resolve(typed) {
            Ok(items) => items,
            Err(error) => {
                worst = worst.worst(app.refuse(&error, json));
                continue;
            }
        };
        if json {
            for item in &items {
                app.screen.result(&report::list_line(item));
            }
        } else {
            app.screen.result(&report::puzzles(&items, app.screen.width()));
        }
        if items.iter().any(|item| item.puzzle.is_err()) {
            worst = worst.worst(Exit::Usage);
        }
    }
    worst
}

fn strategies(app: &mut App, call: &Call<'_>) -> Exit {
    let json = app.is_on(call.order, "json");
    if call.arguments.is_empty() {
        if json {
            for row in crate::search::STRATEGIES {
                app.screen.result(&report::strategy_line(row, None));
            }
        } else {
            app.screen.result(&report::strategies(app.screen.width()));
        }
        return Exit::Good;
    }
    let search = match Search::read(|name| app.value(call.order, name)) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    app.each_item(call, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let wish = match search.wish_of(puzzle.as_ref()) {
            Ok(wish) => wish,
            Err(message) => return app.complain(&message),
        };
        let fits = app.signals.during(|| {
            let mut nobody = ();
            let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut nobody);
            puzzle.strategies(wish, &mut budget)
        });
        if json {
            for fit in &fits {
                app.screen.result(&report::strategy_line(fit.strategy.row(), Some(fit)));
            }
        } else {
            app.screen.result(&report::fitting(&fits, app.screen.width()));
        }
        Exit::Good
    })
}

fn help(app: &mut App, call: &Call<'_>) -> Exit {
    let Some(topic) = call.arguments.first() else {
        app.screen.result(&report::overview(app.catalog.plugins(), app.at_prompt));
        return Exit::Good;
    };
    let Some(command) = command(topic.text()) else {
        app.screen.note(&cli::unknown_command(topic.text()));
        return Exit::Usage;
    };
    app.screen.result(&cli::help(command));
    Exit::Good
}
