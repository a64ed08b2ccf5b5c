//! The puzzle and the mistakes that a command reports about.

use lurd_puzzle::{
    catalog::{Item, Source, Typed},
    diagnostic::Diagnostic,
    verify::Refusal,
};
use lurd_report as report;
use lurd_report::Subject;

use crate::app::App;

/// The puzzle of an item, if it could be read.
pub(super) fn subject(item: &Item) -> Option<Subject<'_>> {
    let puzzle = item.puzzle.as_ref().ok()?.as_ref();
    Some(Subject {
        name: item.name(),
        reference: &item.reference,
        source: &item.source.name,
        index: item.index,
        puzzle,
    })
}

/// The title of an item, or else its reference.
pub(super) fn title(item: &Item) -> &str {
    if item.name().is_empty() { &item.reference } else { item.name() }
}

/// Shows the step that was refused, within its text.
pub(crate) fn explain(app: &App, refusal: &Refusal, typed: &Typed) {
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
