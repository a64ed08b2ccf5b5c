//! `help`: the commands, or one of them.

use super::{App, Call};
use crate::report;
use crate::toolkit::commands::command;
use crate::toolkit::exit::Exit;
use crate::ui::cli;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let Some(topic) = call.arguments.first() else {
        app.screen.result(&report::overview(app.catalog.plugins(), app.at_prompt));
        return Exit::Good;
    };
    let Some(command) = command(topic.text()) else {
        app.screen.note(&cli::unknown_command(topic.text()));
        return Exit::Usage;
    };
    app.screen.result(&cli::help(command));
    Exit::Good
}
