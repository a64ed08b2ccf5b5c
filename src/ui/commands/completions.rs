//! `completions`: the script by which a shell completes lurd's commands, flags, values and puzzles.

use super::{App, Request};
use crate::catalog::did_you_mean;
use crate::report;
use crate::toolkit::commands::SHELLS;
use crate::toolkit::exit::Exit;
use crate::ui::completion;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let name = call.text();
    let Some(script) = completion::script(name) else {
        let message = if name.is_empty() {
            format!("completions needs a SHELL: {}", SHELLS.join(", "))
        } else {
            let near = did_you_mean(name, SHELLS);
            format!(
                "there are no completions for '{}', only for {}{near}",
                report::escaped(name),
                SHELLS.join(", ")
            )
        };
        return app.complain(&message);
    };
    app.screen.result(&script);
    Exit::Good
}
