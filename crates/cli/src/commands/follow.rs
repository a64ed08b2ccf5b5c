//! `follow`: how to carry out the answer from the current position, one thing at a time.

use lurd_puzzle::catalog::Item;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::{
    PlayEvent,
    commands::{PlayCommand, number},
};

use super::{play::follow, solve};
use crate::app::{App, Request};

pub(super) fn run(app: &mut App, call: &Request) -> Exit {
    let search = app.search(&call.flags);
    let Ok(from) = app.accept(number(call.text())) else { return Exit::Usage };
    let Some(here) = app.here() else {
        return app.complain("there is no current puzzle to follow: type one, or 'solve missile/1 --follow'");
    };
    let here = match app.with_pad(&call.flags, here) {
        Ok(here) => here,
        Err(exit) => return exit,
    };
    let Item { puzzle: Ok(puzzle), .. } = &here else { return Exit::Usage };
    if puzzle.start().is_solved() {
        app.screen.result("solved already");
        return Exit::Good;
    }
    let mut exit = Exit::Good;
    let mut steps = known(app, &search, from);
    if steps.is_none() {
        exit = solve::run(app, &call.with(Vec::new()));
        steps = known(app, &search, from);
    }
    let Some(steps) = steps else { return exit };
    let title = app.session.game.as_ref().map_or("", |game| game.name.as_str()).to_owned();
    exit.worst(follow(app, &call.flags, (&title, puzzle.as_ref()), &steps, from))
}

/// The steps of the best known answer from the current position.
fn known(app: &mut App, search: &lurd_toolkit::search_options::SearchOptions, from: usize) -> Option<Vec<String>> {
    let game = app.session.game.as_mut()?;
    game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
    match game.execute(PlayCommand::Follow(from)) {
        Ok(PlayEvent::Follow { steps, .. }) => Some(steps),
        _ => None,
    }
}
