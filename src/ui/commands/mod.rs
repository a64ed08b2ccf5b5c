//! The commands, one file each, and the table that lists them.

mod answer;
mod batch;
mod compare;
pub(super) mod completions;
mod convert;
mod edit;
mod export;
mod follow;
mod following;
mod generate;
mod help;
mod hint;
mod id;
mod list;
mod load;
mod man;
mod optimise;
mod play;
pub(super) mod playing;
mod rate;
mod save;
mod set;
mod show;
mod solutions;
mod solve;
mod source;
mod space;
mod strategies;
mod subject;
mod verify;

pub(super) use subject::explain;

use super::app::{App, Request};
use super::cli::Invocation;
use crate::catalog::Typed;
use lurd_toolkit::exit::Exit;

type Run = fn(&mut App, &Request<'_>) -> Exit;

/// The commands by name, in the order of `toolkit::commands`.
const COMMANDS: &[(&str, Run)] = &[
    ("solve", solve::run),
    ("compare", compare::run),
    ("batch", batch::run),
    ("verify", verify::run),
    ("optimise", optimise::run),
    ("show", show::run),
    ("list", list::run),
    ("solutions", solutions::run),
    ("space", space::run),
    ("strategies", strategies::run),
    ("play", play::run),
    ("edit", edit::run),
    ("generate", generate::run),
    ("rate", rate::run),
    ("convert", convert::run),
    ("id", id::run),
    ("help", help::run),
    ("completions", completions::run),
    ("man", man::run),
    ("load", load::run),
    ("do", playing::act),
    ("undo", playing::walk),
    ("redo", playing::walk),
    ("step", playing::walk),
    ("back", playing::walk),
    ("follow", follow::run),
    ("hint", hint::run),
    ("answer", answer::show),
    ("copy", answer::copy),
    ("set", set::run),
    ("source", source::run),
    ("history", playing::history),
    ("save", save::run),
    ("export", export::run),
    ("clear", |app, _| {
        app.screen.clear();
        Exit::Good
    }),
    ("quit", |app, _| {
        app.leaving = true;
        Exit::Good
    }),
];

pub(super) fn run_at_shell(app: &mut App, invocation: &Invocation) -> Exit {
    if let Err(exit) = app.use_read_options(invocation) {
        return exit;
    }
    let arguments = invocation.words.iter().map(|word| Typed::argument(word)).collect();
    carry_out(app, &Request { order: invocation, arguments })
}

pub(super) fn carry_out(app: &mut App, request: &Request<'_>) -> Exit {
    let name = request.order.command.name;
    match COMMANDS.iter().find(|(known, _)| *known == name) {
        Some((_, run)) => {
            let exit = run(app, request);
            if exit == Exit::Interrupted && app.signals.cancel.is_cancelled() {
                app.screen.note("stopped before the end");
            }
            exit
        }
        None => app.complain(&format!("'{name}' is not implemented; this is a bug of lurd")),
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
