//! `list`: lists the collections, or the puzzles of a file or collection.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::catalog::Item;
use lurd_report as report;
use lurd_toolkit::{exit::Exit, solutions::BestSolutions};

use super::Run;
use crate::registry::Outcome;
use crate::{app::App, args::ReadArgs, completion};

/// List the collections, or the puzzles of one
#[derive(Parser)]
pub(super) struct List {
    /// Collections and files
    #[arg(value_name = "FILE", add = ArgValueCompleter::new(completion::puzzles))]
    files: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Do not show the saved solutions
    #[arg(long)]
    no_store: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for List {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("list", "the built-in collections"), ("list missile", "the puzzles of a collection")];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let names = app.catalog.collection_names();
        if self.files.is_empty() && !self.json {
            let mut rows = Vec::new();
            for name in names {
                let (kind, puzzles) = match app.catalog.read_named(name) {
                    None => continue,
                    Some(Ok(items)) => {
                        (items.first().map_or("-", |item| item.kind).to_owned(), items.len().to_string())
                    }
                    Some(Err(error)) => ("-".to_owned(), format!("error: {}", error.diagnostic.message)),
                };
                rows.push((name.to_owned(), kind, puzzles));
            }
            app.screen.result(&report::collections(&rows, app.screen.list_width()));
            return Ok(Exit::Good);
        }
        let all: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let files = if self.files.is_empty() { &all } else { &self.files };
        Ok(files.iter().fold(Exit::Good, |worst, file| worst.worst(self.list(app, file))))
    }
}

impl List {
    fn list(&self, app: &App, file: &str) -> Exit {
        let items = match app.catalog.resolve(&app.typed(file)) {
            Ok(items) => items,
            Err(error) => return app.refuse(&error, self.json),
        };
        let kind = items.first().map_or("", |item| item.kind);
        let store = app.store(self.no_store);
        let solutions = store.of_kind(&app.catalog, kind);
        let of = |item: &Item| item.puzzle.as_ref().map(|it| solutions.records(it.as_ref())).unwrap_or_default();
        for item in &items {
            app.note_of(item);
        }
        if self.json {
            for item in &items {
                app.screen.result(&report::list_line(item, &of(item)));
            }
        } else {
            let is_any = |(_, records): &(usize, BestSolutions)| *records != BestSolutions::default();
            let records = items.iter().map(of).enumerate().filter(is_any).collect();
            report::puzzles(&items, &records, app.screen.list_width(), &mut |part| app.screen.result(part));
        }
        if items.iter().any(|item| item.puzzle.is_err()) { Exit::Usage } else { Exit::Good }
    }
}
