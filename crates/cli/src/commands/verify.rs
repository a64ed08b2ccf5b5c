//! `verify`: replays a given solution, or checks a certificate.

use lurd_puzzle::{
    catalog::{Item, Reference, Source, Typed},
    diagnostic::Diagnostic,
    puzzle::{PuzzleRecord, SavedGame, StepText},
    verify::Refusal,
};
use lurd_report::{self as report, Subject, picture::Drawn};
use lurd_toolkit::{
    exit::Exit,
    results::ResultLine,
    solutions::GameToSave,
    verify::{Verdict, verify},
};

use crate::app::{App, Request};

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    if let Some(path) = request.flags.certificate.as_deref() {
        return app.verify_certificate(request, path);
    }
    if let Some(limit) = ["time", "memory"].iter().find(|name| request.flags.is_given(name)) {
        return app.complain(&format!("--{limit} needs --certificate; replaying has no limits"));
    }
    let (item, solution) = match request.arguments.as_slice() {
        [] if !app.at_prompt => {
            return app.complain("verify needs a PUZZLE and a SOLUTION; see 'lurd help verify'");
        }
        [puzzle] if names_puzzles(app, puzzle) => return verify_saved(app, request, puzzle),
        [_] if !app.at_prompt => return app.complain("verify needs a SOLUTION after the PUZZLE"),
        [] => return app.complain("verify needs a SOLUTION"),
        [solution] => match app.here() {
            Some(item) => (item, solution.clone()),
            None => return app.complain("no current puzzle: use 'verify PUZZLE SOLUTION', or load one"),
        },
        [puzzle, solution @ ..] => {
            let items = match app.catalog.resolve(puzzle) {
                Ok(items) => items,
                Err(error) => return app.refuse(&error, request.flags.json),
            };
            let count = items.len();
            let Some(item) = items.into_iter().next().filter(|_| count == 1) else {
                return app
                    .complain(&format!("verify takes one puzzle; '{}' holds {count}", report::escaped(puzzle.text())));
            };
            (item, joined(solution))
        }
    };
    show(app, request, item, &solution)
}

/// Whether the only argument is the name of a file or a collection rather than a solution.
fn names_puzzles(app: &App, typed: &Typed) -> bool {
    let reference = Reference::parse(typed.text(), &app.catalog);
    match reference {
        Reference::File { .. } | Reference::Collection { .. } | Reference::Link { .. } => true,
        Reference::Stdin => !app.at_prompt,
        Reference::Text | Reference::Unknown => !app.at_prompt && app.catalog.resolve(typed).is_err(),
    }
}

/// Checks the solutions that a file holds: a line for each, and the worst exit code.
fn verify_saved(app: &mut App, request: &Request, typed: &Typed) -> Exit {
    let json = request.flags.json;
    if request.flags.output.is_some() {
        return app.complain("-o needs a SOLUTION after the PUZZLE");
    }
    let items = match app.catalog.resolve(typed) {
        Ok(items) => items,
        Err(error) => return app.refuse(&error, json),
    };
    let (mut worst, mut solutions) = (Exit::Good, 0);
    for item in &items {
        app.note_of(item);
        let Some(subject) = Subject::of(item) else {
            worst = worst.worst(app.refuse_item(item, json));
            continue;
        };
        for (game, number) in item.metadata.games.iter().zip(1..) {
            let verdict = verify(subject.puzzle, &game.steps);
            // An unfinished game is no wrong solution.
            if verdict.exit() == Exit::No && is_unfinished(game) {
                continue;
            }
            solutions += 1;
            // A saved solution that cannot be read is a wrong one, not a wrong use of the command.
            let exit = if matches!(verdict, Verdict::Invalid(_)) { Exit::No } else { verdict.exit() };
            worst = worst.worst(exit);
            let line = if json {
                report::verdict_line(&subject, &game.steps, &verdict, true)
            } else {
                report::saved_verdict(&subject, game, number, &verdict)
            };
            app.screen.result(&line);
        }
    }
    if solutions == 0 && worst == Exit::Good {
        let name = match typed.text() {
            "-" => "standard input".to_owned(),
            name => format!("'{}'", report::escaped(name)),
        };
        if json {
            for item in items.iter().filter(|item| item.puzzle.is_ok()) {
                app.screen.result(&report::result_line(&ResultLine::refused(item, "no solution is kept with it")));
            }
        }
        return app.complain(&format!("{name} holds no solutions; verify takes a PUZZLE and a SOLUTION, too"));
    }
    worst
}

/// Whether the title of a game says that it is not a solution.
fn is_unfinished(game: &SavedGame) -> bool {
    let title = game.title.as_deref().unwrap_or_default().to_ascii_lowercase();
    ["snapshot", "savegame", "save game", "saved game"].iter().any(|word| title.contains(word))
}

/// Replays a solution and shows the result.
fn show(app: &mut App, request: &Request, item: Item, solution: &Typed) -> Exit {
    let json = request.flags.json;
    let item = match app.with_pad(&request.flags, item) {
        Ok(item) => item,
        Err(exit) => return exit,
    };
    let Some(subject) = Subject::of(&item) else { return app.refuse_item(&item, json) };
    let verdict = verify(subject.puzzle, solution.text());
    if json {
        app.screen.result(&report::verdict_line(&subject, solution.text(), &verdict, false));
    } else if let Some(text) = report::verdict_text(&subject, &verdict) {
        app.screen.result(&text);
    }
    if let (Verdict::Valid { solution, .. }, Some(path)) = (&verdict, request.flags.output.as_deref()) {
        if app.holds_solutions(path, subject.puzzle.kind()) {
            let record = PuzzleRecord { puzzle: subject.puzzle, metadata: &item.metadata, flags: "" };
            let exit = app.add_to(path, &record, GameToSave::Solution(solution));
            return verdict.exit().worst(exit);
        }
        let (title, theme) = (&report::called(item.name()), request.flags.theme.unwrap_or_default());
        let steps = &StepText::words(subject.puzzle, solution);
        let drawn = Drawn { puzzle: subject.puzzle, title, steps, theme };
        return verdict.exit().worst(app.draw_to(path, |format| format.answer(&drawn)));
    }
    if let Verdict::Invalid(refusal) = &verdict {
        explain(app, refusal, solution);
    }
    verdict.exit()
}

/// Joins the words of a solution that was not quoted at the shell.
pub(super) fn joined(words: &[Typed]) -> Typed {
    match words {
        [word] => word.clone(),
        words => {
            let text = words.iter().map(Typed::text).collect::<Vec<_>>().join(" ");
            let typed = Typed::argument(&text);
            Typed { at_prompt: words.iter().any(|word| word.at_prompt), ..typed }
        }
    }
}

/// Shows the step that was refused, within its text.
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
