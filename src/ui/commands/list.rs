//! `list`: lists the collections, or the puzzles of a file or collection.

use crate::catalog::{Item, Typed};
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::solutions::Records;

fn records(app: &App, request: &Request<'_>, items: &[Item]) -> Vec<Records> {
    let Some(kind) = items.first().map(|item| item.kind) else { return Vec::new() };
    let store = app.store(request.order);
    let shelf = store.shelf(&app.catalog, kind);
    let of = |item: &Item| {
        item.puzzle.as_ref().map_or_else(|_| Records::default(), |puzzle| shelf.records(puzzle.as_ref()))
    };
    items.iter().map(of).collect()
}

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let json = app.is_on(request.order, "json");
    if request.arguments.is_empty() && !json {
        let mut rows = Vec::new();
        for collection in app.catalog.collections() {
            let (kind, puzzles) = match app.catalog.read_collection(collection) {
                Ok(items) => {
                    (items.first().map_or("-", |item| item.kind).to_owned(), items.len().to_string())
                }
                Err(error) => ("-".to_owned(), format!("error: {}", error.diagnostic.message)),
            };
            rows.push((collection.name.clone(), kind, puzzles));
        }
        app.screen.result(&report::collections(&rows, app.screen.width()));
        return Exit::Good;
    }
    let all: Vec<_> = app.catalog.collections().iter().map(|it| Typed::argument(&it.name)).collect();
    let arguments = if request.arguments.is_empty() { &all } else { &request.arguments };
    let mut worst = Exit::Good;
    for typed in arguments {
        let items = match app.catalog.resolve(typed) {
            Ok(items) => items,
            Err(error) => {
                worst = worst.worst(app.refuse(&error, json));
                continue;
            }
        };
        let records = records(app, request, &items);
        for item in &items {
            app.note_of(item);
        }
        if json {
            for (item, records) in items.iter().zip(&records) {
                app.screen.result(&report::list_line(item, records));
            }
        } else {
            app.screen.result(&report::puzzles(&items, &records, app.screen.width()));
        }
        if items.iter().any(|item| item.puzzle.is_err()) {
            worst = worst.worst(Exit::Usage);
        }
    }
    worst
}
