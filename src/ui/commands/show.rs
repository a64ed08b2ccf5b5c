//! `show`: draws puzzles.

use std::cell::Cell;

use super::subject::title;
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::solutions::Records;

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    if let Some(path) = request.order.flag("output") {
        return draw(app, request, path);
    }
    let json = app.is_on(request.order, "json");
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        app.note_left_out(item);
        if json {
            app.screen.result(&report::list_line(item, &Records::default()));
        } else {
            app.screen
                .result(&report::picture(Some((&item.reference, item.name())), puzzle.start().as_ref()));
        }
        Exit::Good
    })
}

/// Writes the picture of one puzzle to a file.
fn draw(app: &mut App, request: &Request<'_>, path: &str) -> Exit {
    let Ok(options) = app.picture_options(request.order) else { return Exit::Usage };
    let drawn = Cell::new(false);
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        if drawn.replace(true) {
            return app.complain("-o is for one puzzle; the file has the picture of the first");
        }
        app.export_board(path, puzzle.start().as_ref(), title(item), options)
    })
}
