//! `export`: the last answer, or the current position, as a picture or a page, or added to a file of solutions.

use crate::ui::app::{App, Request};
use lurd_toolkit::exit::Exit;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let Some(path) = call.arguments.first() else {
        return app.complain("export needs a FILE, for example 'export answer.gif'");
    };
    let Ok(options) = app.picture_options(call.order) else { return Exit::Usage };
    let Some(game) = &app.session.game else {
        return app.complain("there is no current puzzle to export: type one, or 'load missile/1'");
    };
    if app.holds_solutions(path.text(), game.puzzle().kind()) {
        return super::save::run(app, call);
    }
    let title = game.title();
    match game.whole_answer() {
        Some(steps) => app.export_answer(path.text(), (game.puzzle(), title), &steps, options),
        None => app.export_board(path.text(), game.position(), title, options),
    }
}
