//! `completions`: the completion script of a shell, for commands, flags, values and puzzles.

use clap_complete::env::Shells;

use crate::catalog::did_you_mean;
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::commands::SHELLS;
use lurd_toolkit::exit::Exit;

/// The environment variable by which a completion script asks for candidates.
pub(in crate::ui) const VARIABLE: &str = "LURD_COMPLETE";

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let name = request.text();
    let Some(script) = script(name) else {
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

/// The script for a shell; `None` for an unknown shell.
fn script(shell: &str) -> Option<String> {
    let shells = Shells::builtins();
    let mut script = Vec::new();
    shells.completer(shell)?.write_registration(VARIABLE, "lurd", "lurd", "lurd", &mut script).ok()?;
    String::from_utf8(script).ok()
}
