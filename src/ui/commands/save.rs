//! `save`: writes the current puzzle to a file, with its answers or its progress.

use crate::ui::app::{App, Request};
use lurd_puzzle::puzzle::PuzzleRecord;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::solutions::GameToSave as Solution;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let Some(path) = call.arguments.first() else {
        return app.complain("save needs a FILE, for example 'save mine.sok'");
    };
    let Some(game) = &app.session.game else {
        return app.complain("there is no current puzzle to save: type one, or 'load missile/1'");
    };
    let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
    let (history, answers) = (game.text(), game.known().solutions(game.puzzle()));
    let is_solved = game.is_solved();
    let solution = if game.is_own() { Solution::Played } else { Solution::Solution };
    let played = (is_solved && !history.is_empty()).then(|| solution(&history));
    let found = answers.iter().map(|answer| Solution::Solution(answer));
    let snapshot = (!is_solved && !history.is_empty()).then_some(Solution::Snapshot(&history));
    let mut added: Vec<_> = played.into_iter().chain(found).chain(snapshot).collect();
    if added.is_empty() {
        added.push(Solution::Nothing);
    }
    added.into_iter().fold(Exit::Good, |worst, added| worst.worst(app.add_to(path.text(), &record, added)))
}
