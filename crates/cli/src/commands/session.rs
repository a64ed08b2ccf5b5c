//! The commands that concern the session: settings, files, saving and exporting what was found.

use lurd_puzzle::puzzle::PuzzleRecord;
use lurd_report as report;
use lurd_toolkit::{exit::Exit, play::games_to_save};

use crate::{
    app::{App, Request},
    keeping::draw_game,
};

// `set`: show or change settings of the session.

pub(super) fn run_set(app: &mut App, request: &Request) -> Exit {
    let (name, value) = match request.text().split_once(char::is_whitespace) {
        Some((name, value)) => (name, Some(value.trim())),
        None => (request.text(), None),
    };
    let shown = match value {
        Some(value) => return change(app, name, value),
        None if name.is_empty() => app.session.settings.rows(),
        None => match app.session.settings.row(name) {
            Some(row) => vec![row],
            // Says what is wrong with the name.
            None => return change(app, name, "default"),
        },
    };
    app.screen.result(&report::settings(&shown, app.screen.width()));
    Exit::Good
}

fn change(app: &mut App, name: &str, value: &str) -> Exit {
    if let Err(error) = app.session.settings.set(name, value) {
        return app.complain(&error.to_string());
    }
    if let Some(row) = app.session.settings.row(name) {
        app.screen.note(&report::setting(&row));
    }
    Exit::Good
}

// `load`: makes a puzzle the current one without solving it.

pub(super) fn run_load(app: &mut App, call: &Request) -> Exit {
    let Some(typed) = call.arguments.first() else {
        return app.complain("load needs a PUZZLE, for example 'load missile/4'");
    };
    match app.load(typed) {
        Ok(()) => app.draw(),
        Err(exit) => exit,
    }
}

// `save`: writes the current puzzle to a file, with its answers or its progress.

pub(super) fn run_save(app: &mut App, call: &Request) -> Exit {
    let Some(path) = call.arguments.first() else {
        let kind = app.session.game.as_ref().map(|game| game.puzzle().kind());
        let plugin = app.catalog.plugins().find(|plugin| Some(plugin.name()) == kind);
        let format = plugin.and_then(|plugin| plugin.formats().iter().find(|format| format.holds_solutions));
        let extension = format.and_then(|format| format.extensions.first()).unwrap_or(&"sok");
        return app.complain(&format!("save needs a FILE, for example 'save mine.{extension}'"));
    };
    let Some(game) = &app.session.game else {
        return app.complain("there is no current puzzle to save: type one, or 'load missile/1'");
    };
    let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
    let (history, answers) = (game.text(), game.known().solutions(game.puzzle()));
    games_to_save(game, &history, &answers)
        .into_iter()
        .fold(Exit::Good, |worst, added| worst.worst(app.add_to(path.text(), &record, added)))
}

// `export`: the last answer, or the current position, as a picture or a page, or added to a file of solutions.

pub(super) fn run_export(app: &mut App, call: &Request) -> Exit {
    let Some(path) = call.arguments.first() else {
        return app.complain("export needs a FILE, for example 'export answer.gif'");
    };
    let Some(game) = &app.session.game else {
        return app.complain("there is no current puzzle to export: type one, or 'load missile/1'");
    };
    if app.holds_solutions(path.text(), game.puzzle().kind()) {
        return run_save(app, call);
    }
    let theme = call.flags.theme.unwrap_or_default();
    app.draw_to(path.text(), |format| draw_game(format, game, game.whole_answer().as_deref(), theme))
}
