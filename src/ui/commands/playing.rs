//! `do`, `undo`, `redo`, `step`, `back`, `history`: playing the current puzzle at the prompt.

use super::subject::explain;
use crate::catalog::Typed;
use crate::ui::app::{App, Request};
use lurd_puzzle::verify::Refusal;
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::commands::{PlayCommand, count};
use lurd_toolkit::play::{Game, Lost, PlayError, PlayEvent};

const NO_PUZZLE: &str = "there is no current puzzle: type one, or 'load missile/1'";

pub(super) fn act(app: &mut App, call: &Request<'_>) -> Exit {
    match call.arguments.first() {
        Some(actions) => act_on(app, actions),
        None => app.complain("do needs ACTIONS, as answers write them"),
    }
}

pub(in crate::ui) fn act_on(app: &mut App, actions: &Typed) -> Exit {
    let Some(game) = &mut app.session.game else { return app.complain(NO_PUZZLE) };
    match game.act(actions.text()) {
        Ok(_) => app.moved(),
        Err(refusal) => {
            explain(app, &refusal, actions);
            if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
        }
    }
}

/// Carries out a command that takes a number of steps.
pub(super) fn walk(app: &mut App, call: &Request<'_>) -> Exit {
    let command = match count(call.text()) {
        Ok(count) => match call.order.command.name {
            "undo" => PlayCommand::Undo(count),
            "redo" => PlayCommand::Redo(count),
            "step" => PlayCommand::Step(count),
            _ => PlayCommand::Back(count),
        },
        Err(message) => return app.complain(&report::escaped(&message)),
    };
    let Some(game) = &mut app.session.game else { return app.complain(NO_PUZZLE) };
    match game.execute(command) {
        Ok(event) => {
            if let PlayEvent::Stepped(walked, _) = &event {
                app.screen.result(&report::walked(walked, true));
            } else if let PlayEvent::SteppedBack(walked) = &event {
                app.screen.result(&report::walked(walked, false));
            }
            app.moved()
        }
        Err(PlayError::Lost(Lost::NoAnswer)) => {
            app.complain("there is no answer to walk along: 'solve' first")
        }
        Err(PlayError::Lost(Lost::Elsewhere)) => {
            app.complain("the answer does not lead through this position: 'undo' to it, or 'solve' again")
        }
        Err(error) => app.complain(&report::play_error(&error)),
    }
}

pub(super) fn history(app: &mut App, _: &Request<'_>) -> Exit {
    let history = app.session.game.as_ref().map_or_else(String::new, Game::text);
    app.screen.result(if history.is_empty() { "nothing done yet" } else { &history });
    Exit::Good
}
