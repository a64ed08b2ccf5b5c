//! `answer`: the last answer as a solution text, in words or as buttons; `copy`: copies it to the clipboard.

use lurd_report as report;
use lurd_toolkit::exit::Exit;

use crate::{
    app::{App, Request},
    cli::UsageError,
    output::Screen,
};

pub(super) fn show(app: &mut App, call: &Request) -> Exit {
    let forms = match call.text() {
        "" => vec!["solution", "words", "buttons"],
        form => vec![form],
    };
    let mut shown: Vec<String> = Vec::new();
    for form in forms {
        match text(app, form) {
            // Equal forms are shown once.
            Ok(text) if shown.contains(&text) => {}
            Ok(text) => shown.push(text),
            Err(message) => return app.complain(&message),
        }
    }
    for text in shown {
        app.screen.result(if text.is_empty() { "nothing to do" } else { &text });
    }
    Exit::Good
}

pub(super) fn copy(app: &mut App, call: &Request) -> Exit {
    let form = if call.text().is_empty() { "solution" } else { call.text() };
    let Ok(text) = app.accept(text(app, form)) else { return Exit::Usage };
    if !Screen::copy(&text) {
        return app.complain("there is no terminal with a clipboard");
    }
    let count = match text.chars().count() {
        1 => "1 character".to_owned(),
        count => format!("{count} characters"),
    };
    app.screen.note(&format!("{count} sent to the clipboard of the terminal (OSC 52)"));
    Exit::Good
}

/// One form of the last answer.
fn text(app: &App, form: &str) -> Result<String, UsageError> {
    let known = ["solution", "words", "buttons", "puzzle"];
    if !known.contains(&form) {
        let near = lurd_puzzle::catalog::did_you_mean(form, &known);
        return Err(
            format!("unknown form '{}': expected one of {}{near}", report::escaped(form), known.join(", ")).into()
        );
    }
    let game = app.session.game.as_ref().ok_or("there is no current puzzle: type one, or 'load missile/1'")?;
    let puzzle = game.puzzle();
    if form == "puzzle" {
        return Ok(puzzle.text());
    }
    let answer = game.known().answer().ok_or("there is no answer yet: 'solve' first")?;
    match form {
        "words" => Ok(puzzle.describe(&answer.steps)),
        "buttons" => {
            answer.buttons.as_ref().map(report::grouped).ok_or_else(|| "this puzzle is not played with buttons".into())
        }
        _ => Ok(answer.answer.solution.clone()),
    }
}
