//! Shows how to carry out an answer: on the whole screen, or as lines.

use super::play::{fills_screen, show, theme};
use crate::ui::app::App;
use crate::ui::cli::Invocation;
use crate::ui::follow::line_mode;
use crate::ui::follow::state::FollowView;
use crate::ui::typed_lines::TypedLines;
use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::Follow;

/// Shows how `steps` solve `puzzle`, from the instruction with that number.
pub(super) fn follow(
    app: &mut App,
    order: &Invocation,
    (title, puzzle): (&str, &dyn Puzzle),
    steps: &[String],
    from: usize,
) -> Exit {
    if !fills_screen(order) {
        let mut lines = TypedLines::new(app.input.clone());
        return line_mode::run(app, &puzzle.instructions(steps), from, &mut lines);
    }
    let Ok(follow) = Follow::new(puzzle, steps) else {
        return app.complain("the answer does not replay; this is a bug of lurd");
    };
    let theme = theme(app, order);
    let mut view = match FollowView::new(follow, title.to_owned(), from, theme) {
        Ok(view) => view,
        Err(error) => return app.complain(&error),
    };
    let exit = show(app, &mut view);
    if let (true, Some(left)) = (app.at_prompt && !app.interrupted, view.left_at()) {
        app.screen.note(&left);
    }
    exit
}
