//! The commands that show something: puzzles, strategies, identifiers, a hint, statistics of a space, a rating.

use lurd_engine::program::budget::Budget;
use lurd_puzzle::catalog::{Item, Typed};
use lurd_puzzle::puzzle::Unanswered;
use lurd_report::{self as report, Subject, picture::Titled};
use lurd_toolkit::{
    commands::Flags,
    exit::Exit,
    generate::rate,
    play::{PlayEvent, commands::PlayCommand},
    solutions::BestSolutions,
    solve::{self},
    state_space::census,
};

use crate::app::{App, Request};

// `show`: draws puzzles.

pub(super) fn run_show(app: &mut App, request: &Request) -> Exit {
    if let Some(path) = request.flags.output.as_deref() {
        return draw(app, request, path);
    }
    if request.flags.plain {
        return run_describe(app, request);
    }
    let json = request.flags.json;
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        app.note_left_out(item);
        if json {
            app.screen.result(&report::list_line(item, &BestSolutions::default()));
        } else {
            app.screen.result(&report::picture(Some((&item.reference, item.name())), puzzle.start().as_ref()));
        }
        Exit::Good
    })
}

// `describe`: boards in words.

pub(super) fn run_describe(app: &mut App, request: &Request) -> Exit {
    app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        app.note_left_out(item);
        let start = subject.puzzle.start();
        app.screen.result(&format!("{}\n{}", report::heading(&subject), report::escaped_lines(&start.in_words())));
        Exit::Good
    })
}

/// Writes the picture of a puzzle to a file, or a sheet or page of all of them. Nothing is written if one cannot be
/// read.
fn draw(app: &mut App, request: &Request, path: &str) -> Exit {
    let theme = request.flags.theme.unwrap_or_default();
    let (mut puzzles, mut source) = (Vec::new(), String::new());
    let exit = app.each_item(request, |_, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        source.clone_from(&item.source.name);
        puzzles.push((puzzle.start().puzzle(), item.name().to_owned()));
        Exit::Good
    });
    let boards: Vec<Titled<'_>> = puzzles.iter().map(|(puzzle, name)| (puzzle.as_ref(), name.as_str())).collect();
    match boards.as_slice() {
        _ if exit != Exit::Good => exit,
        [(puzzle, name)] => {
            app.draw_to(path, |format| format.board(puzzle.start().as_ref(), &report::called(name), theme))
        }
        boards => app.draw_to(path, |format| format.collection(boards, &report::called(&source), theme)),
    }
}

// `list`: lists the collections, or the puzzles of a file or collection.

fn records(app: &App, request: &Request, items: &[Item]) -> Vec<BestSolutions> {
    let Some(kind) = items.first().map(|item| item.kind) else { return Vec::new() };
    let store = app.store(&request.flags);
    let solutions = store.of_kind(&app.catalog, kind);
    let of = |item: &Item| {
        item.puzzle.as_ref().map_or_else(|_| BestSolutions::default(), |puzzle| solutions.records(puzzle.as_ref()))
    };
    items.iter().map(of).collect()
}

pub(super) fn run_list(app: &mut App, request: &Request) -> Exit {
    let json = request.flags.json;
    if request.arguments.is_empty() && !json {
        let mut rows = Vec::new();
        for name in app.catalog.collection_names() {
            let (kind, puzzles) = match app.catalog.read_named(name) {
                None => continue,
                Some(Ok(items)) => (items.first().map_or("-", |item| item.kind).to_owned(), items.len().to_string()),
                Some(Err(error)) => ("-".to_owned(), format!("error: {}", error.diagnostic.message)),
            };
            rows.push((name.to_owned(), kind, puzzles));
        }
        app.screen.result(&report::collections(&rows, app.screen.list_width()));
        return Exit::Good;
    }
    let all: Vec<_> = app.catalog.collection_names().into_iter().map(Typed::argument).collect();
    let arguments = if request.arguments.is_empty() { &all } else { &request.arguments };
    let mut worst = Exit::Good;
    for typed in arguments {
        let items = match app.catalog.resolve(typed) {
            Ok(items) => items,
            Err(error) => {
                worst = worst.worst(app.refuse(&error, json));
                continue;
            }
        };
        let records = records(app, request, &items);
        for item in &items {
            app.note_of(item);
        }
        if json {
            for (item, records) in items.iter().zip(&records) {
                app.screen.result(&report::list_line(item, records));
            }
        } else {
            app.screen.result(&report::puzzles(&items, &records, app.screen.list_width()));
        }
        if items.iter().any(|item| item.puzzle.is_err()) {
            worst = worst.worst(Exit::Usage);
        }
    }
    worst
}

