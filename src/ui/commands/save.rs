//! `save`: write the current puzzle, and the answer or how far it has been played, to a file.

use crate::puzzle::PuzzleRecord;
use crate::toolkit::exit::Exit;
use crate::toolkit::solutions::GameToSave as Game;
use crate::ui::app::{App, Request};

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let Some(path) = call.arguments.first() else {
        return app.complain("save needs a FILE, for example 'save mine.sok'");
    };
    let Some(original) = app.session.original() else {
        return app.complain("there is no current puzzle to save: type one, or 'load missile/1'");
    };
    let record = PuzzleRecord { puzzle: original.puzzle, metadata: original.metadata, flags: "" };
    let history = app.session.history();
    let is_solved = app.session.position().is_some_and(crate::puzzle::Position::is_solved);
    let solution = if app.session.is_own() { Game::Played } else { Game::Solution };
    let played = (is_solved && !history.is_empty()).then(|| solution(&history));
    let found = original.answers.iter().map(|answer| Game::Solution(answer));
    let snapshot = (!is_solved && !history.is_empty()).then_some(Game::Snapshot(&history));
    let mut games: Vec<_> = played.into_iter().chain(found).chain(snapshot).collect();
    if games.is_empty() {
        games.push(Game::Nothing);
    }
    games.into_iter().fold(Exit::Good, |worst, game| worst.worst(app.add_to(path.text(), &record, game)))
}
