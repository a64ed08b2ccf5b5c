//! `completions`: what a shell needs to complete lurd's commands, flags and strategies.

use clap_complete::Shell;

use super::{App, Call};
use crate::catalog::did_you_mean;
use crate::report;
use crate::toolkit::commands::SHELLS;
use crate::toolkit::exit::Exit;
use crate::ui::cli;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let name = call.text();
    let Ok(shell) = name.parse::<Shell>() else {
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
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::described(), "lurd", &mut script);
    app.screen.result(&String::from_utf8_lossy(&script));
    Exit::Good
}
