//! `convert`: converts puzzles to another format.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::{
    catalog::Item,
    links::{self, Linked},
};
use lurd_report as report;
use lurd_toolkit::{
    convert::{Conversion, convert, format_for, plugin_of},
    exit::Exit,
};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::ReadArgs,
    completion,
};

/// The format of links to the page in the browser.
const LINK: &str = "link";

/// Convert levels to another format
#[derive(Parser)]
pub(super) struct Convert {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "FILE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Format to write; 'help formats' lists them. 'link' prints links to the page [default: by file extension]
    #[arg(long, value_name = "FORMAT", add = ArgValueCompleter::new(completion::formats))]
    to: Option<String>,
    /// Leave out levels that are rotations or reflections of others
    #[arg(long)]
    dedup: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Convert {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("convert pusher --to sok", "print a collection in another format"),
        ("convert missile/4 --to link", "a link: what follows the address of the page in a browser"),
        ("convert primer --to pusher-db", "packed for pusher.exe, as assembler text"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if self.to.as_deref() == Some(LINK) {
            return self.print_links(app);
        }
        let mut worst = Exit::Good;
        let mut items: Vec<Item> = Vec::new();
        if self.puzzles.is_empty() {
            items.push(app.here("convert")?);
        }
        for word in app.catalog.join_numbers(&self.puzzles) {
            match app.catalog.resolve(&app.typed(&word)) {
                Ok(found) => items.extend(found),
                Err(error) => worst = worst.worst(app.refuse(&error, false)),
            }
        }
        if items.is_empty() {
            return Ok(worst);
        }
        for item in &items {
            app.note_of(item);
            if item.puzzle.is_err() {
                worst = worst.worst(app.refuse_item(item, false));
            }
        }
        Ok(worst.worst(self.write(app, &items)?))
    }
}

impl Convert {
    /// Prints what follows the address of the page in a link that opens a puzzle there.
    fn print_links(&self, app: &mut App) -> Outcome {
        if self.output.is_some() {
            return Err(app.complain("links are printed; '--to link' takes no -o"));
        }
        let puzzles = Puzzles { command: "convert", words: &self.puzzles, read: &self.read, json: false };
        Ok(app.each_item(puzzles, |app, item| {
            let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
            app.note_of(item);
            // The page has the same collections, but neither the user's folders nor files.
            let is_built_in = app.catalog.collection(&item.source.name).is_some();
            let linked =
                if is_built_in { Linked::Puzzle(item.reference.clone()) } else { Linked::Level(puzzle.text()) };
            app.screen.result(&format!("#{}", links::fragment(&linked)));
            Exit::Good
        }))
    }

    fn write(&self, app: &App, items: &[Item]) -> Outcome {
        let output = self.output.as_deref();
        let plugin = app.accept(plugin_of(&app.catalog, items))?;
        let format = app.accept(format_for("convert", plugin, self.to.as_deref(), output))?;
        let conversion = app.accept(convert(plugin, format, items, self.dedup))?;
        let Conversion { written, count, duplicates, games_left_out, broken } = &conversion;
        if *count == 0 {
            return Err(app.complain("no puzzle could be read; nothing was written"));
        }
        let losses = written.losses.join(", ");
        let is_input = |path| items.iter().any(|item| is_same_file(&item.source.name, path));
        if let Some(path) = output.filter(|path| is_input(path) && (!losses.is_empty() || *broken > 0)) {
            let what = if losses.is_empty() { "unreadable puzzles" } else { &losses };
            let path = report::escaped(path);
            return Err(app.complain(&format!("{path} is an input file, and {what} would be lost; name another file")));
        }
        app.write_puzzles(format, written, *count, output)?;
        let duplicate = match games_left_out {
            0 => "duplicates".to_owned(),
            games => format!("duplicates, and with them {}", report::counted(*games, "saved game")),
        };
        for (number, why) in [(duplicates, duplicate.as_str()), (broken, "unreadable")] {
            if *number > 0 {
                app.screen.note(&format!("note: {number} left out: {why}"));
            }
        }
        Ok(if *broken > 0 { Exit::Usage } else { Exit::Good })
    }
}

fn is_same_file(one: &str, other: &str) -> bool {
    let whole = |path: &str| std::fs::canonicalize(path).ok();
    whole(one).is_some_and(|path| Some(path) == whole(other))
}
