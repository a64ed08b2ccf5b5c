//! `verify`: replays a given solution, or checks a certificate.

use super::subject::explain;
use super::subject::subject;
use crate::catalog::Typed;
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::verify::{Verdict, recount, verify};
use crate::ui::app::{App, Request};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    if let Some(path) = request.order.flag("certificate") {
        return app.verify_certificate(request, path);
    }
    if let Some(limit) = ["time", "memory"].iter().find(|name| request.order.flag(name).is_some()) {
        return app.complain(&format!("--{limit} needs --certificate; replaying has no limits"));
    }
    let (item, solution) = match request.arguments.as_slice() {
        [] if !app.at_prompt => {
            return app.complain("verify needs a PUZZLE and a SOLUTION; see 'lurd help verify'");
        }
        [_] if !app.at_prompt => return app.complain("verify needs a SOLUTION after the PUZZLE"),
        [] => return app.complain("verify needs a SOLUTION"),
        [solution] => match app.here() {
            Some(item) => (item, solution.clone()),
            None => return app.complain("no current puzzle: use 'verify PUZZLE SOLUTION', or load one"),
        },
        [puzzle, solution @ ..] => {
            let items = match app.catalog.resolve(puzzle) {
                Ok(items) => items,
                Err(error) => return app.refuse(&error, app.is_on(request.order, "json")),
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
    let json = app.is_on(request.order, "json");
    let item = match app.with_pad(request.order, item) {
        Ok(item) => item,
        Err(exit) => return exit,
    };
    let Some(subject) = subject(&item) else { return app.refuse_item(&item, json) };
    let mut verdict = verify(subject.puzzle, solution.text());
    if let (Some(rule), Verdict::Valid { solution, metrics, .. }) =
        (request.order.flag("metrics"), &mut verdict)
    {
        match recount(subject.puzzle, rule, solution) {
            Ok(counted) => *metrics = counted,
            Err(message) => return app.complain(&message),
        }
    }
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

/// Joins the words of a solution that was not quoted at the shell.
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