// `strategies`: lists the strategies, or those that fit a puzzle.

pub(super) fn run_strategies(app: &mut App, request: &Request) -> Exit {
    let json = request.flags.json;
    if request.arguments.is_empty() {
        if json {
            for row in lurd_engine::program::search::STRATEGIES {
                app.screen.result(&report::strategy_line(row, None));
            }
        } else {
            app.screen.result(&report::strategies(app.screen.width()));
        }
        return Exit::Good;
    }
    let search = app.search(&request.flags);
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let Ok(objective) = app.accept(search.objective_of(puzzle.as_ref())) else { return Exit::Usage };
        let fits = app.signals.during(|| {
            let mut line = app.status_line();
            let mut budget = Budget::new(search.limits, app.signals.cancel.clone(), &mut line);
            puzzle.strategies(objective, &mut budget)
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

// `id`: prints identifiers of puzzles.

pub(super) fn run_id(app: &mut App, request: &Request) -> Exit {
    let json = request.flags.json;
    app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        app.note_of(item);
        app.screen.result(&if json { report::id_line(&subject) } else { report::identities(&subject) });
        Exit::Good
    })
}

// `hint`: the next step of an answer from the current position, known or searched for.

pub(super) fn run_hint(app: &mut App, call: &Request) -> Exit {
    let search = app.search(&call.flags);
    let is_here = call.arguments.is_empty();
    app.each_item(call, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        if is_here
            && let Some(game) = &mut app.session.game
            && let Ok(objective) = search.objective_of(subject.puzzle)
        {
            game.objective = Some(*objective);
            if let Ok(PlayEvent::Hint(onward)) = game.execute(PlayCommand::Hint) {
                app.screen.result(&report::hint_of(&onward.rest, objective.metric));
                return Exit::Good;
            }
        }
        let run = app.watch(|cancel, observer| solve::solve(subject.puzzle, &search, cancel, observer));
        // 'step' continues along the answer of the hint.
        if is_here {
            app.session.remember(&run);
        }
        match &run.end {
            Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) => {
                app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
            }
            _ => app.screen.result(&report::hint(&run)),
        }
        run.exit()
    })
}

// `space`: counts a whole state space.

pub(super) fn run_space(app: &mut App, request: &Request) -> Exit {
    let search = app.search(&request.flags);
    let &Flags { json, stats, .. } = &request.flags;
    app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        app.note_of(item);
        let run = app
            .watch(|cancel, observer| census(subject.puzzle, request.flags.distance_from, &search, cancel, observer));
        if json {
            app.screen.result(&report::census_line(&subject, &run));
        } else if let Some(text) = report::census_text(&subject, &run, app.screen.width()) {
            app.screen.result(&text);
        }
        let refused = run.end.as_ref().err().and_then(Unanswered::reason);
        if let Some(reason) = refused {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        let ran = refused.is_none();
        if let Some(statistics) = run.statistics.as_ref().filter(|_| !json && ran) {
            let text = report::statistics(statistics);
            if stats {
                app.screen.result(&text);
            } else if run.exit() != Exit::Good {
                app.screen.note(&text);
            }
        }
        run.exit()
    })
}

// `rate`: how hard puzzles are.

pub(super) fn run_rate(app: &mut App, request: &Request) -> Exit {
    let search = app.search(&request.flags);
    let json = request.flags.json;
    app.each_item(request, |app, item| {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        app.note_of(item);
        let end = app.watch(|cancel, observer| rate(subject.puzzle, search.limits, cancel, observer));
        if json {
            app.screen.result(&report::rating_line(&subject, &end));
        } else if let Some(text) = report::rating_text(&subject, &end) {
            app.screen.result(&text);
        }
        if let Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) = &end {
            app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
        }
        Exit::of(&end)
    })
}
