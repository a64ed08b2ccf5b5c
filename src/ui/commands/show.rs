//! `show`: draws puzzles.

use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::solutions::Records;
use crate::ui::app::{App, Request};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
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
