//! What each command does, in terms of the toolkit and the reports: a file a command, and the table
//! that knows them.

mod answer;
mod batch;
mod compare;
mod completions;
mod convert;
mod edit;
mod help;
mod hint;
mod id;
mod list;
mod load;
mod man;
mod play;
pub(super) mod playing;
mod save;
mod set;
mod show;
mod solve;
mod source;
mod space;
mod strategies;
mod verify;

use super::app::{App, Request};
use crate::catalog::{Item, Source, Typed};
use crate::diagnostic::Diagnostic;
use crate::report::{self, Subject};
use crate::toolkit::exit::Exit;
use crate::verify::Refusal;

type Run = fn(&mut App, &Request<'_>) -> Exit;

/// The commands by name; rows stand in the order of `toolkit::commands`.
const ORDERS: &[(&str, Run)] = &[
    ("solve", solve::run),
    ("compare", compare::run),
    ("batch", batch::run),
    ("verify", verify::run),
    ("show", show::run),
    ("list", list::run),
    ("space", space::run),
    ("strategies", strategies::run),
    ("play", play::run),
    ("edit", edit::run),
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
    ("hint", hint::run),
    ("answer", answer::show),
    ("copy", answer::copy),
    ("set", set::run),
    ("source", source::run),
    ("history", playing::history),
    ("save", save::run),
    ("clear", |app, _| {
        app.screen.clear();
        Exit::Good
    }),
    ("quit", |app, _| {
        app.leaving = true;
        Exit::Good
    }),
];

/// Carries out a command.
pub(super) fn carry_out(app: &mut App, call: &Request<'_>) -> Exit {
    let name = call.order.command.name;
    match ORDERS.iter().find(|(order, _)| *order == name) {
        Some((_, run)) => {
            let exit = run(app, call);
            if exit == Exit::Interrupted && app.signals.cancel.is_cancelled() {
                app.screen.note("stopped before the end");
            }
            exit
        }
        None => app.complain(&format!("'{name}' is not built; this is a bug of lurd")),
    }
}

fn subject(item: &Item) -> Option<Subject<'_>> {
    let puzzle = item.puzzle.as_ref().ok()?.as_ref();
    Some(Subject {
        name: item.name(),
        reference: &item.reference,
        source: &item.source.name,
        index: item.index,
        puzzle,
    })
}

/// Points at the step that was refused.
pub(super) fn explain(app: &App, refusal: &Refusal, typed: &Typed) {
    let diagnostic = match refusal {
        Refusal::Misread(misread) => {
            let diagnostic = Diagnostic::new(misread.message.clone()).at(misread.place.clone(), "");
            match &misread.help {
                Some(help) => diagnostic.help(help.clone()),
                None => diagnostic,
            }
        }
        Refusal::Step { place, .. } => Diagnostic::new(refusal.to_string()).at(place.clone(), ""),
        Refusal::Unfinished { .. } => return,
    };
    let name = if typed.at_prompt { "<prompt>" } else { "<solution>" };
    let source = Source { name: name.to_owned(), text: typed.source.text.clone() };
    app.screen.note(&report::complaint(&diagnostic.shifted(typed.place.start), Some(&source)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_built() {
        let names: Vec<_> = ORDERS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, crate::toolkit::commands::names());
    }
}
