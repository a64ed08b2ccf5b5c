//! The commands and the table that lists them; lines of the prompt, and scripts, which are made of commands.
//!
//! From top to bottom:
//! - `script`: the prompt and scripts; `line`: a line of either
//! - `solve`, `compare`, `trace`, `batch`, `verify`, `optimise`, `solutions`, `edit`, `generate`, `convert`, `follow`: the
//!   commands of these names
//! - `help`: `help`, `man`, `completions`
//! - `shown`: `show`, `describe`, `list`, `space`, `strategies`, `rate`, `id`, `hint`; `session`: `load`, `set`, `save`, `export`
//! - `play`: `play`, `do`, `undo`, `redo`, `step`, `back`; how to carry out an answer

mod batch;
mod compare;
mod convert;
mod edit;
mod follow;
mod generate;
pub(super) mod help;
mod line;
mod optimise;
pub(super) mod play;
pub(super) mod script;
mod session;
mod shown;
mod solutions;
mod solve;
mod trace;
mod verify;

use lurd_toolkit::exit::Exit;

use super::app::{App, Request};

type Run = fn(&mut App, &Request) -> Exit;

/// The commands by name, in the order of `toolkit::commands`.
const COMMANDS: &[(&str, Run)] = &[
    ("solve", solve::run),
    ("compare", compare::run),
    ("trace", trace::run),
    ("batch", batch::run),
    ("verify", verify::run),
    ("optimise", optimise::run),
    ("show", shown::run_show),
    ("describe", shown::run_describe),
    ("list", shown::run_list),
    ("solutions", solutions::run),
    ("space", shown::run_space),
    ("strategies", shown::run_strategies),
    ("play", play::run),
    ("edit", edit::run),
    ("generate", generate::run),
    ("rate", shown::run_rate),
    ("convert", convert::run),
    ("id", shown::run_id),
    ("help", help::run),
    ("version", |app, _| {
        app.screen.result(&format!("lurd {}", crate::version::version()));
        Exit::Good
    }),
    ("completions", help::run_completions),
    ("man", help::run_man),
    ("load", session::run_load),
    ("do", play::act),
    ("undo", play::walk),
    ("redo", play::walk),
    ("step", play::walk),
    ("back", play::walk),
    ("follow", follow::run),
    ("hint", shown::run_hint),
    ("set", session::run_set),
    ("save", session::run_save),
    ("export", session::run_export),
    ("clear", |app, _| {
        app.screen.clear();
        Exit::Good
    }),
    ("quit", |app, _| {
        app.leaving = true;
        Exit::Good
    }),
];

pub(super) fn carry_out(app: &mut App, request: &Request) -> Exit {
    let name = request.command.name;
    match COMMANDS.iter().find(|(known, _)| *known == name) {
        Some((_, run)) => {
            let exit = run(app, request);
            if exit == Exit::Interrupted && app.signals.cancel.is_cancelled() {
                app.screen.note("stopped before the end");
            }
            exit
        }
        None => app.complain(&format!("'{name}' is not implemented; this is a bug in lurd")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_built() {
        let names: Vec<_> = COMMANDS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, lurd_toolkit::commands::names());
    }
}
